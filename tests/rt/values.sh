#!/bin/sh
# Tuples are kept once each, and none is lost: threads, processes, kills, a full set, the time before the runtime
# starts. KILLS=10000 kills that many processes, not 100.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

# program INDEX WORDS [FLAG...]: builds values.c with a set of that room.
program()
{
    valued 1 "$1" "$2" values.c >"$work/program.c"
    shift 2
    built "$@"
}

runs()
{
    "$work/program" "$@" >"$work/program.out"
    test $? -eq 7
}

# expected FIRST LAST: these are wanted.
expected()
{
    seq "$1" "$2" | "$work/program" expect | sort -u >"$work/wanted"
}

# holds FIRST LAST: the set is sound and holds these numbers, nothing else, and nothing was lost.
holds()
{
    expected "$@"
    tuples --lost >"$work/found"
    echo "01 lost 0" | sort - "$work/wanted" | diff - "$work/found"
}

# has_acknowledged: the set is sound and holds these, maybe more. A line may be torn by the kill.
has_acknowledged()
{
    grep -x '[0-9]\{8\}' "$work/acknowledged" | "$work/program" expect | sort -u >"$work/wanted"
    tuples >"$work/found" && test -z "$(comm -23 "$work/wanted" "$work/found")"
}

# read_alike: hlcov's own reader finds as many in the file.
read_alike()
{
    test "$("$work/read" "$data"/*.hlb | grep -c '^  source ')" -eq "$(tuples | wc -l)"
}

lost()
{
    tuples --lost | sed -n 's/.* lost //p'
}

# ---- threads, processes, sanitizers ----

program 4096 32768
for i in 1 2 3; do
    forget
    check "4 processes of 8 threads" runs run 4 8
    check "all tuples are there once" holds 0 1023
done
runs run 3 3
check "again, into the same file" holds 0 1023
check "hlcov reads as many" read_alike
for i in 1 2 3; do
    forget
    check "16 threads" runs run 1 16
    check "all tuples of them are there once" holds 0 1023
done
program 4096 32768 -fsanitize=thread
forget
"$work/program" run 1 16 >"$work/program.out" 2>&1
check "no data race is seen" test $? -eq 7 -a ! -s "$work/program.out"
check "and all tuples are there" holds 0 1023
program 4096 32768 -fsanitize=address,undefined -static-libasan
forget
check "8 threads under other sanitizers" runs run 1 8
check "all tuples are there too" holds 0 1023

# ---- kills ----

# kill_rounds COUNT: 4 processes at once, each killed after 1 to 10 ms.
kill_rounds()
{
    round=0
    while [ $round -lt "$1" ]; do
        for i in 0 1 2 3; do
            timeout -s KILL "0.$(printf %03d $((round % 10 + 1)))" "$work/program" acknowledge \
                $((round * 4 + i)) >>"$work/acknowledged" 2>/dev/null &
        done
        wait
        round=$((round + 1))
    done
} 2>/dev/null

# The file is there before the first is killed: it takes longer to make.
program 262144 1048576
batch=0
while [ $batch -lt ${KILLS:-100} ]; do
    forget
    : >"$work/acknowledged"
    runs range 0 1
    kill_rounds 25
    check "100 processes were killed" test -s "$work/acknowledged"
    check "nothing acknowledged is lost" has_acknowledged
    echo "# $(wc -l <"$work/wanted") acknowledged, $(wc -l <"$work/found") there"
    check "nothing is counted as lost" test "$(lost)" -eq 0
    check "hlcov reads as many" read_alike
    batch=$((batch + 100))
done

# Killed while the file is made: there is none yet, or a sound one.
sound=0
for round in 1 2 3 4 5 6 7 8 9 10; do
    forget
    for i in 0 1 2 3; do
        timeout -s KILL "0.00$round" "$work/program" acknowledge $i >/dev/null 2>&1 &
    done
    wait
    if [ -z "$(ls "$data"/*.hlb 2>/dev/null)" ] || tuples >/dev/null; then
        sound=$((sound + 1))
    fi
done 2>/dev/null
check "a file is sound or not there" test $sound -eq 10

# ---- no room ----

# keeps_some FIRST LAST: some of them are there and nothing else; what is not was counted as often as it came.
keeps_some()
{
    expected "$1" "$2"
    tuples >"$work/found" && test -s "$work/found" && test -z "$(comm -13 "$work/wanted" "$work/found")"
}

