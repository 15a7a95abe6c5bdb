#!/usr/bin/python3
"""What hlcov generate claims, against others: the tests that it wrote are compiled by gcc and clang, and pass; run with
coverage, they cover all that it counted as covered, and gcov sees the same branches; what is called infeasible, random
inputs of a driver that knows nothing of hlcov never do.

usage: tests/generate/oracle.py [--all] [--programs NAME,...] [--inputs N] [--time MS] [--keep DIR]
"""
import argparse
import collections
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import subjects
from subjects import CRITERIA, STANDARD, tap

# What make check runs.
SHORT = "find_last,cal,trityp,utf8_3,dates,tokens,stack,sensor"
COMPILERS = [[name, level] for name in ("gcc", "clang") for level in ("-O0", "-O2")]
COUNTED = ("covered", "uncovered")
WARNINGS = ["-Wall", "-Wextra", "-Werror"]


def first_lines(text, most=3):
    lines = [line for line in text.splitlines() if "error" in line] or text.splitlines()
    return "\n".join(lines[:most])


# ---- (a) what was written ----

def compile_tests(subject, place, compiler, name, data=None):
    program = os.path.join(place, name)
    done = subjects.run([*compiler, STANDARD, *subject.flags, "-o", program, subjects.written(place, subject.file),
                         "-lm"], place, data)
    return program, "" if done.returncode == 0 else first_lines(done.stderr)


def tap_faults(done, tests):
    """What is wrong with the output of tests, of which none may see anything else than what was observed."""
    lines = done.stdout.splitlines()
    good = sum(line.startswith("ok ") for line in lines)
    yield from (line for line in lines if line.startswith("not ok"))
    if done.returncode != 0:
        yield "exit status %d" % done.returncode
    if lines[:1] != ["1..%d" % tests] and lines[-1:] != ["1..%d" % tests]:
        yield "the plan is not 1..%d, as generate said" % tests
    if good < tests and done.returncode != 0:
        yield "%d of %d points" % (good, tests)


def written_faults(subject, place, tests):
    for compiler in COMPILERS:
        program, error = compile_tests(subject, place, compiler + WARNINGS, "written")
        problems = [error] if error else tap_faults(subjects.run([program], place), tests)
        yield from ("%s: %s" % (" ".join(compiler), problem) for problem in problems)


# ---- (b) what they cover ----

def replay(subject, place, data):
    """Objectives after the written tests have run once, with coverage that is recorded in the directory."""
    criteria = "--criteria=" + ",".join(CRITERIA)
    program, error = compile_tests(subject, place, [tap.hlcov, "cc", criteria, "gcc"], "replay", data)
    if error:
        raise RuntimeError(error)
    subjects.run([tap.hlcov, "run", "--test=replay", "--", program], place, data)
    return subjects.objectives(subjects.report(place, data), subject.file)


def covered(rows, criterion):
    return {id for id, row in rows.items() if row["criterion"] == criterion and row["status"] == "covered"}


def is_covered(rows, id):
    return id in rows and rows[id]["status"] == "covered"


def claim_faults(claimed, replayed):
    """Objectives that were counted as covered, and the written tests do not cover."""
    missing = [row for id, row in claimed.items() if is_covered(claimed, id) and not is_covered(replayed, id)]
    for criterion, n in collections.Counter(row["criterion"] for row in missing).items():
        yield "%s: %d counted as covered, and not covered when the tests ran" % (criterion, n)
    yield from ("line %d: %s" % (row["line"], row["id"]) for row in missing[:4])


def score_faults(printed, replayed):
    """Where its column `now` is not the score of the written tests. Rounded as hlcov does: never up."""
    for criterion in CRITERIA:
        rows = [row for row in replayed.values() if row["criterion"] == criterion and row["status"] in COUNTED]
        if not rows:
            continue
        if criterion not in printed:
            yield "%s: %d objectives, and no line in the table" % (criterion, len(rows))
            continue
        score = 100 * len(covered(replayed, criterion)) / len(rows)
        if abs(score - printed[criterion].now) > 0.1:
            yield "%s: %.1f is printed, and the tests reach %.1f" % (criterion, printed[criterion].now, score)


def gcov_lines(subject, place):
    """Branches as gcov counts them: {line: [times taken]}."""
    compiler = ["gcc", "-O0", "--coverage", "-fprofile-abs-path"]
    program, error = compile_tests(subject, place, compiler, "gcov")
    if error:
        raise RuntimeError(error)
    subjects.run([program], place)
    notes = [name for name in os.listdir(place) if name.endswith(".gcda")]
    text = subjects.must(["gcov", "-b", "--json-format", "--stdout", *notes], place).stdout
    lines = collections.defaultdict(list)
    for file in json.loads(text.splitlines()[0])["files"]:
        if os.path.basename(file["file"]) == subject.file:
            for line in file["lines"]:
                lines[line["line_number"]] += [branch["count"] for branch in line["branches"]]
    return lines


