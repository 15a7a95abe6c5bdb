#!/bin/sh
# hlcov reset: what was recorded is forgotten, what is recorded afterwards counts, and programs that run meanwhile are
# not disturbed, also under load.
. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/data
export HLCOV_DIR
cd "$work" || exit 1
cat >program.c <<'END'
#include <stdio.h>
#include <string.h>

static volatile int sum;

/* Says `before`, waits for a line, and says `after`. */
static int waiting(void)
{
    puts("before");
    fflush(stdout);
    if (getchar() == '\n')
        puts("after");
    return 3;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < 2000; i++)
        sum += i;
    return argc > 1 && strcmp(argv[1], "wait") == 0 ? waiting() : 0;
}
END
check "it compiles" "$HLCOV" cc gcc -O2 -o program program.c

covered()
{
    "$HLCOV" report -q --criteria FC --json - 2>/dev/null | sed -n 's/.*"covered": *\([0-9]*\).*/\1/p' | head -1
}

check "before the first run there is nothing to remove" test "$("$HLCOV" reset)" = "$HLCOV_DIR: 0 data files removed"
./program
check "something is recorded" test "$(covered)" = 1
mkdir -p "$HLCOV_DIR/live/0123456789abcdef" "$HLCOV_DIR/shards"
touch "$HLCOV_DIR/live/0123456789abcdef/x.hlb" "$HLCOV_DIR/shards/x.hls" "$HLCOV_DIR/shards/mine"
check "reset removes it, and what tests recorded" test "$("$HLCOV" reset)" = "$HLCOV_DIR: 3 data files removed"
check "nothing is covered now" test "$(covered)" = 0
check "tables and foreign files stay" test -n "$(ls "$HLCOV_DIR"/tables/*.hlt)" -a -f "$HLCOV_DIR/shards/mine"
rm -r "$HLCOV_DIR/live" "$HLCOV_DIR/shards"
./program
check "the next run counts" test "$(covered)" = 1
check "-q says nothing" test -z "$("$HLCOV" reset -q)"
mkdir other
./program
cp "$HLCOV_DIR"/*.hlb other
check "directories may be named" test "$("$HLCOV" reset "$HLCOV_DIR" other | tail -1)" = "other: 1 data file removed"
cp program.c other/x.hlb
check "files of others stay" sh -c '! "$HLCOV" reset other 2>err && grep -q "other: this is no data directory" err'
check "they are there" [ -f other/x.hlb ]
mkdir aside
touch aside/x.hlb aside/x.hls
ln -s ../aside "$HLCOV_DIR/live"
ln -s ../aside "$HLCOV_DIR/shards"
check "directories that are links are refused" sh -c '! "$HLCOV" reset 2>err && grep -q "/live: cannot be read" err'
rm "$HLCOV_DIR/live" "$HLCOV_DIR/shards"
mkdir "$HLCOV_DIR/live"
ln -s ../../aside "$HLCOV_DIR/live/test"
ln -s ../aside/x.hlb "$HLCOV_DIR/x.hlb"
"$HLCOV" reset >out 2>err
check "and what is in them stays" [ -f aside/x.hlb ] && [ -f aside/x.hls ]
check "a link is removed itself" [ ! -L "$HLCOV_DIR/x.hlb" ]
rm -r "$HLCOV_DIR/live"

refused()
{
    "$HLCOV" reset "$@" >out 2>err
    [ $? -eq 1 ] && [ ! -s out ] && grep -q "$1" err
}

check "a directory that is not there" refused nowhere
check "a file" refused program.c
mkdir -p "$HLCOV_DIR/full.hlb"
./program
check "what cannot be removed is named" refused "$HLCOV_DIR"
check "and the rest was removed" test "$(ls "$HLCOV_DIR"/*.hlb)" = ""
rmdir "$HLCOV_DIR/full.hlb"

# ---- while programs run ----

mkfifo line
./program wait <line >out &
exec 3>line
await $! grep -q before out
check "reset under a running program" test "$("$HLCOV" reset)" = "$HLCOV_DIR: 1 data file removed"
echo >&3
exec 3>&-
wait $!
check "it ends as ever" test $? -eq 3 -a "$(tail -1 out)" = after
check "what it recorded is gone" test "$(covered)" = 0

# Four at a time, one after the other, until told to stop; a line for each that did not end well.
run_on()
{
    while [ ! -e stop ]; do
        ./program || echo "status $?"
    done
}

for i in 1 2 3 4; do
    run_on >>bad 2>&1 &
done
resets=0
while [ $resets -lt 40 ]; do
    "$HLCOV" reset -q || echo "reset failed" >>bad
    "$HLCOV" report -q 2>/dev/null || echo "report failed" >>bad
    resets=$((resets + 1))
done
touch stop
wait
check "40 resets and reports while four programs start again and again" test ! -s bad
"$HLCOV" reset -q
./program
check "what runs after the last one counts" test "$(covered)" = 1
check "no other file is left behind, but for the scores" \
    test "$(ls "$HLCOV_DIR" | grep -v '^scores')" = "$(basename "$HLCOV_DIR"/*.hlb)
recipes
tables
targets
units"
finish
