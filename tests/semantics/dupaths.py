#!/usr/bin/python3
"""Along which paths definitions are recorded to have reached uses: against what was worked out by hand, for each way
in which a use tells of the path to it. It also compares what programs print with and without coverage.

An objective is written `x3>5:a-b`: what the third line of the function gives to x, used in line 5, along the nodes
that begin in the lines which end with these letters; x1 is the parameter. Each line has one use of a variable at most.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

PREAMBLE = """#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf back;
static int sink;
static int quit(int n) { if (n == 2) exit(3); return n; }
static int leap(int n) { if (n == 2) longjmp(back, 1); return n; }
"""
BUILDS = (("gcc", "-O0"), ("gcc", "-O2 -pthread"), ("clang-19", "-O0"), ("clang-19", "-O2"))

# name, the function, what calls it, the variable, what is covered, what is not, flows without paths
CASES = (
    ("a branch between", """int f(int x) { //a
    int y = x;
    if (y > 3)
        sink++; //b
    return x; //c
}
""", "f(1);", "x", "x1>2:a x1>5:a-c", "x1>5:a-b-c", ""),
    ("redefined on one side", """int f(int x) { //a
    if (sink > 3)
        x = 1; //b
    return x; //c
}
""", "f(1);", "x", "x1>4:a-c", "x3>4:b-c", ""),
    ("a loop", """int f(int x) { //a
    int y = 0;
    while (y < 2) //b
        y = y + 1; //c
    return x + //d
        y;
}
""", "f(1);", "y", "y2>3:a-b y2>4:a-b-c y4>3:c-b y4>4:c-b-c y4>6:c-b-d", "y2>6:a-b-d", ""),
    ("not around the loop", """int f(int x) { //a
    int y = 0;
    while (x-- > 0) { //b
        if (x == 5) //c
            y = 3; //d
        sink += //e
            y;
    }
    return y; //f
}
""", "f(2); f(0);", "y", "y2>7:a-b-c-e y2>9:a-b-f",
     "y5>7:d-e y5>9:d-e-b-f", ""),
    ("behind &&", """int f(int x) { //a
    if (sink) //
        sink = 0; //b
    return sink == 7 && //c
        x > 1;
}
""", "f(1); sink = 1; f(1);", "x", "", "x1>5:a-b-c x1>5:a-c", ""),
    ("behind && that holds", """int f(int x) { //a
    if (sink) //
        sink = 0; //b
    return sink == 0 && //c
        x > 1;
}
""", "sink = 1; f(1);", "x", "x1>5:a-b-c", "x1>5:a-c", ""),
    ("behind a call that leaves", """int f(int x) { //a
    if (sink) //
        sink = 0; //b
    return leap(2 - sink), //c
        x > 1;
}
""", "if (!setjmp(back)) f(1); sink = 1; if (!setjmp(back)) f(1);", "x", "", "x1>5:a-b-c x1>5:a-c", ""),
    ("the program ends before", """int f(int x) { //a
    if (sink > 1)
        sink = 1; //b
    quit(3 - sink); //c
    return x; //d
}
""", "f(1); sink = 1; f(1);", "x", "x1>5:a-c-d", "x1>5:a-b-c-d", ""),
    ("recursion", """int f(int x) { //a
    int y = x;
    if (y > 1)
        f(1); //b
    return x; //c
}
""", "f(2);", "x", "x1>2:a x1>5:a-b-c x1>5:a-c", "", ""),
    ("arms", """int f(int x) { //a
    int y = sink ?
        x : //b
        1; //c
    return y + //d
        x;
}
""", "f(2);", "x", "x1>6:a-c-d", "x1>3:a-b x1>6:a-b-d", ""),
    ("a step", """int f(int n) { //a
    int x = 0;
    do {
        x++; //b
    } while (--n > 0);
    return x; //c
}
""", "f(1);", "x", "x2>4:a-b x4>6:b-c", "x4>4:b-b", ""),
    ("twice around", """int f(int n) { //a
    int x = 0;
    do {
        x++; //b
    } while (--n > 0);
    return x; //c
}
""", "f(2);", "x", "x2>4:a-b x4>4:b-b x4>6:b-c", "", ""),
    ("declared in a loop", """int f(int n) { //a
    do {
        int x;
        if (n == 5) //b
            x = 1; //c
        else
            x = 2; //d
        sink += x; //e
    } while (--n > 0);
    return 0; //f
}
""", "f(2);", "x", "x7>8:d-e", "x5>8:c-e", ""),
    ("a definition that may be left out", """int f(int x) { //a
    int y = sink && (x = 3);
    if (y) //
        sink++; //b
    return x; //c
}
""", "f(2);", "x", "", "", "x1>5 x2>5"),
)


def build(text, compiler, level, directory):
    """The runs of the program without and with hlcov, and its report."""
    with open(os.path.join(directory, "program.c"), "w", encoding="utf-8") as file:
        file.write(text)
    command = [compiler, *level.split(), "-w", "-o"]
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    runs = []
    for prefix, name in (([], "plain"), ([tap.hlcov, "cc", "--criteria=ADUPC"], "covered")):
        subprocess.run(prefix + command + [name, "program.c"], cwd=directory, env=environment, check=True)
        done = subprocess.run(["./" + name], cwd=directory, env=environment, check=False, stdout=subprocess.PIPE)
        runs.append((done.returncode, done.stdout))
    report = subprocess.run([tap.hlcov, "report", "--quiet", "--criteria=ADUPC", "--json=-", "covered", "data"],
                            cwd=directory, stdout=subprocess.PIPE, check=True).stdout
    return runs, json.loads(report)


def line_of(text, first, whole):
    """The line within the function that a text of the report means."""
    found = re.search(whole, text)
    return int(found.group(1)) - first + 1 if found else 1


def named(row, first, letters):
    """An objective as it is written here."""
    text = row["text"]
    name = "%s%d>%d" % (text.split()[0], line_of(text, first, r" defined in line (\d+)"),
                        line_of(text, first, r"(?:used|tested) in line (\d+)"))
    path = re.search(r", by lines? (.*)", text)
    if not path:
        return name
    lines = [int(part.split(":")[0]) - first for part in path.group(1).split(" -> ")]
    return name + ":" + "-".join(letters.get(line, "?") for line in lines)


def verdicts(report, function, variable):
    """{status: names} of the variable's objectives; lines that continue a node have no letter."""
    first, letters = PREAMBLE.count("\n") + 1, {}
    for number, line in enumerate(function.splitlines()):
        found = re.search(r"//(\w)$", line)
        if found:
            letters[number] = found.group(1)
    made = {"covered": set(), "uncovered": set(), "unmeasured": set()}
    for file in report["files"]:
        for row in file["objectives"]:
            if row["function"] == "f" and row["text"].split()[0] == variable:
                made[row["status"]].add(named(row, first, letters))
    return made


def check(case, compiler, level):
    _, function, calls, variable, *wanted = case
    text = "%s%sint main(void) { %s; printf(\"%%d\\n\", sink); return 0; }\n" % (PREAMBLE, function, calls)
    with tempfile.TemporaryDirectory() as directory:
        runs, report = build(text, compiler, level, directory)
    if runs[0] != runs[1]:
        yield "%s %s: it behaves otherwise: %s, not %s" % (compiler, level, runs[1], runs[0])
    for (status, names), expected in zip(verdicts(report, function, variable).items(), wanted):
        if names != set(expected.split()):
            yield "%s %s: %s are %s, but should be %s" % (compiler, level, status, sorted(names), expected)


def main():
    for case in CASES:
        tap.point(case[0], [problem for compiler, level in BUILDS for problem in check(case, compiler, level)])
    tap.finish()


if __name__ == "__main__":
    main()
