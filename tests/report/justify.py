#!/usr/bin/python3
"""What comments exclude from scores, and claims that tests disprove: of a small program, in every format."""
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

PROGRAM = """\
#include <stdlib.h>

static int pick(int a, int b)
{
    //! justify logic `b > 0` false: whoever calls has **checked** `b`,
    //! see <https://example.org/b>.
    if (a > 0 && b > 0)
        return 1;
    switch (a) { // LCOV_EXCL_BR_LINE
    case 0: return 2;
    case -1: return 3;
    }
    if (a < -100) { /* LCOV_EXCL_START */
        a++;
        abort();
    } // LCOV_EXCL_STOP
    if (b == 77)
        return 5; // LCOV_UNREACHABLE_LINE
    if (a || b) //! justify MCC FF: never
        return 6;
    return 7; /*! justify STMT, BBC:
               *   - one
               *   - two
               */
}

static void unused(void) // GCOVR_EXCL_LINE
{
    exit(1);
}

int main(int argc, char **argv)
{
    if (argc > 5)
        unused();
    return pick(-argc, 1) - 3; // LCOV_EXCL_LINE
}
"""
DISPROVED = PROGRAM.replace("pick(-argc, 1) - 3", "pick(-argc - (argc > 1), argc > 1 ? 77 : 1) - 3").replace(
    "int main(int argc, char **argv)\n", "//! justify FC: it is not called\nint main(int argc, char **argv)\n").replace(
        "a++;", "a++; //! justify PPC, RTE: nothing is recorded of these\n        //! justify IC: there is none here")
FORMATS = ("json", "lcov", "github", "sarif", "sqlite", "html", "cobertura", "markdown")


def run(*arguments):
    return subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Project:
    """A program that was built and run in a directory of its own, and its reports."""

    def __init__(self, name, text, *runs, criteria="FCC"):
        os.mkdir(name)
        self.name = name
        self.source = os.path.join(name, "a.c")
        write(self.source, text)
        self.data = os.path.join(name, "data")
        program = os.path.join(name, "a")
        environment = dict(os.environ, HLCOV_DIR=os.path.abspath(self.data))
        for command in [["cc", "--criteria=" + criteria, "gcc", "-o", program, self.source]] + [
                ["run", "--test=" + test, "--", program, *arguments] for test, *arguments in runs]:
            subprocess.run([tap.hlcov, *command], env=environment, stdin=subprocess.DEVNULL)
        self.document = {}

    def path(self, name):
        return os.path.join(self.name, name)

    def report(self, *options):
        done = run(tap.hlcov, "report", "--details", *("--%s=%s" % (f, self.path(f)) for f in FORMATS),
                   *options, self.data)
        self.document = json.loads(read(self.path("json")))
        return done

    def objectives(self):
        return [o for file in self.document["files"] for o in file["objectives"]]

    def statuses(self, criterion):
        """Of each line (and vector or value) the status, and the reason of what is excluded."""
        return {(o["line"], o["id"].split(":")[-1]): o["status"] + (" " + o["why"] if o["status"] == "excluded" else "")
                for o in self.objectives() if o["criterion"] == criterion}

    def notes(self):
        return [note["message"] for note in self.document["notes"]]


def lines(text, *words):
    """Numbers of the lines that hold a word."""
    return [number for number, line in enumerate(text.splitlines(), 1) if any(word in line for word in words)]


def wrong(found, wanted):
    return [] if found == wanted else ["%r, not %r" % (found, wanted)]


def among(found, wanted):
    return ["%r is missing in %.500r" % (words, found) for words in wanted if words not in found]


CHECKED = "excluded justified in line 5: whoever calls has **checked** `b`,\nsee <https://example.org/b>."
START = "excluded LCOV_EXCL_START in line 13"


def statement_faults(project):
    found = {line: status for (line, _), status in project.statuses("STMT").items()}
    yield from wrong(found, {
        7: "covered", 8: "uncovered", 9: "covered", 10: "uncovered", 11: "covered", 13: START, 14: START, 15: START,
        17: "uncovered", 18: "excluded LCOV_UNREACHABLE_LINE", 19: "uncovered", 20: "uncovered",
        21: "excluded justified in line 21: - one\n  - two", 29: "uncovered", 34: "covered", 35: "uncovered",
        36: "excluded LCOV_EXCL_LINE"})


