#!/usr/bin/python3
"""man/hlcov-tutorial.7: what it tells its reader to type works, and prints what stands there. Dates differ."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

DATE = re.compile(r"\d+ [A-Z][a-z]{2} \d{4} \d\d:\d\d UTC")


def plain(block):
    """A block as a reader sees it."""
    return block.replace("\\&", "").replace("\\ ", " ").replace("\\-", "-").replace("\\(aq", "'").replace("\\e", "\\")


def steps(page):
    """Commands, each with the lines that it prints; a file that is typed in belongs to the command."""
    for block in re.findall(r"^\.nf\n\.RS\n(.*?)^\.RE\n\.fi$", page, re.M | re.S):
        for part in re.split(r"^\$ ", plain(block), flags=re.M)[1:]:
            lines = part.rstrip("\n").split("\n")
            end = lines.index("END") + 1 if "<<'END'" in lines[0] else 1
            yield "\n".join(lines[:end]), lines[end:]


def differs(shown, printed):
    """Lines that were not printed in this order; three dots stand for any number of lines."""
    printed = [DATE.sub("DATE", line) for line in printed]
    at, free = 0, False
    for line in (DATE.sub("DATE", line) for line in shown):
        if line == "...":
            free = True
            continue
        found = next((i for i in range(at, len(printed)) if printed[i] == line), None)
        if found is None or (found > at and not free):
            yield "not printed here: %s\nbut: %s" % (line, "\n".join(printed[at:]))
            return
        at, free = found + 1, False
    if at < len(printed) and not free:
        yield "also printed: %s" % printed[at:]


def step_faults(directory, command, shown):
    done = subprocess.run(["sh", "-c", command], cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False,
                          env=dict(os.environ, PATH=os.path.dirname(tap.hlcov) + ":" + os.environ["PATH"]))
    if done.returncode not in (0, 2 if command.endswith("./leap") else 0):
        yield "status %d: %s" % (done.returncode, done.stdout)
    yield from differs(shown, done.stdout.splitlines())


with tempfile.TemporaryDirectory() as top:
    directory = top
    found = list(steps(tap.read("man/hlcov-tutorial.7")))
    tap.point("it has steps", [] if len(found) > 10 else ["%d steps" % len(found)])
    for command, shown in found:
        name = command.split("\n")[0]
        tap.point(name, step_faults(directory, command, shown))
        if name.startswith("cd "):
            directory = os.path.join(directory, name[3:])
tap.finish()
