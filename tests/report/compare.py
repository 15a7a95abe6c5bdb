#!/usr/bin/python3
"""hlcov compare: two revisions of a small program, whose differences are known by hand; suites, selections of criteria,
files of reports, files that are none."""
import html
import json
import os
import random
import re
import sys
import tempfile

import jsonschema

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.project import Project

BEFORE = """\
#include <stdlib.h>

static int grade(int a, int b)
{
    int r = 0;
    if (a > 0 && b > 0)
        r = 1;
    if (b > 9)
        r += 2;
    return r;
}

static int gone(int a) { return a ? 1 : 2; }

int main(int argc, char **argv)
{
    return argc > 3 ? gone(1) : grade(atoi(argv[1]), atoi(argv[2]));
}
"""
AFTER = BEFORE.replace("""\
    if (a > 0""", """\
    if (a == 7)
        r = 5;
    if (a > 0""").replace("gone(1)", "fresh()")
AFTER = AFTER.replace("static int gone(int a) { return a ? 1 : 2; }", "static int fresh(void) { return 3; }")
# (change, criterion, line before, line after, text, value)
WANTED = {
    ("lost", "STMT", 9, 11, "", None),
    ("lost", "DC", 8, 10, "b > 9", True),
    ("lost", "CC", 8, 10, "b > 9", True),
    ("gained", "DC", 6, 8, "a > 0 && b > 0", False),
    ("gained", "CC", 6, 8, "a > 0", False),
    ("new", "STMT", None, 6, "", None),
    ("new", "STMT", None, 7, "", None),
    ("new", "DC", None, 6, "a == 7", True),
    ("new", "DC", None, 6, "a == 7", False),
    ("new", "CC", None, 6, "a == 7", True),
    ("new", "CC", None, 6, "a == 7", False),
    ("new", "STMT", None, 15, "", None),
    ("new", "STMT", None, 19, "", None),
    ("gone", "STMT", 17, None, "", None),
    ("gone", "STMT", 13, None, "", None),
    ("gone", "DC", 13, None, "a", True),
    ("gone", "DC", 13, None, "a", False),
    ("gone", "CC", 13, None, "a", True),
    ("gone", "CC", 13, None, "a", False),
}
CRITERIA = "--criteria=STMT,DC,CC"
HOSTILE = "<script>alert(1)</script>"


def make(top):
    """Data of the two revisions, and a report of the first one, whose source is gone then."""
    project = Project(top)
    project.write("main.c", BEFORE)
    project.build("before")
    for name, arguments in (("one", ("1", "1")), ("twenty", ("1", "20"))):
        project.test(name, *arguments, data="before")
    project.hlcov("report", "-q", "--json", "before.json", "before")
    project.write("main.c", AFTER)
    project.build("after")
    for name, arguments in (("one", ("1", "1")), ("zero", ("0", "1"))):
        project.test(name, *arguments, data="after")
    return project


def compare(project, *arguments):
    return json.loads(project.hlcov("compare", "--json", "-", *arguments))


def line_of(objective):
    return objective and objective["line"]


def changes(document):
    """What is said of each change, without ids and reasons."""
    for change in document["changes"]:
        shown = change["b"] or change["a"]
        yield (change["change"], change["criterion"], line_of(change["a"]), line_of(change["b"]), shown["text"],
               shown["value"])


def differing(found, wanted):
    yield from ("missing: %s" % (row,) for row in wanted if row not in found)
    yield from ("too much: %s" % (row,) for row in found if row not in wanted)


def kept(project, arguments):
    """The first revision has no text that fits its table now, and its functions are told from newer ones no more."""
    found = list(changes(compare(project, CRITERIA, *arguments)))
    yield from differing(found, WANTED)
    yield from ("twice: %s" % (row,) for row in found if found.count(row) > 1)


def count_faults(document):
    for criterion in document["criteria"]:
        counted = [c["change"] for c in document["changes"] if c["criterion"] == criterion["name"]]
        for kind in ("lost", "gained", "gone", "new"):
            if counted.count(kind) != criterion[kind]:
                yield "%s: %d %s, %d said" % (criterion["name"], counted.count(kind), kind, criterion[kind])
        if criterion["a"]["covered"] != criterion["both"] + criterion["lost"] + criterion["gone_covered"]:
            yield "%s: what A covers does not add up" % criterion["name"]
        if criterion["b"]["covered"] != criterion["both"] + criterion["gained"] + criterion["new_covered"]:
            yield "%s: what B covers does not add up" % criterion["name"]


