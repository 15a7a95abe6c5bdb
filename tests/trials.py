"""What tests of mutants share: it reads the mutants of a strong build from what hlcov dump prints, and writes trials as
FORMATS.md has them, without hlcov. It runs no mutant."""
import glob
import os
import re
import subprocess

import tap

_FIELD = re.compile(r' (\w+)=("(?:[^"\\]|\\.)*"|\S+)')
_PLACE = ("line", "column", "end_line", "end_column")


def _fields(line):
    return {name: re.sub(r"\\(.)", r"\1", value[1:-1]) if value[0] == '"' else int(value)
            for name, value in _FIELD.findall(line)}


def checksum(text):
    """FNV-1a, 64 bits."""
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return value


def _digest(function, change, alike):
    line = function["line"]
    place = "%u:%u-%u:%u" % (change["line"] - line, change["column"], change["end_line"] - line, change["end_column"])
    value = checksum("\t".join((change["criterion"], change["before"], change["after"], place, str(alike))))
    return (value ^ value >> 32) % (1 << 32)


def _key(change):
    return tuple(change[name] for name in ("criterion", "before", "after") + _PLACE)


def mutants(directory):
    """The mutants of all strong tables of a data directory: a dictionary each, the fields of its row, `function` (its
    name), `hash` and `digest`."""
    found = []
    for path in sorted(glob.glob(os.path.join(directory, "strong", "*.hlt"))):
        seen = []
        dump = subprocess.run([tap.hlcov, "dump", path], capture_output=True, text=True, check=True).stdout
        for line in dump.splitlines():
            if line.startswith("function "):
                function = _fields(line)
                seen = []
            elif line.startswith("  change "):
                change = _fields(line)
                change["digest"] = _digest(function, change, seen.count(_key(change)))
                change["function"], change["hash"] = function["name"], function["hash"]
                seen.append(_key(change))
                found.append(change)
    return found


def line(mutant, test, end="passed", status=0, stamp=1):
    """A line of the file of trials: that the test ended so with the mutant."""
    text = "%s\t%u\t%08x\t%s\t%u\t%016x\t%s\t" % (mutant["hash"], mutant["number"], mutant["digest"], end, status,
                                                   stamp, test)
    return "%s%016x\n" % (text, checksum(text))


def append(directory, *lines):
    """Appends lines to the data directory's trials."""
    with open(os.path.join(directory, "trials"), "a", encoding="utf-8") as file:
        file.writelines(lines)
