#!/usr/bin/python3
"""Outcomes of decisions that hlcov prune proves infeasible in tests/prune/cases.c are those that its comments name, and
no others that the program does not cover are left but those named behind a semicolon. In tests/prune/program.c it is
told to look into calls: what is infeasible in this program only is named behind a bar. It compares no words."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

COMMENT = re.compile(r"^/\* (\w+):([^;*|]*)(?:;([^*|]*))?(?:\|([^*]*))? \*/$", re.M)
UNUSED = "infeasible in this program"


def run(directory, *words):
    """What the command prints; its exit status must be 0."""
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    done = subprocess.run(words, cwd=directory, env=environment, check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=100)
    if done.returncode != 0:
        raise RuntimeError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stderr))
    return done.stdout


def statuses(directory, name, options, depth):
    """The status of each outcome of each function's decisions, by function and place; and what prune said."""
    with open(os.path.join(directory, "cases.c"), "w", encoding="utf-8") as file:
        file.write(tap.read(name))
    run(directory, tap.hlcov, "cc", *options, "gcc", "-w", "cases.c", "-o", "cases")
    run(directory, "./cases")
    said = run(directory, tap.hlcov, "prune", "--no-cache", "--jobs=2", "--timeout=30000", "--budget=100000",
               "--inline=%d" % depth, "cases.c", "--", "-w")
    found = {}
    report = json.loads(run(directory, tap.hlcov, "report", "--criteria", "DC", "--json", "-"))
    for objective in (objective for file in report["files"] for objective in file["objectives"]):
        place = objective["id"].rsplit(":", 1)[1]
        unused = objective.get("pruned", {}).get("verdict") == UNUSED
        found.setdefault(objective["function"], {})[place] = UNUSED if unused else objective["status"]
    return found, said


def with_status(found, status):
    return sorted(place for place, own in found.items() if own == status)


def compare(function, wanted, found):
    for status, places in zip(("infeasible", "uncovered", UNUSED), wanted):
        if sorted(places.split()) != with_status(found, status):
            yield "%s %s: %s, not %s" % (function, status, " ".join(with_status(found, status)), places)


def compare_all(name, options=(), depth=0):
    with tempfile.TemporaryDirectory() as directory:
        try:
            found, said = statuses(directory, name, options, depth)
        except RuntimeError as error:
            yield str(error)
            return
    faults = [fault for function, *wanted in COMMENT.findall(tap.read(name))
              for fault in compare(function, wanted, found.get(function, {}))]
    yield from faults + [said] if faults else []


CASES = "tests/prune/cases.c"
tap.point("what is proved of observed decisions", compare_all(CASES))
tap.point("what is proved of complete decisions", compare_all(CASES, ["--semantics=complete"]))
tap.point("what is proved of decisions in this program", compare_all("tests/prune/program.c", depth=2))
tap.finish()
