#!/usr/bin/python3
"""The tables of htol/CRITERIA.md have the rows of criteria.def, and those of htol/FORMATS.md are what is printed from
format.def. With --accept it prints the latter into the document instead. It does not read the prose between them."""
import difflib
import os
import re
import sys
import textwrap

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

STRING = r'"((?:[^"\\]|\\.)*)"'
MACROS = "CRITERION|RECORD|NUM|STR|UNIT_PART|PART|AT"
ROW = re.compile(r"^(%s)\(([^\"\n]*?),?\s*((?:%s(?:,\s*|\s+)?)*)\)$" % (MACROS, STRING), re.M)

FORMATS = "htol/FORMATS.md"
PRINTED = re.compile(r"(<!-- (\w+): printed from format\.def by make accept -->\n)"
                     r"(.*?)(<!-- printed to here -->\n)", re.S)


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


def table(header, cells):
    """A table of Markdown; a cell may hold the mark between columns only if that is escaped."""
    lines = [header, ["---"] * len(header)] + [[cell.replace("|", "\\|") for cell in row] for row in cells]
    return "".join("| %s |\n" % " | ".join(line) for line in lines).replace("| --- ", "|---").replace("--- |", "---|")


def printed_parts(every):
    for macro, header in (("UNIT_PART", "part of the unit"), ("PART", "part of a function")):
        yield table([header, "record", "meaning"],
                    [[plain[1], plain[0], texts[0]] for kind, plain, texts in every if kind == macro])


def printed_records(every):
    for kind, plain, texts in every:
        if kind == "RECORD":
            name, sentence = plain[0], texts[0][0].upper() + texts[0][1:] + "."
            fields = [[f[1], macro, t[0]] for macro, f, t in every if macro in ("NUM", "STR") and f[0] == name]
            yield "### %s\n\n%s\n\n%s" % (name, textwrap.fill(sentence, 116),
                                          table(["field", "kind", "meaning"], fields))


def printed():
    """What stands between the marks of FORMATS.md, by the name in the first."""
    every = list(rows("htol/base/format.def"))
    texts = {"parts": "\n".join(printed_parts(every)), "records": "\n".join(printed_records(every))}
    fields = {}
    for kind, plain, meaning in every:
        if kind == "AT":
            fields.setdefault(plain[0], []).append([plain[1], plain[2], plain[3], meaning[0]])
    texts.update((name, table(["field", "offset", "size", "meaning"], cells)) for name, cells in fields.items())
    return texts


def formats_faults(document, wanted):
    names = [name for _, name, _, _ in PRINTED.findall(document)]
    if sorted(names) != sorted(wanted) or len(wanted) < 9:
        yield "it has places for %s, format.def has %s" % (sorted(names), sorted(wanted))
    for _, name, text, _ in PRINTED.findall(document):
        yield from difflib.unified_diff(text.splitlines(), wanted.get(name, "").splitlines(), FORMATS,
                                        name + " of format.def; make accept prints it", lineterm="", n=0)


def criteria_faults():
    wanted = [["name", "family", "title", "meaning"]]
    wanted += [texts for _, _, texts in rows("htol/criteria/criteria.def")]
    yield from compare(wanted, tables("htol/CRITERIA.md")["The"])
    if len(wanted) < 10:
        yield "criteria.def has %d rows" % (len(wanted) - 1)
    headings = re.findall(r"^## ([\w:-]+): ", tap.read("htol/CRITERIA.md"), re.M)
    yield from ("no section: ## %s" % row[0] for row in wanted[1:] if row[0] not in headings)


if sys.argv[1:] == ["--accept"]:
    texts = printed()
    document = PRINTED.sub(lambda m: m.group(1) + texts[m.group(2)] + m.group(4), tap.read(FORMATS))
    with open(os.path.join(tap.top_srcdir, FORMATS), "w", encoding="utf-8") as file:
        file.write(document)
    sys.exit(0)
tap.point("CRITERIA.md and criteria.def", criteria_faults())
tap.point("FORMATS.md has what format.def prints", formats_faults(tap.read(FORMATS), printed()))
tap.finish()
