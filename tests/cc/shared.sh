#!/bin/sh
# Programs for threads look whether a slot is set before they set it, where more than structure and logic is recorded;
# others do not.

. "$(dirname "$0")/common.sh"

if [ "$(uname -m)" != x86_64 ]; then
    skip "what a slot costs" "the instructions are known for x86-64"
    finish
fi
echo 'int sum(int a, int b) { return a + b; } int larger(int a, int b) { return a > b ? a : b; }' >a.c

# looks OPTIONS COMPILER-OPTIONS...: how often what stands at a fixed place in memory is read.
looks()
{
    options=$1
    shift
    "$HLCOV" cc $options gcc -O2 -w "$@" -c a.c -o a.o &&
        objdump -d a.o | grep -c 'movzbl[[:space:]].*(%rip)\|cmpb[[:space:]].*(%rip)'
}

recorded()
{
    rm -rf hlcov-data
    HLCOV_DIR=$PWD/hlcov-data
    export HLCOV_DIR
    echo 'int larger(int, int), sum(int, int); int main(void) { return sum(larger(2, 1), larger(1, 2)) - 4; }' >main.c
    "$HLCOV" cc --criteria=all gcc -O2 -w "$@" a.c main.c -o program && ./program &&
        "$HLCOV" report -q --criteria=all --json - | grep -v '"path"\|"root"\|time'
}

same()
{
    recorded >plain.json && recorded -pthread >threads.json && diff plain.json threads.json
}

mutants=$(looks --criteria=AOR,ABS)
check "mutants, with threads" test "$(looks --criteria=AOR,ABS -pthread)" -gt $((mutants + 5))
check "mutants, with OpenMP" test "$(looks --criteria=AOR,ABS -fopenmp)" -gt $((mutants + 5))
check "logic, with threads" test "$(looks "" -pthread)" -eq "$(looks "")"
check "what is recorded is the same" same
finish
