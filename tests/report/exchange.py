#!/usr/bin/python3
"""Formats of other tools: each is read by a program that is not ours, or by its grammar, and its numbers are those of
the JSON report. Of the sample project, whose names are hostile, and of the sample calendar."""
import collections
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

HERE = os.path.dirname(os.path.abspath(__file__))


def run(*arguments, directory=None):
    return subprocess.run(arguments, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)


def faults_of(done):
    return [done.stdout or "exit status %d" % done.returncode] if done.returncode else []


class Project:
    """Reports of a project in all formats, and what its JSON says."""

    def __init__(self, name, directory, arguments):
        self.name, self.directory = name, directory
        self.arguments = arguments
        wanted = ["--json=report.json", "--lcov=lcov.info", "--lcov-mcdc=mcdc.info", "--cobertura=cobertura.xml",
                  "--sonarqube=sonarqube.xml", "--sarif=report.sarif", "--github=github.txt", "--sqlite=report.sqlite",
                  "--badge=badge.svg", "--badge=cacc=cacc.json", "--badge-label=a & b", "--uncovered=uncovered.txt"]
        tap.point("%s: reports are written" % name, faults_of(self.report("-q", *wanted)))
        self.document = json.loads(self.text("report.json"))

    def report(self, *options):
        return run(tap.hlcov, "report", *options, *self.arguments, directory=self.directory)

    def path(self, name):
        return os.path.join(self.directory, name)

    def text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def objectives(self, *criteria):
        return [(o.get("path", file["path"]), o) for file in self.document["files"] for o in file["objectives"]
                if o["criterion"] in criteria and o["status"] in ("covered", "uncovered")]

    def lines(self):
        """Of each path and line with statements: whether one of them was reached."""
        lines = collections.defaultdict(bool)
        for path, objective in self.objectives("STMT"):
            lines[path, objective["line"]] |= objective["status"] == "covered"
        return lines


# ---- lines ----

def missing_lines(project, found):
    """`found`: (path, line): reached. Lines where only decisions begin are more."""
    for place, reached in project.lines().items():
        if found.get(place) != reached:
            yield "%s:%d: reached is %s, not %s" % (*place, found.get(place), reached)


def lcov_lines(project, name):
    lines, path = {}, ""
    for record in project.text(name).splitlines():
        kind, _, rest = record.partition(":")
        if kind == "SF":
            path = rest
        elif kind == "DA":
            line, count = rest.split(",")
            lines[path, int(line)] = count != "0"
    return lines


def try_lcov(project):
    for name in "lcov.info", "mcdc.info":
        tap.point("%s: lines of %s" % (project.name, name), missing_lines(project, lcov_lines(project, name)))
        done = run("genhtml", "--branch-coverage", "-o", "genhtml-" + name, name, directory=project.directory)
        complaints = [line for line in done.stdout.splitlines() if re.search("warning|error", line, re.I)]
        tap.point("%s: genhtml reads %s" % (project.name, name), faults_of(done) + complaints)
    text = project.text("mcdc.info")
    taken = {status: len(re.findall(r"^MCDC:\d+,\d+,t,%d,\d+,.+$" % status, text, re.M)) for status in (0, 1)}
    wanted = collections.Counter(o["status"] == "covered" for _, o in project.objectives("CACC"))
    tap.point("%s: conditions" % project.name,
              [] if taken == {0: wanted[False], 1: wanted[True]} else ["%s, not %s" % (taken, wanted)])


def try_sums(project):
    """The sums that a tracefile tells of itself, of branches and functions too."""
    text = project.text("lcov.info")
    sums = {kind: sum(map(int, re.findall("^%s:(.*)$" % kind, text, re.M))) for kind in ("BRF", "BRH", "FNF", "FNH")}
    branches, functions = project.objectives("BC"), project.objectives("FC")
    wanted = {"BRF": len(branches), "BRH": sum(o["status"] == "covered" for _, o in branches),
              "FNF": len(functions), "FNH": sum(o["status"] == "covered" for _, o in functions)}
    tap.point("%s: sums" % project.name, [] if sums == wanted else ["%s, not %s" % (sums, wanted)])


