#!/usr/bin/python3
"""Reports of a synthetic repository, a thousandth of a large one: it is what hlcov cc would have left, it is the same
each time, scores add up, and of many units no more is kept than sums, which changes nothing. How large ones do, the
bench says."""
import contextlib
import glob
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), place) for place in ("..", "../bench")]
import repository
import tap

UNITS, MORE_UNITS, TEMPLATES, TESTS, FUNCTIONS = 20, 100, 3, 40, 20
DISPROVED = 2  # a claim is
MANY_UNITS, FEW_FUNCTIONS = 520, 3  # of more than 500 sums are kept
SCORED = ("objectives", "covered", "excluded", "infeasible", "unmeasured")
# What rows have of tokens, of the compiler's file names, and of themselves.
OWN = re.compile(r'\b(hash|text)="[0-9a-f]{16}"|^table .*$|\b(root|directory)="[^"]*"', re.M)


def make(top, name, units=UNITS, seed=7, functions=FUNCTIONS):
    directory = os.path.join(top, name)
    repository.make(directory, units, TESTS, seed, TEMPLATES, functions)
    return directory


def dump(table):
    done = subprocess.run([tap.hlcov, "dump", table], stdout=subprocess.PIPE, text=True, check=True)
    return OWN.sub("", done.stdout)


def tables(data):
    return {re.search('path="([^"]*)"', text).group(1): text
            for text in map(dump, glob.glob(os.path.join(data, "tables", "*.hlt")))}


def compiled_otherwise(directory):
    """Units of which hlcov cc makes other rows than the repository has."""
    data = os.path.join(directory, "built")
    for source in sorted(glob.glob("src/*/*.c", root_dir=directory)):
        repository.compile_unit(source, directory, data, "unit.o")
    ours, built = tables(os.path.join(directory, "hlcov-data")), tables(data)
    shutil.rmtree(data)
    if len(ours) != UNITS or ours.keys() != built.keys():
        yield "units: %s, built: %s" % (sorted(ours), sorted(built))
    yield from (path for path in ours if ours[path] != built.get(path))


def bytes_of(directory):
    data = os.path.join(directory, "hlcov-data")
    paths = [os.path.join(data, "tests.hls"), *sorted(glob.glob(os.path.join(data, "tables", "*.hlt")))]
    digests = {}
    for path in paths:
        with open(path, "rb") as file:
            digests[os.path.basename(path)] = hashlib.sha256(file.read()).hexdigest()
    return digests


def unlike(top, first):
    """The root is a part of tables, so the same one is made again."""
    before = bytes_of(first)
    shutil.rmtree(first)
    if bytes_of(make(top, "first")) != before:
        yield "the same seed makes other bytes"
    shutil.rmtree(first)
    if bytes_of(make(top, "first", seed=8)) == before:
        yield "another seed makes the same bytes"


