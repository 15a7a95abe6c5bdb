#!/usr/bin/python3
"""hlcov cc --proofs: what was proved infeasible is not recorded, and nothing else changes: the same tables, the same
scores, the same objectives. A claim that a run disproves cannot be disproved by a program that relies on it, and
reports say so: that is how this test sees that it is not recorded. What is proved, tests/prune/cases.py asks."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

PROGRAM = """#include <stdio.h>
#include <stdlib.h>

static unsigned mix(unsigned n, unsigned m)
{
    unsigned low = n & 7, sum = 0;
    for (unsigned i = 0; i < (m & 15); i++)
        sum += (low << 4) + i;
    if (sum > 40 && low < 9)
        sum -= low * 2;
    return sum;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++)
        total += (int)mix((unsigned)atoi(argv[i]), (unsigned)i);
    printf("%d\\n", total);
    return 0;
}
"""
BUILD = ("gcc", "-O2", "-Wall", "-o", "program", "program.c")
REFUTED = 3  # status of a report where a run disproves a proof
TOLD = "no longer recorded (hlcov cc --proofs)"


class Place:
    """The directory of the program, for a table names it, and a data directory."""

    def __init__(self, top, name):
        self.directory = os.path.join(top, "source")
        self.data = os.path.join(top, name)
        os.makedirs(self.directory, exist_ok=True)
        with open(os.path.join(self.directory, "program.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)

    def run(self, *words, status=0):
        done = subprocess.run(words, cwd=self.directory, env=dict(os.environ, HLCOV_DIR=self.data), check=False,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=200)
        if done.returncode != status:
            raise AssertionError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stdout))
        return done.stdout

    def hlcov(self, *words, status=0):
        return self.run(tap.hlcov, *words, status=status)

    def build(self, *options):
        """Builds the program, and runs it once."""
        printed = self.hlcov("cc", "--criteria=WM,CC", *options, *BUILD)
        assert not printed, printed
        self.printed = self.run("./program", "3", "9", "1000", "7", "12")
        with open(os.path.join(self.directory, "program"), "rb") as file:
            self.object = file.read()

    def report(self, status=0):
        """(what is printed with details, the report of JSON)"""
        words = self.hlcov("report", "--details", "--criteria=WM,CC", "--json=report.json", status=status)
        with open(os.path.join(self.directory, "report.json"), encoding="utf-8") as file:
            return words, json.load(file)

    def verdicts(self):
        """The path of the only file of proofs."""
        path, = glob.glob(os.path.join(self.data, "verdicts", "*.hlv"))
        return path

    def marked(self):
        """Objectives whose proofs are marked."""
        with open(self.verdicts(), encoding="utf-8") as file:
            return {proof["objective"] for line in file for proof in json.loads(line).get("proofs", ())
                    if proof.get("unrecorded")}

    def tables(self):
        return os.listdir(os.path.join(self.data, "tables"))


def objectives(report):
    """{(function, name): what is said of it}, without the words why it is infeasible."""
    found = {}
    for file in report["files"]:
        for objective in file["objectives"]:
            said = dict(objective)
            said["pruned"] = {key: value for key, value in objective.get("pruned", {}).items() if key != "why"}
            said.pop("why", None)
            name = objective["id"].split(":", 3)[3]  # behind path, function and its hash, as proofs name it
            found[objective["function"], name] = said
    return found


def infeasible(report):
    return {key[1] for key, said in objectives(report).items() if said["status"] == "infeasible"}


def differences(one, other):
    first, second = objectives(one), objectives(other)
    yield from ("%s: %s, then %s" % (key, first.get(key), second.get(key)) for key in first.keys() | second.keys()
                if first.get(key) != second.get(key))
    if one["criteria"] != other["criteria"]:
        yield "scores: %s, then %s" % (one["criteria"], other["criteria"])


def claims(place, objective):
    """Adds the claim to the proofs that the objective, which is covered, is infeasible."""
    with open(place.verdicts(), encoding="utf-8") as file:
        lines = file.read().splitlines()
    for i, line in enumerate(lines):
        said = json.loads(line)
        if said.get("function") == objective["index"]:
            said["proofs"].append({"verdict": "infeasible", "objective": objective["name"], "other": "",
                                   "why": "claimed"})
            lines[i] = json.dumps(said)
    with open(place.verdicts(), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def covered_mutant(report):
    """A mutant of mix, which is computed, that the test kills."""
    return next({"index": 0, "name": name} for (function, name), said in sorted(objectives(report).items())
                if function == "mix" and said["status"] == "covered" and re.match(r"WM:(AOR|SOR)\.o", name))


def relying(top, plain):
    """Problems of a program that relies on proofs in another data directory."""
    place, (words, known) = Place(top, "relying"), plain.report()
    place.build("--proofs=" + plain.data)
    told, report = place.report()
    yield from differences(known, report)
    if place.printed != plain.printed:
        yield "it prints %s" % place.printed
    if place.tables() != plain.tables():
        yield "tables: %s, then %s" % (plain.tables(), place.tables())
    if not place.marked() or not place.marked() <= infeasible(report):
        yield "marked: %s of %s" % (place.marked(), infeasible(report))
    counts = known["counts"]["unrecorded_proofs"], report["counts"]["unrecorded_proofs"]
    if counts != (0, len(place.marked())):
        yield "counts: %s, of %d" % (counts, len(place.marked()))
    if TOLD in words or TOLD not in told:
        yield "it is told: %s" % told


def pruned_again(top, plain):
    """Problems of marks where a program relies on proofs of its own data directory, which are found again."""
    place = Place(top, "again")
    place.build()
    place.hlcov("prune", "--criteria=WM,CC", "--steps=1")
    before = place.object
    place.build("--proofs")
    marked = place.marked()
    if place.object == before or not marked:
        yield "nothing is relied on"
    place.hlcov("prune", "--criteria=WM,CC", "--steps=1", "--no-cache")
    if place.marked() != marked:
        yield "marks are lost: %s" % (marked - place.marked())
    place.hlcov("merge", "-o", "merged.hls", plain.data, place.data)
    place.hlcov("report", "-q", "--criteria=WM,CC", "--json=merged.json", "merged.hls")
    with open(os.path.join(place.directory, "merged.json"), encoding="utf-8") as file:
        merged = json.load(file)["counts"]["unrecorded_proofs"]
    if merged != len(marked):
        yield "merged: %d of %d" % (merged, len(marked))


def wrongly_claimed(top):
    """Problems of a claim that is wrong: what records it disproves it, what relies on it does not."""
    recording, place = Place(top, "recording"), Place(top, "believing")
    recording.build()
    recording.hlcov("prune", "--criteria=WM,CC", "--steps=1")
    objective = covered_mutant(recording.report()[1])
    claims(recording, objective)
    if objective["name"] not in recording.report(status=REFUTED)[0]:
        yield "a run does not disprove it"
    place.build("--proofs=" + recording.data)
    if objective["name"] not in infeasible(place.report()[1]):
        yield "it was recorded: %s" % objective["name"]
    place.hlcov("merge", "-o", "merged.hls", recording.data, place.data)
    place.hlcov("report", "-q", "--criteria=WM,CC", "merged.hls", status=REFUTED)


def without(top, plain):
    """Problems where there are no proofs that could be relied on."""
    place = Place(top, "without")
    place.build()
    whole = place.object
    place.build("--proofs=nowhere")
    if place.object != whole:
        yield "no directory: another program"
    place.build("--proofs")
    if place.object != whole:
        yield "no proofs: another program"
    os.makedirs(os.path.join(place.data, "verdicts"), exist_ok=True)
    with open(plain.verdicts(), encoding="utf-8") as file, \
            open(os.path.join(place.data, "verdicts", os.path.basename(plain.verdicts())), "w",
                 encoding="utf-8") as damaged:
        damaged.write(file.read()[:-20])
    place.build("--proofs")
    if place.object != whole:
        yield "damaged proofs: another program"


with tempfile.TemporaryDirectory() as directory:
    reference = Place(directory, "plain")
    reference.build()
    reference.hlcov("prune", "--criteria=WM,CC", "--steps=1")
    tap.point("relying on proofs changes no score", relying(directory, reference))
    tap.point("marks of what is not recorded stay", pruned_again(directory, reference))
    tap.point("what is relied on is not recorded", wrongly_claimed(directory))
    tap.point("without proofs all is recorded", without(directory, reference))
tap.finish()
