#!/usr/bin/python3
"""Prints the first sentence of each file of our code, room by room, each after the rooms that it includes. No test.

usage: index.py
"""
import os
import re

import tap
from rooms import ROOMS


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
