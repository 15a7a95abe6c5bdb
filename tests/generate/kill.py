#!/usr/bin/python3
"""hlcov generate --kill on small functions of textbooks: the tests that it wrote, built with mutants, fail with as many
as it says; of functions of two bytes, what it calls equivalent or without an input differs for none of all inputs.
Mutants that tests of the user notice are left to them.

usage: tests/generate/kill.py
"""
import functools
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "oracle")]
import subjects
import tap
from strong import mutants_of

SUBJECTS = {
    "findLast": """int findLast(const int *x, int n, int y)
{
    for (int i = n - 1; i >= 0; i--)
        if (x[i] == y)
            return i;
    return -1;
}
""",
    "countOdd": """int countOdd(const int *x, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        if (x[i] % 2 == 1 || x[i] > 0)
            count++;
    return count;
}
""",
    "corner": """int corner(int a, int b, int c)
{
    if (a <= 0 || b <= 0)
        return 0;
    if (a == b && (long)a + b > c)
        return 1;
    return (long)a + c == b ? 2 : 3;
}
""",
    "twoPred": """int twoPred(signed char x, signed char y)
{
    int z = 0;
    if (x < y)
        z = 1;
    if (z && x + y == 10)
        return 1;
    return 0;
}
""",
    "middle": """int middle(signed char x, signed char y)
{
    int m = x;
    if (y > x)
        m = y;
    if (m > 20)
        return 20;
    return m / 2;
}
""",
    "valid": """static int fits(unsigned char first, unsigned char second)
{
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f))
        return 0;
    return 1;
}

int valid(const unsigned char text[2])
{
    int count = 0;
    for (int at = 0; at < 2; count++) {
        int length = text[at] < 0x80 ? 1 : 2;
        if (at + length > 2)
            return -at - 1;
        if (length > 1 && !fits(text[at], text[at + 1]))
            return -at - 3;
        at += length;
    }
    return count;
}
"""}
# On a few inputs its result is not the same in each run: a sum overflows, which a comparison hides from sanitizers.
SUBJECTS["test_pat"] = subjects.source("test_pat")
BYTES = ("twoPred", "middle", "valid")
# Whose mutants are asked about on ways alone, to their end, which takes 3 s and more: others tell most of them before.
BY_WAYS = ("valid",)
TEXT_DRIVER = """#include <stdio.h>
int %s(const unsigned char *);
int main(void)
{
    unsigned long sum = 0;
    for (int x = 0; x < 256; x++)
        for (int y = 0; y < 256; y++) {
            unsigned char room[16] = {0}, *text = room + 8;
            text[0] = (unsigned char)x;
            text[1] = (unsigned char)y;
            sum = sum * 31 + (unsigned long)%s(text);
        }
    printf("%%lu\\n", sum);
    return 0;
}
"""
DRIVER = """#include <stdio.h>
int %s(signed char, signed char);
int main(void)
{
    unsigned long sum = 0;
    for (int x = -128; x < 128; x++)
        for (int y = -128; y < 128; y++)
            sum = sum * 31 + (unsigned long)%s((signed char)x, (signed char)y);
    printf("%%lu\\n", sum);
    return 0;
}
"""
TOLD = re.compile(r"mutants: (\d+) of (\d+) killed[^\n]*; left: (\d+)\n.*?regions: (\d+) equivalent.*?"
                  r"no input of the contract: (\d+)", re.S)


def limit():
    """A second of the processor, of which a program that ends takes a few hundredths."""
    resource.setrlimit(resource.RLIMIT_CPU, (1, 2))


