#!/usr/bin/python3
"""Random functions of two bytes, all 65,536 inputs of each against what hlcov generate says when it followed all ways:
none of them does what no input of the contract does, and nothing is infeasible that one of them does. Some call another
unit: what that returns is known from runs alone, which seldom leave their ways.

usage: [SEEDS=N,N...] [CASES=N] tests/generate/ways.py
"""
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "oracle")]
import seeds
import subjects
import tap

# Milliseconds of search: every fourth function has enough of them on a busy machine, too.
TIME, MUCH_TIME = 4000, 30000
CRITERIA = "STMT,BC,MCC,CACC,PPC,EPC,AUC,ADUPC,WM"
HEAD = """#include <ctype.h>
#include <string.h>
struct pair { signed char one, other; };
struct packed { signed low : 3; unsigned middle : 7; short rest; struct pair pair; };
union mixed { int whole; unsigned char bytes[4]; short halves[2]; struct pair pairs[2]; };
static const struct { struct pair pair; int number; } table[] = {{{1, 2}, 3}, {{-4}, 5}};
static const int steps[] = {3, -1, 0, 7};
static const double rates[2] = {0.1, -2};
int looked(int), mixed(int, int), counted(void);
static int total(const int *of, int n)
{
    int sum = 0;
    while (n-- > 0)
        sum = (sum + of[n]) % 64;
    return sum;
}
static int turned(int x)
{
    if (x > 5)
        return x - 5;
    return x < -5 ? -x : 0;
}
static struct pair swapped(struct pair of)
{
    struct pair result = {of.other, of.one};
    return result;
}
static int folded(int x)
{
    int own = x & 15;
    return own < 4 ? own : own % 3 + folded(own - 4);
}
"""
DRIVER = """#include "subject.c"
int main(void)
{
    for (int a = -128; a < 128; a++)
        for (int b = -128; b < 128; b++)
            f((signed char)a, (signed char)b);
    return 0;
}
"""


OUTER = """static const int all[] = {5, -3, 0, 17, 2, 9, -8, 40};
static int n;
int looked(int x) { return all[x & 7]; }
int mixed(int x, int y) { return (x * 7 + y * 3) % 23; }
int counted(void) { return n++ % 5; }
"""


