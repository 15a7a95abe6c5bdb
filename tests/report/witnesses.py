#!/usr/bin/python3
"""Which tests cover what, from programs that ran as tests to reports: against reports of what each part of the tests
recorded alone. hlcov tests, what it says and what it chooses, is tested by the same."""
import itertools
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import jsonschema

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

SHARED = """\
static inline int both(int a, int b)
{
    //! label S { p = a } : 1
    //! hyper Apart : < S . S' | p != p' >
    return a > 1 && b > 1 ? 1 : 0;
}
"""
MAIN = """\
#include <stdlib.h>
#include "shared.h"

int other(int a, int b);
static int one(int a) { return a + 1; }
static int two(int a) { return a - 1; }
static int (*const table[])(int) = {one, two};

static int work(int a, int b, int c)
{
    int x = table[c & 1](a);
    //! label L { v = a, w = b } : c == 0
    //! hyper Steps : < L . L' | v + 1 == v' && w == w' >
    //! hyper Three : < L . L' . L'' | v < v' && v' < v'' >
    if ((a > 0 && b > 0) || c > 0)
        x += both(a, b);
    for (int i = 0; i < c; i++)
        x += i;
    if (a == 1)
        x++; else if (b == 2) x--;
    return x;
}

int main(int argc, char **argv)
{
    int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]);
    return argc > 4 ? other(a, b) : work(a, b, c) > 100;
}
"""
OTHER = """\
#include "shared.h"

int other(int a, int b);
int other(int a, int b)
{
    return both(a, b) && a != b;
}
"""
TESTS = {"a": ("1", "1", "0"), "b": ("2", "1", "0"), "c": ("0", "2", "1"), "d d": ("3", "2", "0"),
         "e": ("2", "3", "2", "x")}
PARTS = [part for n in range(1, len(TESTS) + 1) for part in itertools.combinations(sorted(TESTS), n)]
LISTED = 8


class Project:
    def __init__(self, directory):
        self.directory = directory
        for name, text in (("shared.h", SHARED), ("main.c", MAIN), ("other.c", OTHER)):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)
        self.run("data", os.environ["HLCOV"], "cc", "--criteria=all", "gcc", "-o", "program", "main.c", "other.c")

    def path(self, name):
        return os.path.join(self.directory, name)

    def try_run(self, data, *command):
        environment = dict(os.environ, HLCOV_DIR=self.path(data))
        return subprocess.run(command, cwd=self.directory, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)

    def run(self, data, *command):
        done = self.try_run(data, *command)
        if done.returncode:
            sys.exit("%s: %s" % (" ".join(command), done.stderr))
        return done.stdout

    def hlcov(self, data, *arguments):
        return self.run(data, os.environ["HLCOV"], *arguments)

    def record(self, data, part, named):
        """The data of these tests alone, as tests or as plain runs."""
        if not os.path.exists(self.path(data)):
            shutil.copytree(self.path("data/tables"), self.path(data + "/tables"))
        for test in part:
            run = (os.environ["HLCOV"], "run", "--test=" + test, "--") if named else ()
            self.try_run(data, *run, "./program", *TESTS[test])

    def objectives(self, data):
        """Of each id its entry in the report."""
        document = json.loads(self.hlcov(data, "report", "--json", "-", data))
        return {entry["id"]: entry for file in document["files"] for entry in file["objectives"]}


def minimal(covered, name):
    """The smallest parts that cover it, in the order of reports."""
    found = []
    for part in PARTS:
        if name in covered[part] and not any(set(smaller) <= set(part) for smaller in found):
            found.append(part)
    return found


def check_witnesses(whole, wanted):
    for name, entry in whole.items():
        parts = wanted.get(name, [])
        said = [tuple(witness) for witness in entry["witnesses"]]
        if said != parts[:LISTED]:
            yield "%s: %s, but %s" % (name, said, parts)
        if parts and entry["tests_alone"] != sum(len(part) == 1 for part in parts):
            yield "%s: %d alone" % (name, entry["tests_alone"])
        if not parts and "tests_alone" in entry:
            yield "%s is uncovered, but has tests" % name


def check_kinds(wanted):
    sizes = {len(part) for parts in wanted.values() for part in parts}
    if sizes != {1, 2, 3}:
        yield "witnesses of sizes %s only: this tests little" % sizes
    if not any(len(part) > 1 for name, parts in wanted.items() if ":USER:" in name for part in parts):
        yield "no user's objective needs two tests"


