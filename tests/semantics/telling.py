#!/usr/bin/python3
"""Operators with a constant kill the mutants that C tells apart, whatever values they meet, and in whatever order.
Judges are called for few values: only those that may tell. Here it is computed for each value what each mutant gives;
it knows nothing of which values are judged.

usage: [SEED=N] tests/semantics/telling.py
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

FUNCTIONS = 240
TYPES = {"int": (32, True), "unsigned": (32, False), "long long": (64, True), "unsigned long long": (64, False),
         "signed char": (8, True), "unsigned char": (8, False), "unsigned short": (16, False)}
RELATIONS = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__, "==": int.__eq__, "!=": int.__ne__}
OPERATORS = list(RELATIONS) + ["&", "|", ">>"]
# What stands in a report in place of an expression: a constant on one side, perhaps another sign.
MUTANT = re.compile(r": (\([a-z ]+\))?(a|-?\d+)(?:ll)?u? (\S+) (a|-?\d+)(?:ll)?u? for it$")


class Number:
    """How numbers of a type are held."""

    def __init__(self, name):
        self.bits, self.is_signed = TYPES[name]

    def held(self, value):
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.is_signed and value >> (self.bits - 1) else value

    def least(self):
        return -(1 << (self.bits - 1)) if self.is_signed else 0

    def most(self):
        return (1 << (self.bits - self.is_signed)) - 1


def promoted(name):
    return Number(name if TYPES[name][0] >= 32 else "int")


def computed(number, operator, left, right):
    """What C makes of it, in the type of `number`; None: nothing."""
    left = number.held(left)
    if operator in RELATIONS:
        return RELATIONS[operator](left, number.held(right))
    if operator in ("<<", ">>"):
        if not 0 <= right < number.bits:
            return None
        return number.held(left << right if operator == "<<" else left >> right)
    return number.held(left & right if operator == "&" else left | right)


class Function:
    """A function of one operator, and values that it is called with."""

    def __init__(self, source, index):
        self.name, self.type, self.operator = "f%d" % index, source.choice(list(TYPES)), source.choice(OPERATORS)
        own = Number(self.type)
        near = [0, 1, 2, 3, 5, 7, 8, 10, 64, 65, 127, 128, 255, 256, 0x7fff, 0x8000, 0x10000, own.most(), own.least()]
        self.constant = source.choice(near[:12] if self.operator == ">>" else near + [-1, -2, -128])
        self.constant = promoted(self.type).held(self.constant) if self.operator != ">>" else self.constant % 32
        self.is_left = self.operator != ">>" and source.random() < 0.25
        pool = [value + by for value in near + [self.constant] for by in (-1, 0, 1)] + [source.getrandbits(64)]
        self.values = [own.held(source.choice(pool)) for _ in range(source.randint(1, 5))]

    def literal(self):
        bits, is_signed = TYPES[self.type]
        if self.operator == ">>":
            return str(self.constant)
        suffix = ("ll" if bits == 64 else "") + ("u" if bits >= 32 and not is_signed else "")
        least = promoted(self.type).least()
        return "(%d%s-1)" % (least + 1, suffix) if self.constant == least < 0 else "%d%s" % (self.constant, suffix)

    def text(self):
        sides = ["a", self.literal()]
        sides = sides[::-1] if self.is_left else sides
        result = "int" if self.operator in RELATIONS or TYPES[self.type][0] < 32 else self.type
        return "%s %s(%s a) { return %s %s %s; }" % (result, self.name, self.type, sides[0], self.operator, sides[1])

    def calls(self):
        return "".join("(void)%s((%s)%dull);" % (self.name, self.type, value & (1 << 64) - 1) for value in self.values)

    def differs(self, sign, left, operator, right):
        """Whether a value tells the mutant, whose text that is."""
        number = promoted(self.type)
        other = Number(sign.strip("()")) if sign else number
        own = (self.constant, "a") if self.is_left else ("a", self.constant)
        for value in self.values:
            mine = computed(number, self.operator, *(value if side == "a" else side for side in own))
            its = computed(other, operator, *(value if side == "a" else int(side) for side in (left, right)))
            if its is not None and number.held(int(its)) != number.held(int(mine)):
                return True
        return False


def run(directory, *command):
    return subprocess.run(command, cwd=directory, check=True, stdout=subprocess.PIPE, text=True).stdout


def objectives(directory, functions, criteria):
    """Of hlcov: (name of the function, text, whether it is covered)."""
    with open(os.path.join(directory, "f.c"), "w", encoding="utf-8") as out:
        out.write("\n".join(function.text() for function in functions))
        out.write("\nint main(void) { %s return 0; }\n" % "\n".join(function.calls() for function in functions))
    run(directory, tap.hlcov, "cc", "--criteria=" + criteria, "gcc", "-O1", "-w", "-o", "f", "f.c")
    run(directory, "./f")
    report = json.loads(run(directory, tap.hlcov, "report", "--criteria=CRP,SOR", "--json=-"))
    for objective in report["files"][0]["objectives"]:
        yield objective["function"], objective["text"], objective["status"] == "covered"


def compare(seed, criteria):
    """Yields what is wrong; counts in `seen` what is killed and what is not."""
    source, seen = random.Random(seed), [0, 0]
    functions = [Function(source, i) for i in range(FUNCTIONS)]
    by_name = {function.name: function for function in functions}
    with tempfile.TemporaryDirectory() as directory:
        for name, text, covered in objectives(directory, functions, criteria):
            match = MUTANT.search(text)
            if not match:
                yield "not understood: " + text
                continue
            function = by_name[name]
            seen[covered] += 1
            if function.differs(*match.groups()) != covered:
                yield "%s, with %s: %s is %s" % (function.text(), function.values, text, covered)
    if min(seen) < FUNCTIONS:
        yield "only %d mutants live, and %d are killed" % tuple(seen)


def main():
    first = int(os.environ.get("SEED", "1"))
    for seed, criteria in ((first, "CRP,SOR"), (first + 1, "CRP,SOR"), (first + 2, "all"), (first + 3, "WM")):
        faults = list(compare(seed, criteria))
        tap.point("values that tell, seed %d, recorded by %s" % (seed, criteria), faults[:5])
    tap.finish()


main()
