#!/usr/bin/python3
"""What decisions with too many ways remember of what they recorded, by vectors or by numbers of ways: nothing is
missing because it was recorded in another data file, by another thread or before the program began. Which vectors are
right, tests/oracle/manyways.py tests."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

# Conditions are the bits of the argument, from the lowest on. With complete semantics a vector has all of them; one of
# 12 is remembered, one of 24 is not. Else the numbers of ways are, in the function with 24; the other has few ways.
WIDTHS = {"complete": (12, 24), "observed": (24,)}
PROGRAM = """
#include "hlcov/record.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define PAIR(k) (n >> (k) & 1 || n >> ((k) + 1) & 1)
static int few(unsigned n)
{
    return (n & 1 || n & 2) && PAIR(2) && PAIR(4) && PAIR(6) && PAIR(8) && PAIR(10);
}
static int many(unsigned n)
{
    return (n & 1 || n & 2) && PAIR(2) && PAIR(4) && PAIR(6) && PAIR(8) && PAIR(10) && PAIR(12) && PAIR(14)
        && PAIR(16) && PAIR(18) && PAIR(20) && PAIR(22);
}
static volatile int sum;
static void evaluate(unsigned from, unsigned to)
{
    for (unsigned round = 0; round < 3; round++)
        for (unsigned n = from; n < to; n++)
            sum = few(n) + many(n);
}
static void *in_thread(void *step)
{
    for (unsigned i = 0; i < 400; i++)
        evaluate(i * (unsigned)(size_t)step % 400, i * (unsigned)(size_t)step % 400 + 1);
    return NULL;
}
__attribute__((constructor(100))) static void early(void)
{
    if (getenv("EARLY"))
        evaluate(0, 1);
}
int main(int argc, char **argv)
{
    static const size_t steps[] = {1, 7, 13, 399};
    pthread_t threads[4];
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "threads")) {
            for (int k = 0; k < 4; k++)
                pthread_create(&threads[k], NULL, in_thread, (void *)steps[k]);
            for (int k = 0; k < 4; k++)
                pthread_join(threads[k], NULL);
        } else if (!strcmp(argv[i], "fork")) {
            if (fork() > 0) {
                wait(NULL);
                return 0;
            }
        } else if (argv[i][0] == '+')
            hlcov_test(argv[i] + 1);
        else
            evaluate(0, (unsigned)atoi(argv[i]));
    return 0;
}
"""

# arguments, environment, how many vectors each test has: the numbers from 0
RUNS = (
    ("1", {}, {"": 1}),
    ("40", {}, {"": 40}),
    ("", {"EARLY": "1"}, {"": 1}),
    ("3", {"EARLY": "1"}, {"": 3}),
    ("+a 1 +b 1 +a 1", {}, {"a": 1, "b": 1}),
    ("+a 40 +b 20 +c 40", {}, {"a": 40, "b": 20, "c": 40}),
    ("+a 5 fork +b 5 2", {}, {"a": 5, "b": 5}),
    ("2 +a 2", {"EARLY": "1"}, {"": 2, "a": 2}),
    ("threads", {}, {"": 400}),
)


def run(directory, *command, **environment):
    variables = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"), **environment)
    return subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, env=variables)


def vectors(text, widths):
    """{source: vectors}, a letter for each condition"""
    found = {}
    for line in text.splitlines():
        source, _, values = line.strip().partition(": vector ")
        if source.startswith("source "):
            width = widths[int(source.split()[1])]
            found.setdefault(source, []).append("".join(values.replace("vector", "").split())[:width])
    return {source: sorted(letters) for source, letters in found.items()}


def vector(number, width, complete):
    """What the program records of an argument: in each pair the second one is evaluated if the first one is false, and
    nothing behind a pair that is false."""
    letters = ["FT"[number >> i & 1] for i in range(width)]
    for i in range(0, 0 if complete else width, 2):
        if letters[i:i + 2] == ["F", "F"]:
            return "".join(letters[:i + 2]).ljust(width, "-")
        if letters[i] == "T":
            letters[i + 1] = "-"
    return "".join(letters)


def recorded(directory, widths):
    """{test: {source: vectors}}"""
    found = {}
    for place, _, names in os.walk(os.path.join(directory, "data")):
        for name in [os.path.join(place, name) for name in names if name.endswith(".hlb")]:
            text = run(directory, tap.hlcov, "dump", name).stdout
            test = [line.split()[1] for line in text.splitlines() if line.startswith("test ")]
            found["".join(test)] = vectors(text, widths)
    return found


def problems(directory, compiler, level, semantics, case):
    arguments, environment, wanted = case
    subprocess.run(["rm", "-rf", os.path.join(directory, "data")], check=True)
    built = run(directory, tap.hlcov, "cc", "--semantics=" + semantics, compiler, level, "-w", "-pthread", "-I",
                os.path.join(tap.top_srcdir, "include"), "-o", "program", "program.c")
    if built.returncode or os.path.exists(os.path.join(directory, "data", "notes.log")):
        yield "not built with coverage: " + built.stdout
    done = run(directory, "./program", *arguments.split(), **environment)
    if done.returncode:
        yield "status %d: %s" % (done.returncode, done.stdout)
    found = {test: sources for test, sources in recorded(directory, WIDTHS[semantics]).items() if sources}
    expected = {test: {"source %d" % i: sorted({vector(n, width, semantics == "complete") for n in range(count)})
                       for i, width in enumerate(WIDTHS[semantics])} for test, count in wanted.items()}
    if found != expected:
        yield "%s instead of %s" % (found, wanted)


with tempfile.TemporaryDirectory() as work:
    with open(os.path.join(work, "program.c"), "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    for build in (("gcc", "-O2", "complete"), ("clang-19", "-O0", "complete"), ("gcc", "-O2", "observed")):
        for run_case in RUNS:
            title = " ".join(["EARLY"] * bool(run_case[1]) + [run_case[0]])
            tap.point("%s %s, %s: %s" % (*build, title), problems(work, *build, run_case))
tap.finish()
