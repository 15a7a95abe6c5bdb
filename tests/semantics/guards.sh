#!/bin/sh
# Programs whose conditions are guarded, built with --semantics=complete: they print what they print without coverage,
# with gcc and clang, optimized or not, and no sanitizer finds anything. That naive early evaluation is found out by
# these programs is tested too. It does not look at the scores.

. "$(dirname "$0")/../subr.sh"

source=$top_srcdir/tests/semantics/guards.c
HLCOV_DIR=$work/data
export HLCOV_DIR
undefined="-fsanitize=undefined,float-cast-overflow,float-divide-by-zero -fno-sanitize-recover=all"
memory="-O0 -fsanitize=memory"

# What falls back, and what may be evaluated early after all: made harmless, or harmless by itself.
guarded="unset part_of_local part_of_parameter shift divide deref member element conversion inexact narrow tagged weak
    effects"
harmless="part_of_static overflow negate unordered"

# build OUTPUT COMPILER...
build()
{
    build_output=$1
    shift
    "$@" -w -o "$work/$build_output" "$source" -lm || { cat "$HLCOV_DIR/notes.log"; return 1; }
}

# Each name in a process of its own: some die. A static structure is read early, also where it is a copy of something
# that was never wholly set, which is harmless and yet what the memory sanitizer looks for.
outputs()
{
    for name in $guarded $harmless; do
        case $compiled in
            *=memory*) [ $name != part_of_static ] || continue ;;
        esac
        "$work/$1" "$name" 2>"$work/stderr" || echo "$name: status $?, $(grep -am1 -E 'error|WARNING' "$work/stderr")"
    done
}

# same_outputs COMPILER...: with complete semantics as without coverage.
same_outputs()
{
    rm -rf "$HLCOV_DIR"
    compiled=$*
    build plain "$@" && build covered "$HLCOV" cc --semantics=complete "$@" || return 1
    outputs plain >"$work/plain.out"
    outputs covered >"$work/covered.out"
    [ ! -e "$HLCOV_DIR/notes.log" ] && diff "$work/plain.out" "$work/covered.out"
}

# fell_back FUNCTION: its decision with the guard did.
fell_back()
{
    awk -v name="$1" '/^function/ { inside = index($0, "name=\"" name "\"") } inside && /^  decision/ && / && /' \
        "$work/dump" >"$work/decisions"
    [ -s "$work/decisions" ] && ! grep -v ' semantics=2 ' "$work/decisions"
}

falls_back()
{
    "$HLCOV" dump "$HLCOV_DIR"/tables/*.hlt >"$work/dump"
    for name in $guarded; do
        [ "$name" != part_of_parameter ] || name=take
        fell_back "$name" || { echo "$name does not fall back"; return 1; }
    done
    for name in $harmless; do
        ! fell_back "$name" || { echo "$name falls back"; return 1; }
    done
}

# found_out NAMES COMPILER...: naive evaluation of each of them prints something else, or dies.
found_out()
{
    names=$1
    shift
    build plain "$@" && build naive "$@" -DNAIVE || return 1
    for name in $names; do
        if [ "$("$work/plain" "$name" 2>&1)" = "$("$work/naive" "$name" 2>&1)" ]; then
            echo "$name: not found out"
            return 1
        fi
    done
}

# Every report says how many decisions fell back.
reports_tell()
{
    rm -rf "$HLCOV_DIR"
    build covered "$HLCOV" cc --semantics=complete gcc || return 1
    "$HLCOV" dump "$HLCOV_DIR"/tables/*.hlt >"$work/dump"
    fallbacks=$(grep -c '^  decision.* semantics=2 ' "$work/dump")
    all=$(grep -c '^  decision.* semantics=[12] ' "$work/dump")
    told="$fallbacks of $all decisions fell back to observed semantics"
    "$HLCOV" report --details --html "$work/html" --json "$work/json" "$HLCOV_DIR" >"$work/text" || return 1
    echo "$told"
    grep "semantics: complete\$" "$work/text" && grep -x "$told" "$work/text" && grep "$told" "$work/html/index.html" &&
        grep "\"complete_decisions\":$((all - fallbacks)),\"fallback_decisions\":$fallbacks," "$work/json" &&
        [ "$fallbacks" -gt 5 ]
}

for compiler in gcc clang-19; do
    for level in -O0 -O2 -O3; do
        check "the same output, $compiler $level" same_outputs $compiler $level
    done
    check "the same output, $compiler, sanitized" same_outputs $compiler -O1 $undefined
    check "what must not be evaluated early falls back, $compiler" falls_back
done
check "the same output, clang-19, memory sanitized" same_outputs clang-19 $memory

check "reports tell what fell back" reports_tell

trapping="divide deref member element conversion unordered inexact narrow weak effects"
check "naive evaluation is found out, gcc" found_out "$trapping overflow" gcc -O2
check "naive evaluation is found out, clang" found_out "$trapping" clang-19 -O2
check "naive evaluation is found out, gcc, sanitized" found_out "shift overflow negate tagged" gcc -O1 $undefined
check "naive evaluation is found out, clang, sanitized" found_out "shift overflow negate tagged" clang-19 -O1 $undefined
check "naive evaluation is found out, clang, memory sanitized" \
    found_out "unset part_of_local part_of_parameter" clang-19 $memory
finish
