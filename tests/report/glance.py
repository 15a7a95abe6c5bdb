#!/usr/bin/python3
"""What `hlcov report` prints: what it says of a project, in which widths and colours, and what it leaves out where
nothing is known."""
import json
import os
import pty
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.project import Project

SOURCE = """\
int never_called(int a)
{
    if (a > 3)
        return 1;
    return 2;
}
int reads(const int *p) { return *p; }
int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1 && argc < 4)
        return argc == 2 ? reads(0) : 1;
    return 0;
}
"""
ESCAPE = re.compile("\033\\[[0-9;]*m")
DATE = r"\d+ [A-Z][a-z]{2} \d{4} \d\d:\d\d UTC"


def unless(good, what):
    if not good:
        yield what


def has(text, *parts):
    for part in parts:
        yield from unless(part in text, "no %r in\n%s" % (part, text))


def lacks(text, *parts):
    for part in parts:
        yield from unless(part not in text, "%r in\n%s" % (part, text))


def matches(text, *patterns):
    for pattern in patterns:
        yield from unless(re.search(pattern, text), "no match of %r in\n%s" % (pattern, text))


def git(project, *words):
    project.run("git", "-c", "user.name=n", "-c", "user.email=e@e", *words)


def commit(project, message):
    git(project, "add", "main.c")
    git(project, "commit", "-q", "--allow-empty", "-m", message)
    return project.run("git", "rev-parse", "--short", "HEAD").strip()


def plain_faults(project):
    text = project.hlcov("report")
    yield from has(text, " functions    33.3%  ######..............",
                   "`never_called` was never called: +2 statements, +1 branch",
                   "(--all: each criterion)")
    yield from lacks(text, "test", "gate", "\033", " on ", "worst", "notes")
    yield from unless(re.fullmatch(r"TOTAL 1 file, 3 functions  STMT \d+%", text.splitlines()[-1]), text)
    yield from unless(text.isascii() and len(text.splitlines()) < 16, text)


def test_faults(project):
    for name, words in (("well", ()), ("crash", ("x",)), ("one\033[31m", ("x", "y"))):
        project.test(name, *words)
    text = project.hlcov("report", "--project=Lua 5.4", "--html=html")
    page = project.read("html/tests.html")
    yield from lacks(project.read("html/index.html"), "called from", "<dt>units", project.directory + "/program")
    frame = '<code>reads</code>, <a href="main.c.src.html#L7">main.c:7</a>'
    yield from has(page, "crashed: SIGSEGV in %s</h3>" % frame, "#0<td>" + frame)
    yield from has(text, "3 tests: 1 passed, 1 failed, 1 crashed", "crash crashed: SIGSEGV in reads, main.c:7;",
                   "ended with status 1")
    yield from lacks(text, "\033")
    yield from unless(text.startswith("Lua 5.4  "), text)


def bare_faults(directory):
    """Without debug information a crash is told by the function, and by the line where our tables say it begins."""
    project = Project(directory)
    project.write("main.c", SOURCE)
    project.hlcov("cc", "gcc", "-g0", "-o", "program", "main.c")
    project.test("crash", "x")
    text = project.hlcov("report", "--html=html", "--markdown=summary.md")
    page = project.read("html/tests.html")
    link = re.search(r'<code>reads</code>, which begins in (<a href="[^"]*#L7">main.c:7</a>)', page)
    yield from has(text, "crash crashed: SIGSEGV in reads, which begins in main.c:7")
    yield from has(project.read("summary.md"), "SIGSEGV in `reads`, which begins in `main.c:7`")
    yield from unless(link, page)
    yield from has(page, "#1<td><code>main</code>, which begins in <a ")
    yield from has(page, "tell lines, and functions that were inlined")


def git_faults(project):
    git(project, "init", "-q", "-b", "trunk", ".")
    first = commit(project, "first")
    yield from has(project.hlcov("report"), "%s on trunk, " % first, os.path.basename(project.directory))
    kept = json.loads(project.read("data/scores.jsonl").splitlines()[0])
    yield from unless(kept["revision"] == first, str(kept)[:200])
    project.write("main.c", SOURCE + "\n")
    yield from has(project.hlcov("report"), first + "+ on trunk")
    project.write("main.c", SOURCE)


