#!/usr/bin/python3
"""Compares hlcov's CC with clang's branch coverage, condition by condition. It builds and runs nothing.

A condition is identified by file, function, line, text and place among equal ones in that line. Both sides must say
the same of each: ever true, ever false. Exit status 1 on a difference that is not in the list, on a line of the list
that is not needed, and when fewer conditions than the minimum were compared.
"""
import argparse
import collections
import sys

import conditions
from clang_facts import ClangFacts
from differences import KnownDifferences
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
    places, counts, found = {}, collections.Counter(), {}
    for path, row in facts.objectives("CC"):
        if row["status"] not in DECIDED:
            continue
        place = row["id"].rpartition("=")[0]
        if place not in places:
            tokens, negated = conditions.stripped(conditions.tokens_of(row["text"]))
            key = (path, row["function"], row["line"], " ".join(tokens))
            variant = (place.rsplit(":", 2)[0],) + key
            places[place] = key + (counts[variant],), negated
            counts[variant] += 1
        key, negated = places[place]
        found.setdefault(key, Seen()).observe(row["value"] != negated, DECIDED[row["status"]])
    return found


class Comparison:
    def __init__(self, clang, hlcov, known):
        self.clang, self.hlcov, self.known = clang, hlcov, known
        self.compiled = {key[:2] for key in clang}
        self.compared = self.constant = self.uncompiled = self.listed = 0
        self.wrong = []

    def differ(self, key, kind, message):
        path, _, line, text, _ = key
        if self.known.explains(path, line, kind, text):
            self.listed += 1
        else:
            self.wrong.append("%s:%d: %s: `%s` in %s: %s" % (path, line, kind, text, key[1], message))

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


def arguments():
    parser = argparse.ArgumentParser(description="Compares hlcov's CC with clang's branch coverage.")
    parser.add_argument("project")
    parser.add_argument("--clang-tree", required=True, help="where clang compiled it")
    parser.add_argument("--profiles", required=True, help="directory of its .profraw files")
    parser.add_argument("--hlcov-tree", required=True, help="where hlcov cc compiled it")
    parser.add_argument("--report", required=True, help="of hlcov report --json")
    parser.add_argument("--known", required=True, help="list of known differences")
    parser.add_argument("--minimum", type=int, required=True, help="conditions that must have been compared")
    return parser.parse_args()


def main():
    given = arguments()
    known = KnownDifferences(given.known, given.project, 4)
    clang = ClangFacts(given.clang_tree, given.profiles)
    result = Comparison(clang.conditions, hlcov_conditions(HlcovFacts(given.report, given.hlcov_tree)), known)
    result.run()
    print("\n".join(result.wrong))
    for key in known.unused():
        print("not needed in the list: %s" % "\t".join(key))
    if result.compared < given.minimum:
        print("only %d conditions compared, expected %d" % (result.compared, given.minimum))
    print("%s: %d conditions compared, %d listed differences, %d constant, %d counted by clang as one with their "
          "operands, %d in functions that clang left out" % (given.project, result.compared, result.listed,
                                                             result.constant, clang.compound, result.uncompiled))
    return 1 if result.wrong or known.unused() or result.compared < given.minimum else 0


if __name__ == "__main__":
    sys.exit(main())
