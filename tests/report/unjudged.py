#!/usr/bin/python3
"""Objectives that cannot be judged are named, with the reason, in text, HTML, Markdown, JSON and in the list of what is
missing; not which ones there are."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

PROGRAM = """\
static _Atomic int cell;
static int none;
static int all;
static int count(void) { return ++all; }
int open(void);
int open(void) { return all >= count(); }
int closed(void);
int closed(void) { return cell > none; }
int main(void) { return open() + closed() > 4; }
"""
ORDER = "C leaves the order of evaluation open: its left operand may change before it is read"
PLACE = "nothing may be inserted into its text"
LINES = ["main.c:6:25: in open: ROR, LIMIT, RB all >= count(): " + ORDER,
         "main.c:6:25: in open: ABS, UOI, AOIU all: " + ORDER,
         "main.c:8:27: in closed: ROR, LIMIT, RB cell > none: " + PLACE]


# What the overview says: a sentence for each reason with links, then places and criteria.
LINK = '<a href="main.c.src.html#L%d">main.c:%d</a>'
INDEX = ["<li>2 places: %s (%s)<details" % (ORDER, LINK % (6, 6)),
         "<li>1 place: the compiler must see the text as it was written (%s)<details" % LINK % (8, 8),
         "<li>%s in <code>open</code>: <code>all >= count()</code>: ROR, LIMIT, RB\n" % LINK % (6, 6),
         "<li>%s in <code>closed</code>: <code>cell > none</code>: ROR, LIMIT, RB\n" % LINK % (8, 8)]


def missing(text, parts):
    for part in parts:
        if part not in text:
            yield "no %r in\n%s" % (part, text)


def json_faults(project):
    found = {(o["criterion"], o["line"]): o["why"] for o in project.objectives("--criteria=all").values()
             if o["status"] == "unmeasured"}
    for key, why in {("ROR", 6): ORDER, ("ABS", 6): ORDER, ("UOI", 6): ORDER, ("ROR", 8): PLACE}.items():
        if found.get(key) != why:
            yield "%s: %r" % (key, found.get(key))


with tempfile.TemporaryDirectory() as directory:
    project = Project(directory)
    project.write("main.c", PROGRAM)
    project.build()
    project.test(None)
    text = project.hlcov("report", "--details", "--criteria=all")
    tap.point("text", missing(text, ["\ncannot be judged, in no score\n", *(line + "\n" for line in LINES)]))
    tap.point("JSON", json_faults(project))
    listed = project.hlcov("report", "--criteria=all", "--uncovered", "-")
    tap.point("what is missing", missing(listed, ["main.c:6:25: ROR all >= count(): cannot be judged: " + ORDER,
                                                  "main.c:8:27: RB cell > none: cannot be judged: " + PLACE]))
    marked = project.hlcov("report", "--criteria=all", "--markdown", "-").replace("\n    ", " ").replace("\\", "")
    tap.point("Markdown", missing(marked, ["<summary>Cannot be judged, in no score</summary>", LINES[0]]))
    project.hlcov("report", "-q", "--criteria=all", "--html", "pages")
    tap.point("HTML, index", missing(project.read("pages/index.html"), INDEX))
    tap.point("HTML, page", missing(project.read("pages/main.c.src.html"), ["<p>" + ORDER, "<p>" + PLACE]))
    tap.finish()