def try_cobertura(project):
    done = run("xmllint", "--noout", "--nonet", "--dtdvalid", os.path.join(HERE, "cobertura-04.dtd"),
               project.path("cobertura.xml"))
    tap.point("%s: Cobertura is valid" % project.name, faults_of(done))
    found, document = {}, xml.parse(project.path("cobertura.xml")).getroot()
    for node in document.iter("class"):
        for line in node.find("lines"):
            found[node.get("filename"), int(line.get("number"))] = line.get("hits") != "0"
    tap.point("%s: lines of Cobertura" % project.name, missing_lines(project, found))
    counted = [int(document.get(key)) for key in ("lines-valid", "lines-covered")]
    tap.point("%s: its sums" % project.name,
              [] if counted == [len(found), sum(found.values())] else ["%s of %d" % (counted, len(found))])


def try_sonarqube(project):
    done = run("xmllint", "--noout", "--nonet", "--schema", os.path.join(HERE, "sonarqube.xsd"),
               project.path("sonarqube.xml"))
    tap.point("%s: SonarQube's is valid" % project.name, faults_of(done))
    found = {(file.get("path"), int(line.get("lineNumber"))): line.get("covered") == "true"
             for file in xml.parse(project.path("sonarqube.xml")).getroot() for line in file}
    tap.point("%s: lines of SonarQube's" % project.name, missing_lines(project, found))


# ---- objectives ----

WIDE = """\
int f(int a, int b)
{
    /* \u00e9 */ if (a) /* \U0001d11e, and */ b++; /* \u20ac */ if (b) return 1;
    const char *text = "\udcff"; return text[a];
}
int main(int argc, char **argv) { (void)argv; return argc > 7 ? f(0, argc) : 0; }
"""


ODD = ("#include <string.h>\nint main(int argc, char **argv) { (void)argc; "
       "if (strcmp(argv[0], \"a\\\\b \\\"c\\\" \x01 \x7f \t \u00e9 \udcff\") == 0) return 1; return 0; }\n")


def odd_faults(project):
    """The one decision has in JSON the text that stands in the source; what is no UTF-8 is replaced."""
    line = ODD.splitlines()[1]
    wanted = line[line.index("strcmp"):line.index(") return 1")].replace("\udcff", "\ufffd")
    texts = {objective["text"] for _, objective in project.objectives("DC")}
    return [] if texts == {wanted} else ["%r, not %r" % (texts, wanted)]


def utf16_columns(project):
    """Of each objective, by key and line: its column in code units of UTF-16; None if its text is not known."""
    for file in project.document["files"]:
        lines = []
        if file["source"] == "ok":
            with open(os.path.join(project.directory, file["path"]), "rb") as source:
                lines = source.read().split(b"\n")
        for objective in file["objectives"]:
            place, column = (objective["id"], objective["line"]), None
            if 0 < objective["line"] <= len(lines):
                before = lines[objective["line"] - 1][:max(objective["column"], 1) - 1]
                column = len(before.decode("utf-8", "replace").encode("utf-16-le")) // 2 + 1
            yield place, column


def cause_faults(results):
    """A cause is one result: no two say the same at one place of one function."""
    known = set()
    for result in results:
        function = result["partialFingerprints"]["objective/v1"].rsplit(":", 2)[0]
        key = function, json.dumps(result["locations"]), result["message"]["text"]
        if key in known:
            yield "a second result for %s" % (key,)
        known.add(key)


def sarif_faults(project):
    columns = dict(utf16_columns(project))
    document = json.loads(project.text("report.sarif"))
    [only] = document["runs"]
    rules = [rule["id"] for rule in only["tool"]["driver"]["rules"]]
    found, objectives = collections.Counter(), 0
    for result in only["results"]:
        if rules[result["ruleIndex"]] != result["ruleId"]:
            yield "rule %d is not %s" % (result["ruleIndex"], result["ruleId"])
        place = result["locations"][0]["physicalLocation"]
        if not re.fullmatch(r"[A-Za-z0-9._~/%-]+", place["artifactLocation"]["uri"]):
            yield "no reference: " + place["artifactLocation"]["uri"]
        key = result["partialFingerprints"]["objective/v1"], place["region"]["startLine"]
        found[key] += 1
        objectives += result["properties"]["objectives"]
        if place["region"].get("startColumn") != columns.get(key):
            yield "%s:%d: column %s, not %s" % (*key, place["region"].get("startColumn"), columns.get(key))
    wanted = collections.Counter((o["id"], o["line"]) for file in project.document["files"] for o in file["objectives"]
                                 if o["status"] == "uncovered" and o["criterion"] != "USER")
    if found - wanted or objectives != wanted.total():
        yield "%d of %d objectives, %s" % (objectives, wanted.total(), found - wanted)
    yield from cause_faults(only["results"])
    if document["version"] != "2.1.0":
        yield document["version"]


