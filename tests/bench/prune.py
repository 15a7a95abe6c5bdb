#!/usr/bin/python3
"""How long hlcov prune takes, and what it proves: prints Markdown. It asserts no times, and whether what is proved is
true, tests/prune asks.

usage: tests/bench/prune.py [--projects NAME,...] [--tables TABLE,...]
"""
import argparse
import collections
import glob
import json
import os
import re
import resource
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("top_srcdir") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("top_builddir") or os.path.join(SOURCE, "build")
HLCOV = os.environ.get("HLCOV") or os.path.join(BUILD, "hlcov")

# Each: criteria, steps, jobs, most milliseconds for a function. The paper's question is the first: 1974 labels of CC,
# MCC and GACC in 3210 lines.
LOGIC = "CC,MCC,GACC"
WAYS = ((LOGIC, "1,2,3", 2, 5000), (LOGIC, "1,2,3", 1, 5000), (LOGIC, "1", 2, 5000), ("WM", "1", 2, 5000),
        ("WM", "1,2", 2, 5000), ("WM", "1,2,3", 2, 5000))
LARGE = ((LOGIC, "1,2", 2, 5000), (LOGIC, "1,2,3", 2, 500))
PROJECTS = {"gzip": (LOGIC + ",WM", WAYS), "zlib": (LOGIC + ",WM", WAYS), "lua": (LOGIC + ",WM", WAYS[:4]),
            "sqlite": (LOGIC, LARGE)}
KINDS = ("infeasible", "duplicate", "subsumed")


