#!/usr/bin/python3
"""The pages of files list every objective of the JSON once, with its status, its HTOL and the vectors that it lacks:
rows hold many, and the HTOL of decisions is on pages of its own."""
import html
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
CLASSES = {"covered": "c", "uncovered": "u", "excluded": "x", "infeasible": "i", "unmeasured": "m"}
# A line; the name of a function; a row with what, why and where; what is said beside a line.
ROW = re.compile(r"<li id=L(?P<line>\d+)(?: class=(?P<mark>.))?>|<dt class=of>(?P<function>[^<]*) <|"
                 r"<dt class=(?P<status>.) id=[LR.0-9]+[^>]*>(?P<list>[^<\n]*)(?P<rest>.*)|"
                 r"<small>(?P<brief>[A-Z][^<]*: .*); :\d+.*</small>\n")
FORM = re.compile(r"id=h(\d+)>|<tr><th>([^<]*)<td>([^<]*)\n")


def place_in(decision, text):
    """Of a decision, "d2": `c1=T`, `d=T`, `TF`."""
    return decision + (text[1:] if text.startswith("d=") else ("." if text[0] == "c" else ":") + text)


class Pages:
    """What the pages say of objectives: {(where, criterion, place): [(status, the rest of the row)]}, where being
    "path:line", or a function if a row names it. `all` has what stands for all of a decision: {(where, decision):
    [(criteria for which it does not, status, the rest)]}; `links` the addresses of decisions' HTOL."""

    def __init__(self, directory):
        self.directory, self.found, self.all, self.links, self.forms = directory, {}, {}, {}, {}
        for name in sorted(os.listdir(directory)):
            with open(os.path.join(directory, name), encoding="utf-8") as file:
                if name.endswith(".html") and ".src." in name:
                    self.read(file.read(), name.split(".src.")[0])
                elif name.startswith("htol"):
                    self.read_forms(file.read())

    def read(self, text, path):
        where = mark = decision = None
        for row in ROW.finditer(text):
            if row["line"]:
                where, mark, decision = path + ":" + row["line"], row["mark"], None
            elif row["function"]:
                where, decision = html.unescape(row["function"]), None
            elif row["brief"]:
                *items, htol = html.unescape(row["brief"]).split("; ")
                self.add(where, None, items, (mark, "<dd>" + htol))
            else:
                found = re.search(r" d(\d+) .*<a href=htol[.0-9]*html#h(\d+)>", row["rest"])
                decision = "d" + found[1] if found else None if row["rest"].count("<dd>") > 1 else decision
                if found:
                    self.links[where, decision] = found[2]
                self.add(where, decision, html.unescape(row["list"]).split("; "), (row["status"], row["rest"]))

    def add(self, where, decision, items, row):
        for item in items:
            criteria, _, places = item.partition(": ")
            if decision and criteria.split(" ")[0] == "all":
                self.all.setdefault((where, decision), []).append((criteria.split(" ")[2:], *row))
                continue
            for place in {decision} if decision and not places else {places, *places.split(" ")}:
                full = place_in(decision, place) if decision and places else place
                for criterion in criteria.split(" "):
                    self.found.setdefault((where, criterion, full), []).append(row)

    def read_forms(self, text):
        number = None
        for form in FORM.finditer(text):
            number = form[1] or number
            for item in html.unescape(form[2] or "").split("; "):
                *criteria, place = item.split(" ")
                for criterion in criteria:
                    self.forms[number, criterion, place] = html.unescape(form[3])

    def rows(self, where, criterion, place):
        site = re.match(r"d\d+", place)
        wholes = self.found.get((where, criterion, site[0]), []) if site and site[0] != place else []
        alls = self.all.get((where, site[0]), []) if site else []
        alls = [tuple(row) for but, *row in alls if criterion not in but]
        return self.found.get((where, criterion, place), []) + wholes + alls

    def htol(self, where, criterion, place, row):
        """As a row, or its decision's page, says it."""
        site = re.match(r"d\d+", place)
        form = (self.links.get((where, site[0])), criterion, "d" + place[len(site[0]):]) if site else None
        if form in self.forms:
            return self.forms[form]
        code = re.search("<dd><code>([^<]*)</code>", row)
        return html.unescape(code[1] if code else row.split("<")[1][3:])


def faults(project, pages):
    for name, entry in project.objectives("data").items():
        place = name.split(":" + entry["criterion"] + ":", 1)[1]
        line = "%s:%d" % (name.split(":")[0], entry["line"])
        where = line if pages.rows(line, entry["criterion"], place) else entry["function"]
        rows = pages.rows(where, entry["criterion"], place)
        if len(rows) != 1:
            yield "%s is in %d rows" % (name, len(rows))
            continue
        status, rest = rows[0]
        if status != CLASSES[entry["status"]]:
            yield "%s is %s, not %s" % (name, status, entry["status"])
        lacks = html.unescape(rest.split("<")[1][3:] if rest else "").split("; ")[-1]
        if " would " in lacks and not entry["why"].endswith(lacks):
            yield "%s lacks: %s, not %s" % (name, lacks, entry["why"])
        said = pages.htol(where, entry["criterion"], place, rest)
        site = re.match(r"d(\d+)", place)
        wanted = entry["htol"]
        if wanted and site and said not in (wanted, wanted.replace("decision " + site[1], "decision")):
            yield "%s: %s, not %s" % (name, said, wanted)


# Of which much is asked: decisions of many conditions, all of them different, and one of very many.
LARGE = "\n".join("int f%d(unsigned a) { return %s; }" % (
    count, " || ".join("(a >> %d & 1 && a != %d)" % (i % 32, 1000 + i) for i in range(count))) for count in
    (*range(5, 25), 70)) + "\nint main(int argc, char **argv) { return f24(argc) == f70(argc) + !argv; }\n"


def faults_of_large(directory):
    """No page is over 2 MB, and what is on no page is told; links lead to what is there."""
    anchors, links = set(), set()
    for name in sorted(os.listdir(directory)):
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            text = file.read()
        if len(text) > 2 << 20:
            yield "%s has %d bytes" % (name, len(text))
        anchors.update((name, number) for number in re.findall(r" id=h(\d+)>", text))
        links.update(re.findall(r"<a href=(htol[.0-9]*html)#h(\d+)>", text))
    if not links or links - anchors:
        yield "links to nothing: %s of %d" % (sorted(links - anchors), len(links))
    if len({name for name, _ in anchors}) < 2:
        yield "there is one page of HTOL alone"


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
        tap.point(sample + ": every objective is in one row, with its status and HTOL",
                  list(faults(project, Pages(project.path("html"))))[:20])
    tap.finish()
