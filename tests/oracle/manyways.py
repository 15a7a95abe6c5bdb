#!/usr/bin/python3
"""Checks decisions with more ways than there are slots for: the vectors that were recorded against a log that the
program keeps itself, and CACC, RACC, DC and CC against their definitions over the log. It knows no graph of a decision.

usage: tests/oracle/manyways.py [SEED...]

Each condition occurs once, so a condition is active in some completion of a vector if it is on its way up the formula;
and two vectors that agree wherever both were evaluated have a completion in common (CRITERIA.md).
"""
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tap  # noqa: E402
from expressions import Program  # noqa: E402

BUILDS = [("gcc", "-O2"), ("clang-19", "-O0")]
EVALUATIONS = 150

PRELUDE = """
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf jump;

static int note(char *log, int i, int value)
{
    log[i] = value ? 'T' : 'F';
    return value;
}
#define look(i) %s

static int ended(int number, const char *log, int outcome)
{
    printf("%%d %%s %%d\\n", number, log, outcome);
    return outcome;
}
"""

# A condition that calls a function may not return, so what came before it is recorded at once; else when the decision
# ends.
LOOKS = {"observed": "note(log, i, v[i] == 'T')", "complete": "note(log, i, v[i] == 'T')",
         "observed, without calls": "((log[i] = v[i]) == 'T')"}

OBSERVED = """
static int f%(number)d(const char *v, int depth)
{
    char log[] = "%(nothing)s";
    int outcome = %(formula)s;
    return ended(%(number)d, log, outcome);
}
"""

COMPLETE = """
static int f%(number)d(const char *v, int depth)
{
    const char *log = v;
    int %(variables)s;
    int outcome = %(formula)s;
    return ended(%(number)d, log, outcome);
}
"""

# Conditions of the functions below: places remember vectors of at most 23.
WIDTHS = (40, 22)


def wide(text, number, width):
    pairs = " && ".join("(look(%d) || look(%d))" % (i, i + 1) for i in range(4, width, 2))
    return text % {"number": number, "pairs": pairs, "width": width, "rest": width - 2}


# A jump out of a condition ends nothing; the next round begins anew. A condition calls the function, or holds another
# decision of that kind; longjmp comes back into the middle of one.
JUMPING = """
static int f%(number)d(const char *v, int depth)
{
    char log[%(width)d + 1];
    int rounds = 0, outcome;
again:
    memset(log, '-', %(width)d);
    log[%(width)d] = 0;
    outcome = (look(0) || look(1)) && (note(log, 2, ({ if (v[2] == 'T' && rounds++ == 0) goto again; v[2] == 'T'; }))
        || look(3)) && %(pairs)s;
    return ended(%(number)d, log, outcome);
}
"""

CALLING = """
static int f%(number)d(const char *v, int depth)
{
    char log[%(width)d + 1];
    memset(log, '-', %(width)d);
    log[%(width)d] = 0;
    int outcome = (look(0) || look(1)) && (note(log, 2, depth < 2 ? f%(number)d(v, depth + 1) : v[2] == 'T') || look(3))
        && %(pairs)s;
    return ended(%(number)d, log, outcome);
}
"""

RETURNING = """
static int f%(number)d(const char *v, int depth)
{
    char log[%(width)d + 1];
    memset(log, '-', %(width)d);
    log[%(width)d] = 0;
    int outcome = (look(0) || look(1)) && (note(log, 2, setjmp(jump)) || look(3)) && %(pairs)s;
    ended(%(number)d, log, outcome);
    if (log[2] == 'F') {
        memset(log + 2, '-', %(rest)d);
        longjmp(jump, 1);
    }
    return outcome;
}
"""

MAIN = """
static int (*const functions[])(const char *, int) = {%s};

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        functions[atoi(argv[i])](strchr(argv[i], ':') + 1, 0);
    return 0;
}
"""


