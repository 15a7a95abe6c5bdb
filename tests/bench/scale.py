#!/usr/bin/python3
"""What reports of ever larger repositories take: seconds, processor seconds, memory, and the last two for each
function, which stay the same where nothing grows faster than the project. It asserts nothing, and appends to bench.md
what it prints.

usage: tests/bench/scale.py [--units N,N,...] [--tests N] [--most-json N]

Repositories are synthetic ones (repository.py), of 20 functions a unit, all of them run by some test.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import repository

MORE = os.path.join(os.path.dirname(os.path.realpath(repository.HLCOV)), "hlcov-more")
KNOWN = os.path.join("hlcov-data", "judged.hlj")
SOME = "src/0000/*"  # files that are shown, a hundred of them
COMMANDS = (("report -j1", ("report", "-j1", "hlcov-data")), ("report", ("report", "hlcov-data")),
            ("report again", ("report", "hlcov-data")), ("report, a unit changed", ("report", "hlcov-data")),
            ("report --html", ("report", "-q", "--html=html", "hlcov-data")),
            ("report --html --pages", ("report", "-q", "--html=html", "--pages=" + SOME, "hlcov-data")),
            ("tests --minimal", ("tests", "--minimal", "hlcov-data")),
            ("report --json", ("report", "--json=-", "hlcov-data")),
            ("merge", ("merge", "-q", "-o", "-", "hlcov-data")))
HEAD = """\
Synthetic repositories: {tests} tests, each of a hundredth of the units; seconds by the clock and of the processor, and
the most memory of a process (by wait4), one run each; the last two for each function. Pages are all, or those of a
hundred files. JSON names each objective and how many tests cover it, so it is large; it is left out above {json} units,
and so are all pages.

| command | units | functions | objectives | s | s of processor | MiB | MB written | ms/function | KiB/function |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def counts(directory):
    """(functions, objectives)"""
    done = subprocess.run([MORE, "report", "-q", "--json-summary", "-", "hlcov-data"], cwd=directory, check=True,
                          stdout=subprocess.PIPE)
    totals = json.loads(done.stdout)["totals"]
    return totals["FC"]["objectives"], sum(criterion["objectives"] for criterion in totals.values())


def measured(directory, arguments, good=(0,)):
    """(seconds, MiB, MB); `good`: statuses that it may end with."""
    with subprocess.Popen([MORE, *arguments], cwd=directory, stdout=subprocess.PIPE) as process:
        written = sum(map(len, iter(lambda: process.stdout.read1(1 << 20), b"")))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    if os.waitstatus_to_exitcode(status) not in good:
        raise OSError("hlcov %s: status %d" % (" ".join(arguments), status))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, written / 1e6


def prepare(name, directory):
    """What is known of the last report is forgotten, or is of what was before a unit was built again."""
    if name.startswith("report") and "again" not in name and "changed" not in name:
        if os.path.exists(os.path.join(directory, KNOWN)):
            os.remove(os.path.join(directory, KNOWN))
    if "changed" in name:
        source = "src/0000/u00000001.c"
        with open(os.path.join(directory, source), "a", encoding="utf-8") as file:
            file.write("int added(int a)\n{\n    return a > 3;\n}\n")
        repository.compile_unit(source, directory, os.path.join(directory, "hlcov-data"), "unit.o")


def rows(directory, units, most_json):
    functions, objectives = counts(directory)
    for name, arguments in COMMANDS:
        if units > most_json and ("json" in name or name == "report --html"):
            continue
        print("%s of %d units" % (name, units), file=sys.stderr, flush=True)
        prepare(name, directory)
        began = time.monotonic()
        seconds, memory, written = measured(directory, arguments)
        elapsed = time.monotonic() - began
        shutil.rmtree(os.path.join(directory, "html"), ignore_errors=True)
        yield "| %s | %d | %d | %d | %.2f | %.2f | %.0f | %.1f | %.3f | %.2f |\n" % (
            name, units, functions, objectives, elapsed, seconds, memory, written, seconds * 1000 / functions,
            memory * 1024 / functions)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--units", default="100,400,1600", help="sizes, with commas between them")
    parser.add_argument("--tests", type=int, default=1000)
    parser.add_argument("--most-json", type=int, default=400, metavar="UNITS")
    wanted = parser.parse_args()
    text = HEAD.format(tests=wanted.tests, json=wanted.most_json)
    for units in map(int, wanted.units.split(",")):
        with tempfile.TemporaryDirectory() as top:
            directory = os.path.join(top, "repository")
            repository.make(directory, units, wanted.tests)
            text += "".join(rows(directory, units, wanted.most_json))
    with open(os.path.join(repository.BUILD, "bench.md"), "a", encoding="utf-8") as file:
        file.write(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
