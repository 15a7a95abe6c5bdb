#!/usr/bin/python3
"""Mutants that hlcov prune --equivalent calls equivalent, run on all 65,536 inputs of random functions of two bytes:
none gives another value, leaves something else in memory or traps. How many of those that differ nowhere were proved is
told, by the width of the region.

usage: [SEEDS=N,N...] [CASES=N] tests/prune/equivalent.py
"""
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "oracle"), os.path.join(HERE, "..", "generate")]
import seeds
import tap
import ways

DRIVER = """#include <stdio.h>
int f(signed char a, signed char b);
int fast, slow[4];
int main(void)
{
    unsigned long sum = 0;
    for (int a = -128; a < 128; a++)
        for (int b = -128; b < 128; b++) {
            fast = 0;
            for (int i = 0; i < 4; i++)
                slow[i] = i;
            sum = sum * 31 + (unsigned long)f((signed char)a, (signed char)b);
            sum = sum * 31 + (unsigned long)fast;
            for (int i = 0; i < 4; i++)
                sum = sum * 31 + (unsigned long)slow[i];
        }
    printf("%lu\\n", sum);
    return 0;
}
"""
# Proved by statements, whatever `m` is there, and because it is `a` at the first one; in a loop, too. A variable that
# only one statement names lives on to its next iteration; a loop that does nothing may not end with a mutant.
FIXED = """extern int fast, slow[4];
int f(signed char a, signed char b)
{
    int m = a, last = 0, stays = b;
    for (int i = 0; i < 4; i++) {
        if (slow[i] > last) {
            fast += b;
            last = 9;
        }
        switch (i & b) {
        case 1:
            if (a > 3)
                fast++;
            else if (a < 3)
                fast += 1;
            else
                fast++;
            break;
        }
    }
    while (stays > 200)
        ;
    if (b > a)
        m = b;
    if (m > 3)
        fast += m;
    else if (m < 3)
        fast -= m;
    else
        fast += 3;
    return m;
}
"""
SECONDS = 0.3  # of the processor, for all inputs: the program without a mutant takes some thousandths
# What stands in the smallest region is compared whatever is around it.
WIDTHS = {"its statement": "statement", "the statements around": "more", "the function": "function"}


class Maker(ways.Maker):
    """Writes a function without labels, for regions with some are not compared; it leaves something in variables."""
    def __init__(self, seed):
        super().__init__(seed)
        self.random = random.Random(seed + 1000)
        self.turns = self.texts = self.reals = self.records = False

    def assignment(self):
        if self.random.random() < .3:
            return self.random.choice(["fast = (%s) %% 64;", "slow[a & 3] = (%s) %% 64;", "*to = (%s) %% 64;",
                                       "if (y < (%s)) y = 5;", "x = x < 0 ? 0 : (%s) %% 64;"]) % self.value()
        return super().assignment()

    def function(self):
        blocks = [line.replace("goto out;", "return y;") for line in self.block("    ", 0)]
        return ways.HEAD + "\n".join([
            "extern int fast, slow[4];", "int f(signed char a, signed char b)", "{",
            "    int x = a, y = b, room[4] = {a, b, 1}, *at = &x, *to = b > 3 ? &fast : &slow[1];",
            "    struct pair p = {b, a};", *blocks, "    return (x ^ y) + p.one + room[1];", "}"]) + "\n"


