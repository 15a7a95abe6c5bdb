#!/usr/bin/python3
"""Headers are contracts: each says first what it is, and each prototype and type in it has a comment. Not good ones."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from rooms import SOURCES

# What a header is made of, at its top level: a declaration goes to its semicolon, a function to its brace.
ITEM = re.compile(r"""(?P<blank>\n[ ]*\n)
                  |   (?P<comment>/\*.*?\*/)
                  |   (?P<directive>^\#(?:[^\n]*\\\n)*[^\n]*)
                  |   (?P<function>^static[ ]inline[^;{]*\n\{.*?^\})
                  |   (?P<macro>^[A-Z][A-Z_]*\([^()]*\)$|^extern[ ]"C"[ ]\{)
                  |   (?P<declaration>[A-Za-z_](?:[^;{/]|/\*.*?\*/|/|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*;
                          (?:[ ]*/\*[^\n]*\*/$)?)""", re.M | re.S | re.X)
FORWARD = re.compile(r"typedef (struct|union) \w+ \w+;|(struct|union|enum) \w+;|G_DEFINE_\w+\(")
# Where the name stands: behind the braces of a type, or its tag; before parameters; at the end.
NAMES = [re.compile(pattern) for pattern in (
    r"\}\s*(?:\w+\(.*?\)+\s*)?(\w+);", r"\(\*(\w+)\)\(", r"(?:struct|enum|union) (\w+)\s*\{",
    r"\b(\w+)\(", r"(\w+)(?:\[[^\]]*\])*(?:\s*=.*)?;", r"(\w+)")]
# Words of a first sentence, at least.
SHORT = 4


def items(text):
    """Kind and text of each part of a header, in order."""
    return [(match.lastgroup, match.group(0)) for match in ITEM.finditer(text)]


def name_of(declaration):
    bare = re.sub(r"/\*.*?\*/|__attribute__\(\(.*?\)\)|G_GNUC_\w+(\([^)]*\))?", "", declaration, flags=re.S)
    if bare.startswith("enum {"):
        return re.search(r"\{\s*(?:#.*\n\s*)?(\w+)", bare).group(1)
    hidden = re.sub(r"(?s)\{.*\}", "{}", bare)
    return next(match.group(1) for match in (name.search(hidden) for name in NAMES) if match)


def words(text):
    """Words in small letters, without the endings that a verb or a noun may have."""
    found = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower())
    return {re.sub(r"(e?s|ed|ing|e)$", "", word) for word in found} - {"a", "an", "the", "of", "th"}


def says_something(comment, name):
    """Whether a comment is a sentence and says more than the name that it explains; what frees may be plain."""
    if re.fullmatch(r"/\*\W*[\w ,]*\W*--+\W*", comment):
        return False
    return bool(words(comment) - words(name)) or re.search("_(free|clear)$", name)


# A contract is read alone: it says itself what it is about.
LEANING = re.compile(r"/\* (The same|That of|Those|Of |Its |So many|So much)\b")


def leaning_contracts(text):
    """First words of comments that need what stands above to be understood."""
    return [part for (kind, part), (after, _) in zip(items(text), items(text)[1:])
            if kind == "comment" and after != "blank" and LEANING.match(part)]


def bare_declarations(text):
    """Names of what no comment is directly before, and no declaration that has one."""
    above, first = None, True
    for kind, part in items(text):
        if kind == "blank":
            above = None
        elif kind == "comment":
            above, first = None if first else part, False
        elif kind in ("declaration", "function") and not FORWARD.match(part):
            name = name_of(part)
            behind = re.search(r";\s*(/\*.*\*/)\Z", part)
            comment = behind.group(1) if behind else above
            if not comment or not says_something(comment, name):
                yield name


def faults(path, text):
    first = re.match(r"/\*(.*?)\*/", text, re.S)
    sentence = re.split(r"\.(?:\s|$)", re.sub(r"\s*\n \*\s*", " ", first.group(1)))[0] if first else ""
    if len(sentence.split()) < SHORT or not first.group(1).rstrip().endswith("."):
        yield "%s: its first comment is no sentence that says what it is" % path
    yield from ("%s: no comment says what %s is or does" % (path, name) for name in bare_declarations(text))
    yield from ("%s: say what is meant by %s" % (path, part[:50]) for part in leaning_contracts(text))


WRONG = """/* A header that says what it is. */
#ifndef WRONG_H
#define WRONG_H

int wrong_bare(void);

/* Adds up. */
int wrong_good(int a);
int wrong_grouped(int a, struct b { int c; } d);

typedef struct {
    int a; /* a number */
} WrongType;

/* The list free. */
void wrong_list_free(void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(WrongList, wrong_list_free)

int wrong_after_macro(void);

/* Opens the file. */
int wrong_open_file(const char *path);

/* ---- more ---- */
enum wrong_kind { WRONG_A, WRONG_B };

enum { WRONG_MOST = 9 }; /* of what there may be */

static inline int wrong_inline(void)
{
    return 1;
}

#endif
"""


GOOD = "/* A header that says what it is. */\n"


def unfound():
    found = list(bare_declarations(WRONG))
    if found != ["wrong_bare", "WrongType", "wrong_after_macro", "wrong_open_file", "wrong_kind", "wrong_inline"]:
        yield "found are %s" % found
    yield from (part for part in ("/* wrong. */\n", "int a;\n", GOOD + "/* The same of all. */\nint f(int a);\n")
                if not list(faults("wrong.h", part)))


for folder in SOURCES:
    headers = tap.files(folder, suffixes=(".h",))
    tap.point("headers of %s/ say what they declare" % folder,
              [fault for path in headers for fault in faults(path, tap.read(path))])
tap.point("what lacks a comment is found", unfound())
tap.finish()
