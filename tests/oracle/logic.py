#!/usr/bin/python3
"""Checks GACC, CACC, RACC, GICC, RICC, IC, UTPC and CUTPNFP in observed semantics against their definitions, by brute
force; it knows nothing of how hlcov records a decision or judges it, and no compiler's coverage.

usage: tests/oracle/logic.py [FUNCTIONS [ROUNDS [SEED...]]]

Each function of a generated program holds one random decision with up to 6 conditions. In each round every function is
evaluated with up to 24 random inputs, and the report of that round must give every objective the verdict that follows
from trying every completion of every vector. A case is one function in one round.
"""
import collections
import concurrent.futures
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tap  # noqa: E402
from expressions import (DECIDING, PRELUDE, SHELLS, USING, Constant, Leaf, Logical, Not, Program,  # noqa: E402
                         Tested, Transparent, function_text)

CONDITIONS = 6
INPUTS = 24
CRITERIA = ("CC", "GACC", "CACC", "RACC", "GICC", "RICC", "IC", "UTPC", "CUTPNFP")
BUILDS = [("gcc", "-O2"), ("clang-19", "-O0")]
ANY_OBJECTIVE = re.compile(r":([\w-]+:d\d+(?:\.c\d+)?(?:=[TF])?(?:,d=[TF])?(?::[-TF]+)?)$")


class Left(Exception):
    """A condition did not return."""


class Leaving(Leaf):
    """A condition that may jump out of its decision."""

    def __init__(self, number):
        super().__init__(number, "leave({0}, v[{0}])")


def total(expression, values):
    """The truth of an expression, as a function of all conditions. `values`: {condition: truth}."""
    if isinstance(expression, Constant):
        return expression.truth
    if isinstance(expression, Logical):
        both = [total(expression.left, values), total(expression.right, values)]
        return all(both) if expression.operator == "&&" else any(both)
    if isinstance(expression, Transparent):
        return total(expression.operand, values) != isinstance(expression, Not)
    return values[expression]


def evaluated(expression, values, seen):
    """The truth of an expression as C finds it; `seen` gets the conditions that it evaluates. A value may be None: the
    condition does not return."""
    if isinstance(expression, Constant):
        return expression.truth
    if isinstance(expression, Logical):
        left = evaluated(expression.left, values, seen)
        return left if left == (expression.operator == "||") else evaluated(expression.right, values, seen)
    if isinstance(expression, Transparent):
        return evaluated(expression.operand, values, seen) != isinstance(expression, Not)
    if values[expression] is None:
        raise Left
    seen.append(expression)
    return values[expression]


def atoms(expression):
    """The conditions from left to right; what consists of constants alone is one, also when operators stand in it."""
    if isinstance(expression, (Constant, Leaf)) or expression.is_closed:
        return [expression]
    if isinstance(expression, Logical):
        return atoms(expression.left) + atoms(expression.right)
    return atoms(expression.operand)


# One evaluation of a decision: which conditions were evaluated and which of those were true, as sets of bits, and the
# outcome: None if it was cut short.
Vector = collections.namedtuple("Vector", "evaluated true outcome")


# A term: the set of its conditions, and the set of those of them that it wants true.
Term = collections.namedtuple("Term", "conditions true")


def holds(term, total_vector):
    return total_vector & term.conditions == term.true


def prime_implicants(total_vectors, bits):
    """Of the formula that is true in these alone; after Quine and McCluskey: terms that differ in one literal merge."""
    terms, primes = {Term(sum(1 << bit for bit in bits), vector) for vector in total_vectors}, set()
    while terms:
        merged, longer = set(), set()
        for term in terms:
            for bit in bits:
                other = Term(term.conditions, term.true ^ 1 << bit)
                if term.conditions >> bit & 1 and other in terms:
                    longer.add(term)
                    merged.add(Term(term.conditions & ~(1 << bit), term.true & ~(1 << bit)))
        primes |= terms - longer
        terms = merged
    return primes


def inner(expression):
    """What is the decision where the value of the expression is used: what surrounds it is no part of it."""
    while isinstance(expression, Transparent) and not expression.is_plain_logical:
        expression = expression.operand
    return expression


