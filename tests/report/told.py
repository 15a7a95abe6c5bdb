#!/usr/bin/python3
"""What reports tell beside scores, in several formats: run-time errors with their tests, headings, the time of the
report. Scores themselves are tested elsewhere."""
import json
import os
import re
import sys
import tempfile

import jsonschema

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

PROGRAM = """\
#include <stdlib.h>
static int shift(int n)
{
    return (int)(1u << n) != 0;
}
int main(int argc, char **argv)
{
    return argc > 1 ? shift(atoi(argv[1]) & 63) : 0;
}
"""


def missing(text, *parts):
    for part in parts:
        if part not in text:
            yield "no %r in\n%s" % (part, text)


def error_faults(project):
    line = "main.c:4:18: in shift: 1u << n: shift by a negative number, or by as many bits as there are: it happened"
    line += ", by test large"
    options = ("report", "--details", "--criteria=FC,RTE")
    yield from missing(project.hlcov(*options), line + "\n")
    project.write("main.c", PROGRAM + "/* changed */")
    yield from missing(project.hlcov(*options), "\nwhat the scores do not say\nmain.c has changed since")
    project.write("main.c", PROGRAM)
    yield from missing(project.hlcov(*options, "--markdown", "-"), "it happened, by test large")
    project.hlcov(*options, "-q", "--html", "pages")
    yield from missing(project.read("pages/index.html"), line[line.index("shift by"):])


def stamp(project):
    text = project.hlcov("report", "--cobertura", "-")
    return int(re.search('timestamp="([0-9]+)"', text).group(1))


def time_faults(project):
    os.environ.pop("SOURCE_DATE_EPOCH", None)
    made = int(os.stat(project.path("program")).st_mtime)
    if not made <= stamp(project) / 1000 <= made + 3600:
        yield "now is %d" % stamp(project)
    os.environ["SOURCE_DATE_EPOCH"] = "1234567890"
    if stamp(project) != 1234567890000:
        yield "it is %d" % stamp(project)
    os.environ["SOURCE_DATE_EPOCH"] = "no number"
    if stamp(project) / 1000 < made:
        yield "nonsense is taken for %d" % stamp(project)
    del os.environ["SOURCE_DATE_EPOCH"]


def variant_faults(project):
    """One source compiled with several -D: f differs, same does not."""
    project.write("a.c", "int same(int n) { return n > 1; }\nint f(int n) { return n > K; }\n")
    for number, options in enumerate((["-DK=1"], ["-DK=2"], ["-DK=2", "-DUNUSED"])):
        project.hlcov("cc", "gcc", "-c", *options, "a.c", "-o", "%d.o" % number)
    functions = [(f["name"], f["line"]) for file in project.report()["files"] if file["path"] == "a.c"
                 for f in file["functions"]]
    if functions != [("same", 1), ("f", 2), ("f", 2)]:
        yield repr(functions)


def limit_faults(project):
    """GitHub takes 25,000 results and 10 MB: what is left out is counted."""
    count = 30000
    name = "a_function_of_which_there_are_many_" + 130 * "x"
    project.write("long.c", "".join("void %s%d(void) {}\n" % (name, i) for i in range(count)))
    project.hlcov("cc", "gcc", "-c", "long.c", "-o", "long.o")
    text = project.hlcov("report", "--sarif", "-", "--criteria=FC", "--include=long.c")
    [run] = json.loads(text)["runs"]
    said = run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    if len(text) > 10000000 or len(run["results"]) > 25000 or len(text) < 5000000:
        yield "%d results, %d bytes" % (len(run["results"]), len(text))
    if not said.startswith("%d more results were left out" % (count - len(run["results"]))):
        yield said


def summary_faults(project):
    """The same document, without what is in files."""
    full, short = (json.loads(project.hlcov("report", "--" + form, "-")) for form in ("json", "json-summary"))
    del full["date"], short["date"]
    for file in full["files"]:
        for key in ("functions", "objectives", "findings", "constants", "flows", "calls"):
            del file[key]
    if short != full:
        yield "%s\n%s" % (short, full)
    schema = json.loads(tap.read("report/out/json/report.schema.json"))
    for fault in jsonschema.Draft202012Validator(schema).iter_errors(short):
        yield fault.message


with tempfile.TemporaryDirectory() as directory:
    project = Project(directory)
    project.write("main.c", PROGRAM)
    project.build()
    for name, count in (("small", "3"), ("large", "40")):
        project.test(name, count)
    tap.point("run-time errors name tests, and remarks have a heading", error_faults(project))
    tap.point("the time of the report", time_faults(project))
    tap.point("a summary as JSON", summary_faults(project))
    tap.point("limits of services", limit_faults(project))
    tap.point("functions of a text that is compiled several times", variant_faults(project))
    tap.finish()
