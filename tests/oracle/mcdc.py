#!/usr/bin/python3
"""Compares hlcov's RACC with clang's MC/DC, condition by condition. It builds and runs nothing.

A decision is the list of its conditions, each identified as in clang.py. Every decision that clang has a record of
must be one of hlcov, and of each of its conditions both sides must say the same: covered or not. Both merge equal
functions before they look for pairs, whichever objects they came from: clang those of one name and one structure,
hlcov those of one file and text. After that, of one decision compiled in several ways, both take what any of them
covers.

clang has no records of decisions of one condition, nor of those that hold `!(a && b)` or another operation on a
decision: its compiler warned of them, in the file .log beside the tree. A condition that hlcov lists as constant has no
objective; clang must never say that it is covered. Whether it is one at all is clang.py's to find out.

Exit status 1 on a difference that is not in the list, on a line of the list that is not needed, and when fewer
conditions than the minimum were compared.
"""
import os
import re
import sys

import conditions
from clang_facts import ClangFacts, merge_decision
from comparison import Comparison
from hlcov_facts import HlcovFacts

WARNING = re.compile(r"^([^ :]+):(\d+):\d+: warning: unsupported MC/DC boolean expression")
JUDGED = ("covered", "uncovered", "infeasible")


def hlcov_decisions(facts):
    """As ClangFacts.decisions."""
    compiled, found = {}, {}
    for key, _, row in facts.conditions_of("RACC"):
        if row["status"] in JUDGED:
            decision = row["id"].rpartition(".c")[0]
            compiled.setdefault(decision, []).append((key, row["status"] == "covered"))
    for rows in compiled.values():
        merge_decision(found, tuple(key for key, _ in rows), [covered for _, covered in rows])
    return found


def warned_of(tree):
    """(file, line) of each decision that clang says it does not measure; the file is relative to the tree or, if the
    compiler was given it so, to a directory in it."""
    with open(tree + ".log", encoding="utf-8", errors="replace") as stream:
        matches = [WARNING.match(line) for line in stream]
    return {(os.path.relpath(os.path.join(tree, match.group(1)), tree), int(match.group(2)))
            for match in matches if match}


class McdcComparison(Comparison):
    def __init__(self):
        super().__init__("Compares hlcov's RACC with clang's MC/DC.")
        facts = HlcovFacts(self.given.report, self.given.hlcov_tree)
        clang = ClangFacts(self.given.clang_tree, self.given.profiles)
        self.clang, self.hlcov, self.constants = {}, hlcov_decisions(facts), set(facts.constants())
        self.compiled = {key[:2] for key in clang.conditions}
        self.warned = warned_of(self.given.clang_tree)
        self.decisions = self.covered = self.constant = self.single = self.nested = self.uncompiled = 0
        for keys, covered in clang.decisions.items():
            self.add_clang(keys, covered)

    def is_constant(self, key):
        return key[:4] in self.constants or conditions.is_constant(conditions.tokens_of(key[3]))

    def add_clang(self, keys, covered):
        kept = [(key, one) for key, one in zip(keys, covered) if one or not self.is_constant(key)]
        self.constant += len(keys) - len(kept)
        if kept:
            merge_decision(self.clang, tuple(key for key, _ in kept), [one for _, one in kept])

    def run(self):
        for keys in sorted(self.clang.keys() | self.hlcov.keys()):
            if keys not in self.hlcov:
                self.differ(keys[0], "clang", "it begins a decision of %d that hlcov has not" % len(keys))
            elif keys not in self.clang:
                self.only_hlcov(keys)
            else:
                self.both(keys)

    def both(self, keys):
        self.decisions += 1
        self.compared += len(keys)
        for key, ours, theirs in zip(keys, self.hlcov[keys], self.clang[keys]):
            self.covered += ours and theirs
            if ours != theirs:
                self.differ(key, "covered" if ours else "uncovered", "clang says the contrary")

    def only_hlcov(self, keys):
        path, function, line = keys[0][:3]
        if len(keys) == 1:
            self.single += 1
        elif any(number == line and ("/" + path).endswith("/" + name) for name, number in self.warned):
            self.nested += 1
        elif (path, function) not in self.compiled and True not in self.hlcov[keys]:
            self.uncompiled += 1
        else:
            self.differ(keys[0], "hlcov", "it begins a decision of %d that clang has not" % len(keys))


def main():
    result = McdcComparison()
    result.run()
    return result.verdict("%d of them covered, in %d decisions; left out by clang: %d decisions of one condition, %d "
                          "that hold others, %d in functions it left out; %d conditions constant" % (
                              result.covered, result.decisions, result.single, result.nested, result.uncompiled,
                              result.constant))


if __name__ == "__main__":
    sys.exit(main())
