#!/usr/bin/python3
"""Runs the examples of htol/CRITERIA.md: compiles each program with hlcov cc, runs it, compares the verdicts.

An example is these fenced blocks in this order, with any text between them:

    options   of hlcov cc; may be missing
    c         a program
    run       a line for each run of it: its arguments
    verdict   CRITERION covered/objectives (but the infeasible), and CRITERION uncovered LINE TEXT for each objective
              that is not; if one uncovered objective of a criterion is named, all must be. Of findings: CRITERION
              happened LINE TEXT, likewise

Exit statuses of the runs do not matter: an example may end in abort().
"""
import collections
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

Example = collections.namedtuple("Example", "title options program runs verdicts")
BLOCK = re.compile(r"^#+ +(?P<title>[^\n]*)$|^```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.M | re.S)


def examples(text):
    title, parts = "", {}
    for match in BLOCK.finditer(text):
        if match.group("title"):
            title, parts = match.group("title"), {}
            continue
        parts[match.group("kind")] = match.group("body")
        if match.group("kind") == "verdict":
            options = parts.pop("options", "").split()
            yield Example(title, options, parts.pop("c"), parts.pop("run").splitlines(),
                          parts.pop("verdict").splitlines())


def run(command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          **options)


def report_of(example, directory):
    """The JSON report after all runs of the example in an empty directory."""
    with open(os.path.join(directory, "example.c"), "w") as file:
        file.write(example.program)
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    here = dict(cwd=directory, env=environment)
    built = run([tap.hlcov, "cc", *example.options, "gcc", "-o", "example", "example.c"], **here)
    if built.returncode != 0 or built.stderr:
        raise RuntimeError("it does not compile:\n" + built.stderr)
    for arguments in example.runs:
        run(["./example", *shlex.split(arguments)], **here)
    named = [option.split("=")[1] for option in example.options if option.startswith("--criteria=")]
    reported = run([tap.hlcov, "report", "--criteria", ",".join(["all", *named]), "--json", "-"], **here)
    if reported.returncode != 0:
        raise RuntimeError("hlcov report: status %d\n%s" % (reported.returncode, reported.stderr))
    return json.loads(reported.stdout)


def uncovered(report, criterion):
    return sorted(("%d %s" % (o["line"], described(o))).rstrip() for file in report["files"] for o in file["objectives"]
                  if o["criterion"] == criterion and o["status"] == "uncovered")


def happened(report, criterion):
    return sorted("%d %s" % (o["line"], o["text"]) for file in report["files"] for o in file["findings"]
                  if o["criterion"] == criterion and o["status"] == "covered")


def described(objective):
    value = objective.get("value")
    return objective["text"] + ("" if value is None else " true" if value else " false")


def faults(example, report):
    named, findings = collections.defaultdict(list), collections.defaultdict(list)
    for line in example.verdicts:
        criterion, rest = line.split(None, 1)
        if rest.startswith("uncovered "):
            named[criterion].append(rest.split(None, 1)[1])
            continue
        if rest.startswith("happened "):
            findings[criterion].append(rest.split(None, 1)[1])
            continue
        totals = report["totals"][criterion]
        found = "%d/%d" % (totals["covered"], totals["objectives"] - totals["excluded"] - totals["infeasible"])
        if found != rest:
            yield "%s %s, but it is %s" % (criterion, rest, found)
            yield from ("uncovered: " + text for text in uncovered(report, criterion))
    for word, lists, found in (("uncovered", named, uncovered), ("happened", findings, happened)):
        for criterion, lines in lists.items():
            if sorted(lines) != found(report, criterion):
                yield "%s %s:\n  %s\nbut they are:\n  %s" % (
                    criterion, word, "\n  ".join(sorted(lines)), "\n  ".join(found(report, criterion)))


def try_example(example):
    with tempfile.TemporaryDirectory() as directory:
        try:
            return list(faults(example, report_of(example, directory)))
        except (RuntimeError, ValueError) as error:
            return [str(error)]


found = list(examples(tap.read("htol/CRITERIA.md")))
tap.point("CRITERIA.md has examples", [] if found else ["none"])
for example in found:
    tap.point(example.title, try_example(example))
tap.finish()
