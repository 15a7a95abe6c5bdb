#!/bin/sh
# clang-tidy finds nothing, by the checks that .clang-tidy states with what is left out and why. Those that simulate
# functions take minutes: they are left to make lint.
#
# usage: tests/house/tidy.sh [--all]

. "$(dirname "$0")/../subr.sh"

if ! command -v clang-tidy-19 >/dev/null; then
    skip "clang-tidy" "not installed"
    finish
fi

checks=-clang-analyzer-*
[ "${1-}" != --all ] || checks=
flags="-std=gnu11 -D_GNU_SOURCE -DPACKAGE_VERSION=\"0\" -DLIBCLANG=\"0\" -DLIBCLANG_DIR=\"0\" -DLIBUNWIND=\"0\"
    $(printf -- '-D%s_VERSION="0" ' GLIB ZSTD JANSSON CMARK XML SQLITE ELF Z3 UNWIND)
    -DMORE_PLACE=\"0\" -DMAN_PLACE=\"0\" -DMAN_SOURCE=\"0\" -DRT_WITH_CRASH
    -I. -I/usr/lib/llvm-19/include
    $(pkg-config --cflags glib-2.0 jansson libcmark libxml-2.0 sqlite3 libzstd z3)"

# analyse FILE...: several at a time share what the program needs to start.
analyse()
{
    # Word splitting is meant: a list of flags.
    printf '%s\n' "$@" | xargs -P "$(nproc)" -n 8 clang-tidy-19 --quiet --checks="$checks" --config-file=.clang-tidy \
        --extra-arg-before=-Qunused-arguments $(printf -- '--extra-arg=%s ' $flags) 2>"$work/errors" && return 0
    cat "$work/errors"
    return 1
}

cd "$top_srcdir" || exit 1
for directory in $("$top_srcdir/tests/rooms.py"); do
    # Word splitting is meant: a list of files.
    check "$directory/" analyse $(find "$directory" -name '*.c')
done

# It does find what is wrong.
echo 'int wrong(int a) { return a == 1 || a == 1; }' >"$work/wrong.c"
finds()
{
    ! analyse "$work/wrong.c" >"$work/found" 2>&1 && grep misc-redundant-expression "$work/found"
}
check "a condition that is asked twice is found" finds
finish
