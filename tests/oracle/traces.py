#!/usr/bin/python3
"""Checks criteria of paths on programs that nobody wrote for it: samples/, tests/torture/torture.c, programs of
csmith. Definitions and uses are not looked at, nor whether the graph is right; that is for flows.py.

usage: [SEEDS=N] [CASES=N] [PROJECTS=lua] tests/oracle/traces.py

Each program is built a second time with --trace, and logs which nodes each activation of a function comes through.
From the edges in the table all paths are enumerated and looked for in the log, by flow/verdicts.py; the report on the
other build must say the same. SEEDS: of the first program of csmith, CASES: how many. PROJECTS: whether Lua is tried
too, whose source is fetched from Debian."""
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

import tap  # noqa: E402
import model  # noqa: E402
import paths  # noqa: E402
import tables  # noqa: E402
import verdicts  # noqa: E402

LOG = """\
#include <stdio.h>
#include <stdlib.h>
static FILE *file;
static unsigned activations, told;
unsigned hlcov_trace_begin(const char *function)
{
    if (!file)
        setvbuf(file = fopen(getenv("TRACE_LOG"), "a"), NULL, _IOLBF, 1 << 12);
    fprintf(file, "b %u %s\\n", ++activations, function);
    return activations;
}
int hlcov_trace(unsigned activation, unsigned node)
{
    if (++told > 3000000)
        _Exit(99);
    return fprintf(file, "n %u %u\\n", activation, node);
}
"""
# For programs that do much, and that no signal ends: activations that came through the same nodes are logged once. The
# innermost one is the last on the stack; a caller that goes on shows that those behind it have ended, whether they
# returned or were left.
SHORT_LOG = """\
#include <stdio.h>
#include <stdlib.h>
enum { MOST = 3000000, SLOTS = 1 << 22 };
static struct activation { const char *function; unsigned *nodes, n, room; unsigned long hash; } *stack;
static unsigned depth, room, kept;
static unsigned long known[SLOTS];
static FILE *file;
static int is_known(unsigned long hash)
{
    unsigned slot = hash % SLOTS;
    while (known[slot] && known[slot] != hash)
        slot = (slot + 1) % SLOTS;
    if (known[slot])
        return 1;
    known[slot] = hash;
    return 0;
}
static void end(struct activation *ended)
{
    if (is_known(ended->hash)) {
        kept -= ended->n + 1;
    } else {
        fprintf(file, "b 0 %s\\n", ended->function);
        for (unsigned i = 0; i < ended->n; i++)
            fprintf(file, "n 0 %u\\n", ended->nodes[i]);
    }
    free(ended->nodes);
}
static void keep(void)
{
    if (++kept > MOST)
        _Exit(99);
}
unsigned hlcov_trace_begin(const char *function)
{
    if (!file)
        file = fopen(getenv("TRACE_LOG"), "a");
    if (depth == room)
        stack = realloc(stack, (room = 2 * room + 64) * sizeof *stack);
    keep();
    stack[depth] = (struct activation){function, 0, 0, 0, (unsigned long)function | 1};
    return depth++;
}
int hlcov_trace(unsigned number, unsigned node)
{
    struct activation *at = stack + number;
    while (depth > number + 1)
        end(stack + --depth);
    if (at->n == at->room)
        at->nodes = realloc(at->nodes, (at->room = 2 * at->room + 8) * sizeof *at->nodes);
    keep();
    at->nodes[at->n++] = node;
    at->hash = (at->hash * 0x9e3779b97f4a7c15 + node + 1) ^ at->hash >> 29;
    return 0;
}
__attribute__((destructor(101))) static void end_all(void)
{
    while (depth)
        end(stack + --depth);
}
"""
BUILDS = (("covered", []), ("traced", ["--trace"]))
CRITERIA = ("ELO", "SLO", "MLO", "EPC", "PPC", "SRTC", "CRTC", "CPC")
SAMPLES = {"triangle": ["triangle.c"], "calendar": ["calendar.c", "main.c"]}
DATES = (["2024", "2"], ["1900", "2"], ["2000", "13"], ["3", "4", "5"], ["1", "1", "1"], ["x"], [], ["2023", "11", "4"],
         ["1", "2", "9"], ["5", "5", "3"])

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
    log = LOG

    def __init__(self, name, directory):
        self.name, self.directory, self.problems, self.counts = name, directory, [], collections.Counter()
        self.files, self.runs = sources(name)
        self.flags = ["-w", "-I", csmith_headers()] if name.startswith("csmith") else ["-w", "-std=gnu11"]
        self.programs = {build: "./" + build for build, _ in BUILDS}

    def path(self, name):
        return os.path.join(self.directory, name)

    def command(self, words, **environment):
        return subprocess.run(words, cwd=self.directory, env=dict(os.environ, **environment), check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")

    def build(self):
        if self.name.startswith("csmith"):
            self.command(["csmith", "--seed", self.name.split()[1], "--max-funcs", "8", "--output", "program.c"])
        with open(self.path("trace.c"), "w", encoding="utf-8") as file:
            file.write(self.log)
        self.command(["gcc", "-c", "trace.c"])
        for name, options in BUILDS:
            done = self.compile(name, [tap.hlcov, "cc", "--criteria=PPC"] + options + ["gcc"])
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

    def compare(self):
        made = model.read_log(self.path("log"))
        reported = collections.defaultdict(lambda: collections.defaultdict(dict))
        done = self.command([tap.hlcov, "report", "--quiet", "--criteria=all", "--json", "-",
                             self.programs["covered"], "covered.data"])
        if done.returncode:
            self.problems.append("report: " + done.stderr)
            return
        for file in json.loads(done.stdout)["files"]:
            for row in file["objectives"]:
                before, identity = row["id"].split(":%s:" % row["criterion"], 1)
                reported["/".join(before.split(":")[-2:])][row["criterion"]][identity] = row["status"]
        functions = {}
        for name in os.listdir(self.path("covered.data/tables")):
            text = self.command([tap.hlcov, "dump", self.path("covered.data/tables/" + name)]).stdout
            functions.update(tables.functions(text, True))
        unsteady = self.unsteady(made)
        self.counts["unsteady"] += len(unsteady)
        for name, parts in functions.items():
            if "node" in parts and name not in unsteady:
                self.function(tables.graph(parts), made[name], reported[name])

    def unsteady(self, made):
        """Functions that do not do the same in every run; `made`: {function: its activations}."""
        return set()

    def function(self, graph, activations, reported):
        told = {node for activation in activations for _, node in activation.events}
        filled = [fill(graph, activation, set(range(len(graph.places))) - told) for activation in activations]
        unmeasured = {criterion for criterion in CRITERIA if "unmeasured" in reported[criterion].values()}
        wanted = verdicts.of_paths(graph, filled, set(CRITERIA) - unmeasured)
        for criterion in CRITERIA:
            rows = reported[criterion]
            if criterion in unmeasured or wanted[criterion] is None:
                self.counts["unmeasured"] += 1
                continue
            places = sorted(loop.place for loop in graph.loops)
            for key, covered in wanted[criterion].items():
                name = "l%d" % places.index(key) if criterion in verdicts.LOOPS else "-".join(
                    map(str, key if isinstance(key, tuple) else [key]))
                status = rows.pop(name, "not reported")
                self.counts["covered" if covered else "uncovered"] += 1
                if status != ("covered" if covered else "uncovered"):
                    self.problems.append("%s: %s %s is %s, but should be covered: %s" % (
                        graph.name, criterion, name, status, covered))
            self.problems += ["%s: %s %s is not expected" % (graph.name, criterion, name) for name in rows]


class Lua(Program):
    """Built by its recipe for tests of projects, below the build directory."""
    log = SHORT_LOG

    def compile(self, name, compiler):
        done = self.command(["sh", os.path.join(tap.top_srcdir, "tests/bench/project.sh"), "lua", name,
                             " ".join(compiler + ["-Wl," + self.path("trace.o")])], DATA=self.path(name + ".data"))
        self.programs[name] = os.path.join(done.stdout.strip(), "src/lua")
        return done

    def unsteady(self, made):
        """Some go by addresses: what they hash, and what is kept for strings."""
        found, wanted = set(), ways(made)
        for number in range(8):
            for words in self.runs:
                self.command([self.programs["traced"]] + words, TRACE_LOG=self.path("log.%d" % number),
                             HLCOV_DIR=self.path("traced.data"))
            other = ways(model.read_log(self.path("log.%d" % number)))
            found |= {name for name in wanted.keys() | other.keys() if wanted.get(name) != other.get(name)}
        return found


def ways(made):
    return {name: {tuple(activation.events) for activation in activations} for name, activations in made.items()}


def fill(graph, activation, untold):
    """The activation with the nodes on its way that are never told of: the rest of an expression, a condition where
    nothing may be inserted."""
    made = model.Activation(activation.function)
    for _, node in activation.events:
        last = made.events[-1][-1] if made.events else None
        if last is not None and (last, node) not in graph.edges:
            ways = hidden_ways(graph, last, node, {other for other in untold if graph.places[other] is None})
            ways = ways or hidden_ways(graph, last, node, untold)
            made.events += [("n", step) for step in ways[0]] if len(ways) == 1 else [("j",)]
        made.events.append(("n", node))
    return made


def hidden_ways(graph, start, end, hidden):
    todo, found, following = [((), start)], [], paths.successors(graph.edges)
    while todo:
        way, node = todo.pop()
        for other in following.get(node, ()):
            if other == end:
                found.append(way)
            elif other in hidden and other not in way:
                todo.append((way + (other,), other))
    return found


def csmith_headers():
    for directory in ("/usr/include/csmith", "/usr/local/include/csmith"):
        if os.path.isdir(directory):
            return directory
    found = subprocess.run(["find", "/usr/include", "-name", "csmith.h"], check=False, text=True,
                           stdout=subprocess.PIPE)
    return os.path.dirname(found.stdout.split("\n")[0]) or "."


def tried(name):
    """The program, what is wrong with it, counts."""
    with tempfile.TemporaryDirectory() as directory:
        program = Lua(name, directory) if name == "lua" else Program(name, directory)
        program.build()
        if not program.problems and program.run():
            program.compare()
        return name, program.problems, program.counts


def main():
    first, cases = int(os.environ.get("SEEDS", "1")), int(os.environ.get("CASES", "4"))
    names = os.environ.get("PROJECTS", "").split() + list(SAMPLES) + ["torture"]
    names += ["csmith %d" % seed for seed in range(first, first + cases)]
    total = collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, problems, counts in pool.map(tried, names):
            tap.point(name, problems)
            total += counts
    print("# %d covered, %d uncovered, %d criteria of functions unmeasured, %d functions differ from run to run" % (
        total["covered"], total["uncovered"], total["unmeasured"], total["unsteady"]))
    tap.finish()


if __name__ == "__main__":
    main()
