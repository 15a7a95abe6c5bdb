#!/usr/bin/python3
"""What hlcov prune says of labels in blocks that branch off before others: `else if` knows which conditions were false.
All that it says of two decisions is named, so what it must not say is asked too. Nothing calls them."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

# The function, then what is said of its labels of CC: a label, =, the one of another decision that it is a duplicate
# of; <, one that subsumes it.
CASES = (
    ("void else_if(int a, int b) { if (a && b) n++; else if (a) n--; else if (b) n = 9; }",
     "d1.c1=T=d0.c2=F"),
    ("void twice_removed(int a, int b, int c) { if (a && b) n++; else if (a && c) n--; else if (a) n = 9; }",
     "d0.c2=F<d1.c2=T d1.c1=F=d0.c1=F d2.c1=T=d1.c2=F d2.c1=F=d0.c1=F"),
    ("void returns(int a, int b) { if (a && b) return; if (a) n--; }",
     "d1.c1=T=d0.c2=F d1.c1=F=d0.c1=F"),
    ("void values(int x) { if (x > 5 || x < 0) n++; else if (x < 3) n--; }",
     ""),
    ("void weaker(int a, int b) { if (a > 3 && b) n++; else if (a > 7) n--; }",
     "d0.c2=F<d1.c1=T d1.c1=F<d0.c1=F"),
    ("void nested(int a, int b) { if (a) { if (b) n++; } }",
     ""),
    ("void changed(int a, int b) { if (a && b) n++; else { a = n; if (a) n--; } }",
     ""),
    ("void may_end(int a, int b) { if (a && b) n++; else { g(); if (a) n--; } }",
     "d0.c1=F<d1.c1=F d0.c2=F<d1.c1=T"),
    ("void loops(int a, int b) { if (a && b) n++; else while (n) { if (b) n--; } }",
     "d0.c1=F<d2.c1=T"),
    ("void changes_in_loops(int a, int b) { if (a && b) n++; else while (n) { if (a) n--; a = n; } }",
     ""),
)


def run(directory, *words):
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    return subprocess.run(words, cwd=directory, env=environment, check=True, text=True, stdout=subprocess.PIPE).stdout


def write(directory, name, text):
    with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
        file.write(text + "\n")


def report_of(directory):
    write(directory, "g.c", "void g(void) {}")
    write(directory, "branches.c", "\n".join(["int n; void g(void);", *(text for text, _ in CASES), "int main() {}"]))
    run(directory, tap.hlcov, "cc", "gcc", "-w", "branches.c", "g.c", "-o", "branches")
    run(directory, "./branches")
    run(directory, tap.hlcov, "prune", "--no-cache", "--criteria=CC", "branches.c", "--", "-w")
    return json.loads(run(directory, tap.hlcov, "report", "--criteria=CC", "--json=-"))


def decision(place):
    return place.split(".")[0]


def said(report, function):
    """Of labels of different decisions, in the order of the report."""
    found = []
    for objective in (own for file in report["files"] for own in file["objectives"]):
        place, proof = objective["id"].rsplit(":", 1)[1], objective.get("pruned", {"other": ""})
        other = proof["other"].rsplit(":", 1)[-1]
        if objective["function"] == function and other and "+" not in proof["other"] \
                and decision(other) != decision(place):
            found.append(place + ("=" if proof["verdict"] == "duplicate" else "<") + other)
    return " ".join(found)


def main():
    with tempfile.TemporaryDirectory() as directory:
        report = report_of(directory)
    for text, wanted in CASES:
        name = text.split("(")[0].split()[1]
        found = said(report, name)
        tap.point(name, [] if found == wanted else ["%s, not %s" % (found, wanted)])
    tap.finish()


main()
