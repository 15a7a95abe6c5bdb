#!/bin/sh
# The launcher and what was annotated before, and what the compiler said of it: taken from the data directory if nothing
# changed that it depends on, and the same as if it were done again. When entries go, tests/unit/test_cache.c asks.

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
# Several bytes, for one may be what it was before.
damages "changed entries" sh -c 'printf "\001\002\003\004\005\006" | dd of="$0" bs=1 seek=300 conv=notrunc 2>/dev/null'
damages "headless entries" sh -c 'printf "\377\377\377\377" | dd of="$0" bs=1 seek=65 conv=notrunc 2>/dev/null'

rm -rf "$HLCOV_DIR"
for i in 1 2 3 4 5 6 7 8; do
    "$HLCOV" cc gcc -O2 -c a.c -o "many$i.o" &
done
wait
for i in 1 2 3 4 5 6 7 8; do
    check "eight at once: $i" cmp "many$i.o" first.o
done
check "eight at once: one entry, and one of messages" [ "$(entries | wc -l)" = 2 ]
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

# What the compiler says of the user's text is kept, too.
cat >a.c <<'END'
#include "h.h"
int f(int n, int m) { int unused; while (n-- && m) m = half(m); return n || m; }
END
cat >gcc <<END
#!/bin/sh
echo "\$*" >>calls
exec $(command -v gcc) "\$@"
END
chmod +x gcc

# says WARNINGS CHECKS WORDS...: hlcov cc ./gcc WORDS says so many warnings, and has the compiler check so often.
says()
{
    warnings=$1 checks=$2
    shift 2
    : >calls
    "$HLCOV" cc ./gcc "$@" -c a.c -o a.o 2>messages && annotated a.o &&
        [ "$(grep -c 'warning: unused variable' messages)" = "$warnings" ] &&
        [ "$(grep -c -e -fsyntax-only calls)" = "$checks" ]
}

# depends WORDS...: what those words have written is as gcc writes it.
depends()
{
    mv a.dep ours.dep && "$(command -v gcc)" "$@" -c a.c -o b.o && cmp a.dep ours.dep
}

rm -rf "$HLCOV_DIR"
check "messages: asked for" says 1 1 -Wall
mv messages first
check "messages: kept" says 1 0 -Wall
check "messages: the same" cmp messages first
check "other warnings are asked for" says 0 1
check "and kept, though nothing was said" says 0 0
for time in first second; do
    check "errors are asked for: $time" sh -c '! "$HLCOV" cc ./gcc -Wall -Werror -c a.c 2>messages &&
        grep -q "error: unused" messages'
done
check "uncached: asked for" env HLCOV_CC_OPTIONS=--no-cache sh -c ': >calls; "$HLCOV" cc ./gcc -Wall -c a.c &&
    grep -q -e -fsyntax-only calls' 2>messages
check "dependencies: kept messages" says 1 0 -Wall -MMD -MP -MF a.dep -MT a.o
check "dependencies: as gcc writes them" depends -MMD -MP -MF a.dep -MT a.o
check "another object: kept messages" sh -c ': >calls; "$HLCOV" cc ./gcc -Wall -c a.c -o other.o 2>messages &&
    cmp messages first && ! grep -q -e -fsyntax-only calls'
for words in "-MD" "-MMD -MF a.dep" "-Wp,-MMD,a.dep"; do
    check "$words: asked for" says 1 1 -Wall $words
    check "$words: each time" says 1 1 -Wall $words
done
check "dependencies by the environment" env DEPENDENCIES_OUTPUT=a.dep sh -c ': >calls; "$HLCOV" cc ./gcc -Wall -c a.c &&
    grep -q -e -fsyntax-only calls' 2>messages
check "in another language" env LANG=de LC_ALL=C sh -c ': >calls; "$HLCOV" cc ./gcc -Wall -c a.c &&
    grep -q -e -fsyntax-only calls' 2>messages
check "kept beside it" says 1 0 -Wall
echo : >>gcc
check "another compiler" says 1 1 -Wall
check "nothing is left over" nothing_left_over
finish
