#!/usr/bin/python3
"""Compares the functions of a report with those that gcov lists for the same source. It looks at no coverage.

usage: functions.py REPORT.json HLCOV_TREE GCOV_TREE [EXCEPTIONS]

A line of EXCEPTIONS is `PATH NAME REASON`: a function that only one side may have. One that is not needed is an error.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))

from gcov_facts import GcovFacts  # noqa: E402
from hlcov_facts import HlcovFacts  # noqa: E402


def read_exceptions(path):
    if not path or not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as stream:
        return {tuple(line.split()[:2]) for line in stream if line.strip() and not line.startswith("#")}


def differences(ours, theirs):
    for key in sorted(ours.keys() | theirs.keys()):
        if key not in theirs:
            yield key, "is in the report, gcov does not know it"
        elif key not in ours:
            yield key, "is missing from the report"
        elif ours[key]["line"] != theirs[key].line:
            yield key, "is at line %d, gcov says %d" % (ours[key]["line"], theirs[key].line)


def main(report, hlcov_tree, gcov_tree, exceptions=None):
    ours = HlcovFacts(report, hlcov_tree).functions()
    theirs = GcovFacts(gcov_tree).functions
    allowed, wrong = read_exceptions(exceptions), 0
    for key, reason in differences(ours, theirs):
        if key in allowed:
            allowed.discard(key)
            continue
        wrong += 1
        print("%s: %s %s" % (key[0], key[1], reason))
    for key in sorted(allowed):
        print("%s: %s is an exception that is not needed" % key)
    print("%d functions in the report, %d of gcov" % (len(ours), len(theirs)))
    return 1 if wrong or allowed or not ours else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