class Decision:
    """The reference: a decision, and what follows from the vectors seen of it. Conditions that are no constants have a
    bit each; a total vector is the set of bits of the conditions that are true in it."""

    def __init__(self, expression, is_value=False):
        self.expression = expression
        self.has_effects = "x++" in (inner(expression) if is_value else expression).text()
        numbered = [(number, atom) for number, atom in enumerate(atoms(expression), 1) if isinstance(atom, Leaf)]
        self.numbers = [number for number, _ in numbered]
        self.names = ["d0.c%d" % number for number in self.numbers]
        self.conditions = [atom for _, atom in numbered]
        self.bits = range(len(numbered))
        self.all = range(1 << len(numbered))
        self.outcomes = [total(expression, self.values_in(vector)) for vector in self.all]
        self.verdicts = {}
        self.atoms = len(atoms(expression))
        self.implicants = {outcome: prime_implicants([each for each in self.all if self.outcomes[each] == outcome],
                                                     self.bits) for outcome in (True, False)}
        if len(set(self.outcomes)) == 1:
            self.implicants = {True: set(), False: set()}
        self.reachable = {bit for vector in map(self.vector, map(self.values_in, self.all)) for bit in self.bits
                          if vector.evaluated >> bit & 1}
        self.settle()
        self.possible = self.covered(frozenset(self.recorded(values) for values in range(1 << CONDITIONS)))
        self.conceivable = self.covered(frozenset(map(self.vector, map(self.values_in, self.all))))

    def settle(self):
        """For other semantics: what must be known before anything is judged."""

    def is_repeated(self, name):
        """Whether it is only that conditions repeat others which makes the objective impossible."""
        return name in self.conceivable - self.possible

    def values_in(self, vector):
        return {condition: bool(vector >> bit & 1) for bit, condition in enumerate(self.conditions)}

    def vector(self, values):
        seen = []
        try:
            outcome = evaluated(self.expression, values, seen)
        except Left:
            outcome = None
        numbers = [self.conditions.index(condition) for condition in seen]
        return Vector(sum(1 << number for number in numbers),
                      sum(1 << number for number in numbers if values[self.conditions[number]]), outcome)

    def recorded(self, values, leaving=0):
        """The vector when inputs have these values, and the conditions that read the inputs `leaving` may leave."""
        return self.vector({condition: None if isinstance(condition, Leaving) and leaving >> condition.number & 1
                            else bool(values >> condition.number & 1) for condition in self.conditions})

    def is_active(self, bit, vector):
        return self.outcomes[vector | 1 << bit] != self.outcomes[vector & ~(1 << bit)]

    def completions(self, bit, truth, vectors):
        """Of the vectors that evaluated the condition, those in which it has that value."""
        return {completion for vector in vectors if vector.outcome is not None and vector.evaluated >> bit & 1
                for completion in self.all if completion & vector.evaluated == vector.true
                and completion >> bit & 1 == truth}

    def active(self, bit, truth, vectors):
        return {vector for vector in self.completions(bit, truth, vectors) if self.is_active(bit, vector)}

    def inactive(self, bit, truth, outcome, vectors):
        return {vector for vector in self.completions(bit, truth, vectors)
                if not self.is_active(bit, vector) and self.outcomes[vector] == outcome}

    def covered(self, vectors):
        """The names of the objectives that a frozen set of vectors covers."""
        if vectors not in self.verdicts:
            self.verdicts[vectors] = {name for bit in self.bits for name in self.covered_of(bit, vectors)}
            for outcome, implicants in self.implicants.items():
                for implicant in implicants:
                    self.verdicts[vectors].update(self.covered_implicant(outcome, implicant, vectors))
        return self.verdicts[vectors]

    def covered_of(self, bit, vectors):
        for truth, suffix in ((1, "=T"), (0, "=F")):
            if any(vector.evaluated >> bit & 1 and vector.true >> bit & 1 == truth for vector in vectors):
                yield "CC:" + self.names[bit] + suffix
            if self.active(bit, truth, vectors):
                yield "GACC:" + self.names[bit] + suffix
        pairs = [(yes, no) for yes in self.active(bit, 1, vectors) for no in self.active(bit, 0, vectors)
                 if self.outcomes[yes] != self.outcomes[no]]
        if pairs:
            yield "CACC:" + self.names[bit]
        if any(yes ^ no == 1 << bit for yes, no in pairs):
            yield "RACC:" + self.names[bit]
        yield from self.covered_inactive(bit, vectors)

    def covered_inactive(self, bit, vectors):
        for outcome, suffix in ((True, ",d=T"), (False, ",d=F")):
            yes, no = (self.inactive(bit, truth, outcome, vectors) for truth in (1, 0))
            if yes:
                yield "GICC:" + self.names[bit] + "=T" + suffix
            if no:
                yield "GICC:" + self.names[bit] + "=F" + suffix
            if any(vector ^ 1 << bit in no for vector in yes):
                yield "RICC:" + self.names[bit] + suffix

    def term_name(self, term):
        """A letter for each condition, as in TF-, constants included."""
        letters = ["-"] * self.atoms
        for bit in self.bits:
            if term.conditions >> bit & 1:
                letters[self.numbers[bit] - 1] = "FT"[term.true >> bit & 1]
        return "".join(letters)

    def implicant_name(self, outcome, implicant):
        return "d0=%s:%s" % ("FT"[outcome], self.term_name(implicant))

    def literal_name(self, bit, implicant):
        return "CUTPNFP:%s:%s" % (self.names[bit], self.term_name(implicant))

    def bits_of(self, term):
        return [bit for bit in self.bits if term.conditions >> bit & 1]

    def points(self, term, outcome, vectors):
        """The completions of vectors with that outcome that evaluated all conditions of the term, in which it holds."""
        return {completion for vector in vectors
                if vector.outcome == outcome and vector.evaluated & term.conditions == term.conditions
                and holds(term, vector.true)
                for completion in self.all if completion & vector.evaluated == vector.true}

    def covered_implicant(self, outcome, implicant, vectors):
        points = self.points(implicant, outcome, vectors)
        others = self.implicants[outcome] - {implicant}
        unique = {point for point in points if not any(holds(other, point) for other in others)}
        if points:
            yield "IC:" + self.implicant_name(outcome, implicant)
        if unique:
            yield "UTPC:" + self.implicant_name(outcome, implicant)
        for bit in self.bits_of(implicant) if outcome else []:
            near = self.points(Term(1 << bit, ~implicant.true & 1 << bit), False, vectors)
            if any(point ^ 1 << bit in near for point in unique):
                yield self.literal_name(bit, implicant)

    def objectives(self):
        for outcome, implicants in self.implicants.items():
            for implicant in implicants:
                yield "IC:" + self.implicant_name(outcome, implicant)
                yield "UTPC:" + self.implicant_name(outcome, implicant)
                yield from (self.literal_name(bit, implicant) for bit in self.bits_of(implicant) if outcome)
        for bit in self.reachable:
            for name in ("CC:" + self.names[bit], "GACC:" + self.names[bit]):
                yield from (name + "=T", name + "=F")
            yield from ("CACC:" + self.names[bit], "RACC:" + self.names[bit])
            for suffix in (",d=T", ",d=F"):
                yield from ("GICC:%s=%s%s" % (self.names[bit], value, suffix) for value in "TF")
                yield "RICC:" + self.names[bit] + suffix

    def verdict(self, name, vectors):
        """The verdict that an objective must have. Conditions of equal text are one, unless a comma in the decision
        may change it between them."""
        if name in self.covered(vectors):
            return "covered"
        is_possible = name in self.possible or self.has_effects and self.is_repeated(name)
        return "uncovered" if is_possible else "infeasible"

    def inconsistencies(self, vectors):
        """Where the reference contradicts what can be proved of it."""
        covered = self.covered(vectors)
        for vector in vectors:
            outcomes = {self.outcomes[each] for each in self.all if each & vector.evaluated == vector.true}
            if vector.outcome is not None and outcomes != {vector.outcome}:
                yield "the outcome depends on the completion"
        for bit, name in enumerate(self.names):
            if ("RACC:" + name in covered) != self.has_independence_pair(bit, vectors):
                yield "RACC is not what compilers call MC/DC: " + name
            for stronger, weaker in ((["RACC:" + name], ["CACC:" + name]),
                                     (["CACC:" + name], ["GACC:%s=T" % name, "GACC:%s=F" % name]),
                                     # Each condition occurs once, so that it can only ever push one way.
                                     (["GACC:%s=T" % name, "GACC:%s=F" % name], ["CACC:" + name]),
                                     (["GACC:%s=T" % name], ["CC:%s=T" % name]),
                                     (["GACC:%s=F" % name], ["CC:%s=F" % name])):
                if covered.issuperset(stronger) and not covered.issuperset(weaker):
                    yield "%s without %s" % (stronger, weaker)
        for outcome, implicants in self.implicants.items():
            for implicant in implicants:
                yield from self.implicant_inconsistencies(outcome, implicant, covered)

    def implicant_inconsistencies(self, outcome, implicant, covered):
        name, others = self.implicant_name(outcome, implicant), self.implicants[outcome] - {implicant}
        alone = [each for each in self.all if holds(implicant, each) and not any(holds(q, each) for q in others)]
        if not alone:
            yield "%s can be left out" % name
        if ("IC:" + name in covered) != ("UTPC:" + name in covered):
            yield "of IC and UTPC one alone: " + name
        for bit in self.bits_of(implicant) if outcome else []:
            if self.literal_name(bit, implicant) in covered:
                yield from ("%s without %s" % (self.literal_name(bit, implicant), weaker)
                            for weaker in ("UTPC:" + name, "RACC:" + self.names[bit]) if weaker not in covered)
            # Only conditions that read the same input can make one infeasible.
            if len({leaf.number for leaf in self.conditions}) == len(self.conditions):
                yield from ("nothing can cover " + each for each in ("UTPC:" + name, self.literal_name(bit, implicant))
                            if each not in self.possible)

    def has_independence_pair(self, bit, vectors):
        """Two vectors that both evaluated the condition, with other values and outcomes, and agree in every other
        condition that both evaluated."""
        return any(one.evaluated & other.evaluated & (one.true ^ other.true) == 1 << bit
                   and {one.outcome, other.outcome} == {True, False} for one in vectors for other in vectors)