def github_faults(project):
    """At most ten warnings, one for each line, in which nothing ends a property or a command early."""
    lines = project.text("github.txt").splitlines()
    command = re.compile(r"::warning file=[^,:]+,line=\d+,col=\d+,title=not covered::\S.*|"
                         r"::notice title=not covered::\d+ more lines")
    yield from (line for line in lines if not command.fullmatch(line))
    uncovered = {(o.get("path", file["path"]), o["line"]) for file in project.document["files"]
                 for o in file["objectives"] if o["status"] == "uncovered"}
    warnings = len([line for line in lines if "::warning" in line])
    if not min(1, len(uncovered)) <= warnings <= min(10, len(uncovered)):
        yield "%d lines of %d" % (len(lines), len(uncovered))


def database_faults(project):
    with sqlite3.connect(project.path("report.sqlite")) as database:
        for name, criterion in project.document["totals"].items():
            [(wanted, covered)] = database.execute(
                "SELECT coalesce(sum(wanted), 0), coalesce(sum(covered), 0) FROM scores WHERE criterion = ?", (name,))
            if (wanted, covered) != (criterion["objectives"] - criterion["excluded"] - criterion["infeasible"],
                                     criterion["covered"]):
                yield "%s: %d of %d" % (name, covered, wanted)
        rows = set(database.execute("SELECT key, status, why FROM objectives"))
        told = {(o["id"], o["status"], o["why"]) for file in project.document["files"] for o in file["objectives"]}
        if rows != told:
            yield "objectives differ: %s" % list(rows ^ told)[:3]
        yield from (str(row) for row in database.execute("PRAGMA foreign_key_check"))


# ---- badges and gates ----

def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def percent(totals):
    wanted = totals["objectives"] - totals["excluded"] - totals["infeasible"]
    if wanted == 0:
        return "n/a"
    tenths = totals["covered"] * 1000 // wanted
    return "100%" if tenths == 1000 else "%d.%d%%" % divmod(tenths, 10)


def badge_faults(project):
    totals = project.document["totals"]
    endpoint = json.loads(project.text("cacc.json"))
    if sorted(endpoint) != ["color", "label", "message", "schemaVersion"] or endpoint["schemaVersion"] != 1:
        yield "keys: %s" % endpoint
    if (endpoint["label"], endpoint["message"]) != ("a & b", percent(totals["CACC"])):
        yield "it says %s" % endpoint
    picture = xml.parse(project.path("badge.svg")).getroot()
    texts = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    if texts != ["a & b", percent(totals["STMT"])]:
        yield "it shows %s" % texts
    for colour in re.findall('fill="(#[0-9a-f]{6})"', project.text("badge.svg")) + [endpoint["color"]]:
        if 1.05 / (luminance(colour) + 0.05) < 4.5:
            yield "white on %s cannot be read" % colour


# The name that tiles have, and the gate as it was given, without needless zeros.
GATE = re.compile(r"hlcov report: statements \d+\.\d% \(\d+ of \d+\), under \d+(\.\d*[1-9])?%\n")


def gate_faults(project):
    totals = project.document["totals"]["STMT"]
    exact = 100 * totals["covered"] / totals["objectives"]
    for options, status in ((["--fail-under=STMT=%.3f" % (exact - 0.001)], 0),
                            (["--fail-under=STMT=%.3f" % (exact + 0.001)], 2),
                            (["--fail-under=stmt=0", "--fail-under=%.3f" % (exact + 0.001)], 2),
                            (["--fail-under=STMT=%.3f" % exact, "--criteria=dc"], 1),
                            (["--fail-under=STMT=100.001"], 1), (["--fail-under=STMT=9x"], 1),
                            (["--fail-under=STMT"], 1), (["--fail-under=NONE=3"], 1)):
        done = project.report("-q", *options)
        if done.returncode != status or (status == 2 and not GATE.fullmatch(done.stdout)):
            yield "%s: exit status %d: %s" % (options, done.returncode, done.stdout)
    done = project.report("-q", "--per-file", "--fail-under=stmt=100")
    for file in project.document["files"]:
        totals = file["totals"]["STMT"]
        if (totals["covered"] < totals["objectives"]) != ("%s: statements " % file["path"] in done.stdout):
            yield "of %s it says: %s" % (file["path"], done.stdout)