def logic_faults(project):
    yield from wrong(project.statuses("CC"), {
        (7, "d0.c1=T"): "uncovered", (7, "d0.c1=F"): "covered", (7, "d0.c2=T"): "uncovered", (7, "d0.c2=F"): CHECKED,
        (13, "d1.c1=T"): START, (13, "d1.c1=F"): START, (17, "d2.c1=T"): "uncovered", (17, "d2.c1=F"): "uncovered",
        (19, "d3.c1=T"): "uncovered", (19, "d3.c1=F"): "uncovered", (19, "d3.c2=T"): "uncovered",
        (19, "d3.c2=F"): "uncovered", (34, "d0.c1=T"): "uncovered", (34, "d0.c1=F"): "covered"})
    yield from wrong([status for (line, _), status in project.statuses("MCC").items() if line == 19],
                     ["excluded justified in line 19: never", "uncovered", "uncovered"])


def branch_faults(project):
    found = project.statuses("BC")
    for line in 9, 10, 11:
        yield from wrong([status for (at, _), status in found.items() if at == line], ["excluded LCOV_EXCL_BR_LINE"])
    yield from wrong([status for (at, _), status in project.statuses("FC").items() if at == 27],
                     ["excluded GCOVR_EXCL_LINE"])


def sum_faults(project):
    totals = project.document["totals"]["STMT"]
    yield from wrong([totals[key] for key in ("objectives", "covered", "excluded")], [17, 4, 6])


def text_faults(done):
    yield from wrong(done.returncode, 0)
    yield from among(done.stdout.splitlines(), [
        "STMT    statements                             4/11   36.3%  (6 excluded, 0 infeasible)",
        "excluded by comments",
        "holding/a.c:19: justify MCC FF: never (1 excluded)",
        "holding/a.c:21: justify STMT, BBC: - one - two (2 excluded)"])


def markdown_faults(project, state):
    text = read(project.path("markdown"))
    yield from among(text, ["<summary>Excluded by comments</summary>", "a.c:19: justify MCC FF: never (1 excluded)"]
                     if state == "holds" else ["error: disproved/a.c:", "(0 excluded, disproved)"])


def line_faults(project):
    """Formats that know lines and branches lack what is excluded, and nothing else."""
    text = read(project.path("lcov"))
    found = sorted(int(line[3:].split(",")[0]) for line in text.splitlines() if line.startswith("DA:"))
    yield from wrong(found, [7, 8, 9, 10, 11, 17, 19, 20, 29, 34, 35])
    yield from wrong(sorted({int(line[5:].split(",")[0]) for line in text.splitlines() if line.startswith("BRDA:")}),
                     [7, 17, 19, 34])
    yield from (["unused is a function of LCOV"] if "FN:27" in text else [])
    cobertura = read(project.path("cobertura"))
    yield from (["line 36 is in Cobertura"] if 'number="36"' in cobertura else [])


def disproof_faults(project, done):
    """Line 18 was reached, by one of two tests; main was called by both."""
    yield from wrong(done.returncode, 2)
    unreachable = ("disproved/a.c:%d: `LCOV_UNREACHABLE_LINE` is disproved: STMT (line %d) is covered by test two, "
                   "and 1 more objective is" % tuple(lines(DISPROVED, "LCOV_UNREACHABLE") * 2))
    called = "disproved/a.c:%d: `justify FC` is disproved: FC main (line %d) is covered by " % (
        lines(DISPROVED, "justify FC")[0], lines(DISPROVED, "int main")[0])
    for text in done.stderr, done.stdout:
        yield from among(text, [unreachable, called])
    found = project.statuses("STMT")
    yield from wrong([s for (line, _), s in found.items() if line in lines(DISPROVED, "LCOV_UNREACHABLE")], ["covered"])
    yield from wrong([s for (line, _), s in project.statuses("FC").items() if line in lines(DISPROVED, "int main")],
                     ["covered"])
    yield from among(read(project.path("github")), [
        "::error file=disproved/a.c,line=%d,col=22,title=disproved::`LCOV_UNREACHABLE_LINE` is disproved: STMT" %
        lines(DISPROVED, "LCOV_UNREACHABLE")[0]])


