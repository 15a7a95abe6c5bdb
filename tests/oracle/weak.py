#!/usr/bin/python3
"""Checks weak mutation against real mutants: each a change in the source, compiled and run. It knows nothing of how
hlcov finds, records or decides which are killed.

usage: [SEEDS=N,N...] [CASES=N] tests/oracle/weak.py

A case is a program of random functions (see mutation/chance.py). Of each, every mutant of every operator is written as
a copy with one change, and runs beside the original on the same arguments until the value right behind the change
differs: then it is weakly killed. The objectives that hlcov reports must be those mutants, and those must be covered.
SEEDS: of the first case of each series, CASES: of each. KEEP: a directory where the cases that fail are left.
"""
import collections
import json
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutation"))

import seeds  # noqa: E402
import tap  # noqa: E402
import chance  # noqa: E402
import operators  # noqa: E402
import program  # noqa: E402

BUILDS = [(compiler, level) for compiler in ("gcc", "clang-19") for level in ("-O0", "-O2")]
OPERATORS = ("ROR", "ABS", "LIMIT", "RB", "COR", "LCR", "AOR", "BOR", "SOR", "UOI", "AOIU", "CRP", "SDL",
             "VRP", "LVR")
FUNCTIONS, ROWS = 6, 6
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutation")
UNDEFINED = ["-fsanitize=undefined,float-cast-overflow", "-fsanitize-undefined-trap-on-error"]


