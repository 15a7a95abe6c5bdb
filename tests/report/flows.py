#!/usr/bin/python3
"""What reports say of data flow beside its objectives: definitions that are never read, uses that nothing has defined,
by the graph and as seen, arrays of which flows may be missing; in text, JSON and HTML, and only where a criterion of
data flow is reported. Which flows there are is tested in tests/semantics."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

PROGRAM = """\
#include <stdlib.h>

static int kept;

static int work(int n)
{
    int never, maybe, unread = 3;
    int large[500];
    if (n > 1)
        maybe = n;
    for (int i = 0; i < n * 100; i++)
        large[i] = i;
    unread = n;
    kept = n;
    n = maybe & 1;
    if (n > 5)
        n = never;
    return n + large[n];
}

int main(int argc, char **argv)
{
    (void)argc;
    work(atoi(argv[1]));
    return 0;
}
"""

BY_GRAPH = ["src.c:7:23: in work: what unread gets here is never read",
            "src.c:13:5: in work: what unread gets here is never read",
            "src.c:17:13: in work: never is read here, but nothing can have defined it"]
SEEN = ["src.c:15:9: in work: maybe was read here before anything had defined it"]
LOST = ["src.c:8:9: in work: more elements of large[] were live than there is room for: flows may be missing"]


class Case:
    def __init__(self, directory):
        self.directory = directory
        self.environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
        with open(os.path.join(directory, "src.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)

    def run(self, *command):
        done = subprocess.run(command, cwd=self.directory, env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise RuntimeError("%s: %d %s" % (command, done.returncode, done.stderr))
        return done.stdout

    def report(self, *options):
        return self.run(tap.hlcov, "report", "--details", *options)

    def page(self):
        self.report("-q", "--html", "html")
        with open(os.path.join(self.directory, "html/src.c.src.html"), encoding="utf-8") as file:
            return file.read()


def remarks(text):
    return [line for line in text.splitlines() if line.startswith("src.c:") and ": in " in line]


def differences(found, wanted):
    if sorted(found) != sorted(wanted):
        yield "expected:\n%s\nfound:\n%s" % ("\n".join(sorted(wanted)), "\n".join(sorted(found)))


def from_json(case):
    flows = json.loads(case.report("-q", "--json", "-"))["files"][0]["flows"]
    return ["%s:%d:%d: in %s: %s" % (f["path"], f["line"], f["column"], f["function"], f["text"]) for f in flows]


def on_page(page, wanted):
    if "Data flow: %d remarks" % len(wanted) not in page:
        yield "it does not count %d remarks" % len(wanted)
    for remark in wanted:
        line, text = remark.split(":")[1], remark.split(": ", 2)[2]
        if "<li><a href=\"#L%s\">line %s</a>, in work: %s" % (line, line, text) not in page:
            yield "it lacks: " + remark


with tempfile.TemporaryDirectory() as directory:
    case = Case(directory)
    case.run(tap.hlcov, "cc", "--criteria=AUC", "gcc", "-w", "-o", "program", "src.c")
    tap.point("before it has run", differences(remarks(case.report("--badge=badge.svg")), BY_GRAPH))
    case.run("./program", "2")
    tap.point("with all defined", differences(remarks(case.report()), BY_GRAPH + LOST))
    case.run("./program", "1")
    tap.point("as text", differences(remarks(case.report()), BY_GRAPH + SEEN + LOST))
    tap.point("as JSON", differences(from_json(case), BY_GRAPH + SEEN + LOST))
    tap.point("as HTML", on_page(case.page(), BY_GRAPH + SEEN + LOST))
    tap.point("only with its criteria", differences(remarks(case.report("--criteria=STMT,CC")), []))
tap.finish()
