#!/usr/bin/python3
"""How long hlcov prune takes, and what it proves: prints Markdown. It asserts no times, and whether what is proved is
true, tests/prune asks.

usage: tests/bench/prune.py [--projects NAME,...]
"""
import argparse
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

# Each: the files that are proved, in what a recipe of tests/projects built, and how they are compiled.
PROJECTS = {"gzip": ("[a-z]*.c", ["-DHAVE_CONFIG_H", "-I.", "-I./lib", "-O2"]),
            "zlib": ("[a-z]*.c", ["-I.", "-O2"])}
# Each: criteria, steps, jobs. The paper's question is the first: 1974 labels of CC, MCC and GACC in 3210 lines.
WAYS = (("CC,MCC,GACC", "1,2,3", 2), ("CC,MCC,GACC", "1,2,3", 1), ("CC,MCC,GACC", "1", 2),
        ("WM", "1", 2), ("WM", "1,2", 2), ("WM", "1,2,3", 2))
BUDGET = ["--no-cache", "--budget=5000", "--timeout=100"]
SUMS = re.compile(r"infeasible (\d+), duplicate (\d+), subsumed (\d+)", re.M)
UNANSWERED = re.compile(r": (\d+) of (\d+) questions were not answered in time$", re.M)


def run(*words, **environment):
    done = subprocess.run(words, env=dict(os.environ, **environment), check=True, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
    return done.stdout


def build(project, data):
    """The directory where it is built, with tables of all that is asked about."""
    compiler = "%s cc --criteria=CC,MCC,GACC,WM gcc" % HLCOV
    return run("sh", os.path.join(HERE, "project.sh"), project, "prune", compiler, DATA=data).strip()


def labels(data, criteria, sources):
    """How many objectives there are in the files; `sources`: their paths in tables."""
    report = json.loads(run(HLCOV, "report", "--criteria", criteria, "--json", "-", HLCOV_DIR=data))
    return sum(totals["objectives"] for file in report["files"] if file["path"] in sources
               for totals in file["totals"].values())


def prove(data, way, sources, flags):
    """Seconds, processor seconds, verdicts of each kind, questions that were not answered."""
    criteria, steps, jobs = way
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.monotonic()
    output = run(HLCOV, "prune", "--criteria", criteria, "--steps", steps, "--jobs", str(jobs), *BUDGET, *sources,
                 "--", *flags, HLCOV_DIR=data)
    seconds = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    sums = [sum(int(row[i]) for row in SUMS.findall(output)) for i in range(3)]
    return seconds, used, sums, sum(int(row[0]) for row in UNANSWERED.findall(output))


def measure(project):
    pattern, flags = PROJECTS[project]
    with tempfile.TemporaryDirectory() as data:
        os.chdir(build(project, data))
        sources = sorted(glob.glob(pattern))
        for way in WAYS:
            count = labels(data, way[0], sources)
            seconds, used, sums, unanswered = prove(data, way, sources, flags)
            print("| %s | %s | %s | %d | %d | %.1f | %.1f | %.0f | %s | %d |" % (
                project, way[0], way[1], way[2], count, seconds, used, count / seconds,
                " | ".join("%.1f%%" % (100 * kind / count if count else 0) for kind in sums), unanswered), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--projects", default=",".join(PROJECTS))
    print("| project | criteria | steps | jobs | labels | seconds | of the processor | labels a second | infeasible "
          "| duplicate | subsumed | not answered |\n|---|---|---|---|---|---|---|---|---|---|---|---|")
    for project in parser.parse_args().projects.split(","):
        measure(project)


main()