class Maker:
    """Writes a function: what it does is defined for all inputs, and every loop ends."""
    def __init__(self, seed, counts=True):
        self.random = random.Random(seed)
        self.blocks = 1 + seed % 2
        self.reals = seed % 3 == 2
        self.turns = seed % 5 == 1
        self.texts = seed % 4 == 3
        self.records = seed % 3 == 1
        self.calls = seed % 3 == 0
        self.counts = counts and seed % 6 == 0
        self.loops = 0

    def value(self, depth=0):
        choices = ["a", "b", "x", "y", "p.one", "p.other", str(self.random.randint(-9, 9))]
        if depth > 1 or self.random.random() < .4:
            return self.random.choice(choices)
        left, right = self.value(depth + 1), self.value(depth + 1)
        if self.records and self.random.random() < .5:
            return self.random.choice([
                "u.bytes[(%s) & 3]" % left, "u.halves[%d]" % self.random.randint(0, 1), "u.pairs[1].one", "k.low",
                "(int)k.middle", "k.pair.other", "k.rest", "q.one", "swapped(q).one", "table[(%s) & 1].number" % left,
                "table[%d].pair.one" % self.random.randint(0, 1),
                "((unsigned char *)&x)[%d]" % self.random.randint(0, 3), "folded(%s)" % left,
                "(isdigit(%s & 127) != 0)" % left, "tolower(%s & 127)" % left])
        if self.calls and self.random.random() < .4:
            return self.random.choice(["looked(%s)" % left, "mixed(%s, %s)" % (left, right),
                                       "counted()" if self.counts else "looked(a)"])
        if self.texts and self.random.random() < .3:
            return self.random.choice(["total(room, (%s) & 3)" % left, "(int)strlen(text)",
                                       "(int)strspn(text, \"\\1\\2\")", "text[(%s) & 3]" % left])
        return self.random.choice([
            "(%s + %s) %% 64" % (left, right), "(%s - %s) %% 64" % (left, right), "(%s & %s)" % (left, right),
            "(%s ^ %s)" % (left, right), "steps[(%s) & 3]" % left, "room[(%s) & 3]" % left, "turned(%s)" % left,
            "(%s ? %s : %s)" % (self.condition(depth + 1), left, right), "(%s) / 3" % left])

    def real(self):
        return self.random.choice(["d", "e", "(d + e) / 2", "d * 0.25f", "-e", "0.5 * %s" % self.value(2),
                                   "rates[%s & 1]" % self.value(2)])

    def condition(self, depth=0):
        if self.texts and self.random.random() < .2:
            return self.random.choice(['memcmp(text, "\\1\\3", 2) < 0', 'strcmp("\\2", text) > 0',
                                       'strchr(text, %s) != 0' % self.random.randint(1, 3)])
        if self.reals and self.random.random() < .3:
            return "%s %s %s" % (self.real(), self.random.choice(["<", "<=", "==", "!=", ">", ">="]), self.real())
        if depth < 2 and self.random.random() < .4:
            return "(%s %s %s)" % (self.condition(depth + 1), self.random.choice(["&&", "||"]),
                                   self.condition(depth + 1))
        return "%s %s %s" % (self.value(2), self.random.choice(["<", "<=", "==", "!=", ">", ">="]), self.value(2))

    def record(self):
        value = "(%s) %% 64" % self.value()
        return self.random.choice([
            "q = p;", "p = swapped(q);", "memcpy(&q, &p, sizeof q);", "memcpy(u.bytes + 1, &k, 3);",
            "memmove(u.bytes + 1, u.bytes, 2);",
            "memset(&k, %d, %d);" % (self.random.randint(0, 3), self.random.randint(1, 6)), "u.whole = %s;" % value,
            "u.bytes[%s & 3] = (unsigned char)(%s);" % (self.random.choice("ab"), value),
            "u.pairs[%d] = %s;" % (self.random.randint(0, 1), self.random.choice("pq")), "k.low = (%s) & 3;" % value,
            "k.middle = (unsigned)(%s) & 127u;" % value, "k.pair = %s;" % self.random.choice("pq"),
            "k.rest = %s;" % value,
            "at = &%s;" % self.random.choice(["room[%d]" % self.random.randint(0, 3), "x", "u.whole"]),
            "*(short *)((char *)&u + 2) = (short)(%s);" % value, "l = k;"])

    def assignment(self):
        if self.records and self.random.random() < .5:
            return self.record()
        if self.texts and self.random.random() < .2:
            return self.random.choice(["text[%s & 1] = (%s) & 3;" % (self.random.choice("ab"), self.value()),
                                       'strcpy(text, "\\3\\1" + (%s & 1));' % self.value()])
        if self.reals and self.random.random() < .3:
            return self.random.choice(["d = %s / 2 + 1;", "e = 3 - %s / 2;", "x = (int)(%s / 2) %% 64;"]) % self.real()
        target = self.random.choice(["x", "y", "p.one", "*at", "room[%s & 3]" % self.random.choice("ab")])
        return "%s = %s%s;" % (target, "(signed char)" if target == "p.one" else "", "(%s) %% 64" % self.value())

    def block(self, margin, depth):
        lines = []
        for _ in range(self.random.randint(1, 3 if depth else 4)):
            lines += self.statement(margin, depth)
        return lines

    def statement(self, margin, depth):
        kind = self.random.random()
        inner = margin + "    "
        if depth > 1 or kind < .35:
            return [margin + self.assignment()]
        if kind < .7:
            lines = ["%sif (%s) {" % (margin, self.condition()), *self.block(inner, depth + 1)]
            if self.random.random() < .5:
                lines += [margin + "} else {", *self.block(inner, depth + 1)]
            return [*lines, margin + "}"]
        if kind < .8:
            self.loops += 1
            name = "i%d" % self.loops
            return ["%sfor (int %s = 0; %s < (%s & 3); %s++) {" % (margin, name, name, self.value(2), name),
                    *self.block(inner, depth + 1),
                    *([inner + "if (%s)" % self.condition(), inner + "    break;"] if kind < .76 else []), margin + "}"]
        if kind < .9:
            lines = ["%sswitch (%s & 3) {" % (margin, self.value(1))]
            for label in self.random.sample(range(4), 2):
                lines += ["%scase %d:" % (margin, label), *self.block(inner, depth + 1)]
                lines += [inner + "break;"] if self.random.random() < .6 else []
            return [*lines, *([margin + "default:", *self.block(inner, depth + 1)] if kind < .86 else []), margin + "}"]
        return ["%sif (%s)" % (margin, self.condition()),
                inner + ("return %s;" % self.value() if kind < .95 else "goto out;")]

    def function(self):
        blocks = [line for _ in range(self.blocks) for line in self.block("    ", 0)]
        result = "(x ^ y) + p.one + room[1]%s" % (" + q.other + u.halves[1] + l.rest" if self.records else "")
        return HEAD + "\n".join([
            "int f(signed char a, signed char b)", "{", "    int x = a, y = b, room[4] = {a, b, 1}, *at = &x;",
            "    struct pair p = {b, a};", *(["    int turns = 0;"] if self.turns else []),
            *(["    char text[4] = {a & 3, b & 3, 0};"] if self.texts else []),
            *(["    struct pair q = p;", "    struct packed k = {1, 2, b}, l = k;", "    union mixed u = {a};"]
              if self.records else []),
            *(["    double d = a;", "    float e = b;"] if self.reals else []),
            "    if (b > 100)", "        at = &y;", *(["again:"] if self.turns else []), *blocks,
            *(["    if (x > 9 && turns++ < 2)", "        goto again;"] if self.turns else []), "out:",
            "    return %s;" % result, "}"]) + "\n"


