#!/usr/bin/python3
"""What reports say of mutants of a strong build: noticed, unnoticed, not infected, not tried, equivalent. Each is run
here with each test, and no test that reports say cannot notice it does. It does not know how hlcov mutate runs them."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
static unsigned part(unsigned n, unsigned most)
{
    unsigned low = n & 7u;
    if (low < 16u)
        low += most;
    return n > 90 ? 3 : low * 2 + 1;
}
int main(int argc, char **argv)
{
    printf("%u\\n", part((unsigned)atoi(argv[argc - 1]), 1));
    return 0;
}
"""
# Of each test its argument, and what it asserts of the output; None: nothing.
TESTS = {"asserts": ("4", "11\n"), "looks on": ("5", None)}
FIELD = re.compile(r' (\w+)=("(?:[^"\\]|\\.)*"|\S+)')
PLACE = ("line", "column", "end_line", "end_column")


def checksum(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return value


def fields(line):
    """A row of a dump, quoted text as it is."""
    return {name: json.loads(value) if value[0] == '"' else int(value) for name, value in FIELD.findall(line)}


def digest(function, row, known):
    """What htol/notes/trials.h calls the digest; `known`: rows before it."""
    at = [row[name] - (function["line"] if "line" in name else 0) for name in PLACE]
    key = (row["criterion"], row["before"], row["after"], *at)
    text = "%s\t%s\t%s\t%d:%d-%d:%d\t%d" % (*key, known.count(key))
    known.append(key)
    value = checksum(text.encode())
    return (value ^ value >> 32) & 0xffffffff


def mutants(project):
    """(hash of the function, number, digest) of all mutants that are in the text."""
    strong = project.path("data", "strong")
    for name in sorted(os.listdir(strong)):
        function, known = None, []
        for line in project.hlcov("dump", os.path.join(strong, name)).splitlines():
            if line.startswith("function "):
                function, known = fields(line), []
            elif line.startswith("  change "):
                row = fields(line)
                found = digest(function, row, known)
                if not row["unwritten"]:
                    yield function["hash"], row["number"], found


def run_with(project, mutant, test):
    """How the test ends, and its status, as trials have them."""
    argument, expected = TESTS[test]
    environment = dict(os.environ, HLCOV_MUTANT="%s.%d" % mutant[:2], HLCOV_DIR=project.path("data"))
    try:
        done = subprocess.run([project.path("strong"), argument], env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return "late", 0
    if done.returncode < 0:
        return "killed", -done.returncode
    wrong = done.returncode or (expected is not None and done.stdout != expected)
    return ("failed", 1) if wrong else ("passed", 0)


def trial(mutant, test, end, status):
    line = "%s\t%u\t%08x\t%s\t%u\t%016x\t%s\t" % (*mutant, end, status, 1, test)
    return "%s%016x\n" % (line, checksum(line.encode()))


def write_trials(project, lines):
    project.write("data/trials", "".join(lines))


def judged(project, *arguments):
    return {entry["id"]: entry for entry in project.objectives("--criteria=SM", *arguments).values()}


def states(entries):
    counted = {}
    for entry in entries.values():
        counted.setdefault(entry["mutant"]["state"], []).append(entry)
    return counted


def missed(entries):
    """Tests that noticed what they cannot notice, as reports have it."""
    for name, entry in entries.items():
        mutant = entry["mutant"]
        for said in mutant["trials"]:
            if said["end"] != "passed" and said["test"] not in mutant["infected"] and not mutant["any_test"]:
                yield "%s: %s noticed %s -> %s" % (name, said["test"], mutant["before"], mutant["after"])


def faults(entry, status, state, why=None):
    if entry["status"] != status or entry["mutant"]["state"] != state:
        yield "%s: %s, %s" % (entry["id"], entry["status"], entry["mutant"]["state"])
    if why and why not in entry["why"]:
        yield "%s: %r, not %r" % (entry["id"], entry["why"], why)


def find(entries, before, after):
    return next(entry for entry in entries.values()
                if (entry["mutant"]["before"], entry["mutant"]["after"]) == (before, after))


def lacking(text, *parts):
    return ["no %r in\n%s" % (part, text) for part in parts if part not in text]


def check_states(project):
    """Of each state one mutant that is known to be in it."""
    entries = judged(project)
    tap.point("no test notices what it cannot", missed(entries))
    tap.point("all mutants are judged", [name for name, entry in entries.items() if entry["status"] == "unmeasured"])
    noticed = find(entries, "low * 2", "low + 2")
    tap.point("noticed, by a test that asserts", [*faults(noticed, "covered", "noticed")]
              + ([] if noticed["witnesses"] == [["asserts"]] else [noticed["witnesses"]]))
    unnoticed = find(entries, "n & 7u", "n & 6")
    tap.point("unnoticed, by a test that only looks on", [
        *faults(unnoticed, "uncovered", "unnoticed", "did not fail: asserts, looks on; a test lacks an assertion"),
        *([] if unnoticed["mutant"]["infected"] == ["looks on"] else [unnoticed["mutant"]["infected"]])])
    tap.point("not infected", [*faults(find(entries, "n > 90", "n >= 90"), "uncovered", "not infected",
                                       "no test's run differs with it; a test is lacking")])


def check_words(project):
    """What each format says of `n & 7u` -> `n & 6`."""
    said = "no test notices"
    listed = project.hlcov("report", "--criteria=SM", "--uncovered", "-")
    tap.point("list", lacking(listed, "main.c:5:20: SM n & 7u: n & 6 for it: ran with it and did not fail: asserts"))
    project.write("report.json", project.hlcov("report", "--json", "-"))
    validate = [os.path.join(tap.top_srcdir, "tests/json/validate"),
                os.path.join(tap.top_srcdir, "report/out/json/report.schema.json"), project.path("report.json")]
    done = subprocess.run(validate, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    tap.point("JSON keeps its schema", [done.stdout[:400]] if done.returncode else [])
    tap.point("text", lacking(project.hlcov("report", "--all"), "strong mutation"))
    tap.point("GitHub", lacking(project.hlcov("report", "--criteria=SM", "--github", "-"),
                                "file=main.c,line=5,col=1,title=not covered::" + said))
    tap.point("Markdown", lacking(project.hlcov("report", "--criteria=SM", "--markdown", "-"), "trong mutation",
                                  "no test's run differs with `n > 90`", "a test is lacking. +8 mutants"))
    found = json.loads(project.hlcov("report", "--criteria=SM", "--sarif", "-"))["runs"][0]["results"]
    tap.point("SARIF", lacking(json.dumps(found), said, '"ruleId": "SM"'))
    tap.point("SARIF names who looked on", lacking(json.dumps(found), "a test lacks an assertion"))
    shown = project.hlcov("show", "main.c:5", "--criteria=SM")
    tap.point("show", lacking(shown, said, "- unsigned low = n & 7u;\n", "+ unsigned low = n & 6;\n",
                              "did not fail: asserts, looks on"))
    advice = project.hlcov("next")
    tap.point("next, unasked: mutants behind what a test covers", lacking(
        advice, "37 functions, statements, branches, MC/DC pairs and mutants are not covered; next:\n\n"
        "1. main.c:6: `low < 16u` was never false\n", "    covers 8 mutants\n"))
    advice = project.hlcov("next", "--criteria=SM", "-n", "200")
    tap.point("next", lacking(advice, "no test notices `n & 7u` -> `n & 6`, nor 2 other changes of this line: "
                              "a test lacks an assertion\n    covers 3: SM 3\n",
                              "no test's run differs with `n > 90` -> `n >= 90`, nor 7 other changes of this line: a "
                              "test is lacking"))
    project.hlcov("report", "--criteria=SM,STMT", "--html", "html", "-q")
    tap.point("HTML", lacking(project.read("html/main.c.src.html"), "<del>7u</del>", "<ins>6</ins>", said,
                              "ran with it and did not fail: asserts, looks on", "a test lacks an assertion"))


def check_outside(project):
    """A run that no test claims may have been any test's."""
    project.test(None, "95")
    entries = judged(project)
    state = find(entries, "n > 90", "n >= 90")
    tap.point("values that never differed still need no trial", faults(state, "uncovered", "not infected"))
    returned = find(entries, "n > 90 ? 3 : low * 2 + 1", "0")
    tap.point("what is not sure may be noticed by any test", [] if returned["mutant"]["any_test"] else [returned])


def check_damage(project, lines):
    write_trials(project, lines[:-1] + [lines[-1][:-2] + "\n"])
    done = project.try_hlcov("report", "--criteria=SM", "--json", "-")
    tap.point("a damaged trial is named, and left out",
              lacking(done.stdout, "1 damaged line of trials left out") +
              ([] if done.returncode == 3 else [done.returncode]))
    absent = [line for mutant in mutants(project) for test in TESTS for line in [trial(mutant, test, "absent", 0)]]
    write_trials(project, absent)
    entry = find(judged(project), "low * 2", "low + 2")
    tap.point("a test that ran another program tells nothing",
              faults(entry, "unmeasured", "not tried", "tests ran other programs"))


def check_equivalent(project):
    project.hlcov("prune")
    entry = find(judged(project), "low < 16u", "1")
    tap.point("equivalent", lacking(entry["why"], "equivalent: ") +
              ([] if entry["status"] == "infeasible" else [entry]))


with tempfile.TemporaryDirectory() as directory:
    project = Project(directory)
    project.write("main.c", PROGRAM)
    project.build(criteria="WM,BC,STMT")
    for test, (argument, _) in TESTS.items():
        project.test(test, argument)
    tap.point("without a strong build there is no SM", ["SM"] if "SM" in project.report()["totals"] else [])
    project.hlcov("cc", "--strong", "gcc", "-o", "strong", "main.c")
    untried = states(judged(project))
    tap.point("what no test tried is not judged",
              [entry["id"] for entry in untried["not tried"]
               if entry["status"] != "unmeasured" or "hlcov mutate" not in entry["why"]])
    tap.point("what makes no run differ needs no trial", lacking(" ".join(untried), "not infected"))
    lines = [trial(mutant, test, *run_with(project, mutant, test)) for mutant in mutants(project) for test in TESTS]
    write_trials(project, lines)
    check_states(project)
    check_words(project)
    check_equivalent(project)
    check_outside(project)
    check_damage(project, lines)
tap.finish()
