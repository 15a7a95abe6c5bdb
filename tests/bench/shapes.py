#!/usr/bin/python3
"""How compiling with coverage grows with code of one shape that is large: prints Markdown. It asserts no times.

usage: tests/bench/shapes.py [--criteria LIST] [--doublings N] [--most SECONDS] [SHAPE...]

Each shape is compiled at its size, at twice that, and so on. Seconds are of the processor, with those of children:
`annotate` is hlcov cc with a compiler that preprocesses and else does nothing. Exponents are those of the growth
between the last two sizes: 1 is linear. A shape that took longer than --most is not doubled again.
"""
import argparse
import math
import os
import resource
import subprocess
import tempfile

HLCOV = os.environ.get("HLCOV") or "hlcov"
# As in tests/bench/annotation.py.
IDLE = """#!/bin/sh
for word; do
    case $word in -E) exec gcc "$@" ;; esac
done
"""


def repeat(size, text):
    """The text `size` times, with @ for the number."""
    return "".join(text.replace("@", str(i)) for i in range(size))


def in_function(body):
    return "int g, h;\nint f(int x, int y)\n{\n%s    return x;\n}\n" % body


def chain(operator):
    return lambda n: in_function("    if (x %s 0) y = 0;\n%s" % (
        operator, repeat(n, "    else if (x %s @) y += @;\n" % operator)) + "    x = y;\n")


def conditions(operator):
    return lambda n: in_function("    if (%s) y++;\n" % (" %s " % operator).join("x > %d" % i for i in range(n)))


def different(n):
    """Conditions whose operators alternate."""
    return in_function("    if (%s1) y++;\n" % repeat(n // 2, "(x > @ || y < @) && "))


def nested(n):
    return in_function("    y = %sx%s;\n" % (repeat(n, "x > @ ? @ : "), ""))


def blocks(n):
    return in_function("%s y++; %s\n" % (repeat(n, "if (x > @) {"), "}" * n))


def loops(n):
    return in_function("    int i;\n" + repeat(n, "    for (i = 0; i < x; i++) y += i * @;\n"))


def variables(n):
    return in_function(repeat(n, "    int a@ = y + @;\n") + repeat(n, "    x += a@;\n"))


def fields(n):
    return "struct s {\n%s};\nint f(struct s *p)\n{\n    int x = 0;\n%s    return x;\n}\n" % (
        repeat(n, "    int a@;\n"), repeat(n, "    p->a@ = x; x += p->a@;\n"))


def strings(n):
    return "#include <string.h>\nvoid f(char *to, const char *from)\n{\n%s}\n" % (
        repeat(n // 2, "    strcpy(to, \"a@\");\n    strcat(to, from);\n"))


def cases(n):
    return in_function("    switch (x) {\n%s    }\n" % repeat(n, "    case @: y += @; break;\n") + "    x = y;\n")


SHAPES = {
    "else-if-equal": (500, chain("==")),
    "else-if-less": (500, chain("<")),
    "and": (1250, conditions("&&")),
    "or": (1250, conditions("||")),
    "and-or": (1250, different),
    "conditional": (1250, nested),
    "assignments": (1250, lambda n: in_function(repeat(n, "    x = x + @;\n"))),
    "variables": (500, variables),
    "fields": (500, fields),
    "strings": (500, strings),
    "loops": (200, loops),
    "cases": (250, cases),
    "blocks": (75, blocks),
}


def seconds(command, directory):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=directory, check=True, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(source, criteria, directory):
    plain = ["-O2", "-w", "-c", source, "-o", "out.o"]
    cc = [HLCOV, "cc", "--criteria=" + criteria]
    return [seconds(command, directory) for command in (
        ["gcc", *plain], [*cc, os.path.join(directory, "idle"), *plain], [*cc, "gcc", *plain])]


def grown(shape, wanted, directory):
    """Rows: size, seconds."""
    size, text = SHAPES[shape]
    rows = []
    for _ in range(wanted.doublings + 1):
        source = os.path.join(directory, shape + ".c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text(size))
        rows.append((size, measure(source, wanted.criteria, directory)))
        if max(rows[-1][1]) > wanted.most:
            break
        size *= 2
    return rows


def exponents(rows):
    if len(rows) < 2:
        return ["-"] * 3
    return ["%.1f" % math.log2(max(b, 0.005) / max(a, 0.005)) for a, b in zip(rows[-2][1], rows[-1][1])]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--criteria", default="all")
    parser.add_argument("--doublings", type=int, default=2)
    parser.add_argument("--most", type=float, default=60)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=", ".join(SHAPES))
    wanted = parser.parse_args()
    print("| shape | size | gcc -O2 | annotate | hlcov cc gcc -O2 | exponents |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "idle"), "w", encoding="utf-8") as file:
            file.write(IDLE)
        os.chmod(file.name, 0o755)
        for shape in wanted.shapes or SHAPES:
            rows = grown(shape, wanted, directory)
            for size, times in rows:
                last = (size, times) == rows[-1]
                print("| %s | %d | %.2f | %.2f | %.2f | %s |" % (
                    shape, size, *times, ", ".join(exponents(rows)) if last else ""), flush=True)


if __name__ == "__main__":
    main()
