#!/usr/bin/python3
"""Tests that hlcov generate writes: they compile without warnings, pass alone, twice, backwards and under sanitizers,
notice changes, and are left alone once edited. Which inputs are found is other tests' business."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
import units

work = tempfile.mkdtemp()
environment = dict(os.environ, HLCOV_DIR=os.path.join(work, "data"))
WARNINGS = ["-g", "-Wall", "-Wextra", "-Werror"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
# TAP's word for what is not expected to work yet.
LATER = "TO" "DO"
POINT = re.compile(r"^(not ok|ok) \d+ - (.*?), case (\d+)( # %s)?" % LATER, re.M)

# What a library's tests are linked with, and what their output says of a test that passed, and of one that changed.
LIBRARIES = {
    "cmocka": (["-lcmocka"], r"^\[ +OK \]", r"confirm it"),
    "check": (["-lcheck", "-lsubunit", "-lm", "-lrt", "-lpthread"], r"^100%: Checks: [1-9]", r"confirm it"),
    "criterion": (["-lcriterion"], r"Failing: 0 \| Crashing: 0", r"result differs"),
    "unity": ([], r"^PASS", r"confirm it"),
}
# The few words of Unity that tests use: its files are the user's, and no package.
UNITY = r"""
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf end;
static int failures;
void setUp(void);
void tearDown(void);
#define UNITY_BEGIN() (void)0
#define UNITY_END() failures
#define RUN_TEST(test) do { setUp(); if (setjmp(end) == 0) { test(); puts("PASS"); } tearDown(); } while (0)
#define TEST_ASSERT_EQUAL_UINT_MESSAGE(want, is, text) \
    do { if ((want) != (is)) { failures++; puts("FAIL " text); longjmp(end, 1); } } while (0)
