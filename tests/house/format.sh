#!/bin/sh
# Our C is laid out as .clang-format says. It does not look at C that is the input of a test.
. "$(dirname "$0")/../subr.sh"

if ! command -v clang-format-19 >/dev/null; then
    skip "clang-format" "not installed"
    finish
fi

cd "$top_srcdir" || exit 1
for directory in $("$top_srcdir/tests/rooms.py" include tests/unit tests/oracle/htol tests/bench); do
    check "$directory/" find "$directory" -name '*.[ch]' -exec clang-format-19 --dry-run --Werror --ferror-limit=3 {} +
done

printf 'int f( int a ) {return a;}\n' >"$work/wrong.c"
wrong_is_found()
{
    ! clang-format-19 --style=file:.clang-format --dry-run --Werror "$work/wrong.c" 2>/dev/null
}
check "what is laid out otherwise is found" wrong_is_found
finish
