#!/bin/sh
# The launcher and what was annotated before: taken from the data directory if nothing changed that it depends on, and
# the same as if it were annotated again. When entries go, tests/unit/test_cache.c asks.

. "$(dirname "$0")/common.sh"

cat >h.h <<'END'
/* one */
static inline int half(int n) { return n > 2 && n % 2 == 0 ? n / 2 : n; }
END
cat >a.c <<'END'
#include "h.h"
int f(int n, int m) { while (n-- && m) m = half(m); return n || m; }
END
echo 'int data = 1;' >data.c
check "a machine without libclang" make_no_clang

# known WORDS...: hlcov cc WORDS makes an annotated a.o without libclang, that is, of what is kept.
known()
{
    rm -f a.o
    LD_PRELOAD=$PWD/no_clang.so "$HLCOV" cc "$@" && annotated a.o
}

unknown()
{
    rm -f a.o
    LD_PRELOAD=$PWD/no_clang.so "$HLCOV" cc "$@" && not_annotated a.o
}

# fresh WORDS...: keeps what hlcov cc WORDS annotates, and nothing else.
fresh()
{
    rm -rf "$HLCOV_DIR"
    "$HLCOV" cc "$@" && annotated a.o
}

entries()
{
    find "$HLCOV_DIR/units" -type f
}

check "nothing is kept at first" unknown gcc -O2 -c a.c
check "annotated by libclang" fresh gcc -O2 -c a.c
cp a.o first.o
check "kept" known gcc -O2 -c a.c
check "the object is the same" cmp a.o first.o
"$HLCOV" cc --no-cache gcc -O2 -c a.c
check "as it is when annotated again" cmp a.o first.o
"$HLCOV" dump first.o >first.txt
rm -r "$HLCOV_DIR/tables"
check "a table that was removed" known gcc -O2 -c a.c
check "is registered again" [ "$(ls "$HLCOV_DIR/tables" | wc -l)" = 1 ]
"$HLCOV" dump a.o >again.txt
check "and says the same" cmp again.txt first.txt
check "which is something" grep -q half first.txt
check "options that say nothing of the text" known gcc -O2 -fPIC -g -Wall -c a.c
check "another object" known gcc -O2 -c a.c -o a.o -MD -MF a.dep
check "with its dependencies" grep -q h.h a.dep

check "another level" unknown gcc -c a.c
check "another standard" unknown gcc -O2 -std=c99 -c a.c
check "threads" unknown gcc -O2 -pthread -c a.c
check "small objects" unknown gcc -Os -c a.c
check "another compiler" unknown "$(command -v gcc)" -O2 -c a.c
check "other criteria" unknown --criteria=all gcc -O2 -c a.c
check "other semantics" unknown --semantics=complete gcc -O2 -c a.c
check "options from the environment" sh -c '! HLCOV_CC_OPTIONS=--decisions=branching LD_PRELOAD=$PWD/no_clang.so \
    "$HLCOV" cc gcc -O2 -c a.c -o b.o || ! readelf -SW b.o | grep -q hlcov_tab'
check "another text" unknown gcc -O2 -Dhalf=third -c a.c
check "kept beside them" known gcc -O2 -c a.c
mkdir there && cp a.c h.h there
check "another directory" sh -c 'cd there && LD_PRELOAD=../no_clang.so "$HLCOV" cc gcc -O2 -c a.c &&
    ! readelf -SW a.o | grep -q hlcov_tab'
sed 's/one/two/' h.h >new.h && mv new.h h.h
check "another comment in a header, of which tables have a hash" unknown gcc -O2 -c a.c
sed 's/two/one/' h.h >new.h && mv new.h h.h
check "the comment as it was" known gcc -O2 -c a.c
check "uncached" unknown --no-cache gcc -O2 -c a.c

# damages NAME COMMAND...: after COMMAND FILE on each entry it is not used, but what is annotated is the same.
damages()
{
    name=$1
    shift
    fresh gcc -O2 -c a.c
    entries | while read -r entry; do "$@" "$entry"; done
    check "$name: not used" unknown gcc -O2 -c a.c
    check "$name: annotated again" "$HLCOV" cc gcc -O2 -c a.c
    check "$name: the same" cmp a.o first.o
    check "$name: kept again" known gcc -O2 -c a.c
}
damages "empty entries" truncate -s 0
damages "short entries" truncate -s 400
damages "long entries" sh -c 'echo x >>"$0"'
damages "changed entries" sh -c 'printf "\001" | dd of="$0" bs=1 seek=300 conv=notrunc 2>/dev/null'
damages "headless entries" sh -c 'printf x | dd of="$0" bs=1 seek=65 conv=notrunc 2>/dev/null'

rm -rf "$HLCOV_DIR"
for i in 1 2 3 4 5 6 7 8; do
    "$HLCOV" cc gcc -O2 -c a.c -o "many$i.o" &
done
wait
for i in 1 2 3 4 5 6 7 8; do
    check "eight at once: $i" cmp "many$i.o" first.o
done
check "eight at once: one entry" [ "$(entries | wc -l)" = 1 ]
rm -rf "$HLCOV_DIR"
check "--no-cache" "$HLCOV" cc --no-cache gcc -O2 -c a.c
check "keeps nothing" [ ! -e "$HLCOV_DIR/units" ]
rm -rf "$HLCOV_DIR" && mkdir -p "$HLCOV_DIR" && : >"$HLCOV_DIR/units"
check "a file in the way of the cache" sh -c '"$HLCOV" cc gcc -O2 -c a.c && readelf -SW a.o | grep -q hlcov_tab'
check "it is as it was" [ ! -s "$HLCOV_DIR/units" ]

rm -rf "$HLCOV_DIR"
"$HLCOV" cc gcc -O2 -c data.c
check "nothing to annotate is kept, too" sh -c 'LD_PRELOAD=$PWD/no_clang.so "$HLCOV" cc gcc -O2 -c data.c &&
    [ ! -e "$HLCOV_DIR/notes.log" ]'
cat >labels.c <<'END'
int g(int a, int b)
{
    //! label L : a > b
    return a + b;
}
END
cp labels.c a.c
check "users' labels" fresh gcc -O2 -c a.c
check "are not kept" unknown gcc -O2 -c a.c
check "nothing is left over" nothing_left_over
finish
