#!/usr/bin/python3
"""Checks what hlcov records of random decisions against an evaluation in Python; it knows no compiler's coverage.

usage: tests/oracle/decisions.py [FUNCTIONS [SEED...]]

Each function of a generated program holds one random Boolean expression with up to 8 conditions. The program is run
once for each of the 256 assignments, each run with a data directory of its own, so that the report of each run must
name exactly the conditions, outcomes, ways and branches of that assignment. What the program prints must be the same
with and without coverage, for both compilers, with and without optimization. All this for --decisions=all, and with
half as many functions for --decisions=branching.
"""
import collections
import concurrent.futures
import functools
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tap  # noqa: E402
import conditions  # noqa: E402
from expressions import (DECIDING, PRELUDE, SHELLS, USING, Condition, Constant, Decision, Leaf, Logical,  # noqa: E402
                         Not, Program, Tested, Transparent, function_text, grouped)

CONDITIONS = 8
CRITERIA = "BC,DC,CC,MCC"
BUILDS = [(compiler, level) for compiler in ("gcc", "clang-19") for level in ("-O0", "-O2")]


@functools.lru_cache(maxsize=None)
def canonical(text):
    """The text without what does not change its truth, and whether that turned it round."""
    tokens, negated = conditions.stripped(conditions.tokens_of(text))
    return " ".join(tokens), negated


class Facts:
    """What one evaluation of a function must leave behind."""

    def __init__(self):
        self.conditions, self.outcomes, self.ways, self.branches = set(), set(), set(), set()


class Wrapped(Condition):
    """A condition that holds an expression used as a value: a decision of its own if it is logical."""

    def __init__(self, form, operand):
        self.form, self.operand = form, operand

    def text(self):
        return self.form % self.operand.text()

    def value(self, run):
        return self.operand.value(run)


class Choice(Condition):
    """c ? a : b as a condition; c is a decision, a and b are values."""

    def __init__(self, chooser, yes, no):
        self.chooser, self.yes, self.no = chooser, yes, no

    def text(self):
        return "(%s ? %s : %s)" % (grouped(self.chooser), grouped(self.yes), grouped(self.no))

    def value(self, run):
        return (self.yes if run.decide(self.chooser) else self.no).value(run)


class Run:
    def __init__(self, values):
        self.values, self.facts = values, Facts()

    def decide(self, expression):
        """Evaluates what something branches on."""
        outcome, (text, negated) = self.evaluate(expression), canonical(expression.text())
        if expression.outcomes() == {True, False}:
            self.facts.branches.add((text, outcome != negated))
        return outcome

    def use(self, expression):
        return self.evaluate(expression)

    def evaluate(self, expression):
        """Evaluates a decision. One that constants decide beforehand has conditions, but no outcomes to cover."""
        decision, (text, negated) = Decision(), canonical(expression.text())
        outcome = expression.step(self, decision)
        for _, condition, truth in decision.evaluated:
            name, turned = canonical(condition.text())
            self.facts.conditions.add((name, truth != turned))
        if expression.outcomes() == {True, False}:
            self.facts.outcomes.add((text, outcome != negated))
        else:
            text = None
        if decision.evaluated:
            self.facts.ways.add((text, frozenset((number, truth) for number, _, truth in decision.evaluated)))
        return outcome


class CuttingRun(Run):
    """With --decisions=branching: && and || with side effects in an operand are cut, others used as values are none."""

    EFFECTS = re.compile(r"seen\(|same\(|\bx \+?= |x\+\+|\(\{")

    def use(self, expression):
        if self.has_effects(expression):
            return self.evaluate(expression)
        return expression.step(self, Decision())

    def evaluate(self, expression):
        if self.is_cut(expression):
            if isinstance(expression, Logical):
                left = self.evaluate(expression.left)
                return left if left == (expression.operator == "||") else self.evaluate(expression.right)
            return self.evaluate(expression.operand) != isinstance(expression, Not)
        return super().evaluate(expression)

    def has_effects(self, expression):
        return bool(self.EFFECTS.search(expression.text()))

    def is_cut(self, expression):
        if isinstance(expression, Logical):
            return not expression.is_closed and self.has_effects(expression)
        return isinstance(expression, Transparent) and self.is_cut(expression.operand)


