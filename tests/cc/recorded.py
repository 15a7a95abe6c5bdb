#!/usr/bin/python3
"""What a program recorded for users' labels, read from its data files and from what `hlcov dump` prints of its tables.
It decides no hyperlabel.

usage: recorded.py values PROGRAM        a line per label or sequence: covered or not, unsafe, lost, tuples
       recorded.py places PROGRAM        a line per label and location: NAME PATH:LINE:COLUMN
       recorded.py faults PROGRAM        a line per fault: PATH:LINE:COLUMN: NAME: MESSAGE
       recorded.py marked PROGRAM FILE...  compares places with marks: /*@NAME*/ stands right before each location"""
import glob
import os
import re
import struct
import subprocess
import sys

HEADER, PAGE = 4096, 4096
UNIT, SET = b"\x89HLU\r\n\x1a\n", b"\x89HLS\r\n\x1a\n"
SIGNED, UNSIGNED, FLOAT, POINTER, CODE = range(5)


def fields(line):
    found = re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\d+)', line)
    return {name: value[1:-1].replace('\\"', '"').replace("\\\\", "\\") if value[0] == '"' else int(value)
            for name, value in found}


def tables(program):
    """{id: (functions, faults)}; a function is its fields and its rows of labels, sequences and files."""
    dump = subprocess.run([os.environ["HLCOV"], "dump", program], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for line in dump.splitlines():
        kind = line.split()[0]
        if kind == "table":
            functions, faults = found[line.split()[1]] = [], []
        elif kind == "function":
            functions.append(dict(fields(line), labels=[], sequences=[], files=[]))
        elif kind == "fault":
            faults.append(fields(line))
        elif kind in ("label", "sequence", "file"):
            functions[-1][kind + "s"].append(fields(line))
    return found


def pieces(directory):
    """Every unit and set in the data files: (magic, id, bytes)."""
    for path in glob.glob(os.path.join(directory, "*.hlb")):
        with open(path, "rb") as stream:
            data = stream.read()[HEADER:]
        at = 0
        while at < len(data):
            magic, id = data[at:at + 8], data[at + 8:at + 24].hex()
            size = struct.unpack_from("<I", data, at + 24)[0] if magic in (UNIT, SET) else PAGE
            yield magic, id, data[at:at + size]
            at += size


def value(kind, bits):
    kind &= 255
    if kind == FLOAT:
        return repr(struct.unpack("<d", struct.pack("<Q", bits))[0])
    if kind in (POINTER, CODE):
        return ("pointer" if kind == POINTER else "code") if bits else "null"
    return str(bits - (1 << 64) if kind == SIGNED and bits >> 63 else bits)


def tuples(piece):
    """({source: set of tuples}, how many were lost) of a set."""
    index, words = struct.unpack_from("<II", piece, 28)
    lost, = struct.unpack_from("<Q", piece, 48)
    entries = struct.unpack_from("<%dI" % index, piece, 64)
    word = struct.unpack_from("<%dQ" % words, piece, 64 + 4 * index)
    found = {}
    for first in (entry - 1 for entry in entries if entry):
        source, count = word[first] & 0xffffffff, word[first] >> 32
        row = [value(word[first + 1 + 2 * i], word[first + 2 + 2 * i]) for i in range(count)]
        found.setdefault(source, set()).add("{" + ", ".join(row) + "}")
    return found, lost


class Row:
    def __init__(self):
        self.facts, self.tuples = set(), set()


def print_values(program, directory):
    rows = {}
    slots, sets = {}, {}
    for magic, id, piece in pieces(directory):
        if magic == UNIT:
            slots.setdefault(id, []).append(piece[32:])
        elif magic == SET:
            sets.setdefault(id, []).append(tuples(piece))
    for id, (functions, _) in tables(program).items():
        first_slot = first_source = 0
        for function in functions:
            for fact in function["labels"] + function["sequences"]:
                row = rows.setdefault(fact["name"], Row())
                for name in ("slot", "unsafe", "overflow"):
                    slot = fact.get(name, 0) - (name == "unsafe")
                    if (name != "unsafe" or slot >= 0) and name in fact:
                        if any(bits[first_slot + slot] for bits in slots.get(id, [])):
                            row.facts.add({"slot": "covered"}.get(name, name))
                for found, lost in sets.get(id, []):
                    if fact["source"]:
                        row.tuples |= found.get(first_source + fact["source"] - 1, set())
                        row.facts |= {"lost"} if lost else set()
            first_slot += function["slots"]
            first_source += function["sources"]
    for name, row in sorted(rows.items()):
        print(" ".join([name + ":"] + (sorted(row.facts) or ["-"]) + sorted(row.tuples)))


def places(program):
    return {(label["name"], "%s:%d:%d" % (function["files"][label["file"]]["path"], label["line"], label["column"]))
            for functions, _ in tables(program).values() for function in functions for label in function["labels"]}


def marks(path):
    with open(path, encoding="latin-1") as stream:
        for number, line in enumerate(stream, 1):
            for mark in re.finditer(r"/\*@([\w,]+)\*/", line):
                for name in mark.group(1).split(","):
                    yield name, "%s:%d:%d" % (path, number, mark.end() + 1)


def main():
    what, program = sys.argv[1:3]
    if what == "values":
        print_values(program, os.environ["HLCOV_DIR"])
    elif what == "places":
        print("\n".join("%s %s" % place for place in sorted(places(program))))
    elif what == "faults":
        print("\n".join("%(path)s:%(line)d:%(column)d: %(name)s: %(message)s" % fault
                        for _, faults in tables(program).values() for fault in faults))
    else:
        wanted = {mark for path in sys.argv[3:] for mark in marks(path)}
        wrong = wanted.symmetric_difference(places(program))
        print("\n".join("%s %s %s" % ("wanted" if place in wanted else "found", *place) for place in sorted(wrong)))
        sys.exit(1 if wrong or not wanted else 0)


main()