def check_worth(said, wanted):
    for test in said["tests"]:
        name, alone, together, needed = test["name"], 0, 0, 0
        for parts in wanted.values():
            alone += (name,) in parts
            together += any(name in part for part in parts if len(part) > 1)
            needed += all(name in part for part in parts)
        if (test["alone"], test["together"], test["needed"]) != (alone, together, needed):
            yield "%s: wanted %d alone, %d together, %d needed" % (test, alone, together, needed)
    order = [(-test["needed"], -test["alone"], test["name"]) for test in said["tests"]]
    if order != sorted(order) or len(order) != len(TESTS):
        yield "%s is no order" % order


def check_minimal(said, covered):
    chosen, whole = said["minimal"], covered[PARTS[-1]]
    enough = min(len(part) for part in PARTS if covered[part] == whole)
    if covered[tuple(chosen["tests"])] != whole:
        yield "%s do not cover as much" % chosen["tests"]
    if not chosen["least"] <= enough <= len(chosen["tests"]) <= chosen["factor"] * enough + 1e-9 or chosen["partial"]:
        yield "%s, but %d are enough" % (chosen, enough)
    if said["covered"] != len(whole):
        yield "%d are covered, it says %d" % (len(whole), said["covered"])


def check_schema(document):
    schema = json.loads(tap.read("report/out/json/tests.schema.json"))
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]


def check_text(project, said):
    lines = project.hlcov("data", "tests", "data").splitlines()
    names = [line.split(None, 3)[3] for line in lines[3:]]
    if names != [test["name"] for test in said["tests"]]:
        yield "\n".join(lines)
    chosen = [line for line in project.hlcov("data", "tests", "--minimal", "data").splitlines() if line[0] != "#"]
    if chosen != said["minimal"]["tests"]:
        yield "chosen: %s" % chosen


def lcov_counts(text):
    """Of each kind of record, path and line (or name): the counts that are not 0, in the order of the file."""
    counts, path = {}, ""
    for record in text.splitlines():
        kind, _, rest = record.partition(":")
        path = rest if kind == "SF" else path
        if kind in ("DA", "FNDA", "BRDA"):
            fields = rest.split(",")
            key, count = (fields[1], fields[0]) if kind == "FNDA" else (int(fields[0]), fields[-1])
            if count not in "-0":
                counts.setdefault((kind, path, key), []).append(int(count))
    return counts


def check_lcov(project, whole, wanted):
    """Counts are of tests. No line has the outcomes of two decisions, so their order is that of the objectives."""
    tests, counts = {}, {}
    for name, entry in whole.items():
        kind = {"STMT": "DA", "FC": "FNDA", "BC": "BRDA"}.get(entry["criterion"])
        path = entry.get("path", name.split(":")[0])
        alone = {part[0] for part in wanted.get(name, []) if len(part) == 1}
        if kind == "BRDA" and alone:
            counts.setdefault((kind, path, entry["line"]), []).append(len(alone))
        elif kind and alone:
            tests.setdefault((kind, path, entry["function"] if kind == "FNDA" else entry["line"]), set()).update(alone)
    counts.update((key, [len(some)]) for key, some in tests.items())
    said = lcov_counts(project.hlcov("data", "report", "--criteria=fc", "--lcov", "-", "data"))
    if said != counts:
        yield "%s, not %s" % (said, counts)
    if {count for some in said.values() for count in some} != {1, 2, 3, 4, 5}:
        yield "counts are %s only" % said


def check_database(project, wanted):
    project.hlcov("data", "report", "-q", "--sqlite", "tests.sqlite", "data")
    with sqlite3.connect(project.path("tests.sqlite")) as database:
        rows = set(database.execute("SELECT o.key, t.name, alone FROM hits JOIN objectives o ON o.id = objective"
                                    " JOIN tests t ON t.id = test"))
        tests = list(database.execute("SELECT name, named, seconds >= 0 FROM tests ORDER BY id"))
        broken = list(database.execute("PRAGMA foreign_key_check"))
    alone = {(name, part[0], 1) for name, parts in wanted.items() for part in parts if len(part) == 1}
    together = {(name, test, 0) for name, parts in wanted.items() for part in parts if len(part) > 1 for test in part}
    if rows != alone | together:
        yield "hits differ: %s" % sorted(rows ^ (alone | together))[:5]
    if tests != [(name, 1, 1) for name in sorted(TESTS)] + [("(no test)", 0, None)]:
        yield "tests: %s" % tests
    yield from map(str, broken)


