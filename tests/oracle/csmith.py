#!/usr/bin/python3
"""Builds random programs of csmith with and without coverage and compares what they print: a checksum of all their
variables. It does not look at the coverage, but that there is a report.

usage: [SEEDS=N,N...] [CASES=N] tests/oracle/csmith.py

Each program is built by one of the compilers, in turn, four times: without coverage, with all that can be recorded,
with less, and with its mutants instead, none of which is chosen. SEEDS: of the first program of each series, CASES: how
many are tried of each. Those that do not end in time without coverage are left out, also without optimization:
compilers may remove a loop that does nothing but go on for ever, and recording is something.
KEEP: a directory where the programs that fail are left, with the commands.
"""
import collections
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import seeds  # noqa: E402
import tap  # noqa: E402

BUILDS = [(compiler, level) for compiler in ("gcc", "clang-19") for level in ("-O0", "-O2")]
ALL = [["--criteria=all"], ["--criteria=all", "--aliases=kill"], ["--criteria=all", "--semantics=complete"]]
LESS = [[], ["--semantics=complete"], ["--semantics=complete", "--decisions=branching"]]
SECONDS, COVERED_SECONDS, BUILD_SECONDS = 5, 120, 600


class Wrong(Exception):
    """What is wrong with a case, in words."""


class Case:
    """A program, in a directory of its own."""

    def __init__(self, seed, directory):
        self.seed, self.directory = seed, directory
        self.compiler = list(BUILDS[seed % len(BUILDS)])
        self.options = [kind[seed // len(BUILDS) % len(kind)] for kind in (ALL, LESS)]

    def command(self, words, seconds):
        environment = dict(os.environ, HLCOV_DIR=os.path.join(self.directory, "data"))
        with open(os.path.join(self.directory, "commands"), "a", encoding="utf-8") as file:
            file.write(" ".join(words) + "\n")
        return subprocess.run(words, cwd=self.directory, env=environment, check=False, timeout=seconds, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def must(self, words, seconds=BUILD_SECONDS):
        try:
            done = self.command(words, seconds)
        except subprocess.TimeoutExpired:
            raise Wrong("%s: still running after %d seconds" % (" ".join(words), seconds)) from None
        if done.returncode:
            raise Wrong("%s: status %d, %s" % (" ".join(words), done.returncode, done.stdout[-2000:]))
        return done.stdout

    def build(self, name, launcher, flags=()):
        self.must(launcher + self.compiler + ["-w", *flags, "-isystem", HEADERS, "-o", name, "program.c"])

    def compare(self, options, wanted):
        self.build("covered", [tap.hlcov, "cc"] + options)
        printed = self.must(["./covered"], COVERED_SECONDS)
        if printed != wanted:
            raise Wrong("%s %s: without coverage %s, with it %s" % (self.compiler, options, wanted, printed))
        notes = os.path.join(self.directory, "data/notes.log")
        if os.path.exists(notes):
            with open(notes, encoding="utf-8") as file:
                raise Wrong("%s: %s" % (options, file.read()))

    def plain(self, flags):
        """What it prints without coverage; nothing if it does not end in time."""
        self.build("plain", [], flags)
        try:
            done = self.command(["./plain"], SECONDS)
        except subprocess.TimeoutExpired:
            return ""
        return "" if done.returncode else done.stdout

    def try_all(self):
        """How many programs were compared."""
        self.must(["csmith", "--seed", str(self.seed), "--max-funcs", "8", "--output", "program.c"])
        wanted = self.plain([])
        if not wanted or self.compiler[1] != "-O0" and not self.plain(["-O0"]):
            return 0
        for options in [*self.options, ["--strong"]]:
            self.compare(options, wanted)
        self.must([tap.hlcov, "report", "--criteria=all", "data"])
        return 1


def headers():
    found = subprocess.run(["find", "/usr/include", "/usr/local/include", "-name", "csmith.h"], check=False, text=True,
                           stdout=subprocess.PIPE)
    return os.path.dirname(found.stdout.split("\n")[0]) or "."


def tried(seed):
    with tempfile.TemporaryDirectory() as directory:
        case, problems, compared = Case(seed, directory), [], 0
        try:
            compared = case.try_all()
        except Wrong as wrong:
            problems = [str(wrong)]
            seeds.keep(directory, seed)
        name = "csmith %d, %s" % (seed, " ".join(case.compiler + case.options[0]))
        return name, problems, collections.Counter({"compared": compared, "left out": not compared and not problems})


def main():
    total = seeds.try_all(tried, 20)[1]
    print("# %(compared)d programs compared, %(left out)d left out" % total)
    tap.point("most programs end in time", [] if total["compared"] > 2 * total["left out"] else ["few were compared"])
    tap.finish()


HEADERS = headers()
main()
