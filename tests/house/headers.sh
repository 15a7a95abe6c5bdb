#!/bin/sh
# Every header compiles alone, so that the order of #include lines never matters. It links nothing, and compiles no
# header that the build compiled alone: a file of the same name includes it before all else.
. "$(dirname "$0")/../subr.sh"

flags="-std=gnu11 -Wall -Wextra -Werror -D_GNU_SOURCE $(pkg-config --cflags glib-2.0 jansson libcmark)"
# built_alone HEADER: the build, whose warnings are errors, began a file with it.
built_alone()
{
    file=${1%.h}.c
    [ -f "$file" ] && [ "$(grep -m 1 '^#' "$file")" = "#include \"$1\"" ] &&
        grep -q "^WERROR = -Werror" "$top_builddir/Makefile" && grep -qF "$file" Makefile.am
}

cd "$top_srcdir" || exit 1
for directory in $("$top_srcdir/tests/rooms.py" include tests/unit tests/oracle/htol); do
    headers=$(find "$directory" -name '*.h' | sort)
    check "$directory/ has headers" test -n "$headers"
    for header in $headers; do
        if built_alone "$header"; then
            ok "$header, by the build"
            continue
        fi
        printf '#include "%s"\n' "$header" >"$work/alone.c"
        check "$header" gcc $flags -I. -Iinclude -I/usr/lib/llvm-19/include -fsyntax-only "$work/alone.c"
    done
done

printf 'HtolTable *table_of(void);\n' >"$work/wrong.c"
wrong_is_found()
{
    ! gcc $flags -I. -fsyntax-only "$work/wrong.c" 2>/dev/null
}
check "a header that lacks an include is found" wrong_is_found
finish
