#!/bin/sh
# What tests recorded is theirs alone: programs in parallel, nested runs, servers that outlive a test, killed runners.
# Reads shards by hlcov dump.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

HLCOV_DIR=$data
export HLCOV_DIR
unit 1 100 tested.c >"$work/tested.c"
gcc -O2 -o "$work/program" "$work/tested.c"
p=$work/program

run()
{
    "$HLCOV" run "$@"
}

# facts: a line per test and unit in shards and files of tests: `NAME: slots`; each once.
facts()
{
    for file in "$data"/shards/*.hls "$data"/live/*/*.hlb "$data"/*.hlb; do
        [ ! -f "$file" ] || "$HLCOV" dump "$file"
    done | awk '/^test / { sub(/:.*/, ""); name = substr($0, 6) }
        /^unit / { sub(/.* set:/, ""); print name ":" $0 }' | sort -u
}

# holds NAME FACTS
holds()
{
    found=$(facts)
    if [ "$found" = "$2" ]; then
        ok "$1"
    else
        not_ok "$1" "found: $found"
    fi
}

forget
run --test one -- "$p" 1 3
holds "one test" "one: 1 3"
check "its file is gone" test ! -e "$data/live/"*/
run --test two -- "$p" 2
holds "another one" "one: 1 3
two: 2"
run --test one -- "$p" 4
holds "the first again, in another shard" "one: 1 3
one: 4
two: 2"

forget
HLCOV_TEST=$(printf %05000d 0) "$p" 8
check "a name that is too long is none" test "$(recorded)" = "01: 8" -a ! -e "$data/live"

forget
run --test killed -- "$p" 5 die 6
status=$?
check "a test that is killed: status $status" test $status -eq 137
holds "keeps what it recorded" "killed: 5"
check "and says so" sh -c "$HLCOV dump $data/shards/*.hls | grep -q '^test killed: signal 9'"
run --test status -- sh -c 'exit 7'
check "an exit status is passed on" test $? -eq 7
run --test none -- "$work/nothing" 2>"$work/err"
check "no such command" test $? -eq 127
run --test none -- "$work" 2>"$work/err"
check "not a command" test $? -eq 126
printf 'echo "$0 $1"; exit 5\n' >"$work/plain" && chmod +x "$work/plain"
PATH=$work:$PATH run --test plain -- plain word >"$work/out"
check "a script without #!" test $? -eq 5 -a "$(cat "$work/out")" = "$work/plain word"

# Python's subprocess module would set it back.
cat >"$work/heedless.py" <<'EOS'
import os, signal, sys
pid = os.fork()
if pid == 0:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    os.execvp(sys.argv[1], sys.argv[1:])
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
EOS
heedless()
{
    python3 "$work/heedless.py" "$HLCOV" run --test heedless -- "$@"
}
heedless sh -c 'exit 7'
check "an exit status where children are ignored" test $? -eq 7
ignored=$(heedless grep SigIgn /proc/self/status | sed 's/.*\(.....\)$/\1/')
check "which the command ignores, too: $ignored" test $((0x$ignored >> 16 & 1)) -eq 1
heedless "$work/nothing" 2>"$work/err"
check "no such command where children are ignored" test $? -eq 127

forget
run --test outer -- sh -c "$p 1; $HLCOV run --test inner -- $p 2; $p 3"
holds "nested: the innermost name" "inner: 2
outer: 1 3"
forget
run --test family -- "$p" 1 fork 2 fork 3
holds "children are of the test" "family: 1-3"

forget
for i in 1 2 3 4 5 6 7 8 9; do
    run --test "parallel $i" -- sh -c "$p $i; $p 2$i" &
done
wait
holds "in parallel" "$(for i in 1 2 3 4 5 6 7 8 9; do echo "parallel $i: $i 2$i"; done)"
forget
for i in 1 2 3 4 5 6 7 8; do
    run --test same -- sh -c "$p ${i}0; $p ${i}2" 2>>"$work/said" &
