#!/usr/bin/python3
"""Outcomes of decisions that hlcov prune proves infeasible in tests/prune/cases.c are those that its comments name, and
no others that the program does not cover are left but those named behind a semicolon. It compares no words."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

COMMENT = re.compile(r"^/\* (\w+):([^;*]*)(?:;([^*]*))? \*/$", re.M)


def run(directory, *words):
    """What the command prints; its exit status must be 0."""
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    done = subprocess.run(words, cwd=directory, env=environment, check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=100)
    if done.returncode != 0:
        raise RuntimeError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stderr))
    return done.stdout


def statuses(directory, *options):
    """The status of each outcome of each function's decisions, by function and place."""
    with open(os.path.join(directory, "cases.c"), "w", encoding="utf-8") as file:
        file.write(tap.read("tests/prune/cases.c"))
    run(directory, tap.hlcov, "cc", *options, "gcc", "-w", "cases.c", "-o", "cases")
    run(directory, "./cases")
    run(directory, tap.hlcov, "prune", "--no-cache", "--jobs=2", "--timeout=30000", "--budget=100000", "cases.c",
        "--", "-w")
    found = {}
    report = json.loads(run(directory, tap.hlcov, "report", "--criteria", "DC", "--json", "-"))
    for objective in (objective for file in report["files"] for objective in file["objectives"]):
        place = objective["id"].rsplit(":", 1)[1]
        found.setdefault(objective["function"], {})[place] = objective["status"]
    return found


def with_status(found, status):
    return sorted(place for place, own in found.items() if own == status)


def compare(function, infeasible, left, found):
    for words, wanted, status in (("infeasible", infeasible, "infeasible"), ("uncovered", left, "uncovered")):
        if sorted(wanted.split()) != with_status(found, status):
            yield "%s %s: %s, not %s" % (function, words, " ".join(with_status(found, status)), wanted)


def compare_all(*options):
    with tempfile.TemporaryDirectory() as directory:
        try:
            found = statuses(directory, *options)
        except RuntimeError as error:
            yield str(error)
            return
    for function, infeasible, left in COMMENT.findall(tap.read("tests/prune/cases.c")):
        yield from compare(function, infeasible, left, found.get(function, {}))


tap.point("what is proved of observed decisions", compare_all())
tap.point("what is proved of complete decisions", compare_all("--semantics=complete"))
tap.finish()
