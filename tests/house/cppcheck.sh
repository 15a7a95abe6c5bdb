#!/bin/sh
# cppcheck finds nothing in what is built, but what cppcheck.txt says it may. It does not look into libraries.
. "$(dirname "$0")/../subr.sh"

if ! command -v cppcheck >/dev/null; then
    skip "cppcheck" "not installed"
    finish
fi

# The macros of libraries that it would have to see to parse what is behind them.
analyse()
{
    cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr --error-exitcode=1 \
        -D__GNUC__=12 -D__x86_64__ -D_GNU_SOURCE '-DG_GNUC_PRINTF(a,b)=' '-DG_DEFINE_QUARK(a,b)=' \
        '-DG_DEFINE_AUTOPTR_CLEANUP_FUNC(a,b)=' '-Djson_array_foreach(a,i,v)=while((i=1)&&(v=json_array_get(a,0)))' \
        '-Djson_object_foreach(o,k,v)=while((k="")&&(v=json_object_get(o,k)))' \
        --suppressions-list=tests/house/cppcheck.txt --library=gtk -I. "$@"
}

cd "$top_srcdir" || exit 1
for directory in $("$top_srcdir/tests/rooms.py"); do
    check "$directory/" analyse "$directory"
done

# It does find what is wrong.
cat >"$work/wrong.c" <<'END'
#include <glib.h>
G_DEFINE_QUARK(wrong, wrong)
int wrong(void)
{
    int array[4] = {0};
    return array[4];
}
END
finds()
{
    ! analyse "$work/wrong.c" >"$work/found" 2>&1 && grep arrayIndexOutOfBounds "$work/found"
}
check "an index out of bounds is found" finds
finish
