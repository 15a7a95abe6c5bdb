#!/usr/bin/python3
"""Checks graphs, paths, calls and data flow from the source to the report, against their definitions; it knows
nothing of how hlcov finds, records or decides them.

usage: [SEEDS=N,N...] [CASES=N] tests/oracle/flows.py

A case is a random program (see flow/program.py) that knows its own control-flow graph, and is built once more so that
it logs each node, definition, use and call. The graphs must be the same, and every objective must have the verdict
that follows from the log by brute force. The program must behave as the plain one.
SEEDS: of the first case of each series, CASES: of each. KEEP: a directory where the cases that fail are left. ONLY:
criteria to look at, separated by commas.
"""
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "flow"))

import seeds  # noqa: E402
import tap  # noqa: E402
import model  # noqa: E402
import paths  # noqa: E402
import program  # noqa: E402
import tables  # noqa: E402
import verdicts  # noqa: E402

BUILDS = [(compiler, level) for compiler in ("gcc", "clang-19") for level in ("-O0", "-O2")]
FLAGS = ["-fwrapv", "-w"]
PATHS = ("ELO", "SLO", "MLO", "EPC", "PPC", "SRTC", "CRTC", "CPC")
FLOWS = ("ADC", "AUC", "ACUC", "APUC", "ADUPC", "CADC", "CAUC")
# Of these both verdicts must have been seen; others are compared where they are recorded at all.
ALWAYS = PATHS + FLOWS + ("FCC",)


class Case:
    """A program, and what became of it."""

    def __init__(self, seed, directory):
        source = random.Random(seed)
        self.directory, self.program = directory, program.Program(source)
        self.compiler, self.level = BUILDS[seed % len(BUILDS)]
        self.runs = [["%d" % source.randint(-1, 6) for _ in range(2 * source.randint(1, 3))] for _ in range(3)]
        self.problems, self.counts = [], collections.Counter()
        self.logged = collections.defaultdict(list)

    def path(self, name):
        return os.path.join(self.directory, name)

    def command(self, words, **environment):
        return subprocess.run(words, cwd=self.directory, env=dict(os.environ, **environment), check=False, timeout=100,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def must(self, words, **environment):
        done = self.command(words, **environment)
        if done.returncode or done.stderr:
            self.problems.append("%s\n%s" % (" ".join(words), done.stderr[-2000:]))
        return done.stdout

    def build(self):
        for name, text in (("flow.c", self.program.plain), ("log.c", self.program.log), ("driver.c", program.DRIVER)):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)
        compiler = [self.compiler, self.level] + FLAGS
        self.must(["gcc"] + FLAGS + ["-o", "log", "log.c", "driver.c"])
        self.must(compiler + ["-o", "plain", "flow.c", "driver.c"])
        self.must([tap.hlcov, "cc", "--criteria=all"] + compiler + ["-c", "flow.c"], HLCOV_DIR=self.path("data"))
        self.must(compiler + ["-o", "covered", "flow.o", "driver.c"])
        if os.path.exists(self.path("data/notes.log")):
            self.problems.append(open(self.path("data/notes.log"), encoding="utf-8").read())

    def run(self):
        for number, words in enumerate(self.runs):
            results = []
            for name in ("log", "plain", "covered"):
                done = self.command(["./" + name] + words, FLOW_LOG=self.path("log.%d" % number),
                                    HLCOV_DIR=self.path("data"))
                results.append((done.returncode, done.stdout, done.stderr))
            if len(set(results)) > 1:
                self.problems.append("%s: the logging program, the plain one, that of hlcov: %s" % (words, results))
            for function, made in model.read_log(self.path("log.%d" % number)).items():
                self.logged[function] += made

    def tables(self):
        names = os.listdir(self.path("data/tables"))
        return tables.functions(self.must([tap.hlcov, "dump", self.path("data/tables/" + names[0])]))

    def report(self):
        """{function: {criterion: {id behind them: row}}}"""
        text = self.must([tap.hlcov, "report", "--quiet", "--criteria=all", "--json", "-", "covered", "data"])
        made = collections.defaultdict(lambda: collections.defaultdict(dict))
        for file in json.loads(text)["files"]:
            for row in file["objectives"]:
                identity = row["id"].split(":%s:" % row["criterion"], 1)[1]
                made[row["function"]][row["criterion"]][identity] = row
        return made

    def compare(self):
        parts, reported = self.tables(), self.report()
        recorded = set(ALWAYS + ("BPC",)).union(*reported.values())
        for name, function in self.program.functions.items():
            other = tables.graph(parts[name])
            same = tables.same_nodes(function, other)
            problems = list(tables.differences(function, other, same))
            if not problems:
                seen = tables.without_unseen(function, other, same, self.logged[name])
                problems = list(Comparison(function, same, reported[name], recorded).all(
                    self.logged[name], seen, self.counts))
            self.problems += ["%s: %s" % (name, problem) for problem in problems]

    def try_all(self):
        self.build()
        if not self.problems:
            self.run()
        if not self.problems:
            self.compare()


