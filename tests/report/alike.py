#!/usr/bin/python3
"""What is found out once for decisions that are alike is what is found out of each by itself: reports of what ran in
tests, of which witnesses are told, ask of each; others need not. The text has decisions that are alike, and are not."""
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

SOURCE = """\
#define BOTH(a, b) ((a) && (b))
static int twice(int a, int b, int c)
{
    if (a && b) c++;
    if (a && c) c++;
    if (b && a) c++;
    if (c && b)
        c++;
    if (a && (b ||
              c))
        c++;
    if (b && (a || c)) c++;
    if (a && a) c++;
    if (b && b) c++;
    if (a && 1) c++;
    return BOTH(a, c) ? a || b : BOTH(b, c);
}
static int never(int a, int b)
{
    while (a && b) a--;
    return a || b;
}
int main(int argc, char **argv)
{
    int a = argc > 1, b = argc > 2;
    switch (twice(a, b, 0) + twice(b, 1, a)) { case 77: return never(a, b); default: break; }
    for (int i = 0; i < argc && argv[i]; i++) a += i && b;
    return 0;
}
"""
TOLD = "line", "criterion", "status", "why", "text", "htol"


def told(project, data):
    """What is told of objectives, in their order."""
    return [(name, *(entry.get(key) for key in TOLD)) for name, entry in project.objectives(data).items()]


def faults(project):
    by_themselves, alike = told(project, "tests"), told(project, "others")
    if len(alike) < 100 or len({objective[3] for objective in alike}) < 3:
        yield "there is too little to compare"
    if len(by_themselves) != len(alike):
        yield "%d objectives, not %d" % (len(alike), len(by_themselves))
    yield from ["%s, not %s" % (one, other) for one, other in zip(alike, by_themselves) if one != other][:10]


with tempfile.TemporaryDirectory() as top:
    for sample in ("own", "calendar", "ring"):
        own = Project(os.path.join(top, sample), sources=() if sample != "own" else ("main.c",))
        if sample == "own":
            own.write("main.c", SOURCE)
        else:
            shutil.copytree(os.path.join(tap.top_srcdir, "samples", sample), own.directory)
            own.sources = [name for name in os.listdir(own.directory) if name.endswith(".c")]
        for data in "tests", "others":
            own.build(data=data)
            for number in range(2):
                own.test("test%d" % number if data == "tests" else "", *["2024-02-29"] * number, data=data)
        tap.point(sample, faults(own))
    tap.finish()
