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
ROW = re.compile(r'data-f="(?P<function>[^"]*)"|<tr class=(?P<status>.)[^>\n]*><td>(?P<list>[^<]*)<td>(?P<rest>.*)')
FORM = re.compile(r"id=h(\d+)>|<tr><th>([^<]*)<td><code>([^<]*)</code>")


def places_of(text):
    """Of `d2.c1=T .c1=F`: behind the first place its decision is left out. A place with a blank stands alone."""
    site = re.match(r"d\d+(?=[.=:])", text)
    return [(site[0] if site and place[0] in ".=:" else "") + place for place in text.split(" ")]


class Pages:
    """What the pages say of objectives: {(function, criterion, place): [(status, the rest of the row)]}; `links` has
    the address of a decision's HTOL."""

    def __init__(self, directory):
        self.directory, self.found, self.links, self.forms = directory, {}, {}, {}
        for name in sorted(os.listdir(directory)):
            with open(os.path.join(directory, name), encoding="utf-8") as file:
                if name.endswith(".html") and ".src." in name:
                    self.read(file.read())
                elif name.startswith("htol"):
                    self.read_forms(file.read())

    def read(self, text):
        function = ""
        for row in ROW.finditer(text):
            if row["function"] is not None:
                function = html.unescape(row["function"])
                continue
            link = re.search(r"<a href=htol[.0-9]*html#h(\d+)>", row["rest"])
            for item in html.unescape(row["list"]).split("; "):
                criteria, places = item.split(": ", 1)
                for criterion in criteria.split(" "):
                    for place in {places, *places_of(places)}:
                        self.found.setdefault((function, criterion, place), []).append((row["status"], row["rest"]))
                if link:
                    self.links[function, re.match("d[0-9]+", places)[0]] = link[1]

    def read_forms(self, text):
        number = None
        for form in FORM.finditer(text):
            number = form[1] or number
            for item in html.unescape(form[2] or "").split("; "):
                *criteria, place = item.split(" ")
                for criterion in criteria:
                    self.forms[number, criterion, place] = html.unescape(form[3])

    def rows(self, function, criterion, place):
        site = re.match(r"d\d+", place)
        wholes = self.found.get((function, criterion, site[0]), []) if site and site[0] != place else []
        return self.found.get((function, criterion, place), []) + wholes

    def htol(self, function, criterion, place, row):
        """As a row, or its decision's page, says it."""
        site = re.match(r"d\d+", place)
        form = (self.links.get((function, site[0])), criterion, "d" + place[len(site[0]):]) if site else None
        if form in self.forms:
            return self.forms[form]
        code = re.search("<code>([^<]*)</code>", row)
        return html.unescape(code[1] if code else row.split("<")[0])


def faults(project, pages):
    for name, entry in project.objectives("data").items():
        place = name.split(":" + entry["criterion"] + ":", 1)[1]
        rows = pages.rows(entry["function"], entry["criterion"], place)
        if len(rows) != 1:
            yield "%s is in %d rows" % (name, len(rows))
            continue
        status, rest = rows[0]
        if status != CLASSES[entry["status"]]:
            yield "%s is %s, not %s" % (name, status, entry["status"])
        lacks = html.unescape(rest.split("<")[0]).split("; ")[-1]
        if " would " in lacks and not entry["why"].endswith(lacks):
            yield "%s lacks: %s, not %s" % (name, lacks, entry["why"])
        said = pages.htol(entry["function"], entry["criterion"], place, rest)
        site = re.match(r"d(\d+)", place)
        wanted = entry["htol"]
        if wanted and site and said not in (wanted, wanted.replace("decision " + site[1], "decision")):
            yield "%s: %s, not %s" % (name, said, wanted)


with tempfile.TemporaryDirectory() as top:
    for sample in ("own", "calendar", "ring"):
        project = Project(os.path.join(top, sample))
        if sample == "own":
            project.write("main.c", SOURCE)
            project.build()
            project.test("one")
            project.test("two", "two")
        else:
            shutil.copytree(os.path.join(tap.top_srcdir, "samples", sample), project.directory)
            project.attempt("make", "-s", "test", "CC=%s cc --criteria=all gcc" % tap.hlcov)
        project.attempt(tap.hlcov, "report", "-q", "--html=html", "data")
        tap.point(sample + ": every objective is in one row, with its status and HTOL",
                  list(faults(project, Pages(project.path("html"))))[:20])
    tap.finish()
