#!/usr/bin/python3
"""What mutation costs: runs of tests that hlcov mutate needs, and its processor time beside running all tests with each
mutant until one fails; what a strong build costs without a mutant, in time and text. Prints Markdown, and writes it to
mutation.md where it was built. It asserts nothing.

usage: tests/bench/mutation.py [--sample N] [--naive N] [--programs NAME,...]
"""
import argparse
import collections
import glob
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("top_srcdir") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("top_builddir") or os.path.join(SOURCE, "build")
HLCOV = os.environ.get("HLCOV") or os.path.join(BUILD, "hlcov")
WORK = os.path.join(BUILD, "mutation")
LUA = os.path.join(SOURCE, "tests/projects/lua")

# Each: the program whose text is measured; what is mutated, as globs; commands of tests, each of which prints.
Program = collections.namedtuple("Program", "text include tests")


def zlib_tests():
    ways = ["./minigzip %s <zlib.3 | cksum; ./minigzip %s <zlib.3 | ./minigzip -d | cksum" % (way, way)
            for way in ("-1", "-3", "-6", "-9", "-f", "-h", "-r")]
    damaged = ["head -c %d zlib.3 | ./minigzip | head -c %d | ./minigzip -d 2>&1 | cksum" % (size, size // 4)
               for size in (0, 40, 400, 4000)]
    return ways + damaged


def lua_tests():
    return ["src/lua %s 2>&1 | sed 's/0x[0-9a-f]*/ADDRESS/g; s|/tmp/lua_[A-Za-z0-9]*|NAME|g'" % path
            for path in sorted(glob.glob(os.path.join(LUA, "*.lua")))]


def jansson_tests(place):
    suites = sorted(path for path in glob.glob(os.path.join(place, "bin/test_*")))
    texts = ["{\"a\": [1, -2.5e3, true, null]}", "[", "\"\\u0041\"", "{\"b\": {}, \"c\": []}", "[1e400]", "nul"]
    return ["%s 2>&1" % os.path.relpath(path, place) for path in suites] + [
        "printf '%%s' '%s' | bin/json_process --env 2>&1" % text for text in texts]


def bzip2_tests():
    return ["./bzip2 -%d -c %s | cksum; ./bzip2 -%d -c %s | ./bzip2 -d | cksum" % (level, name, level, name)
            for level in (1, 9) for name in ("README", "LICENSE")] + [
                "./bzip2 -c README | head -c %d | ./bzip2 -d 2>&1 | cksum" % size for size in (0, 10, 100, 1000)]


def program(name, place):
    if name == "zlib":
        return Program("minigzip", ("*.c",), zlib_tests())
    if name == "lua":
        return Program("src/lua", ("*.c",), lua_tests())
    if name == "jansson":
        return Program("bin/json_process", ("*/src/*.c", "src/*.c"), jansson_tests(place))
    return Program("bzip2", ("*.c",), bzip2_tests())


METHOD = """\
Tests compare what a command prints. `runs`: those of hlcov mutate for {sample} mutants taken at random, divided by
those that cannot be saved: one for each mutant that is noticed, and for each other one all tests that infect it.
`time`: processor time of these runs for each mutant, divided by that of running all tests with a mutant until one fails
({naive} mutants taken at random; nothing is counted for building them). `user time`: that of all tests, strong build by
plain build, neither with a mutant. `text`: code and constants, strong by plain. All built by gcc -O2.
"""


def environment(**variables):
    return dict({name: value for name, value in os.environ.items() if not name.startswith("HLCOV_")}, **variables)


def build(name, compiler, data):
    made = subprocess.run(["sh", os.path.join(HERE, "program.sh"), name, "mutation", compiler, "-O2"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
                          env=environment(DATA=data, top_srcdir=SOURCE, top_builddir=BUILD, HLCOV=HLCOV))
    if made.returncode != 0:
        raise RuntimeError("%s cannot be built by %s: %s" % (name, compiler, made.stdout[-500:]))
    return made.stdout.strip().splitlines()[-1]


def text_size(path):
    return int(subprocess.run(["size", path], text=True, stdout=subprocess.PIPE, check=True).stdout.split()[6])


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_words(place, number, command):
    """A test: what the command prints is as it was by the plain program."""
    wanted = os.path.join(place, "wanted.%d" % number)
    return ["sh", "-c", "{ %s; } 2>&1 | cmp -s - %s" % (command, wanted)]


def user_time(place, tests, rounds=3):
    """The least of some rounds."""
    def once():
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        for test in tests:
            subprocess.run(test, cwd=place, env=environment(), check=False)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return min(once() for _ in range(rounds))


def fails(test, place, mutant, limit):
    process = subprocess.Popen(test, cwd=place, env=environment(HLCOV_MUTANT=mutant), start_new_session=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28)))
    try:
        return process.wait(limit) != 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True


