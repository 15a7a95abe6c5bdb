"""Tries many random cases, by their seeds, in processes of their own; what a case is and what is wrong with it, others
know. SEEDS has first seeds, CASES says how many from each; KEEP names a directory for what a wrong case was made of."""
import collections
import concurrent.futures
import os
import shutil
import subprocess
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


def try_all(tried, cases):
    """A point for each seed, of what tried(seed) returns: a name, what is wrong, counts. Returns the seeds, and the
    sum of the counts. `cases`: how many, if CASES does not say it."""
    series, cases = os.environ.get("SEEDS", "1"), int(os.environ.get("CASES", cases))
    seeds = [int(first) + number for first in series.split(",") for number in range(cases)]
    total = collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, problems, counts in pool.map(tried, seeds):
            tap.point(name, problems)
            total += counts
    return seeds, total