def since_of(project, before):
    project.hlcov("report", "-q", "--since=" + before, "--html=html")
    return project.read("html/index.html")


def change_faults(project):
    """A second report of one revision tells the same change as the first one."""
    before = project.hlcov("report", "-q", "--json-summary=before.json")
    yield from matches(since_of(project, "before.json"), "changes since the report of %s, same revision" % DATE)
    second = commit(project, "second")
    project.test("more", "x", "y", "z")
    for number in range(2):
        text = project.hlcov("report")
        yield from unless(re.search(r"MC/DC .* \+\d+\.\d\n", text), "report %u:\n%s" % (number, text))
    yield from has(text, second)
    yield from matches(since_of(project, "before.json"), "changes since [0-9a-f]{7,}, %s" % DATE,
                       "title=\"since [0-9a-f]{7,}, %s\"" % DATE, ">Statements since")
    yield from unless(before == "", before)
    yield from has(project.hlcov("report", "--since=before.json"), " +25.0")
    for name in ("data/scores.jsonl", "data/scores-before.jsonl"):
        yield from unless(os.path.exists(project.path(name)), name)
    old = project.read("data/scores.jsonl")
    project.hlcov("report", "--criteria=FC")
    yield from unless(project.read("data/scores.jsonl") == old, "scores of some criteria were kept")


def hostile_faults(project):
    os.mkfifo(project.path("fifo"))
    wrong = {"totals": {"STMT": {"objectives": 1, "covered": 2, "excluded": 0, "infeasible": 0}}, "hlcov": 1}
    project.write("wrong.json", json.dumps(wrong))
    project.write("deep.json", "[" * 100000)
    for name in ("fifo", "wrong.json", "deep.json", "main.c", "nowhere"):
        done = project.try_hlcov("report", "--since=" + name)
        yield from unless(done.returncode == 1 and name in done.stderr, name + ": " + done.stderr)
    for name in ("scores.jsonl", "scores-before.jsonl"):
        project.write("data/" + name, json.dumps(wrong))
    yield from lacks(project.hlcov("report"), " +25")
    os.remove(project.path("data/scores.jsonl"))
    os.mkfifo(project.path("data/scores.jsonl"))
    yield from has(project.hlcov("report"), "TOTAL")
    yield from unless(os.path.isfile(project.path("data/scores.jsonl")), "the FIFO is still there")


def gate_faults(project):
    done = project.try_hlcov("report", "--fail-under=STMT=99.5", "--fail-under=BC=10")
    yield from unless(done.returncode == 2, done.returncode)
    yield from has(done.stdout, "FAIL gate 99.5\n", "ok   gate 10\n", " FAIL: 1 of 2 gates failed: statements ",
                   ", wanted 99.5%")
    yield from matches(done.stderr, r"^hlcov report: statements \d+\.\d% \(\d+ of \d+\), under 99\.5%\n$")
    done = project.try_hlcov("report", "--fail-under=mcdc=100", "--html=html")
    yield from matches(done.stderr, r"^hlcov report: MC/DC \d+\.\d% \(\d+ of \d+\), under 100%\n$")
    yield from has(done.stdout, "gate failed: MC/DC ")
    page = project.read("html/index.html")
    yield from has(page, "<span class=u>\u2717 MC/DC</span>", "first what brings most to a gate that failed")
    rank = re.search("<ol class=rank>.*?</ol>", page, re.S)[0].split("<li>")[1:]
    brought = [int(found[1]) if found else 0 for found in (re.search(r"\+(\d+)</b> MC/DC", step) for step in rank)]
    yield from unless(brought == sorted(brought, reverse=True) and brought[0] > 0, brought)
    yield from has(project.hlcov("report", "--fail-under=BC=10"), " ok: the gate passed")


