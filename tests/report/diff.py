#!/usr/bin/python3
"""hlcov diff: a small program in a git checkout, of which some lines are changed: which objectives stand on these, and
what was lost on others, is known by hand. Names that are odd, revisions that are none."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.project import Project

MAIN = """\
#include <stdlib.h>
#include "old.h"

static int first(int a)
{
    if (a > 0)
        return 1;
    return 2; //! justify STMT: is disproved by what runs after the change, on a line that did not change
}

static int second(int a, int b)
{
    if (a > 0 &&
        b > 0)
        return 1;
    return other(a);
}

int main(int argc, char **argv)
{
    int a = atoi(argv[1]), b = atoi(argv[2]);
    return argc > 3 ? 9 : first(a) + second(a, b);
}
"""
HEADER = """\
static inline int other(int a)
{
    if (a == 7)
        return 1;
    return 0;
}
"""
EXTRA = """\
int extra(int a);

int extra(int a)
{
    return a ? 1 : 2;
}
"""
CRITERIA = "--criteria=STMT,DC,CC"
# (path, criterion, line, text, value, status)
WANTED = {
    ("main.c", "STMT", 13, "", None, "covered"),
    ("main.c", "DC", 13, "a > 0 && b > 1", True, "uncovered"),
    ("main.c", "DC", 13, "a > 0 && b > 1", False, "covered"),
    ("main.c", "CC", 13, "a > 0", True, "uncovered"),
    ("main.c", "CC", 13, "a > 0", False, "covered"),
    ("main.c", "CC", 14, "b > 1", True, "uncovered"),
    ("main.c", "CC", 14, "b > 1", False, "uncovered"),
    ("new.h", "STMT", 4, "", None, "uncovered"),
    ("odd é\"\t.c", "STMT", 5, "", None, "uncovered"),
    ("odd é\"\t.c", "DC", 5, "a", True, "uncovered"),
    ("odd é\"\t.c", "DC", 5, "a", False, "uncovered"),
    ("odd é\"\t.c", "CC", 5, "a", True, "uncovered"),
    ("odd é\"\t.c", "CC", 5, "a", False, "uncovered"),
}
# (criterion, line, text, value)
LOST = {("STMT", 7, "", None), ("DC", 6, "a > 0", True), ("CC", 6, "a > 0", True), ("STMT", 15, "", None)}


class Checkout(Project):
    def git(self, *words):
        return self.run("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", *words)

    def diff(self, *arguments):
        return self.attempt(os.environ["HLCOV"], "diff", *arguments)

    def document(self, *arguments):
        return json.loads(self.hlcov("diff", "--json", "-", *arguments))


def make(top):
    """The data directories lie in the checkout, as they do for users; git is told to ignore them."""
    project = Checkout(os.path.join(top, "checkout"))
    for name, text in (("main.c", MAIN), ("old.h", HEADER), (".gitignore", "*.json\nafter\nbefore\nprogram\nout*\n")):
        project.write(name, text)
    project.git("init", "-q")
    project.git("add", ".")
    project.git("commit", "-qm", "before")
    project.git("tag", "base")
    project.build("before")
    project.test("ones", "1", "1", data="before")
    project.hlcov("report", "-q", "--json", "before.json", "before")
    project.git("mv", "old.h", "new.h")
    project.write("new.h", HEADER.replace("return 1", "return 3"))
    project.write("main.c", MAIN.replace("b > 0", "b > 1").replace("old.h", "new.h"))
    project.write("odd é\"\t.c", EXTRA)
    project.sources = ("main.c", "odd é\"\t.c")
    project.build("after")
    project.test("zero", "0", "0", data="after")
    return project


def differing(found, wanted):
    yield from ("missing: %s" % (row,) for row in sorted(wanted - found, key=str))
    yield from ("too much: %s" % (row,) for row in sorted(found - wanted, key=str))


def objective_faults(document):
    found = {(file["path"], o["criterion"], o["line"], o["text"], o["value"], o["status"])
             for file in document["files"] for o in file["objectives"]}
    yield from differing(found, WANTED)
    if document["diff"] != {"base": "base", "files": 3, "lost": None}:
        yield "diff: %s" % document["diff"]
    totals = document["totals"]["CC"]
    if (totals["objectives"], totals["covered"]) != (6, 1):
        yield "CC: %s" % totals
    names = {function["name"] for file in document["files"] for function in file["functions"]}
    if names != {"second", "other", "extra"}:
        yield "functions: %s" % names


def loss_faults(document, before):
    lost = document["diff"]["lost"]
    found = {(change["criterion"], change["b"]["line"], change["b"]["text"], change["b"]["value"]) for change in lost}
    yield from ("%s: %s" % (before, fault) for fault in differing(found, LOST))
    if any(change["change"] != "lost" or change["a"]["tests"] != "test ones" for change in lost):
        yield "%s: %s" % (before, lost)


def validity_faults(project, *arguments):
    project.hlcov("diff", "-q", "--json", "diff.json", *arguments)
    validate, schema = "tests/json/validate", "report/out/json/report.schema.json"
    words = [os.path.join(tap.top_srcdir, path) for path in (validate, schema)]
    done = subprocess.run([*words, project.path("diff.json")], stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()


def renderer_faults(project):
    options = ("--base=base", "--before=before.json", CRITERIA)
    text = project.hlcov("diff", "--details", *options, "after")
    for words in ("lost: main.c:7:9: STMT return 1; is uncovered; it was covered by test ones",
                  "on other lines that were covered before and are not now: 4",
                  "only objectives on lines that changed since base: 3 files have any, git says 3 files changed"):
        for name, shown in (("text", text), ("summary", project.hlcov("diff", "--markdown=-", *options, "after"))):
            if words not in re.sub(r"\\(?=\W)", "", shown):
                yield "%s does not say: %s" % (name, words)
    uncovered = sum(row[-1] == "uncovered" for row in WANTED)
    results = json.loads(project.hlcov("diff", "--sarif=-", *options, "after"))["runs"][0]["results"]
    levels = [result["level"] for result in results]
    noted = sum(result["properties"]["objectives"] for result in results if result["level"] == "note")
    if (noted, levels.count("warning")) != (uncovered, len(LOST)):
        yield "SARIF: %d, %s" % (noted, levels)
    commands = project.hlcov("diff", "--github=-", *options, "after").splitlines()
    titles = [re.search("title=([^:]*)::", command).group(1) for command in commands]
    if titles != ["no longer covered"] * len(LOST) + ["not covered"] * 4:
        yield "GitHub: %s" % "\n".join(commands)


def all_lines_faults(project):
    """Beside each number of the changed lines stands that of all lines, as hlcov report gives it."""
    plain = project.attempt(os.environ["HLCOV"], "report", CRITERIA, "after").stdout
    every = dict(re.findall(r"^ (functions|statements|branches|MC/DC) +([0-9.]+%)", plain, re.M))
    changed = project.hlcov("diff", "--base=base", CRITERIA, "after")
    found = dict(re.findall(r"^ (functions|statements|branches|MC/DC) .* all lines +([0-9.]+%)", changed, re.M))
    if not found or any(every.get(title) != score for title, score in found.items()):
        yield "the terminal says %s, all lines have %s" % (found, every)
    for title, score in found.items():
        markdown = project.hlcov("diff", "--base=base", "--markdown=-", CRITERIA, "after")
        if not re.search(r"\*\*%s\*\* \|.*\| %s \|" % (title, score), markdown, re.I):
            yield "Markdown has no %s of all lines: %s" % (title, markdown)
    project.hlcov("diff", "-q", "--base=base", "--html=pages", CRITERIA, "after")
    with open(project.path("pages/index.html"), encoding="utf-8") as file:
        page = file.read()
    yield from ("the tile of %s does not say %s" % pair for pair in found.items()
                if " · all lines %s</span>" % pair[1] not in page)


def gate_faults(project):
    options = ("-q", "--base=base", CRITERIA, "after")
    for status, more in ((0, ()), (2, ("--fail-under=CC=50",)), (0, ("--fail-under=CC=16",)),
                         (0, ("--before=before.json",)), (2, ("--before=before.json", "--fail-on-lost")),
                         (0, ("--before=after", "--fail-on-lost"))):
        done = project.diff(*more, *options)
        if done.returncode != status or bool(done.stderr) != (status == 2):
            yield "%s: status %d, %s" % (more, done.returncode, done.stderr)


def error_faults(project, outside):
    for words, arguments in (("--base", ()), ("there is no revision 'none'", ("--base=none",)),
                             ("there is no revision '--output=x'", ("--base=--output=x",)),
                             ("not a git repository", ("--base=base", "-r", outside)),
                             ("nowhere: there is no such", ("--base=base", "--before=nowhere"))):
        done = project.diff(*arguments, "after")
        if done.returncode != 1 or words not in done.stderr or done.stdout:
            yield "%s: status %d, %s%s" % (arguments, done.returncode, done.stdout, done.stderr)
    if os.path.exists(project.path("x")):
        yield "git was given an option"


def place_faults(project):
    """Where hlcov runs and what users tell git to show does not matter."""
    wanted = project.document("--base=base", CRITERIA, "after")["files"]
    for option in ("diff.noprefix", "diff.mnemonicPrefix", "diff.relative", "color.ui"):
        project.git("config", option, "always" if option == "color.ui" else "true")
    os.makedirs(project.path("out/deep"))
    environment = dict(os.environ, HLCOV_DIR=project.path("after"))
    done = subprocess.run([os.environ["HLCOV"], "diff", "--json", "-", "--base=base", CRITERIA], env=environment,
                          cwd=project.path("out/deep"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0 or json.loads(done.stdout)["files"] != wanted:
        yield done.stderr or "other objectives"


def clean_faults(project):
    """Nothing changed: a report of nothing, in every format."""
    project.git("add", ".")
    project.git("commit", "-qm", "after")
    formats = {name: "out." + name for name in ("markdown", "uncovered", "json", "lcov", "cobertura", "sonarqube",
                                                "sarif", "github", "sqlite", "html")}
    done = project.diff("--base=HEAD", "--fail-under=STMT=100", "--badge=out.svg",
                        *("--%s=%s" % pair for pair in formats.items()), "after")
    if done.returncode != 0 or done.stderr:
        yield "status %d: %s" % (done.returncode, done.stderr)
    if "git says 0 files changed" not in done.stdout:
        yield done.stdout
    if json.loads(project.read("out.json"))["files"]:
        yield "there are files"
    yield from validity_faults(project, "--base=HEAD", "after")


with tempfile.TemporaryDirectory() as top:
    project = make(top)
    tap.point("objectives on changed lines", objective_faults(project.document("--base=base", CRITERIA, "after")))
    for before in ("before.json", "before"):
        tap.point("losses since " + before,
                  loss_faults(project.document("--base=base", "--before", before, CRITERIA, "after"), before))
    tap.point("report.schema.json", validity_faults(project, "--base=base", "--before=before.json", "after"))
    tap.point("renderers", renderer_faults(project))
    tap.point("numbers of all lines", all_lines_faults(project))
    tap.point("gates", gate_faults(project))
    tap.point("no checkout, no revision", error_faults(project, top))
    tap.point("configuration and directory", place_faults(project))
    tap.point("nothing changed", clean_faults(project))
tap.finish()