class Generator:
    """One random decision. Some hold constants; in some, conditions may read the same input with the same text."""

    def __init__(self, source):
        self.source, self.used = source, 0
        self.constants, self.repeats = source.random() < 0.3, source.random() < 0.15
        self.read = []

    def leaf(self):
        if self.repeats and self.read and self.source.random() < 0.4:
            number = self.source.choice(self.read).number
            return Leaf(number, next(leaf for leaf in self.read if leaf.number == number).form)
        number, self.used = self.used, self.used + 1
        plain = [form for form in Leaf.FORMS if "?" not in form]
        leaf = Leaf(number, self.source.choice(plain[:4] if self.repeats else plain))
        if not self.repeats and self.source.random() < 0.08:
            leaf = Leaving(number)
        self.read.append(leaf)
        return leaf

    def joined(self, left, right):
        return Logical(self.source.choice(("&&", "||")), left, right)

    def constant(self):
        made = Constant(self.source.random() < 0.5)
        return self.joined(made, Constant(self.source.random() < 0.5)) if self.source.random() < 0.2 else made

    def decorated(self, made):
        if self.constants and self.source.random() < 0.12:
            made = self.joined(*self.source.sample([made, self.constant()], 2))
        if self.source.random() < 0.2:
            made = Not("!(%s)", made)
        if self.source.random() < 0.06:
            made = Transparent(self.source.choice(SHELLS), made)
        if made.is_plain_logical and not made.is_closed and self.source.random() < 0.05:
            made = Tested("(%s) != 0", made)
        return made

    def expression(self, count):
        if count == 1:
            return self.decorated(self.leaf())
        left = self.source.randint(1, count - 1)
        return self.decorated(self.joined(self.expression(left), self.expression(count - left)))


