#!/usr/bin/python3
"""Compares hlcov's FC and STMT with gcov's functions and lines. It builds and runs nothing.

Every function of gcov must be in the report, called or not on both sides; those that were passed through are counted.
A line where a statement begins is executed for hlcov if one of the statements that begin there was; gcov must say the
same of each such line that it knows. Exit status 1 on a difference that is not in the list, on a line of the list that
is not needed, and when less than the minimum was compared.
"""
import argparse
import sys

from differences import KnownDifferences
from gcov_facts import GcovFacts
from hlcov_facts import DECIDED, HlcovFacts


def functions_of(facts):
    """{(path, name): called}; None for one that was passed through."""
    return {key: None if row["skipped"] else row["called"] for key, row in facts.functions().items()}


def lines_of(facts):
    """{(path, line): executed} of the lines where a statement begins."""
    lines = {}
    for path, row in facts.objectives("STMT"):
        if row["status"] in DECIDED:
            key = (path, row["line"])
            lines[key] = lines.get(key, False) or DECIDED[row["status"]]
    return lines


def word(executed):
    return "executed" if executed else "never"


class Comparison:
    def __init__(self, gcov, hlcov, known):
        self.gcov, self.known = gcov, known
        self.functions, self.lines = functions_of(hlcov), lines_of(hlcov)
        self.compared_functions = self.compared_lines = self.listed = self.skipped = 0
        self.wrong = []

    def differ(self, path, line, message):
        if self.known.explains(path, line):
            self.listed += 1
        else:
            self.wrong.append("%s:%d: %s" % (path, line, message))

    def compare_functions(self):
        for key, theirs in sorted(self.gcov.functions.items()):
            if key not in self.functions:
                self.differ(key[0], theirs.line, "function %s is not in the report" % key[1])
                continue
            if self.functions[key] is None:
                self.skipped += 1
                continue
            self.compared_functions += 1
            if self.functions[key] != theirs.called:
                self.differ(key[0], theirs.line, "function %s: hlcov says %s, gcov says %s" % (
                    key[1], word(self.functions[key]), word(theirs.called)))

    def compare_lines(self):
        for key in sorted(self.lines.keys() & self.gcov.lines.keys()):
            self.compared_lines += 1
            if self.lines[key] != self.gcov.lines[key]:
                self.differ(key[0], key[1], "hlcov says %s, gcov says %s" % (
                    word(self.lines[key]), word(self.gcov.lines[key])))


def arguments():
    parser = argparse.ArgumentParser(description="Compares hlcov's FC and STMT with gcov.")
    parser.add_argument("project")
    parser.add_argument("--gcov-tree", required=True, help="where gcc --coverage compiled and ran it")
    parser.add_argument("--hlcov-tree", required=True, help="where hlcov cc compiled it")
    parser.add_argument("--report", required=True, help="of hlcov report --json")
    parser.add_argument("--known", required=True, help="list of known differences")
    parser.add_argument("--functions", type=int, required=True, help="functions that must have been compared")
    parser.add_argument("--lines", type=int, required=True, help="lines that must have been compared")
    return parser.parse_args()


def main():
    given = arguments()
    known = KnownDifferences(given.known, given.project, 2)
    result = Comparison(GcovFacts(given.gcov_tree), HlcovFacts(given.report, given.hlcov_tree), known)
    result.compare_functions()
    result.compare_lines()
    print("\n".join(result.wrong))
    for key in known.unused():
        print("not needed in the list: %s" % "\t".join(key))
    enough = result.compared_functions >= given.functions and result.compared_lines >= given.lines
    if not enough:
        print("too little was compared: expected %d functions, %d lines" % (given.functions, given.lines))
    print("%s: %d functions and %d lines compared, %d listed differences, %d functions passed through" % (
        given.project, result.compared_functions, result.compared_lines, result.listed, result.skipped))
    return 1 if result.wrong or known.unused() or not enough else 0


if __name__ == "__main__":
    sys.exit(main())
