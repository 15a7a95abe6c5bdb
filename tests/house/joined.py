#!/usr/bin/python3
"""Joins C files to fewer, for programs whose time goes into headers; checks nothing itself.

usage: tests/house/joined.py DIRECTORY FILE...

Writes DIRECTORY/N.c, the texts of up to MOST FILEs one behind the other, and DIRECTORY/N.files, their names; prints the
paths of the former. Files that define the same name, as far as can be seen without a parser, are not joined. What is
joined need not compile: whoever finds anything in it must look at its files one by one.
"""
import os
import re
import sys

MOST = 10
# Names that a file defines for all of it: static functions and variables, tags, types, macros, members of enumerations.
DEFINED = re.compile(r"^(?:(?:\S.*? )?static\s[^;=(]*?\b(\w+)\s*[(\[=;]|(?:struct|enum|union)\s+(\w+)\s*(?:\{|$)"
                     r"|typedef\b.*?(\w+);|typedef\b.*?\(\*(\w+)\)|\}\s*(\w+)\s*[\[=;]|#\s*define\s+(\w+))", re.M)
ENUMERATION = re.compile(r"^(?:typedef )?enum\b[^{;]*\{([^}]*)\}", re.M)
MEMBER = re.compile(r"^\s*(\w+)|,\s*(\w+)")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
HEADER = re.compile(r"^#include ([\"<].*\.h[\">])$")


class Joined:
    """Files that stand behind each other."""

    def __init__(self):
        self.files, self.names, self.headers, self.text = [], set(), set(), []

    def takes(self, names):
        return len(self.files) < MOST and not self.names & names

    def add(self, file, text, names):
        """A header that a file before has included is not included again: that would look like a line too many. What
        one file includes twice stays."""
        lines = text.splitlines()
        self.text += ["" if (found := HEADER.match(line)) and found.group(1) in self.headers
                      and lines.count(line) == 1 else line for line in lines]
        self.headers |= {found.group(1) for found in map(HEADER.match, lines) if found}
        self.files.append(file)
        self.names |= names


def defined(text):
    found = DEFINED.findall(text)
    for members in ENUMERATION.findall(COMMENT.sub("", text)):
        found += MEMBER.findall(members)
    return {name for match in found for name in match if name}


def join(files):
    groups = []
    for file in sorted(files):
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        names = defined(text)
        group = next((group for group in groups if group.takes(names)), None)
        if not group:
            group = Joined()
            groups.append(group)
        group.add(file, text, names)
    return groups


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(line + "\n" for line in lines))


def main():
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    for number, group in enumerate(join(sys.argv[2:])):
        path = os.path.join(directory, str(number))
        write(path + ".c", group.text)
        write(path + ".files", group.files)
        print(path + ".c")


main()