class Formula:
    """&& and || in turn, over leaves that are numbers; (operator, operands), ("!", [leaf]) or a number."""

    def __init__(self, source, shape):
        self.source, self.count = source, 0
        self.root = self.group("&&" if source.random() < 0.5 else "||", shape)

    def leaf(self):
        self.count += 1
        return ("!", [self.count - 1]) if self.source.random() < 0.2 else self.count - 1

    def group(self, operator, shape):
        if not shape:
            return self.leaf()
        other = "||" if operator == "&&" else "&&"
        return operator, [self.group(other, shape[1:]) for _ in range(self.source.randint(*shape[0]))]

    def text(self, form, node=None):
        node = self.root if node is None else node
        if isinstance(node, int):
            return form % node
        if node[0] == "!":
            return "!" + form % node[1][0]
        return "(%s)" % (" %s " % node[0]).join(self.text(form, operand) for operand in node[1])

    def possible(self, vector, node):
        """The truths that completions of the vector give the node."""
        if isinstance(node, int):
            return {"T": {True}, "F": {False}, "-": {True, False}}[vector[node]]
        if node[0] == "!":
            return {not truth for truth in self.possible(vector, node[1][0])}
        neutral = node[0] == "&&"
        truths = [self.possible(vector, operand) for operand in node[1]]
        return ({neutral} if all(neutral in each for each in truths) else set()) | (
            {not neutral} if any((not neutral) in each for each in truths) else set())

    def leaves(self, node):
        return {node} if isinstance(node, int) else set().union(*(self.leaves(operand) for operand in node[1]))

    def active(self, vector, leaf, node=None):
        node = self.root if node is None else node
        if isinstance(node, int):
            return True
        return all(self.active(vector, leaf, operand) if leaf in self.leaves(operand)
                   else (node[0] == "&&") in self.possible(vector, operand) for operand in node[1])


def agree(one, other, leaf):
    return all(i == leaf or "-" in (a, b) or a == b for i, (a, b) in enumerate(zip(one, other)))


def verdicts(formula, log):
    """The covered objectives of the function's decision. `log`: {(vector, outcome)}."""
    found = {"DC:d0=%s" % "FT"[outcome] for _, outcome in log}
    for leaf in range(formula.count):
        name = "d0.c%d" % (leaf + 1)
        found.update("CC:%s=%s" % (name, vector[leaf]) for vector, _ in log if vector[leaf] != "-")
        yes, no = ([entry for entry in log if entry[0][leaf] == letter] for letter in "TF")
        active = [{outcome for vector, outcome in half if formula.active(vector, leaf)} for half in (yes, no)]
        if any(one != other for one in active[0] for other in active[1]):
            found.add("CACC:" + name)
        if any(a != b and agree(one, other, leaf) for one, a in yes for other, b in no):
            found.add("RACC:" + name)
    return found


