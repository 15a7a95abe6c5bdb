#!/usr/bin/python3
"""Which decisions and conditions an expression has, for each --semantics and --decisions, and how many objectives of
the logic criteria follow. Reads tables and reports of programs that are compiled only: what is recorded is tested
elsewhere.

A decision is written as its text and the texts of its live conditions: `a && b: a, b`; behind it stands `complete` or
`fallback` where complete semantics was asked for. A condition that repeats another one is written as `a=1`.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

PROGRAM = """
#define BOTH(x, y) ((x) && (y))
#define IS_SET(p) ((p) != 0)
int f(int), pure(int) __attribute__((pure)), a, b, c, d, z, *p;
volatile int device;
unsigned long strlen(const char *);
const char *q;
"""
FUNCTION = "int g%d(void) { %s return 0; }\n"
FIELD = re.compile(r' (\w+)=("(?:[^"\\]|\\.)*"|\d+)')
MODES = {"observed": [], "complete": ["--semantics=complete"], "branching": ["--decisions=branching"],
         "both": ["--semantics=complete", "--decisions=branching"]}

# statement, {mode: its decisions}; one of "observed" holds for the modes that are not named too, but for the words
# complete and fallback.
FORMS = (
    ("a pure decision", "if (a && b || c) z = 1;", {
        "observed": ["a && b || c: a, b, c"], "complete": ["a && b || c: a, b, c complete"]}),
    ("a value", "z = a && b;", {
        "observed": ["a && b: a, b"], "complete": ["a && b: a, b complete"], "branching": [], "both": []}),
    ("side effects in a decision", "if (f(1) && a) z = 1;", {
        "observed": ["f(1) && a: f(1), a"], "complete": ["f(1) && a: f(1), a fallback"],
        "branching": ["f(1): f(1)", "a: a"], "both": ["f(1): f(1) complete", "a: a complete"]}),
    ("side effects in a value", "z = f(1) && a;", {
        "observed": ["f(1) && a: f(1), a"], "branching": ["f(1): f(1)", "a: a"]}),
    ("only the operators with side effects are cut", "if ((a || b) && (c || f(2)) && !(a && d)) z = 1;", {
        "observed": ["(a || b) && (c || f(2)) && !(a && d): a, b, c, f(2), a, d"],
        "branching": ["(a || b): a, b", "c: c", "f(2): f(2)", "!(a && d): a, d"]}),
    ("a decision of one condition is complete whatever it does", "while (f(1)) z = 1;", {
        "observed": ["f(1): f(1)"], "complete": ["f(1): f(1) complete"]}),
    ("in macros", "if (BOTH(IS_SET(p), !IS_SET(a))) z = 1;", {
        "observed": ["((((p) != 0)) && (!((a) != 0))): (((p) != 0)), ((a) != 0)"],
        "complete": ["((((p) != 0)) && (!((a) != 0))): (((p) != 0)), ((a) != 0) complete"]}),
    ("in an argument of a condition", "if (f(a && b) && c) z = 1;", {
        "observed": ["f(a && b) && c: f(a && b), c", "a && b: a, b"],
        "complete": ["f(a && b) && c: f(a && b), c fallback", "a && b: a, b complete"],
        "branching": ["f(a && b): f(a && b)", "c: c"]}),
    ("in a comparison", "if ((a && b) == c && d) z = 1;", {
        "observed": ["(a && b) == c && d: (a && b) == c, d", "a && b: a, b"],
        "complete": ["(a && b) == c && d: (a && b) == c, d complete", "a && b: a, b complete"],
        "branching": ["(a && b) == c && d: (a && b) == c, d"]}),
    ("compared with zero", "if ((a && b) != 0 || (c || d) == 0) z = 1;", {
        "observed": ["(a && b) != 0 || (c || d) == 0: a, b, c, d"]}),
    ("the result of a comparison compared", "if ((a < b) == 1 && (a == b) != (c == d)) z = 1;", {
        "observed": ["(a < b) == 1 && (a == b) != (c == d): (a < b) == 1, (a == b) != (c == d)"],
        "complete": ["(a < b) == 1 && (a == b) != (c == d): (a < b) == 1, (a == b) != (c == d) complete"]}),
    ("?: in a condition", "if ((a ? b : c) && d) z = 1;", {
        "observed": ["(a ? b : c) && d: (a ? b : c), d", "a: a"],
        "complete": ["(a ? b : c) && d: (a ? b : c), d complete", "a: a complete"]}),
    ("c ?: b", "z = (a && f(1)) ?: b;", {
        "observed": ["(a && f(1)): a, f(1)"], "branching": ["a: a", "f(1): f(1)"]}),
    ("! and parentheses", "if (!((!(a)) || !(!b))) z = 1;", {
        "observed": ["!((!(a)) || !(!b)): (a), b"], "complete": ["!((!(a)) || !(!b)): (a), b complete"]}),
    ("! of a value is none", "z = !a;", {"observed": []}),
    ("an assignment as a condition", "if ((a = f(1)) && b) z = 1;", {
        "observed": ["(a = f(1)) && b: (a = f(1)), b"],
        "complete": ["(a = f(1)) && b: (a = f(1)), b fallback"],
        "branching": ["(a = f(1)): (a = f(1))", "b: b"]}),
    ("a comma", "if ((a++, b) && c) z = 1;", {
        "observed": ["(a++, b) && c: b, c"],
        "complete": ["(a++, b) && c: b, c fallback"],
        "branching": ["b: b", "c: c"]}),
    ("a pure comma", "if ((0, b) && c) z = 1;", {
        "observed": ["(0, b) && c: b, c"], "complete": ["(0, b) && c: b, c fallback"]}),
    ("constants", "if (1 && a && (b || 0)) z = 1;", {
        "observed": ["1 && a && (b || 0): a, b"], "complete": ["1 && a && (b || 0): a, b complete"]}),
    ("cut off by constants", "if (0 && f(1) && a) z = 1;", {
        "observed": ["0 && f(1) && a: "], "branching": ["0: ", "f(1): ", "a: "]}),
    ("a constant behind side effects", "if (f(1) && (a || 1)) z = 1;", {
        "observed": ["f(1) && (a || 1): f(1), a"], "branching": ["f(1): f(1)", "(a || 1): a"]}),
    ("expected", "if (__builtin_expect(f(1) && a, 0)) z = 1;", {
        "observed": ["__builtin_expect(f(1) && a, 0): f(1), a"], "branching": ["f(1): f(1)", "a: a"]}),
    ("asked whether it is constant", "if (__builtin_constant_p(a) && f(b)) z = 1;", {
        "observed": ["__builtin_constant_p(a) && f(b): "]}),
    ("the loops", "do z = 1; while (a || b); while (f(1) || a) ; for (; a || f(1);) ;", {
        "observed": ["a || b: a, b", "f(1) || a: f(1), a", "a || f(1): a, f(1)"],
        "complete": ["a || b: a, b complete", "f(1) || a: f(1), a fallback", "a || f(1): a, f(1) fallback"],
        "branching": ["a || b: a, b", "f(1): f(1)", "a: a", "a: a", "f(1): f(1)"]}),
    ("repeated", "if (a && b || !(a) && *p > 3 || *p>3) z = 1;", {
        "observed": ["a && b || !(a) && *p > 3 || *p>3: a, b, (a)=1, *p > 3, *p>3=4"]}),
    ("repeated, with a pure function between", "if (pure(a) && b || pure(a)) z = 1;", {
        "observed": ["pure(a) && b || pure(a): pure(a), b, pure(a)=1"],
        "branching": ["pure(a): pure(a)", "b: b", "pure(a): pure(a)"]}),
    ("repeated, with a function of the library", "if (strlen(q) > 3 && a || strlen(q) > 3) z = 1;", {
        "observed": ["strlen(q) > 3 && a || strlen(q) > 3: strlen(q) > 3, a, strlen(q) > 3=1"],
        "branching": ["strlen(q) > 3: strlen(q) > 3", "a: a", "strlen(q) > 3: strlen(q) > 3"]}),
    ("perhaps changed between", "if (a && f(1) || a) z = 1;", {
        "observed": ["a && f(1) || a: a, f(1), a"], "branching": ["a: a", "f(1): f(1)", "a: a"]}),
    ("assigned between", "if (a && (b = c) || a) z = 1;", {
        "observed": ["a && (b = c) || a: a, (b = c), a"], "branching": ["a: a", "(b = c): (b = c)", "a: a"]}),
    ("volatile", "if (device && a || device) z = 1;", {
        "observed": ["device && a || device: device, a, device"],
        "complete": ["device && a || device: device, a, device fallback"]}),
)

# statement, options, {criterion: objectives}: the counts of the tools whose rule --decisions=branching is, too
COUNTS = (
    ("if (f(1) && a) z = 1;", "both", {"CC": 4, "MCC": 4, "GACC": 4, "DC": 4, "BC": 2}),
    ("z = a && b;", "both", {"CC": 0, "MCC": 0, "GACC": 0, "DC": 0, "BC": 0}),
    ("z = f(1) && a;", "both", {"CC": 4, "MCC": 4, "GACC": 4, "DC": 4, "BC": 0}),
    ("if (a && b || c) z = 1;", "both", {"CC": 6, "MCC": 8, "GACC": 6, "2-CC": 12, "DC": 2, "BC": 2}),
    ("if (a && b || c) z = 1;", "observed", {"CC": 6, "MCC": 5, "GACC": 6}),
    ("if (a && b || a && c) z = 1;", "complete", {"CC": 8, "MCC": 16, "GACC": 8, "RACC": 4}),
    ("if (f(1) && (a || 1)) z = 1;", "both", {"CC": 4, "DC": 2, "BC": 2}),
    ("if (0 && f(1)) z = 1;", "both", {"CC": 0, "DC": 0, "BC": 0}),
)


STATEMENTS = sorted({statement for _, statement, _ in FORMS} | {statement for statement, _, _ in COUNTS})


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **options).stdout


class Unit:
    """All statements compiled in one mode, each in a function of its own."""

    def __init__(self, directory, mode):
        data, source = os.path.join(directory, mode), os.path.join(directory, mode + ".c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM + "".join(FUNCTION % numbered for numbered in enumerate(STATEMENTS)))
        run(tap.hlcov, "cc", *MODES[mode], "gcc", "-w", "-c", "-o", source + ".o", source, cwd=directory,
            env=dict(os.environ, HLCOV_DIR=data))
        self.dumps = re.split(r"^function \d+:", run(tap.hlcov, "dump", source + ".o"), flags=re.M)[1:]
        report = run(tap.hlcov, "report", "--quiet", "--json", "-", data, stderr=subprocess.DEVNULL)
        self.totals = {row["name"]: row["totals"] for row in json.loads(report)["files"][0]["functions"]}

    def rows(self, statement, name):
        lines = self.dumps[STATEMENTS.index(statement)].splitlines()
        return [dict(FIELD.findall(line)) for line in lines if line.startswith("  %s " % name)]

    def decisions(self, statement):
        conditions = self.rows(statement, "condition")
        for row in self.rows(statement, "decision"):
            first = int(row["first_condition"])
            live = [each for each in conditions[first:first + int(row["conditions"])] if each["state"] == "0"]
            texts = [each["text"][1:-1] + ("" if each["same"] == "0" else "=" + each["same"]) for each in live]
            semantics = ("", " complete", " fallback")[int(row["semantics"])]
            yield "%s: %s%s" % (row["text"][1:-1], ", ".join(texts), semantics)

    def objectives(self, statement, criterion):
        return self.totals["g%d" % STATEMENTS.index(statement)][criterion]["objectives"]


def without_semantics(decision):
    return re.sub(" (complete|fallback)$", "", decision)


def form_problems(units, statement, wanted):
    for mode, unit in units.items():
        found = list(unit.decisions(statement))
        if mode not in wanted:
            found = [without_semantics(each) for each in found]
        plain = "branching" if mode == "both" and "branching" in wanted else "observed"
        expected = wanted.get(mode, wanted[plain])
        if found != expected:
            yield "%s: %s, not %s" % (mode, found, expected)


def count_problems(unit, statement, wanted):
    for criterion, objectives in wanted.items():
        found = unit.objectives(statement, criterion)
        if found != objectives:
            yield "%s: %d, not %d" % (criterion, found, objectives)


def main():
    with tempfile.TemporaryDirectory() as directory:
        units = {mode: Unit(directory, mode) for mode in MODES}
    for title, statement, wanted in FORMS:
        tap.point("%s: %s" % (title, statement), form_problems(units, statement, wanted))
    for statement, mode, wanted in COUNTS:
        tap.point("objectives, %s: %s" % (mode, statement), count_problems(units[mode], statement, wanted))
    tap.finish()


if __name__ == "__main__":
    main()
