#!/usr/bin/python3
"""Tables of strong builds and trials of mutants, in commands that change data directories: merge keeps them, each once,
reset forgets what tests did, doctor tells what is there and what is damaged."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tap  # noqa: E402
import trials  # noqa: E402

PROGRAM = """int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 2)
        return 3;
    return argc > 1;
}
"""


def run(directory, *arguments, status=0):
    done = subprocess.run([tap.hlcov, *arguments], cwd=directory, capture_output=True, text=True, check=False)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def build(directory):
    with open(os.path.join(directory, "a.c"), "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    run(directory, "cc", "--criteria=WM", "gcc", "-o", "program", "a.c")
    run(directory, "cc", "--strong", "gcc", "-o", "strong", "a.c")
    run(directory, "run", "--test=none", "--", "./program")


def scores(directory, *inputs):
    return run(directory, "report", "--criteria=SM", *inputs).replace(directory, "")


def check_merge(directory):
    found = trials.mutants("data")
    lines = [trials.line(mutant, "none", *(("failed", 1) if mutant["number"] % 2 else ())) for mutant in found]
    trials.append("data", *lines)
    os.mkdir("other")
    trials.append("other", *reversed(lines))
    run(directory, "merge", "-o", "one.hls", "data")
    run(directory, "merge", "-o", "two.hls", "other", "data", "other")
    with open("one.hls", "rb") as one, open("two.hls", "rb") as two:
        tap.point("merge unites trials, each once, in any order", [] if one.read() == two.read() else ["other bytes"])
    dump = run(directory, "dump", "one.hls")
    wrong = [line for line in lines if dump.count(line) != 1]
    tap.point("the shard has all of them", wrong)
    tap.point("it has the strong build's table", [] if "table of a strong build" in dump else [dump])
    run(directory, "merge", "-o", "three.hls", "one.hls", "two.hls")
    with open("one.hls", "rb") as one, open("three.hls", "rb") as three:
        tap.point("merging shards changes nothing", [] if one.read() == three.read() else ["other bytes"])
    tap.point("the report of the shard is that of the directory",
              [] if scores(directory, "one.hls") == scores(directory, "data") else [scores(directory, "one.hls")])
    run(directory, "merge", "--map=a.c=b.c", "-o", "mapped.hls", "data")
    tap.point("--map is about mutants too", [] if "b.c" in scores(directory, "mapped.hls") else ["a.c"])


def check_damage(directory):
    with open(os.path.join("data", "trials"), "a", encoding="utf-8") as file:
        file.write("what is this\n")
    said = run(directory, "merge", "-o", "damaged.hls", "data", status=3)
    tap.point("merge names a damaged line", [] if "1 damaged line of trials left out" in said else [said])
    with open("one.hls", "rb") as one, open("damaged.hls", "rb") as other:
        tap.point("and keeps the others", [] if one.read() == other.read() else ["other bytes"])
    said = run(directory, "doctor", status=1)
    tap.point("doctor names it", [] if "run with mutants: 1;" in said else [said])
    tap.point("doctor counts units and trials",
              [words for words in ("units of strong builds", "tests that were run with mutants") if words not in said])


def check_reset(directory):
    said = run(directory, "reset")
    tap.point("reset removes trials", ["trials"] if os.path.exists("data/trials") else [])
    tap.point("without counting them", [] if "1 data file removed" in said else [said])
    tap.point("tables of strong builds stay", [] if os.listdir("data/strong") else ["no table"])


def check_dialects(directory):
    """In each dialect of C the mutants are written: what cannot be compiled with them is compiled without."""
    for compiler in ("gcc", "clang-19"):
        for options in (["-ansi"], ["-std=c89", "-pedantic-errors"], ["-std=c99", "-pedantic-errors"], ["-std=c17"]):
            words = [compiler, *options, "-O1"]
            data = os.path.join(directory, "dialect-" + "".join(words))
            os.environ["HLCOV_DIR"] = data
            run(directory, "cc", "--strong", *words, "-c", "-o", "dialect.o", "a.c")
            notes = os.path.join(data, "notes.log")
            tap.point("mutants by " + " ".join(words), open(notes, encoding="utf-8") if os.path.exists(notes) else [])


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        os.environ["HLCOV_DIR"] = os.path.join(directory, "data")
        build(directory)
        check_merge(directory)
        check_damage(directory)
        check_reset(directory)
        check_dialects(directory)
        os.chdir("/")
    tap.finish()


main()
