#!/usr/bin/python3
"""Rules of CONTRIBUTING.md that a program can check: layout, first comments, lengths, words. Not good taste."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from rooms import SOURCES

OURS = (*SOURCES, "tests", "samples", "man")
TOP = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "NEWS", "Makefile.am", "configure.ac", "bootstrap")
CODE = (".c", ".h", ".def", ".py", ".sh", ".md", ".css", ".js", ".1", ".bash")
# What hlcov prints, programs that are odd on purpose, and what belongs to other people's projects.
MATERIAL = re.compile(r"^tests/(golden/[^/]*\.(?!c$|sh$)|projects/([a-z0-9]+/|RESULTS)|torture/)")
# Tests that make check does not run.
ON_REQUEST = tuple("tests/projects/%s.sh" % name for name in ("project", "ubsan", "variants"))
LONGEST_LINE = 120
LONGEST_FUNCTION = 60
LONGEST_FILE = 1000
# Spelled in halves so that this file may hold them.
WORDS = [a + b for a, b in (("TO", "DO"), ("FIX", "ME"), ("XX", "X"), ("/home", "/"), ("/ro", "ot/"), ("/wo", "rk/"),
                            ("/us", "ers/"), ("local", "host"), ("as an ", "AI"), ("L", "LM"), ("clau", "de"),
                            ("chat", "gpt"), ("copi", "lot"))]
# Functions of libc that fail without a word where there is no memory, and what to use.
SILENT = {"open_memstream": "report/read/text_stream.h"}


def texts(suffixes):
    paths = [path for path in tap.files(*OURS, suffixes=suffixes)] + list(TOP)
    return [(path, tap.read(path)) for path in paths if not MATERIAL.match(path)]


def blank_faults():
    for path, text in texts(CODE):
        makefile = os.path.basename(path).startswith("Makefile")
        for number, line in enumerate(text.split("\n"), 1):
            if "\t" in line and not makefile:
                yield "%s:%d: a tab" % (path, number)
            if line != line.rstrip():
                yield "%s:%d: blanks at the end" % (path, number)
        if not text.endswith("\n") or text.endswith("\n\n"):
            yield "%s: does not end with one newline" % path


def long_lines():
    for path, text in texts((".c", ".h", ".py", ".sh")):
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > LONGEST_LINE:
                yield "%s:%d: %d columns" % (path, number, len(line))


FIRST = {
    ".c": re.compile(r"/\*|//"),
    ".h": re.compile(r"/\*"),
    ".def": re.compile(r"/\*"),
    ".py": re.compile(r'(#!.*\n)?"""'),
    ".sh": re.compile(r"(#!.*\n)?# "),
    ".bash": re.compile(r"# "),
}


def nameless_files():
    for suffix, first in FIRST.items():
        for path, text in texts((suffix,)):
            if path.endswith(suffix) and not first.match(text):
                yield "%s: does not begin with a comment that says what it is" % path


def functions(text):
    """Name line and length of every function: its braces stand alone in the first column."""
    start = None
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start:
            yield start, number - start - 1
            start = None


def long_functions():
    for path, text in texts((".c",)):
        for start, length in functions(text):
            if length > LONGEST_FUNCTION:
                yield "%s:%d: a function of %d lines" % (path, start, length)
        if text.count("\n") > LONGEST_FILE:
            yield "%s: %d lines" % (path, text.count("\n"))


def silent_calls():
    for path, text in texts((".c",)):
        for name, other in SILENT.items():
            if name + "(" in text and not path.startswith("tests/"):
                yield "%s calls %s: %s does not fail" % (path, name, other)


def bad_words():
    for path, text in texts(CODE):
        for word in WORDS:
            for match in re.finditer(r"(?<![A-Za-z0-9_.])" + re.escape(word) + r"(?![A-Z])", text,
                                     0 if word.isupper() else re.I):
                yield "%s:%d: %s" % (path, text.count("\n", 0, match.start()) + 1, word)


# A comment stands by itself: it does not send its reader to the one above. Spelled in halves as WORDS are.
LIKE = re.compile(r"\blike" + r"wise\b", re.I)


def leaning_comments():
    for path in tap.files(*SOURCES, suffixes=(".c", ".h", ".def")):
        text = tap.read(path)
        for match in LIKE.finditer(text):
            yield "%s:%d: say what is the same" % (path, text.count("\n", 0, match.start()) + 1)


# What a comment quotes may be a user's file, or the system's.
QUOTED = re.compile(r'`[^`\n]*`|"[^"\n]*"|<[^>\n]*>')
FILE = re.compile(r"(?<![\w/.-])(?:[\w.-]+/)*\w+\.(?:[ch]|def)\b(?!\.)")


def comments(text):
    """Line and text of every comment in C."""
    for match in re.finditer(r"/\*.*?\*/", text, re.S):
        for number, line in enumerate(match.group(0).split("\n"), text.count("\n", 0, match.start()) + 1):
            yield number, line


def lost_files():
    ends = {"/".join(path.split("/")[i:]) for path in tap.files(*OURS, suffixes=(".c", ".h", ".def"))
            for i in range(path.count("/") + 1)}
    for path in tap.files(*SOURCES, suffixes=(".c", ".h", ".def")):
        for number, line in comments(tap.read(path)):
            for name in FILE.findall(QUOTED.sub("", line)):
                if name not in ends:
                    yield "%s:%d: there is no %s; a user's file stands in quotes" % (path, number, name)


# Words of emitted text that stand in one header; files that read users' text may spell those that C programs use.
DIALECT = re.compile(r"__auto_type|__typeof__|__extension__|__inline__|\bstatic inline\b|__thread\b|"
                     r"__atomic_(load|store)_n|"
                     r"__builtin_(expect|is\w+)\(|__attribute__\(\(|__asm__( volatile| __volatile__)?\(")


def spelled_dialect():
    for path in tap.files("annot", suffixes=(".c", ".h")):
        if path == "annot/text/dialect.h":
            continue
        for number, line in enumerate(tap.read(path).split("\n"), 1):
            match = DIALECT.search(line)
            if match and '"' in line[:match.start()]:
                yield "%s:%d: %s is a name's of annot/text/dialect.h" % (path, number, match.group(0))


def unlisted_tests():
    makefile = tap.read("Makefile.am")
    for path in tap.files("tests", suffixes=(".sh", ".py")):
        executable = os.access(os.path.join(tap.top_srcdir, path), os.X_OK)
        prints_tap = re.search(r"^(\. .*/|import tap$)", tap.read(path), re.M)
        if executable and prints_tap and path not in makefile and path not in ON_REQUEST:
            yield "%s: make check does not run it" % path


tap.point("no tabs, no blanks at the end of lines, one newline at the end of files", blank_faults())
tap.point("no line is longer than %d columns" % LONGEST_LINE, long_lines())
tap.point("every file says first what it is", nameless_files())
tap.point("no function is longer than %d lines, no file than %d" % (LONGEST_FUNCTION, LONGEST_FILE), long_functions())
tap.point("no words that do not belong here", bad_words())
tap.point("no comment leans on the one above", leaning_comments())
tap.point("files that comments name are there", lost_files())
tap.point("annot/text/dialect.h alone spells the dialect of emitted text", spelled_dialect())
tap.point("no functions that fail silently", silent_calls())
tap.point("every test is run", unlisted_tests())
tap.finish()
