#!/usr/bin/python3
"""Makes a project's row of the table RESULTS.md, of what its test left; it judges nothing.

usage: table.py NAME PROJECTS PACKAGE PLAIN_BUILD HLCOV_BUILD PLAIN_TESTS HLCOV_TESTS [TABLE]

PROJECTS is the directory of all projects' files; the four are seconds. The row is printed, and replaces that of NAME in
TABLE, with the reasons of functions that were passed through.
"""
import collections
import json
import os
import re
import sys

ROW = ("| {name} | {version} | {files} | {functions} | {skipped} | {decisions} | {objectives} | {tests} | {same} "
       "| {build} | {run} |")
OUTCOMES = re.compile(r"^(PASS|Passed|OK|ok|Ok|FAIL|Failed|SKIP|SKIPPED|DISABLED|UNTESTED|XFAIL|EXPECTEDFAIL)\b"
                      r"|[ .](PASS|FAILED)$")
# SQLite's, of each script.
SUM = re.compile(r"^(\d+) errors out of (\d+) tests", re.M)
SHORT = {"PASS": "passed", "OK": "passed", "FAIL": "failed", "FAILED": "failed", "SKIP": "skipped",
         "SKIPPED": "skipped", "DISABLED": "skipped", "UNTESTED": "skipped"}


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8", errors="replace") as stream:
        return stream.read()


def version(source):
    path = os.path.join(source, "debian", "changelog")
    return re.match(r"\S+ \(([^)]*)\)", read(path)).group(1) if os.path.exists(path) else ""


def tests(results):
    """What the project says of its tests, counted; else how many lines it printed."""
    lines = results.splitlines()
    found = collections.Counter(match.group(1) or match.group(2) for match in map(OUTCOMES.search, lines) if match)
    counts = collections.Counter()
    for word, count in found.items():
        counts[SHORT.get(word.upper(), word.lower())] += count
    sums = [(int(match.group(1)), int(match.group(2))) for match in SUM.finditer(results)]
    if sums:
        failed = sum(errors for errors, _ in sums)
        counts = +collections.Counter(failed=failed, passed=sum(count for _, count in sums) - failed)
    words = ", ".join("%d %s" % (count, word) for word, count in sorted(counts.items()))
    return words or "%d lines of output" % len(lines)


def objectives(summary):
    """Of all criteria, by a summary as JSON."""
    count = sum(totals["objectives"] for totals in json.loads(summary)["totals"].values())
    assert count > 0, "no objectives"
    return count


def passed_through(report):
    """The functions that are not measured, with the reason of each."""
    for record in report["files"]:
        for row in record["functions"]:
            if row["skipped"]:
                yield "%s: %s (%s)" % (record["path"], row["name"], row["skipped"])


def facts(name, projects, package, seconds):
    here = os.path.join(projects, name)
    report = json.loads(read(here, "report.json"))
    results = [read(here, variant + ".results") for variant in ("plain", "hlcov")]
    return {
        "name": name, "version": version(os.path.join(projects, "source", package)), "files": len(report["files"]),
        "functions": report["counts"]["functions"], "skipped": report["counts"]["skipped"],
        "decisions": report["totals"]["DC"]["objectives"] // 2, "objectives": objectives(read(here, "summary.json")),
        "tests": tests(results[0]), "same": "equal" if results[0] == results[1] else "different",
        "build": "%s / %s" % seconds[:2], "run": "%s / %s" % seconds[2:],
        "reasons": list(passed_through(report)),
    }


def replace(path, found):
    """Rows and reasons of other projects stay."""
    name = found["name"]
    lines = [line for line in read(path).splitlines() if not line.startswith(("| %s |" % name, "- %s: " % name))]
    last_row = max(number for number, line in enumerate(lines) if line.startswith("|"))
    lines.insert(last_row + 1, ROW.format(**found))
    lines += ["- %s: %s" % (name, reason) for reason in found["reasons"]]
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines) + "\n")


def main(name, projects, package, *rest):
    found = facts(name, projects, package, rest[:4])
    print(ROW.format(**found))
    for reason in found["reasons"]:
        print("%s: %s" % (name, reason))
    if len(rest) > 4:
        replace(rest[4], found)


if __name__ == "__main__":
    main(*sys.argv[1:])
