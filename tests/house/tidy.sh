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

# tidy FILE...
cat >"$work/tidy" <<EOF
#!/bin/sh
exec clang-tidy-19 --quiet --checks="$checks" --config-file=.clang-tidy --extra-arg-before=-Qunused-arguments \\
    $(printf -- "--extra-arg='%s' " $flags) "\$@"
EOF
# clean JOINED: what is found in files that were joined counts if it is found in one of them alone.
cat >"$work/clean" <<'EOF'
#!/bin/sh
"$(dirname "$0")/tidy" "$1" >/dev/null 2>&1 || xargs "$(dirname "$0")/tidy" <"${1%.c}.files"
EOF
chmod +x "$work/tidy" "$work/clean"

# analyse FILE...: nearly all of the time goes into headers, which are the same for many files. What simulates functions
# would see more of them, so it gets each file alone.
analyse()
{
    rm -rf "$work/joined"
    if [ -n "$checks" ]; then
        "$top_srcdir/tests/house/joined.py" "$work/joined" "$@" >"$work/list" &&
            xargs -P "$(nproc)" -n 1 "$work/clean" <"$work/list"
    else
        printf '%s\n' "$@" | xargs -P "$(nproc)" -n 8 "$work/tidy"
    fi 2>"$work/errors" && return 0
    cat "$work/errors"
    return 1
}

cd "$top_srcdir" || exit 1
for directory in $("$top_srcdir/tests/rooms.py"); do
    # Word splitting is meant: a list of files.
    check "$directory/" analyse $(find "$directory" -name '*.c')
done

# It does find what is wrong, in one of files that are joined too, and no line too many where each has a line alone.
echo 'int wrong(int a) { return a == 1 || a == 1; }' >"$work/wrong.c"
for number in 1 2; do
    printf '#include <glib.h>\nstatic gint right_%d(gint a) { return a; }\n' $number
    printf 'gint other_%d(void);\ngint other_%d(void) { return right_%d(1); }\n' $number $number $number
done | split -l 4 --additional-suffix=.c - "$work/right_"
finds()
{
    ! analyse "$@" >"$work/found" 2>&1 && grep "^[^ ]*$1:.*misc-redundant-expression" "$work/found"
}
check "a condition that is asked twice is found" finds "$work/wrong.c"
check "among other files, by name" finds "$work/wrong.c" "$work"/right_*.c
check "which are in order" analyse "$work"/right_*.c
if [ -n "$checks" ]; then
    check "as one" "$work/tidy" "$work/joined/0.c"
    check "all of them" [ ! -e "$work/joined/1.c" ]
fi
finish