def idle_faults(project):
    """IC has objectives elsewhere; PPC was not recorded, RTE has none."""
    yield from wrong([note for note in project.notes() if "justifies" in note], ["`justify IC` justifies nothing"])
    project.report("--criteria=DC")
    yield from wrong([note for note in project.notes() if "justifies" in note], [])


def fault_faults():
    """What is wrong in comments is told, and stops nothing."""
    project = Project("faulty", "int main(void) // LCOV_EXCL_STOP\n{\n    return 0; //! justify ZZ: none\n}\n"
                      "// LCOV_EXCL_START\n", ("one",))
    yield from wrong(project.report().returncode, 0)
    yield from among(" ".join(project.notes()),
                     ["LCOV_EXCL_STOP ends nothing", "`ZZ` is no criterion", "LCOV_EXCL_START is not ended"])
    yield from wrong([o["status"] for o in project.objectives() if o["status"] == "excluded"], [])


def included_faults():
    """Objectives of a text that was included are excluded by comments there."""
    write("part.inc", "n++; // LCOV_EXCL_LINE\nn += 2;\n")
    project = Project("including", 'int main(int n, char **v)\n{\n    (void)v;\n#include "../part.inc"\n'
                      '    return 0;\n}\n')
    wanted = ["excluded", "uncovered"]
    project.report()
    yield from wrong([o["status"] for o in project.objectives() if o.get("path") == "part.inc"
                      and o["criterion"] == "STMT"], wanted)
    write("part.inc", "n++; // LCOV_EXCL_LINE\nn += 3;\n")
    project.report()
    yield from wrong([o["status"] for o in project.objectives() if o.get("path") == "part.inc"
                      and o["criterion"] == "STMT"], ["uncovered", "uncovered"])
    yield from among(" ".join(project.notes()), ["cannot be read as it was compiled: what its comments exclude"])


def document_faults(project, wanted):
    """The JSON is valid, and lists the claims with what became of them."""
    done = run(os.path.join(tap.top_srcdir, "tests/json/validate"),
               os.path.join(tap.top_srcdir, "report/out/json/report.schema.json"), project.path("json"))
    yield from ([done.stdout] if done.returncode else [])
    found = project.document["exclusions"]
    yield from wrong([(e["line"], e["claim"], e["state"], e["excluded"]) for e in found], wanted)
    for o in project.objectives():
        if (o["status"] == "excluded") != ("exclusion" in o) and o["status"] != "covered":
            yield "%s: its exclusion" % o["id"]


def sarif_faults(project):
    """Of the objectives that justifications are about: results that are suppressed, or errors."""
    results = json.loads(read(project.path("sarif")))["runs"][0]["results"]
    suppressed = {(r["ruleId"], s["justification"], s["location"]["physicalLocation"]["region"]["startLine"])
                  for r in results for s in r.get("suppressions", [])}
    yield from among(suppressed, [("MCC", "never", 19), ("STMT", "- one\n  - two", 21),
                                  ("STMT", "LCOV_UNREACHABLE_LINE", 18)])
    yield from wrong([r["ruleId"] for r in results if r["level"] == "error"], [])


def disproof_sarif_faults(project):
    results = json.loads(read(project.path("sarif")))["runs"][0]["results"]
    yield from wrong([r["message"]["text"] for r in results if r["level"] == "error"], [
        "%scovered, which disproves `%s` in line %d" % (name, claim, lines(DISPROVED, claim)[0]) for name, claim in (
            ("", "LCOV_UNREACHABLE_LINE"), ("", "LCOV_UNREACHABLE_LINE"), ("`main`: ", "justify FC"))])


def database_faults(project):
    with sqlite3.connect(project.path("sqlite")) as database:
        rows = database.execute("SELECT e.line, e.claim, e.state, count(o.id) FROM exclusions e LEFT JOIN objectives o"
                                " ON o.exclusion = e.id AND o.status = 'excluded' GROUP BY e.id").fetchall()
    yield from wrong(rows, [(e["line"], e["claim"], e["state"], e["excluded"]) for e in project.document["exclusions"]])


