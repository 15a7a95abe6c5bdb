#!/usr/bin/python3
"""Checks users' labels and hyperlabels from the comment to the report, against the meaning in htol/HTOL.md; it knows
nothing of how hlcov finds, evaluates, records or decides them.

usage: [SEEDS=N,N...] [CASES=N] tests/oracle/objectives.py

A case is a random program with random objectives. Built once more with calls at the places of its labels, it logs for
itself what its predicates and bindings are there, step by step; all choices of steps are tried. The report must give
every objective that verdict, with a witness that the log has too; the program must behave as the plain one.
SEEDS: of the first case of each series, CASES: of each. KEEP: a directory where the cases that fail are left.
"""
import collections
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "users"))

import seeds  # noqa: E402
import tap  # noqa: E402
import emit  # noqa: E402
import hypers  # noqa: E402
import logs  # noqa: E402
import programs  # noqa: E402
import scripts  # noqa: E402
import sharp  # noqa: E402
import values  # noqa: E402

BUILDS = [(compiler, level) for compiler in ("gcc", "clang-19") for level in ("-O0", "-O2")]
FLAGS = ["-w", "-pthread", "-o", "program"]
# Labels and hyperlabels of each script.
SIZES = {"main.c": (10, 11), "program.h": (4, 4), "users.htol": (9, 11), "others": (5, 5)}
PURE = "pure third"
NOISE = "Words that declare nothing: label, hyper."