class Generator:
    """One random expression; every condition of it reads another input, so that its text is unique. `free`: it holds
    no constant, so that every condition can be true and false and every way be taken."""

    WRAPPERS = ("same(%s)", "(%s) != 0", "(%s) == 1", "table[(int)(%s)]", "({ int y = %s; y; })", "(int)(%s)",
                "(%s) + 0", "same(same(%s))")

    def __init__(self, source):
        self.source, self.used, self.free = source, 0, True

    def constant(self):
        self.free = False
        return Constant(self.source.random() < 0.5)

    def leaf(self):
        if self.used == CONDITIONS or self.source.random() < 0.04:
            return self.constant()
        self.used += 1
        return Leaf(self.used - 1, self.source.choice(Leaf.FORMS))

    def condition(self, make):
        """What `make` makes; a constant where it would depend on no input."""
        used, made = self.used, make()
        return made if self.used > used else self.constant()

    def wrapped(self, operand):
        form = self.source.choice(self.WRAPPERS)
        if form == "(%s) != 0" and operand.is_plain_logical:
            return Tested(form, operand)
        return Wrapped(form, operand)

    def expression(self, depth):
        dice = self.source.random()
        if depth == 0 or dice < 0.12:
            return self.leaf()
        if dice < 0.22:
            return Not("!(%s)", self.expression(depth - 1))
        if dice < 0.30:
            return Transparent(self.source.choice(SHELLS), self.expression(depth - 1))
        if dice < 0.38:
            return self.condition(lambda: self.wrapped(self.expression(depth - 1)))
        if dice < 0.42:
            return self.condition(lambda: Choice(*(self.expression(max(depth - 2, 0)) for _ in range(3))))
        return Logical(self.source.choice(("&&", "||")), self.expression(depth - 1), self.expression(depth - 1))


class Function:
    def __init__(self, source, number):
        generator = Generator(source)
        self.name = "f%d" % number
        self.expression = generator.expression(source.randint(1, 5))
        self.form = source.choice(DECIDING + USING)
        self.free = generator.free

    def text(self):
        return function_text(self.name, self.form, self.expression)

    def evaluate(self, assignment, make):
        """The value and the facts."""
        run = make([bool(assignment >> i & 1) for i in range(CONDITIONS)])
        value = run.decide(self.expression) if self.form in DECIDING else self.expression.value(run)
        return int(value), run.facts


MAIN = """
typedef int Function(const int *v, const double *d, void *const *p);
static Function *const functions[] = { %s };
static void run(unsigned assignment)
{
    int v[8];
    double d[8];
    void *p[8];
    for (int i = 0; i < 8; i++) {
        v[i] = assignment >> i & 1;
        d[i] = v[i];
        p[i] = v[i] ? &v : NULL;
    }
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
        int result = functions[i](v, d, p);
        printf("%%u %%u %%d %%u %%lx\\n", assignment, i, result, x, trace);
    }
}
int main(int argc, char **argv)
{
    for (unsigned i = 0; i < 256; i++)
        if (argc < 2 || i == (unsigned)atoi(argv[1]))
            run(i);
    return 0;
}
"""


def way_of(hyper):
    """The values that a hyperlabel of MCC names: {(number of the condition, value)}."""
    return frozenset((int(number), not bang) for bang, number in re.findall(r"(!?)\bc(\d+)", hyper))


def decision_of(row):
    """The function's decision that an objective is about, by its number."""
    return row["function"], re.match(r"decision (\d+)", row["htol"]).group(1)


def reported(rows, wanted):
    """{function: Facts} of the objectives that `wanted` holds of."""
    found, texts = collections.defaultdict(Facts), {}
    for row in rows:
        facts, (text, negated) = found[row["function"]], canonical(row["text"])
        if row["criterion"] == "DC":
            texts[decision_of(row)] = text
        if not wanted(row) or row["criterion"] == "BC" and row["value"] is None:  # an arm of a switch
            continue
        if row["criterion"] == "BC":
            facts.branches.add((text, row["value"] != negated))
        elif row["criterion"] == "CC":
            facts.conditions.add((text, row["value"] != negated))
        elif row["criterion"] == "DC":
            facts.outcomes.add((text, row["value"] != negated))
        else:
            facts.ways.add((texts.get(decision_of(row)), way_of(row["htol"])))
    return found