def naive(place, tests, mutants, limits):
    """Processor seconds for each mutant, and how many were noticed."""
    before, noticed = spent(), 0
    for mutant in mutants:
        noticed += any(fails(test, place, mutant, limit) for test, limit in zip(tests, limits))
    return (spent() - before) / len(mutants), noticed


def limits_of(place, tests):
    found = []
    for test in tests:
        start = time.monotonic()
        subprocess.run(test, cwd=place, env=environment(), check=False)
        found.append(5 * (time.monotonic() - start) + 1)
    return found


def mutants_of(place, data):
    text = subprocess.run([HLCOV, "report", "--quiet", "--criteria=SM", "--json", "-", data], cwd=place, text=True,
                          stdout=subprocess.PIPE, env=environment(HLCOV_DIR=data), check=True).stdout
    return [row for file in json.loads(text)["files"] for row in file["objectives"] if row["criterion"] == "SM"]


def name_of(row):
    return "%s.%d" % (row["id"].split(":")[-3], row["mutant"]["number"])


def remember(place, tests, data):
    for number, test in enumerate(tests):
        subprocess.run([HLCOV, "run", "--remember", "--test", "test %d" % number, "--", *test], cwd=place, check=True,
                       env=environment(HLCOV_DIR=data))


def measure(name, options):
    """A row of the table."""
    data = os.path.join(WORK, name, "data")
    shutil.rmtree(os.path.dirname(data), ignore_errors=True)
    place = build(name, "gcc", data)
    chosen = program(name, place)
    tests = [test_words(place, *numbered) for numbered in enumerate(chosen.tests)]
    outputs = [subprocess.run(["sh", "-c", "{ %s; } 2>&1" % command], cwd=place, env=environment(), check=False,
                              stdout=subprocess.PIPE).stdout for command in chosen.tests]
    write_wanted(place, outputs)
    plain, plain_text = user_time(place, tests), text_size(os.path.join(place, chosen.text))
    build(name, "%s cc --criteria=BBC,WM gcc" % HLCOV, data)
    write_wanted(place, outputs)
    remember(place, tests, data)
    build(name, "%s cc --strong gcc" % HLCOV, data)
    write_wanted(place, outputs)
    strong, strong_text = user_time(place, tests), text_size(os.path.join(place, chosen.text))
    before, start = spent(), time.monotonic()
    include = ["--include=" + glob_ for glob_ in chosen.include]
    done = subprocess.run([HLCOV, "mutate", "-j2", "--sample=%d" % options.sample, "--seed=1", *include], cwd=place,
                          text=True, stdout=subprocess.PIPE, env=environment(HLCOV_DIR=data), check=True)
    cost, elapsed = (spent() - before) / options.sample, time.monotonic() - start
    rows = mutants_of(place, data)
    tried = [row["mutant"] for row in rows if row["mutant"]["trials"]]
    noticed = [row for row in tried if row["state"] == "noticed"]
    needed = len(noticed) + sum(len(row["infected"]) for row in tried if row["state"] != "noticed")
    runs = sum(len(row["trials"]) for row in tried)
    sample = random.Random(1).sample([name_of(row) for row in rows], options.naive)
    naive_cost, _ = naive(place, tests, sample, limits_of(place, tests))
    print(done.stdout[-400:], file=sys.stderr)
    return [name, len(tests), len(rows), len(noticed), len(tried) - len(noticed), options.sample - len(tried), runs,
            "%.2f" % (runs / max(needed, 1)), "%.2f" % (cost / naive_cost), "%.1f" % (options.sample / elapsed),
            "%.2f" % (strong / plain), "%.1f" % (strong_text / plain_text)]


def write_wanted(place, outputs):
    for number, output in enumerate(outputs):
        with open(os.path.join(place, "wanted.%d" % number), "wb") as file:
            file.write(output)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--naive", type=int, default=60)
    parser.add_argument("--programs", default="zlib,lua,jansson,bzip2")
    options = parser.parse_args()
    head = ["program", "tests", "mutants", "noticed", "unnoticed", "not infected", "runs", "runs / needed",
            "time / naive", "mutants a second", "user time", "text"]
    lines = [METHOD.format(sample=options.sample, naive=options.naive), "| %s |" % " | ".join(head),
             "|---|" + "---:|" * (len(head) - 1)]
    for name in options.programs.split(","):
        try:
            lines.append("| %s |" % " | ".join(map(str, measure(name, options))))
        except RuntimeError as error:
            print(error, file=sys.stderr)
    text = "\n".join(lines) + "\n"
    print(text)
    with open(os.path.join(BUILD, "mutation.md"), "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
