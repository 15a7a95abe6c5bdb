#!/usr/bin/python3
"""Tries every row of subsumes.def: random subsets of calls of a few functions, recorded in both semantics;
where the strong criterion is covered in a function, the weak one must be. Each row must have been tried."""
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

SUBSETS = 25

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>

int both(int a, int b, int c, int d)
{
    if ((a && b) || (c && d))
        return 1;
    return 0;
}

int either(int a, int b, int c, int d)
{
    int any = a || b;
    return any && (c || !d);
}

int sum(int n, int m)
{
    int s = 0;
    while (n > 0) {
        if (n == m)
            s += m;
        n--;
    }
    return s;
}

int rest(int n)
{
    int s = 0;
    while (n > 0) {
        s += n;
        n--;
    }
    return s;
}

int twice(int n)
{
    do {
        n -= 2;
    } while (n > 0);
    return n;
}

int cells(int i, int k)
{
    int kept[3] = {0, 0, 0};
    kept[i] = i;
    kept[(i + 1) % 3] = k;
    if (k > 1)
        return kept[k];
    return kept[k] + 1;
}

int trips(int n)
{
    int s = 0;
    while (n > 0) {
        if (n & 1)
            s += 1;
        else
            s += 2;
        if (n & 2)
            s += 3;
        else
            s += 4;
        n--;
    }
    return s;
}

int steps(int a, int b)
{
    int x = a, s = 0;
    if (a)
        s++;
    if (b)
        s += 2;
    return x + s;
}

int uses(int a, int b)
{
    int x = a;
    if (b)
        return x;
    if (x > 1)
        return 3;
    return 4;
}

int far(int a, int b)
{
    int x = a;
    if (b)
        b = 0;
    return x;
}

int two(int a, int b)
{
    if (a && b)
        return 1;
    return 0;
}

int arms(int a)
{
    return a ? 1 : 2;
}

int flow(int a, int b)
{
    int x = a;
    if (b > 2)
        x = b;
    if (x < 3)
        return x;
    return a - x;
}

int limits(int a, int b)
{
    return a < b;
}

int main(int argc, char **argv)
{
    int v[5] = {0}, total = 0;
    for (int i = 1; i < argc; i++) {
        for (int k = 0; k < 5; k++)
            v[k] = argv[i][k] - 'a';
        switch (v[0]) {
        case 0: total += both(v[1], v[2], v[3], v[4]); break;
        case 1: total += either(v[1], v[2], v[3], v[4]); break;
        case 2: total += sum(v[1], v[2]); break;
        case 3: total += rest(v[1]); break;
        case 4: total += twice(v[1]); break;
        case 5: total += cells(v[1], v[2]); break;
        case 6: total += flow(v[1], v[2]); break;
        case 7: total += limits(v[1], v[2]); break;
        case 8: total += trips(v[1] + 1); break;
        case 9: total += steps(v[1], v[2]); break;
        case 10: total += uses(v[1], v[2]); break;
        case 11: total += arms(v[1]); break;
        case 12: total += far(v[1], v[2]); break;
        case 13: total += two(v[1], v[2]); break;
        }
    }
    return total == -12345;
}
"""
# The function, and how many values each of its arguments takes; a letter each in the program's arguments.
CALLS = [(0, (2, 2, 2, 2)), (1, (2, 2, 2, 2)), (2, (4, 4)), (3, (4,)), (4, (6,)), (5, (3, 3)), (6, (5, 5)), (7, (4, 4)),
         (8, (3,)), (9, (2, 2)), (10, (3, 2)), (11, (2,)), (12, (1, 2)), (13, (2, 2))]


def rows():
    names = dict(re.findall(r'CRITERION\((\w+), "([^"]+)"', tap.read("htol/criteria/criteria.def")))
    names["ncc"] = "2-CC"
    return [(names[strong], names[weak])
            for strong, weak in re.findall(r"^SUBSUMES\((\w+), (\w+)\)", tap.read("htol/criteria/subsumes.def"), re.M)]


def subset(rng):
    """Of each function none, some or all of its calls."""
    for number, ranges in CALLS:
        calls = [[number]]
        for values in ranges:
            calls = [call + [value] for call in calls for value in range(values)]
        count = rng.choice((1, 2, 3, rng.randrange(len(calls) + 1), len(calls), len(calls)))
        for call in rng.sample(calls, min(count, len(calls))):
            yield "".join(chr(ord("a") + value) for value in call).ljust(5, "a")


def run(*arguments, **environment):
    return subprocess.run(arguments, env=dict(os.environ, **environment), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)


def statuses(document):
    """Of each function, and criterion, the statuses of its objectives."""
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for objective in document["files"][0]["objectives"]:
        found[objective["function"]][objective["criterion"]].add(objective["status"])
    return found


def judge(found, tried):
    for function, criteria in found.items():
        for strong, weak in rows():
            if not criteria[strong] or not criteria[weak] or "unmeasured" in criteria[weak]:
                continue
            low = criteria[weak] <= {"covered", "infeasible"}
            high = criteria[strong] == {"covered"}
            if high and not low:
                yield "%s: %s is covered, and %s is not" % (function, strong, weak)
            tried[strong, weak] += high


def try_semantics(semantics, directory, tried):
    source, program = os.path.join(directory, "p.c"), os.path.join(directory, semantics)
    with open(source, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    tables = os.path.join(directory, semantics + "-tables")
    run(tap.hlcov, "cc", "--criteria=all", "--semantics=" + semantics, "gcc", "-O1", "-o", program, source,
        HLCOV_DIR=tables)
    rng = random.Random(7)
    problems = []
    for number in range(SUBSETS):
        data = os.path.join(directory, "%s-%d" % (semantics, number))
        run(program, *subset(rng), HLCOV_DIR=data)
        report = run(tap.hlcov, "report", "--criteria=all", "--json=-", "--root=" + directory, tables, data)
        problems += judge(statuses(json.loads(report.stdout)), tried)
    tap.point("what is covered in %s semantics" % semantics, sorted(set(problems)))


with tempfile.TemporaryDirectory() as top:
    count = collections.Counter()
    for meaning in ("observed", "complete"):
        try_semantics(meaning, top, count)
    tap.point("each row was tried", ["%s, %s" % row for row in rows() if not count[row]])
    tap.finish()
