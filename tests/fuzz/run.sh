#!/bin/sh
# Runs each fuzz target on seeds made of the samples, and on for a second: no fault, no failed assertion. Finds little
# in so short a time, which begins the same way every time; `make fuzz` looks for ten minutes each.
#
# usage: tests/fuzz/run.sh [SECONDS]; the targets are in $top_builddir/fuzzed
. "$(dirname "$0")/../subr.sh"

seconds=${1:-1}
targets=$top_builddir/fuzzed

# make_examples DOCUMENT KIND DIRECTORY: the examples of that kind in a document of htol/, a file each.
make_examples()
{
    mkdir "$3" && awk -v fence="\`\`\`$2" -v directory="$3" \
        '$0 == fence { name = directory "/" ++n; next } /^```/ { name = "" } name { print >name }' \
        "$top_srcdir/htol/$1"
}

# make_shards DIRECTORY: of three tests of the sample, and one of all.
make_shards()
{
    for sides in "2 2 2" "1 2 2" "3 4 5"; do
        HLCOV_DIR=$work/data "$HLCOV" run --each -- ./triangle $sides >/dev/null || return 1
    done
    mkdir "$1" && cp "$work"/data/shards/*.hls "$1" && "$HLCOV" merge -o "$1/merged.hls" "$work/data"
}

# make_units DIRECTORY: sources as the annotator gets them, each as a.c, without what they include of the system.
make_units()
{
    make_examples CRITERIA.md c "$1" && cd "$1" || return 1
    for source in "$top_srcdir"/samples/*/*.c "$top_srcdir"/tests/semantics/*.c; do
        grep -v '#include <' "$source" >a.c
        gcc -E -I "$(dirname "$source")" a.c >"$(basename "$source" .c).i" 2>/dev/null
    done
    rm a.c
}

# make_proofs DIRECTORY: what is proved of the sample, for the table that the target takes them to be of.
make_proofs()
{
    HLCOV_DIR=$work/data "$HLCOV" prune triangle.c -- -O1 >/dev/null 2>&1 && mkdir "$1" || return 1
    for verdicts in "$work"/data/verdicts/*.hlv; do
        sed '1s/"table":"[0-9a-f]*"/"table":"1f2e3d4c000000000000000000000000"/' "$verdicts" |
            cut -c 1-2000 >"$1/$(basename "$verdicts")"
    done
    printf '{"hlcov":"verdicts","version":1,"table":"1f2e3d4c000000000000000000000000"}\n%s\n' \
        '{"function":0,"failed":"","proofs":[{"verdict":"infeasible","objective":"CC:d0.c1=T","why":"always"}]}' \
        >"$1/small"
}

# make_stacks DIRECTORY: what a program left that crashed; and the same, but for which program that was.
make_stacks()
{
    echo 'int main(int argc, char **argv) { return *(volatile int *)(argv[argc] + argc); }' >crash.c
    mkdir "$1" && HLCOV_DIR=$work/crashed "$HLCOV" cc gcc -o crash crash.c || return 1
    (ulimit -c 0; HLCOV_CRASH=1 exec ./crash) >/dev/null 2>&1
    dd if="$(ls "$work"/crashed/*.hlk)" of="$1/stack" bs=73728 count=1 2>/dev/null && cp "$1/stack" "$1/unknown" &&
        dd if=/dev/zero of="$1/unknown" bs=8 seek=65 count=1 conv=notrunc 2>/dev/null
}

# Tables, data files, programs, command lines, C and scripts, small ones, a directory of seeds for each target.
make_seeds()
{
    cp -R "$top_srcdir/samples/triangle" "$work/sample" && cd "$work/sample" || return 1
    HLCOV_DIR=$work/data make -s test CC="$HLCOV cc --criteria=all gcc" CFLAGS=-O1 || return 1
    mkdir "$work/table" "$work/data.seeds" "$work/elf" "$work/command" "$work/text" "$work/claims" "$work/diff"
    "$top_builddir/tests/tools/make_sets" "$work/data" &&
        "$top_builddir/tests/golden/make_input" "$work/input" || return 1
    cp "$work"/data/tables/*.hlt "$work"/input/users/data/tables/*.hlt "$work/table" &&
        cp "$work"/data/*.hlb "$work/data.seeds" || return 1
    HLCOV_DIR=$work/data "$HLCOV" cc gcc -c triangle.c -o "$work/elf/triangle.o" || return 1
    make_shards "$work/shard" || return 1
    mkdir "$work/journal" && printf '\211HLR\r\n\032\n%032d' 0 >"$work/journal/record" || return 1
    cp "$top_srcdir"/samples/*/*.[ch] "$work/text"
    cp "$top_srcdir"/samples/*/*.[ch] "$top_srcdir/tests/unit/test_claims.c" "$work/claims"
    printf "justify \"\\\\" >"$work/claims/cut"
    printf 'diff --git a/a.c b/a.c\n--- a/a.c\n+++ "b/a\\t.c"\n@@ -3,0 +4,2 @@ f\n+a\n+b\n@@ -9 +12 @@\n-c\n+d\n' \
        >"$work/diff/hunks"
    make_examples HTOL.md htol "$work/htol_parse" && make_examples HTOL.md hyperlabels "$work/ltest" || return 1
    for target in htol_dnf evaluator objectives; do
        cp -R "$work/htol_parse" "$work/$target" || return 1
    done
    "$HLCOV" dump --htol "$work"/table/*.hlt 2>/dev/null | sed 's/ at [^ @]*@/ at f@/' >"$work/objectives/listing"
    (make_units "$work/annotator") && make_proofs "$work/proof" && make_stacks "$work/unwind" || return 1
    printf 'gcc\n-O2\n-c\n-MD\n-MF\na.d\n-o\na.o\na.c\n-include\nb.h' >"$work/command/compile"
}

# What once was a fault is tried first: tests/fuzz/found/TARGET/. The lines of progress are left out, and names of
# functions that are reached are not looked up: of a fault they are.
fuzz()
{
    name=$1
    corpus=$work/$name
    [ "$name" != data ] || corpus=$work/data.seeds
    set -- "$corpus"
    [ ! -d "$top_srcdir/tests/fuzz/found/$name" ] || set -- "$@" "$top_srcdir/tests/fuzz/found/$name"
    cd "$work" && "$targets/$name" -seed=1 -print_funcs=0 -max_total_time="$seconds" -max_len=200000 \
        -rss_limit_mb=4096 -timeout=20 -artifact_prefix="$targets/crash-$name-" "$@" >"$work/log" 2>&1
    status=$?
    grep -v '^#[0-9]' "$work/log"
    return $status
}

if [ ! -d "$targets" ]; then
    skip "fuzz targets" "they were not built: there is no clang-19"
    finish
fi
check "seeds" make_seeds
for source in "$top_srcdir"/tests/fuzz/*.c; do
    name=$(basename "$source" .c)
    check "$name" fuzz "$name"
done
finish
