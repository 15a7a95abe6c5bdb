#!/usr/bin/python3
"""FCC of programs that are compiled, run and reported: which pairs of caller and callee were made, and which were seen
through pointers. What is put into the text, tests/unit/test_calls.c tests."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

# name, files, compilations, runs, pairs that were made, pairs that were not, facts.
CASES = (
    ("an argument that exits", {"a.c": """
#include <stdlib.h>
#include <string.h>
static int leave(int x) { exit(x); }
static int keep(int x) { return x; }
static int sum(int a, int b) { return a + b; }
static int late(int a, int b) { return a - b; }
static int first(int (*f)(int, int), int x) { return f(x, leave(x)); }
int main(int argc, char **argv)
{
    if (strcmp(argv[1], "two") == 0)
        return sum(leave(0), leave(0));
    if (strcmp(argv[1], "pointer") == 0)
        return first(sum, 0);
    if (strcmp(argv[1], "nested") == 0)
        return keep(keep(leave(0)));
    return late(1, argc > 3 ? leave(0) : 0);
}
"""}, ["-o a a.c"], ["a two", "a pointer", "a nested", "a no x x"],
     ["leave exit", "main strcmp", "main leave", "main first", "first leave"],
     ["main keep", "main sum", "main late"], []),
    ("an argument that jumps away", {"a.c": """
#include <setjmp.h>
static jmp_buf out;
static int jump(int x) { longjmp(out, x); }
static int take(int a, int b) { return a + b; }
static int other(int a) { return a; }
static int pick(int n)
{
    static int (*const f[])(int, int) = {take, take};
    volatile int bound = n;
    if (setjmp(out))
        return bound;
    if (n > 1)
        return f[n & 1](other(n), jump(1));
    return take(jump(1), other(n));
}
int main(void) { return pick(0) + pick(1) + pick(2) - 3; }
"""}, ["-o a a.c"], ["a"],
     ["jump longjmp", "pick _setjmp", "pick jump", "pick other", "main pick"], ["pick take"], []),
    ("recursion, macros, variadic and nested calls, aliases", {"a.c": """
#include <stdio.h>
#include <stdlib.h>
#define TWICE(f, x) f(f(x))
static int down(int n) { return n > 0 ? down(n - 1) : 0; }
static int even(int);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int target(int n) { return n; }
int alias(int) __attribute__((alias("target")));
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static inline int small(int n) { return n + 1; }
static int never(void) { return 1; }
int main(int argc, char **argv)
{
    static int (*const by_alias[])(int) = {alias};
    int n[] = {2, 1}, x = TWICE(small, 1);
    qsort(n, 2, sizeof *n, compare);
    printf("%d %d\\n", down(3), even(4));
    if (argc > 5 && never())
        x = sizeof(never());
    return by_alias[argc - 1](0);
}
"""}, ["-O2 -o a a.c"], ["a"],
     ["down down", "even odd", "odd even", "main small", "main qsort", "main printf", "main down", "main even",
      "main alias"], ["main never"], []),
    ("through pointers to other programs and libraries", {"plug.c": """
static int hidden(int x) { return x * 3; }
int plug(int x) { return x * 2; }
int (*get(void))(int) { return hidden; }
int back(int (*f)(int), int x) { return f(x); }
""", "main.c": """
#include <dlfcn.h>
static int mine(int x) { return x + 100; }
static int apply(int (*f)(int), int x) { return f(x); }
int main(void)
{
    void *plugin = dlopen("./plug.so", RTLD_NOW);
    int (*(*get)(void))(int) = (int (*(*)(void))(int))dlsym(plugin, "get");
    int (*back)(int (*)(int), int) = (int (*)(int (*)(int), int))dlsym(plugin, "back");
    return apply((int (*)(int))dlsym(plugin, "plug"), 0) + get()(0) + back(mine, -100) + apply(mine, -100);
}
"""}, ["-fPIC -shared -o plug.so plug.c", "-o main main.c -ldl"], ["main", "main"],
     ["main dlopen", "main dlsym", "main apply"], [],
     ["apply mine", "apply plug", "back mine", "main back", "main get", "main hidden"]),
    ("without position-independent code", {"a.c": """
#include <stdlib.h>
static int mine(int x) { return x; }
static int apply(int (*f)(int), int x) { return f(x); }
int main(void) { return apply(mine, 0) + apply(abs, 0); }
"""}, ["-fno-pie -no-pie -o a a.c"], ["a"], ["main apply"], [], ["apply mine", "apply abs"]),
    ("of a library that records nothing", {"a.c": """
