#!/usr/bin/python3
"""What it takes to start hlcov, before each test and each compiler: milliseconds of the processor. It asserts nothing,
and appends to bench.md what it prints.

usage: tests/bench/start.py [--runs N]
"""
import argparse
import os
import resource
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("top_builddir") or os.path.join(os.path.dirname(os.path.dirname(HERE)), "build")
HLCOV = os.environ.get("HLCOV") or os.path.join(BUILD, "hlcov")
TRUE = shutil.which("true")

# Each: its name, the command, and the one whose time is not hlcov's.
ROWS = (
    ("`hlcov run -- true`", [HLCOV, "run", "--test=one", "--", TRUE], [TRUE]),
    ("`hlcov cc true`, which compiles nothing", [HLCOV, "cc", TRUE], [TRUE]),
    ("`hlcov --version`", [HLCOV, "--version"], [TRUE]),
    ("`hlcov report --help`, by hlcov-more", [HLCOV, "report", "--help"], [TRUE]),
)
METHOD = """\
Starting hlcov: milliseconds of processor time, user and system, the mean of {runs} runs one after the other, and what
that is above `true` alone.

| command | ms | above true |
| --- | ---: | ---: |
"""


def mean(command, runs):
    """Milliseconds of a run, in a loop of the shell."""
    loop = 'i=0; while [ $i -lt %d ]; do "$@"; i=$((i + 1)); done' % runs
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["sh", "-c", loop, "sh", *command], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) / runs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=500)
    runs = parser.parse_args().runs
    text = METHOD.format(runs=runs)
    with tempfile.TemporaryDirectory() as data:
        os.environ["HLCOV_DIR"] = data
        for name, command, without in ROWS:
            alone, whole = mean(without, runs), mean(command, runs)
            text += "| %s | %.2f | %.2f |\n" % (name, whole, whole - alone)
    with open(os.path.join(BUILD, "bench.md"), "a", encoding="utf-8") as file:
        file.write(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