def must(words, directory):
    done = subprocess.run(words, cwd=directory, env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError("%s: %s" % (" ".join(words), done.stdout[-400:]))
    return done.stdout


def mutants(directory):
    """Those that are written: (name, words, why it is equivalent or "")."""
    must([tap.hlcov, "report", "--criteria=SM", "--json=report.json"], directory)
    with open(os.path.join(directory, "report.json"), encoding="utf-8") as file:
        report = json.load(file)
    for row in report["files"][0]["objectives"]:
        mutant = row["mutant"]
        if mutant["state"] != "not written":
            hash_ = row["id"].split(":")[-3]
            words = "line %d: %s for %s" % (row["line"], mutant["after"] or "nothing", mutant["before"])
            why = row["why"] if row["status"] == "infeasible" else ""
            yield "%s.%d" % (hash_, mutant["number"]), words, why


def output(directory, mutant):
    """What the program prints, or how it ends."""
    environment = dict(os.environ, HLCOV_MUTANT=mutant)
    try:
        done = subprocess.run(["./strong"], cwd=directory, env=environment, stdout=subprocess.PIPE, timeout=60,
                              preexec_fn=lambda: signal.setitimer(signal.ITIMER_PROF, SECONDS))
    except subprocess.TimeoutExpired:
        return "it waits"
    return done.stdout if done.returncode == 0 else "it ends with %d" % done.returncode


def judge(subject, directory):
    for name, text in ("subject.c", subject), ("driver.c", DRIVER):
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text)
    must(["gcc", "-O1", "-c", "driver.c"], directory)
    must([tap.hlcov, "cc", "--criteria=WM", "gcc", "-w", "-O1", "-c", "subject.c"], directory)
    must(["gcc", "subject.o", "driver.o", "-o", "measured"], directory)
    must([tap.hlcov, "run", "--test=all", "--", "./measured"], directory)
    must([tap.hlcov, "cc", "--strong", "gcc", "-w", "-O1", "-c", "subject.c", "-o", "strong.o"], directory)
    must(["gcc", "strong.o", "driver.o", "-o", "strong"], directory)
    must([tap.hlcov, "prune", "--equivalent", "--steps=1", "--criteria=SM", "--no-cache"], directory)
    counts, problems = collections.Counter(), []
    wanted = output(directory, "")
    for name, words, why in mutants(directory):
        same = output(directory, name) == wanted
        if why and not same:
            problems.append("%s (%s): %s, and an input tells" % (words, name, why))
        width = next((short for long, short in WIDTHS.items() if "equivalent: " + long in why), "other")
        counts[width if why else "missed" if same else "different"] += 1
    return problems, counts


def check_fixed():
    with tempfile.TemporaryDirectory() as directory:
        problems, counts = judge(FIXED, directory)
    problems += ["few by their statement"] if counts["statement"] < 20 else []
    tap.point("mutants of a small function: %s" % counts, problems)


# What counts up is not negative: in the condition of the loop, in an index, behind the loop; what starts at 1 is not 0.
# `more` is counted in an inner loop, `down` is not counted up: mutants of them differ, or nobody knows.
COUNTED = """extern int fast, slow[4];
int f(signed char a, signed char b)
{
    int found = 0, more = 0;
    for (int i = 0; i < (b & 3); i++) {
        if (slow[i] > a)
            found++;
        for (unsigned k = 1; k < 3; k++) {
            fast += k > 1;
            more += 2;
        }
    }
    for (int down = a; down < 4 && down < b; down += 2)
        if (down < -100)
            down++;
    return found + more;
}
"""
COUNTING = {"line 5: abs(i) for i", "line 6: abs(i) for i", "line 8: fail_if_0(k) for k", "line 9: fail_if_0(k) for k",
            "line 16: abs(found) for found"}


def check_counted():
    with tempfile.TemporaryDirectory() as directory:
        problems, counts = judge(COUNTED, directory)
        proved = {words for _, words, why in mutants(directory) if why}
    problems += ["not proved: %s" % words for words in sorted(COUNTING - proved)]
    tap.point("mutants of what loops count: %s" % counts, problems)


# What is returned, and formulas do not follow, is no less returned.
RETURNED = """extern int fast, slow[4];
struct both {
    int one, other;
};
static double half(signed char a)
{
    return a / 2.0;
}
static struct both swapped(struct both from)
{
    return from.one > 3 ? from : (struct both){from.other, from.one};
}
static long double rest(signed char a, long double b)
{
    if (a > 3)
        return b;
    return a - b;
}
int f(signed char a, signed char b)
{
    struct both room = swapped((struct both){a, b});
    fast = (int)(half(a) * 4) + (int)rest(a, b);
    return room.one - room.other;
}
"""


def check_returned():
    with tempfile.TemporaryDirectory() as directory:
        problems, counts = judge(RETURNED, directory)
    problems += ["few mutants"] if counts["different"] < 20 else []
    tap.point("mutants of what has no bits: %s" % counts, problems)


def tried(seed):
    with tempfile.TemporaryDirectory() as directory:
        try:
            problems, counts = judge(Maker(seed).function(), directory)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            problems, counts = [error], {}
        if problems:
            seeds.keep(directory, seed)
    return "seed %d: %s" % (seed, ", ".join("%s %d" % pair for pair in sorted(counts.items()))), problems[:5], counts


def main():
    check_fixed()
    check_counted()
    check_returned()
    seeds.try_all(tried, 1)
    tap.finish()


if __name__ == "__main__":
    main()
