#!/usr/bin/python3
"""A program that is compiled again, to record more of it or less: each function counts once, with what the runs of
both builds recorded. What the smaller build records is compared with one build that made all the runs."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.project import Project

TEXT = """\\
#include <stdlib.h>
static int twice(int n) { return 2 * n; }
static int thrice(int n) { return 3 * n; }
static int (*const table[])(int) = {twice, thrice};
static int work(int a, int b)
{
    int r = a - b;
    switch (a) {
    case 1: r += twice(b); break;
    case 2: return b < 2 ? thrice(a) : r;
    default: break;
    }
    if ((a > 2 && b < 4) || (a != b && r > 3))
        r = table[b & 1](r);
    for (int i = 0; i < b && r < 100; i++) {
        if (i == 3)
            continue;
        r += i * a;
    }
    while (r > 50)
        r -= 7;
    return r;
}
static int wide(int n)
{
    return WIDE;
}
static int unused(int n) { return n ? 1 : 2; }
int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0;
    if (a > 1000)
        return unused(a);
    return (work(a, b) + wide(a + b)) & 1;
}
""".replace("\\\n", "", 1).replace("WIDE", " || ".join("(n == %d && n < %d)" % (n, n + 3) for n in range(14)))
BASE = "FC,STMT,BBC,BC,DC,CC,DCC,GACC,CACC,RACC,GICC,RICC,IC,UTPC,CUTPNFP,2-CC,MCC,COR,LCR"
MUTANTS = "AOR,BOR,SOR,UOI,AOIU,CRP,SDL"
# What the smaller build records, what the larger one does, and the criteria that both do.
BUILDS = {"the usual and all": ("FCC", "all", BASE + ",FCC"), "the usual and mutants": ("FCC", "WM", BASE),
          "mutants and all": ("WM", "all", BASE + "," + MUTANTS),
          "paths and all": ("PPC,EPC", "all", BASE)}
ONE, OTHER = (("1", "3"), ("2", "1"), ("7",)), (("2", "5"), ("3", "2"), ("0", "9"), ("5", "5"))


def record(project, data, criteria, runs, named):
    """Each build has a program of its own, for functions that were called through pointers are named by that."""
    project.program = "program-%s-%s" % (data, criteria)
    project.build(data=data, criteria=criteria)
    for run in runs:
        project.test("-".join(run) if named else "", *run, data=data)


def found(project, data, criteria):
    """Of each objective its status, how many tests cover it by themselves; and how many functions there are."""
    document = project.report("--criteria=" + criteria, data)
    return ({entry["id"]: (entry["status"], entry.get("tests_alone")) for file in document["files"]
             for entry in file["objectives"]}, document["counts"]["functions"])


def faults(project, part, whole, criteria, named):
    record(project, "once", whole, ONE + OTHER, named)
    record(project, "part-first", part, ONE, named)
    record(project, "part-first", whole, OTHER, named)
    record(project, "whole-first", whole, ONE, named)
    record(project, "whole-first", part, OTHER, named)
    wanted, functions = found(project, "once", criteria)
    if functions != 6 or len({status for status, _ in wanted.values()}) < 2:
        yield "%d functions, %d objectives" % (functions, len(wanted))
    for data in ("part-first", "whole-first"):
        seen, count = found(project, data, criteria)
        if count != functions:
            yield "%s: %d functions" % (data, count)
        yield from ("%s: %s: %s, not %s" % (data, name, seen.get(name), wanted.get(name))
                    for name in sorted(set(wanted) | set(seen)) if seen.get(name) != wanted.get(name))


def reset_faults(project):
    """What an older build recorded was deleted, and it never runs again: it counts for nothing."""
    record(project, "reset", "FCC", ONE, False)
    project.build(data="reset", criteria="all")
    project.hlcov("reset", "-q", "reset")
    for run in ONE:
        project.test("", *run, data="reset")
    record(project, "alone", "all", ONE, False)
    if found(project, "reset", "all") != found(project, "alone", "all"):
        yield "the older build counts"


def different_faults(project):
    """Of builds that record different things nothing is lost."""
    record(project, "paths", "PPC", ONE, False)
    record(project, "paths", "WM", ONE, False)
    seen, _ = found(project, "paths", "all")
    for criterion in ("PPC", "AOR"):
        if not any(name.split(":")[3] == criterion and status == "covered" for name, (status, _) in seen.items()):
            yield "no %s" % criterion


def not_infected(project, data):
    """Mutants of a strong build that no test of these data may notice."""
    project.hlcov("cc", "--strong", "gcc", "-o", "strong", "main.c", data=data)
    document = project.report("--criteria=SM", data)
    return {entry["id"] for file in document["files"] for entry in file["objectives"]
            if entry["mutant"]["state"] == "not infected"}


def mutant_faults(project):
    """What ran in a build that recorded no values may have differed with any mutant that it came to."""
    record(project, "mixed", "FCC", ONE, True)
    record(project, "mixed", "WM", OTHER[2:3], True)
    record(project, "told", "WM", ONE + OTHER[2:3], True)
    mixed, told = not_infected(project, "mixed"), not_infected(project, "told")
    yield from ("%s: a test ran, and its values are not known" % name for name in sorted(mixed - told))
    if not mixed:
        yield "nothing is known"


for title, (smaller, larger, both) in BUILDS.items():
    for with_tests in (False, True):
        with tempfile.TemporaryDirectory() as directory:
            sample = Project(directory)
            sample.write("main.c", TEXT)
            tap.point("%s%s" % (title, ", with tests" if with_tests else ""),
                      faults(sample, smaller, larger, both, with_tests))
with tempfile.TemporaryDirectory() as directory:
    sample = Project(directory)
    sample.write("main.c", TEXT)
    tap.point("after a reset", reset_faults(sample))
    tap.point("paths and mutants", different_faults(sample))
    tap.point("tests that may notice mutants", mutant_faults(sample))
tap.finish()