def try_project(project):
    try_lcov(project)
    try_sums(project)
    try_cobertura(project)
    try_sonarqube(project)
    tap.point("%s: SARIF" % project.name, sarif_faults(project))
    tap.point("%s: GitHub" % project.name, github_faults(project))
    tap.point("%s: SQLite" % project.name, database_faults(project))
    tap.point("%s: badges" % project.name, badge_faults(project))
    tap.point("%s: gates" % project.name, gate_faults(project))


def try_alone(project):
    """Formats of lines do not depend on what else is reported."""
    before = project.text("lcov.info")
    faults = faults_of(project.report("-q", "--criteria=dc", "--lcov=again.info"))
    tap.point("%s: lines are written whatever is reported" % project.name,
              faults or ([] if project.text("again.info") == before else ["they differ"]))


def try_refusals(project):
    for options, words in ((["--sqlite=/dev/null"], "regular file"),
                           (["--sqlite=missing/a.sqlite"], "missing/a.sqlite"),
                           (["--badge=a.png"], "a badge is"), (["--badge=cacc=a"], "a badge is")):
        done = project.report("-q", *options)
        good = done.returncode == 1 and words in done.stdout
        tap.point("%s: %s is refused" % (project.name, options[0]), [] if good else [done.stdout])
    unmeasured = project.report("-q", "--fail-on-unmeasured")
    tap.point("%s: objectives that were not measured fail a gate" % project.name,
              [] if unmeasured.returncode == 2 and "FC: 1 objectives" in unmeasured.stdout else [unmeasured.stdout])


def built(name, text, top):
    """The project of one program, which ran once."""
    directory = os.path.join(top, name)
    os.mkdir(directory)
    with open(os.path.join(directory, name + ".c"), "w", encoding="utf-8", errors="surrogateescape") as source:
        source.write(text)
    tap.point("%s characters: are built" % name, faults_of(
        run(tap.hlcov, "cc", "gcc", "-o", name, name + ".c", directory=directory)) +
        faults_of(run("./" + name, directory=directory)))
    return Project(name + " characters", directory, [])


# Two functions include the same text in their middle, b.inc; c.c lies behind it, and is included in another one's.
INCLUDING = {"a.c": 'int f(int n)\n{\n#include "b.inc"\n    return n;\n}\n',
             "b.inc": "    if (n > 1)\n        n--;\n",
             "c.c": "#ifdef MIDDLE\n    n += 3;\n#else\nint h(int n)\n{\n    return n + 1;\n}\n#endif\n",
             "d.c": 'int f(int);\nint h(int);\n#define MIDDLE\nint main(int n, char **v)\n{\n    (void)v;\n'
                    '#include "b.inc"\n#include "c.c"\n    return f(n) + h(n) == 0;\n}\n'}


def included_faults(directory):
    """Lines of a text that functions of other files have are lines of that text; files are in order all the same."""
    os.mkdir(directory)
    for name, text in INCLUDING.items():
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text)
    yield from faults_of(run(tap.hlcov, "cc", "gcc", "-o", "p", "a.c", "c.c", "d.c", directory=directory))
    run("./p", directory=directory)
    project = Project("included text", directory, [])
    text = project.text("lcov.info")
    found = [(record.split("\n", 1)[0], re.findall("^DA:(.*)$", record, re.M)) for record in text.split("SF:")[1:]]
    wanted = [("a.c", ["4,1"]), ("b.inc", ["1,1", "2,1"]), ("c.c", ["2,1", "6,1"]), ("d.c", ["6,1", "9,1"])]
    if found != wanted or text.count("BRDA:1,") != 4:
        yield text
    yield from missing_lines(project, lcov_lines(project, "mcdc.info"))


with tempfile.TemporaryDirectory() as top:
    run(os.path.join(tap.top_builddir, "tests/golden/make_input"), top)
    hostile = Project("hostile names", top, ["-r", ".", "data"])
    try_project(hostile)
    try_alone(hostile)
    try_refusals(hostile)
    calendar = os.path.join(top, "calendar")
    shutil.copytree(os.path.join(tap.top_srcdir, "samples/calendar"), calendar)
    tap.point("calendar: is built", faults_of(run("make", "test", "CC=%s cc gcc" % tap.hlcov, directory=calendar)))
    try_project(Project("calendar", calendar, []))
    tap.point("wide characters: SARIF", sarif_faults(built("wide", WIDE, top)))
    tap.point("lines of included text", included_faults(os.path.join(top, "included")))
    tap.point("odd characters: JSON", odd_faults(built("odd", ODD, top)))
    tap.finish()
