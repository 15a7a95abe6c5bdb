#!/usr/bin/python3
"""Checks criteria of paths, data flow and calls on programs that nobody wrote for it: samples/,
tests/torture/torture.c, programs of csmith. Whether the graph is right, and which flows there are that did not happen,
is not looked at: that is for flows.py.

usage: [SEEDS=N] [CASES=N] [PROJECTS=lua] tests/oracle/traces.py

Each program is built a second time with --trace, and logs the nodes, accesses and calls of each activation of a
function. From the edges in the table all paths are enumerated and looked for in the log, by flow/verdicts.py; which
definition a use read is what was logged last, by flow/accesses.py. The report on the other build must say the same.
With --aliases=kill calls are definitions: where one stands beside a use in no order, two builds need not take the same,
so that is not compared, but the flow must be listed.
SEEDS: of the first program of csmith, odd ones have --aliases=kill; CASES: how many are compared. Those that run too
long, or do more than is logged, are left out and counted. PROJECTS: whether Lua is tried too, whose source is fetched
from Debian. KEEP: a directory where the cases that fail are left."""
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "flow"))

import seeds  # noqa: E402
import tap  # noqa: E402
import accesses  # noqa: E402
import placing  # noqa: E402
import tables  # noqa: E402
import trace_log  # noqa: E402
import verdicts  # noqa: E402

BUILDS = (("covered", []), ("traced", ["--trace"]))
PATHS = ("ELO", "SLO", "MLO", "EPC", "PPC", "SRTC", "CRTC", "CPC")
FLOWS = ("AUC", "ACUC", "APUC", "ADC", "CAUC", "CADC")
CRITERIA = PATHS + FLOWS + ("ADUPC", "FCC")
SAMPLES = {"triangle": ["triangle.c"], "calendar": ["calendar.c", "main.c"]}
DATES = (["2024", "2"], ["1900", "2"], ["2000", "13"], ["3", "4", "5"], ["1", "1", "1"], ["x"], [], ["2023", "11", "4"],
         ["1", "2", "9"], ["5", "5", "3"])

SMALL = ["--max-funcs", "6", "--max-block-depth", "4", "--max-expr-complexity", "8"]
# What computes much comes through too much even so.
LUA = [["-v"], ["-e", "print(#arg, ...)"], ["-e", "error({})"], ["no-such-file.lua"]] + [
    [os.path.join(tap.top_srcdir, "tests/projects/lua", name + ".lua")]
    for name in ("coroutines", "metatables", "numbers", "strings")]


def sources(name):
    """Source files of a program, and runs of it."""
    if name.startswith("csmith"):
        return ["program.c"], [[]]
    if name == "lua":
        return [], LUA
    if name == "torture":
        return [os.path.join(tap.top_srcdir, "tests/torture/torture.c")], [["return"], ["signal"]]
    return [os.path.join(tap.top_srcdir, "samples", name, file) for file in SAMPLES[name]], DATES