def run(words, directory, data):
    return subjects.run(words, directory, os.path.join(directory, data), timeout=300)


def build_outer(directory):
    """The other unit."""
    with open(os.path.join(directory, "outer.c"), "w", encoding="utf-8") as file:
        file.write(OUTER)
    subprocess.run(["gcc", "-c", "outer.c"], cwd=directory, check=True)


def objectives(directory, data):
    found = subjects.report(directory, os.path.join(directory, data), CRITERIA.split(","))
    return subjects.objectives(found, "subject.c")


def brute(directory):
    """What all inputs cover."""
    words = [tap.hlcov, "cc", "--criteria=" + CRITERIA, "gcc", "-w", "-O1", "-fsanitize=undefined",
             "-fno-sanitize-recover=all", "-o", "all", "driver.c", "outer.o"]
    for command in words, ["./all"]:
        done = run(command, directory, "all.data")
        if done.returncode != 0:
            raise RuntimeError(done.stderr[-400:])
    return objectives(directory, "all.data")


def strayed(seed, output):
    """Of a function that calls another unit: how many of its runs left their ways, and how many there were."""
    found = re.search(r"(\d+) of (\d+) runs left theirs", output) if seed % 3 == 0 else None
    return {"strayed": int(found[1]), "runs": int(found[2])} if found else {"strayed": 0, "runs": 0}


def judge(seed, directory):
    """What is wrong, and counts: whether all ways were followed; objectives called impossible; runs."""
    for name, text in ("subject.c", Maker(seed).function()), ("driver.c", DRIVER):
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text)
    build_outer(directory)
    time = MUCH_TIME if seed % 4 == 0 else TIME
    found = run([tap.hlcov, "generate", "--criteria=" + CRITERIA, "--time=%d" % time, "--function=f",
                 "--link=outer.o", "subject.c"], directory, "data")
    if found.returncode != 0:
        return [found.stdout, found.stderr], {"followed": False, "called": 0}
    claimed, done = objectives(directory, "data"), brute(directory)
    followed = "f" in subjects.followed(found.stdout)
    called = {id: row for id, row in claimed.items() if row["function"] == "f" and
              (row["status"] == "infeasible" or (followed and row["status"] == "uncovered"))}
    wrong = ["line %d: %s is called %s, and an input does it" % (row["line"], id, row["status"])
             for id, row in called.items() if id in done and done[id]["status"] == "covered"]
    return wrong[:5], {"followed": followed, "called": len(called), **strayed(seed, found.stdout)}


def tried(seed):
    with tempfile.TemporaryDirectory() as directory:
        try:
            problems, counts = judge(seed, directory)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            problems, counts = [error], {"followed": False, "called": 0}
        if problems:
            seeds.keep(directory, seed)
    name = "seed %d: %s ways were followed; %d objectives are called impossible" % (
        seed, "all" if counts["followed"] else "some", counts["called"])
    return name, problems, counts


def main():
    _, counts = seeds.try_all(tried, 6)
    problems = [] if counts["followed"] and counts["called"] else ["of none"]
    tap.point("all ways of some functions were followed", problems)
    problems = [] if counts["strayed"] * 20 <= counts["runs"] > 0 else ["%(strayed)d of %(runs)d" % counts]
    tap.point("runs that call another unit seldom leave their ways", problems)
    tap.finish()


if __name__ == "__main__":
    main()
