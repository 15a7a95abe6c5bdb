#!/usr/bin/python3
"""hlcov show: each cause has its words at its line, rows promise what a test then covers, colours and the pager come on
a terminal only, and what cannot be shown is refused in one line. Verdicts are not looked at."""
import os
import pty
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.project import Project

TEXT = """\
#include <stdlib.h>
#define BIG(n) ((n) > 1000 && (n) != 4096)

static int never(int n)
{
    return n;
}

static int work(int a, int b)
{
\tint r = 0;
    if (a > 5) {
        r = a;
        if (b)
            r = never(b);
    }
    if (a < 3 && b < 3 || BIG(a))
        r++;
    switch (b) {
    case 0: r += 2; break;
    case 1: r += 3; break;
    default: break;
    }
    for (int i = 0; i < b; i++)
        r += a ? i : 7;
    return r;
}

int main(int argc, char **argv)
{
    return argc > 2 && work(atoi(argv[1]), atoi(argv[2])) > 100;
}
"""
# Two tests: `1 0` and `2 2`. The words are those of the mock of reports.
WANTED = """\
main.c  work, lines 9 to 27    11 of 16 statements  7 of 13 branches  1 of 8 MC/DC

     9    2 | static int work(int a, int b)
    10        {
    11    2 |         int r = 0;
    12  ~ 2 :     if (a > 5) {                                      never true
                      ^^^^^
    13    x !         r = a;                                        3 lines never ran: line 12 was never true
    14    x !         if (b)
    15    x !             r = never(b);
    16            }
    17  ~ 2 :     if (a < 3 && b < 3 || BIG(a))                     never false; `a < 3` never false; 3 more
                      ^^^^^    ^^^^^    ^^^^^^
    18    2 |         r++;
    19  ~ 2 :     switch (b) {                                      1 of 3 cases never taken
    20    1 |     case 0: r += 2; break;
    21    x !     case 1: r += 3; break;                            never ran: this case was never taken
    22    1 |     default: break;
    23            }
    24    2 |     for (int i = 0; i < b; i++)
    25  ~ 1 :         r += a ? i : 7;                               `a` never false
                           ^
    26    2 |     return r;
    27        }
"""

LINES = """\
int main(int argc, char **argv)
{
    return argc > 1 &&
        argv[1][0] == 'x';
}
"""
CASES = """\
19     case      taken by
       case 0    test low
       case 1    never taken
       default   test two
"""


def promised(text, row):
    """How many objectives the wanted row with these values covers; None if there is no such row."""
    found = re.search("^ +%s +wanted: covers (\\d+)" % row.replace(" ", " +"), text, re.M)
    return int(found.group(1)) if found else None


def on_terminal(project, *arguments, **environment):
    """What hlcov prints on a terminal, by the pager that the environment names."""
    master, slave = pty.openpty()
    variables = dict(os.environ, HLCOV_DIR=project.path("data"), TERM="xterm", HLCOV_PAGER="cat")
    variables.pop("NO_COLOR", None)
    variables.update(environment)
    child = subprocess.Popen([tap.hlcov, "show", *arguments], stdin=slave, stdout=slave, stderr=slave,
                             cwd=project.directory, env=variables)
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        seen += part
    child.wait()
    os.close(master)
    return seen.decode().replace("\r\n", "\n")


def difference(wanted, seen):
    wanted, seen = wanted.splitlines(), seen.splitlines()
    for i in range(max(len(wanted), len(seen))):
        left, right = (lines[i] if i < len(lines) else None for lines in (wanted, seen))
        if left != right:
            yield "%r instead of %r" % (right, left)


def refused(project, said, *arguments):
    done = project.try_hlcov("show", *arguments)
    if done.returncode != 1 or done.stdout or not re.fullmatch("hlcov show: %s\n" % said, done.stderr):
        yield "status %d, %r, %r" % (done.returncode, done.stdout, done.stderr)


def uncovered_at(project, line):
    entries = [entry for file in project.report(LOGIC)["files"] for entry in file["objectives"]]
    return sum(entry["line"] == line and entry["status"] == "uncovered" for entry in entries)