def run(*words, **environment):
    done = subprocess.run(words, env=dict(os.environ, **environment), check=True, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
    return done.stdout


def row(*cells):
    print("| %s |" % " | ".join("%.1f" % cell if isinstance(cell, float) else str(cell) for cell in cells), flush=True)


def head(*cells):
    print()
    row(*cells)
    print("|%s" % ("---|" * len(cells)), flush=True)


def build(project, criteria, data):
    """The directory where it is built, with tables of all that is asked about."""
    compiler = "%s cc --criteria=%s gcc" % (HLCOV, criteria)
    return run("sh", os.path.join(HERE, "project.sh"), project, "prune", compiler, DATA=data).strip()


def report(data, criteria):
    return json.loads(run(HLCOV, "report", "-q", "--criteria", criteria, "--json", "-", HLCOV_DIR=data))


def labels(data, criteria):
    return sum(totals["objectives"] for totals in report(data, criteria)["totals"].values())


def verdicts(data):
    """All lines on functions."""
    for path in glob.glob(os.path.join(data, "verdicts", "*.hlv")):
        with open(path, encoding="utf-8") as file:
            yield from map(json.loads, file.readlines()[1:])


def prove(data, way):
    """Seconds, processor seconds, how many verdicts of each kind, questions, those that were not answered."""
    criteria, steps, jobs, budget = way
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.monotonic()
    run(HLCOV, "prune", "--no-cache", "--criteria", criteria, "--steps", steps, "--jobs", str(jobs),
        "--budget=%d" % budget, "--timeout=100", data)
    seconds = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    functions = list(verdicts(data))
    counts = collections.Counter(proof["verdict"] for function in functions for proof in function["proofs"])
    return (seconds, used, [counts[kind] for kind in KINDS], sum(function["questions"] for function in functions),
            sum(function["unanswered"] for function in functions))


# ---- how fast ----

def speed(projects):
    head("project", "criteria", "steps", "jobs", "labels", "seconds", "of the processor", "labels a second",
         "verdicts a second", "questions a second", *KINDS, "not answered")
    for project in projects:
        criteria, ways = PROJECTS[project]
        with tempfile.TemporaryDirectory() as data:
            build(project, criteria, data)
            for way in ways:
                count = labels(data, way[0])
                seconds, used, sums, questions, unanswered = prove(data, way)
                row(project, *way[:3], count, seconds, used, int(count / seconds), int(sum(sums) / seconds),
                    int(questions / seconds), *("%.1f%%" % (100 * kind / max(count, 1)) for kind in sums), unanswered)


# ---- what others say ----

REPLACED = re.compile(r"^(.*): (\S+) for (\S+)$", re.S)


def changed(lines, objective):
    """The source with the mutant in place; None if its operator is not found once in its operation's text."""
    match = REPLACED.match(objective["text"])
    line = lines[objective["line"] - 1]
    at = line.find(match.group(1), objective["column"] - 1) if match else -1
    if at != objective["column"] - 1:
        return None
    text, new, old = match.groups()
    if text.count(" %s " % old) != 1 or not re.fullmatch(r"[-+*/%&|^<>=!]+", new):
        return None
    mutant = line[:at] + text.replace(" %s " % old, " %s " % new) + line[at + len(text):]
    return lines[:objective["line"] - 1] + [mutant] + lines[objective["line"]:]


def object_code(directory, lines):
    path = os.path.join(directory, "mutant.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return run("gcc", "-w", "-O2", "-S", "-o", "-", path)


def compilers(_):
    """The paper's third question: mutants that the compiler makes the same code of, beside those proved infeasible."""
    criteria = "AOR,BOR,SOR,ROR"
    head("function", "mutants tried", "equal code with -O2", "proved infeasible", "both", "only equal", "only proved")
    with tempfile.TemporaryDirectory() as directory:
        source, data = os.path.join(directory, "bytes.c"), os.path.join(directory, "data")
        with open(os.path.join(SOURCE, "tests/prune/bytes.c"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        run(HLCOV, "cc", "--criteria", criteria, "gcc", "-w", "-c", source, "-o", source + ".o", HLCOV_DIR=data)
        run(HLCOV, "prune", "--no-cache", "--steps=1", "--criteria", criteria, data, HLCOV_DIR=data)
        original = object_code(directory, lines)
        for function in ("arithmetic", "comparisons", "conversions"):
            pairs = collections.Counter()
            for objective in report(data, criteria)["files"][0]["objectives"]:
                mutant = changed(lines, objective) if objective["function"] == function else None
                if mutant:
                    equal = object_code(directory, mutant) == original
                    pairs[equal, objective["status"] == "infeasible"] += 1
            row(function, sum(pairs.values()), pairs[True, False] + pairs[True, True],
                pairs[False, True] + pairs[True, True], pairs[True, True], pairs[True, False], pairs[False, True])


def run_lua(directory, data):
    """Each of the programs of the recipe as a test."""
    for program in sorted(glob.glob(os.path.join(SOURCE, "tests/projects/lua/*.lua"))):
        subprocess.run([HLCOV, "run", "--test", os.path.basename(program), "--", "timeout", "60", "src/lua", program],
                       cwd=directory, env=dict(os.environ, HLCOV_DIR=data), check=False, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def together(objectives):
    """Objectives that the same tests cover as one before them, of the same function."""
    seen, count, proved = set(), 0, 0
    for objective in objectives:
        tests = tuple(sorted(map(tuple, objective.get("witnesses", []))))
        key = (objective["file"], objective["function"], objective["criterion"], tests)
        if objective["status"] != "covered" or len(tests) > 7:
            continue
        count += key in seen
        proved += key in seen and objective.get("pruned", {}).get("verdict") in KINDS[1:]
        seen.add(key)
    return count, proved


def likely(_):
    """What tests make likely, beside what is proved: of lua, whose programs are its tests."""
    head("lua", "labels", "likely infeasible: never covered", "of these proved infeasible",
         "likely the same: covered by the same tests as one before", "of these proved duplicate or subsumed")
    with tempfile.TemporaryDirectory() as data:
        directory = build("lua", LOGIC, data)
        run_lua(directory, data)
        prove(data, (LOGIC, "1,2,3", 2, 2000))
        for criterion in LOGIC.split(","):
            objectives = [dict(objective, file=file["path"]) for file in report(data, criterion)["files"]
                          for objective in file["objectives"]]
            never = [objective for objective in objectives
                     if objective["status"] in ("uncovered", *KINDS) and not objective.get("witnesses")]
            proved = sum(objective.get("pruned", {}).get("verdict") == "infeasible" for objective in never)
            row(criterion, len(objectives), len(never), proved, *together(objectives))


TABLES = {"speed": speed, "compilers": compilers, "likely": likely}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--projects", default=",".join(PROJECTS))
    parser.add_argument("--tables", default=",".join(TABLES))
    arguments = parser.parse_args()
    for table in arguments.tables.split(","):
        TABLES[table](arguments.projects.split(","))


main()
