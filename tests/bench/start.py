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
MEMORY = "/dev/shm"

# Each: its name, the command, and the one whose time is not hlcov's.
ROWS = (
    ("`hlcov run -- true`", [HLCOV, "run", "--test=one", "--", TRUE], [TRUE]),
    ("`hlcov cc true`, which compiles nothing", [HLCOV, "cc", TRUE], [TRUE]),
    ("`hlcov --version`", [HLCOV, "--version"], [TRUE]),
    ("`hlcov report --help`, by hlcov-more", [HLCOV, "report", "--help"], [TRUE]),
)
METHOD = """\
Starting hlcov: milliseconds of processor time, user and system, the mean of {runs} runs one after the other, and what
that is above `true` alone. Data lies in the directory of temporary files, and where it says so in memory ({memory}):
the difference is the file system's. One of ext4 without a journal looks, for each file that is made, for one that was
not deleted within the last seconds.

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


def row(name, command, without, runs):
    alone, whole = mean(without, runs), mean(command, runs)
    return "| %s | %.2f | %.2f |\n" % (name, whole, whole - alone)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=500)
    runs = parser.parse_args().runs
    text = METHOD.format(runs=runs, memory=MEMORY)
    with tempfile.TemporaryDirectory() as data:
        os.environ["HLCOV_DIR"] = data
        text += "".join(row(*of, runs) for of in ROWS)
    if os.path.isdir(MEMORY):
        with tempfile.TemporaryDirectory(dir=MEMORY) as data:
            os.environ["HLCOV_DIR"] = data
            text += row(ROWS[0][0] + ", data in memory", *ROWS[0][1:], runs)
    with open(os.path.join(BUILD, "bench.md"), "a", encoding="utf-8") as file:
        file.write(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