class Comparison:
    """Of a function's objectives. `rows`: {criterion: {id: row}} of the report; `same`: its nodes by those of the
    oracle; `recorded`: what criteria are looked at."""

    def __init__(self, function, same, rows, recorded):
        self.function, self.same, self.rows = function, same, rows
        self.asked = recorded & set(os.environ["ONLY"].split(",")) if "ONLY" in os.environ else recorded
        live = paths.reachable(function.edges)
        self.definitions, self.uses = self.numbers(function.definitions, live), self.numbers(function.uses, live)

    @staticmethod
    def numbers(own, live):
        """{number of the oracle: number within its variable in the table}, by the order of their text. The table has
        none that control never comes to."""
        made = {}
        for name in {row.variable for row in own}:
            mine = [number for number, row in enumerate(own) if row.variable == name and row.node in live]
            mine.sort(key=lambda number: own[number].place or (0, 0))
            made.update({number: place for place, number in enumerate(mine)})
        return made

    def named_path(self, path):
        return "-".join("%d" % self.same[node] for node in path)

    def variable(self, name):
        return name + "[]" if self.function.shapes[name] == "array" else name

    def named_flow(self, key):
        row = self.function.definitions[key[0]]
        text = "%s:d%d>u%d" % (self.variable(row.variable), self.definitions[key[0]], self.uses[key[1]])
        return text if len(key) == 2 else "%s:%s" % (text, self.named_path(key[2]))

    def named(self, criterion, key):
        """The id of an objective as the report has it."""
        if criterion in ("EPC", "PPC", "CRTC", "CPC"):
            return self.named_path(key)
        if criterion == "SRTC":
            return "%d" % self.same[key]
        if criterion in verdicts.LOOPS:
            return "l%d" % sorted(loop.place for loop in self.function.loops).index(key)
        if criterion in ("ADC", "CADC"):
            return "%s:d%d" % (self.variable(self.function.definitions[key].variable), self.definitions[key])
        return self.named_flow(key)

    def all(self, activations, seen, counts):
        """`seen`: the activations as far as they are seen, for paths."""
        made = verdicts.of_paths(self.function, seen, self.asked)
        made.update(verdicts.of_flows(self.function, activations))
        made.update(verdicts.of_cells(self.function, activations))
        for criterion, wanted in made.items():
            if criterion in self.asked:
                yield from self.one(criterion, wanted, counts)
        if "BPC" in self.asked:
            yield from self.basis(seen)
        if "FCC" in self.asked:
            yield from self.calls(activations, counts)

    def one(self, criterion, wanted, counts):
        rows = dict(self.rows[criterion])
        unmeasured = {name for name, row in rows.items() if row["status"] == "unmeasured"}
        if any(criterion != "ADUPC" or ">" not in name for name in unmeasured):
            counts["unmeasured " + criterion] += 1
            return
        rows = {name: row for name, row in rows.items() if name not in unmeasured}
        if wanted is None:
            if criterion != "CPC" or rows:
                yield "%s: too many for the oracle, but %d are reported" % (criterion, len(rows))
            return
        for key, covered in sorted(wanted.items(), key=str):
            if criterion == "ADUPC" and self.named_flow(key[:2]) in unmeasured:
                continue
            row = rows.pop(self.named(criterion, key), None)
            status = row["status"] if row else "not reported"
            counts[criterion + (" covered" if covered else " uncovered")] += 1
            if status != ("covered" if covered else "uncovered"):
                yield "%s %s is %s, but should be %s" % (
                    criterion, self.named(criterion, key), status, "covered" if covered else "uncovered")
        for name, row in rows.items():
            yield "%s %s (line %d, %s) is not expected" % (criterion, name, row["line"], row["text"])

    def calls(self, activations, counts):
        """Through the table any function of it may be called. Whether a call of setjmp can be seen is not asked."""
        rows = {row["text"]: row["status"] for row in self.rows["FCC"].values()}
        wanted = verdicts.of_calls(self.function, activations, program.NAMES)
        for callee in sorted((set(rows) | set(wanted)) - {"setjmp", "_setjmp"}):
            status = "covered" if wanted.get(callee) else "uncovered" if callee in wanted else "not reported"
            counts["FCC " + status] += 1
            if rows.get(callee, "not reported") != status:
                yield "FCC %s is %s, but should be %s" % (callee, rows.get(callee, "not reported"), status)

    def basis(self, activations):
        rows, back = self.rows["BPC"], {other: own for own, other in self.same.items()}
        if any(row["status"] == "unmeasured" for row in rows.values()):
            return
        reported = {tuple(back[int(node)] for node in name.split("-")): row["status"] == "covered"
                    for name, row in rows.items()}
        for problem in verdicts.basis(reported, self.function, activations):
            yield "BPC: " + problem


def tried(seed):
    """The seed, what is wrong with its case, counts."""
    with tempfile.TemporaryDirectory() as directory:
        case = Case(seed, directory)
        case.try_all()
        if case.problems:
            seeds.keep(directory, seed)
        return "seed %d: %s %s" % (seed, case.compiler, case.level), case.problems, case.counts


def main():
    tried_seeds, total = seeds.try_all(tried, 12)
    for criterion in PATHS + FLOWS + ("FCC",):
        print("# %s: %d covered, %d uncovered, %d functions unmeasured" % (
            criterion, total[criterion + " covered"], total[criterion + " uncovered"],
            total["unmeasured " + criterion]))
    few = [criterion for criterion in ALWAYS
           if not total[criterion + " covered"] or not total[criterion + " uncovered"]]
    tap.point("covered objectives and others of every criterion were compared", few if "ONLY" not in os.environ else [])
    tap.finish()


if __name__ == "__main__":
    main()
