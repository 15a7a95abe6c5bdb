#!/usr/bin/python3
"""Makes a synthetic repository as if it had been built and tested: sources, tables and a shard of tests. A few units of
random code, the templates, are built and run; all others are copies of them (repository.c). It measures nothing.

usage: tests/bench/repository.py DIR --units N [--tests N] [--seed N] [--templates N] [--functions N]
"""
import argparse
import glob
import os
import random
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("top_builddir") or os.path.join(os.path.dirname(os.path.dirname(HERE)), "build")
HLCOV = os.environ.get("HLCOV") or os.path.join(BUILD, "hlcov")
COPIER = os.path.join(BUILD, "tests", "bench", "repository")
PREFIX = "u00000000"
RUNS, CALLS = 4, 3  # of a template; of each of its functions in a run
COMMON = """\
static inline int clamped(int value, int least, int most)
{
    if (value < least)
        return least;
    return value > most ? most : value;
}

static inline int is_even(int value)
{
    return value % 2 == 0;
}
"""
MAIN = """\
int main(int argc, char **argv)
{
    int sum = argc;
    srand(atoi(argv[1]));
"""
CALL = """\
    for (int i = 0; i < %d; i++)
        if (rand() %% 3)
            sum += %s(rand() %% 12, rand() %% 12, rand() %% 3);
"""
COMPARISONS = ("a > {n}", "b < {n}", "c == {n}", "a != b", "is_even(b)", "c", "s >= {n}", "a + b > c")
EFFECTS = ("s += a;", "s -= b;", "s ^= c + {n};", "a = clamped(b, 0, {n});", "b += c;", "c = s > {n} ? a : b;")


def condition(draw):
    parts = [draw.choice(COMPARISONS).format(n=draw.randint(0, 9)) for _ in range(draw.choice((1, 1, 1, 1, 2, 2, 3)))]
    text = parts[0]
    for part in parts[1:]:
        text = "(%s) %s %s" % (text, draw.choice(("&&", "||")), part) if " " in text else "%s && %s" % (text, part)
    return text


def effect(draw):
    return draw.choice(EFFECTS).format(n=draw.randint(1, 9))


def statement(draw, depth):
    """Lines without indentation."""
    kind = draw.choice(("effect", "effect", "if", "if", "else", "for", "switch")) if depth < 2 else "effect"
    if kind == "effect":
        return [effect(draw)]
    inner = block(draw, depth + 1)
    if kind == "for":
        return ["for (int i = 0; i < %d; i++) {" % draw.randint(1, 4), *inner, "}"]
    if kind == "switch":
        return ["switch (a & 3) {", "case 0:", *inner, "break;", "case 1:", effect(draw), "break;", "default:",
                effect(draw), "}"]
    other = ["} else {", *block(draw, depth + 1)] if kind == "else" else []
    return ["if (%s) {" % condition(draw), *inner, *other, "}"]


def block(draw, depth):
    return [line for _ in range(draw.randint(1, 2)) for line in statement(draw, depth)]


def function(draw, number):
    call = "s += %s_f%d(b, c, a / 2);" % (PREFIX, draw.randrange(number)) if number and draw.random() < 0.3 else None
    body = ["int s = 0;", *block(draw, 0), *([call] if call else []), "return s;"]
    lines = ["    " + line for line in body]
    return "int %s_f%d(int a, int b, int c)\n{\n%s\n}\n" % (PREFIX, number, "\n".join(lines))


def unit(draw, functions):
    return '#include "common.h"\n\n' + "\n".join(function(draw, number) for number in range(functions))


def driver(functions):
    """A program that calls each function with numbers drawn by the seed it is given."""
    names = ["%s_f%d" % (PREFIX, number) for number in range(functions)]
    declarations = "".join("int %s(int, int, int);\n" % name for name in names)
    calls = "".join(CALL % (CALLS, name) for name in names)
    return "#include <stdlib.h>\n%s%s%s    return sum == 12345678;\n}\n" % (declarations, MAIN, calls)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def compile_unit(source, root, data, out):
    """What hlcov cc leaves in the data directory is for who wants to compare."""
    subprocess.run([HLCOV, "cc", "gcc", "-w", "-fwrapv", "-I.", "-c", "-o", out, source], cwd=root, check=True,
                   env=dict(os.environ, HLCOV_DIR=data))


def make_template(directory, draw, functions):
    """The files that repository.c asks for, and the program."""
    os.makedirs(directory)
    write(os.path.join(directory, "common.h"), COMMON)
    write(os.path.join(directory, "unit.c"), unit(draw, functions))
    write(os.path.join(directory, "main.c"), driver(functions))
    data = os.path.join(directory, "data")
    compile_unit("unit.c", directory, data, "unit.o")
    subprocess.run(["gcc", "-o", "program", "main.c", "unit.o"], cwd=directory, check=True)
    (table,) = glob.glob(os.path.join(data, "tables", "*.hlt"))
    shutil.copy(table, os.path.join(directory, "unit.hlt"))
    for run in range(RUNS):
        kept = os.path.join(directory, "run%d" % run)
        subprocess.run([os.path.join(directory, "program"), str(draw.randrange(1 << 20))], check=True,
                       env=dict(os.environ, HLCOV_DIR=kept))
        (recorded,) = glob.glob(os.path.join(kept, "*.hlb"))
        shutil.copy(recorded, os.path.join(directory, "%d.hlb" % run))


def make(directory, units, tests=1000, seed=1, templates=16, functions=20):
    """Makes the repository, in a directory that is not there yet; its data directory is hlcov-data."""
    draw = random.Random(seed)
    os.makedirs(directory)
    write(os.path.join(directory, "common.h"), COMMON)
    with tempfile.TemporaryDirectory() as top:
        places = [os.path.join(top, "template%d" % number) for number in range(templates)]
        for place in places:
            make_template(place, draw, functions)
        subprocess.run([COPIER, os.path.abspath(directory), str(units), str(tests), str(seed), *places], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("directory", metavar="DIR")
    parser.add_argument("--units", type=int, required=True, help="of functions of its own, and those of a header")
    for option, usual in (("--tests", 1000), ("--seed", 1), ("--templates", 16), ("--functions", 20)):
        parser.add_argument(option, type=int, default=usual)
    make(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
