#!/usr/bin/python3
"""Prints a .htol file with labels at random lines of C files, over what stands nearby, and sequences of them. Most are
sound: what is not C there, hlcov leaves out. No expression of it can trap that hlcov does not guard.

usage: sprinkle.py SEED LABELS FILE..."""
import os
import random
import re
import sys

NEAR = 12  # lines
KEYWORDS = set("""auto break case char const continue default do double else enum extern float for goto if inline int
    long register return short signed sizeof static struct switch typedef union unsigned void volatile while""".split())
PREDICATES = ("1", "%s", "!%s", "%s == %s", "%s < %s", "%s && %s", "(%s ^ %s) & 1", "%s ? %s : 0", "%s / %s > 1")
VALUES = ("%s", "%s + 1", "%s - %s", "%s * %s", "%s / %s", "%s %% %s", "%s << (%s & 7)", "-%s", "&%s", "(char)%s",
          "%s | 1", "%s ? 1.5 : 2", "sizeof %s", "%s == %s", "(unsigned long long)%s * 3")


def names_near(lines, number):
    """Names of what may be variables on the lines before; members and calls are none."""
    text = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'|/\*.*?\*/|//.*', " ", "\n".join(lines[max(0, number - NEAR):number]))
    return [name for name in re.findall(r"(?<![\w.>])[A-Za-z_]\w*(?!\w*\s*\()", text) if name not in KEYWORDS]


def filled(form, names):
    return form % tuple(random.choice(names) for _ in range(form.replace("%%", "").count("%s")))


def label(number, path, line, names):
    values = ", ".join("v%d_%d = %s" % (number, i, filled(random.choice(VALUES), names))
                       for i in range(random.choice((0, 0, 1, 1, 2, 4))))
    bindings = "{ %s } " % values if values else ""
    predicate = filled(random.choice(PREDICATES), names)
    return "label S%d at %s:%d %s: %s;" % (number, os.path.basename(path), line, bindings, predicate)


def main():
    random.seed(int(sys.argv[1]))
    wanted, paths = int(sys.argv[2]), sys.argv[3:]
    texts = {}
    for path in paths:
        with open(path, encoding="latin-1") as stream:
            texts[path] = stream.read().split("\n")
    for number in range(wanted):
        path = random.choice(paths)
        line = random.randrange(1, len(texts[path]))
        print(label(number, path, line, names_near(texts[path], line - 1) or ["0"]))
    for number in range(wanted // 20):
        steps = random.sample(range(wanted), 3)
        print("hyper H%d : [ S%d -!S%d-> S%d ];" % (number, *steps))


main()
