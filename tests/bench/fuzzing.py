#!/usr/bin/python3
"""What slots are worth to a fuzzer: objectives that are covered after equal executions of AFL++, guided by its own
edges, by hlcov's slots, or by both; and executions a second. Prints Markdown, and writes it to fuzzing.md where it was
built. It asserts nothing.

usage: tests/bench/fuzzing.py [--runs N] [--seeds N] [--programs NAME,...]
"""
import argparse
import collections
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("top_srcdir") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("top_builddir") or os.path.join(SOURCE, "build")
HLCOV = os.environ.get("HLCOV") or os.path.join(BUILD, "hlcov")
WORK = os.path.join(BUILD, "fuzzing")
CRITERIA = ("CC", "RACC", "MCC", "PPC", "AUC", "WM")
GUIDES = CRITERIA[:-1]  # clang takes minutes for a file with all mutants

# Each: its command in the directory that it was built in, and its seed. All read standard input.
Program = collections.namedtuple("Program", "command seed")
PACKED = bytes.fromhex("1f8b08000000000000032b492d2ee102006d31d2be05000000")
PROGRAMS = {
    "zlib": Program(("./minigzip", "-d"), PACKED),
    "gzip": Program(("./gzip", "-dc"), PACKED),
    "bzip2": Program(("./bzip2", "-dc"), bytes.fromhex(
        "425a6839314159265359e1b4a3ed00000151800010400022440020002190c0820d1834f9c5dc914e14243861a8fb40")),
    "lua": Program(("src/luac", "-p", "-"), b"local a = 1\nfor i = 1, 3 do a = a + i end\nreturn a\n"),
    "cmark": Program(("build/src/cmark",), b"# head\n\n- *item* `code`\n\n> [link](/a \"b\")\n"),
    "jansson": Program(("bin/json_process", "--env"), b"{\"a\": [1, -2.5e3, true, null, \"x\\u0041\"]}\n"),
    "fribidi": Program(("build/bin/fribidi",), "abc \u05d0\u05d1 (12)\n".encode()),
    "expat": Program(("expat/build/xmlwf/xmlwf",),
                     b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a d='e'>&b;<f/></a>\n"),
    "packet": Program(("./packet",), b"+12abcdefgh\n"),
}

# Each: the compiler, with hlcov or without; and that of the program that judges.
MODES = {
    "edges": "afl-clang-fast",
    "slots": "%s cc --criteria=%s gcc" % (HLCOV, ",".join(GUIDES)),
    "both": "%s cc --criteria=%s afl-clang-fast" % (HLCOV, ",".join(GUIDES)),
}
JUDGE = "%s cc --criteria=%s gcc" % (HLCOV, ",".join(CRITERIA))

METHOD = """\
AFL++ runs each program {runs} times ({seeds} seeds of its random numbers, in turn), from one small input, without a
dictionary. `edges`: compiled by afl-clang-fast; `slots`: by hlcov cc gcc, whose slots are the map; `both`: by hlcov cc
afl-clang-fast. All with -O1; slots are those of {guides}. What it kept is run again by a program that records {judged},
and judged: the figures are objectives covered, means of the seeds. Speed is executions a second, divided by that of
edges.
"""


def environment(**variables):
    found = dict(os.environ, **variables)
    for name in ("HLCOV_FUZZ", "HLCOV_TEST"):
        if name not in variables:
            found.pop(name, None)
    return found


def build(name, mode, compiler):
    """The directory of the program that was built; None if it could not be."""
    data = os.path.join(WORK, name, mode, "data")
    made = subprocess.run(["sh", os.path.join(HERE, "program.sh"), name, "fuzzing-" + mode, compiler, "-O1"],
                          text=True, stdout=subprocess.PIPE,
                          env=environment(DATA=data, top_srcdir=SOURCE, top_builddir=BUILD, AFL_QUIET="1", HLCOV=HLCOV))
    if made.returncode != 0:
        print("%s, %s: it cannot be built: %s" % (name, mode, made.stdout), file=sys.stderr)
        return None
    return made.stdout.strip().splitlines()[-1]


def fuzz(name, mode, place, seed, runs):
    """Runs the engine; the directory of what it kept, and its executions a second."""
    output = os.path.join(WORK, name, mode, "out")
    seeds = os.path.join(WORK, name, "seeds")
    shutil.rmtree(output, ignore_errors=True)
    os.makedirs(seeds, exist_ok=True)
    os.makedirs(os.path.dirname(output), exist_ok=True)
    with open(os.path.join(seeds, "seed"), "wb") as file:
        file.write(PROGRAMS[name].seed)
    switches = {switch: "1" for switch in ("AFL_NO_UI", "AFL_SKIP_CPUFREQ", "AFL_FAST_CAL", "AFL_NO_AFFINITY",
                                           "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "AFL_SKIP_BIN_CHECK")}
    log = os.path.join(WORK, name, mode, "log")
    with open(log, "w", encoding="utf-8") as file:
        subprocess.run(["afl-fuzz", "-i", seeds, "-o", output, "-m", "none", "-t", "2000+", "-s", str(seed), "-E",
                        str(runs), "--", *PROGRAMS[name].command], cwd=place, stdout=file, stderr=file,
                       env=environment(HLCOV_FUZZ="all", AFL_MAP_SIZE="8000000", **switches))
    with open(os.path.join(output, "default", "fuzzer_stats"), encoding="utf-8") as file:
        speed = float(re.search(r"execs_per_sec *: *([\d.]+)", file.read()).group(1))
    return os.path.join(output, "default", "queue"), speed


def judge(name, place, queue):
    """What the inputs of a queue cover, by criterion."""
    measured = os.path.join(WORK, name, "judge", "data")
    data = os.path.join(WORK, name, "judged")
    shutil.rmtree(data, ignore_errors=True)
    os.makedirs(data)
    shutil.copytree(os.path.join(measured, "tables"), os.path.join(data, "tables"))
    for path in sorted(os.listdir(queue)):
        if not path.startswith("id:"):
            continue
        with open(os.path.join(queue, path), "rb") as file:
            try:
                subprocess.run(PROGRAMS[name].command, cwd=place, stdin=file, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=environment(HLCOV_DIR=data), timeout=10)
            except subprocess.TimeoutExpired:
                pass
    report = subprocess.run([HLCOV, "report", "--criteria=" + ",".join(CRITERIA), "--json=-", data], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if report.returncode not in (0, 3):
        raise RuntimeError(report.stderr)
    totals = json.loads(report.stdout)["totals"]
    return {criterion: totals[criterion]["covered"] for criterion in CRITERIA}


def measure(name, runs, seeds):
    """Of each mode: objectives covered by criterion, and speed; means."""
    places = {mode: build(name, mode, compiler) for mode, compiler in MODES.items()}
    judge_place = build(name, "judge", JUDGE)
    if None in places.values() or not judge_place:
        return None
    found = {mode: [] for mode in MODES}
    for seed in range(1, seeds + 1):
        for mode, place in places.items():
            queue, speed = fuzz(name, mode, place, seed, runs)
            found[mode].append(dict(judge(name, judge_place, queue), speed=speed))
            print("%s, %s, seed %d: %s" % (name, mode, seed, found[mode][-1]), file=sys.stderr)
    return {mode: {key: statistics.mean(row[key] for row in rows) for key in rows[0]} for mode, rows in found.items()}


def ratio(figures, mode, key):
    return figures[mode][key] / figures["edges"][key] if figures["edges"][key] else 1.0


def table(results):
    yield "| program | mode | %s | speed |" % " | ".join(CRITERIA)
    yield "|---|---|" + "---:|" * (len(CRITERIA) + 1)
    for name, figures in results.items():
        for mode in MODES:
            cells = ["%d" % round(figures[mode][criterion]) for criterion in CRITERIA]
            yield "| %s | %s | %s | %.2f |" % (name, mode, " | ".join(cells), ratio(figures, mode, "speed"))
    for mode in list(MODES)[1:]:
        means = [math.exp(statistics.mean(math.log(ratio(figures, mode, key)) for figures in results.values()))
                 for key in CRITERIA + ("speed",)]
        yield "| mean | %s / edges | %s |" % (mode, " | ".join("%.2f" % mean for mean in means))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=20000)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    asked = parser.parse_args()
    if not shutil.which("afl-fuzz"):
        sys.exit("there is no afl-fuzz: install afl++")
    results = {name: measure(name, asked.runs, asked.seeds) for name in asked.programs.split(",")}
    results = {name: figures for name, figures in results.items() if figures}
    text = "\n".join([METHOD.format(runs=asked.runs, seeds=asked.seeds, guides=", ".join(GUIDES),
                                    judged=", ".join(CRITERIA)), *table(results)]) + "\n"
    with open(os.path.join(BUILD, "fuzzing.md"), "w", encoding="utf-8") as file:
        file.write(text)
    print(text)


if __name__ == "__main__":
    main()
