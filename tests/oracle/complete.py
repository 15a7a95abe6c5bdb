#!/usr/bin/python3
"""Checks --semantics=complete as logic.py checks observed semantics: every verdict, by brute force over the values of
all conditions; and the vectors that are recorded, against a log that the program itself prints.

usage: tests/oracle/complete.py [FUNCTIONS [ROUNDS [SEED...]]]

Most conditions may be evaluated out of turn; a decision that holds others falls back, and is then judged as in observed
semantics. The log is printed by functions that are compiled without coverage: it evaluates all conditions once more.
"""
import collections
import itertools
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import logic  # noqa: E402
import tap  # noqa: E402
from expressions import DECIDING, USING, Leaf, grouped  # noqa: E402

HARMLESS = ("a{0}", "a{0} != 0", "a{0} > 0", "(a{0} & 1)", "d{0}", "d{0} > 0.5", "p{0} != 0", "a{0} + 1 > 1",
            "-a{0} < 0", "(char)a{0}", "d{0} == 1", "(a{0} ? 1 : 0)", "(a{0} && one) == 1", "0 < a{0} * 3 - 2",
            "(_Bool)d{0}", "l{0}", "e{0} == ON", "given.m{0}", "p{0}", "a{0} % 2", "a{0} * 3 / 2 > 0",
            "(a{0} << 3) == 8", "a{0} * 4 >> 2", "bits[a{0} & 1]", "bits[(a{0} + 6) % 2u]")
GUARDED = ("v[{0}]", "seen({0}, a{0})", "(x = a{0})", "*(v + {0})", "7 / (7 - 6 * a{0}) > 1", "1 << a{0} > 1",
           "(int)d{0}", "d{0} + 1 > 1.5", "u{0}")
CRITERIA = ("DC", "2-CC", "MCC") + logic.CRITERIA
CONVERTED = re.compile(r"__builtin_expect\(\(+d\d\)")  # to an integer
NESTED = re.compile(r"[?]|&& one")

# What each function begins with; that u is set its text does not tell.
LOCALS = " ".join("int a%d = v[%d], l%d, u%d; l%d = a%d; get(&u%d, a%d); double d%d = d[%d]; void *p%d = p[%d]; "
                  "enum state e%d = a%d;" % ((i,) * 14) for i in range(logic.CONDITIONS))
SHARED = """
enum state { OFF, ON };
struct members { int %s; };
extern struct members given;
static int one = 1;
static const unsigned char bits[2] = {0, 1};
static void get(int *to, int value)
{
    *to = value;
}
""" % ", ".join("m%d" % i for i in range(logic.CONDITIONS))
SETTING = "".join("    given.m%d = v[%d];\n" % (i, i) for i in range(logic.CONDITIONS))
PARAMETERS = "const int *v, const double *d, void *const *p"


class CompleteDecision(logic.Decision):
    """A decision whose vectors are total, if all its conditions may be evaluated early or there is only one."""

    is_complete = False

    def settle(self):
        live = [self.conditions[bit] for bit in self.reachable]
        self.is_early = (len(live) > 1 and not self.has_effects and all(leaf.form in HARMLESS for leaf in live)
                         and not CONVERTED.search(self.expression.text()))
        self.is_complete = self.is_early or len(live) == 1
        self.ways = set(map(self.vector, map(self.values_in, self.all)))
        self.restrictions = {"2-CC": self.restricted(2), "MCC": self.restricted(logic.CONDITIONS)}

    def vector(self, values):
        if not self.is_complete or None in values.values():
            return super().vector(values)
        true = sum(1 << bit for bit in self.reachable if values[self.conditions[bit]])
        return logic.Vector(sum(1 << bit for bit in self.reachable), true, logic.total(self.expression, values))

    def restricted(self, count):
        """What the ways are when only so many conditions are looked at: terms."""
        masks = {(vector, sum(1 << bit for bit in bits)) for vector in self.ways
                 for known in [self.bits_of(logic.Term(vector.evaluated, 0))] if known
                 for bits in itertools.combinations(known, min(count, len(known)))}
        return {logic.Term(mask, vector.true & mask) for vector, mask in masks}

    def covered(self, vectors):
        if vectors not in self.verdicts:
            ended = [vector for vector in vectors if vector.outcome is not None]
            super().covered(vectors).update(self.covered_vectors(ended))
        return self.verdicts[vectors]

    def covered_vectors(self, vectors):
        for criterion, terms in self.restrictions.items():
            for term in terms:
                if any(each.evaluated & term.conditions == term.conditions and logic.holds(term, each.true)
                       for each in vectors):
                    yield "%s:d0:%s" % (criterion, self.term_name(term))
        if len(set(self.outcomes)) > 1:
            yield from ("DC:d0=%s" % "FT"[each.outcome] for each in vectors)

    def objectives(self):
        yield from super().objectives()
        yield from set(self.covered_vectors(self.ways))

    def implicant_inconsistencies(self, outcome, implicant, covered):
        """With total vectors an implicant may be seen without ever being alone."""
        return (problem for problem in super().implicant_inconsistencies(outcome, implicant, covered)
                if not self.is_complete or not problem.startswith("of IC and UTPC"))