def page_faults(project):
    """Reasons are rendered, in the panel and in the list, with what disproves them."""
    for page in "index.html", project.name + "+a.c.src.html":
        text = read(os.path.join(project.path("html"), page))
        yield from among(text, ["<strong>checked</strong> <code>b</code>", "<a href=\"https://example.org/b\">"])
        for words in DISPROOFS[page == "index.html"]:
            yield from (["%s: %s" % (page, words)] if (words in text) != (project.name == "disproved") else [])
    index = read(os.path.join(project.path("html"), "index.html"))
    yield from among(index, ["4 of 11, 6 excluded", 'title="4 of 11; 6 excluded"']
                     if project.name == "holding" else [])


DISPROOFS = (["disproves line %d: <code>LCOV_UNREACHABLE_LINE</code>" % lines(DISPROVED, "LCOV_UNREACHABLE")[0]],
             ["✗ disproved", "is covered by test two, and 1 more objective is"])


def user_faults():
    """Labels of users are excluded, listed and rendered as what they are."""
    project = Project("users", """\
int main(int argc, char **argv)
{
    // LCOV_EXCL_START
    //! label Seen : argc == 1
    (void)argv; // LCOV_EXCL_STOP
    //! label Never : argc > 1
    //! justify USER `Never`: *nobody* does
    argc++;
    //! justify user: wrong
    //! label Wrong : argc == 2
    return 0;
}
""", ("one",))
    done = project.report("--criteria=user")
    yield from wrong([(o["text"], o["status"], o.get("exclusion"), "witness" in o) for o in project.objectives()],
                     [("Seen", "excluded", 0, False), ("Never", "excluded", 1, False), ("Wrong", "covered", 2, True)])
    yield from wrong(done.returncode, 2)
    yield from among(" ".join(done.stdout.split()), [
        "excluded Seen users/a.c:4 LCOV_EXCL_START in line 3",
        "excluded Never users/a.c:6 justified in line 7: *nobody* does"])
    yield from document_faults(project, [(3, "LCOV_EXCL_START", "holds", 1), (7, "justify USER `Never`", "holds", 1),
                                         (9, "justify user", "disproved", 0)])
    yield from among(read(os.path.join(project.path("html"), "users+a.c.src.html")), ["<em>nobody</em> does"])


VECTOR = """\
int main(int argc, char **argv)
{
    if (argc > 0 && argv[0]) //! justify %s: said so
        return 0;
    return argc > 5 || argc > 6; //! justify logic `argc > 6 || argc > 7` FF: another decision
}
"""


def vector_faults():
    """What needs the vectors is excluded, of any criterion, and nothing else: TT was seen, TF was not."""
    project = Project("vector", VECTOR % "logic `argc > 0 && argv[0]` -F", ("one",))
    project.report("--criteria=cc,dc,cacc,gicc,ic,mcc,2-cc")
    found = {(o["criterion"], o["id"].split(":", 3)[-1].split(":", 1)[1]): o["status"] for o in project.objectives()
             if o["line"] == 3}
    excluded = {key for key, status in found.items() if status == "excluded"}
    yield from wrong(excluded, {("CC", "d0.c2=F"), ("CACC", "d0.c2"), ("GICC", "d0.c1=T,d=F"), ("IC", "d0=F:-F"),
                                ("MCC", "d0:TF"), ("2-CC", "d0:TF")})
    yield from wrong({status for status in found.values()}, {"covered", "uncovered", "excluded", "infeasible"})
    yield from wrong([(e["line"], e["state"]) for e in project.document["exclusions"]], [(3, "holds"), (5, "idle")])
    single = Project("single", "int main(int argc, char **argv)\n{\n    (void)argv;\n"
                     "    return argc > 3 ? 1 : 0; //! justify GICC T: all of them are infeasible\n}\n", ("one",))
    single.report()
    yield from wrong(single.document["exclusions"][0]["state"], "idle")
    for pattern, state in ("T", "idle"), ("TFF", "idle"), ("TT", "disproved"), ("F-", "holds"):
        again = Project("vector" + pattern, VECTOR % ("logic " + pattern), ("one",))
        again.report()
        yield from wrong(again.document["exclusions"][0]["state"], state)


