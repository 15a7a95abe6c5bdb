#!/usr/bin/python3
"""Programs under checkers of undefined values, memcheck and MemorySanitizer: they mask bits that were never set and
branch on none, and so must what records all criteria. Its classes of values are then not measured, unless another run
covered them."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct part { unsigned low : 16, high : 16; int *next; };
struct whole { struct { int m, array[2]; } in; struct whole *next; };
static int halves(const unsigned *p, int by)
{
    unsigned whole = p[1], other = whole;
    int sum = (int)(whole * 2u), apart = p[1] < other;
    other += whole << 1;
    other--;
    sum = sum + by;
    (void)apart;
    return (int)((whole & 0xffff) + (other & 0)) + (sum & 0);
}
/* Where the pointer leads is never looked at. */
static long places(struct whole *w)
{
    int *m = &w->next->in.m, *array = w->next->in.array, *last = &w->next->in.array[1];
    struct whole **next = &(*w->next).next;
    return (m != 0) & 0 & (last - array) & (next != 0);
}
static int never(int n)
{
    return n + 1;
}
int main(int argc, char **argv)
{
    unsigned *p = malloc(8);
    struct part *part = malloc(sizeof *part);
    struct whole *undefined = malloc(sizeof *undefined);
    memcpy(p, "abcdef", 6);
    part->low = 3;
    unsigned both = part->low | part->high << 16;
    printf("%x %x\\n", halves(p, argc) + (int)(places(undefined) & 0), both & 0xffff);
    (void)argv;
    return argc > 5 ? never(argc) : (both & 0xffff) == 3 && argc > 4;
}
"""
UNTOLD = "it ran under a checker of undefined values, where values are not looked at"
VALUES = ("ROR", "ABS", "UOI", "AOR", "CRP", "SDL", "IDP", "RTE")


def run(directory, *command):
    return subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False,
                          env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")))


def compile_program(project, compiler, *flags):
    project.write("main.c", PROGRAM)
    project.hlcov("cc", "--criteria=all", *compiler, "-g", *flags, "-o", "program", "main.c")


def unlike(project, command, what):
    """That the program does not print and end as it does alone."""
    done = run(project.directory, *command)
    if (done.returncode, done.stdout) != (0, "6665 3\n"):
        yield "%s: %d, %s" % (what, done.returncode, done.stdout)


def judged(project):
    """(status, reason) of every class of values in functions that ran, and in never()."""
    found = {"ran": set(), "never": set()}
    for file in project.report("--criteria=" + ",".join(VALUES))["files"]:
        for entry in file["objectives"]:
            found["never" if entry["function"] == "never" else "ran"].add((entry["status"], entry.get("why", "")))
    return found


def memcheck_faults(project, flags):
    compile_program(project, ("gcc",), *flags)
    yield from unlike(project, ("valgrind", "-q", "--error-exitcode=9", "./program"), "memcheck")
    found = judged(project)
    statuses = {status for status, _ in found["ran"]}
    if statuses - {"unmeasured", "infeasible"} or ("unmeasured", UNTOLD) not in found["ran"]:
        yield "under memcheck: %s" % found["ran"]
    if ("unmeasured", UNTOLD) in found["never"] or "uncovered" not in {status for status, _ in found["never"]}:
        yield "what did not run: %s" % found["never"]
    yield from unlike(project, ("./program",), "alone")
    statuses = {status for status, _ in judged(project)["ran"]}
    if not {"covered", "unmeasured"} <= statuses or "uncovered" in statuses:
        yield "both ways: %s" % statuses


def other_tool_faults(project, flags):
    compile_program(project, ("gcc",), *flags)
    yield from unlike(project, ("valgrind", "-q", "--tool=none", "./program"), "no checker")
    statuses = {status for status, _ in judged(project)["ran"]}
    if not {"covered", "uncovered"} <= statuses:
        yield "without memcheck: %s" % statuses


def sanitizer_faults(project, flags):
    compile_program(project, ("clang-19",), "-fsanitize=memory", *flags)
    yield from unlike(project, ("./program",), "MemorySanitizer")
    if ("unmeasured", UNTOLD) not in judged(project)["ran"]:
        yield "under MemorySanitizer: %s" % judged(project)["ran"]


def check_all(faults_of, name):
    for flags in (("-O0",), ("-O2",), ("-O2", "-flto")):
        with tempfile.TemporaryDirectory() as directory:
            tap.point("%s %s" % (name, " ".join(flags)), list(faults_of(Project(directory), flags)))


check_all(memcheck_faults, "memcheck")
check_all(other_tool_faults, "another tool of valgrind")
check_all(sanitizer_faults, "MemorySanitizer")
tap.finish()