def gcov_faults(claimed, lines):
    """Lines on which gcov has a branch for each outcome of a condition, and sees others taken. Others have a switch."""
    conditions, compared = collections.defaultdict(list), 0
    for row in claimed.values():
        if row["criterion"] == "CC":
            conditions[row["line"]].append(row["status"] == "covered")
    for line, outcomes in sorted(conditions.items()):
        taken = [count > 0 for count in lines[line]]
        if len(taken) != len(outcomes):
            continue
        compared += 1
        if sum(taken) != sum(outcomes):
            yield "line %d: gcov sees %d of %d branches, and %d outcomes are counted as covered" % (
                line, sum(taken), len(taken), sum(outcomes))
    if compared * 2 < len(conditions):
        yield "gcov has other branches on %d of %d lines" % (len(conditions) - compared, len(conditions))


# ---- (c) what is infeasible ----

def infeasible(claimed):
    return {id for id, row in claimed.items() if row["status"] == "infeasible"}


def excluded(claimed, text):
    """What is left of functions whose ways were all followed: no input of the contract does it."""
    names = subjects.followed(text)
    return {id for id, row in claimed.items() if row["function"] in names and row["status"] == "uncovered"}


def attack(subject, place, inputs):
    """Objectives that random inputs cover."""
    data = os.path.join(place, "attacked")
    program = subjects.build_driver(subject, place, data)
    done = subjects.run([program, str(inputs), "1"], place, data, timeout=1200)
    if done.returncode != 0:
        raise RuntimeError("the driver ends with status %d: %s" % (done.returncode, done.stderr[-300:]))
    return subjects.objectives(subjects.report(place, data), subject.file)


def attack_faults(claimed, impossible, attacked):
    known = [id for id in claimed if is_covered(claimed, id)]
    both = sum(is_covered(attacked, id) for id in known)
    if both * 2 < len(known):
        yield "the driver is bad: it covers %d of %d objectives that tests cover" % (both, len(known))
    for id in sorted(impossible):
        if is_covered(attacked, id):
            yield "line %d: %s is called impossible (%s), and an input does it" % (
                claimed[id]["line"], id, claimed[id].get("why", "all ways were followed"))


# ---- all ----

def again_faults(subject, place, options, found):
    """A second call comes as far as the first one: it begins with what that found."""
    again = subjects.generate(place, subject.file, subject.flags, *options)
    if again.error:
        yield first_lines(again.error)
    for criterion, row in again.rows.items():
        if row.now + 0.1 < found.rows[criterion].now:
            yield "%s: %.1f, where the first call came to %.1f" % (criterion, row.now, found.rows[criterion].now)


def twice_faults(subject, place, claimed):
    """A user builds the written tests where the rest is recorded: there is no objective more, and none is lost."""
    rows = replay(subject, place, os.path.join(place, "hlcov-data"))
    if len(rows) != len(claimed):
        yield "%d objectives became %d" % (len(claimed), len(rows))
    lost = [id for id in claimed if is_covered(claimed, id) and not is_covered(rows, id)]
    if lost:
        yield "%d objectives are not covered any more, as %s" % (len(lost), lost[0])


def judge(subject, work, asked):
    place = subjects.prepare(subject, work)
    options = ["--criteria=" + ",".join(CRITERIA), "--time=%d" % asked.time]
    found = subjects.generate(place, subject.file, subject.flags, *options)
    problems = [first_lines(found.error or "nothing was written")] if found.error or not found.tests else []
    tap.point("%s: tests are written" % subject.name, problems)
    if problems:
        return
    print("# %d tests, %.1f s" % (found.tests, found.seconds))
    claimed = subjects.objectives(subjects.report(place, os.path.join(place, "hlcov-data")), subject.file)
    tap.point("%s: gcc and clang compile them, and they pass" % subject.name,
              written_faults(subject, place, found.tests))
    replayed = replay(subject, place, os.path.join(place, "replayed"))
    tap.point("%s: they cover what was counted as covered" % subject.name,
              [*claim_faults(claimed, replayed), *score_faults(found.rows, replayed)])
    tap.point("%s: gcov sees the same branches" % subject.name, gcov_faults(claimed, gcov_lines(subject, place)))
    attacked = attack(subject, place, asked.inputs)
    followed = excluded(claimed, found.output)
    tap.point("%s: no random input does what is called impossible (%d objectives, and %d within the contract)" % (
        subject.name, len(infeasible(claimed)), len(followed)),
              attack_faults(claimed, infeasible(claimed) | followed, attacked))
    open_ones = [id for id, row in claimed.items()
                 if row["status"] not in ("covered", "infeasible") and id not in followed]
    print("# %d are left, of which random inputs do %d" % (
        len(open_ones), sum(is_covered(attacked, id) for id in open_ones)))
    tap.point("%s: a second call comes as far" % subject.name, again_faults(subject, place, options, found))
    tap.point("%s: built with coverage, tests count nothing twice" % subject.name,
              twice_faults(subject, place, claimed))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--programs", default=SHORT)
    parser.add_argument("--inputs", type=int, default=1000000)
    parser.add_argument("--time", type=int, default=300)
    parser.add_argument("--keep", metavar="DIR")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        for subject in subjects.chosen("" if asked.all else asked.programs):
            try:
                judge(subject, asked.keep or work, asked)
            except RuntimeError as error:
                tap.point("%s: can be judged" % subject.name, [error])
    tap.finish()


main()
