#!/usr/bin/python3
"""Compares hlcov's CC with clang's branch coverage, condition by condition. It builds and runs nothing.

A condition is identified by file, function, line, text and place among equal ones in that line. Both sides must say
the same of each: ever true, ever false. Exit status 1 on a difference that is not in the list, on a line of the list
that is not needed, and when fewer conditions than the minimum were compared.
"""
import sys

import conditions
from clang_facts import ClangFacts
from comparison import Comparison
from hlcov_facts import DECIDED, HlcovFacts


class Seen:
    """What a tool saw of a condition."""

    def __init__(self):
        self.true = self.false = False

    def observe(self, value, covered):
        if value:
            self.true = self.true or covered
        else:
            self.false = self.false or covered


def hlcov_conditions(facts):
    """As ClangFacts.conditions; the same function compiled in several ways is counted in each and merged."""
    found = {}
    for key, negated, row in facts.conditions_of("CC"):
        if row["status"] in DECIDED:
            found.setdefault(key, Seen()).observe(row["value"] != negated, DECIDED[row["status"]])
    return found


class BranchComparison(Comparison):
    def __init__(self):
        super().__init__("Compares hlcov's CC with clang's branch coverage.")
        self.facts = ClangFacts(self.given.clang_tree, self.given.profiles)
        self.clang = self.facts.conditions
        self.hlcov = hlcov_conditions(HlcovFacts(self.given.report, self.given.hlcov_tree))
        self.compiled = {key[:2] for key in self.clang}
        self.constant = self.uncompiled = 0

    def run(self):
        for key in sorted(self.clang.keys() | self.hlcov.keys()):
            if key not in self.hlcov:
                self.only_clang(key)
            elif key not in self.clang:
                self.only_hlcov(key)
            else:
                self.both(key)

    def both(self, key):
        self.compared += 1
        ours, theirs = self.hlcov[key], self.clang[key]
        for kind in ("true", "false"):
            if getattr(ours, kind) != getattr(theirs, kind):
                self.differ(key, kind, "hlcov says %s, clang says %s" % tuple(
                    "seen" if getattr(side, kind) else "never" for side in (ours, theirs)))

    def only_clang(self, key):
        if conditions.is_constant(self.clang[key].tokens):
            self.constant += 1
        else:
            self.differ(key, "clang", "is no objective of hlcov")

    def only_hlcov(self, key):
        """clang has no branches for a function that nothing can call."""
        ours = self.hlcov[key]
        if key[:2] in self.compiled or ours.true or ours.false:
            self.differ(key, "hlcov", "is no branch of clang")
        else:
            self.uncompiled += 1


def main():
    result = BranchComparison()
    result.run()
    return result.verdict("%d constant, %d counted by clang as one with their operands, %d in functions that clang "
                          "left out" % (result.constant, result.facts.compound, result.uncompiled))


if __name__ == "__main__":
    sys.exit(main())
