#!/usr/bin/python3
"""What many tests of one function take, with coverage and without: prints Markdown, and appends it to bench.md where it
was built. It asserts no times.

usage: tests/bench/many.py [--runs N] [--most N]

The functions are a small one of ours, and one each of zlib and of SQLite as compare.py built them.
"""
import argparse
import datetime
import os
import random
import shutil
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("top_srcdir") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("top_builddir") or os.path.join(SOURCE, "build")
HLCOV = os.environ.get("HLCOV") or os.path.join(BUILD, "hlcov")
ZLIB = os.path.join(BUILD, "projects", "zlib", "bench-gcc")
SQLITE = os.path.join(BUILD, "projects", "sqlite", "bench-gcc")

DISTINCT = 500  # tests; more are the same again

# Each: its name; options of hlcov cc, None: without; whether each test is one of its own.
MODES = (
    ("plain", None, False),
    ("logic", "", False),
    ("paths", "--criteria=EPC,PPC", False),
    ("calls", "--criteria=FCC", False),
    ("data flow", "--criteria=AUC", False),
    ("weak mutation", "--criteria=WM", False),
    ("everything", "--criteria=all", False),
    ("logic, each test named", "", True),
)
# What is measured, and what it needs besides: files, and options for both.
MEASURED = [os.path.join(HERE, "many_small.c"), os.path.join(SQLITE, "src", "complete.c")] + [
    os.path.join(ZLIB, name + ".c") for name in ("uncompr", "inflate", "inffast", "inftrees")]
NEEDED = [os.path.join(SQLITE, "src", "global.c")] + [
    os.path.join(ZLIB, name + ".c") for name in ("zutil", "adler32", "crc32")]
OPTIONS = ["-O2", "-w", "-DSQLITE_OMIT_UTF16", "-I" + SQLITE, "-I" + os.path.join(SQLITE, "src"), "-I" + ZLIB]
METHOD = """\
Many tests of one function, all run by one program: milliseconds of the processor, user and system (`plain`, gcc -O2),
and what is measured divided by that; medians of {runs} runs, taken in turn after one that is not counted. The
functions: a small one of 12 conditions, `uncompress` of zlib on 1 to 2 KB, `sqlite3_complete` on words of SQL.
A column is what `hlcov cc` records beside structure and logic; in the last one each test begins with `hlcov_test()`,
as under `hlcov run`. The last row of a function is what one more test takes,
from the first and the last row before, in microseconds and as ratios.
"""


def small_test(draw):
    date = draw.randint(0, 2400), draw.randint(0, 13), draw.randint(0, 32)
    try:
        datetime.date(*date)
        return struct.pack("3i", *date), 1
    except ValueError:
        return struct.pack("3i", *date), 0


def zlib_test(draw):
    words = [b"".join(draw.choices([b"a", b"e", b"t", b"o", b"x"], k=draw.randint(2, 9))) for _ in range(30)]
    text = b" ".join(draw.choices(words, k=draw.randint(150, 400)))
    return zlib.compress(text, draw.choice((1, 6, 9))), sum(text)


def sqlite_test(draw):
    parts = ("SELECT", "CREATE", "TRIGGER", "TEMP", "BEGIN", "END", ";", "'a;b'", '"x"', "[y]", "-- note\n",
             "/* ; */", "name", "=", "1.5", "(", ")", "\n", "'open", "EXPLAIN", "_x1")
    text = " ".join(draw.choices(parts, k=draw.randint(3, 25)))
    return text.encode(), int(sqlite3.complete_statement(text))


SUBJECTS = (("small", small_test), ("zlib", zlib_test), ("sqlite", sqlite_test))


def write_tests(directory, counts):
    """{(name, number): file}"""
    found = {}
    for name, test in SUBJECTS:
        for n in counts:
            found[name, n], draw = os.path.join(directory, "%s.%d" % (name, n)), random.Random(1)
            drawn = [test(draw) for _ in range(min(n, DISTINCT))]
            records = [struct.pack("2I", len(text), wanted) + text for text, wanted in drawn]
            with open(found[name, n], "wb") as out:
                out.writelines(records[i % len(records)] for i in range(n))
    return found


