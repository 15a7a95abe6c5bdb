#!/usr/bin/python3
"""The tables of htol/CRITERIA.md and htol/FORMATS.md have the rows of criteria.def and format.def, no more and no less.
It does not read the prose between them."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

STRING = r'"((?:[^"\\]|\\.)*)"'
MACROS = "CRITERION|RECORD|NUM|STR|UNIT_PART|PART|AT"
ROW = re.compile(r"^(%s)\(([^\"\n]*?),?\s*((?:%s(?:,\s*|\s+)?)*)\)$" % (MACROS, STRING), re.M)

PARTS = {"UNIT_PART": "part of the unit", "PART": "part of a function"}


def rows(path):
    """(macro, plain arguments, texts) of each row of a .def file; texts that stand behind each other are one."""
    text = re.sub(r"/\*.*?\*/", "", tap.read(path), flags=re.S)
    text = re.sub(r'"\s*\n\s*"', "", text)
    for macro, plain, texts in ((m.group(1), m.group(2), m.group(3)) for m in ROW.finditer(text)):
        yield macro, re.split(r",\s*", plain), [t.replace('\\"', '"') for t in re.findall(STRING, texts)]


def tables(path):
    """The rows of the tables of a document, as lists of cells, by the heading that they stand under."""
    found, heading = {}, ""
    for line in tap.read(path).splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ").split(" ")[0].rstrip(":,")
        elif line.startswith("|") and not line.startswith("|--"):
            found.setdefault(heading, []).append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def compare(wanted, found):
    yield from ("missing: | %s |" % " | ".join(row) for row in wanted if row not in found)
    yield from ("no such row: | %s |" % " | ".join(row) for row in found if row not in wanted)
    if sorted(wanted) == sorted(found) and wanted != found:
        yield "the order of the rows differs"


def record_tables():
    """What FORMATS.md must hold: a table for each record, by its name."""
    wanted, record = {}, None
    for macro, plain, texts in rows("htol/base/format.def"):
        if macro == "RECORD":
            record = wanted.setdefault(plain[0], [["field", "kind", "since", "meaning"]])
        elif macro in ("NUM", "STR"):
            record.append([plain[1], macro, plain[2], texts[0]])
        elif macro in PARTS:
            parts = wanted.setdefault("parts", [])
            header = [PARTS[macro], "record", "since", "meaning"]
            parts += ([] if header in parts else [header]) + [[plain[1], plain[0], plain[2], texts[0]]]
        elif macro == "AT":
            table = wanted.setdefault(plain[0], [["field", "offset", "size", "meaning"]])
            table.append([plain[1], plain[2], plain[3], texts[0]])
    return wanted


def criteria_faults():
    wanted = [["name", "family", "title", "meaning"]]
    wanted += [texts for _, _, texts in rows("htol/criteria/criteria.def")]
    yield from compare(wanted, tables("htol/CRITERIA.md")["The"])
    if len(wanted) < 10:
        yield "criteria.def has %d rows" % (len(wanted) - 1)
    headings = re.findall(r"^## ([\w:-]+): ", tap.read("htol/CRITERIA.md"), re.M)
    yield from ("no section: ## %s" % row[0] for row in wanted[1:] if row[0] not in headings)


tap.point("CRITERIA.md and criteria.def", criteria_faults())
found = tables("htol/FORMATS.md")
wanted = record_tables()
found["parts"] = [row for row in found.get("How", []) if len(row) == 4]
tap.point("format.def has records", [] if len(wanted) >= 19 else ["%d" % len(wanted)])
for name, table in wanted.items():
    tap.point("FORMATS.md and format.def: %s" % name, compare(table, found.get(name, [])))
tap.finish()
