#!/bin/sh
# Every header compiles alone, so that the order of #include lines never matters. It does not link anything.
. "$(dirname "$0")/../subr.sh"

flags="-std=gnu11 -Wall -Wextra -Werror -D_GNU_SOURCE $(pkg-config --cflags glib-2.0 jansson libcmark)"
cd "$top_srcdir" || exit 1
for header in htol/*.h annot/*.h prune/*.h rt/*.h report/*.h tools/*.h include/*/*.h tests/unit/*.h; do
    [ -f "$header" ] || continue
    printf '#include "%s"\n' "$header" >"$work/alone.c"
    check "$header" gcc $flags -I. -I/usr/lib/llvm-19/include -fsyntax-only "$work/alone.c"
done
finish
