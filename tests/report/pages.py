#!/usr/bin/python3
"""The pages of files list every objective of the JSON once behind "details", with its status and, if it is missing, its
HTOL; lines without details say by their marks what is true of all of them. The HTOL of decisions is on pages of its
own."""
import html
import itertools
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

# Decisions alike and unlike: of one condition, repeated ones, one over the cap, one over several lines, by a macro.
SOURCE = """\
#define BOTH(a, b) ((a) && (b))
#define MANY(x) x(0) || x(1) || x(2) || x(3) || x(4) || x(5) || x(6) || x(7) || x(8) || x(9) || x(10) || x(11)
#define BIT(n) (a >> n & 1 && c)
static int never(int a, int b)
{
    if (a)
        return 1;
    if (a && b)
        return 2;
    return 3;
}
int main(int argc, char **argv)
{
    int a = argc, b = argc > 1, c = argv != 0;
    if (a == 2) b++;
    if (b == 2 && c)
        c++;
    if (BOTH(a, b) || a)
        c++;
    if (a == 1 &&
        b && (c ||
              a))
        c += never(a, b);
    for (int i = 0; i < a; i++)
        c += BOTH(a, b) ? 1 : 2;
    if (MANY(BIT))
        c++;
    switch (c) { case 1: return 0; default: return c && 0; }
}
"""
ROW = re.compile(r"^<tr id=L(?P<line>\d+)(?: class=(?P<mark>\"[^\"]*\"|\w+))?"
                 r"(?: data-fn=\"(?P<function>[^\"]*)\")?>", re.M)
LISTED = re.compile(r"^(uncovered|covered|excluded|impossible|unmeasured) +(.*)$", re.M)
FORM = re.compile(r"<tr><th>([^<]*)<td>([^<]*)\n")
MARKS = {"covered": "c", "uncovered": "u", "excluded": "x", "infeasible": "i", "unmeasured": "m"}


class Pages:
    """What the pages say: `listed` {(path, function, criterion, place): [(line, status)]} behind "details", `htol` the
    same keys to what is written there, `links` {(path, function, decision): form}, `forms` {(form, criterion, place):
    HTOL}, `marks` {(path, line): letter of its mark}."""

    def __init__(self, directory):
        self.listed, self.htol, self.links, self.forms, self.marks = {}, {}, {}, {}, {}
        for name in sorted(os.listdir(directory)):
            with open(os.path.join(directory, name), encoding="utf-8") as file:
                if name.endswith(".html") and ".src." in name:
                    self.read(file.read(), name.split(".src.")[0])
                elif name.startswith("htol"):
                    self.read_form(name, file.read())

    def read(self, text, path):
        function, rows = "", list(ROW.finditer(text))
        for row, after in zip(rows, rows[1:] + [None]):
            function = html.unescape(row["function"]) if row["function"] is not None else function
            marks = (row["mark"] or "").strip('"').split(" ")
            self.marks[path, int(row["line"])] = next((mark for mark in marks if mark in "cpuxim" and mark), "")
            body = text[row.end():after.start() if after else len(text)]
            told = re.split(r"<p class=of>in <code>([^<]*)</code></p>", body)
            for name, part in [(function, told[0])] + list(zip(told[1::2], told[2::2])):
                self.read_panel(path, html.unescape(name), int(row["line"]), part)

    def read_panel(self, path, function, line, part):
        pre = re.search(r"<pre>(.*?)</pre>", part, re.S)
        if not pre:
            return
        for found in re.finditer(r"<a href=(htol\.[0-9a-f]+\.html)>HTOL of (d\d+)</a>", pre[1]):
            self.links[path, function, found[2]] = found[1]
        for status, ids in LISTED.findall(html.unescape(pre[1])):
            status = status.replace("impossible", "infeasible")
            for group in ids.strip().split("  "):
                criteria, _, places = group.partition(": ")
                for key in itertools.product([path], [function], criteria.split(" "), places.split(", ")):
                    self.listed.setdefault(key, []).append((line, status))
        for words in html.unescape(pre[1]).split("\n"):
            found = re.match(r"(\S+) (.*?)   (.*)$", words)
            if found:
                self.htol[path, function, found[1], found[2]] = found[3]

    def read_form(self, name, text):
        for form in FORM.finditer(text):
            for item in html.unescape(form[1]).split("; "):
                *criteria, place = item.split(" ")
                for criterion in criteria:
                    self.forms[name, criterion, place] = html.unescape(form[2])

    def said(self, path, function, criterion, place):
        """The HTOL of an objective; None if the pages leave it out."""
        site = re.match(r"d\d+", place)
        form = (self.links.get((path, function, site[0])), criterion, "d" + place[len(site[0]):]) if site else None
        return self.forms.get(form) or self.htol.get((path, function, criterion, place))


