#!/usr/bin/python3
"""Deeply nested text: the front end and we recurse, and the function is measured all the same. How deep a compiler
itself can go is not tested."""
import glob
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

DEPTH = 1500
# name, what stands before the innermost expression and behind it, a level each; else a whole body
SHAPES = (
    ("negations", "!(", ")", "a"),
    ("signs", "-(", ")", "a"),
    ("operands of &&, to the right", "a && (", ")", "a"),
    ("operands of ?:, to the right", "a ? 1 : (", ")", "a"),
    ("commas", "(a, ", ")", "a"),
    ("calls", "g(", ")", "a"),
    ("blocks", "if (a) {", "}", "a++;"),
)


def program(opening, closing, innermost):
    is_statement = opening.startswith("if")
    levels = DEPTH // 5 if is_statement else DEPTH
    first, last = ("", "") if is_statement else ("return ", ";")
    body = first + opening * levels + innermost + closing * levels + last
    return "int g(int a) { return a; }\nint f(int a)\n{\n    %s\n    return a;\n}\nint main(int argc, char **argv)\n" \
        "{\n    return (void)argv, f(argc) & 7;\n}\n" % body


def check(shape, options):
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "a.c"), "w", encoding="utf-8") as file:
            file.write(program(*shape[1:]))
        environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
        subprocess.run(["gcc", "-w", "-o", "plain", "a.c"], check=True, cwd=directory)
        subprocess.run([tap.hlcov, "cc", *options, "gcc", "-w", "-o", "a", "a.c"], check=True, cwd=directory,
                       env=environment)
        ends = [subprocess.run(["./" + name], check=False, cwd=directory).returncode for name in ("plain", "a")]
        if ends[0] != ends[1]:
            yield "it ended with %d, not %d" % (ends[1], ends[0])
        if not glob.glob(os.path.join(directory, "data", "*.hlb")):
            yield "it recorded nothing"
        notes = os.path.join(directory, "data", "notes.log")
        if os.path.exists(notes):
            with open(notes, encoding="utf-8") as file:
                yield file.read()


for case in SHAPES:
    for criteria in ([], ["--criteria=all"]):
        tap.point(" ".join([case[0], *criteria]), check(case, criteria))
tap.finish()