class Function:
    def __init__(self, source, number):
        self.name, self.number = "f%d" % number, number
        self.expression = Generator(source).expression(source.randint(1, CONDITIONS))
        self.form = source.choice(DECIDING + USING if self.expression.is_logical else DECIDING)
        self.decision = Decision(self.expression, self.form in USING)

    def text(self):
        return function_text(self.name, self.form, self.expression)


MAIN = """
#include <setjmp.h>
typedef int Function(const int *v, const double *d, void *const *p);
static unsigned leaving;
static jmp_buf outside;
static int leave(int number, int value)
{
    if (leaving >> number & 1)
        longjmp(outside, 1);
    return value;
}
%s
static Function *const functions[] = { %s };
static int call(Function *function, const int *v, const double *d, void *const *p)
{
    if (setjmp(outside))
        return 2;
    return function(v, d, p);
}
static void run(unsigned function, unsigned values)
{
    int v[6];
    double d[6];
    void *p[6];
    for (int i = 0; i < 6; i++) {
        v[i] = values >> i & 1;
        d[i] = v[i];
        p[i] = v[i] ? &v : NULL;
    }
    printf("%%d\\n", call(functions[function], v, d, p));
}
int main(int argc, char **argv)
{
    for (int i = 1; i + 2 < argc; i += 3) {
        leaving = atoi(argv[i + 2]);
        run(atoi(argv[i]), atoi(argv[i + 1]));
    }
    return 0;
}
"""