class Case:
    """A program, its scripts, and what became of it."""

    def __init__(self, seed, directory):
        self.source, self.seed, self.directory = random.Random(seed), seed, directory
        self.compiler, self.level = BUILDS[seed % len(BUILDS)]
        files = ["main.c"] + self.source.choice(([], [], [], ["other.c"], ["lib/other.c"]))
        mode = self.source.choice(("", "", "threads", "fork"))
        self.program = programs.Program(self.source, mode, files)
        self.scripts = self.make_scripts(files)
        self.labels = [label for script in self.scripts for label in script.labels]
        self.tail = emit.main_text(self.program, self.source)
        self.arguments = self.source.sample(range(20), self.source.randint(1, 3))
        self.problems, self.counts = [], collections.Counter()

    def make_scripts(self, files):
        made = [scripts.Script(path, self.program, self.source) for path in files + ["program.h"] + scripts.OBJECTIVES]
        made = [script for script in made if script.places]
        for script in made:
            script.fill(SIZES.get(script.path, SIZES["others"])[0])
        return made

    # Files and programs.

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def write(self, place, texts):
        for name, text in texts.items():
            os.makedirs(os.path.dirname(self.path(place, name)), exist_ok=True)
            with open(self.path(place, name), "w", encoding="utf-8") as file:
                file.write(text)

    def write_logging(self):
        numbers = {label: number for number, label in enumerate(self.labels)}
        text = emit.written(self.program, lambda: emit.LogWriter(numbers), self.tail, {})
        self.write("log", dict(text, **{"log.h": emit.LOG_HEADER, "log.c": emit.LOG}))

    def write_user(self):
        notes = {script.path: [] for script in self.scripts if script.path not in scripts.OBJECTIVES}
        for script in self.scripts:
            if script.path in notes:
                scripts.comments(script, notes[script.path])
                notes[script.path][:0] = [NOISE, PURE]
        text = emit.written(self.program, lambda: emit.UserWriter(self.source), self.tail, notes)
        text.update({script.path: scripts.text_of(script) for script in self.scripts if script.path not in notes})
        self.write("user", text)

    def command(self, place, words, **environment):
        return subprocess.run(words, cwd=self.path(place), env=dict(os.environ, **environment), check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def compile(self, place, words):
        done = self.command(place, words, HLCOV_DIR=self.path(place, "data"))
        if done.returncode or done.stderr:
            self.problems.append("%s\n%s" % (" ".join(words), done.stderr[-2000:]))

    def log_all(self):
        """What the program does, by itself."""
        self.write_logging()
        self.compile("log", ["gcc", "-I", ".", "-include", "log.h"] + FLAGS + self.program.files + ["log.c"])
        self.results, together, apart = {}, [], []
        for argument in self.arguments if not self.problems else ():
            path = self.path("log.%d" % argument)
            self.results[argument] = self.result("log", argument, OBJECTIVES_LOG=path)
            if os.path.exists(path):
                together += logs.read(path, self.labels)
                apart += logs.read(path, self.labels, copied=False)
        return sharp.Logs(together, apart)

    def build(self):
        files, compiler = self.program.files, [self.compiler, self.level]
        os.mkdir(self.path("plain"))
        self.compile("user", compiler + FLAGS[:-1] + ["../plain/program"] + files)
        options = [word for path in scripts.OBJECTIVES for word in ("--objectives", path)]
        self.compile("user", [tap.hlcov, "cc"] + options + compiler + FLAGS + files)

    def result(self, place, argument, **environment):
        done = self.command(place, ["./program", str(argument)], **environment)
        return done.returncode, done.stdout, done.stderr

    def run(self):
        """The builds behave alike. Runs share data directories or have their own."""
        for argument in self.arguments:
            results = [self.results[argument], self.result("plain", argument),
                       self.result("user", argument, HLCOV_DIR=self.path("data.%d" % (argument % 2)))]
            if len(set(results)) > 1:
                self.problems.append("argument %d: the logging program, the plain one, that of hlcov: %s" % (
                    argument, results))

    # Verdicts.

    def reported(self):
        """{(script, name): row} of all objectives."""
        data = [self.path(name) for name in sorted(os.listdir(self.directory)) if name.startswith("data")]
        words = [tap.hlcov, "report", "--quiet", "--criteria", "USER", "--json", "-", "program", "data"] + data
        done = self.command("user", words)
        if done.returncode or done.stderr:
            self.problems.append("%s\n%s" % (" ".join(words), done.stderr[-2000:]))
        rows = [row for file in json.loads(done.stdout)["files"] for row in file["objectives"]]
        return {(row["user"]["script"], row["text"]): row for row in rows}

    def compare(self, log):
        rows = self.reported()
        for script in self.scripts:
            for name, hyper in script.objectives().items():
                self.judge(script.path, name, hyper, rows.pop((script.path, name), None), log)
        for path, name in rows:
            self.problems.append("%s: %s: no such objective was declared" % (path, name))

    def judge(self, path, name, hyper, row, log):
        try:
            covered = hypers.covered(hyper, log)
        except hypers.TooMany:
            self.counts["too many choices"] += 1
            return
        status = row["status"] if row else "not reported"
        if status == "uncovered" and any("room" in warning for warning in row["user"]["warnings"]):
            self.counts["without room"] += 1
            return
        self.counts["covered" if covered else "uncovered"] += 1
        self.counts["sequences"] += "[" in hyper.text()
        wanted = "covered" if covered else "uncovered"
        if status != wanted:
            self.problems.append("%s: %s: %s is %s, but should be %s" % (path, name, hyper.text(), status, wanted))
        elif covered and not witnessed(hyper, row["witness"], log):
            self.problems.append("%s: %s: %s has a wrong witness: %s" % (path, name, hyper.text(), row["witness_text"]))

    def try_all(self):
        log = self.log_all()
        for script in self.scripts:
            script.ask(SIZES.get(script.path, SIZES["others"])[1], log)
        self.write_user()
        self.build()
        if not self.problems:
            self.run()
            self.compare(log.log)


def is_value(number, value):
    """Whether a value in a report can be one of the log: addresses differ from run to run."""
    if value.kind in "pc":
        return isinstance(number, str) and (number == "0x0") == (value == values.NULL)
    if value.kind == "f" and math.isnan(value.data):
        return number in ("nan", "-nan")
    if isinstance(number, str):
        return value.data == (float(number) if value.kind == "f" else int(number.rstrip("u")))
    return value.data == number


def candidates(member, chosen, log):
    """Environments of the log that the report may mean. It writes a label's metavariables without their primes."""
    names = member.ever_bound()
    shown = dict(zip(names, (chosen["values"].get(name, chosen["values"].get(name.rstrip("'"))) for name in names)))
    for environment in member.environments(log, set(names)):
        if len(names) == len(chosen["values"]) and all(is_value(shown[name], value) for name, value in environment):
            yield dict(environment)


def witnessed(hyper, witness, log):
    """Whether the environments occur in the log, and some way to cover the hyperlabel is made of them."""
    for members, guards in hyper.conjuncts():
        if [member.text() for member in members] != [chosen["label"] for chosen in witness]:
            continue
        for choice in itertools.product(*(candidates(*pair, log) for pair in zip(members, witness))):
            environment = {name: value for part in choice for name, value in part.items()}
            if all(values.holds(guard, environment) for guard in guards):
                return True
    return False


def tried(seed):
    """The seed, what is wrong with its case, counts."""
    with tempfile.TemporaryDirectory() as directory:
        case = Case(seed, directory)
        case.try_all()
        if case.problems:
            seeds.keep(directory, seed)
        name = "seed %d: %s %s %s" % (seed, case.compiler, case.level, case.program.mode)
        return name, case.problems, case.counts


def main():
    tried_seeds, total = seeds.try_all(tried, 16)
    print("# " + ", ".join("%d %s" % (count, what) for what, count in sorted(total.items())))
    compared = total["covered"] + total["uncovered"]
    enough = compared >= 12 * len(tried_seeds) and 30 <= 100 * total["covered"] / compared <= 70
    tap.point("enough objectives were compared, covered ones and others", [] if enough else ["%s" % dict(total)])
    tap.finish()


if __name__ == "__main__":
    main()
