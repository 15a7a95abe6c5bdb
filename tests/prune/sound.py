#!/usr/bin/python3
"""What hlcov prune proves, runs do not contradict: of the samples with their tests, of tests/torture/torture.c, of
programs of csmith. All that can be recorded is, and something must have been proved. Whether all is proved that could
be, tests/prune/cases.py asks.

CASES: programs of csmith; SEEDS, KEEP: as in tests/oracle/seeds.py. PROJECTS: recipes of tests/projects that are tried
too, with their tests; their sources are fetched. Of gzip, at least as much must be pruned as in the paper."""
import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", at) for at in ("", "oracle")]
import seeds
import tap

LONGEST = 5  # seconds of the processor; what runs longer, most for ever, is not compared
SMALL = ["--max-funcs", "4", "--max-block-depth", "3", "--max-block-size", "4"]
PROVER = ["--no-cache", "--inline=2", "--budget=1500", "--timeout=100"]
PROVED = re.compile(r"\), infeasible (\d+), duplicate (\d+), subsumed (\d+)(?:, in this program infeasible (\d+))?$",
                    re.M)
KINDS = ("infeasible", "duplicate", "subsumed", "infeasible in this program")


BUILD = """. "$(dirname "$0")/common.sh"
export HLCOV_DIR="$3"
load_recipe "$1" && fetch "$package" && build_variant "$1" sound "$2" -O1"""
BUILD_AND_TEST = BUILD + """ && test_variant "$1" sound "$2" -O1"""

# Of the labels of each criterion, per cent that the paper prunes, in all ways together.
SHARES = {"gzip": {"CC": 6, "MCC": 5, "GACC": 7, "WM": 22}}


class Wrong(Exception):
    """A command failed."""


def command(directory, *words):
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    done = subprocess.run(words, cwd=directory, env=environment, check=False, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise Wrong("%s: status %d\n%s" % (" ".join(words), done.returncode, done.stderr[-2000:]))
    return done.stdout


def proved(directory, what, options):
    """How many verdicts of each kind the report agrees with; it has status 3 if it contradicts one."""
    counts = collections.Counter()
    for line in PROVED.findall(command(directory, tap.hlcov, "prune", *PROVER, *options, *what)):
        counts.update({kind: int(count or 0) for kind, count in zip(KINDS, line)})
    command(directory, tap.hlcov, "report", "--quiet", "--include=*", "--criteria", "all", "--json", "report.json")
    return counts


def compile_c(directory, source, flags, *libraries):
    command(directory, tap.hlcov, "cc", "--criteria=all", "gcc", *flags, source, "-o", "program", *libraries)


def prune_sample(directory, name):
    shutil.copytree(os.path.join(tap.top_srcdir, "samples", name), directory, dirs_exist_ok=True)
    command(directory, "make", "-s", "test", "CC=%s cc --criteria=all gcc" % tap.hlcov)
    return proved(directory, ["data"], [])


def prune_torture(directory, _):
    shutil.copytree(os.path.join(tap.top_srcdir, "tests/torture"), directory, dirs_exist_ok=True)
    compile_c(directory, "torture.c", ["-w", "-std=gnu11"], "-lm")
    command(directory, "sh", "-c", "./program; [ $? -lt 100 ]")
    return proved(directory, ["data"], [])


def prune_csmith(directory, seed):
    flags = ["-w", "-isystem", "/usr/include/csmith"]
    with open(os.path.join(directory, "program.c"), "w", encoding="utf-8") as file:
        subprocess.run(["csmith", "--seed", str(seed), *SMALL], check=True, cwd=directory, stdout=file)
    compile_c(directory, "program.c", flags)
    try:
        command(directory, "sh", "-c", "ulimit -t %d; exec ./program" % LONGEST)
    except Wrong:
        return collections.Counter()
    return proved(directory, ["data"], [])


def prune_project(directory, name):
    """Less time for a function than of others: there are many."""
    command(directory, "sh", "-c", BUILD_AND_TEST, os.path.join(tap.top_srcdir, "tests/projects/x"), name,
            tap.hlcov + " cc --criteria=all gcc", os.path.join(directory, "data"))
    return proved(directory, ["data"], ["--budget=300"])


def pruned_share(directory, criteria):
    """Of all labels of the criteria, per cent."""
    command(directory, tap.hlcov, "report", "-q", "--include=*", "--criteria", criteria, "--json=report.json")
    with open(os.path.join(directory, "report.json"), encoding="utf-8") as file:
        totals = json.load(file)["totals"].values()
    pruned = sum(total.get("pruned", {}).get(kind, 0) for total in totals for kind in KINDS[:3])
    return 100 * pruned / sum(total["objectives"] for total in totals)


def prune_shares(directory, name):
    """Without tests, which prove nothing."""
    wanted = SHARES[name]
    command(directory, "sh", "-c", BUILD, os.path.join(tap.top_srcdir, "tests/projects/x"), name,
            "%s cc --criteria=%s gcc" % (tap.hlcov, ",".join(wanted)), os.path.join(directory, "data"))
    command(directory, tap.hlcov, "prune", "--no-cache", "--criteria", ",".join(wanted), "--budget=300", "data")
    shares = {criteria: pruned_share(directory, criteria) for criteria in wanted}
    if any(shares[criteria] < wanted[criteria] for criteria in wanted):
        raise Wrong("pruned %s, not %s" % (shares, wanted))
    return collections.Counter()


def attempt(prune, what):
    """What is wrong, and how much was proved."""
    with tempfile.TemporaryDirectory() as directory:
        try:
            return [], prune(directory, what)
        except Wrong as wrong:
            seeds.keep(directory, what)
            return [str(wrong)], collections.Counter()


def tried(seed):
    problems, counts = attempt(prune_csmith, seed)
    return "csmith %d" % seed, problems, counts


def lacking(counts, kinds=KINDS):
    yield from ("nothing was proved %s" % kind for kind in kinds if not counts[kind])


def expected(programs):
    """Kinds that so many programs of csmith surely have; few of them call a static function with what matters."""
    return KINDS if programs >= 100 else KINDS[:3] if programs >= 5 else ()


def main():
    for makefile in sorted(glob.glob(os.path.join(tap.top_srcdir, "samples", "*", "Makefile"))):
        name = os.path.basename(os.path.dirname(makefile))
        tap.point("sample %s" % name, attempt(prune_sample, name)[0])
    for name in os.environ.get("PROJECTS", "").split():
        problems, counts = attempt(prune_project, name)
        tap.point("project %s: %s" % (name, dict(counts)), problems)
        if name in SHARES:
            tap.point("project %s: as much is pruned as in the paper" % name, attempt(prune_shares, name)[0])
    problems, counts = attempt(prune_torture, "torture")
    tap.point("torture.c", problems or lacking(counts))
    programs, counts = seeds.try_all(tried, 5)
    tap.point("there was something to check: %s" % dict(counts), lacking(counts, expected(len(programs))))
    tap.finish()


main()
