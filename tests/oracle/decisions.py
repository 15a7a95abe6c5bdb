#!/usr/bin/python3
"""Checks what hlcov records of random decisions against an evaluation in Python; it knows no compiler's coverage.

usage: tests/oracle/decisions.py [FUNCTIONS [SEED...]]

Each function of a generated program holds one random Boolean expression with up to 8 conditions. The program is run
once for each of the 256 assignments, each run with a data directory of its own, so that the report of each run must
name exactly the conditions, outcomes and ways of that assignment. What the program prints must be the same with and
without coverage, for both compilers, with and without optimization.
"""
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tap  # noqa: E402
import conditions  # noqa: E402

CONDITIONS = 8
BUILDS = [(compiler, level) for compiler in ("gcc", "clang-19") for level in ("-O0", "-O2")]


def canonical(text):
    """The text without what does not change its truth, and whether that turned it round."""
    tokens, negated = conditions.stripped(conditions.tokens_of(text))
    return " ".join(tokens), negated


class Facts:
    """What one evaluation of a function must leave behind."""

    def __init__(self):
        self.conditions, self.outcomes, self.ways = set(), set(), set()


# Expressions. Each can print itself as C and evaluate itself: as a value, or as part of a decision. `run` holds the
# values of the conditions and the facts.

class Constant:
    """0 or 1 as a condition."""

    is_closed = True

    def __init__(self, truth):
        self.truth = truth

    def text(self):
        return "1" if self.truth else "0"

    def value(self, run):
        return self.truth

    def outcomes(self):
        return {self.truth}

    def step(self, run, decision):
        decision.next_number()
        return self.truth

    def skip(self, decision):
        decision.next_number()

    is_logical = is_plain_logical = False


class Condition:
    """What stands in a decision without && || ! at its top."""

    is_logical = is_plain_logical = is_closed = False

    def outcomes(self):
        return {True, False}

    def step(self, run, decision):
        number, truth = decision.next_number(), self.value(run)
        text, negated = canonical(self.text())
        run.facts.conditions.add((text, truth != negated))
        decision.way.add((number, truth))
        return truth

    def skip(self, decision):
        decision.next_number()


class Leaf(Condition):
    """A condition that reads the input with its number."""

    FORMS = ("v[{0}]", "v[{0}] != 0", "v[{0}] > 0", "(v[{0}] & 1)", "seen({0}, v[{0}])", "(x = v[{0}])", "d[{0}]",
             "v[{0}] == 1", "(x += {0}, v[{0}])", "p[{0}] != 0", "(int)v[{0}]", "v[v[{0}] ? {0} : {0}]",
             "(_Bool)d[{0}]", "v[{0}] - v[{0}] + v[{0}]", "~v[{0}] & 1 ^ 1", "0 < v[{0}]", "*(v + {0})", "1 & v[{0}]",
             "-v[{0}] < 0")

    def __init__(self, number, form):
        self.number, self.form = number, form

    def text(self):
        return self.form.format(self.number)

    def value(self, run):
        if "?" in self.form:
            run.facts.conditions.add(("v [ %d ]" % self.number, run.values[self.number]))
            run.facts.outcomes.add(("v [ %d ]" % self.number, run.values[self.number]))
            run.facts.ways.add(("v [ %d ]" % self.number, frozenset({(1, run.values[self.number])})))
        return run.values[self.number]


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
        return (self.yes if decide(self.chooser, run) else self.no).value(run)


class Transparent:
    """What only surrounds an operand: as a decision it is that operand."""

    PLAIN = ("(%s)", "__extension__ (%s)", "!(%s)")

    def __init__(self, form, operand):
        self.form, self.operand = form, operand

    @property
    def is_logical(self):
        return self.operand.is_logical

    @property
    def is_plain_logical(self):
        return self.form in self.PLAIN and self.operand.is_plain_logical

    @property
    def is_closed(self):
        return self.form in self.PLAIN and self.operand.is_closed

    def text(self):
        return self.form % self.operand.text()

    def outcomes(self):
        return self.operand.outcomes()

    def value(self, run):
        return self.operand.value(run)

    def step(self, run, decision):
        return self.operand.step(run, decision)

    def skip(self, decision):
        self.operand.skip(decision)


class Tested(Transparent):
    """(a && b) != 0: transparent as part of a decision, but its value alone is no decision."""

    PLAIN = ()
    is_logical = False


class Not(Transparent):
    def outcomes(self):
        return {not outcome for outcome in self.operand.outcomes()}

    def value(self, run):
        return decide(self, run) if self.is_logical else not self.operand.value(run)

    def step(self, run, decision):
        return not self.operand.step(run, decision)


