#!/usr/bin/python3
"""Builds the torture programs with each --semantics and --decisions, and with all criteria: they print what they
print without coverage, fall back nowhere as a whole, and the structure criteria have the same verdicts. How vectors are
recorded is not looked at.

Verdicts of BC are those of the branches as they stand in the text, however decisions are cut and recorded.

usage: [ALL=1] tests/semantics/modes.py
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

CRITERIA = "FC,STMT,BBC,BC"
# What a mode writes does not depend on the level; ALL=1 tries more with each compiler. Builds with all criteria and -O2
# are those of tests/torture: here, where -O1 takes half as long, it is what is printed and recorded that counts.
MORE = [("gcc", "-O0"), ("gcc", "-O2"), ("clang-19", "-O2")]
BUILDS = [("gcc", "-O1"), ("clang-19", "-O0")] + MORE * ("ALL" in os.environ)
MODES = {"observed": [], "complete": ["--semantics=complete"], "branching": ["--decisions=branching"],
         "both": ["--semantics=complete", "--decisions=branching"], "all": ["--criteria=all"],
         "kill": ["--criteria=all", "--aliases=kill"],
         "all and both": ["--criteria=all", "--semantics=complete", "--decisions=branching"]}


class Program:
    """A program of tests/torture, one compiler, one level."""

    def __init__(self, directory, name, compiler, level):
        self.directory = directory
        source = os.path.join(tap.top_srcdir, "tests/torture", name + ".c")
        self.command = [compiler, level, "-std=gnu11", "-w", source, "-lm", "-o"]

    def path(self, name):
        return os.path.join(self.directory, name)

    def run(self, command, mode):
        done = subprocess.run(command, cwd=self.directory, env=dict(os.environ, HLCOV_DIR=self.path(mode + ".data")),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def built_and_run(self, mode, launcher):
        status, messages = self.run(launcher + self.command + [self.path(mode)], mode)
        return (status, messages) if status else self.run([self.path(mode), "return"], mode)

    def verdicts(self, mode):
        """{(criterion, function, place, text, value): status}; several may stand at one place in macros."""
        report = subprocess.run([tap.hlcov, "report", "--quiet", "--criteria", CRITERIA, "--json", "-",
                                 self.path(mode + ".data")], stdout=subprocess.PIPE, check=True).stdout
        found = {}
        for row in (row for file in json.loads(report)["files"] for row in file["objectives"]):
            key = tuple(str(row[name]) for name in ("criterion", "function", "line", "column", "text", "value"))
            found.setdefault(key, []).append(row["status"])
        return {key: sorted(statuses) for key, statuses in found.items()}

    def problems(self):
        plain = self.built_and_run("plain", [])
        expected = None
        for mode, options in MODES.items():
            if self.built_and_run(mode, [tap.hlcov, "cc"] + options) != plain:
                yield mode + ": another output, or another end"
            if os.path.exists(self.path(mode + ".data/notes.log")):
                yield mode + ": " + open(self.path(mode + ".data/notes.log"), encoding="utf-8").read()[:1000]
            found = self.verdicts(mode)
            expected = expected or found
            for key in sorted(expected.keys() | found.keys()):
                if found.get(key) != expected.get(key):
                    yield "%s: %s: %s, not %s" % (mode, " ".join(key), found.get(key), expected.get(key))
        if not expected:
            yield "no verdicts"


for name in ("torture", "pragmas"):
    for compiler, level in BUILDS:
        with tempfile.TemporaryDirectory() as directory:
            tap.point("%s %s %s" % (name, compiler, level), Program(directory, name, compiler, level).problems())
tap.finish()