class Generator(logic.Generator):
    def __init__(self, source):
        super().__init__(source)
        self.forms = HARMLESS if source.random() < 0.75 else HARMLESS + GUARDED

    def leaf(self):
        if self.repeats and self.read and self.source.random() < 0.4:
            again = self.source.choice(self.read)
            return Leaf(again.number, again.form)
        number, self.used = self.used, self.used + 1
        pure = [form for form in self.forms if not form.startswith(("seen", "(x ="))]
        leaf = Leaf(number, self.source.choice(pure if self.repeats else self.forms))
        if not self.repeats and len(self.forms) > len(HARMLESS) and self.source.random() < 0.1:
            leaf = logic.Leaving(number)
        self.read.append(leaf)
        return leaf


class Function:
    def __init__(self, source, number):
        self.name, self.number = "f%d" % number, number
        self.expression = Generator(source).expression(source.randint(1, logic.CONDITIONS))
        self.form = source.choice(DECIDING + USING if self.expression.is_logical else DECIDING)
        self.decision = CompleteDecision(self.expression, self.form in USING)

    def text(self):
        body = self.form.format(self.expression.text(), grouped(self.expression))
        return "int %s(%s)\n{\n    %s\n    %s\n}\n" % (self.name, PARAMETERS, LOCALS, body)

    def log(self):
        """Prints the values of all live conditions, if they are evaluated early."""
        early = [self.decision.conditions[bit].text() for bit in sorted(self.decision.reachable)]
        values = "".join(', (%s) != 0' % text for text in early)
        text = 'printf("%s%s\\n"%s);' % (self.name, " %d" * len(early), values) if self.decision.is_early else ""
        return "void log_%s(%s)\n{\n    %s\n    %s\n}\n" % (self.name, PARAMETERS, LOCALS, text)


class Check(logic.Check):
    criteria, options = CRITERIA, ["--semantics=complete"]
    builds = [(compiler, level) for compiler in ("gcc", "clang-19") for level in ("-O0", "-O2")]
    make_function = Function

    def __init__(self, *arguments):
        super().__init__(*arguments)
        with open(self.program.path("logs.c"), "w", encoding="utf-8") as file:
            file.write("#include <stdio.h>\n" + SHARED + "".join(function.log() for function in self.functions))

    def text(self):
        declared = "".join("void log_%s(%s);\n" % (function.name, PARAMETERS) for function in self.functions)
        logs = ", ".join("log_" + function.name for function in self.functions)
        table = "typedef void Log(%s);\nstatic Log *const logs[] = { %s };\n" % (PARAMETERS, logs)
        start, end = super().text().split('    printf("%d\\n", call')
        logging = '    if (getenv("LOG"))\n        logs[function](v, d, p);\n    printf("%d\\n", call'
        return SHARED + "struct members given;\n" + declared + table + start + SETTING + logging + end

    def build(self, compiler, level, name):
        done = subprocess.run([compiler, "-w", "-c", "logs.c", "-o", "logs.o"], cwd=self.program.directory, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        command = [tap.hlcov, "cc"] + self.options + [compiler]
        return [done.stdout] if done.returncode else self.program.build(command, level, name, "logs.o")

    def compare(self, function, round_, found):
        outer = {name: row for name, row in found.items() if ":d0" in name}
        nested = bool(NESTED.search(function.text()))
        yield from super().compare(function, round_, outer if nested else found)

    def logged(self, name):
        """The vectors that the program prints, in all rounds: {function: {letters}}."""
        vectors = collections.defaultdict(set)
        os.environ["LOG"] = "1"
        for calls in (calls for round_ in self.rounds for calls in round_.processes):
            for line in self.program.run(name, name + ".log", *logic.Round.arguments(calls)).splitlines():
                function, *values = line.split()
                if values:
                    vectors[function].add("".join("FT"[int(value)] for value in values))
        del os.environ["LOG"]
        return vectors

    def recorded(self, name):
        """Those that the report says were seen."""
        vectors = collections.defaultdict(set)
        for row in self.program.report(name, [name + ".log"], "MCC"):
            way = re.search(r":d0:([-TF]+)$", row["id"])
            if way and row["status"] == "covered":
                vectors[row["function"]].add(way.group(1).replace("-", ""))
        return vectors

    def log_problems(self, name):
        logged, recorded = self.logged(name), self.recorded(name)
        for function in self.functions:
            if function.decision.is_early and logged[function.name] != recorded[function.name]:
                yield "%s: logged %s, recorded %s\n%s" % (function.name, sorted(logged[function.name]),
                                                          sorted(recorded[function.name]), function.text())
        self.counts["logged"] += sum(map(len, logged.values()))

    def run_all(self):
        super().run_all()
        for compiler, level in self.builds:
            problems = list(self.log_problems(compiler + level))
            tap.point("seed %s: what the program logs, %s %s" % (self.seed, compiler, level), problems[:10])
        decisions = [function.decision for function in self.functions]
        print("# %d decisions evaluated early, %d fell back; %d vectors logged" % (
            sum(each.is_early for each in decisions), sum(not each.is_complete for each in decisions),
            self.counts["logged"]))


def main(count="60", rounds="30", *seeds):
    for seed in seeds or ("1",):
        with tempfile.TemporaryDirectory() as directory:
            Check(seed, int(count), int(rounds), directory).run_all()
    tap.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