#include <stdlib.h>
static void *release(void (*f)(void *), void *p) { f(p); return 0; }
int main(void) { static void (*const t[])(void *) = {free}; t[0](malloc(1)); return release(free, malloc(1)) != 0; }
"""}, ["-fpie -pie -o a a.c"], ["a"], ["main free", "main malloc", "main release"], [], ["release free"]),
)
STRIPPED = """
static int one(int x) { return x; }
static int two(int x) { return x; }
static int apply(int (*f)(int)) { return f(0); }
static int never(void) { return 0; }
int main(int argc, char **argv)
{
    static int (*const t[])(int) = {one, two};
    return apply(one) + t[1](0) + (argc > 5 ? never() : 0);
}
"""


def run(command, directory):
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    return subprocess.run(command, cwd=directory, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=120)


def write(directory, files):
    for name, text in files.items():
        with open(os.path.join(directory, name), "w") as file:
            file.write(text)


def build(directory, compiler, arguments):
    built = run([tap.hlcov, "cc", compiler, "-g", "-w", *arguments.split()], directory)
    if built.returncode != 0 or built.stderr or os.path.exists(os.path.join(directory, "data", "notes.log")):
        raise RuntimeError("%s: it does not compile, or not with coverage\n%s" % (arguments, built.stderr))


def report(directory):
    reported = run([tap.hlcov, "report", "--criteria", "FCC", "--json", "-", "data"], directory)
    if reported.returncode != 0:
        raise RuntimeError(reported.stderr)
    return json.loads(reported.stdout)


def pairs(found, status):
    return sorted("%s %s" % (one["function"], one["text"]) for file in found["files"] for one in file["objectives"]
                  if one["status"] == status)


def facts(found):
    return sorted("%s %s" % (one["function"], one["callee"]) for file in found["files"] for one in file["calls"])


def differences(what, wanted, found):
    if sorted(wanted) != found:
        yield "%s: %s, but they are: %s" % (what, ", ".join(sorted(wanted)), ", ".join(found))


def try_case(case, compiler):
    name, files, builds, runs, made, missing, seen = case
    with tempfile.TemporaryDirectory() as directory:
        write(directory, files)
        for arguments in builds:
            build(directory, compiler, arguments)
        for line in runs:
            program, *arguments = line.split()
            ended = run(["./" + program, *arguments], directory)
            if ended.returncode != 0:
                yield "%s: status %d" % (line, ended.returncode)
        found = report(directory)
        yield from differences("made", made, pairs(found, "covered"))
        yield from differences("not made", missing, pairs(found, "uncovered"))
        yield from differences("seen", seen, facts(found))


def try_stripped():
    with tempfile.TemporaryDirectory() as directory:
        write(directory, {"a.c": STRIPPED})
        build(directory, "gcc", "-s -o a a.c")
        run(["./a"], directory)
        found = report(directory)
        yield from differences("made", ["main apply"], pairs(found, "covered"))
        yield from differences("cannot be judged", ["main one", "main two"], pairs(found, "unmeasured"))
        yield from differences("not made", ["main never"], pairs(found, "uncovered"))
        if not all(one.split()[1].startswith("a+0x") for one in facts(found)) or len(facts(found)) != 2:
            yield "seen: " + ", ".join(facts(found))


def try_built_again():
    with tempfile.TemporaryDirectory() as directory:
        write(directory, {"a.c": STRIPPED})
        build(directory, "gcc", "-o a a.c")
        run(["./a"], directory)
        build(directory, "gcc", "-O2 -o a a.c")
        found = report(directory)
        yield from differences("cannot be judged", ["main one", "main two"], pairs(found, "unmeasured"))
        yield from differences("seen", ["apply an unknown function", "main an unknown function"], facts(found))


# Two tests of one process call the same functions from the same place, in turn.
TESTED = """#include "hlcov/record.h"
%s
static int (*volatile called)(void);
static int call(void) { return called(); }
int main(void)
{
    static int (*const all[])(void) = {%s};
    int sum = 0;
    for (int round = 0; round < 6; round++) {
        if (round %% 3 == 0)
            hlcov_test(round ? "second" : "first");
        for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
            called = all[i], sum += call();
    }
    return sum != 0;
}
"""


def called_by_tests(directory):
    """How many addresses each test has."""
    found = {}
    for place, _, names in os.walk(directory):
        for name in [os.path.join(place, name) for name in names if name.endswith(".hlb")]:
            text = run([tap.hlcov, "dump", name], directory).stdout
            found.update({line.split()[1]: text.count("code 0x") for line in text.splitlines()
                          if line.startswith("test ")})
    return found


def try_tests(compiler):
    for count in (3, 40):
        names = ["f%d" % i for i in range(count)]
        with tempfile.TemporaryDirectory() as directory:
            functions = "\n".join("static int %s(void) { return 0; }" % name for name in names)
            write(directory, {"a.c": TESTED % (functions, ", ".join(names))})
            build(directory, compiler, "-I %s -o a a.c" % os.path.join(tap.top_srcdir, "include"))
            run(["./a"], directory)
            found = called_by_tests(directory)
            if found != {"first": count, "second": count}:
                yield "of %d functions tests called %s" % (count, found)


# A loop calls every function of an array that is no constant, and one call may be to the first function or the last.
MANY = """%s
static int one(int n) { int (*f)(void) = n > 3 ? f0 : %s; return f(); }
int main(void)
{
    int (*all[])(void) = {%s};
    int sum = one(1);
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        sum += all[i]();
    return sum != 0;
}
"""


def try_many(compiler):
    """There is room for what the unit has; where users give less, what is missing is not called uncovered."""
    names = ["f%d" % i for i in range(400)]
    text = MANY % ("\n".join("static int %s(void) { return 0; }" % name for name in names), names[-1], ", ".join(names))
    for tuples, status in ((256, "uncovered"), (4, "unmeasured"), (1024, "uncovered")):
        with tempfile.TemporaryDirectory() as directory:
            write(directory, {"a.c": text})
            run([tap.hlcov, "cc", "--tuples=%d" % tuples, compiler, "-o", "a", "a.c"], directory)
            run(["./a"], directory)
            found = report(directory)
            for problem in differences("%s with %d KiB" % (status, tuples), ["one f0"], pairs(found, status)):
                yield problem
            if (len(facts(found)) == len(names)) != (status == "uncovered"):
                yield "%d of %d functions were seen with %d KiB" % (len(facts(found)), len(names), tuples)


for compiler in ("gcc", "clang-19"):
    if shutil.which(compiler):
        for case in CASES:
            tap.point("%s: %s" % (compiler, case[0]), try_case(case, compiler))
        tap.point(compiler + ": a unit that calls hundreds of functions", try_many(compiler))
        tap.point(compiler + ": each test of one process has what it called", try_tests(compiler))
tap.point("a program without symbols", try_stripped())
tap.point("a program that was built again since", try_built_again())
tap.finish()
