#!/usr/bin/python3
"""Walks with samples/calendar as hlcov-mutation(7) does: a mutant that nobody notices, and the line of a test that
mends it. It compares no other mutants."""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tap  # noqa: E402

CHANGE = "day < 7 -> day < 6"
LINE = 'expect "53 times Sunday" 2023 Sunday'
SHOWN = ("1 missing: no test notices `day < 7` -> `day < 6`; ran with it and did not fail: suite; "
         "a test lacks an assertion",
         "- for (int day = 0; day < 7; day++) {", "+ for (int day = 0; (day < 6); day++) {",
         "  ran with it and did not fail: suite")
TYPED = ('make CC="hlcov cc --criteria=WM gcc"', "hlcov run --remember --test suite -- ./test.sh",
         'make CC="hlcov cc --strong=CRP gcc"', "hlcov mutate -j2 --include='*calendar.c'",
         "hlcov show calendar.c:59", LINE)
COUNTS = (31, 22, 2, 7)  # mutants, noticed, unnoticed, not infected
LAST = "[ $failed -ne 0 ]"


def run(place, *words):
    """What the command prints; it must succeed."""
    done = subprocess.run(words, cwd=place, env=dict(os.environ, HLCOV_DIR=os.path.join(place, "data")), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise RuntimeError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stdout[-2000:]))
    return done.stdout


def make(place, options):
    run(place, "make", "-s", "clean")
    run(place, "make", "-s", "CC=%s cc %s gcc" % (tap.hlcov, options))


def mutate(place):
    """The table of counts, and the line of the mutant in the list, when its tests have run."""
    make(place, "--criteria=WM")
    run(place, tap.hlcov, "run", "--remember", "--test", "suite", "--", "./test.sh")
    make(place, "--strong=CRP")
    table = run(place, tap.hlcov, "mutate", "-j2", "--include=*calendar.c")
    listed = run(place, tap.hlcov, "mutate", "--list", "--include=*calendar.c").splitlines()
    return table, "".join(line for line in listed if CHANGE in line)


def lacks(text, *wanted):
    return ["no '%s' in: %s" % (words, text) for words in wanted if words not in text]


def mend(place):
    path = os.path.join(place, "test.sh")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(LAST, LINE + "\n" + LAST))


def main():
    with tempfile.TemporaryDirectory() as directory:
        place = os.path.join(directory, "calendar")
        shutil.copytree(os.path.join(tap.top_srcdir, "samples/calendar"), place)
        run(place, "git", "init", "-q", ".")
        table, listed = mutate(place)
        tap.point("no test notices a week of six days", lacks(listed, "calendar.c:59", " unnoticed"))
        tap.point("the counts are those of the manual", lacks(
            " ".join(table.split()), "all " + " ".join(map(str, COUNTS))))
        shown = run(place, tap.hlcov, "show", "calendar.c:59")
        tap.point("hlcov show says what to do about it", lacks(shown, *("       " + line + "\n" for line in SHOWN)))
        mend(place)
        tap.point("a line more in its test notices it", lacks(mutate(place)[1], " noticed (failed: suite)"))
    page = tap.read("man/hlcov-mutation.7").replace("\\-", "-")
    tap.point("the manual tells the same", lacks(
        page, *("    " + line + "\n" for line in TYPED + SHOWN),
        "Of %d mutants %d are noticed, %d are not infected, and %d are unnoticed." % (
            COUNTS[0], COUNTS[1], COUNTS[3], COUNTS[2])))
    tap.finish()


if __name__ == "__main__":
    main()