def schema_faults(document):
    schema = json.loads(tap.read("report/out/json/compare.schema.json"))
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]


def word_faults(project):
    text = project.hlcov("compare", CRITERIA, "before.json", "after")
    for words in ("main.c:11:9: STMT r += 2; is uncovered; it was covered by test twenty", "lost: 3", "gained: 2",
                  "new: 8", "main.c:8:9: CC a > 0 false is covered by test zero", "gone: 6",
                  "main.c:13:33: DC a true was uncovered"):
        if words not in text:
            yield "the text does not say: " + words
    row = re.search(r"^DC .*$", text, re.M).group(0).split()
    if row != ["DC", "50.0%", "62.5%", "+12.5", "1", "1", "2", "2"]:
        yield "the row of DC: %s" % row


def flow_faults(project):
    """Texts that name lines: nothing that b does is new or gone."""
    document = compare(project, "--criteria=DC,ACUC,APUC,EPC", "before.json", "after")
    found = [row for row in changes(document) if row[1] == "APUC" and row[4].startswith("b as passed in")]
    yield from ("not the same: %s" % (row,) for row in found if row[0] in ("new", "gone"))
    if not any(change["change"] == "lost" for change in document["changes"] if change["criterion"] == "EPC"):
        yield "no pair of edges was lost"


def suite_faults(project):
    """Two suites of one build, as data directories."""
    project.write("main.c", BEFORE)
    project.build("first")
    project.build("second")
    project.test("low", "0", "0", data="first")
    project.test("high", "1", "20", data="second")
    found = {row[:3] + row[4:] for row in changes(compare(project, "--criteria=DC", "first", "second"))}
    wanted = {("lost", "DC", 6, "a > 0 && b > 0", False), ("gained", "DC", 6, "a > 0 && b > 0", True),
              ("lost", "DC", 8, "b > 9", False), ("gained", "DC", 8, "b > 9", True)}
    yield from differing(found, wanted)
    same = compare(project, "first", "first")
    if same["changes"] or any(c["a"] != c["b"] or c["both"] != c["a"]["covered"] for c in same["criteria"]):
        yield "a suite differs from itself"


def selection_faults(project):
    """low and high cover DC of grade; of MCC one of three ways of its first decision is left, and none of b > 9."""
    project.test("low", "0", "0", data="both")
    project.build("both")
    project.test("low", "0", "0", data="both")
    project.test("high", "1", "20", data="both")
    document = compare(project, "--a-criteria=DC", "--b-criteria=MCC", "both", "both")
    where = document["of_b_where_a_covers_all"]
    if (where["functions"], where["totals"]["covered"], where["totals"]["objectives"]) != (1, 4, 5):
        yield "of MCC where DC covers all: %s" % where
    if document["of_a_where_b_covers_all"]["functions"] != 0 or document["changes"]:
        yield "MCC covers no function: %s" % document["of_a_where_b_covers_all"]
    if [(c["name"], c["compared"]) for c in document["criteria"]] != [("DC", False), ("MCC", False)]:
        yield "criteria: %s" % document["criteria"]
    if "In 1 functions A covers all that it asks: of what B asks there, 4 of 5 are covered (80.0%)." not in \
            project.hlcov("compare", "--a-criteria=DC", "--b-criteria=MCC", "both", "both"):
        yield "the text does not say it"


def moved_faults(project):
    project.write("moved.c", BEFORE)
    project.sources = ("moved.c",)
    project.build("moved")
    project.test("one", "1", "1", data="moved")
    project.test("twenty", "1", "20", data="moved")
    yield from changes(compare(project, "before.json", "moved"))


def gate_faults(project):
    lost = project.try_hlcov("compare", "--fail-on-lost", "before.json", "after")
    if lost.returncode != 2 or "that A covers are not covered in B" not in lost.stderr:
        yield "lost: status %d, %s" % (lost.returncode, lost.stderr)
    kept_all = project.try_hlcov("compare", "--fail-on-lost", "before.json", "before.json")
    if kept_all.returncode != 0:
        yield "nothing lost: status %d, %s" % (kept_all.returncode, kept_all.stderr)


