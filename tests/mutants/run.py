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


def compiler(*words):
    flags = subprocess.run(["pkg-config", *words, "glib-2.0"], check=True, stdout=subprocess.PIPE, text=True)
    return [os.environ.get("CC", "gcc"), "-std=gnu11", "-O1", "-I."], flags.stdout.split()


def object_of(source):
    return source.replace("/", "_") + ".o"


def compile_source(directory, source):
    """Whether its object is there, and what the compiler says of it. What stood there before is gone."""
    command, flags = compiler("--cflags")
    if os.path.exists(os.path.join(directory, object_of(source))):
        os.remove(os.path.join(directory, object_of(source)))
    built = run([*command, "-c", "-o", object_of(source), source, *flags], directory)
    return "it does not compile:\n" + built.stdout if built.returncode != 0 else ""


def link_test(directory):
    command, flags = compiler("--libs")
    built = run([*command, "-o", "test_join", *map(object_of, sources(directory)), *flags, "-lm"], directory)
    return "it does not link:\n" + built.stdout if built.returncode != 0 else ""


def sources(directory):
    return SOURCES + sorted(os.path.relpath(path, directory) for path in glob.glob(directory + "/htol/judge/join*.c"))


def fault_of(directory, *changed):
    """What is wrong with the test program when these files have changed, or an empty string if it finds a fault of the
    evaluator's."""
    fault = next(filter(None, (compile_source(directory, source) for source in changed)), "") or link_test(directory)
    if fault:
        return fault
    try:
        return "" if run(["./test_join", "--tap"], directory).returncode != 0 else "the tests pass"
    except subprocess.TimeoutExpired:
        return ""


def seed(directory, name, old, new):
    """Leaves text and object as they were: the other files' objects are those of every bug."""
    if name not in sources(directory):
        return "it is no file of the test program: " + name
    path = os.path.join(directory, name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if old not in text:
        return "the text is not there: " + old
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new, 1))
    kept = os.path.join(directory, object_of(name))
    os.rename(kept, kept + ".kept")
    fault = fault_of(directory, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(kept + ".kept", kept)
    return fault


count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
mutants = list(read_list())
with tempfile.TemporaryDirectory() as work:
    copy_sources(work)
    whole = fault_of(work, *sources(work))
    tap.point("without a seeded bug the tests pass", [] if whole == "the tests pass" else [whole or "they fail"])
    for name, meaning, old, new in mutants[:count or len(mutants)]:
        fault = seed(work, name, old, new)
        tap.point("caught: %s: %s" % (name, meaning), [fault] if fault else [])
tap.finish()
