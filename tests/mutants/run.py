#!/usr/bin/python3
"""Seeds the bugs of list.txt into the evaluator, one at a time, and checks that the random tests catch each.

usage: tests/mutants/run.py [COUNT]: only the first COUNT of them, 5 unless told; all of them with 0

A bug that does not compile, or whose text is no longer there, is a failure: the list must follow the code.
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

SOURCES = ["htol/base/arena.c", "htol/base/digits.c", "htol/lang/value.c", "htol/lang/expr.c",
           "tests/unit/sample_guard.c",
           "tests/unit/test_join.c"]
SECONDS = 60


def read_list():
    text = tap.read("tests/mutants/list.txt")
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        parts = [part.strip() for part in line.replace("\\|", "\0").split(" | ")]
        yield [part.replace("\0", "|").replace("@", "\n") for part in parts]


def run(arguments, directory):
    return subprocess.run(arguments, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=SECONDS,
                          env=dict(os.environ, JOINS="20000"))


def copy_sources(directory):
    for folder in ("htol", "tests/unit"):
        shutil.copytree(os.path.join(tap.top_srcdir, folder), os.path.join(directory, folder))


def compile_test(directory, sources, output):
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "glib-2.0"], check=True, stdout=subprocess.PIPE,
                           text=True).stdout.split()
    compiler = os.environ.get("CC", "gcc")
    return run([compiler, "-std=gnu11", "-O1", "-I.", "-o", output, *sources, *flags, "-lm"], directory)


def fault_of(directory):
    """What is wrong with the test program as it stands, or an empty string if it finds a fault of the evaluator's."""
    joins = sorted(os.path.relpath(path, directory) for path in glob.glob(directory + "/htol/judge/join*.c"))
    built = compile_test(directory, SOURCES + joins, "test_join")
    if built.returncode != 0:
        return "it does not compile:\n" + built.stdout
    try:
        return "" if run(["./test_join", "--tap"], directory).returncode != 0 else "the tests pass"
    except subprocess.TimeoutExpired:
        return ""


def seed(directory, name, old, new):
    path = os.path.join(directory, name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if old not in text:
        return "the text is not there: " + old
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new, 1))
    fault = fault_of(directory)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return fault


count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
mutants = list(read_list())
with tempfile.TemporaryDirectory() as work:
    copy_sources(work)
    tap.point("without a seeded bug the tests pass", [] if fault_of(work) == "the tests pass" else ["they fail"])
    for name, meaning, old, new in mutants[:count or len(mutants)]:
        fault = seed(work, name, old, new)
        tap.point("caught: %s: %s" % (name, meaning), [fault] if fault else [])
tap.finish()
