#!/bin/sh
# Many tests: they stay apart, shards stay few, and merging in a tree by GNU parallel, as hlcov-scale(7) has it, comes
# to the same. Runners that are killed at any moment lose nothing.
#
# usage: shards.sh; TESTS is how many tests to run (70; make check-shards runs 1000)
. "$(dirname "$0")/../subr.sh"

tests=${TESTS-70}
cat >"$work/many.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    switch (argc > 1 ? atoi(argv[1]) % 90 : 0) {
CASES
    }
    return 0;
}
C
cases=$(i=0; while [ $i -lt 90 ]; do echo "case $i: putchar('a'); break;"; i=$((i + 1)); done)
awk -v cases="$cases" '$0 == "CASES" { print cases; next } { print }' "$work/many.c" >"$work/with_cases.c"
cd "$work" || exit 1
mv with_cases.c many.c
HLCOV_DIR=$work/built
export HLCOV_DIR
"$HLCOV" cc gcc -o many many.c || exit 1

# facts SHARD: a line per test: how it ended, and the slots of the unit.
facts()
{
    "$HLCOV" dump "$1" | awk '/^test / { line = $0 } /^unit / { sub(/.* set:/, ""); print line $0 }'
}

if ! command -v parallel >/dev/null; then
    not_ok "GNU parallel" "it is not installed"
    finish
fi

HLCOV_DIR=$work/one
seq "$tests" | parallel -j4 '"$HLCOV" run --test=t{} -- ./many {} >/dev/null' 2>err
check "$tests tests at once: none says anything" test ! -s err
"$HLCOV" merge -o one.hls one
check "all are there" test "$(facts one.hls | wc -l)" -eq "$tests"
files=$(ls one/shards | wc -l)
check "in $files shards" test "$files" -lt 80
if [ "$tests" -ge 64 ]; then
    check "some became one" test -n "$(ls one/shards/1-*)"
fi
check "as many kinds of facts as cases" test "$(facts one.hls | sed 's/.*status 0//' | sort -u | wc -l)" -eq \
    "$([ "$tests" -lt 90 ] && echo "$tests" || echo 90)"
size=$(stat -c %s one.hls)
echo "# $((size / tests)) bytes a test, merged"

unset HLCOV_DIR
mkdir out
seq "$tests" | parallel -j4 \
    'HLCOV_DIR=out/{} "$HLCOV" run --test=t{} -- ./many {} >/dev/null && "$HLCOV" merge -o out/{}.hls out/{}' 2>err
find out -maxdepth 1 -name '*.hls' | parallel -j2 -n50 '"$HLCOV" merge -o out/part.{#}.hls {}' 2>>err
"$HLCOV" merge -o all.hls out/part.*.hls 2>>err
check "GNU parallel: a shard for each test, merged 50 at a time, then all" test ! -s err
facts one.hls >wanted
facts all.hls >found
check "comes to the same" cmp wanted found
find out -maxdepth 1 -name '*.hls' -print0 | "$HLCOV" merge -o flat.hls -
check "as merging them at once" cmp all.hls flat.hls
"$HLCOV" report --details --criteria STMT built/tables/*.hlt all.hls >report.txt 2>err
check "a report can be made of it" grep -q '^TOTAL' report.txt

# One at a time is killed: what the test itself says that it did is there.
HLCOV_DIR=$work/killed
export HLCOV_DIR
: >acknowledged
i=0
begun=0
while [ $i -lt 25 ]; do
    i=$((i + 1))
    "$HLCOV" run --test="k$i" -- sh -c "echo >started; ./many $i >/dev/null; echo 'k$i' >>acknowledged" &
    runner=$!
    await $runner test -e started || break
    begun=$i
    rm started
    sleep "0.0$((i * 7 % 10))"
    { kill -KILL $runner && wait $runner; } 2>/dev/null
done
check "each of them begins" test $begun -eq $i
while [ "$(wc -l <acknowledged)" -lt $begun ]; do sleep 0.1; done
"$HLCOV" run --test=last -- true
"$HLCOV" merge -o killed.hls killed 2>err
check "runners are killed: nothing is damaged" test ! -s err
facts killed.hls | sed 's/^test \([^:]*\).*/\1/' | sort >recorded
sort acknowledged | comm -23 - recorded >missing
check "and of $(wc -l <acknowledged) tests nothing is missing" test ! -s missing
check "what they left is sealed" test -z "$(ls killed/live)"
finish
