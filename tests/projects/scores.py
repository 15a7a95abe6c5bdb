#!/usr/bin/python3
"""Checks that the scores of a real project's report are there and not 0; compares them with nothing.

usage: scores.py REPORT.json
"""
import json
import sys

ALWAYS = ("FC", "STMT", "BBC", "BC", "DC", "CC", "DCC", "MCC")


def faults(report):
    skipped = [row for record in report["files"] for row in record["functions"] if row["skipped"]]
    if len(skipped) != report["counts"]["skipped"]:
        yield "%d functions are marked as skipped, %d counted" % (len(skipped), report["counts"]["skipped"])
    for criterion in ALWAYS:
        totals = report["totals"].get(criterion)
        if not totals or not totals["objectives"]:
            yield "%s has no objectives" % criterion
        elif not 0 < totals["covered"] <= totals["objectives"]:
            yield "%s: %d of %d covered" % (criterion, totals["covered"], totals["objectives"])


def main(path):
    with open(path, encoding="utf-8") as stream:
        report = json.load(stream)
    wrong = list(faults(report))
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