for room in "64 100000" "8192 200" "2 10"; do
    program ${room% *} ${room#* }
    forget
    check "room $room: the program goes on" runs range 0 1000
    check "room $room: what is kept is sound" keeps_some 0 999
    kept=$(wc -l <"$work/found")
    check "room $room: $kept are kept, the others counted" test $((kept + $(lost))) -eq 1000
    cp "$work/found" "$work/kept"
    runs run 4 8
    tuples >"$work/found"
    check "room $room: what is there stays" test -z "$(comm -13 "$work/found" "$work/kept")"
    check "room $room: and stays sound" keeps_some 0 1023
done

# ---- processes and addresses ----

# owners: of the first value of each tuple; then of the last.
owners()
{
    tuples | sed 's/.. . [34]:\([0-9a-f]*\):.*/\1/' | sort -u | wc -l
}

# forked NAME COMMAND...: pointers of three processes differ, though they are the same address.
forked()
{
    name=$1
    shift
    forget
    "$@" "$work/program" fork >"$work/program.out"
    read -r object code function <"$work/program.out"
    check "$name: 5 tuples of 3 processes" test "$(tuples | wc -l) $(owners)" = "5 3"
    in_page=${function#"${function%???}"}
    tuples | sed "s/3:[0-9a-f]*:$object /OBJECT /; s/4:[0-9a-f]*:[0-9a-f]*$in_page\$/FUNCTION/" >"$work/found"
    number=$(sed -n '1s/.*4:\([0-9a-f]*\):'"$code"' .*/\1/p' "$work/found")
    for i in 1 2 3 4 5; do
        echo "01 $i OBJECT 3:0:0 4:$number:$code 4:0:0 FUNCTION"
    done >"$work/wanted"
    check "$name: null and code are the same" diff "$work/wanted" "$work/found"
    check "$name: code of a library has one owner" test "$(tuples | sed 's/.* //' | sort -u | wc -l)" -eq 1
}

program 64 1000
forked "fork" env
"$work/program" fork >"$work/program.out"
check "another run: 6 processes" test "$(owners)" -eq 6
check "the number of the program is a hash of its build-id" python3 -c '
import sys
sum = 0xcbf29ce484222325
for byte in bytes.fromhex(sys.argv[1]):
    sum = (sum ^ byte) * 0x100000001b3 % 2**64
assert "%x" % (sum >> 8) == sys.argv[2], "%x" % (sum >> 8)' "$(basename "$data"/*.hlb .hlb)" "$number"
gcc -O2 -o "$work/deny" "$here/deny.c"
"$work/deny" getrandom /bin/true
if [ $? -eq 77 ]; then
    skip "system calls that fail" "no seccomp here"
else
    for names in madvise getrandom getrandom,clock_gettime madvise,getrandom; do
        forked "fork without $names" "$work/deny" $names
    done
fi
program 64 1000 -Wl,--build-id=none
forked "fork without a build-id" env

program 64 1000
forget
runs wild-code
owned=$(tuples | sed 's/4:[1-9a-f][0-9a-f]*:10$/4:P:10/')
check "code in no object belongs to the process" test "$owned" = "01 1 4:P:10"

forget
runs long
check "a tuple that is too long is lost, one of 64 values is not" test "$(lost) $(tuples | wc -w)" = "1 66"

# ---- before the runtime starts ----

# A thread that is half done meanwhile: steps.sh.
for order in -fno-toplevel-reorder -ftoplevel-reorder; do # the set behind the slots, or before them
    program 4096 16384 $order
    forget
    for round in 1 2; do
        check "pointers before the start, round $round $order" runs early
        check "they belong to the process" test "$(tuples | wc -l) $(owners)" = "$round $round"
    done
done
forget
runs early-flood
check "more than there is room for before the start" keeps_some 0 4999
check "is not told to be complete" test "$(lost)" -gt 0

forget
runs range 0 1
runs early-slot
check "a slot that was set before the start is kept in a file that was there" test "$(recorded)" = "01: 3"

# ---- trouble ----

HLCOV_DIR=/proc/nowhere/at/all
export HLCOV_DIR
check "without a directory the program runs" runs run 2 2
check "and forks" runs fork
check "and is early" runs early-flood
unset HLCOV_DIR

forget
runs range 0 100
file=$(echo "$data"/*.hlb)
cp "$file" "$work/whole"
# The piece that has a set comes first or last.
at=$(grep -abo 'HLS' "$file" | sed 's/:.*//')
at=$((at - 1))

byte()
{
    printf "\\$2" | dd of="$file" bs=1 seek=$((at + $1)) conv=notrunc 2>/dev/null
}

for place in 0 8 24 28 32 36; do
    cp "$work/whole" "$file"
    byte $place 333
    cp "$file" "$work/before"
    check "another byte at $place of a set: the program runs" runs range 100 200
    check "another byte at $place of a set: the file is left alone" cmp "$file" "$work/before"
done
cp "$work/whole" "$file"
byte 48 003
runs range 100 200
check "LOST may differ" test "$(lost)" -eq 3
cp "$work/whole" "$file"
for place in 40 41 42 43 44 45 46 47; do
    byte $place 377
done
check "USED is damaged: the program runs" runs range 100 200
check "USED is damaged: nothing is added" test "$(lost)" -eq 100
expected 0 99
check "USED is damaged: what is there stays" test "$(tuples | comm -23 "$work/wanted" -)" = ""
cp "$work/whole" "$file"
dd if=/dev/zero of="$file" bs=1 seek=$((at + 64)) count=4096 conv=notrunc 2>/dev/null
check "a damaged index: the program runs" runs range 0 200
dd if=/dev/urandom of="$file" bs=1 seek=$((at + 64)) count=16384 conv=notrunc 2>/dev/null
check "an index of rubbish: the program runs" runs range 0 200

# cleared_while_it_runs: by a byte, all over.
cleared_while_it_runs()
{
    forget
    : >"$work/acknowledged"
    timeout -s KILL 1 "$work/program" for-ever >"$work/acknowledged" &
    while [ ! -s "$work/acknowledged" ]; do
        sleep 0.01
    done
    head -c "$(stat -c %s "$data"/*.hlb)" /dev/"$1" |
        dd of="$(echo "$data"/*.hlb)" conv=notrunc bs=1M 2>/dev/null
    wait $!
    test $? -eq 137
} 2>/dev/null

for with in zero urandom; do
    check "a file that is overwritten from $with while the program runs" cleared_while_it_runs $with
done

finish