class Program:
    """One of them, built twice in its directory."""
    log = trace_log.PLAIN % 3000000

    def __init__(self, name, directory):
        self.name, *self.options = name.split(" --")
        self.directory, self.problems, self.counts = directory, [], collections.Counter()
        self.files, self.runs = sources(self.name)
        self.flags = ["-w", "-isystem", csmith_headers()] if self.name.startswith("csmith") else ["-w", "-std=gnu11"]
        self.programs = {build: "./" + build for build, _ in BUILDS}

    def path(self, name):
        return os.path.join(self.directory, name)

    def command(self, words, **environment):
        return subprocess.run(words, cwd=self.directory, env=dict(os.environ, **environment), check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")

    def build(self):
        with open(self.path("trace.c"), "w", encoding="utf-8") as file:
            file.write(self.log)
        self.command(["gcc", "-c", "-O1", "trace.c"])
        for name, options in BUILDS:
            options = options + ["--criteria=" + ",".join(CRITERIA)] + ["--" + option for option in self.options]
            done = self.compile(name, [tap.hlcov, "cc"] + options + ["gcc"])
            if done.returncode or done.stderr:
                self.problems.append("%s: %s" % (name, done.stderr[-2000:]))
            if os.path.exists(self.path(name + ".data/notes.log")):
                self.problems.append(open(self.path(name + ".data/notes.log"), encoding="utf-8").read())

    def compile(self, name, compiler):
        return self.command(compiler + self.flags + ["-o", name] + self.files + ["trace.o", "-lm"],
                            HLCOV_DIR=self.path(name + ".data"))

    def run(self):
        """False if the program runs too long to be traced."""
        for words in self.runs:
            results = [self.command(["timeout", "10", self.programs[name]] + words, TRACE_LOG=self.path("log"),
                                    HLCOV_DIR=self.path(name + ".data")) for name in ("traced", "covered")]
            if results[0].returncode in (99, 124) or results[1].returncode == 124:
                self.problems += [] if self.name.startswith("csmith") else ["%s: runs too long" % words]
                return False
            told = [re.sub("0x[0-9a-f]+", "ADDRESS", result.stdout) for result in results]
            if told[0] != told[1] or results[0].returncode != results[1].returncode:
                self.problems.append("%s: the builds behave differently" % words)
        return True

    def read_log(self, name="log"):
        """Functions of the program itself are known by where they stand."""
        log = trace_log.Log(self.path(name))
        symbols = {}
        for line in self.command(["nm", self.programs["traced"]]).stdout.splitlines():
            *place, kind, symbol = line.split()
            if place and kind in "tTwW":
                symbols[symbol] = int(place[0], 16)
        for symbol, place in symbols.items():
            log.names[place - symbols["hlcov_trace_begin"]].add(symbol)
        return log

    def report(self):
        """{function: {criterion: {id behind them: row}}}, {function: the calls that are facts}"""
        done = self.command([tap.hlcov, "report", "--quiet", "--include=*",
                            "--criteria=" + ",".join(CRITERIA), "--json", "-",
                             self.programs["covered"], "covered.data"])
        if done.returncode:
            self.problems.append("report: " + done.stderr)
            return {}, {}
        made = collections.defaultdict(lambda: collections.defaultdict(dict))
        facts = collections.defaultdict(set)
        for file in json.loads(done.stdout)["files"]:
            for row in file["objectives"]:
                before, identity = row["id"].split(":%s:" % row["criterion"], 1)
                made["/".join(before.split(":")[-2:])][row["criterion"]][identity] = row
            for row in file["calls"]:
                facts[row["function"]].add((row["line"], row["column"], row["callee"]))
        return made, facts

    def compare(self):
        log, (reported, facts) = self.read_log(), self.report()
        functions = {}
        for name in os.listdir(self.path("covered.data/tables")):
            text = self.command([tap.hlcov, "dump", self.path("covered.data/tables/" + name)]).stdout
            functions.update(tables.functions(text, True))
        unsteady = self.unsteady(log)
        self.counts["unsteady"] += len(unsteady)
        for name in [name for name, parts in functions.items() if "node" in parts and name not in unsteady]:
            comparison = Comparison(name, functions[name], log, reported[name],
                                    "aliases=kill" in self.options)
            comparison.all(facts[name.split("/")[0]])
            self.problems += ["%s: %s" % (name, problem) for problem in comparison.problems]
            self.counts += comparison.counts

    def unsteady(self, log):
        """Functions that do not do the same in every run."""
        return set()


class Comparison:
    """Of a function's objectives. `rows`: {criterion: {id: row}} of the report; `parts`: of its table."""

    def __init__(self, name, parts, log, rows, kills):
        self.parts, self.rows, self.problems, self.counts = parts, rows, [], collections.Counter()
        self.graph, self.names, self.kills = tables.graph(parts), log.names, kills
        self.listing, self.events = log.accesses.get(name), list(log.activations.get(name, ()))
        self.told_calls, self.loose = log.calls.get(name), set()

    def expect(self, criterion, name, row, covered):
        status, wanted = row["status"] if row else "not reported", "covered" if covered else "uncovered"
        self.counts[criterion + " " + wanted] += 1
        if status != wanted:
            self.problems.append("%s %s is %s, but should be %s" % (criterion, name, status, wanted))

    def all(self, facts):
        told = {event[1] for events in self.events for event in events if event[0] == "n"}
        placed = placing.Placing(self.graph, self.listing, told)
        activations = [placed.activation(self.graph.name, events) for events in self.events]
        nodes = {node: node for node in range(len(self.graph.places))}
        self.paths(tables.without_unseen(self.graph, self.graph, nodes, activations))
        taken = self.reaching(activations) if self.listing is not None else {}
        self.flows(taken)
        self.du_paths(taken)
        self.calls(facts)

    def reaching(self, activations):
        """Of a function that was called."""
        variables = accesses.Variables(self.parts, self.listing, self.kills)
        reaching = accesses.Reaching(variables, len(self.graph.places) + 1)
        for activation in activations:
            reaching.add(activation.events)
        self.problems += variables.problems + sorted(reaching.problems)
        self.loose = variables.loose()
        return reaching.taken

    def paths(self, activations):
        unmeasured = {criterion for criterion in PATHS
                      if any(row["status"] == "unmeasured" for row in self.rows[criterion].values())}
        wanted = verdicts.of_paths(self.graph, activations, set(PATHS) - unmeasured)
        places = sorted(loop.place for loop in self.graph.loops)
        for criterion in PATHS:
            rows = dict(self.rows[criterion])
            if criterion in unmeasured or wanted[criterion] is None:
                self.counts["unmeasured"] += 1
                continue
            for key, covered in wanted[criterion].items():
                name = "l%d" % places.index(key) if criterion in verdicts.LOOPS else "-".join(
                    map(str, key if isinstance(key, tuple) else [key]))
                self.expect(criterion, name, rows.pop(name, None), covered)
            self.problems += ["%s %s is not expected" % (criterion, name) for name in rows]

    def pairs(self):
        """By flow: definition, use; None: no definition, or one that is not known."""
        for row in self.parts.get("flow", []):
            known = row["definition"] and self.parts["definition"][row["definition"] - 1]["kind"] != accesses.UNKNOWN
            yield (row["definition"] - 1 if known else None), row["use"]

    def flows_of(self, criterion):
        """The flows that belong to a criterion."""
        for number, (definition, use) in enumerate(self.pairs()):
            row = self.parts["use"][use]
            cells = self.parts["variable"][row["variable"]]["shape"] == accesses.CELLS
            if definition is None or cells != criterion.startswith("CA") and criterion not in ("ACUC", "APUC"):
                continue
            if cells != (criterion in ("CAUC", "CADC")) or row["kind"] != {"ACUC": 0, "APUC": 1}.get(
                    criterion, row["kind"]):
                continue
            yield number

    def flows(self, taken):
        pairs = list(self.pairs())
        for definition, use in sorted(set(taken) - set(pairs), key=str):
            self.problems.append("no flow from %s to %s, but it happened" % (
                self.parts["definition"][definition] if definition is not None else None, self.parts["use"][use]))
        for criterion in FLOWS:
            asked = set(self.flows_of(criterion))
            for name, row in self.rows[criterion].items():
                numbers = {int(number) for number in re.findall(r"flow (\d+)", row["htol"] or "")}
                if row["status"] == "unmeasured":
                    self.counts["unmeasured"] += 1
                    continue
                if not numbers or not numbers <= asked:
                    self.problems.append("%s %s is not expected" % (criterion, name))
                asked -= numbers
                covered = any(pairs[number] in taken for number in numbers)
                if "it may be missing" in row["why"]:
                    self.counts["lost"] += 1
                elif any(("d", pairs[number][0]) in self.loose or ("u", pairs[number][1]) in self.loose
                         for number in numbers):
                    self.counts["loose"] += 1
                else:
                    self.expect(criterion, name, row, covered)
            if asked:
                self.problems.append("%s of flows %s is not reported" % (criterion, sorted(asked)))

    def du_paths(self, taken):
        """A flow whose paths are told has those that were taken, if they are any: no node twice, but that the last may
        be the first."""
        pairs, listed = list(self.pairs()), collections.defaultdict(set)
        for name, row in self.rows["ADUPC"].items():
            if row["status"] == "unmeasured":
                self.counts["unmeasured"] += 1
                continue
            flow = self.parts["flow_path"][int(row["htol"].split()[1])]["flow"]
            path = tuple(int(node) for node in name.rsplit(":", 1)[1].split("-"))
            listed[flow].add(path)
            self.problems += list(self.faults(name, path, pairs[flow]))
            self.expect("ADUPC", name, row, path in taken.get(pairs[flow], ()))
        for flow, found in listed.items():
            for path in taken.get(pairs[flow], ()):
                if None not in path and len(set(path[1:])) == len(path[1:]) and not set(path[:1]) & set(path[1:-1]):
                    self.problems += [] if path in found else ["%s of %s is no du-path, but was taken" % (
                        path, pairs[flow])]

    def faults(self, name, path, pair):
        """What is wrong with a du-path, by the nodes."""
        ends = self.parts["definition"][pair[0]]["node"], self.parts["use"][pair[1]]["node"]
        inner = [row["node"] for row in self.parts["definition"]
                 if row["variable"] == self.parts["use"][pair[1]]["variable"]
                 and row["kind"] not in (accesses.ENTRY, accesses.UNKNOWN)]
        if (path[0], path[-1]) != ends or not set(zip(path, path[1:])) <= self.graph.edges:
            yield "ADUPC %s is no path of its flow" % name
        if len(set(path[1:])) < len(path) - 1 or set(path[1:-1]) & ({path[0]} | set(inner)):
            yield "ADUPC %s is no du-path" % name

    def calls(self, facts):
        rows, made, pointed = self.parts.get("call", []), set(), set()
        for events in self.events:
            made |= set(made_calls(events))
        wanted = {row["callee"]: False for row in rows if row["callee"]}
        for number, place in made:
            row = rows[number]
            names, known = {row["callee"]} if row["callee"] else self.names[place], self.callees(row)
            wanted.update({callee: True for callee in names if row["callee"] or callee in known})
            if not row["callee"] and not known:
                pointed.add((row["line"], row["column"], tuple(sorted(names))))
        for row in rows:
            for callee in self.callees(row):
                wanted.setdefault(callee, False)
        reported = dict(self.rows["FCC"])
        for callee, covered in wanted.items():
            row = reported.pop(callee, None)
            untold = not covered and any(row["callee"] == callee for number, row in enumerate(rows)
                                         if self.told_calls is not None and number not in self.told_calls)
            if untold or row and row["status"] == "unmeasured":
                self.counts["unmeasured"] += 1
            else:
                self.expect("FCC", callee, row, covered)
        self.problems += ["FCC %s is not expected" % callee for callee in reported]
        self.counts["facts"] += len(pointed)
        for line, column, names in pointed:
            if not facts & {(line, column, name) for name in names}:
                self.problems.append("the call of %s in line %d:%d is no fact" % (names, line, column))

    def callees(self, row):
        return {other["name"] for other in
                self.parts.get("callee", [])[row["first_callee"]:row["first_callee"] + row["callees"]]}


def made_calls(events):
    """(call, where the function stands or 0) of those of an activation that were made: all operands that may not return
    were evaluated. A call in another one's operand may be of the same row."""
    waiting = collections.defaultdict(list)
    for kind, number, *values in events:
        if kind == "c":
            waiting[number].append([values[0], 0])
        elif kind == "g":
            call = waiting[number][-1]
            call[0], call[1] = call[0] - 1, call[1] or values[0]
        if kind in "cg" and waiting[number][-1][0] == 0:
            yield number, waiting[number].pop()[1]


class Csmith(Program):
    """A random program, with the seed that its name says."""
    log = trace_log.SHORT % 300000

    def build(self):
        self.command(["csmith", "--seed", self.name.split()[1], "--output", "program.c"] + SMALL)
        super().build()


class Lua(Program):
    """Built by its recipe for tests of projects, below the build directory."""
    log = trace_log.SHORT % 6000000

    def compile(self, name, compiler):
        done = self.command(["sh", os.path.join(tap.top_srcdir, "tests/bench/project.sh"), "lua", name,
                             " ".join(compiler + ["-Wl," + self.path("trace.o")])], DATA=self.path(name + ".data"))
        self.programs[name] = os.path.join(done.stdout.strip(), "src/lua")
        done.stderr = done.stderr if done.returncode else ""  # what the fetching said
        return done

    def unsteady(self, log):
        """Some go by addresses: what they hash, and what is kept for strings."""
        found, wanted = set(), ways(log)
        for number in range(8):
            for words in self.runs:
                self.command([self.programs["traced"]] + words, TRACE_LOG=self.path("log.%d" % number),
                             HLCOV_DIR=self.path("traced.data"))
            other = ways(self.read_log("log.%d" % number))
            found |= {name for name in wanted.keys() | other.keys() if wanted.get(name) != other.get(name)}
        return found


def ways(log):
    return {name: set(events) for name, events in log.activations.items()}


def csmith_headers():
    for directory in ("/usr/include/csmith", "/usr/local/include/csmith"):
        if os.path.isdir(directory):
            return directory
    found = subprocess.run(["find", "/usr/include", "-name", "csmith.h"], check=False, text=True,
                           stdout=subprocess.PIPE)
    return os.path.dirname(found.stdout.split("\n")[0]) or "."


def tried(name):
    """The program, what is wrong with it, counts."""
    kind = Lua if name == "lua" else Csmith if name.startswith("csmith") else Program
    with tempfile.TemporaryDirectory() as directory:
        program = kind(name, directory)
        program.build()
        if not program.problems and program.run():
            program.compare()
            program.counts["compared"] += 1
        if program.problems:
            seeds.keep(directory, name.replace(" ", "-"))
        return name, program.problems, program.counts


def csmith_programs(pool, first, cases):
    """Results until enough were compared."""
    seed, running = first, collections.deque()
    while cases > 0:
        while len(running) < min(cases, 2 * os.cpu_count()):
            running.append(pool.submit(tried, "csmith %d" % seed + (" --aliases=kill" if seed % 2 else "")))
            seed += 1
        name, problems, counts = running.popleft().result()
        cases -= counts["compared"] or bool(problems)
        yield name, problems, counts


def main():
    first, cases = int(os.environ.get("SEEDS", "1")), int(os.environ.get("CASES", "4"))
    names = os.environ.get("PROJECTS", "").split() + [
        name + option for name in list(SAMPLES) + ["torture"] for option in ("", " --aliases=kill")]
    total = collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for results in (pool.map(tried, names), csmith_programs(pool, first, cases)):
            for name, problems, counts in results:
                total += counts
                total["left out"] += not counts["compared"]
                tap.point(name + ("" if counts["compared"] else " (does too much, not compared)"), problems)
    for criterion in CRITERIA:
        print("# %s: %d covered, %d uncovered" % (
            criterion, total[criterion + " covered"], total[criterion + " uncovered"]))
    print("# %(compared)d programs compared, %(left out)d left out, %(unmeasured)d unmeasured, %(lost)d lost, "
          "%(loose)d loose, %(facts)d calls through pointers, %(unsteady)d functions differ from run to run" % total)
    few = [criterion for criterion in CRITERIA
           if not total[criterion + " covered"] or not total[criterion + " uncovered"]]
    tap.point("covered objectives and others of every criterion were compared", few)
    tap.finish()


if __name__ == "__main__":
    main()
