#!/bin/sh
# Builds the programs of this directory with and without coverage: they must compile without falling back, print the
# same and end alike, for gcc and clang at every level of optimization. It does not judge the coverage.
#
# usage: [ALL=1] tests/torture/torture.sh
#
# -O1 and -O3 see one build with coverage each, that with all criteria, which has the probes of the others too. Where it
# is optimized it has no debug information: to say where variables are takes compilers a quarter of their time. Builds
# of -O0 have it, and those of -O2 with fewer probes, or with mutants. With ALL=1, every build is made, and has it.

. "$(dirname "$0")/../subr.sh"

sources=$top_srcdir/tests/torture
HLCOV_DIR=$work/data
export HLCOV_DIR

# build OUTPUT PROGRAM COMPILER... : what the compiler says is shown where it fails.
build()
{
    build_output=$1
    build_source=$sources/$2.c
    shift 2
    "$@" -std=gnu11 -w -o "$work/$build_output" "$build_source" -lm
}

# Both builds end in each of the ways that torture.c knows.
same_runs()
{
    for ending in return abort _exit signal; do
        (cd "$work" && timeout 60 ./plain $ending >plain.out 2>&1)
        plain_status=$?
        (cd "$work" && timeout 60 ./covered $ending >covered.out 2>&1)
        covered_status=$?
        echo "$ending: status $plain_status, with coverage $covered_status"
        [ $plain_status -eq $covered_status ] && diff "$work/plain.out" "$work/covered.out" || return 1
    done
    [ -s "$work/plain.out" ]
}

# few_skipped FUNCTIONS SKIPPED: at least so many functions, and only those passed through.
few_skipped()
{
    "$HLCOV" report --quiet --criteria FC --json "$work/report.json" "$HLCOV_DIR" || return 1
    /usr/bin/python3 - "$work/report.json" "$1" "$2" <<'EOF'
import json, sys
report = json.load(open(sys.argv[1]))
rows = [row for file in report["files"] for row in file["functions"]]
skipped = sorted({row["name"] for row in rows if row["skipped"]})
print("%d functions, passed through: %s" % (len(rows), " ".join(skipped)))
sys.exit(skipped != sys.argv[3].split() or len(rows) < int(sys.argv[2]))
EOF
}

no_notes()
{
    [ ! -s "$HLCOV_DIR/notes.log" ] || { cut -c 1-1000 "$HLCOV_DIR/notes.log"; return 1; }
}

# is_tried LEVEL OPTIONS
is_tried()
{
    [ -n "${ALL-}" ] || [ "$1" = -O0 ] || [ "$1" = -O2 ] || [ "$2" = " --criteria=all" ]
}

# debug LEVEL OPTIONS: the option for debug information, where it is tried.
debug()
{
    [ -z "${ALL-}" ] && [ "$1" != -O0 ] && [ "$2" = " --criteria=all" ] || echo -g
}

# all PROGRAM COMPILER FUNCTIONS SKIPPED
all()
{
    rm -rf "$HLCOV_DIR"
    for level in -O0 -O1 -O2 "-O3 -pthread"; do
        check "$1 $2 $level: builds" build plain "$1" "$2" $level -g
        for options in "" " --criteria=all" " --strong"; do
            is_tried "$level" "$options" || continue
            check "$1 $2 $level$options: builds with coverage" build covered "$1" \
                "$HLCOV" cc $options "$2" $level $(debug "$level" "$options")
            check "$1 $2 $level$options: prints the same, ends alike" same_runs
        done
    done
    check "$1 $2: nothing had to be compiled without coverage" no_notes
    check "$1 $2: no function is passed through without need" few_skipped "$3" "$4"
}

# The front end cannot parse nested functions; digraphs are not looked for.
all torture gcc 70 "digraphs nested_functions"
all torture clang-19 70 "digraphs"
all pragmas gcc 7 ""
all pragmas clang-19 8 ""
finish
