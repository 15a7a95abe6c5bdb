#!/bin/sh
# What happened is recorded however a process ends; 4 processes at a time that are killed 100 times lose nothing, nor
# do they where the file is made meanwhile. ROUNDS=1000 kills as often. faults.sh says where the other faults are.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

unit 1 100 ends.c >"$work/ends.c"
plain ends.c >"$work/plain_ends.c"
gcc -O2 -pthread -o "$work/program" "$work/ends.c"
gcc -O2 -pthread -o "$work/plain" "$work/plain_ends.c"

ends()
{
    forget
    behaves "$1" "01: $2" execute "$1"
}

ends return "0-1"
ends abort "0"
ends _exit "0"
ends quick_exit "0"
ends fork "0-1 20-21"
ends thread "0 10"
ends exec "0-1 30"
ends vfork "0-1 31"
ends elsewhere "0-1 40-41"
ends overflow "0 50"

# Runs add up.
forget
for end in fork _exit elsewhere; do
    "$work/program" $end >/dev/null
done
check "runs add up in one file" test "$(recorded)" = "01: 0-1 20-21 40-41"
"$work/read" "$data"/*.hlb >"$work/read.out"
check "the header names the program" grep -qx "program $work/program" "$work/read.out"

# What happened before the runtime started is added to a file that is there.
forget
unit 1 5 main.c >"$work/main.c"
unit 2 9000 other.c >"$work/other.c"
gcc -O2 -o "$work/program" "$work/main.c" "$work/other.c"
"$work/program" >/dev/null
file=$(echo "$data"/*.hlb)
dd if=/dev/zero of="$file" bs=1 seek=4128 count=5 conv=notrunc 2>/dev/null
check "the slots of the first unit are zero now" test "$(recorded)" = "01:
02: 8000"
"$work/program" kill >/dev/null 2>&1
check "slots set before the runtime starts are kept" test "$(recorded)" = "01: 0 2-3
02: 8000"

unit 2 400000 worker.c >"$work/worker.c"
gcc -O2 -o "$work/worker" "$work/worker.c"

gcc -O2 -o "$work/strike" "$here/strike.c"
rounds=${ROUNDS:-100}

# killed MICROSECONDS NUMBER: one process for so long, which acknowledges through a pipe.
killed()
{
    "$work/strike" "$1" "$work/worker" "$2"
}

# kill_four ROUND MOST: 4 at once, for up to MOST microseconds each, which differ.
kill_four()
{
    for i in 0 1 2 3; do
        killed $(((($1 * 4 + i) * 7919) % $2 + 100)) $(($1 * 4 % 400 + i)) &
    done
    wait
} 2>/dev/null

# Every acknowledged number lies in one of the ranges that the reader prints. A line may be torn by the kill.
nothing_lost()
{
    "$work/read" "$data"/*.hlb >"$work/read.out" || return 1
    sed 's/.*set: //; t; d' "$work/read.out" | tr ' ' '\n' |
        awk -F- '{ for (i = $1; i <= $NF; i++) printf "%06d\n", i }' >"$work/set"
    grep -x '[0-9]\{6\}' "$work/acknowledged" | sort -u >"$work/acks"
    lost=$(comm -13 "$work/set" "$work/acks" | wc -l)
    echo "$(wc -l <"$work/acks") acknowledged, $(wc -l <"$work/set") set, $lost lost"
    [ "$lost" -eq 0 ]
}

forget
round=0
while [ $round -lt "$rounds" ]; do
    kill_four $round 10000
    round=$((round + 1))
done | cat >"$work/acknowledged"
check "4 processes were killed $rounds times, nothing acknowledged is lost" nothing_lost
check "something was acknowledged" test -s "$work/acks"
echo "# $(nothing_lost)"

# Killed while the file is made: there is no file yet, and nothing acknowledged, or a complete one.
whole=0
early=0
round=0
while [ $round -lt "$rounds" ]; do
    forget
    kill_four $round $((round % 30 * 100 + 100)) | cat >"$work/acknowledged"
    if [ -z "$(ls "$data"/*.hlb 2>/dev/null)" ]; then
        early=$((early + 1))
        [ -s "$work/acknowledged" ] || whole=$((whole + 1))
    elif nothing_lost >/dev/null; then
        whole=$((whole + 1))
    fi
    round=$((round + 1))
done
check "a file is complete or not there" test "$whole" -eq "$rounds"
echo "# $early of $rounds times it was not there"

finish