#define TEST_IGNORE_MESSAGE(text) do { puts("IGNORE " text); longjmp(end, 1); } while (0)
"""


def path(*names):
    return os.path.join(work, *names)


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)


def read(name):
    with open(path(name), encoding="utf-8") as file:
        return file.read()


def run(*words, seconds=120):
    return subprocess.run(words, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, timeout=seconds, errors="replace", check=False)


def generate(name, *words):
    """Knows nothing of what was found before."""
    shutil.rmtree(path("data"), ignore_errors=True)
    tap.share_targets(path("data"))
    return run(tap.hlcov, "generate", "-t", "400", *words, name)


def fresh():
    for name in ("data", "tests"):
        shutil.rmtree(path(name), ignore_errors=True)
    tap.share_targets(path("data"))


def compile_test(compiler, name, *more):
    """What is wrong when the tests of the unit are compiled to the program `name`."""
    words = units.OPTIONS.get(name, {}).get(compiler, [])
    done = run(compiler, *WARNINGS, *words, "-I.", "-o", name, "tests/generated/test_%s.c" % name, *more, "-lm")
    return [done.stdout] if done.returncode != 0 else []


def points(name, *numbers):
    """Result and case of each point that the program prints, and what is wrong with them as TAP."""
    done = run("./" + name, *map(str, numbers))
    found = POINT.findall(done.stdout)
    plan = re.search(r"^1\.\.(\d+)$", done.stdout, re.M)
    wrong = [] if plan and int(plan.group(1)) == len(found) and done.returncode == 0 else [done.stdout]
    return [(result, "%s %s" % (function, case)) for result, function, case, _ in found], wrong


def failed(name, *numbers):
    found, wrong = points(name, *numbers)
    return wrong + ["%s, run with %s" % (case, numbers) for result, case in found if result != "ok"]


# ---- C, with TAP ----

def passes(name):
    """Under sanitizers by both compilers: in order, each alone, all backwards and each twice."""
    for compiler in ("gcc", "clang"):
        wrong = compile_test(compiler, name, *SANITIZERS)
        yield from wrong or failed(name)
    numbers = range(1, len(points(name)[0]) + 1)
    if not wrong:
        for number in numbers:
            yield from failed(name, number)
        yield from failed(name, *[number for one in reversed(numbers) for number in (one, one)])


def notices(name):
    """Each change of the unit makes a case differ."""
    text = units.UNITS[name]
    for old, new in units.CHANGES[name]:
        if text.count(old) != 1:
            yield "%s is there %d times" % (old, text.count(old))
            continue
        write(name + ".c", text.replace(old, new))
        done = run("gcc", "-g", "-w", "-I.", "-o", name, "tests/generated/test_%s.c" % name, "-lm")
        yield from [done.stdout] if done.returncode else []
        if all(result == "ok" for result, _ in points(name)[0]):
            yield "no case notices %s" % new
    write(name + ".c", text)


def long_lines(name):
    for number, line in enumerate(read("tests/generated/test_%s.c" % name).split("\n"), 1):
        if len(line) > 120 or line != line.rstrip():
            yield "%d: %s" % (number, line)


def unit(name):
    fresh()
    write(name + ".c", units.UNITS[name])
    done = generate(name + ".c")
    missing = [] if os.path.exists(path("tests/generated/test_%s.c" % name)) else [done.stdout]
    tap.point("%s: tests pass" % name, missing or passes(name))
    if not missing:
        tap.point("%s: lines have at most 120 columns" % name, long_lines(name))
        tap.point("%s: changes are noticed" % name, notices(name))


# ---- confirmed rows, and edited files ----

SMALL = "int small(int x) { return x > 3 ? 1 : 2; }\n"
GENERATED = "tests/generated/test_small.c"


def confirmed():
    """A row that somebody confirmed fails, and one that nobody did does not."""
    fresh()
    write("small.c", SMALL)
    generate("small.c")
    write("small.c", SMALL.replace("? 1", "? 3"))
    yield from compile_test("gcc", "small")
    done = run("./small")
    if done.returncode != 0 or " # " + LATER not in done.stdout or "# result differs" not in done.stdout:
        yield "not confirmed: %d\n%s" % (done.returncode, done.stdout)
    write(GENERATED, read(GENERATED).replace(".result = 1}", ".result = 1, .confirmed = 1}"))
    yield from compile_test("gcc", "small")
    done = run("./small")
    if done.returncode != 1 or " # " + LATER in done.stdout:
        yield "confirmed: %d\n%s" % (done.returncode, done.stdout)


def edited():
    """What is there now was edited, and stays."""
    before = read(GENERATED)
    write("small.c", SMALL)
    done = generate("small.c")
    if read(GENERATED) != before or "was edited" not in done.stdout or os.path.exists(path(GENERATED[:-1] + "new.c")):
        yield "nothing new: " + done.stdout
    write("small.c", SMALL.replace("> 3", "> 4"))
    done = generate("small.c")
    beside = GENERATED[:-1] + "new.c"
    if read(GENERATED) != before or beside not in done.stdout or ".x = 5" not in read(beside):
        yield "something new: " + done.stdout
    write("small.c", SMALL.replace("> 3", "> 5"))
    done = generate("small.c")
    if ".x = 6" not in read(beside) or read(GENERATED) != before:
        yield "written again: " + done.stdout
    write(beside, "/* mine */\n")
    done = generate("small.c")
    if read(beside) != "/* mine */\n" or not os.path.exists(path(GENERATED[:-1] + "new2.c")):
        yield "without a checksum: " + done.stdout
    os.remove(path(GENERATED))
    os.remove(path(beside))
    generate("small.c")
    before = read(GENERATED)
    generate("small.c")
    if read(GENERATED) != before:
        yield "the same text is written twice"


# ---- crashes ----

CRASHES = r"""
#include <stdlib.h>
int divide(int a, int b) { return a / b; }
int wait(int n) { while (n > 3) { volatile int k = n; n = k; } return n; }
int leave(int n) { if (n > 5) exit(3); return n; }
struct s { int *p; };
int follow(const struct s *s) { return *s->p; }
"""


def crashes():
    fresh()
    write("bad.c", CRASHES)
    done = generate("bad.c")
    yield from [] if "crashes_bad.c" in done.stdout else [done.stdout]
    done = run("gcc", *WARNINGS, "-o", "bad", "tests/generated/crashes_bad.c")
    yield from [done.stdout] if done.returncode else []
    listed = dict(re.findall(r"^(\d+): (\w+ (?:ends by SIG\w+|runs too long|ends the program with status \d+))",
                             run("./bad").stdout, re.M))
    wanted = {"divide ends by SIGFPE": -8, "wait runs too long": 124, "leave ends the program with status 3": 3,
              "follow ends by SIGSEGV": -11}
    if set(listed.values()) != set(wanted):
        yield "listed: %s" % listed
    for number, what in listed.items():
        status = subprocess.run(["timeout", "0.5", "./bad", number], cwd=work, check=False).returncode
        if status != wanted.get(what):
            yield "%s: %d" % (what, status)
    write("bad.c", "int divide(int a, int b) { return b > 0 ? a / b : 0; }\n")
    generate("bad.c")
    if os.path.exists(path("tests/generated/crashes_bad.c")):
        yield "it stays when nothing crashes any more"


# ---- other formats ----

def is_installed(words):
    write("empty.c", "int main(void) { return 0; }\n")
    return run("gcc", "-o", "empty", "empty.c", *words).returncode == 0


def library(name):
    words, passed, changed = LIBRARIES[name]
    fresh()
    write("unity.h", UNITY)
    write("functions.c", units.UNITS["functions"])
    done = generate("functions.c", "--format=" + name)
    if not os.path.exists(path("tests/generated/test_functions.c")):
        yield done.stdout
        return
    for compiler in ("gcc", "clang"):
        yield from compile_test(compiler, "functions", *words, *SANITIZERS)
        done = run("./functions")
        if done.returncode != 0 or not re.search(passed, done.stdout, re.M) or re.search(changed, done.stdout):
            yield "%s: status %d: %s" % (compiler, done.returncode, done.stdout)
    write("functions.c", units.UNITS["functions"].replace("f(x) + 1", "f(x) + 2"))
    yield from compile_test("gcc", "functions", *words)
    done = run("./functions")
    if done.returncode != 0 or not re.search(changed, done.stdout):
        yield "changed: status %d: %s" % (done.returncode, done.stdout)
    text = read("tests/generated/test_functions.c")
    write("tests/generated/test_functions.c", re.sub(r"(\.f = twice.*)\},", r"\1, .confirmed = 1},", text))
    yield from compile_test("gcc", "functions", *words)
    done = run("./functions")
    if done.returncode == 0:
        yield "confirmed: status %d: %s" % (done.returncode, done.stdout)


def testcomp():
    fresh()
    write("lists.c", units.UNITS["lists"])
    done = generate("lists.c", "--format=testcomp")
    names = os.listdir(path("tests/generated/test-suite"))
    if "metadata.xml" not in names or not any(name.startswith("testcase-find-") for name in names):
        yield "%s %s" % (names, done.stdout)
    for name in names:
        done = run("xmllint", "--nonet", "--noout", "tests/generated/test-suite/" + name)
        yield from [done.stdout] if done.returncode else []
    text = "".join(read("tests/generated/test-suite/" + name) for name in names)
    for wanted in ('<input variable="v" type="int">', '<input variable="n[0].value" type="int">',
                   "<sourcecodelang>C</sourcecodelang>"):
        if wanted not in text:
            yield "no " + wanted


def corpus():
    fresh()
    write("small.c", SMALL)
    generate("small.c", "--format=corpus")
    names = sorted(os.listdir(path("tests/generated/corpus")))
    if names != ["small-1", "small-2"]:
        yield str(names)
    for name in names:
        done = run("data/generate/small.c/harness", "run", "0", "tests/generated/corpus/" + name)
        if done.returncode != 0:
            yield "%s: status %d" % (name, done.returncode)
    generate("small.c", "--format=corpus")
    if sorted(os.listdir(path("tests/generated/corpus"))) != names:
        yield "inputs are written twice"


# What gnulib's header does, whose function is in a library that tests of one unit are not linked with.
REPLACED = """#include <stdio.h>
int rpl_fflush(FILE *of);
#define fflush rpl_fflush
int replaced(int a)
{
    return a > 3 ? a - 1 : 2;
}
"""


def replaced():
    write("replaced.c", REPLACED)
    generate("replaced.c", "-o", "tests/generated")
    yield from compile_test("gcc", "replaced") or failed("replaced")


def unknown():
    done = generate("small.c", "--format=junit")
    if done.returncode != 1 or "c, cmocka, check, criterion, unity, testcomp, corpus" not in done.stdout:
        yield "%d %s" % (done.returncode, done.stdout)


for one in units.UNITS:
    unit(one)
tap.point("rows that are confirmed fail", confirmed())
tap.point("edited files are left alone", edited())
tap.point("crashes are repeated", crashes())
for one in LIBRARIES:
    if is_installed(LIBRARIES[one][0]):
        tap.point("%s: tests pass, and a confirmed one fails" % one, library(one))
tap.point("Test-Comp's suites", testcomp())
tap.point("corpora", corpus())
tap.point("tests of a unit that replaces functions of C are linked", replaced())
tap.point("unknown formats are refused", unknown())
shutil.rmtree(work)
tap.finish()
