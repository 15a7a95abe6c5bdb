#!/usr/bin/python3
"""What reports as HTML cost, of hlcov and of other tools: processor seconds, memory, and what is written. It asserts
nothing, and appends to bench.md what it prints.

usage: tests/bench/report.py [--files N]

One program is sqlite, as compare.py built and ran it; the other is made of N files (1000) that are generated.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("top_builddir") or os.path.join(os.path.dirname(os.path.dirname(HERE)), "build")
HLCOV = os.environ.get("HLCOV") or os.path.join(BUILD, "hlcov")

# Each: its name, and commands of the shell that write pages into $OUT. $DATA is what hlcov recorded, $OBJECTS has the
# notes and counters of gcov, whose program was built in $SOURCE, $PROGRAM and $PROFILE are of clang.
TOOLS = (
    ("hlcov, no pages", 'test -d "$DATA" && "$HLCOV" report "$DATA"'),
    ("hlcov --html", 'test -d "$DATA" && "$HLCOV" report -q --html="$OUT" "$DATA"'),
    ("gcovr --html-details", 'test -d "$OBJECTS" && gcovr -r "$SOURCE" --html-details "$OUT/index.html" "$OBJECTS"'),
    ("lcov and genhtml", 'test -d "$OBJECTS" && cd "$OBJECTS" && lcov -q --rc lcov_branch_coverage=1 -c -d . -o info &&'
                         ' genhtml -q --branch-coverage -o "$OUT" info'),
    ("llvm-cov show, MC/DC", 'test -f "$PROFILE" && llvm-profdata-19 merge -o "$OUT/data" "$PROFILE" &&'
     ' llvm-cov-19 show -format=html -show-branches=count -show-mcdc -output-dir="$OUT" -instr-profile="$OUT/data" '
     '"$PROGRAM"'),
)
METHOD = """\
Reports as HTML: seconds of processor time and the most memory of one process (by wait4), one run each, and all that was
written. hlcov shows all that is recorded by default, all criteria of logic among it; gcovr and genhtml show lines and
branches, llvm-cov lines, branches and MC/DC.

"""
FILE = """\
int work{n}(int a, int b, int c)
{{
    int sum = 0;
    if (a > {n} && (b || c))
        sum += a;
    for (int i = 0; i < b; i++)
        if (i % 2 == 0 || c > i)
            sum += i;
    switch (c) {{
    case 0: return sum;
    case 1: return -sum;
    }}
    return a ? sum + b : c;
}}
"""


def complain(what, why):
    print("left out: %s: %s" % (what, why.strip()[-300:] or "no reason given"), file=sys.stderr)


def written(directory):
    files = [os.path.join(place, name) for place, _, names in os.walk(directory) for name in names]
    return sum(os.path.getsize(file) for file in files), len(files)


def measured(command, places):
    """(seconds, MiB, bytes, files) of a command; None if it failed."""
    with tempfile.TemporaryDirectory() as out, tempfile.TemporaryFile("w+") as said:
        environment = dict(os.environ, HLCOV=HLCOV, OUT=out, **places)
        process = subprocess.Popen(["/bin/sh", "-c", command], env=environment, cwd=out, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            said.seek(0)
            complain(command.split(" && ")[-1], said.read())
            return None
        return (usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, *written(out))


def copied(objects, top):
    """Notes and counters of gcov, whose readers leave files beside them."""
    copy = os.path.join(top, "objects")
    os.makedirs(copy)
    for name in os.listdir(objects) if os.path.isdir(objects) else ():
        if name.endswith((".gcno", ".gcda")) and "conftest" not in name:
            shutil.copy(os.path.join(objects, name), copy)
    return copy


def sqlite(top):
    data, programs = os.path.join(BUILD, "bench", "sqlite"), os.path.join(BUILD, "projects", "sqlite")
    clang = "bench-clang-MCDC"
    source = os.path.join(programs, "bench-gcov")
    return {"DATA": os.path.join(data, "bench-hlcov"), "OBJECTS": copied(source, top), "SOURCE": source,
            "PROGRAM": os.path.join(programs, clang, "sqlite3"), "PROFILE": os.path.join(data, clang, "data.profraw")}


def write_sources(directory, count):
    for n in range(count):
        with open(os.path.join(directory, "file%d.c" % n), "w", encoding="utf-8") as file:
            file.write(FILE.format(n=n))
    with open(os.path.join(directory, "main.c"), "w", encoding="utf-8") as file:
        file.write("".join("int work%d(int, int, int);\n" % n for n in range(count)))
        file.write("int main(void)\n{\n    int a = 0;\n")
        for n in range(count):
            file.write("    a += work%d(%d, %d, %d);\n" % (n, n * 7 % 13 * 100, n % 3, n % 2))
        file.write("    return a == 1;\n}\n")
    with open(os.path.join(directory, "Makefile"), "w", encoding="utf-8") as file:
        file.write("program: main.o %s\n\t$(CC) -o $@ $^\n" % " ".join("file%d.o" % n for n in range(count)))


def generated(top, count):
    """Builds and runs it, with each compiler once."""
    made = {"DATA": os.path.join(top, "data"), "PROFILE": os.path.join(top, "data.profraw")}
    environment = dict(os.environ, HLCOV_DIR=made["DATA"], LLVM_PROFILE_FILE=made["PROFILE"])
    compilers = {"hlcov": HLCOV + " cc gcc", "gcov": "gcc --coverage",
                 "clang": "clang-19 -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc"}
    for name, compiler in compilers.items():
        directory = os.path.join(top, name)
        os.mkdir(directory)
        write_sources(directory, count)
        done = subprocess.run(["make", "-s", "-j%d" % os.cpu_count(), "CC=" + compiler], cwd=directory,
                              env=environment, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode == 0:
            subprocess.run([os.path.join(directory, "program")], cwd=directory, env=environment, check=False)
        else:
            complain(name, done.stderr)
    gcov = os.path.join(top, "gcov")
    made.update(OBJECTS=gcov, SOURCE=gcov, PROGRAM=os.path.join(top, "clang", "program"))
    return made


def table(name, places):
    lines = ["| %s | s | MiB | MB | files |\n| --- | ---: | ---: | ---: | ---: |\n" % name]
    for tool, command in TOOLS:
        print("reporting %s: %s" % (name, tool), file=sys.stderr, flush=True)
        found = measured(command, places)
        if found:
            seconds, memory, size, files = found
            lines.append("| %s | %.2f | %.0f | %.1f | %d |\n" % (tool, seconds, memory, size / 1e6, files))
    return "".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--files", type=int, default=1000)
    count = parser.parse_args().files
    with tempfile.TemporaryDirectory() as top:
        text = METHOD + table("sqlite", sqlite(top)) + table("%d files" % count, generated(top, count))
    with open(os.path.join(BUILD, "bench.md"), "a", encoding="utf-8") as file:
        file.write(text)
    print(text, end="")


if __name__ == "__main__":
    main()
