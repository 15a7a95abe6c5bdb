#!/usr/bin/python3
"""Where work that is shared by --shard stops scaling: measures what one unit of work, the start of a shard and a merge
take, and simulates farms of up to 10,000 workers with these times. It asserts nothing, and appends to bench.md what it
prints. Workers are simulated as equally fast, and the network as free: real farms do no better.

usage: tests/bench/farm.py [--units N,N] [--project N] [--per-worker N] [--seed N]

A shard begins when a worker is free, and takes its start, then its units, which hashes deal out at random. The workers
of a host share a data directory. In the end each host merges its own, and then up to FAN hosts' are merged at a time,
level by level.
"""
import argparse
import glob
import heapq
import os
import random
import shutil
import statistics
import subprocess
import tempfile

import repository
import scale

REAL, FUNCTIONS, FAN, HOST, COPIES = 8, 20, 32, 32, 16  # HOST: workers on one
WORKERS = (1, 4, 16, 64, 256, 1000, 3000, 10000)
INCOMPLETE = 2  # status of hlcov status: something is missing
MUTANTS = 100  # that are tried, of the first unit
HEAD = """\
Measured, seconds of processor time: {measured}.

Simulated: a project of {units:,} units of {functions} functions, proofs of all and {mutants:,} mutants; the time of all
work and the final merge, on so many workers, and which share of the time workers spend on the work itself.

| workers | shards | proofs | share | mutants | share | merge |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def seconds(directory, *arguments):
    return scale.measured(directory, arguments)[0]


def line_through(points):
    """(start, slope) of the line through two points."""
    (x1, y1), (x2, y2) = points
    slope = max((y2 - y1) / (x2 - x1), 0)  # below the noise it may seem to fall
    return max(y1 - slope * x1, 0), slope


# ---- measuring ----

def measure_start(top, sizes):
    """As lines over the units: what a shard of prune takes before its first unit; one of mutate, which reads all tables
    as status does; a merge; each further input of a merge that has the same tables; and how many megabytes a merge
    writes."""
    starts, readings, merges, more, written = [], [], [], [], []
    for units in sizes:
        directory = os.path.join(top, "repository%d" % units)
        repository.make(directory, units, 50)
        starts.append((units, seconds(directory, "prune", "--no-cache", "--shard=1/100000", "hlcov-data")))
        readings.append((units, scale.measured(directory, ("status", "hlcov-data"), (0, INCOMPLETE))[0]))
        seconds(directory, "merge", "-q", "-o", "one.hls", "hlcov-data")
        took, _, megabytes = scale.measured(directory, ("merge", "-q", "-o", "-", "hlcov-data"))
        copies = [shutil.copy(os.path.join(directory, "one.hls"), os.path.join(directory, "%d.hls" % n))
                  for n in range(COPIES)]
        one = seconds(directory, "merge", "-q", "-o", "-", "one.hls")
        merges.append((units, took))
        more.append((units, (seconds(directory, "merge", "-q", "-o", "-", "one.hls", *copies) - one) / COPIES))
        written.append((units, megabytes))
        shutil.rmtree(directory)
    return [line_through(points) for points in (starts, readings, merges, more, written)]


def make_real(top, draw):
    """Units that can be proved: random ones, as those that repositories are made of."""
    data = os.path.join(top, "data")
    repository.write(os.path.join(top, "common.h"), repository.COMMON)
    for n in range(REAL):
        repository.write(os.path.join(top, "unit%d.c" % n), repository.unit(draw, FUNCTIONS))
        repository.compile_unit("unit%d.c" % n, top, data, "unit%d.o" % n)
    return data


def measure_proofs(top, draw):
    """What each of some units takes to be proved."""
    os.environ["HLCOV_DIR"] = make_real(top, draw)
    return [seconds(top, "prune", "--no-cache", path, "--", "-w", "-fwrapv", "-I.")
            for path in sorted(glob.glob(os.path.join(top, "unit*.c")))]


def measure_mutants(top):
    """What a run of a test with a mutant takes, and mutants a unit: of a program that does almost nothing."""
    data, main, flags = os.path.join(top, "mutated"), os.path.join(top, "main.c"), ["-w", "-fwrapv", "-I."]
    repository.write(main, repository.driver(FUNCTIONS))
    os.environ["HLCOV_DIR"] = data
    for option in "--criteria=WM", "--strong":
        subprocess.run([repository.HLCOV, "cc", option, "gcc", *flags, "-o", "program", "main.c", "unit0.c"], cwd=top,
                       check=True)
        if option != "--strong":
            subprocess.run([repository.HLCOV, "run", "--remember", "--test=t", "--", "./program", "1"], cwd=top,
                           check=True)
    listed = subprocess.run([repository.HLCOV, "mutate", "--list"], cwd=top, check=True, capture_output=True)
    before = seconds(top, "mutate", "--sample=1")
    return (seconds(top, "mutate", "--sample=%d" % MUTANTS) - before) / (MUTANTS - 1), listed.stdout.count(b"\n")


# ---- simulating ----

def makespan(jobs, workers):
    """The time until all jobs are done, each begun when a worker is free."""
    free = [0.0] * min(workers, len(jobs))
    for job in jobs:
        heapq.heapreplace(free, free[0] + job)
    return max(free)


def deal(draw, times, shards, units):
    """What the units of each shard take."""
    sums = [0.0] * shards
    for _ in range(units):
        sums[int(draw.random() * shards)] += draw.choice(times)
    return sums


def shared(draw, times, units, start, workers, shards):
    """(time, share of it that is the work itself)"""
    jobs = deal(draw, times, shards, units)
    took = makespan([start + job for job in jobs], workers)
    return took, sum(jobs) / (took * workers)


def at(line, units):
    return line[0] + line[1] * units


def merge_time(merges, more, units, workers):
    """Of all hosts: each has the tables of all units."""
    time, left = at(merges, units), -(-workers // HOST)
    while left > 1:
        time += at(merges, units) + (min(FAN, left) - 1) * at(more, units)
        left = -(-left // FAN)
    return time


def words(time):
    return "%.0f s" % time if time < 600 else "%.0f min" % (time / 60) if time < 36000 else "%.0f h" % (time / 3600)


def rows(draw, measured, units, per_worker):
    starts, readings, merges, more, proofs, run, mutants = measured
    for workers in WORKERS:
        shards = 1 if workers == 1 else per_worker * workers
        proved, share = shared(draw, proofs, units, at(starts, units), workers, shards)
        # Mutants of a unit fall into any shard: their sums are even, so a shard's is that of as many average ones.
        tried, of_tried = shared(draw, [run * mutants], units, at(readings, units), workers, shards)
        yield "| %d | %d | %s | %.0f%% | %s | %.0f%% | %s |\n" % (
            workers, shards, words(proved), 100 * share, words(tried), 100 * of_tried,
            words(merge_time(merges, more, units, workers)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--units", default="500,2000", help="two sizes of repositories that are measured")
    parser.add_argument("--project", type=int, default=100000, help="units of the project that is simulated")
    parser.add_argument("--per-worker", type=int, default=4, help="shards for each worker")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    draw = random.Random(wanted.seed)
    with tempfile.TemporaryDirectory() as top:
        starts, readings, merges, more, written = measure_start(top, [int(units) for units in wanted.units.split(",")])
        proofs = measure_proofs(top, draw)
        run, mutants = measure_mutants(top)
    said = ("start of a shard of proofs %.2f and %.3f ms a unit, of one of mutants %.2f and %.2f; a merge %.2f ms and "
            "%.1f KB a unit, and %.3f ms for each further input with the same tables; proofs of a unit %.2f (%.2f to "
            "%.2f); a test with a mutant %.1f ms; %d mutants a unit" % (
                starts[0], 1000 * starts[1], readings[0], 1000 * readings[1], 1000 * merges[1], 1000 * written[1],
                1000 * more[1], statistics.mean(proofs), min(proofs), max(proofs), 1000 * run, mutants))
    text = HEAD.format(measured=said, units=wanted.project, functions=FUNCTIONS, mutants=mutants * wanted.project)
    text += "".join(rows(draw, (starts, readings, merges, more, proofs, run, mutants), wanted.project,
                         wanted.per_worker))
    with open(os.path.join(repository.BUILD, "bench.md"), "a", encoding="utf-8") as file:
        file.write(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