class Round:
    """What a round evaluates: (function, values of its inputs, who leaves), in any order, in one process or two."""

    def __init__(self, source, functions):
        self.calls = []
        for function in functions:
            for _ in range(source.randint(0, INPUTS)):
                leaving = source.randrange(1 << CONDITIONS) if source.random() < 0.2 else 0
                self.calls.append((function, source.randrange(1 << CONDITIONS), leaving))
        source.shuffle(self.calls)
        first = source.randrange(len(self.calls) + 1) if source.random() < 0.25 else 0
        self.processes = [calls for calls in (self.calls[:first], self.calls[first:]) if calls]
        self.vectors = {function.name: frozenset(function.decision.recorded(*values)
                                                 for called, *values in self.calls if called is function)
                        for function in functions}

    @staticmethod
    def arguments(calls):
        return [str(word) for function, values, leaving in calls for word in (function.number, values, leaving)]

    @staticmethod
    def printed(calls):
        outcomes = [function.decision.recorded(values, leaving).outcome for function, values, leaving in calls]
        return "".join("%d\n" % (2 if outcome is None else outcome) for outcome in outcomes)


class Check:
    """One seed."""

    criteria, builds, options = CRITERIA, BUILDS, []
    make_function = Function

    def __init__(self, seed, count, rounds, directory):
        source = random.Random(seed)
        self.seed, self.counts = seed, collections.Counter()
        self.functions = [self.make_function(source, number) for number in range(count)]
        self.rounds = [Round(source, self.functions) for _ in range(rounds)]
        self.program = Program(directory, PRELUDE + self.text())

    def text(self):
        return MAIN % ("".join(function.text() for function in self.functions),
                       ", ".join(function.name for function in self.functions))

    def build(self, compiler, level, name):
        return self.program.build([tap.hlcov, "cc"] + self.options + [compiler], level, name)

    def reference(self):
        for round_ in self.rounds:
            for function in self.functions:
                vectors = round_.vectors[function.name]
                self.count(function.decision, vectors)
                for problem in function.decision.inconsistencies(vectors):
                    yield "%s: %s" % (function.text(), problem)

    def count(self, decision, vectors):
        covered = decision.covered(vectors)
        for name in decision.objectives():
            criterion = name.split(":")[0]
            self.counts[criterion] += 1
            self.counts[criterion, "expected"] += name in covered
            self.counts[criterion, "impossible"] += name not in decision.possible
        for name in decision.names:
            self.counts["CACC without RACC"] += "CACC:" + name in covered and "RACC:" + name not in covered
            self.counts["CC without GACC"] += (covered.issuperset({"CC:%s=T" % name, "CC:%s=F" % name})
                                               and not covered & {"GACC:%s=T" % name, "GACC:%s=F" % name})

    def one_round(self, name, number):
        round_, data = self.rounds[number], ["%s.%d.%d" % (name, number, process) for process in range(2)]
        for calls, directory in zip(round_.processes, data):
            if self.program.run(name, directory, *round_.arguments(calls)) != round_.printed(calls):
                return ["round %d: other outcomes than those of the reference" % number]
        found = collections.defaultdict(dict)
        for row in self.program.report(name, data[:len(round_.processes)], ",".join(self.criteria)):
            found[row["function"]][ANY_OBJECTIVE.search(row["id"]).group(1)] = row
        return [problem for function in self.functions
                for problem in self.compare(function, round_, found[function.name])]

    def compare(self, function, round_, found):
        decision, vectors = function.decision, round_.vectors[function.name]
        wanted = set(decision.objectives())
        problems = ["no such objective: " + name for name in sorted(found.keys() - wanted)]
        for name in sorted(wanted):
            verdict, row = decision.verdict(name, vectors), found.get(name, {"status": "missing"})
            self.counts[name.split(":")[0], row["status"]] += 1
            if row["status"] != verdict:
                problems.append("%s is %s, should be %s" % (name, row["status"], verdict))
            if row["status"] == "infeasible" and decision.is_repeated(name) != row["why"].startswith("condition "):
                problems.append("%s is infeasible because: %s" % (name, row["why"]))
        calls = [values for called, *values in round_.calls if called is function]
        return ["%s\n%s\n[values, leaving]: %s" % (problem, function.text(), calls) for problem in problems]

    def verdicts(self, name):
        problems = []
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for found in pool.map(lambda number: self.one_round(name, number), range(len(self.rounds))):
                problems += found[:5]
        return problems

    def report(self):
        print("# seed %s: %d cases for each build" % (self.seed, len(self.rounds) * len(self.functions)))
        for name in self.criteria:
            print("# %s: %d objectives, %d to be covered, %d impossible; all builds: %d covered, %d infeasible" % (
                name, self.counts[name], self.counts[name, "expected"], self.counts[name, "impossible"],
                self.counts[name, "covered"], self.counts[name, "infeasible"]))
        print("# %d times CACC without RACC, %d times both of CC without any of GACC" % (
            self.counts["CACC without RACC"], self.counts["CC without GACC"]))

    def run_all(self):
        tap.point("seed %s: the reference agrees with what is proved of it" % self.seed, list(self.reference())[:20])
        for compiler, level in self.builds:
            problems = self.build(compiler, level, compiler + level) or self.verdicts(compiler + level)
            tap.point("seed %s: every verdict, %s %s" % (self.seed, compiler, level), problems[:20])
        self.report()