def excluded_faults(project):
    """What is asked for no more is not lost."""
    document = json.loads(project.read("after.json"))
    for objective in document["files"][0]["objectives"]:
        if objective["status"] == "uncovered" and objective["line"] in (10, 11):
            objective["status"] = {10: "infeasible", 11: "excluded"}[objective["line"]]
    project.write("excluded.json", json.dumps(document))
    done = project.try_hlcov("compare", "--fail-on-lost", CRITERIA, "before.json", "excluded.json")
    if done.returncode != 0 or "lost:" in done.stdout:
        yield "status %d: %s" % (done.returncode, done.stdout)


def page_faults(project):
    document = json.loads(project.read("before.json"))
    document["files"][0]["objectives"][1]["text"] = HOSTILE
    project.write("hostile.json", json.dumps(document))
    project.hlcov("compare", "-q", "--html", "pages", "--markdown", "summary.md", "hostile.json", "after")
    page, summary = project.read("pages/index.html"), project.read("summary.md")
    if HOSTILE in page or "&lt;script>alert(1)" not in page:
        yield "a text is not escaped on the page"
    if HOSTILE in summary or not re.search("^## [0-9]+ lost$", summary, re.M):
        yield "the summary: " + summary[:300]
    if "Content-Security-Policy" not in page or "What A covered, and B does not" not in page:
        yield "the page: " + page[:300]
    for name in ("style.css", "report.js"):
        if not os.path.exists(project.path("pages", name)):
            yield "there is no " + name


CAUSES = """\
static int far(int a)
{
    a++;
    return a > 3 && a < 9;
}
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 2 && far(argc))
        return 1;
    if (argc > 1)
        return argc == 2;
    return 0;
}
"""


def cause_faults(directory):
    """What is lost or gained for one reason is one row, in words: a function that is not called has one alone."""
    project = Project(directory)
    project.write("main.c", CAUSES)
    for data, runs in (("before", (["1", "2", "3"], [])), ("after", (["1"],))):
        project.build(data=data)
        for at, words in enumerate(runs):
            project.test("%s%d" % (data, at), *words, data=data)
    project.hlcov("compare", "-q", "--html", "pages", "before", "after")
    page = html.unescape(re.sub("<[^>]*>", "", project.read("pages/index.html")))
    project.hlcov("compare", "-q", "--criteria=MCC", "--html", "combined", "before", "after")
    page += html.unescape(re.sub("<[^>]*>", "", project.read("combined/index.html")))
    for words in ("the combination argc > 2: T, far(argc): T is never seen any more",
                  "far is not called any more", "argc > 2 && far(argc) is never true any more",
                  "argc > 1 is true now", "line 12 runs now, by test after0",
                  "lines 2 to 4 do not run any more, before by test before0"):
        if words not in page:
            yield "`%s` is missing" % words


SPELLED = """\
#include <stdlib.h>
#define LIMIT (1 << 3)
#define IS_SET(a) ((a) != 0)
int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0;
    if (IS_SET(a) && b == LIMIT)
        return 1;
    return 0;
}
"""


def spelling_faults(directory):
    """Conditions are spelled as in the source, of data and of files of reports."""
    project = Project(directory)
    project.write("main.c", SPELLED)
    project.build(data="before")
    project.test("one", "1", "8", data="before")
    project.build(data="after")
    project.test("none", data="after")
    for side in "before", "after":
        project.hlcov("report", "-q", "--json", side + ".json", side)
    for sides in ("before", "after"), ("before.json", "after.json"):
        text = project.try_hlcov("compare", "--criteria=CC,MCC,GACC", *sides).stdout
        project.hlcov("compare", "-q", "--criteria=CC,MCC", "--html", "pages", *sides)
        page = html.unescape(re.sub("<[^>]*>", "", project.read("pages/index.html")))
        for words in ("CC IS_SET(a) true is uncovered", "CC b == LIMIT true is uncovered",
                      "MCC IS_SET(a): T, b == LIMIT: T is uncovered", "`IS_SET(a)` (condition 1)"):
            if words not in text:
                yield "`%s` is missing:\n%s" % (words, text)
        for words in ("IS_SET(a) is never true any more", "MCC IS_SET(a): T, b == LIMIT: T is uncovered"):
            if words not in page:
                yield "the page lacks `%s`" % words
        if "!= 0" in text + page or "1 << 3" in text + page:
            yield "as preprocessed: %s" % text


