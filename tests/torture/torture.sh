#!/bin/sh
# Builds torture.c with and without coverage: it must compile without falling back, print the same and end alike, for
# gcc and clang at every level of optimization. It does not judge the coverage.

. "$(dirname "$0")/../subr.sh"

source=$top_srcdir/tests/torture/torture.c
HLCOV_DIR=$work/data
export HLCOV_DIR

# build OUTPUT COMPILER... : what the compiler says is shown where it fails.
build()
{
    build_output=$1
    shift
    "$@" -std=gnu11 -g -w -o "$work/$build_output" "$source" -lm
}

# Both builds end in each of the ways that the program knows.
same_runs()
{
    for ending in return abort _exit signal; do
        (cd "$work" && ./plain $ending >plain.out 2>&1)
        plain_status=$?
        (cd "$work" && ./covered $ending >covered.out 2>&1)
        covered_status=$?
        [ $plain_status -eq $covered_status ] || { echo "$ending: $plain_status, with coverage $covered_status"; return 1; }
        diff "$work/plain.out" "$work/covered.out" || return 1
    done
    [ -s "$work/plain.out" ]
}

# Only what the front end cannot parse may be passed through: nested functions and gcc's <tgmath.h>; and digraphs.
few_skipped()
{
    "$HLCOV" report --quiet --criteria FC --json "$work/report.json" "$HLCOV_DIR" || return 1
    /usr/bin/python3 - "$work/report.json" "$1" <<'EOF'
import json, sys
report = json.load(open(sys.argv[1]))
rows = [row for file in report["files"] for row in file["functions"]]
skipped = sorted(row["name"] for row in rows if row["skipped"])
print("%d functions, skipped: %s; %d errors outside" % (len(rows), " ".join(skipped), report["counts"]["stray_errors"]))
sys.exit(skipped != sys.argv[2].split() or len(rows) < 70)
EOF
}

no_notes()
{
    [ ! -s "$HLCOV_DIR/notes.log" ] || { cat "$HLCOV_DIR/notes.log"; return 1; }
}

# all COMPILER SKIPPED
all()
{
    rm -rf "$HLCOV_DIR"
    for level in -O0 -O1 -O2 -O3; do
        check "$1 $level: builds" build plain "$1" $level
        check "$1 $level: builds with coverage" build covered "$HLCOV" cc "$1" $level
        check "$1 $level: prints the same, ends alike" same_runs
    done
    check "$1: nothing had to be compiled without coverage" no_notes
    check "$1: no function is passed through without need" few_skipped "$2"
}

all gcc "digraphs generic_math nested_functions"
all clang-19 "digraphs"
finish
