"""Random-decision tests: Boolean expressions in C, and the functions and programs around them. It chooses nothing at
random, and knows of hlcov only how it is called.

Each expression can print itself as C and evaluate itself: as a value, or as part of a decision. The `run` given to it
holds `values`, those that the conditions read, and has two methods: `decide(expression)` evaluates one that something
branches on, `use(expression)` one with && or || at its top whose value is used.
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tap  # noqa: E402


class Decision:
    """The numbering of the conditions, and what one evaluation has evaluated: (number, condition, truth)."""

    def __init__(self):
        self.numbers, self.evaluated = 0, []

    def next_number(self):
        self.numbers += 1
        return self.numbers


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
        decision.evaluated.append((number, self, truth))
        return truth

    def skip(self, decision):
        decision.next_number()


class Leaf(Condition):
    """A condition that reads the input with its number."""

    FORMS = ("v[{0}]", "v[{0}] != 0", "v[{0}] > 0", "(v[{0}] & 1)", "seen({0}, v[{0}])", "(x = v[{0}])", "d[{0}]",
             "v[{0}] == 1", "(x += {0}, v[{0}])", "p[{0}] != 0", "(int)v[{0}]", "v[v[{0}] ? {0} : {0}]",
             "(_Bool)d[{0}]", "v[{0}] - v[{0}] + v[{0}]", "~v[{0}] & 1 ^ 1", "0 < v[{0}]", "*(v + {0})", "1 & v[{0}]",
             "-v[{0}] < 0")
    CHOOSER = "v[{0}]"

    def __init__(self, number, form):
        self.number, self.form = number, form

    def text(self):
        return self.form.format(self.number)

    def value(self, run):
        return run.decide(Leaf(self.number, self.CHOOSER)) if "?" in self.form else run.values[self.number]


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
        return run.use(self) if self.is_logical else not self.operand.value(run)

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
        return run.use(self)

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


# In what shape an expression stands in a function that returns its truth: as a decision ({1}: in parentheses if need
# be), or as a value, which is a decision only if the expression is logical.
DECIDING = ("if ({0}) return 1; return 0;", "while ({0}) return 1; return 0;", "for (; {0};) return 1; return 0;",
            "return {1} ? 1 : 0;", "int n = 0; do switch (n++) {{ case 1: return 1; }} while ({0}); return 0;",
            "if ({0}) goto yes; return 0; yes: return 1;", "if (({0})) ; else return 0; return 1;")
USING = ("return {0};", "int r = {0}; return r;", "return same({0});", "return table[(int)({0})];",
         "int r[] = {{ {0} }}; return r[0];", "switch ((int)({0})) {{ case 0: return 0; default: return 1; }}",
         "struct {{ int r; }} s = {{ .r = {0} }}; return s.r;",
         "int r; r = {1}; return r;", "return ({0}) == 1;")

# What leaves the value of an expression alone.
SHELLS = ("(%s)", "(x++, %s)", "__builtin_expect(!!(%s), 1)", "__extension__ (%s)", "__builtin_expect((%s), 0)")

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


def function_text(name, form, expression):
    body = form.format(expression.text(), grouped(expression))
    return "int %s(const int *v, const double *d, void *const *p)\n{\n    %s\n}\n" % (name, body)


class Program:
    """A program in C, and its builds, in a directory."""

    def __init__(self, directory, text):
        self.directory = directory
        with open(self.path("program.c"), "w", encoding="utf-8") as file:
            file.write(text)

    def path(self, name):
        return os.path.join(self.directory, name)

    def build(self, command, level, name, *files):
        """Returns what went wrong, or nothing. The files are linked too."""
        environment = dict(os.environ, HLCOV_DIR=self.path(name + ".compiled"))
        done = subprocess.run([*command, level, "-w", "-o", self.path(name), "program.c", *files], cwd=self.directory,
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return [done.stdout[-3000:]] if done.returncode else []

    def run(self, name, data, *arguments):
        """Runs a build; it writes into that data directory. Returns what it printed."""
        environment = dict(os.environ, HLCOV_DIR=self.path(data))
        return subprocess.run([self.path(name)] + list(arguments), env=environment, stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    def report(self, name, data, criteria):
        """The objectives of the criteria after the runs that wrote into the data directories."""
        command = [tap.hlcov, "report", "--quiet", "--criteria", criteria, "--json", "-"]
        done = subprocess.run(command + [self.path(directory) for directory in data] + [self.path(name)],
                              stdout=subprocess.PIPE, check=True)
        return [row for file in json.loads(done.stdout)["files"] for row in file["objectives"]]