def measured(directory, *options, data="hlcov-data", command="report"):
    """(KiB, output) of a report."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([tap.hlcov_more, command, *options, data], cwd=directory, stdout=out,
                                   stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        assert os.waitstatus_to_exitcode(status) in (0, DISPROVED), status
        return usage.ru_maxrss, out.read()


def wrong_sums(directory):
    document = json.loads(measured(directory, "--json-summary", "-")[1])
    files = document["files"]
    if len(files) != UNITS + 1 or sum(document["totals"]["STMT"][key] for key in ("objectives", "covered")) == 0:
        yield "%d files" % len(files)
    for criterion, totals in document["totals"].items():
        for key in SCORED:
            added = sum(file["totals"][criterion].get(key, 0) for file in files)
            if added != totals.get(key, 0):
                yield "%s %s: %d, files have %d" % (criterion, key, totals.get(key, 0), added)


def hoards(small, large):
    """What more units take, with and without the tests that cover each objective: the summary names none."""
    text = measured(large)[0] - measured(small)[0]
    whole = measured(large, "-q", "--json", "/dev/null")[0] - measured(small, "-q", "--json", "/dev/null")[0]
    if text > 0.6 * whole:
        yield "text takes %d KiB more for more units, JSON %d" % (text, whole)


LEAN = [(), ("--all",), ("--details",), ("--fail-under=CC=0",)] + [("-q", "--" + name, "-") for name in (
    "json", "json-summary", "uncovered", "lcov", "lcov-mcdc", "cobertura", "sonarqube", "sarif", "github", "markdown")]
CRITERIA = "--criteria=FC,STMT,BC,CC,RACC,2-CC,MCC,ADC,LIMIT,RTE"  # all but users' objectives
WHOLE = "--objectives=none.htol"  # of which there are none; then all functions are kept


def stored(directory, *options):
    """(KiB, rows) of a database."""
    path = os.path.join(directory, "all.db")
    kib, _ = measured(directory, "-q", "--sqlite", path, *options)
    with contextlib.closing(sqlite3.connect(path)) as database:
        return kib, list(database.iterdump())


def lean_database_faults(directory):
    (small, lean), (large, whole) = stored(directory, CRITERIA), stored(directory, CRITERIA, WHOLE)
    if lean != whole or len(lean) < MANY_UNITS * FEW_FUNCTIONS:
        yield "a database is not the same with all functions: %d and %d lines" % (len(lean), len(whole))
    if small > large:
        yield "a database: %d KiB, with all functions %d" % (small, large)


# Functions of which reports tell more than scores: what cannot be judged, decisions that fell back, functions that are
# passed through, facts of data flow, run-time errors that happened, claims, and a crash.
ODD = """\
#include <stdlib.h>
static _Atomic int cell;
static int none, all;
static int count(void) { return ++all; }
int open_order(void) { return all >= count(); }
int closed(void) { return cell > none; }
int fell(int n) { if (n > 0 && count() > n) return 1; return 0; }
int nested(int n) { int twice(int m) { return 2 * m; } return twice(n); }
int flow(int n) { int never = n, unset; never = 2; if (n == 77) unset = n; return n > 5 ? unset : n; }
int divided(int n) { return n == 3 ? 0 : 12 / (n - 2); }
int claimed(int n);
int main(int argc, char **argv)
{
    int n = atoi(argv[1]) + argc;
    if (n > 50)
        abort();
    return open_order() + closed() + fell(n) + nested(n) + flow(n) + divided(n) + claimed(n) > 99;
}
"""
CLAIMS = """\
int claimed(int n)
{
    if (n > 100)
        return 1; //! justify STMT, BBC: too large
    return 0; //! justify STMT, BBC: nobody comes here
}
"""


def add_odd(directory):
    """A program that some tests run."""
    for name, text in (("odd.c", ODD), ("claims.c", CLAIMS)):
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text)
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "hlcov-data"), HLCOV_CRASH="1")
    subprocess.run([tap.hlcov, "cc", "--criteria=all,RTE", "--semantics=complete", "gcc", "-w", "-g", "-o", "odd",
                    "odd.c", "claims.c"], cwd=directory, env=environment, check=True)
    for test, value in (("odd1", "1"), ("odd4", "4"), ("odd99", "99")):
        subprocess.run([tap.hlcov, "run", "--test=" + test, "--", "./odd", value], cwd=directory, env=environment,
                       stderr=subprocess.DEVNULL)


def untold(text):
    """Who writes files looks for tests that disprove a claim, and the summary names them then."""
    return text.replace(b" by tests odd1, odd4", b"")


def lean_faults(directory):
    """Where users have objectives, all functions are kept: the same is told then, with more memory."""
    with open(os.path.join(directory, "none.htol"), "w", encoding="utf-8"):
        pass
    for options in LEAN:
        small, lean = measured(directory, CRITERIA, *options)
        large, whole = measured(directory, CRITERIA, *options, WHOLE)
        if untold(lean) != untold(whole):
            yield "%s: not the same with all functions" % (options,)
        if small > large:
            yield "%s: %d KiB, with all functions %d" % (options, small, large)
    subprocess.run([tap.hlcov, "merge", "-q", "-o", "all.hls", "hlcov-data"], cwd=directory, check=True)
    if measured(directory, data="all.hls")[1] != untold(
            measured(directory, WHOLE, data="all.hls")[1]):
        yield "all.hls: not the same with all functions"
    yield from lean_database_faults(directory)


def pages(directory, name, *options):
    """(KiB, {name: text}) of HTML pages."""
    kib, _ = measured(directory, "-q", "--html", name, *options)
    texts = {}
    for path in glob.glob(os.path.join(directory, name, "*")):
        with open(path, encoding="utf-8") as file:
            texts[os.path.basename(path)] = file.read()
    shutil.rmtree(os.path.join(directory, name))
    return kib, texts


def lean_pages_faults(directory):
    small, lean = pages(directory, "lean", CRITERIA, "-j1")
    _, shared = pages(directory, "shared", CRITERIA, "-j3")
    large, whole = pages(directory, "whole", CRITERIA, WHOLE)
    if lean != shared:
        yield "pages of three processes are not those of one: %s" % [name for name in lean
                                                                     if lean[name] != shared.get(name)][:3]
    differ = {name for name in lean.keys() | whole.keys() if lean.get(name) != whole.get(name)}
    if differ:
        yield "pages are not the same with all functions: %s" % sorted(differ)[:5]
    if "tests.html" not in lean or len(lean) < MANY_UNITS:
        yield "only %d pages" % len(lean)
    if small > large:
        yield "pages: %d KiB, with all functions %d" % (small, large)
    yield from chosen_pages_faults(directory, lean)


def chosen_pages_faults(directory, all_pages):
    _, some = pages(directory, "some", CRITERIA, "--pages=src/0000/*7.c")
    for name, text in some.items():
        shown = not name.endswith(".src.html") or re.fullmatch(r"src\+0000\+u[0-9]*7\.c\.src\.html", name)
        if (text == all_pages[name]) != bool(shown):
            yield "%s is%s as without --pages" % (name, " not" if shown else "")
            break
        if not shown and ("<code>--pages</code>" not in text or " function" not in text or "rel=" not in text):
            yield "%s says: %s" % (name, text)
            break
    if {name for name in all_pages if not name.startswith("htol.")} != {
            name for name in some if not name.startswith("htol.")}:
        yield "not the same pages"
    done = subprocess.run([tap.hlcov, "report", "-q", "--html=/dev/full/x", "hlcov-data"], cwd=directory,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 1 or "/dev/full/x" not in done.stderr:
        yield "no directory: %d %s" % (done.returncode, done.stderr)


def suite_faults(directory):
    for options in ((), ("--minimal",), ("--json=-",)):
        small, lean = measured(directory, *options, command="tests")
        large, whole = measured(directory, *options, WHOLE, command="tests")
        if lean != whole.replace(b',\n  "USER"', b"") or len(lean.splitlines()) < 5:
            yield "%s: not the same with all functions: %s" % (options, lean.decode())
        if small > large:
            yield "%s: %d KiB, with all functions %d" % (options, small, large)


def main():
    os.environ["SOURCE_DATE_EPOCH"] = "1700000000"
    with tempfile.TemporaryDirectory() as top:
        first = make(top, "first")
        tap.point("tables are those that hlcov cc makes of the sources", compiled_otherwise(first))
        tap.point("scores are sums over the units", wrong_sums(first))
        tap.point("the summary keeps no tests", hoards(first, make(top, "large", MORE_UNITS)))
        many = make(top, "many", MANY_UNITS, functions=FEW_FUNCTIONS)
        add_odd(many)
        tap.point("of many units sums are kept", lean_faults(many))
        tap.point("pages of many units are written file by file", lean_pages_faults(many))
        tap.point("tests of many units are weighed file by file", suite_faults(many))
        tap.point("the same seed makes the same repository", unlike(top, first))
    tap.finish()


if __name__ == "__main__":
    main()