def colour_faults(project):
    coloured = project.hlcov("report", "--color=always")
    yield from has(coloured, "\033[1;33m", "\u2588")
    yield from lacks(project.hlcov("report", "--color=never"), "\033")
    done = project.try_hlcov("report", "--color=green")
    yield from unless(done.returncode == 1 and "auto, always or never" in done.stderr, done.stderr)
    low = project.hlcov("report", "--color=always", "--limits=99,100")
    yield from lacks(low, "\033[1;33m")


def on_terminal(project, **variables):
    master, slave = pty.openpty()
    environment = {**os.environ, "HLCOV_DIR": project.path("data"), "TERM": "xterm", **variables}
    child = subprocess.Popen([tap.hlcov, "report"], cwd=project.directory, env=environment, stdin=subprocess.DEVNULL,
                             stdout=slave, stderr=subprocess.DEVNULL)
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:
            break
        if not part:
            break
        text += part
    child.wait()
    os.close(master)
    return text.decode()


def terminal_faults(project):
    yield from has(on_terminal(project), "\033[")
    yield from lacks(on_terminal(project, NO_COLOR="1"), "\033[")
    yield from lacks(on_terminal(project, TERM="dumb"), "\033[")
    for columns in (20, 80, 110, 500):
        text = ESCAPE.sub("", on_terminal(project, COLUMNS=str(columns)))
        longest = max(len(line) for line in text.splitlines())
        yield from unless(longest <= min(max(columns, 80), 120), "%u of %u:\n%s" % (longest, columns, text))


def more_faults(project):
    text = project.hlcov("report", "--all")
    yield from has(text, "\nlogic\n", "masking MC/DC", " CACC", "\nstructure\n")
    yield from unless(text.splitlines()[-1].startswith("TOTAL"), text)
    yield from has(project.hlcov("report", "--details"), "criterion ", "\nTOTAL")


def badge_faults(project):
    project.hlcov("report", "-q", "--badge=badge.json")
    yield from unless(json.loads(project.read("badge.json"))["label"] == "coverage", project.read("badge.json"))


def markdown_faults(project):
    text = project.try_hlcov("report", "--markdown=-", "--source-url=https://h/{path}#L{line}", "--since=before.json",
                         "--fail-under=BC=10", "--fail-under=STMT=100").stdout
    before = json.loads(project.read("before.json"))["revision"]
    yield from has(text, "### \u274c Coverage: 1 of 2 gates failed\n", "| | covered | | since `%s` | gate |\n" % before,
                   "\u274c 100% |\n", "`crash` crashed: SIGSEGV in `reads`, [`main.c:7`](https://h/main.c#L7)",
                   "1. [`main.c:1`](https://h/main.c#L1): `never_called` was never called. +2 statements, +1 branch",
                   "| family | criteria | lowest | highest |\n", "scores are rounded down</sub>")


def note_faults(project):
    project.write("data/tables/ff.hlt", "damaged")
    done = project.try_hlcov("report")
    yield from unless(done.returncode == 3, done.returncode)
    yield from has(done.stdout, "notes       1 input is damaged and was left out: ")
    os.remove(project.path("data/tables/ff.hlt"))


with tempfile.TemporaryDirectory() as directory:
    project = Project(directory)
    project.write("main.c", SOURCE)
    project.hlcov("cc", "gcc", "-g", "-o", "program", "main.c")
    project.test("")
    tap.point("no tests, no checkout, no gates", plain_faults(project))
    tap.point("tests that did not pass", test_faults(project))
    tap.point("a crash without debug information", bare_faults(project.path("bare")))
    tap.point("revision and project", git_faults(project))
    tap.point("changes since an earlier report", change_faults(project))
    tap.point("hostile earlier reports", hostile_faults(project))
    tap.point("gates", gate_faults(project))
    tap.point("colours", colour_faults(project))
    tap.point("a terminal", terminal_faults(project))
    tap.point("all criteria, and details", more_faults(project))
    tap.point("a badge", badge_faults(project))
    tap.point("Markdown", markdown_faults(project))
    tap.point("what was left out", note_faults(project))
    tap.finish()
