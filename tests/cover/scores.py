#!/usr/bin/python3
"""Prints the scores of directories, as a table, from a report as JSON. It judges none.

usage: scores.py REPORT.json DIRECTORY..."""
import json
import os
import sys

CRITERIA = ("FC", "STMT", "BC", "DC", "CACC")


def score(files, criterion):
    totals = [file["totals"][criterion] for file in files if criterion in file["totals"]]
    covered, objectives, excluded, infeasible = (
        sum(t[key] for t in totals) for key in ("covered", "objectives", "excluded", "infeasible"))
    objectives -= excluded + infeasible
    share = "%.1f%%" % (int(1000 * covered / objectives) / 10) if objectives else "n/a"
    return "%d/%d %s%s" % (covered, objectives, share, " (%d excluded)" % excluded if excluded else "")


def main(path, *directories):
    with open(path, encoding="utf-8") as stream:
        files = json.load(stream)["files"]
    print("| directory | %s |\n|---|%s" % (" | ".join(CRITERIA), "---|" * len(CRITERIA)))
    for directory in directories + ("all",):
        chosen = [file for file in files if directory in ("all", os.path.dirname(file["path"]))]
        print("| %s | %s |" % (directory, " | ".join(score(chosen, criterion) for criterion in CRITERIA)))


main(*sys.argv[1:])
