#!/bin/sh
# Paths of programs: that activations keep theirs apart, whatever they are left by; paths that scripts name, before and
# after; and what is said of those that are not recorded.

. "$(dirname "$0")/common.sh"

cat >program.c <<'END'
#include <setjmp.h>
#include <stdlib.h>

static int depth(int n)
{
    int left = 0;
    if (n > 1)
        left = depth(n - 1);
    if (left > 0)
        left++;
    return left + n;
}

static int into(int n)
{
    if (n == 3)
        goto body;
    while (n > 0) {
    body:
        n -= 2;
    }
    return n;
}

static int condition(int n)
{
    while (({ int k = 0; while (k < 3) k++; n > k; }))
        n--;
    return n;
}

static jmp_buf back;
//! label Left at leaves@path 0 1 : true
//! label Stayed at leaves@path 0 2 3 : true
static void leaves(int n)
{
    if (n > 1)
        longjmp(back, 1);
    n++;
}

static int many(int n)
{
#define TWICE(a) a a
    TWICE(TWICE(TWICE(if (n & 1) n++;)))
    TWICE(TWICE(if (n & 2) n++;))
    return n;
}

int main(int argc, char **argv)
{
    int n = argc;
    n += depth(2) + into(3) + condition(5);
    if (!setjmp(back))
        leaves(2);
    many(n);
    if (argv[0])
        exit(0);
    return 1;
}
END

# verdicts CRITERIA FUNCTION: STATUS ID TEXT of each objective, and why.
verdicts()
{
    "$HLCOV" report --criteria "$1" --json report.json >report.out || return 1
    python3 - "$2" <<'END'
import json, sys
for file in json.load(open("report.json"))["files"]:
    for o in file["objectives"]:
        if o["function"] == sys.argv[1]:
            print(o["status"], o["id"].split(":")[-1], o["text"], o.get("why") or "")
END
}

# holds CRITERIA FUNCTION LINES: these are among the verdicts, a line each.
holds()
{
    verdicts "$1" "$2" | sed 's/ *$//' >"$work/verdicts" || return 1
    printf '%s\n' "$3" | while IFS= read -r line; do
        grep -qxF "$line" "$work/verdicts" || { echo "no line: $line"; cat "$work/verdicts"; exit 1; }
    done
}

# asked LABEL WORDS: what the report says of a label in a script of its own.
asked()
{
    printf 'label L at program.c:%s : true;\n' "$1" >asked.htol
    "$HLCOV" report --objectives asked.htol --json report.json >report.out || return 1
    python3 - "$2" <<'END'
import json, sys
for file in json.load(open("report.json"))["files"]:
    for o in file["objectives"]:
        if o["text"] == "L" and (o["status"] + " " + (o.get("why") or "")).strip().endswith(sys.argv[1]):
            sys.exit(0)
sys.exit(open("report.json").read())
END
}

check "a program compiles with all that can be recorded" \
    "$HLCOV" cc --criteria=PPC gcc -w -o program program.c
check "it runs" ./program

check "the activations of a recursive function have paths of their own" holds EPC,CPC depth \
    'covered 0-1-2 lines 5 -> 8 -> 9
uncovered 1-2-4 lines 8 -> 9 -> 11 never in one call
covered 0-1-2-3-4-5 lines 5 -> 8 -> 9 -> 10 -> 11 -> 12
uncovered 0-1-2-4-5 lines 5 -> 8 -> 9 -> 11 -> 12 never in one call
covered 0-2-4-5 lines 5 -> 9 -> 11 -> 12'
check "a jump into a loop enters it" holds ELO,SLO,MLO into \
    'covered l0 n > 0
uncovered l0 n > 0 never in one call; lines 15 -> 18 -> 22 would do'
check "a condition with a loop in it is not measured" holds ELO condition \
    'unmeasured function condition not measured: a loop has a loop in its condition'
taken='covered 0-1 lines 36 -> 38
uncovered 0-2-3 lines 36 -> 39 -> 40 never in one call'
check "what was taken before longjmp counts" holds EPC leaves "$taken"
check "users name paths when compiling" holds SPC leaves "$taken"
check "these are users' objectives too" holds USER leaves 'covered Left Left'
check "too many paths are counted" holds CPC,PPC many 'unmeasured function many not measured (4096 paths)'
check "a function with loops has no complete paths" holds CPC into \
    'unmeasured function into not measured: loops, and so no end of paths'
check "nothing of paths is infeasible" sh -c '! grep -q "\"infeasible\": [1-9]" report.json'

check "a script asks for a path afterwards" asked 'depth@path 0 1 2' covered
check "its nodes must be there" asked 'depth@path 0 9' 'depth has no node 9: the last is 5'
check "its nodes must follow each other" asked 'depth@path 0 3' 'no path of depth leads from node 0 to node 3 at once'
check "it must be recorded" asked 'depth@path 0 1' \
    'this path is not recorded: no criterion of paths asks for it, nor did a script when it was compiled'

rm -rf "$HLCOV_DIR"
check "it compiles without paths" "$HLCOV" cc gcc -w -o program program.c
./program
check "then there are none" holds PPC,SPC depth \
    'unmeasured function depth not recorded: name it in --criteria of hlcov cc'
check "nor for scripts" asked 'depth@path 0 1 2' \
    'paths are not recorded: name one of their criteria in --criteria of hlcov cc'

# Tables of paths and counts of arguments have names of their own, however many there are.
awk 'BEGIN {
    print "int h(int a, int b); static int g(int a) { return a; }"
    print "int f(int a) { int s = 0; while (a > 0) {"
    for (i = 0; i < 40; i++) print "s += h(g(a), h(s, g(s)));"
    print "a--; } return s; } int h(int a, int b) { return a + b; } int main(void) { return f(2) == 7; }"
}' >counts.c
rm -rf "$HLCOV_DIR"
check "many calls compile with paths" "$HLCOV" cc --criteria=EPC,FCC gcc -w -o counts counts.c
check "and are measured" [ ! -e "$HLCOV_DIR/notes.log" ]
finish