def seen_vector_faults():
    """A vector that was seen excludes nothing that needs it, though no objective that needs it is covered."""
    project = Project("seen", VECTOR % "CACC TT", ("one",))
    done = project.report()
    yield from wrong(done.returncode, 2)
    yield from among(done.stderr, ["seen/a.c:3: `justify CACC TT` is disproved: a vector TT was seen (line 3)"])
    yield from wrong([o["status"] for o in project.objectives() if o["criterion"] == "CACC" and o["line"] == 3],
                     ["uncovered", "uncovered"])
    yield from document_faults(project, [(3, "justify CACC TT", "disproved", 0),
                                         (5, "justify logic `argc > 6 || argc > 7` FF", "idle", 0)])


def finding_faults():
    """What went wrong is told, whatever comments say."""
    project = Project("finding", "int main(int argc, char **argv)\n{\n    (void)argv;\n"
                      "    return 1u << (argc + 40) ? 0 : 1; // LCOV_EXCL_LINE\n}\n", ("one",), criteria="all")
    done = project.report()
    found = [f for file in project.document["files"] for f in file["findings"]]
    yield from wrong({f["status"] for f in found}, {"covered", "uncovered"})
    yield from among(done.stdout, ["run-time errors, in no score: 2 may happen, 1 did"])


def changed_faults(project):
    """Of another text nobody knows which lines are meant."""
    write(project.source, PROGRAM + "\n")
    done = project.report()
    yield from wrong([o["id"] for o in project.objectives() if o["status"] == "excluded"], [])
    yield from among(done.stdout, ["build and run again; its comments exclude nothing"])
    os.remove(project.source)
    done = project.report()
    yield from wrong([o["id"] for o in project.objectives() if o["status"] == "excluded"], [])
    yield from among(done.stdout, ["1 source cannot be read: what its comments exclude is not known"])


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    os.mkdir(".git")
    holding = Project("holding", PROGRAM, ("one",))
    printed = holding.report()
    tap.point("statements: markers, and justifications with their reasons", statement_faults(holding))
    tap.point("logic: one value, one vector", logic_faults(holding))
    tap.point("branches: arms by the line of their switch; functions", branch_faults(holding))
    tap.point("totals", sum_faults(holding))
    tap.point("text", text_faults(printed))
    tap.point("Markdown", markdown_faults(holding, "holds"))
    tap.point("lines of LCOV and Cobertura", line_faults(holding))
    claims = [(5, "justify logic `b > 0` false", "holds", 5), (9, "LCOV_EXCL_BR_LINE", "holds", 3),
              (13, "LCOV_EXCL_START", "holds", 30), (18, "LCOV_UNREACHABLE_LINE", "holds", 2),
              (19, "justify MCC FF", "holds", 1), (21, "justify STMT, BBC", "holds", 2),
              (27, "GCOVR_EXCL_LINE", "holds", 1), (36, "LCOV_EXCL_LINE", "holds", 3)]
    tap.point("JSON", document_faults(holding, claims))
    tap.point("SARIF", sarif_faults(holding))
    tap.point("SQLite", database_faults(holding))
    tap.point("pages", page_faults(holding))
    broken = Project("disproved", DISPROVED, ("one",), ("two", "x"))
    tap.point("a claim that a test disproves", disproof_faults(broken, broken.report()))
    tap.point("its words in Markdown", markdown_faults(broken, "disproved"))
    tap.point("its results in SARIF", disproof_sarif_faults(broken))
    tap.point("its row in SQLite", database_faults(broken))
    tap.point("its words in pages", page_faults(broken))
    tap.point("a justification of nothing", idle_faults(broken))
    tap.point("comments with faults", fault_faults())
    tap.point("objectives of users", user_faults())
    tap.point("vectors that need not occur", vector_faults())
    tap.point("a vector that was seen nevertheless", seen_vector_faults())
    tap.point("findings", finding_faults())
    tap.point("included text", included_faults())
    tap.point("sources that changed, or are missing", changed_faults(holding))
    tap.finish()
