#!/usr/bin/python3
"""Prints the first sentence of each file of the libraries and the command, room by room, as the data flows. No test.

usage: index.py
"""
import os
import re

import tap

ROOMS = """annot/launch annot/options annot/text annot/tree annot/facts annot/graph annot/flow annot/users
    annot/probes annot/paths annot/mutants annot/copies annot rt htol/base htol/lang htol/files
    htol/shards htol/graph htol/judge htol/users htol/criteria htol/tests htol/words prune report/read
    report/store report/model report/words report/compare report/summary report/advise report/out
    report/html tools""".split()


def first_sentence(path):
    """Of the comment that the file begins with."""
    comment = re.match(r"\s*/\*(.*?)\*/", tap.read(path), re.S)
    words = re.sub(r"\s*\n\s*\*?\s*", " ", comment.group(1)).strip() if comment else ""
    return re.split(r"(?<=\.)\s", words)[0]


for room in ROOMS:
    print(room)
    for name in sorted(os.listdir(os.path.join(tap.top_srcdir, room))):
        if name.endswith((".c", ".h", ".def")):
            print("    %-24s %s" % (name, first_sentence(os.path.join(room, name))))
