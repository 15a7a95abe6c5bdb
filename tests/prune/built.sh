#!/bin/sh
# hlcov prune of what was built: of a data directory or a program, without flags; each unit as it was compiled. What is
# proved, other tests ask.
. "$(dirname "$0")/common.sh"

HLCOV_CC_OPTIONS="--criteria=CC --paths 7"
export HLCOV_CC_OPTIONS
mkdir "$work/source" "$work/source/sub" "$work/source/include" || exit 1
cd "$work/source" || exit 1

echo '#define LIMIT SIZE' >include/limit.h
for name in one two sub/three; do
    cat >$name.c <<END
#include "limit.h"
int $(basename $name)(unsigned n)
{
    return n > LIMIT && n < 3;
}
END
done
cat >main.c <<'END'
int one(unsigned n), two(unsigned n), three(unsigned n);
int main(void)
{
    return one(1) + two(2) + three(3);
}
END
echo '-DSIZE=5' >flags.rsp
mkdir other

# Several sources of one command, a response file, another directory.
build()
{
    rm -rf "$work/data" && "$HLCOV" cc gcc -c -Iinclude @flags.rsp one.c two.c &&
        (cd sub && "$HLCOV" cc --semantics=complete gcc -c -I../include -DSIZE=2 -o three.o three.c) &&
        "$HLCOV" cc gcc -o program main.c one.o two.o sub/three.o && ./program
}

# proves NAME INFEASIBLE: the last command said so of the unit.
proves()
{
    grep -q "^source/$1.c: functions 1 ([0-9]* known), infeasible $2," "$work/out" && return 0
    cat "$work/out"
    return 1
}

check "nothing is there" says 1 "$work/data" "$HLCOV" prune
check "the program is built" build
check "the data directory is proved, without flags" says 0 'one.c: functions 1' "$HLCOV" prune --criteria MCC
check "one with its flags: not both conditions are true" proves one 1
check "two likewise" proves two 1
check "three with others, in its directory: nor both false" proves sub/three 2
check "reports use it" sh -c '"$HLCOV" report --details --criteria MCC | grep -q "without 4 infeasible"'
check "another directory is named" sh -c 'cp -r "$HLCOV_DIR" "$0" && rm -r "$0/verdicts" && cd / &&
    HLCOV_DIR=/nowhere "$HLCOV" prune "$0" && [ $(ls "$0/verdicts" | wc -l) = 4 ]' "$work/copy"
rm -r "$work/data/verdicts"
check "an object is named" says 0 'one.c: functions 1' "$HLCOV" prune one.o
check "only its unit is proved" sh -c '[ $(ls "$HLCOV_DIR/verdicts" | wc -l) = 1 ]'
check "a program is named" says 0 'main.c: functions 1' "$HLCOV" prune ./program
check "all of its units are proved" sh -c '[ $(ls "$HLCOV_DIR/verdicts" | wc -l) = 4 ]'

unpruned()
{
    "$HLCOV" report --details --criteria MCC --json "$work/report.json" >"$work/report" 2>&1
    grep -qF "$1: 1 function was not pruned: $2" "$work/report" &&
        grep -qF "\"unpruned\":\"$2" "$work/report.json"
}

sed -i 's/n < 3/n < 4/' one.c
check "a source was changed" says 0 'one.c: not pruned: its text has changed since it was built' "$HLCOV" prune \
    --criteria MCC
check "the others are proved" proves two 1
check "the report says why" unpruned one.c 'its text has changed since it was built'
echo 'int broken(' >>two.c
check "a source does not parse any more" says 0 'two.c: not pruned: its text has changed' "$HLCOV" prune
check "the report says that" unpruned two.c 'its text has changed since it was built'
rm include/limit.h
check "a header is gone" says 0 'three.c: not pruned: cannot be preprocessed' "$HLCOV" prune
check "the report says that it is" unpruned three.c 'cannot be preprocessed'
mv sub gone
check "a directory is gone" says 0 'three.c: not pruned: it was compiled in' "$HLCOV" prune
rm "$work"/data/recipes/*
check "no recipe is there" says 0 'main.c: not pruned: how it was compiled is not recorded' "$HLCOV" prune
mv gone sub
echo '#define LIMIT SIZE' >include/limit.h
sed -i '/broken/d' two.c
check "all is built again" build
for recipe in "$work"/data/recipes/*; do
    head -c 60 "$recipe" >"$work/part" && mv "$work/part" "$recipe"
done
check "recipes are damaged" says 0 'main.c: not pruned: it does not say how' "$HLCOV" prune
check "no program of ours" says 1 'no hlcov table in it' "$HLCOV" prune /bin/sh
finish
