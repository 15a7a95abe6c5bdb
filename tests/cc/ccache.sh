#!/bin/sh
# The launcher with ccache behind it and before it: what was compiled is found again, and is annotated.

. "$(dirname "$0")/common.sh"

if ! command -v ccache >"$work/which"; then
    skip "ccache" "there is none"
    finish
    exit
fi
CCACHE_DIR=$work/ccache
CCACHE_CONFIGPATH=$work/ccache.conf
export CCACHE_DIR CCACHE_CONFIGPATH
: >"$CCACHE_CONFIGPATH"
echo 'int f(int n, int m) { return n && m; }' >a.c

# counts NAME...: how often ccache did that.
counts()
{
    sum=0
    for name; do
        sum=$((sum + $(ccache --print-stats | sed -n "s/^$name$(printf '\t')//p")))
    done
    echo $sum
}

hits()
{
    counts direct_cache_hit preprocessed_cache_hit
}

# found COMMAND...: makes an annotated a.o as before, compiling nothing: ccache finds all that it is asked for.
found()
{
    misses=$(counts cache_miss)
    hits=$(hits)
    rm -f a.o
    "$@" && annotated a.o && cmp a.o first.o && [ "$(counts cache_miss)" = "$misses" ] && [ "$(hits)" -gt "$hits" ]
}

# first COMMAND...: with a new cache.
first()
{
    rm -rf a.o "$CCACHE_DIR" "$HLCOV_DIR"
    "$@" && annotated a.o && cp a.o first.o && [ "$(counts cache_miss)" -gt 0 ]
}

check "behind: compiled" first "$HLCOV" cc ccache gcc -O2 -g -c a.c
check "behind: found" found "$HLCOV" cc ccache gcc -O2 -g -c a.c
check "behind, annotated again: found" found "$HLCOV" cc --no-cache ccache gcc -O2 -g -c a.c
check "behind, other criteria: compiled" [ "$(counts cache_miss)" -lt "$(
    "$HLCOV" cc --criteria=all ccache gcc -O2 -g -c a.c -o b.o && counts cache_miss)" ]

# ccache takes one word for a compiler, and for what it is to put before one.
printf '#!/bin/sh\nexec "%s" cc gcc "$@"\n' "$HLCOV" >compiler
printf '#!/bin/sh\nexec "%s" cc "$@"\n' "$HLCOV" >prefix
chmod +x compiler prefix
check "before: compiled" first ccache ./compiler -O2 -g -c a.c
check "before: found" found ccache ./compiler -O2 -g -c a.c
check "as its prefix: compiled" first env CCACHE_PREFIX="$PWD/prefix" ccache gcc -O2 -g -c a.c
check "as its prefix: found" found env CCACHE_PREFIX="$PWD/prefix" ccache gcc -O2 -g -c a.c
check "nothing is left over" nothing_left_over
finish