def faults(project, pages):
    for name, entry in project.objectives("data").items():
        path, criterion = name.split(":")[0], entry["criterion"]
        place = name.split(":" + criterion + ":", 1)[1]
        key = path, entry["function"], criterion, place
        listed = pages.listed.get(key, [])
        if len(listed) > 1:
            yield "%s is listed %d times" % (name, len(listed))
        if listed and listed[0][1] != entry["status"]:
            yield "%s is %s, not %s" % (name, listed[0][1], entry["status"])
        if not listed:
            # Without a panel the mark says it: of lines that never ran, and of statements alone.
            mark = pages.marks.get((path, entry["line"]))
            if entry["status"] == "covered" and (mark != "c" or criterion not in ("STMT", "BBC", "FC")):
                yield "%s is covered, and its line has mark %s" % (name, mark)
            if entry["status"] == "uncovered" and mark != "u":
                yield "%s is uncovered, and its line has mark %s" % (name, mark)
            continue
        said, site = pages.said(*key), re.match(r"d(\d+)", place)
        wanted = entry["htol"]
        if entry["status"] == "uncovered" and wanted and criterion not in ("STMT", "BBC", "FC", "BC"):
            plain = wanted.replace("decision " + site[1], "decision") if site else wanted
            if said not in (wanted, plain):
                yield "%s: %s, not %s" % (name, said, wanted)


# Of which much is asked: decisions of many conditions, all of them different, and one of very many.
LARGE = "\n".join("int f%d(unsigned a) { return %s; }" % (
    count, " || ".join("(a >> %d & 1 && a != %d)" % (i % 32, 1000 + i) for i in range(count))) for count in
    (*range(5, 25), 70)) + "\nint main(int argc, char **argv) { return f24(argc) == f70(argc) + !argv; }\n"


def faults_of_large(directory):
    """No page is over 2 MB, and what is on no page is told; links lead to what is there."""
    pages, links = set(os.listdir(directory)), set()
    for name in sorted(pages):
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            text = file.read()
        if len(text) > 2 << 20:
            yield "%s has %d bytes" % (name, len(text))
        links.update(re.findall(r"<a href=(htol[^>]*)>", text))
    if len(links) < 2 or links - pages:
        yield "links to nothing: %s of %d" % (sorted(links - pages), len(links))


with tempfile.TemporaryDirectory() as top:
    project = Project(os.path.join(top, "large"))
    project.write("main.c", LARGE)
    project.build(criteria="CC,RACC,2-CC")
    project.test("")
    project.hlcov("report", "-q", "--html=html", "data")
    tap.point("large decisions make no large pages", list(faults_of_large(project.path("html"))))
    for sample in ("own", "own without tests", "calendar", "ring"):
        project = Project(os.path.join(top, sample))
        if sample.startswith("own"):
            project.write("main.c", SOURCE)
            project.build()
            project.test("one" if sample == "own" else "")
            project.test("two" if sample == "own" else "", "two")
        else:
            shutil.copytree(os.path.join(tap.top_srcdir, "samples", sample), project.directory)
            project.attempt("make", "-s", "test", "CC=%s cc --criteria=all gcc" % tap.hlcov)
        project.attempt(tap.hlcov, "report", "-q", "--html=html", "data")
        tap.point(sample + ": every objective is listed once, with its status and HTOL",
                  list(faults(project, Pages(project.path("html"))))[:20])
    tap.finish()
