#!/usr/bin/python3
"""Counts the functions of a project of whose paths or data flow something is not measured, by the reason; compares them
with nothing.

usage: shares.py HLCOV DATA

DATA is a data directory of a build by `hlcov cc --criteria=all`; at least paths and data flow must be recorded.
"""
import collections
import glob
import os
import re
import subprocess
import sys

# As htol/files/table.h numbers them; functions with loops have no end of complete paths, which is no fault.
UNPATHED = {0: "too many paths", 2: "ways that cannot be told apart", 3: "unknown jumps", 4: "too many paths",
            5: "threads"}
UNFLOWED = {1: "too many flows", 2: "volatile variables", 3: "no place in the text", 4: "too many orders"}
PATHLESS = "flows whose path nothing tells"
MANY = {"too many paths", "too many flows"}
ROW = re.compile(r"^  (unpathed|variable|flow|flow_path) (\d+): (.*)")
FIELD = re.compile(r"(\w+)=(\d+)")


def function_reasons(rows):
    """Why something of a function is not measured; `rows` are (kind, number, fields)."""
    with_path = {fields["flow"] for kind, _, fields in rows if kind == "flow_path"}
    no_paths = any(kind == "unpathed" and fields["kinds"] & 512 for kind, _, fields in rows)
    for kind, number, fields in rows:
        if kind == "unpathed" and fields["why"] in UNPATHED:
            yield UNPATHED[fields["why"]]
        elif kind == "variable" and fields["unmeasured"]:
            yield UNFLOWED[fields["unmeasured"]]
        elif kind == "flow" and number not in with_path and not no_paths:
            yield PATHLESS


def functions_of(dump):
    """The rows of each function that was measured."""
    rows = None
    for line in dump.splitlines():
        if line.startswith("function "):
            if rows is not None:
                yield rows
            rows = [] if " skipped=0 " in line else None
            continue
        match = ROW.match(line)
        if match and rows is not None:
            fields = {name: int(value) for name, value in FIELD.findall(match.group(3))}
            rows.append((match.group(1), int(match.group(2)), fields))
    if rows is not None:
        yield rows


def main(hlcov, data):
    counts, functions, lacking = collections.Counter(), 0, 0
    for table in sorted(glob.glob(os.path.join(data, "tables", "*.hlt"))):
        dump = subprocess.run([hlcov, "dump", table], stdout=subprocess.PIPE, check=True).stdout
        for rows in functions_of(dump.decode(errors="replace")):
            reasons = set(function_reasons(rows))
            counts.update(reasons)
            functions += 1
            lacking += bool(reasons - MANY)
    print("%d of %d functions (%.1f%%) lack paths or flows for another reason than their number" %
          (lacking, functions, 100 * lacking / max(functions, 1)))
    for reason, count in counts.most_common():
        print("  %s: %d" % (reason, count))


if __name__ == "__main__":
    main(*sys.argv[1:])