def questions(page):
    """What a man page asks of a database."""
    return re.findall(r"^SELECT .*?;$", tap.read(page), re.M | re.S)


def check_questions(project):
    """The questions of the man page have answers."""
    asked = questions("man/hlcov-report.1")
    if len(asked) < 4:
        yield "there are %d" % len(asked)
    with sqlite3.connect(project.path("tests.sqlite")) as database:
        for question in asked:
            if not list(database.execute(question)):
                yield "no answer: " + question


def check_page(project):
    """Pages name the tests that ran a line, and those that took a row of a decision."""
    project.hlcov("data", "report", "-q", "--html", "pages", "data")
    with open(project.path("pages/main.c.src.html"), encoding="utf-8") as file:
        page = file.read()
    heads = re.findall(r" · (\d+ of \d+) tests come here</p>", page)
    if heads != ["5 of 5"]:
        yield "the head counts tests that come here as %s" % heads
    said = set(re.findall(r"covered by [0-9]+ tests?</summary><p>([^<]*)</p>|"
                          r"<td>[^<]*<td>([^<]*)(?:<tr|</t)", page))
    said = {one or other for one, other in said}
    for words in ("test c", "3 tests, such as a, b", "a, b, c, d d"):
        if words not in said:
            yield "the page does not say '%s', but %s" % (words, sorted(said))


def check_selected(project, covered):
    said = json.loads(project.hlcov("data", "tests", "--criteria=CACC", "--json", "-", "data"))
    wanted = sum(":CACC:" in name for name in covered[PARTS[-1]])
    if said["covered"] != wanted or said["criteria"] != ["CACC"] or "minimal" in said:
        yield "of CACC %d are covered: %s" % (wanted, said)


def check_unnamed(project):
    """Half of a pair was recorded outside of tests."""
    project.record("half", ["a"], True)
    project.record("half", ["c"], False)
    pairs = [entry["witnesses"] for entry in project.objectives("half").values() if len(entry["witnesses"]) > 0]
    if not any(["(no test)"] == witness for witnesses in pairs for witness in witnesses):
        yield "nothing is covered by no test alone"
    if not any(["a", "(no test)"] == witness for witnesses in pairs for witness in witnesses):
        yield "nothing is covered together with no test"
    said = json.loads(project.hlcov("half", "tests", "--json", "-", "half"))
    if {test["name"]: test["named"] for test in said["tests"]} != {"a": True, "(no test)": False}:
        yield str(said["tests"])


def check_none(project):
    project.record("plain", ["a"], False)
    done = project.try_run("plain", os.environ["HLCOV"], "tests", "plain")
    if done.returncode != 1 or "no test is known" not in done.stderr or done.stdout:
        yield "status %d: %s%s" % (done.returncode, done.stdout, done.stderr)
    if any(entry["witnesses"] or "tests_alone" in entry for entry in project.objectives("plain").values()):
        yield "there are witnesses where there is no test"


def main():
    with tempfile.TemporaryDirectory() as directory:
        project, covered = Project(directory), {}
        for number, part in enumerate(PARTS):
            project.record("part%d" % number, part, False)
            found = project.objectives("part%d" % number).items()
            covered[part] = {name for name, entry in found if entry["status"] == "covered"}
        project.record("data", sorted(TESTS), True)
        whole = project.objectives("data")
        wanted = {name: minimal(covered, name) for name in covered[PARTS[-1]]}
        said = json.loads(project.hlcov("data", "tests", "--minimal", "--json", "-", "data"))
        tap.point("the witnesses of each objective are the smallest parts of the tests that cover it",
                  check_witnesses(whole, wanted))
        tap.point("there are pairs, and three that cover together", check_kinds(wanted))
        tap.point("tests are worth what they cover alone, together, and what needs them", check_worth(said, wanted))
        tap.point("the minimal subset covers as much, and is as small as it says", check_minimal(said, covered))
        tap.point("the JSON of tests keeps its schema", check_schema(said))
        tap.point("text and JSON agree", check_text(project, said))
        tap.point("counts of tracefiles are of tests", check_lcov(project, whole, wanted))
        tap.point("a database knows which test covers what", check_database(project, wanted))
        tap.point("it answers the questions of the man page", check_questions(project))
        tap.point("pages name the tests", check_page(project))
        tap.point("only objectives of selected criteria count", check_selected(project, covered))
        tap.point("what was recorded outside of tests is one more test", check_unnamed(project))
        tap.point("without tests there are no witnesses, and hlcov tests says why", check_none(project))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
