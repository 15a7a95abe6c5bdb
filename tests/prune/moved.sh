#!/bin/sh
# hlcov prune of data directories that were copied, and of sources that were moved since they were built: these are
# found, or units are refused before anything is proved. What is proved, other tests ask.
. "$(dirname "$0")/common.sh"
unset HLCOV_DIR
mkdir -p old/source old/include old/build || exit 1

echo '#define LIMIT 5' >old/include/limit.h
cat >old/source/one.c <<'END'
#include "limit.h"
const char *name = __FILE__;
int main(int n, char **words)
{
    return n > LIMIT && n < 3;
}
END
cp old/source/one.c old/two.c

# One is compiled as CMake does, with absolute names, in a directory of its own.
build()
{
    (cd old/build && HLCOV_DIR=$work/old/data "$HLCOV" cc gcc "-I$work/old/include" -o "$work/one" \
        "$work/old/source/one.c") &&
        (cd old && HLCOV_DIR=$work/old/data "$HLCOV" cc gcc -Iinclude -o "$work/two" two.c) &&
        ./one && ./two
}

# proves NAME DIRECTORY OPTION...: all that is infeasible, by verdicts in the directory itself.
proves()
{
    name=$1 directory=$2
    shift 2
    rm -rf "$directory/verdicts" cache
    "$HLCOV" prune --criteria MCC "$@" "$directory" >out 2>&1
    grep -q "$name.c: functions 1 ([01] known), infeasible 1," out &&
        "$HLCOV" report --details --criteria MCC "$directory" 2>&1 | grep -q 'without [1-9] infeasible' && return 0
    cat out
    return 1
}

# refuses NAME WORDS DIRECTORY OPTION...: of that unit nothing is proved, or kept in the cache as proved.
refuses()
{
    words="$1.c: not pruned: $2"
    directory=$3
    shift 3
    rm -rf cache
    says 0 "$words" "$HLCOV" prune --criteria MCC "$@" "$directory" && [ -z "$(find cache -type f)" ]
}

check "it is built" build
check "a copy of the data directory is proved" sh -c 'cp -r old/data copy'
check "one with relative names" proves two copy
check "one with absolute names" proves source/one copy
ln -s old link
proves_from_link()
{
    cd link && proves two "$work/copy" || return 1
    cd "$work" || exit 1
}
check "where a link leads to the directory that it was compiled in" proves_from_link
cp -r copy other
rm link
mv old new
check "sources were moved" refuses two "it was compiled in $work/old, which cannot be entered: --root=ROOT says" copy
check "that is said of the other one" refuses source/one "it was compiled in $work/old/build, which cannot be" copy
check "they are found" proves two copy --root new
check "so is the one that was named absolutely" proves source/one copy -r "$work/new/"
check "a report finds them too" \
    sh -c '"$HLCOV" report --details --root new --criteria MCC copy | grep -q "without 2 infeasible"'
sed -i 's/n < 3/n < 4/' new/two.c new/source/one.c
check "changed ones are refused" refuses two 'its text has changed since it was built' copy --root new
check "the other one too" refuses source/one 'its text has changed since it was built' copy --root new

missing()
{
    says 1 "hlcov prune: $1: No such file or directory" "$HLCOV" prune "$1" && [ "$(wc -l <"$work/out")" = 1 ]
}

check "what is not there is said so, once" missing "$work/gone"
check "a directory without tables, too" sh -c 'mkdir empty
    "$HLCOV" prune empty 2>&1 | grep -o empty | wc -l | grep -qx 1'
finish
