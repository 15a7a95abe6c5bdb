"""Tries many random cases, by their seeds, in processes of their own; what a case is and what is wrong with it, others
know. SEEDS has first seeds, CASES says how many from each; KEEP names a directory for what a wrong case was made of;
KNOWN, a file that keeps which cases were right: they are not tried again with the same hlcov and test."""
import collections
import concurrent.futures
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

import tap


def keep(directory, seed):
    """Copies the directory of a case that is wrong, if that is asked for."""
    if "KEEP" in os.environ:
        shutil.copytree(directory, os.path.join(os.environ["KEEP"], str(seed)), dirs_exist_ok=True)


def try_program(what, make, seed):
    """What try_all wants of a program: make(seed, directory) has a compiler, a level, problems and counts, and run."""
    with tempfile.TemporaryDirectory() as directory:
        case = make(seed, directory)
        try:
            case.run()
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            case.problems.append(error)
        if case.problems:
            keep(directory, seed)
        return "%s of program %d, %s %s" % (what, seed, case.compiler, case.level), case.problems, case.counts


class Known:
    """Results of cases that were right, a line each in the file KNOWN; of none if there is no such name."""

    def __init__(self):
        self.path = os.environ.get("KNOWN")
        self.results = {}
        if not self.path:
            return
        texts = [open(path, "rb").read() for path in (tap.hlcov, tap.hlcov_more, sys.argv[0])]
        asked = [os.environ.get(name, "") for name in ("MOST", "CSMITH")]
        self.key = hashlib.sha256(b"".join(texts) + json.dumps(asked).encode()).hexdigest()
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                for line in file:
                    self.read(line)

    def read(self, line):
        """A line that is cut short, as when the test was killed, is none."""
        try:
            key, seed, name, counts = json.loads(line)
        except ValueError:
            return
        if key == self.key:
            self.results[seed] = name, [], collections.Counter({tuple(kind): n for kind, n in counts})

    def keep(self, seed, future):
        """Appends what came of a case as soon as that is known."""
        if not self.path or future.cancelled() or future.exception() or future.result()[1]:
            return
        name, _, counts = future.result()
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps([self.key, seed, name, [[list(kind), n] for kind, n in counts.items()]]) + "\n")


def results(tried, seeds):
    """What tried(seed) returns, in the order of the seeds."""
    known, futures = Known(), {}
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for seed in seeds:
            if seed not in known.results:
                futures[seed] = pool.submit(tried, seed)
                futures[seed].add_done_callback(lambda future, seed=seed: known.keep(seed, future))
        for seed in seeds:
            yield known.results[seed] if seed in known.results else futures[seed].result()


def try_all(tried, cases):
    """A point for each seed, of what tried(seed) returns: a name, what is wrong, counts. Returns the seeds, and the
    sum of the counts. `cases`: how many, if CASES does not say it."""
    series, cases = os.environ.get("SEEDS", "1"), int(os.environ.get("CASES", cases))
    seeds = [int(first) + number for first in series.split(",") for number in range(cases)]
    total = collections.Counter()
    for name, problems, counts in results(tried, seeds):
        tap.point(name, problems)
        total += counts
    return seeds, total