class Case:
    """Functions, their mutants, and what became of them."""

    def __init__(self, seed, directory):
        self.source, self.directory = random.Random(seed), directory
        self.compiler, self.level = BUILDS[seed % len(BUILDS)]
        self.functions = [chance.function(self.source, "f%d" % number, ROWS) for number in range(FUNCTIONS)]
        for function in self.functions:
            function.rows = [(number % program.WORLDS, row) for number, row in enumerate(function.rows)]
        self.world_seed = self.source.random()
        self.problems, self.counts = [], collections.Counter()

    def path(self, name):
        return os.path.join(self.directory, name)

    def must(self, words, **environment):
        done = subprocess.run(words, cwd=self.directory, env=dict(os.environ, **environment), check=False, timeout=2000,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise RuntimeError("%s: %s" % (" ".join(words), done.stdout[-2000:]))
        return done.stdout

    def save(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def write(self):
        """The program as users have it. Returns where its expressions are."""
        self.shared = program.data(self.functions, random.Random(self.world_seed))
        text, out = program.subject(self.functions)
        self.save("subject.c", text)
        self.save("caller.c", program.caller(self.functions, self.shared))
        return out

    def leave_out_undefined(self):
        """Calls that do what C does not define are no calls of the test."""
        self.write()
        self.must(["gcc", "-w", "-O1", *UNDEFINED, "-c", "subject.c"])
        self.must(["gcc", "-w", "-c", "caller.c"])
        self.must(["gcc", *UNDEFINED, "subject.o", "caller.o", "-o", "trial", "-lm"])
        lines = self.must(["./trial"]).splitlines()
        for function in self.functions:
            own, lines = lines[:len(function.rows)], lines[len(function.rows):]
            function.rows = [row for row, line in zip(function.rows, own) if line != "trap"]
        self.functions = [function for function in self.functions if len(function.rows) > 1]

    def judge(self):
        """Which mutants are killed."""
        judge = program.Judge(self.shared)
        self.mutants = {function.name: operators.mutants(function) for function in self.functions}
        for function in self.functions:
            judge.add(function, self.mutants[function.name])
        self.save("judged.c", judge.text())
        self.must(["gcc", "-w", "-O0", "-fwrapv", "-I", HERE, "judged.c", os.path.join(HERE, "judge.c"), "-o", "judged",
                   "-lm"])
        lines = self.must(["./judged"]).splitlines()
        self.problems += [line for line in lines if line.startswith("#")]
        for function, line in zip(self.functions, [line for line in lines if not line.startswith("#")]):
            for mutant, digit in zip(self.mutants[function.name], line):
                mutant.real = bool(int(digit) & 1)
                mutant.killed = bool(int(digit) & 2) if mutant.logic or mutant.flag is not None else mutant.real

    def report(self, *options):
        """{function: [objective]} of a build with coverage."""
        data = self.path("data")
        subprocess.run(["rm", "-rf", data], check=True)
        command = [self.compiler, "-w", self.level, "-c", "subject.c"]
        self.must([tap.hlcov, "cc", "--criteria=" + ",".join(OPERATORS), *options, *command], HLCOV_DIR=data)
        self.must([self.compiler, "subject.o", "caller.o", "-o", "covered", "-lm"])
        self.must([self.compiler, "-w", self.level, "-o", "plain", "subject.c", "caller.o", "-lm"])
        if self.must(["./plain"]) != self.must(["./covered"], HLCOV_DIR=data):
            self.problems.append("it does not print the same")
        if os.path.exists(os.path.join(data, "notes.log")):
            self.problems.append(open(os.path.join(data, "notes.log"), encoding="utf-8").read())
        text = self.must([tap.hlcov, "report", "--quiet", "--criteria=" + ",".join(OPERATORS), "--json", "-", data])
        found = collections.defaultdict(list)
        for file in json.loads(text)["files"]:
            for row in file["objectives"]:
                found[row["function"]].append(row)
        return found

    def compare(self, out, found, complete=False):
        for function in self.functions:
            mutants = self.mutants[function.name]
            for name, wanted, reported in paired(mutants, found.get(function.name, []), out):
                self.compare_one("%s %s" % (function.name, name), wanted, reported, complete)

    def compare_one(self, name, mutants, rows, complete):
        """Objectives in one place with the same words."""
        must = sum(mutant.listed is True for mutant in mutants)
        may = sum(mutant.listed is not False for mutant in mutants)
        if not must <= len(rows) <= may:
            self.problems.append("%s: %d objectives, not %d to %d" % (name, len(rows), must, may))
        levels = [sorted(str(level) for level in found) for found in (
            [mutant.level for mutant in mutants if mutant.level], [row.get("level") for row in rows if "level" in row])]
        if mutants and mutants[0].level and len(rows) == len(mutants) and levels[0] != levels[1]:
            self.problems.append("%s: levels %s, not %s" % (name, levels[1], levels[0]))
        if must <= len(rows) < may:
            return
        verdicts = [verdict(mutant, complete) for mutant in mutants]
        least, most = verdicts.count({True}), sum(True in either for either in verdicts)
        covered = sum(row["status"] == "covered" for row in rows)
        if not least <= covered <= most:
            self.problems.append("%s: %d of %d killed, but %s" % (
                name, most, len(mutants), ", ".join(row["status"] for row in rows)))
        if not complete:
            self.count(mutants[0].criterion if mutants else rows[0]["criterion"], len(rows), most, covered)

    def count(self, criterion, objectives, killed, covered):
        self.counts.update({(criterion, "mutants"): objectives, (criterion, "killed"): killed,
                            (criterion, "agree"): objectives - abs(killed - covered)})

    def check_completions(self):
        """What differs whatever was not evaluated differs when it is."""
        for mutant in (mutant for name in self.mutants for mutant in self.mutants[name] if mutant.decision):
            if mutant.decision.is_total and mutant.killed and not mutant.real:
                self.problems.append("%s of %s: killed by completions alone" % (mutant.change, mutant.criterion))

    def run(self):
        self.leave_out_undefined()
        out = self.write()
        self.must(["gcc", "-w", "-c", "caller.c"])
        self.judge()
        self.compare(out, self.report())
        self.compare(out, self.report("--semantics=complete"), complete=True)
        self.check_completions()
        self.counts.update(functions=len(self.functions))


def verdict(mutant, complete):
    """Whether it is killed; both if it is not known in which semantics its decision is recorded."""
    if not complete or not mutant.decision or mutant.decision.is_early is False:
        return {mutant.killed}
    if mutant.decision.is_early:
        return {mutant.real}
    return {mutant.killed, mutant.real} if mutant.decision.is_total else {False, True}


def bare(words):
    """Without parentheses; types of 64 bits have one name."""
    return re.sub(r"[()]", "", words).replace("long long", "long")


def paired(mutants, objectives, out):
    """(name, mutants, objectives) that are the same by operator, place and words, parentheses apart. In macros no
    column is known."""
    wanted, reported = collections.defaultdict(list), collections.defaultdict(list)
    inexact = {(mutant.criterion, mutant.place(out)[0], bare(mutant.words(out))) for mutant in mutants
               if mutant.place(out)[1] is None}

    def key(criterion, line, column, words):
        return criterion, line, 0 if (criterion, line, words) in inexact else column, words

    for mutant in mutants:
        wanted[key(mutant.criterion, *mutant.place(out), bare(mutant.words(out)))].append(mutant)
    for row in objectives:
        reported[key(row["criterion"], row["line"], row["column"], bare(row["text"]))].append(row)
    for found in sorted(set(wanted) | set(reported)):
        yield "%s in %d:%d, %s" % found, wanted[found], reported[found]


def tried(seed):
    return seeds.try_program("real mutants", Case, seed)


def table(counts):
    print("# operator  mutants   killed    alive    agree")
    for criterion in OPERATORS:
        mutants, killed, agree = (counts[criterion, name] for name in ("mutants", "killed", "agree"))
        print("# %-8s %8d %8d %8d %8d" % (criterion, mutants, killed, mutants - killed, agree))


def too_little(counts, cases):
    """What a comparison of less would not say."""
    for criterion in OPERATORS:
        if not 0 < counts[criterion, "killed"] < counts[criterion, "mutants"]:
            yield "%s: %d of %d killed" % (criterion, counts[criterion, "killed"], counts[criterion, "mutants"])
    mutants, killed = (sum(counts[criterion, name] for criterion in OPERATORS) for name in ("mutants", "killed"))
    if 5 * (mutants - killed) < mutants:
        yield "%d of %d mutants are alive" % (mutants - killed, mutants)
    if counts["functions"] < 3 * cases or mutants < 200 * cases:
        yield "%d functions, %d mutants" % (counts["functions"], mutants)


def main():
    tried_seeds, counts = seeds.try_all(tried, 4)
    table(counts)
    tap.point("%d functions, enough mutants of each operator, and enough of them alive" % counts["functions"],
              too_little(counts, len(tried_seeds)))
    tap.finish()


if __name__ == "__main__":
    main()
