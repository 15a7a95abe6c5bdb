#!/usr/bin/python3
"""Labels of a static function that is called once are compared with its caller's: in tests/prune/joined.c those that
its comments name, and no others. Runs that exit between them, or units that call it otherwise, do not contradict that;
where one does, the verdict is dropped. What is said within one function, tests/prune/figures.py asks."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

COMMENT = re.compile(r"^/\* (\w+):(?: (\w+) (b\d+))? \*/$", re.M)
HEADER = """static void shared(int n)
{
    if (n > 3)
        n++;
}
"""
UNITS = {"one.c": '#include "shared.h"\nvoid one(int n)\n{\n    shared(n);\n}\n',
         "two.c": '#include "shared.h"\nvoid two(int n)\n{\n    shared(n);\n}\n',
         "main.c": "void one(int n);\nint main(void)\n{\n    one(1);\n}\n"}


def run(directory, *words, status=0):
    """What it prints; its exit status must be that one."""
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    done = subprocess.run(words, cwd=directory, env=environment, check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=100)
    if done.returncode != status:
        raise AssertionError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stderr))
    return done.stdout + done.stderr


def prune(directory):
    run(directory, tap.hlcov, "prune", "--no-cache", "--criteria=BBC,CC", "--timeout=30000", "--budget=100000")


def entries(directory):
    """Of each function, what is said of its entry, by the JSON."""
    run(directory, tap.hlcov, "report", "-q", "--criteria=BBC,CC", "--json=report.json")
    with open(os.path.join(directory, "report.json"), encoding="utf-8") as file:
        report = json.load(file)
    return {objective["function"]: objective.get("pruned", {})
            for file in report["files"] for objective in file["objectives"]
            if objective["criterion"] == "BBC" and objective["id"].endswith(":b0")}


def differences(text, found):
    for function, caller, block in COMMENT.findall(text):
        of, other = found[function].get("of", ""), found[function].get("other", "")
        wanted = (caller, "BBC:" + block) if caller else ("", other)
        if (of, other) != wanted:
            yield "%s: %s of %s" % (function, other, of)


def prepare(directory):
    """Only the first run calls `unordered`, and that one exits."""
    text = tap.read("tests/prune/joined.c")
    with open(os.path.join(directory, "joined.c"), "w", encoding="utf-8") as file:
        file.write(text)
    run(directory, tap.hlcov, "cc", "gcc", "-w", "joined.c", "-o", "joined")
    for words in (("55", "x"), ("77",), ("3",)):
        run(directory, "./joined", *words)
    prune(directory)
    return text


def tampered(directory):
    """A false verdict, of a function that was not called."""
    for name in os.listdir(os.path.join(directory, "data/verdicts")):
        path = os.path.join(directory, "data/verdicts", name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace('"of":"nesting"', '"of":"left_out"'))
    said = run(directory, tap.hlcov, "report", "-q", "--criteria=BBC", status=3)
    words = "BBC:b0: proved duplicate of BBC:b0 of left_out, but a run tells them apart"
    if "nested" not in said or words not in said:
        yield said


def shared(directory):
    """Each unit is right about its own copy; of both together neither is."""
    for name, text in dict(UNITS, **{"shared.h": HEADER}).items():
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text)
    run(directory, tap.hlcov, "cc", "gcc", "main.c", "one.c", "two.c", "-o", "program")
    run(directory, "./program")
    prune(directory)
    verdicts = "".join(tap.read(os.path.join(directory, "data/verdicts", name))
                       for name in os.listdir(os.path.join(directory, "data/verdicts")))
    if '"of":"one"' not in verdicts or '"of":"two"' not in verdicts:
        yield verdicts
    if entries(directory)["shared"]:
        yield "%s" % entries(directory)["shared"]


def main():
    with tempfile.TemporaryDirectory() as directory:
        text = prepare(directory)
        tap.point("functions that are called once join their callers", differences(text, entries(directory)))
        tap.point("a false verdict is dropped", tampered(directory))
    with tempfile.TemporaryDirectory() as directory:
        tap.point("a header's function is in two units", shared(directory))
    tap.finish()


main()
