#!/bin/sh
# hlcov dump and hlcov criteria: what they print of each kind of file, and what they say of files that are none.
. "$(dirname "$0")/../subr.sh"

HLCOV_DIR=$work/data
export HLCOV_DIR
cp -R "$top_srcdir/samples/triangle" "$work/sample" && cd "$work/sample" || exit 1
check "the sample can be built and tested" make -s test CC="$HLCOV cc gcc"
"$HLCOV" cc gcc -O1 -g -Wall -c -o triangle.o triangle.c
table=$(echo "$HLCOV_DIR"/tables/*.hlt)
data=$(echo "$HLCOV_DIR"/*.hlb)

# prints FILE WORD...: each word is in the dump.
prints()
{
    file=$1
    shift
    "$HLCOV" dump "$file" >"$work/out" || return 1
    for word; do
        grep -qF -e "$word" "$work/out" || { echo "no '$word' in:"; cat "$work/out"; return 1; }
    done
}

check "a table" prints "$table" triangle.c classify read_length 'a <= b - c'
check "a program" prints triangle build-id classify 'a <= b - c'
check "an object" prints triangle.o 'build-id (none)' classify
check "a data file" prints "$data" "$work/sample/triangle"
"$top_builddir/tests/tools/make_sets" "$work/sets" || exit 1
check "a data file with sets" prints "$work/sets/sets.hlb" ' tuples=4 lost=0' 'source 0: -5 7u 0.5' \
    'source 1: 0x7ffe1234@12 code 0x1139@77' 'source 0: 4 7u nan'
check "a table with labels" prints "$work"/sets/tables/*.hlt 'label 0: script="a.htol" name="L"' \
    'sequence 0: script="a.htol" name="[ L --> M ]"'
check "a program without tables" prints /bin/true 'no tables'

# The objectives of --htol are those that the report counts: hyperlabels, and labels that none of them uses.
objectives_agree()
{
    "$HLCOV" dump --htol "$table" >"$work/htol" || return 1
    "$HLCOV" report --criteria all --json - >"$work/json" || return 1
    /usr/bin/python3 - "$work/htol" "$work/json" <<'END'
import json, re, sys
text = open(sys.argv[1]).read()
labels = set(re.findall(r"^label (\w+) at ", text, re.M))
hypers = re.findall(r"^hyper \w+ : (.*?);", text, re.M)
used = {name for hyper in hypers for name in re.findall(r"\w+", hyper) if name in labels}
printed = len(labels) - len(used) + len(hypers) + len(re.findall(r"^// (?:unmeasured|left out): ", text, re.M))
totals = json.load(open(sys.argv[2]))["totals"]
counted = sum(total["objectives"] for total in totals.values())
print(printed, "objectives printed,", counted, "counted,", len(used), "labels in", len(hypers), "hyperlabels")
sys.exit(printed != counted or printed < 100 or len(hypers) < 10)
END
}

check "--htol prints every objective" objectives_agree

# What stands outside of declarations is comments, also where there is nothing to declare.
is_script()
{
    "$HLCOV" dump --htol "$1" >"$work/htol" && ! grep -vE '^(pure .*;|label .*;|hyper .*;|//|$)' "$work/htol" &&
        grep -q "$2" "$work/htol"
}

check "--htol of a program" is_script triangle '^// build-id'
check "--htol of a program without tables" is_script /bin/true '^// no tables'

# The graph of one function, whole.
is_graph()
{
    printf 'int f(int a)\n{\n    a = a ? 1 : 2;\n    __builtin_printf("x");\n    g(a ? a : 2);\n}\n' >graph.c
    "$HLCOV" cc --criteria=all gcc -w -c graph.c && "$HLCOV" dump --graph graph.o | tail -n +2 >"$work/out" || return 1
    cat >"$work/expected" <<'EOF'
digraph "f" {
  label="f";
  node [shape=box];
  0 [label="0\nline 2"];
  1 [label="1\nline 3"];
  2 [label="2\nline 3"];
  3 [label="3\nline 4"];
  4 [label="4\nline 5"];
  5 [label="5\nline 5"];
  6 [label="6\nline 5", style=dashed];
  7 [label="7 exit\nline 6", peripheries=2];
  0 -> 1;
  0 -> 2;
  1 -> 3;
  2 -> 3;
  3 -> 4;
  3 -> 5;
  4 -> 6;
  5 -> 6;
  6 -> 7;
}
EOF
    diff "$work/expected" "$work/out"
}

no_graph_without_asking()
{
    "$HLCOV" cc gcc -w -c graph.c && ! "$HLCOV" dump --graph graph.o | grep digraph
}

not_both()
{
    "$HLCOV" dump --htol --graph graph.o 2>&1 | grep -q 'exclude each other'
}

check "--graph" is_graph
check "--graph where no paths were asked for" no_graph_without_asking
check "--graph and --htol" not_both

no_script()
{
    "$HLCOV" dump --htol "$data" >"$work/out" 2>"$work/err"
    [ $? -eq 1 ] && [ ! -s "$work/out" ] && grep -q 'is not a table (.hlt) or a program' "$work/err"
}

check "--htol of a data file" no_script

# refuses FILE WORD: status 1, nothing on standard output, file and word in the message.
refuses()
{
    "$HLCOV" dump "$1" >"$work/out" 2>"$work/err"
    status=$?
    cat "$work/err"
    [ $status -eq 1 ] && [ ! -s "$work/out" ] && grep -qF "$1: " "$work/err" && grep -qF -e "$2" "$work/err"
}

echo text >"$work/text"
: >"$work/empty"
head -c 60 "$table" >"$work/cut.hlt"
head -c 5000 "$data" >"$work/cut.hlb"
head -c 300 triangle >"$work/cut.elf"
check "a text" refuses "$work/text" "is not a table"
check "an empty file" refuses "$work/empty" "is not a table"
check "no file" refuses "$work/none" "No such file"
check "a directory" refuses "$work" ""
check "half a table" refuses "$work/cut.hlt" ""
check "half a data file" refuses "$work/cut.hlb" ""
check "half a program" refuses "$work/cut.elf" ""

criteria_has_rows()
{
    rows=$(grep -c '^CRITERION(' "$top_srcdir/htol/criteria/criteria.def")
    [ "$("$HLCOV" criteria | wc -l)" -eq "$rows" ] && [ "$("$HLCOV" criteria --long | wc -l)" -eq $((3 * rows)) ]
}

check "hlcov criteria" criteria_has_rows
finish