class Check:
    def __init__(self, seed, kind, directory):
        complete = kind == "complete"
        self.source, self.directory = random.Random(seed), directory
        self.options = ["--semantics=complete"] if complete else []
        shapes = [[(12, 12)]] if complete else [[(12, 14), (1, 3), (1, 2)], [(40, 40), (2, 2)], [(14, 14), (2, 2)],
                                                           [(11, 11), (2, 2)]]
        self.formulas = [Formula(self.source, shape) for shape in shapes for _ in range(3)]
        self.lengths = [] if complete else [width for width in WIDTHS for _ in range(3)]
        self.first = len(self.lengths)
        texts = [wide((JUMPING, CALLING, RETURNING)[i % 3], i, width) for i, width in enumerate(self.lengths)]
        for number, formula in enumerate(self.formulas, self.first):
            variables = ", ".join("x%d = v[%d] == 'T'" % (i, i) for i in range(formula.count))
            texts.append((COMPLETE if complete else OBSERVED) % {
                "number": number, "nothing": "-" * formula.count, "variables": variables,
                "formula": formula.text("x%d" if complete else "look(%d)")})
        self.count = len(texts)
        self.program = Program(directory, PRELUDE % LOOKS[kind] + "".join(texts)
                               + MAIN % ", ".join("f%d" % i for i in range(self.count)))

    def length(self, number):
        """Conditions of the function's decision."""
        return self.lengths[number] if number < self.first else self.formulas[number - self.first].count

    def inputs(self, number):
        """Chains of inputs that differ in one condition: pairs are likely."""
        length = self.length(number)
        values = [self.source.choice("TTF") for _ in range(length)]
        for _ in range(EVALUATIONS):
            if self.source.random() < 0.1:
                values = [self.source.choice("TTF") for _ in range(length)]
            flipped = self.source.randrange(length)
            values[flipped] = "TF"[values[flipped] == "T"]
            yield "%d:%s" % (number, "".join(values))

    def run(self, name):
        """{function: {(vector, outcome)}} as the program logged it."""
        arguments = [each for number in range(self.count) for each in self.inputs(number)]
        log = {number: set() for number in range(self.count)}
        for line in self.program.run(name, name + ".data", *arguments).splitlines():
            number, vector, outcome = line.split()
            log[int(number)].add((vector, outcome == "1"))
        return log

    def recorded(self, name):
        """{source: vectors} as hlcov dump prints them, cut to the function's conditions."""
        data = self.program.path(name + ".data")
        files = [os.path.join(data, file) for file in os.listdir(data) if file.endswith(".hlb")]
        dump = subprocess.run([tap.hlcov, "dump"] + files, stdout=subprocess.PIPE, text=True, check=True).stdout
        found = {number: set() for number in range(self.count)}
        for line in dump.splitlines():
            if match := re.match(r"  source (\d+): (vector .*)$", line):
                number = int(match[1])
                found[number].add("".join(match[2].replace("vector", "").split())[:self.length(number)])
        return found

    def vectors(self, name, log):
        recorded = self.recorded(name)
        for number, entries in log.items():
            expected = {vector for vector, _ in entries}
            yield from ("f%d: not recorded: %s" % (number, each) for each in sorted(expected - recorded[number])[:3])
            yield from ("f%d: never was: %s" % (number, each) for each in sorted(recorded[number] - expected)[:3])

    def covered(self, name, criteria):
        found = {}
        for row in self.program.report(name, [name + ".data"], criteria):
            match = re.search(r":(\w+:d0[^:]*)$", row["id"])
            if match and row["status"] == "covered":
                found.setdefault(row["function"], set()).add(match[1])
        return found

    def judged(self, name, log, criteria="DC,CC,CACC,RACC"):
        found, total = self.covered(name, criteria), 0
        for number, formula in enumerate(self.formulas, self.first):
            wanted = {each for each in verdicts(formula, log[number]) if each.split(":")[0] in criteria.split(",")}
            total += len(wanted)
            difference = wanted ^ found.get("f%d" % number, set())
            yield from ("f%d: %s is %s" % (number, each, "uncovered" if each in wanted else "covered")
                        for each in sorted(difference)[:5])
        if total < 50:
            yield "only %d objectives are covered: this tests little" % total

    def overflow(self, name):
        """With room for few vectors, single values are what they are, and the report says what is missing."""
        problems = self.program.build([tap.hlcov, "cc", "--tuples=4"] + self.options + ["gcc"], "-O1", name)
        if problems:
            return problems
        problems = list(self.judged(name, self.run(name), "DC,CC"))
        report = subprocess.run([tap.hlcov, "report", "--details", "--criteria=DC", self.program.path(name + ".data")],
                                stdout=subprocess.PIPE, text=True, check=True).stdout
        if not re.search("vectors of decisions with too many ways .* may be missing", report):
            problems.append("the report does not say that vectors are missing\n" + report)
        return problems


def check(seed, kind):
    what = "seed %s, %s" % (seed, kind)
    with tempfile.TemporaryDirectory() as directory:
        checked = Check(seed, kind, directory)
        for compiler, level in BUILDS:
            name = compiler + level
            problems = checked.program.build([tap.hlcov, "cc"] + checked.options + [compiler], level, name)
            tap.point("%s: built by %s" % (what, name), problems)
            log = checked.run(name)
            tap.point("%s: vectors are those of the log, %s" % (what, name), checked.vectors(name, log))
            tap.point("%s: verdicts follow from the log, %s" % (what, name), checked.judged(name, log))
        tap.point("%s: too little room" % what, checked.overflow("small"))


def main(*seeds):
    for seed in seeds or ("1",):
        for kind in LOOKS:
            check(seed, kind)
    tap.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