def compare(name, expected, found, kinds=("conditions", "outcomes", "ways", "branches")):
    for kind in kinds:
        theirs, ours = getattr(expected, kind), getattr(found, kind)
        for fact in sorted(map(str, theirs - ours)):
            yield "%s: %s not recorded: %s" % (name, kind, fact)
        for fact in sorted(map(str, ours - theirs)):
            yield "%s: %s recorded, but it never was: %s" % (name, kind, fact)


def covered(row):
    return row["status"] == "covered"


class Check:
    """One seed, one choice of decisions."""

    RUNS = {"all": Run, "branching": CuttingRun}

    def __init__(self, seed, count, decisions, directory):
        source = random.Random(seed)
        self.seed, self.decisions = "%s, %s" % (seed, decisions), decisions
        self.functions = [Function(source, number) for number in range(count)]
        self.expected = [[function.evaluate(assignment, self.RUNS[decisions]) for function in self.functions]
                         for assignment in range(1 << CONDITIONS)]
        text = PRELUDE + "".join(function.text() for function in self.functions)
        self.program = Program(directory, text + MAIN % ", ".join(function.name for function in self.functions))

    def plain(self):
        problems = self.program.build(["gcc"], "-O0", "plain")
        self.output = None if problems else self.program.run("plain", "none")
        return problems or self.evaluation()

    def evaluation(self):
        """The reference agrees with the plain program about every value."""
        for line in self.output.splitlines():
            assignment, number, value = (int(word) for word in line.split()[:3])
            if self.expected[assignment][number][0] != value:
                yield "assignment %d: %s is %d" % (assignment, self.functions[number].text(), value)

    def same_output(self, compiler, level):
        name = compiler + level
        problems = self.program.build([tap.hlcov, "cc", "--decisions=" + self.decisions, compiler], level, name)
        if not problems and self.program.run(name, name + ".all") != self.output:
            problems = ["another output than that of the plain program"]
        return problems

    def one_run(self, name, assignment):
        data = "%s.%d" % (name, assignment)
        self.program.run(name, data, str(assignment))
        found = reported(self.program.report(name, [data], CRITERIA), covered)
        problems = []
        for function, (_, facts) in zip(self.functions, self.expected[assignment]):
            for problem in compare(function.name, facts, found[function.name]):
                problems.append("assignment %d: %s\n%s" % (assignment, problem, function.text()))
        return problems

    def runs(self, name):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for problems in pool.map(lambda assignment: self.one_run(name, assignment), range(1 << CONDITIONS)):
                yield from problems[:5]

    def union(self, name):
        """All runs together, and that there are no other objectives."""
        rows = self.program.report(name, ["%s.%d" % (name, i) for i in range(1 << CONDITIONS)], CRITERIA)
        found, asked = reported(rows, covered), reported(rows, lambda row: True)
        for number, function in enumerate(self.functions):
            total = Facts()
            for assignment in self.expected:
                for kind in vars(total):
                    getattr(total, kind).update(getattr(assignment[number][1], kind))
            yield from compare(function.name, total, found[function.name])
            if function.free:
                yield from compare(function.name, total, asked[function.name])

    def count(self):
        facts = [facts for row in self.expected for _, facts in row]
        distinct = [len(set().union(*({(number, way) for way in row[number][1].ways} for row in self.expected)))
                    for number in range(len(self.functions))]
        return "%d functions, %d evaluations of conditions, %d distinct ways" % (
            len(self.functions), sum(len(fact.conditions) for fact in facts), sum(distinct))

    def run_all(self):
        tap.point("seed %s: the evaluation in Python agrees with gcc" % self.seed, self.plain())
        for compiler, level in BUILDS:
            problems = self.same_output(compiler, level)
            tap.point("seed %s: same output with coverage, %s %s" % (self.seed, compiler, level), problems)
        for name in ("gcc-O2", "clang-19-O0"):
            tap.point("seed %s: exactly what each run did, %s" % (self.seed, name), list(self.runs(name))[:20])
            tap.point("seed %s: all runs together, %s" % (self.seed, name), list(self.union(name))[:20])
        print("# seed %s: %s" % (self.seed, self.count()))


def main(count="60", *seeds):
    for seed in seeds or ("1",):
        for decisions, functions in (("all", int(count)), ("branching", int(count) // 2)):
            with tempfile.TemporaryDirectory() as directory:
                Check(seed, functions, decisions, directory).run_all()
    tap.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
