#!/bin/sh
# Whatever instruction of the runtime is the last one before a signal, a jump out of its handler or the death of the
# process: tuples and sequences stay sound. STRIDE=1 tries all instructions of a sequence's places, not each 29th.
. "$(dirname "$0")/../subr.sh"
. "$(dirname "$0")/fixture.sh"

valued 1 4096 32768 steps.c >"$work/program.c"
flags=
[ "$(uname -m)" != x86_64 ] || flags=-mno-red-zone
check "it compiles" built $flags
"$work/program"
if [ $? -eq 77 ]; then
    skip "single steps" "not on this machine"
    finish
fi

for way in again other jump kill; do
    forget
    "$work/program" $way >"$work/wanted"
    sort -o "$work/wanted" "$work/wanted"
    echo "01 lost 0" >>"$work/wanted"
    tuples --lost >"$work/found"
    check "a tuple, $way: $(wc -l <"$work/found") lines" diff "$work/wanted" "$work/found"
done

# The runtime starts while a thread is at each of the instructions.
early()
{
    at=1
    status=7
    while [ $status -eq 7 ]; do
        "$work/program" early $at
        status=$?
        printf '01 0 1:0:%x 0:0:%x\n' $at $((at * at))
        at=$((at + 1))
    done >"$work/numbers"
    [ $status -eq 8 ] && [ $at -gt 100 ] && tuples >"$work/found" &&
        sed '$d' "$work/numbers" | sort | diff - "$work/found"
}

forget
check "a tuple, when the runtime starts" early
echo "# $(wc -l <"$work/found") instructions"

in_private()
{
    HLCOV_DIR=/proc/nowhere "$work/program" "$1" "${STRIDE:-29}" >"$work/output"
    [ $? -eq 7 ] || ! cat "$work/output"
}

for way in nest leave apart; do
    check "a sequence, $way" in_private $way
    echo "#" $(cat "$work/output")
done

valued 1 2 64 steps.c >"$work/program.c"
built $flags
check "two tuples that wish for one entry" in_private collide

finish
