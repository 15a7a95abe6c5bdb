#!/usr/bin/python3
"""What annotating a source takes beside compiling it: prints Markdown. It asserts no times.

usage: tests/bench/annotation.py [--runs N] FILE.c [-- FLAGS...]

Annotating is `hlcov cc` with a compiler that preprocesses and else does nothing, less the preprocessing, which gcc does
beside. Seconds are of the processor, user and system, with those of children: medians, taken in turn.
"""
import argparse
import os
import resource
import statistics
import subprocess
import tempfile

HLCOV = os.environ.get("HLCOV") or "hlcov"
# The text for the annotator comes from it; the user's messages, which hlcov cc asks it for beside, do not.
IDLE = """#!/bin/sh
for word; do
    case $word in -E) exec gcc "$@" ;; esac
done
"""


def seconds(command, directory):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=directory, check=True, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands(source, flags, directory):
    idle = os.path.join(directory, "idle")
    with open(idle, "w", encoding="utf-8") as file:
        file.write(IDLE)
    os.chmod(idle, 0o755)
    plain = [*flags, "-w", "-c", source, "-o", "out.o"]
    return {
        "gcc -E": ["gcc", *flags, "-E", source, "-o", "out.i"],
        "gcc -O0 -c": ["gcc", "-O0", *plain],
        "gcc -O2 -c": ["gcc", "-O2", *plain],
        "annotate": [HLCOV, "cc", idle, "-O2", *plain],
        "hlcov cc gcc -O2 -c": [HLCOV, "cc", "gcc", "-O2", *plain],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("source")
    parser.add_argument("flags", nargs="*")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        rows = commands(os.path.abspath(wanted.source), wanted.flags, directory)
        times = {name: [] for name in rows}
        for _ in range(wanted.runs):
            for name, command in rows.items():
                times[name].append(seconds(command, directory))
    figures = {name: statistics.median(values) for name, values in times.items()}
    figures["annotate"] -= figures["gcc -E"]
    print(__doc__.split("\n\n")[-1].strip() + "\n")
    print("| %s | seconds | to gcc -O0 -c | to gcc -O2 -c |" % os.path.basename(wanted.source))
    print("| --- | ---: | ---: | ---: |")
    for name, value in figures.items():
        print("| `%s` | %.2f | %.2f | %.2f |" % (name, value, value / figures["gcc -O0 -c"],
                                                value / figures["gcc -O2 -c"]))


if __name__ == "__main__":
    main()