class Logical:
    """left && right, or left || right."""

    is_logical = is_plain_logical = True

    def __init__(self, operator, left, right):
        self.operator, self.left, self.right = operator, left, right

    @property
    def is_closed(self):
        return self.left.is_closed and self.right.is_closed

    def text(self):
        return "%s %s %s" % (grouped(self.left), self.operator, grouped(self.right))

    def outcomes(self):
        decides = self.operator == "||"
        left = self.left.outcomes()
        return (left & {decides}) | (self.right.outcomes() if left != {decides} else set())

    def value(self, run):
        return decide(self, run)

    def step(self, run, decision):
        if self.is_closed:
            return Constant(self.outcomes() == {True}).step(run, decision)
        left = self.left.step(run, decision)
        if left == (self.operator == "||"):
            self.right.skip(decision)
            return left
        return self.right.step(run, decision)

    def skip(self, decision):
        if self.is_closed:
            decision.next_number()
            return
        self.left.skip(decision)
        self.right.skip(decision)


def grouped(expression):
    return expression.text() if isinstance(expression, (Constant, Leaf)) else "(%s)" % expression.text()


class Decision:
    """The numbering of the conditions, and the way of one evaluation."""

    def __init__(self):
        self.numbers, self.way = 0, set()

    def next_number(self):
        self.numbers += 1
        return self.numbers


def decide(expression, run):
    """Evaluates a decision. One that constants decide beforehand has conditions, but no outcomes to cover."""
    decision = Decision()
    outcome = expression.step(run, decision)
    text, negated = canonical(expression.text())
    if expression.outcomes() == {True, False}:
        run.facts.outcomes.add((text, outcome != negated))
    else:
        text = None
    if decision.way:
        run.facts.ways.add((text, frozenset(decision.way)))
    return outcome


class Run:
    def __init__(self, values):
        self.values, self.facts = values, Facts()


class Generator:
    """One random expression; every condition of it reads another input, so that its text is unique. `free`: it holds
    no constant, so that every condition can be true and false and every way be taken."""

    WRAPPERS = ("same(%s)", "(%s) != 0", "(%s) == 1", "table[(int)(%s)]", "({ int y = %s; y; })", "(int)(%s)",
                "(%s) + 0", "same(same(%s))")
    SHELLS = ("(%s)", "(x++, %s)", "__builtin_expect(!!(%s), 1)", "__extension__ (%s)", "__builtin_expect((%s), 0)")

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
            return Transparent(self.source.choice(self.SHELLS), self.expression(depth - 1))
        if dice < 0.38:
            return self.condition(lambda: self.wrapped(self.expression(depth - 1)))
        if dice < 0.42:
            return self.condition(lambda: Choice(*(self.expression(max(depth - 2, 0)) for _ in range(3))))
        return Logical(self.source.choice(("&&", "||")), self.expression(depth - 1), self.expression(depth - 1))


DECIDING = ("if ({0}) return 1; return 0;", "while ({0}) return 1; return 0;", "for (; {0};) return 1; return 0;",
            "return {1} ? 1 : 0;", "int n = 0; do switch (n++) {{ case 1: return 1; }} while ({0}); return 0;",
            "if ({0}) goto yes; return 0; yes: return 1;", "if (({0})) ; else return 0; return 1;")
USING = ("return {0};", "int r = {0}; return r;", "return same({0});", "return table[(int)({0})];",
         "int r[] = {{ {0} }}; return r[0];", "switch ((int)({0})) {{ case 0: return 0; default: return 1; }}",
         "struct {{ int r; }} s = {{ .r = {0} }}; return s.r;",
         "int r; r = {1}; return r;", "return ({0}) == 1;")


class Function:
    def __init__(self, source, number):
        generator = Generator(source)
        self.name = "f%d" % number
        self.expression = generator.expression(source.randint(1, 5))
        self.form = source.choice(DECIDING + USING)
        self.free = generator.free

    def text(self):
        body = self.form.format(self.expression.text(), grouped(self.expression))
        return "int %s(const int *v, const double *d, void *const *p)\n{\n    %s\n}\n" % (self.name, body)

    def evaluate(self, assignment):
        """The value and the facts."""
        run = Run([bool(assignment >> i & 1) for i in range(CONDITIONS)])
        value = decide(self.expression, run) if self.form in DECIDING else self.expression.value(run)
        return int(value), run.facts


PRELUDE = """#include <stdio.h>
#include <stdlib.h>
static unsigned x;
static unsigned long trace;
static const int table[] = { 0, 1 };
static int seen(int number, int value)
{
    trace = trace * 31 + number * 2 + value;
    return value;
}
static int same(int value)
{
    trace = trace * 7 + value;
    return value;
}
"""
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


