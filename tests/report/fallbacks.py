#!/usr/bin/python3
"""Decisions that complete semantics was asked for, and that are recorded as they are evaluated: every report names
them, what in them may not be evaluated early, and why. What the first condition reads in any case is no reason."""
import os
import signal
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

# Of each decision what holds it back, in which words.
DECISIONS = (
    ("n > 0 && called(n)", "called(n)", "calls a function"),
    ("n > 0 && n++ > 1", "n++", "changes something"),
    ("p && *p > 1", "*p", "reads what may not be there"),
    ("o && o->first == 2", "o->first", "reads what may not be there"),
    ("n < 4 && elements[n] > 1", "elements[n]", "reads what may not be there"),
    ("n > 3 && unset > 1", "unset", "may have no value yet"),
    ("n > 3 && seen > 1", "seen", "is volatile or atomic"),
    ("n > 3 && either.number > 1", "either.number", "is in a union, which may hold another member"),
    ("n && 4 / n > 1", "4 / n", "may divide by zero or overflow"),
    ("n < 9 && 1 << n > 1", "1 << n", "may shift by too much"),
    ("p && o && (void *)p < (void *)o", "(void *)p < (void *)o", "computes with pointers, or compares them by order"),
    ("n > 1 && real + 1 > 2", "real + 1", "may raise a floating-point exception"),
    ("n > 1 && (int)real > 2", "(int)real", "may lose its value when it is converted"),
    ("p && *p == 1 || n == 4 && *p == 2", "*p", "reads what may not be there"),
)
COMPLETE = ("*q == 1 || *q == 2", "q[1] > 2 && q[1] < 9 && n", "r->first || r->first + n > 3", "!(*q & 1) && n > *q",
            "n > 1 && n < 5", "(n ? *q : 0) == 3 || n == 4",
            "60 / *q > 7 && n > 1")
FIRST_ONLY = ("(n ? *q : 0) == 3 || *q == 4",)  # which does not read *q in any case

BEGIN = """\
#include <stdio.h>
struct object { int first, second; };
volatile int seen = 3;
union { int number; float other; } either;
double real = 2.5;
int elements[4] = {1, 2, 3, 4};
int called(int n) { return n & 1; }
"""


def source(condition):
    """Of functions with a decision each, which say what it was."""
    lines = [BEGIN]
    texts = [text for text, *_ in DECISIONS] + list(COMPLETE) + list(FIRST_ONLY)
    for number, text in enumerate(texts):
        lines += ["int f%d(int n, int *p, struct object *o, int *q, struct object *r)\n{" % number,
                  "    int unset;\n    if (n == 99)\n        unset = n;",
                  "    (void)unset, (void)p, (void)o, (void)q, (void)r;",
                  "    if (%s)\n        return 1;\n    return 0;\n}" % text]
    calls = "".join("    printf(\"%%d\", f%d(n, %s, %s, one, &object));\n" % (number, *condition)
                    for number in range(len(texts)))
    lines += ["int main(int argc, char **argv)\n{\n    int n = 3, one[] = {argc, 5};",
              "    struct object object = {argc - 1, 2};\n    (void)argv;\n" + calls,
              "    return argc > 1 ? f%d(1, 0, 0, 0, 0) : 0;\n}\n" % len(DECISIONS)]
    return "\n".join(lines)


def build(project):
    project.write("main.c", source(("0", "0")))
    project.run("gcc", "-w", "-o", "plain", "main.c")
    project.hlcov("cc", "--semantics=complete", "gcc", "-w", "-O2", "-o", "program", "main.c")


def name_faults(project):
    found = {entry["text"]: (entry["guarded"], entry["why"]) for entry in project.report()["fallbacks"]}
    for text, guarded, why in DECISIONS:
        if found.get(text) != (guarded, why):
            yield "%s: %s" % (text, found.get(text))
    for text in COMPLETE:
        if text in found:
            yield "%s fell back: %s" % (text, found[text])
    for text in FIRST_ONLY:
        if text not in found:
            yield "%s did not fall back" % text


def list_faults(project):
    line = "in f2: p && *p > 1: *p reads what may not be there"
    project.hlcov("report", "-q", "--html", "pages")
    page = project.read("pages/index.html")
    for name, text in (("text", project.hlcov("report", "--details", "--uncovered=CC")), ("HTML", page)):
        plain = text.replace("&amp;", "&").replace("&gt;", ">")
        if "ecisions that fell back to observed semantics" not in plain or line not in plain:
            yield "%s: %s" % (name, plain[-3000:])


def run_faults(project):
    """As without coverage, also where the first condition finds nothing to read."""
    for arguments in ((), ("x",)):
        plain, measured = project.attempt("./plain", *arguments), project.attempt("./program", *arguments)
        if (plain.returncode, plain.stdout) != (measured.returncode, measured.stdout):
            yield "%s: %s, %s" % (arguments, plain, measured)
    if measured.returncode != -signal.SIGSEGV:
        yield "it did not crash: %s" % measured


with tempfile.TemporaryDirectory() as directory:
    PROJECT = Project(directory)
    build(PROJECT)
    tap.point("the same output and end", list(run_faults(PROJECT)))
    tap.point("each has its reason", list(name_faults(PROJECT)))
    tap.point("lists for people", list(list_faults(PROJECT)))
tap.finish()
