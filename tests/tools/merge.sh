#!/bin/sh
# hlcov merge: the same bytes in any order, number and nesting; all kinds of inputs; damage is named and the rest kept;
# reports of what was merged are those of its parts.
. "$(dirname "$0")/../subr.sh"

cp -R "$top_srcdir/samples/triangle" "$work/sample" && cd "$work/sample" || exit 1
HLCOV_DIR=$work/data
export HLCOV_DIR
make -s triangle CC="$HLCOV cc gcc" CFLAGS=-O1 || exit 1

# test_in DIRECTORY NAME ARGUMENTS...
test_in()
{
    directory=$1
    shift
    HLCOV_DIR=$directory "$HLCOV" run --test "$1" -- ./triangle "$2" "$3" "$4" >/dev/null
}

merge()
{
    "$HLCOV" merge -o "$@"
}

i=0
for sides in "1 2 2" "2 2 2" "1 1 9" "3 4 5" "2 1 2" "0 1 1" "2 2 1" "4 3 5"; do
    i=$((i + 1))
    test_in "$work/d$i" "test $i" $sides
    merge "$work/$i.hls" "$work/d$i" || exit 1
done
test_in "$work/d9" "test 3" 3 3 4
./triangle 5 5 5 >/dev/null
cd "$work" || exit 1

check "a shard of each" test -s 8.hls
merge all.hls data d1 d2 d3 d4 d5 d6 d7 d8 d9
check "status 0" test $? -eq 0
check "nine tests' names, and what is of none" test "$("$HLCOV" dump all.hls | grep -c '^test ')" -eq 9
same()
{
    name=$1
    shift
    merge other.hls "$@"
    check "$name" cmp all.hls other.hls
}
same "in another order" d9 d4 d3 d8 d1 d2 data d7 d6 d5
same "some twice" d9 data d9 d4 d3 d3 d8 d1 d2 d7 all.hls d6 d5
same "shards instead of directories" 1.hls 3.hls 8.hls 2.hls 4.hls 7.hls 6.hls 5.hls d9 data
same "merged with itself" all.hls all.hls
same "alone" all.hls
merge a.hls 1.hls 2.hls data && merge b.hls 3.hls d9 4.hls && merge c.hls 5.hls 6.hls 7.hls 8.hls
merge ab.hls a.hls b.hls && merge bc.hls b.hls c.hls
same "(a b) c" ab.hls c.hls
same "a (b c)" a.hls bc.hls
cat a.hls b.hls c.hls >row.hls
same "one file behind the other" row.hls
cp a.hls over.hls
merge over.hls over.hls bc.hls
check "the output may be an input" cmp all.hls over.hls
cp data/*.hlb plain.hlb
same "files of each kind" d1/shards/*.hls 2.hls d3 4.hls d5 d6 d7 d8 d9 plain.hlb data/tables/*.hlt
printf '%s\n' d1 d2 d3 d4 d5 >list
same "@list" @list c.hls d9 data
printf '%s\0' d1 d2 "d3" d4 d5 data | merge other.hls - c.hls d9
check "names on standard input" cmp all.hls other.hls
merge - all.hls >stdout.hls
check "to standard output" cmp all.hls stdout.hls

# What a report says of it all.
scores()
{
    "$HLCOV" report --details --criteria STMT,DC,CACC "$@" 2>"$work/err" | grep -v 'data files'
}
scores data d1 d2 d3 d4 d5 d6 d7 d8 d9 >wanted
check "there is a report" grep -q '^TOTAL .*%' wanted
scores all.hls >found
check "the report of the shard is that of its parts" cmp wanted found
scores data 1.hls 2.hls 3.hls 4.hls 5.hls c.hls d9 >found
check "and of parts and shards" cmp wanted found
scores all.hls all.hls ab.hls d1 >found
check "what is named twice counts once" cmp wanted found

# Damage.
expect()
{
    name=$1 status=$2 pattern=$3
    shift 3
    "$HLCOV" merge "$@" >out 2>err
    got=$?
    if [ $got -eq "$status" ] && grep -q -e "$pattern" err; then
        ok "$name"
    else
        not_ok "$name" "status $got: $(cat err)"
    fi
}
head -c 100 1.hls >cut.hls
printf x >>cut.hls
: >empty.hls
echo hello >text
head -c 5000 plain.hlb >cut.hlb
head -c 100 data/tables/*.hlt >cut.hlt
for bad in cut.hls empty.hls text cut.hlb cut.hlt missing; do
    expect "$bad is named" 3 "$bad: " -o other.hls all.hls $bad
    check "$bad: the rest is kept" cmp all.hls other.hls
done
rm -f never.hls
expect "no input at all" 1 "no input" -o never.hls missing
check "nothing is written then" test ! -e never.hls
expect "no output" 1 "-o OUT" all.hls
expect "no input" 1 "an input" -o never.hls
expect "an output that cannot be" 1 "cannot be written" -o no/such/directory all.hls
expect "a map without =" 1 "FROM=TO" -o never.hls --map x all.hls

# Other trees: the same program, built elsewhere under another name.
mkdir -p here/.git there/.git/x there/deep
cp sample/triangle.c here && cp sample/triangle.c there/deep
(cd here && HLCOV_DIR=$work/h "$HLCOV" cc gcc -o p triangle.c && HLCOV_DIR=$work/h "$HLCOV" run --test h -- ./p 1 2 2)
(cd there/deep && HLCOV_DIR=$work/t "$HLCOV" cc gcc -o p triangle.c &&
    HLCOV_DIR=$work/t "$HLCOV" run --test t -- ./p 2 2 2) >/dev/null
files()
{
    "$HLCOV" report --details --criteria STMT "$1" 2>err | grep -c '^[^ ]*triangle.c'
}
merge two.hls h t
check "two trees, two files" test "$(files two.hls)" -eq 2
merge one.hls --map deep/triangle.c=triangle.c h t
check "one, mapped" test "$(files one.hls)" -eq 1
merge mapped.hls --map "$work/there/deep=$work/here" --map "$work/there=$work/here" --map deep/triangle.c=triangle.c h t
check "as if it had been built there: one table" test "$("$HLCOV" dump mapped.hls | grep -c '^table')" -eq 1
check "both tests" test "$("$HLCOV" dump mapped.hls | grep -c '^test')" -eq 2
check "what is mapped is readable" "$HLCOV" report mapped.hls

finish