class Program:
    """The functions of a seed, in C and as builds in a directory."""

    def __init__(self, seed, count, directory):
        source = random.Random(seed)
        self.functions = [Function(source, number) for number in range(count)]
        self.directory = directory
        text = PRELUDE + "".join(function.text() for function in self.functions)
        with open(self.path("program.c"), "w", encoding="utf-8") as file:
            file.write(text + MAIN % ", ".join(function.name for function in self.functions))

    def path(self, name):
        return os.path.join(self.directory, name)

    def build(self, command, level, name):
        """Returns what went wrong, or nothing."""
        environment = dict(os.environ, HLCOV_DIR=self.path(name + ".compiled"))
        done = subprocess.run(command + [level, "-w", "-o", self.path(name), "program.c"], cwd=self.directory,
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return [done.stdout[-3000:]] if done.returncode else []

    def run(self, name, data, *arguments):
        environment = dict(os.environ, HLCOV_DIR=self.path(data))
        return subprocess.run([self.path(name)] + list(arguments), env=environment, stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    def report(self, name, data):
        """The objectives of DC, CC and MCC after the runs that wrote into the data directories."""
        command = [tap.hlcov, "report", "--quiet", "--criteria", "DC,CC,MCC", "--json", "-"]
        done = subprocess.run(command + [self.path(directory) for directory in data] + [self.path(name)],
                              stdout=subprocess.PIPE, check=True)
        return [row for file in json.loads(done.stdout)["files"] for row in file["objectives"]]


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
        if not wanted(row):
            continue
        if row["criterion"] == "CC":
            facts.conditions.add((text, row["value"] != negated))
        elif row["criterion"] == "DC":
            facts.outcomes.add((text, row["value"] != negated))
        else:
            facts.ways.add((texts.get(decision_of(row)), way_of(row["htol"])))
    return found


def compare(name, expected, found, kinds=("conditions", "outcomes", "ways")):
    for kind in kinds:
        theirs, ours = getattr(expected, kind), getattr(found, kind)
        for fact in sorted(map(str, theirs - ours)):
            yield "%s: %s not recorded: %s" % (name, kind, fact)
        for fact in sorted(map(str, ours - theirs)):
            yield "%s: %s recorded, but it never was: %s" % (name, kind, fact)


def covered(row):
    return row["status"] == "covered"


class Check:
    """One seed."""

    def __init__(self, seed, count, directory):
        self.seed, self.program = seed, Program(seed, count, directory)
        self.expected = [[function.evaluate(assignment) for function in self.program.functions]
                         for assignment in range(1 << CONDITIONS)]

    def plain(self):
        problems = self.program.build(["gcc"], "-O0", "plain")
        self.output = None if problems else self.program.run("plain", "none")
        return problems or self.evaluation()

    def evaluation(self):
        """The reference agrees with the plain program about every value."""
        for line in self.output.splitlines():
            assignment, number, value = (int(word) for word in line.split()[:3])
            if self.expected[assignment][number][0] != value:
                yield "assignment %d: %s is %d" % (assignment, self.program.functions[number].text(), value)

    def same_output(self, compiler, level):
        name = compiler + level
        problems = self.program.build([tap.hlcov, "cc", compiler], level, name)
        if not problems and self.program.run(name, name + ".all") != self.output:
            problems = ["another output than that of the plain program"]
        return problems

    def one_run(self, name, assignment):
        data = "%s.%d" % (name, assignment)
        self.program.run(name, data, str(assignment))
        found = reported(self.program.report(name, [data]), covered)
        problems = []
        for function, (_, facts) in zip(self.program.functions, self.expected[assignment]):
            for problem in compare(function.name, facts, found[function.name]):
                problems.append("assignment %d: %s\n%s" % (assignment, problem, function.text()))
        return problems

    def runs(self, name):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for problems in pool.map(lambda assignment: self.one_run(name, assignment), range(1 << CONDITIONS)):
                yield from problems[:5]

    def union(self, name):
        """All runs together, and that there are no other objectives."""
        rows = self.program.report(name, ["%s.%d" % (name, i) for i in range(1 << CONDITIONS)])
        found, asked = reported(rows, covered), reported(rows, lambda row: True)
        for number, function in enumerate(self.program.functions):
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
                    for number in range(len(self.program.functions))]
        return "%d functions, %d evaluations of conditions, %d distinct ways" % (
            len(self.program.functions), sum(len(fact.conditions) for fact in facts), sum(distinct))

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
        with tempfile.TemporaryDirectory() as directory:
            Check(seed, int(count), directory).run_all()
    tap.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