def worked_out():
    """(decision, vectors, what they cover of GACC, CACC and RACC, what nothing can cover), worked out on paper."""
    a, b, c, d = (Leaf(number, "v[{0}]") for number in range(4))
    again, yes, no = Leaf(0, "v[{0}]"), Constant(True), Constant(False)

    def both(left, right):
        return Logical("&&", left, right)

    def either(left, right):
        return Logical("||", left, right)

    return (
        (a, ["1"], "G1T", ""),
        (Not("!(%s)", a), ["1", "0"], "G1T G1F C1 R1", ""),
        # b is never false.
        (both(a, b), ["11", "0-"], "G1T G1F C1 R1 G2T", ""),
        (both(a, b), ["10", "0-"], "G1F G2F", ""),
        (either(a, b), ["1-", "00"], "G1T G1F C1 R1 G2F", ""),
        # Both vectors have evaluated a, in which they differ: no unique cause for c.
        (either(both(a, b), both(c, d)), ["1011", "0-0-"], "G1F G3T G3F G4T C3", ""),
        (either(both(a, b), both(c, d)), ["0-11", "0-0-"], "G1F G3T G3F G4T C3 R3", ""),
        (both(a, either(b, c)), ["101", "0--"], "G1T G1F C1 R1 G3T", ""),
        (both(a, Not("!(%s)", either(b, c))), ["100", "11-"], "G1T G2T G2F C2 R2 G3F", ""),
        # Constants: after a condition, masking one, and as the first condition.
        (both(a, either(b, no)), ["11", "0-"], "G1T G1F C1 R1 G2T", ""),
        (both(a, either(b, yes)), ["11", "10", "0-"], "G1T G1F C1 R1", "G2T G2F C2 R2"),
        (both(both(yes, no), a), ["-"], "", ""),
        (either(both(yes, no), a), ["1", "0"], "G2T G2F C2 R2", ""),
        # The second a is true only if the first is. Where it was not evaluated, it is anything all the same.
        (either(both(a, b), both(again, c)), ["11--", "0-0-"], "G1T G1F C1 R1 G2T G3F", "R3"),
    )


def in_short(names):
    """GACC:d0.c1=T is G1T, CACC:d0.c1 is C1. Others are left out: CRITERIA.md has examples of GICC and RICC."""
    return {re.sub(r"^(.)ACC:d0\.c(\d+)=?", r"\1\2", name) for name in names
            if name.startswith(("GACC:", "CACC:", "RACC:"))}


def differences_from_paper():
    for expression, texts, covered, impossible in worked_out():
        decision, vectors = Decision(expression), []
        for text in texts:
            vectors.append(decision.vector(dict(zip(decision.conditions, (letter == "1" for letter in text)))))
            if [vectors[-1].evaluated >> bit & 1 for bit in decision.bits] != [letter != "-" for letter in text]:
                yield "%s: no vector %s" % (expression.text(), text)
        for found, wanted in ((in_short(decision.covered(frozenset(vectors))), covered),
                              (in_short(set(decision.objectives()) - decision.possible), impossible)):
            if found != set(wanted.split()):
                yield "%s %s: %s, not %s" % (expression.text(), texts, " ".join(sorted(found)), wanted)


def main(count="60", rounds="80", *seeds):
    tap.point("the reference agrees with decisions worked out on paper", differences_from_paper())
    for seed in seeds or ("1",):
        with tempfile.TemporaryDirectory() as directory:
            Check(seed, int(count), int(rounds), directory).run_all()
    tap.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
