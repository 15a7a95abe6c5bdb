#!/usr/bin/python3
"""The operators that `hlcov criteria --long` finds each criterion to need are those of the literature: the taxonomy of
Marcozzi and others, ICST 2017 (Table II). It reads that output, and no hyperlabel.

Needs are those of the meaning, as the paper writes a criterion, not of how we record it. Where the two differ:

- BC of a branch that was cut into several decisions (--decisions=branching) asks for an outcome of one of these: which
  of them decided is no choice of the criterion's, whose objective is one label at one place.
- A path, and a flow from a definition to a use, is one site of ours, recorded in one slot. In meaning it is a sequence
  of labels, whose steps nothing may kill. Where a du-path is recorded in several slots, or where a loop can be entered
  in several ways (ELO, SLO, MLO), what was asked for is still one event: no disjunction.
- Flows of array elements compare the index that the definition bound with that of the use: guard and bindings.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

SEQUENCE, DISJUNCTION = "sequence", "disjunction"
PAIR = {"conjunction", "guard", "bindings"}
LABELS = set()
CELLS = {SEQUENCE, "guard", "bindings"}
# By families: if one row of a family is there, all must be.
WANTED = {
    "structure": dict.fromkeys(("FC", "STMT", "BBC", "BC"), LABELS),
    "logic": {**dict.fromkeys(("DC", "CC", "DCC", "MCC", "n-CC", "GACC", "GICC", "IC", "UTPC", "COR", "LCR"), LABELS),
              **dict.fromkeys(("CACC", "RACC", "RICC", "CUTPNFP"), PAIR)},
    "paths": {**dict.fromkeys(("ELO", "SLO", "MLO", "EPC", "PPC", "CRTC", "BPC", "CPC", "SPC"), {SEQUENCE}),
              "SRTC": {SEQUENCE, DISJUNCTION}},
    "calls": {"FCC": {DISJUNCTION}},
    "data flow": {**dict.fromkeys(("AUC", "ACUC", "APUC", "ADUPC"), {SEQUENCE}), "ADC": {SEQUENCE, DISJUNCTION},
                  "CAUC": CELLS, "CADC": CELLS | {DISJUNCTION}},
    "relations": dict.fromkeys(("ROR", "ABS", "LIMIT", "RB"), LABELS),
    "partitions": {"IDP": LABELS},
    "mutants": {**dict.fromkeys(("AOR", "BOR", "SOR", "UOI", "AOIU", "CRP", "SDL", "VRP", "LVR", "WM", "WM:all",
                             "WM:mujava"), LABELS), "SM": LABELS},
    "errors": {"RTE": LABELS},
    "user": {"USER": {"what is written"}},
}
CORNERS = {"whole paths": SEQUENCE, "several runs": "conjunction", "choices": DISJUNCTION}
ROW = re.compile(r"^(\S+) +(%s) .*\n +.*\n +needs: ([^(\n]*?)(?: \((.*)\))?$" % "|".join(WANTED), re.M)


def words(text):
    return set(text.split(", ")) - {"labels alone"} if text else set()


def wrong_rows(rows):
    """A row without an expectation is wrong too."""
    for name, family, needs, _ in rows:
        wanted = WANTED[family].get(name)
        if wanted is None:
            yield "%s: nobody has said what it needs" % name
        elif words(needs) != wanted:
            yield "%s needs %s, but should need %s" % (name, needs, ", ".join(sorted(wanted)) or "labels alone")


def missing_rows(rows):
    for family in {row[1] for row in rows} | {"structure", "logic", "user"}:
        yield from ("no row: " + name for name in WANTED[family] if name not in {row[0] for row in rows})


def wrong_corners(rows):
    for name, _, needs, corner in rows:
        if {CORNERS[word] for word in words(corner)} != words(needs) & set(CORNERS.values()):
            yield "%s: %s, but (%s)" % (name, needs, corner)


def odd_output(rows, shown):
    criteria = re.findall(r"^CRITERION\(\w+, \"(.*?)\"", tap.read("htol/criteria/criteria.def"), re.M)
    if shown.returncode or shown.stderr or [row[0] for row in rows] != criteria:
        yield "status %d\n%s%s" % (shown.returncode, shown.stderr, shown.stdout)


shown = subprocess.run([tap.hlcov, "criteria", "--long"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                       check=False)
rows = ROW.findall(shown.stdout)
tap.point("hlcov criteria --long says of every criterion what it needs", odd_output(rows, shown))
tap.point("which is what the literature says", wrong_rows(rows))
tap.point("the criteria of a family are all there", missing_rows(rows))
tap.point("the corner of the cube is that of the operators", wrong_corners(rows))
tap.finish()