def compile_with(compiler, sources, directory):
    own = "-I" + os.path.join(SOURCE, "include")
    subprocess.run([*compiler, *OPTIONS, own, "-c", *sources], cwd=directory, check=True,
                   env=dict(os.environ, HLCOV_DIR=directory))


def build(options, directory):
    """The program, in the directory."""
    os.makedirs(directory)
    compile_with(["gcc"], [os.path.join(HERE, "many.c"), *NEEDED], directory)
    compile_with(["gcc"] if options is None else [HLCOV, "cc", *options.split(), "gcc"], MEASURED, directory)
    if os.path.exists(os.path.join(directory, "notes.log")):
        raise OSError("some of it was compiled without coverage")
    objects = [name for name in os.listdir(directory) if name.endswith(".o")]
    subprocess.run(["gcc", "-o", "many", *sorted(objects)], cwd=directory, check=True)
    return os.path.join(directory, "many")


def run(program, subject, tests, named):
    """Milliseconds of the processor."""
    data = os.path.join(os.path.dirname(program), "data")
    arguments = [program, subject, tests] + ["named"] * named
    environment = dict(os.environ, HLCOV_DIR=data, **({"HLCOV_TEST": "all"} if named else {}))
    _, status, usage = os.wait4(os.posix_spawn(program, arguments, environment), 0)
    if status != 0:
        raise OSError("%s: status %d" % (" ".join(arguments), os.waitstatus_to_exitcode(status)))
    if named:
        shutil.rmtree(data)
    return (usage.ru_utime + usage.ru_stime) * 1000


def measured(programs, subject, tests, runs):
    """[milliseconds] by mode. One run of each mode, then another; the first does not count."""
    times = [[] for _ in MODES]
    for _ in range(runs + 1):
        for (_, options, named), row in zip(MODES, times):
            row.append(run(programs[options], subject, tests, named))
    return [statistics.median(row[1:]) for row in times]


def line(name, number, figures, form):
    ratios = ["%.2f" % (figure / figures[0]) for figure in figures[1:]]
    return "| %s | %s | %s |\n" % (name, number, " | ".join([form % figures[0]] + ratios))


def one_more(rows):
    """[microseconds] by mode, of rows by number of tests."""
    first, last = min(rows), max(rows)
    return [1000 * (end - begin) / (last - first) for begin, end in zip(rows[first], rows[last])]


def table(programs, tests, counts, runs):
    out = "| function | tests | %s |\n" % " | ".join(mode[0] for mode in MODES)
    out += "| --- | ---: |" + " ---: |" * len(MODES) + "\n"
    for name, _ in SUBJECTS:
        rows = {n: measured(programs, name, tests[name, n], runs) for n in counts}
        out += "".join(line(name, n, row, "%.2f ms") for n, row in rows.items())
        out += line(name, "one more", one_more(rows), "%.2f us") if len(rows) > 1 else ""
    return out + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--most", type=int, default=10000, help="tests of a function")
    wanted = parser.parse_args()
    if not all(map(os.path.exists, MEASURED + NEEDED)):
        print("left out: many tests of one function: compare.py did not build zlib and sqlite", file=sys.stderr)
        return
    counts = [10 ** i for i in range(9) if 10 ** i <= wanted.most]
    with tempfile.TemporaryDirectory() as directory:
        tests = write_tests(directory, counts)
        programs = {options: build(options, os.path.join(directory, "build%d" % i))
                    for i, options in enumerate(dict.fromkeys(mode[1] for mode in MODES))}
        text = METHOD.format(runs=wanted.runs) + "\n" + table(programs, tests, counts, wanted.runs)
    with open(os.path.join(BUILD, "bench.md"), "a", encoding="utf-8") as file:
        file.write(text)
    print(text, end="")


if __name__ == "__main__":
    main()