def broken(document, *, path, value):
    """The document as text, with another value at a path of keys."""
    changed = json.loads(json.dumps(document))
    at = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(changed)


def hostile_faults(project):
    good = json.loads(project.read("before.json"))
    first = ("files", 0, "objectives", 0)
    texts = {
        "a report's first half": project.read("before.json")[:20000],
        "another version": broken(good, path=("hlcov",), value=2),
        "no files": broken(good, path=("files",), value={}),
        "a file that is a number": broken(good, path=("files", 0), value=7),
        "a status that is not known": broken(good, path=(*first, "status"), value="perhaps"),
        "a text that is a list": broken(good, path=(*first, "text"), value=[]),
        "an id of another function": broken(good, path=(*first, "id"), value="main.c:other:0:FC:entry"),
        "a criterion that is none": broken(good, path=(*first, "criterion"), value="NONE"),
        "an odd criterion": broken(good, path=("criteria", 0, "name"), value="\u001b[2J"),
        "too deep": "{" + '"a":[' * 100000,
        "a line that is text": broken(good, path=(*first, "line"), value="7"),
    }
    for name, text in texts.items():
        project.write("bad.json", text)
        done = project.try_hlcov("compare", "bad.json", "after")
        if done.returncode != 1 or "bad.json: it is not a report" not in done.stderr or done.stdout:
            yield "%s: status %d, %s%s" % (name, done.returncode, done.stdout[:200], done.stderr)
    for arguments in ((), ("before.json",), ("before.json", "after", "after"), ("before.json", "nowhere"),
                      ("--json=-", "--markdown=-", "before.json", "after")):
        if project.try_hlcov("compare", *arguments).returncode != 1:
            yield "accepted: %s" % (arguments,)


def damaged(text, source):
    """The text with a piece of it cut out, or put in once more, or bytes replaced."""
    at, size = source.randrange(len(text)), source.choice((1, 1, 7, 300))
    return source.choice((text[:at] + text[at + size:], text[:at] + text[at:at + size] + text[at:],
                          text[:at] + source.choice('0"{}[]:,-') + text[at + 1:]))


def damage_faults(project):
    """Whatever is in the file: it is compared or refused."""
    text, source = project.read("before.json"), random.Random(5)
    for _ in range(80):
        project.write("damaged.json", damaged(text, source))
        done = project.try_hlcov("compare", "-q", "--json", "out.json", "damaged.json", "before.json")
        if done.returncode not in (0, 1) or bool(done.stderr) != (done.returncode == 1):
            yield "status %d: %s" % (done.returncode, done.stderr)
            os.rename(project.path("damaged.json"), project.path("kept.json"))


with tempfile.TemporaryDirectory() as top:
    project = make(top)
    document = compare(project, "before.json", "after")
    tap.point("a report and data of a newer revision", kept(project, ("before.json", "after")))
    project.hlcov("report", "-q", "--json", "after.json", "after")
    tap.point("two reports", kept(project, ("before.json", "after.json")))
    tap.point("counts add up", count_faults(document))
    tap.point("compare.schema.json", schema_faults(document))
    tap.point("the text", word_faults(project))
    tap.point("texts that name lines", flow_faults(project))
    tap.point("suites", suite_faults(project))
    tap.point("selections of criteria", selection_faults(project))
    tap.point("a file that was renamed", moved_faults(project))
    tap.point("--fail-on-lost", gate_faults(project))
    tap.point("excluded and infeasible", excluded_faults(project))
    tap.point("page and summary", page_faults(project))
    tap.point("causes of changes", cause_faults(os.path.join(top, "causes")))
    tap.point("the spelling of the source", spelling_faults(os.path.join(top, "spelled")))
    tap.point("files that are damaged", damage_faults(project))
    tap.point("files that are no reports", hostile_faults(project))
tap.finish()