done
wait
check "in parallel, under one name: nothing is said" test ! -s "$work/said"
# A file that is sealed before its process gets to its first fact has none.
check "in parallel, under one name" test "$(facts | sed -n 's/^same: //p' | tr ' ' '\n' | sort -nu | xargs)" = \
    "10 12 20 22 30 32 40 42 50 52 60 62 70 72 80 82"

forget
run --test server -- "$p" 1 serve "$work/serves" 2
while [ ! -e "$work/serves" ]; do sleep 0.01; done
run --test client -- "$p" 3
holds "a server runs still" "client: 3
server: 1"
check "its file stays" test -n "$(ls "$data"/live/*/*.hlb)"
rm "$work/serves"
while [ -n "$(facts | grep -x 'server: 1')" ] && [ -z "$(facts | grep -x 'server: 1-2')" ]; do sleep 0.01; done
holds "what it records afterwards is its test's" "client: 3
server: 1
server: 1-2"
sleep 0.1
run --test last -- true
check "it is sealed when the next test ends" test ! -e "$data/live/"*/
holds "and nothing is lost" "client: 3
server: 1
server: 1-2"

forget
"$HLCOV" run --test orphan -- sh -c "$p 1; echo >$work/ready; while [ ! -e $work/go ]; do sleep 0.01; done; $p 2
    echo >$work/done" &
runner=$!
while [ ! -e "$work/ready" ]; do sleep 0.01; done
{ kill -KILL $runner && wait $runner; } 2>/dev/null
holds "the runner is killed" "orphan: 1"
run --test next -- "$p" 3
check "another one seals what it left" test ! -e "$data/live/"*/
holds "nothing is lost" "next: 3
orphan: 1"
echo >"$work/go"
while [ ! -e "$work/done" ]; do sleep 0.01; done
holds "nor is what comes later" "next: 3
orphan: 1
orphan: 2"

forget
run --test "$(printf 'tab\tand new\nline')" -- "$p" 1
holds "a name is one line" "tab and new line: 1"
long=$(printf %02000d 0)
forget
run --test "$long" -- "$p" 1
check "a long name is cut" test "$(facts | wc -c)" -lt 1100
run --test "${long}1" -- "$p" 1
check "and differs from another long one" test "$(facts | wc -l)" -eq 2

mkdir -p "$work/tree/.git" "$work/tree/t"
cp "$p" "$work/tree/t/program"
forget
(cd "$work/tree/t" && run --each -- ./program 1 && run --each -- "$p" 2)
holds "names of commands in the checkout, and elsewhere" "program 2: 2
t/program 1: 1"

term()
{
    "$HLCOV" run --test term -- sh -c "trap 'exit 9' TERM; echo > $work/trap; while :; do sleep 0.01; done" &
    while [ ! -e "$work/trap" ]; do sleep 0.01; done
    kill -TERM $!
    wait $!
}
term
check "signals are passed on: status $?" test $? -eq 9

# Directories that are links: what they name is not ours to write to, or to remove from.
rm -rf "$HLCOV_DIR/live" "$HLCOV_DIR/shards"
mkdir -p "$work/aside/test"
touch "$work/aside/test/x.hlb" "$work/aside/0-x.hls"
ln -s "$work/aside" "$HLCOV_DIR/shards"
check "shards is a link" sh -c '"$0" run --test=linked -- true 2>&1 | grep -q "shards/new.*cannot be written"' "$HLCOV"
rm "$HLCOV_DIR/shards"
touch "$HLCOV_DIR/shards"
check "shards cannot be made" sh -c '"$0" run --test=linked -- true 2>&1 | grep -q "shards: cannot be made"' "$HLCOV"
rm "$HLCOV_DIR/shards"
rm -rf "$HLCOV_DIR/live"
ln -s "$work/aside" "$HLCOV_DIR/live"
check "live is a link" sh -c '"$0" run --test=linked -- true 2>&1 | grep -q "which is not followed"' "$HLCOV"
run --test linked -- "$p" 1 2>/dev/null
check "nothing was written or removed there" test "$(cd "$work/aside" && find . -type f | sort | tr '\n' ' ')" = \
    "./0-x.hls ./test/x.hlb "
finish