class Work:
    """A function in a directory of its own."""
    def __init__(self, name, directory, text=None):
        self.name, self.directory = name, directory
        self.save("subject.c", text or SUBJECTS[name])

    def save(self, name, text):
        with open(os.path.join(self.directory, name), "w", encoding="utf-8") as file:
            file.write(text)

    def must(self, *words, data="data"):
        done = subprocess.run(words, cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env=dict(os.environ, HLCOV_DIR=tap.share_targets(os.path.join(self.directory, data))),
                              timeout=300)
        if done.returncode != 0:
            raise RuntimeError("%s: %s" % (" ".join(words), done.stdout[-600:]))
        return done.stdout

    def output(self, program, mutant=""):
        try:
            done = subprocess.run([program], cwd=self.directory, env=dict(os.environ, HLCOV_MUTANT=mutant), check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60,
                                  preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return "it does not end"
        return "it does not end" if done.returncode == -signal.SIGXCPU else done.stdout

    def mutants(self, data):
        dumped = self.must("sh", "-c", '"%s" dump %s/strong/*.hlt' % (tap.hlcov, data))
        return [one for one in mutants_of(dumped)
                if one.function["name"] in (self.name, "fits") and one.fields["unwritten"] == "0"]

    def killed(self):
        """How many mutants the written tests fail with."""
        self.must(tap.hlcov, "cc", "--strong", "gcc", "-w", "-I.", "out/test_subject.c", "-o", "tests",
                  data="tests.data")
        wanted = self.output("./tests")
        if "not ok" in wanted:
            raise RuntimeError("tests fail: " + wanted)
        return sum(self.output("./tests", one.id) != wanted for one in self.mutants("tests.data"))

    def different(self):
        """How many mutants differ for some of all inputs."""
        driver = TEXT_DRIVER if "text" in SUBJECTS[self.name] else DRIVER
        self.save("driver.c", driver % (self.name, self.name))
        self.must(tap.hlcov, "cc", "--strong", "gcc", "-w", "-c", "subject.c", "-o", "strong.o", data="all.data")
        self.must("gcc", "driver.c", "strong.o", "-o", "all")
        wanted = self.output("./all")
        return sum(self.output("./all", one.id) != wanted for one in self.mutants("all.data"))


def rows_faults(directory):
    """Each case stands there once, and nearly all numbers are such that a reader can follow them."""
    with open(os.path.join(directory, "out", "test_subject.c"), encoding="utf-8") as file:
        rows = re.findall(r"^    (\{\..*)\}", file.read(), re.M)
    large = [row for row in rows if any(abs(int(number)) > 999 for number in re.findall(r"-?\d+", row))]
    if len(set(rows)) < len(rows):
        yield "the same twice: %s" % sorted(rows)
    if len(rows) < 3 or len(large) > len(rows) / 5:
        yield "large numbers in %d of %d rows: %s" % (len(large), len(rows), large)


def check(name):
    with tempfile.TemporaryDirectory() as directory:
        work = Work(name, directory)
        passes = ("--kill-by=ways", "--time=30000") if name in BY_WAYS else ("--kill", "--time=3000")
        printed = work.must(tap.hlcov, "generate", *passes, "-o", "out", "subject.c")
        told = TOLD.search(printed)
        if not told:
            return [printed]
        killed, killable, left, equivalent, impossible = map(int, told.groups())
        problems = [] if killed >= .9 * killable else ["%d of %d are killed" % (killed, killable)]
        if (found := work.killed()) != killed:
            problems.append("the tests fail with %d mutants, and %d are called killed" % (found, killed))
        if name in BYTES and (differ := work.different()) > killed + left:
            problems.append("%d mutants differ: of %d called equivalent and %d without an input some do" %
                            (differ, equivalent, impossible))
        problems += rows_faults(directory)
        return [*problems, printed] if problems else []


SUITE = """#include <stdlib.h>
int twoPred(signed char x, signed char y);
int main(void)
{
    twoPred(1, 2);
    return twoPred(4, 6) == 1 && twoPred(6, 4) == 0 ? 0 : 1;
}
"""


def check_noticed():
    """What tests of the user notice is left to them."""
    with tempfile.TemporaryDirectory() as directory:
        work = Work("twoPred", directory)
        work.save("suite.c", SUITE)
        for options, program in (["--criteria=WM"], "measured"), (["--strong"], "suite"):
            work.must(tap.hlcov, "cc", *options, "gcc", "-w", "-c", "subject.c", "-o", "%s.o" % program)
            work.must("gcc", "-w", "suite.c", "%s.o" % program, "-o", "suite")
            if program == "measured":
                work.must(tap.hlcov, "run", "--test=suite", "--remember", "--", "./suite")
        work.must(tap.hlcov, "mutate")
        work.must(tap.hlcov, "report", "--criteria=SM", "--json=report.json")
        with open(os.path.join(directory, "report.json"), encoding="utf-8") as file:
            rows = json.load(file)["files"][0]["objectives"]
        wanted = sum(row["mutant"]["state"] == "noticed" for row in rows)
        printed = work.must(tap.hlcov, "generate", "--kill", "-o", "out", "subject.c")
        told, found = TOLD.search(printed), re.search(r"noticed by your tests: (\d+)", printed)
        problems = [] if wanted > 10 and found and int(found.group(1)) == wanted else ["not %d" % wanted]
        problems += [] if told and wanted + int(told.group(2)) < len(rows) else ["not %d in all" % len(rows)]
        return [*problems, printed] if problems else []


def check_passes():
    """One pass alone kills less than all, and what is no pass is told."""
    with tempfile.TemporaryDirectory() as directory:
        work = Work("twoPred", directory)
        found = []
        for options in ["--kill"], ["--kill-by=regions"], ["--kill-by=inputs"]:
            printed = work.must(tap.hlcov, "generate", *options, "-o", "out", "subject.c", data="data" + options[0])
            found.append([int(number) for number in TOLD.search(printed).groups()])
        (killed, _, _, equivalent, _), (few, _, _, proved, _), (other, _, _, none, _) = found
        problems = [] if few < other <= killed else ["%d, %d and %d are killed" % (few, other, killed)]
        problems += [] if equivalent == proved > none == 0 else ["%d, %d, %d are proved" % (equivalent, proved, none)]
        wrong = subprocess.run([tap.hlcov, "generate", "--kill-by=luck", "subject.c"], cwd=directory, text=True,
                               stderr=subprocess.PIPE, check=False)
        problems += [] if wrong.returncode != 0 and "--kill-by takes" in wrong.stderr else [wrong.stderr]
        return [*problems, found] if problems else []


def check_overflow():
    """Mutants that overflow where the program does not are killed: what ways call impossible, formulas do not kill."""
    told = []
    for passes in "ways", "formulas":
        with tempfile.TemporaryDirectory() as directory:
            work = Work("two_pred", directory, subjects.source("two_pred"))
            printed = work.must(tap.hlcov, "generate", "--kill-by=" + passes, "--time=3000", "-o", "out", "subject.c")
            told.append(list(map(int, TOLD.search(printed).groups())))
    (killed, _, left, _, _), (other, _, _, _, _) = told
    return ["ways kill %d and leave %d, formulas kill %d" % (killed, left, other)] if other > killed + left else []


def point(words, faults):
    try:
        problems = faults()
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        problems = [error]
    tap.point(words, problems)


def main():
    point("passes are chosen", check_passes)
    point("what the user's tests notice needs no more tests", check_noticed)
    point("overflows of mutants are no reason to leave them", check_overflow)
    for name in SUBJECTS:
        point("tests of %s kill its mutants" % name, functools.partial(check, name))
    tap.finish()


if __name__ == "__main__":
    main()