LOGIC = "--criteria=FC,STMT,BC,DC,CC,RACC,MCC"
with tempfile.TemporaryDirectory() as top:
    project = Project(top)
    project.write("main.c", TEXT)
    project.build(criteria="FC")
    project.test("low", "1", "0")
    project.test("two", "2", "2")
    seen = project.hlcov("show", "--criteria=FC,STMT,BC,CC,RACC", "main.c:work")
    tap.point("a function", difference(WANTED, seen.split("\n\n17:")[0]))
    whole = project.hlcov("show", "main.c")
    tap.point("a function that was never called",
              [] if re.search(r"^     4    x ! static int never\(int n\) +never called$", whole, re.M) else [whole])
    table = project.hlcov("show", LOGIC, "main.c:17").split("\n\n")[-1]
    tap.point("conditions are spelled as in the source",
              [] if table.startswith("17:9   a < 3   b < 3   ") else [table])
    tap.point("but for those that one macro makes", [] if " a != 4096 " in table else [table])
    tap.point("rows that were seen name their tests",
              [] if re.search(r"^ +true +true +- +- +true +tests low, two$", table, re.M)
              else [table])

    project.write("lines/lines.c", LINES)
    project.hlcov("cc", "gcc", "-o", "lines/lines", "lines/lines.c", data="lines")
    project.run(project.path("lines/lines"), data="lines")
    both = project.hlcov("show", "lines.c:main", "lines")
    tap.point("a decision in several lines has one table", [] if both.count("outcome\n") == 1 else [both])
    cases = project.hlcov("show", "--criteria=FC,STMT,BC,CC,RACC", "main.c:19").split("\n\n")[-1]
    tap.point("cases of a switch", difference(CASES, cases))

    before, covers = uncovered_at(project, 17), promised(table, "false - false - false")
    tap.point("a row is wanted", [] if covers else [table])
    project.test("third", "4", "4")
    gained = before - uncovered_at(project, 17)
    tap.point("it covers what it promises", [] if covers and gained >= covers else ["%d: %s" % (gained, table)])

    plain = project.hlcov("show", "main.c")
    tap.point("no colours in a pipe", [] if "\033" not in plain and plain.isascii() else [plain])
    tap.point("but if they are asked for", [] if "\033[" in project.hlcov("show", "--color=always", "main.c") else [""])
    coloured = on_terminal(project, "main.c")
    tap.point("colours on a terminal", [] if "◐" in coloured else [coloured])
    tap.point("not if NO_COLOR is set", difference(plain, on_terminal(project, "main.c", NO_COLOR="1")))
    paged = on_terminal(project, "main.c", NO_COLOR="1", HLCOV_PAGER="sed s/^/P/")
    tap.point("through a pager", difference("".join("P" + line + "\n" for line in plain.splitlines()), paged))
    tap.point("a pager that is not there is none",
              difference(plain, re.sub("^sh: .*\n", "", on_terminal(project, "main.c", NO_COLOR="1",
                                                                    HLCOV_PAGER=project.path("gone")))))
    tap.point("a reader who stops early",
              [] if project.attempt("sh", "-c", "%s show main.c | head -1" % tap.hlcov).returncode == 0 else [""])

    tap.point("a path's end", difference(plain, project.hlcov("show", "./main.c")))
    tap.point("an absolute path", difference(plain, project.hlcov("show", os.path.realpath(project.path("main.c")))))
    tap.point("no file", refused(project, "which FILE, .* is to be shown\\?"))
    tap.point("another file", refused(project, "mian.c: the report has no such file; did you mean main.c\\?", "mian.c"))
    tap.point("another function", refused(project, "main.c has no function wrok; did you mean work\\?", "main.c:wrok"))
    tap.point("a line outside of functions", refused(project, "main.c: line 2 lies in no function .*", "main.c:2"))
    tap.point("wrong colours", refused(project, "--color=sometimes: it should be .*", "--color=sometimes", "main.c"))
    project.write("main.c", TEXT + "\n")
    tap.point("a source that was changed", refused(project, "main.c: its source cannot be shown: it was changed .*",
                                                   "main.c"))
    project = Project(os.path.join(top, "two"), sources=("main.c", "other.c"))
    project.write("main.c", "void idle(void);\nint main(int argc, char **argv)\n{\n"
                            "    (void)argv;\n    if (argc > 5)\n        idle();\n    return 0;\n}\n")
    project.write("other.c", "void idle(void)\n{\n}\n")
    project.build()
    project.test("none")
    shown = project.hlcov("show", "other.c")
    tap.point("a caller in another file", [] if "the call in line 6 of `main` never ran" in shown else [shown])
tap.finish()
