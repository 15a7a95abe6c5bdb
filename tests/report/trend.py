#!/usr/bin/python3
"""The history of scores: what `hlcov report --save-history` keeps, when `--no-worse-than` fails, and what `hlcov trend`
draws of it."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.project import Project

SOURCE = """\
static int f(int a)
{
    if (a > 2)
        return 1;
    return 2;
}
int main(int argc, char **argv)
{
    (void)argv;
    return f(argc);
}
"""
# What the program is called with; the first alone covers 4 of 5 statements.
FULL = (("one",), ("two", "words"))
RATCHET = ("report", "-q", "--no-worse-than=last", "--save-history")


def unless(good, what):
    if not good:
        yield what


def differs(done, status, *parts, lacks=()):
    text = done.stdout + done.stderr
    yield from unless(done.returncode == status, "status %d: %s" % (done.returncode, text))
    yield from ("no %r in\n%s" % (part, text) for part in parts if part not in text)
    yield from ("%r in\n%s" % (part, text) for part in lacks if part in text)


def record(project, *runs):
    """Forgets what was recorded, and runs the program once for each tuple of words."""
    project.hlcov("reset")
    for words in runs:
        project.attempt(project.path(project.program), *words)


def history(project):
    return [json.loads(line) for line in project.read("data/history.jsonl").splitlines()]


def at(time):
    os.environ["SOURCE_DATE_EPOCH"] = str(1700000000 + time)


def ratchet_faults(project):
    """It holds the best scores; what failed is saved, but is no measure for later ones."""
    yield from differs(project.try_hlcov(*RATCHET), 0, "nothing is compared")
    yield from differs(project.try_hlcov(*RATCHET), 0, lacks=("nothing is compared", "worse"))
    record(project, *FULL)
    yield from differs(project.try_hlcov(*RATCHET), 0)
    record(project, FULL[0])
    for _ in "once", "again":
        yield from differs(project.try_hlcov(*RATCHET), 2,
                           "statements 80.0% (4 of 5), worse than 100% (5 of 5) of 14 Nov", "MC/DC", "branches",
                           lacks=("functions", "decisions"))
    record(project, *FULL)
    yield from differs(project.try_hlcov("report", "--no-worse-than=last", "--fail-under=MCC=99.9", "--save-history",
                                         "--markdown=m.md"), 0)
    found = [(line["passed"], line["worse"], line["totals"]["STMT"]["covered"]) for line in history(project)]
    wanted = [(True, False, 4), (True, False, 4), (True, False, 5), (False, True, 4), (False, True, 4),
              (True, False, 5)]
    yield from unless(found == wanted, "the history is %s" % found)


def criteria_faults(project):
    """The criteria that are named; shown as gates where others are."""
    record(project, FULL[0])
    yield from differs(project.try_hlcov("report", "--no-worse-than=last", "--criteria=DC", "--markdown=-"), 2,
                       "decisions 50.0% (1 of 2)", "the gate failed", "100%", lacks=("statements",))
    yield from differs(project.try_hlcov("report", "-q", "--no-worse-than=last", "--criteria=FC"), 0)
    yield from differs(project.try_hlcov("diff", "--save-history"), 1, "Unknown option --save-history")


def base_faults(project):
    """Reports as measure, and what is none; scores are compared by their counts."""
    record(project, *FULL)
    project.hlcov("report", "-q", "--json=full.json", "--json-summary=summary.json")
    record(project, FULL[0])
    for name in "full.json", "summary.json":
        yield from differs(project.try_hlcov("report", "-q", "--no-worse-than=" + name), 2, "statements 80.0% (4 of 5)")
    totals = {"hlcov": 1, "totals": {"STMT": dict(objectives=100000, covered=80001, excluded=0, infeasible=0)}}
    project.write("close.json", json.dumps(totals))
    yield from differs(project.try_hlcov("report", "-q", "--no-worse-than=close.json"), 2, "worse than 80.0%")
    totals["totals"]["STMT"]["covered"] = 80000
    project.write("close.json", json.dumps(totals))
    yield from differs(project.try_hlcov("report", "-q", "--no-worse-than=close.json"), 0)
    project.write("none.json", "[]\n")
    for options, message in ((["--no-worse-than=none.json"], "none.json: it is not a report"),
                             (["--no-worse-than=missing.json"], "missing.json"),
                             (["--save-history", "--history=missing/h"], "missing/h: cannot")):
        yield from differs(project.try_hlcov("report", "-q", *options), 1, message)


def appended_faults(project):
    """Reports at once leave a line each, also behind one that was cut."""
    project.write("many.jsonl", '{"hlcov":1,"tot')
    reports = [subprocess.Popen([tap.hlcov, "report", "-q", "--save-history", "--history=many.jsonl"],
                                cwd=project.directory, env=dict(os.environ, HLCOV_DIR=project.path("data")))
               for _ in range(8)]
    yield from unless([report.wait() for report in reports] == [0] * 8, "a report failed")
    done = project.try_hlcov("trend", "--history=many.jsonl")
    yield from differs(done, 3, "8 reports", "1 lines are damaged")


def trend_faults(project):
    """Scores are those of the history, oldest first."""
    os.remove(project.path("data/history.jsonl"))
    yield from differs(project.try_hlcov("trend"), 1, "history.jsonl: cannot be read")
    for time, runs in enumerate((FULL, FULL[:1], FULL[:0] + (("x",),), FULL)):
        at(86400 * time)
        record(project, *runs)
        project.try_hlcov("report", "-q", "--save-history", "--fail-under=STMT=100")
    yield from differs(project.try_hlcov("trend"), 0,
                       "4 reports: from 14 Nov 2023 22:13 UTC, to 17 Nov 2023 22:13 UTC\n",
                       " statements  █▁▁█   100%    0.0   from 80.0% to 100%\n", " functions   ▅▅▅▅   100%    0.0\n",
                       " gates failed in 2 of them, last in 16 Nov 2023 22:13 UTC\n", lacks=("DCC",))
    yield from differs(project.try_hlcov("trend", "--number=2", "--criteria=STMT,DC"), 0, "2 reports",
                       " STMT        ▁█   100%  +20.0", " DC          ▁█   100%  +50.0", lacks=("functions",))
    yield from differs(project.try_hlcov("trend", "--all"), 0, " DCC         █▁▁█")
    yield from differs(project.attempt("env", "LC_ALL=C", tap.hlcov, "trend"), 0, " statements  8118   100%")
    lines = project.read("data/history.jsonl").splitlines()
    lines[1:] = [re.sub('"date"', '"revision":"%s","date"' % name, line)
                 for name, line in zip(("a", "a", "<b>"), lines[1:])]
    project.write("data/history.jsonl", "\n".join(lines) + "\n")
    yield from differs(project.try_hlcov("trend"), 0, "3 reports: from 14 Nov 2023 22:13 UTC, to <b>, 17", "█▁█")


def page_faults(project):
    yield from differs(project.try_hlcov("trend", "--html=page", "--project=A&B"), 0, lacks=("reports",))
    page = project.read("page/trend.html")
    for part in ("Trend of A&amp;B", "<title>&lt;b> 17 Nov 2023 22:13 UTC: 100.0%</title>", "3 reports",
                 "<title>a 16 Nov 2023 22:13 UTC: 80.0%, gates failed</title>", "<td class=num>80.0"):
        yield from unless(part in page, "no %r in the page" % part)
    yield from unless("<b>" not in page, "a revision is not escaped")
    yield from unless(page.count("<circle") == 12 and page.count("<tbody>") == 1 and page.count("<tr>") == 4 + 3,
                      "%d points, %d rows" % (page.count("<circle"), page.count("<tr>")))
    yield from unless(os.path.exists(project.path("page/style.css")), "there is no style")


with tempfile.TemporaryDirectory() as top:
    project = Project(top)
    project.write("main.c", SOURCE)
    project.build(criteria="BC")
    record(project, FULL[0])
    tap.point("the best scores are held", ratchet_faults(project))
    tap.point("which criteria are compared", criteria_faults(project))
    tap.point("what scores are compared with", base_faults(project))
    tap.point("reports at once", appended_faults(project))
    tap.point("a trend", trend_faults(project))
    tap.point("its page", page_faults(project))
tap.finish()
