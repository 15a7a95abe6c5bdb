#!/usr/bin/python3
"""What users ask of several runs, of hlcov generate: small programs that leak a secret and that do not, and random
functions of two bytes, where all pairs of all inputs say what there is to be found.

usage: [SEEDS=N,N...] [CASES=N] tests/generate/leaks.py
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "oracle")]
import seeds
import subjects
import tap
import ways

ASKED = r"""//! label f_end at f@return { low = low, out = \result } : 1;
//! hyper f_leaks : < f_end . f_end' | low == low' && out != out' >;
"""
# Whether it leaks, and why one may think otherwise.
PROGRAMS = {
    "a flow": (True, "int f(int low, int secret)\n{\n    return low + (secret >> 4);\n}\n"),
    "an implicit flow": (True, """int f(int low, int secret)
{
    int r = 0;
    if (secret == 4711 + low)
        r = 1;
    return r;
}
"""),
    "two arms that do the same": (False, """int f(int low, int secret)
{
    int r;
    if (secret & 1)
        r = low ^ 1;
    else
        r = 1 ^ low;
    return r;
}
"""),
    "a table": (True, """static const unsigned char box[8] = {3, 3, 3, 3, 3, 9, 3, 3};
int f(int low, int secret)
{
    return low ^ box[secret & 7];
}
"""),
    "a table of equal numbers": (False, """static const unsigned char box[8] = {5, 5, 5, 5, 5, 5, 5, 5};
int f(int low, int secret)
{
    return low ^ box[secret & 7];
}
"""),
    "an early exit": (True, """int f(int low, int secret)
{
    int n;
    for (n = 0; n < 4; n++)
        if (((low >> 8 * n) & 255) != ((secret >> 8 * n) & 255))
            return n;
    return -1;
}
"""),
    "a loop that always ends alike": (False, """int f(int low, int secret)
{
    int n, seen = 0;
    for (n = 0; n < 4; n++)
        seen |= ((low >> 8 * n) & 255) ^ ((secret >> 8 * n) & 255);
    return low ^ (seen & 256);
}
"""),
    "a mask": (False, """unsigned f(unsigned low, unsigned secret)
{
    unsigned m = low * 2654435761u;
    return ((secret & m) | (secret & ~m)) ^ secret ^ low;
}
"""),
    "a mask with a hole": (True, """unsigned f(unsigned low, unsigned secret)
{
    unsigned m = low | 1;
    return ((secret & m) | (secret & ~m)) ^ (secret & ~64u) ^ low;
}
"""),
    "a number of rounds": (True, """int f(int low, int secret)
{
    int n = 0, i;
    for (i = 0; i < (secret & 3); i++)
        n += low & 1;
    return n;
}
"""),
    "values that are swapped twice": (False, """int f(int low, int secret)
{
    int a = low, b = secret, t;
    if (secret > 0) {
        t = a;
        a = b;
        b = t;
    }
    if (secret > 0)
        return b;
    return a;
}
"""),
    "a structure behind a pointer": (True, """struct account { int secret, tries; };
int f(int low, const struct account *of)
{
    if (!of)
        return 0;
    return of->tries > 3 ? -1 : low == of->secret;
}
"""),
}

# Hyperlabels of random functions: their texts, and what they ask of one or two of (a, b, result, m, seen), where m is
# what the label in the middle binds, or None, and seen has bits 2 and 4 for labels that kill.
END = r"//! label End at f@return { a = a, b = b, out = \result } : 1;" + "\n"
MIDDLE = """    //! label Mid { m = x } : y > 0
    ;
    //! label Ruin : p.one == 3
    //! label Over : m < y
    ;"""
ORACLE = """    if (y > 0) { seen = 1; m = x; }
    if (p.one == 3) seen |= 2;
    if (x < y) seen |= 4;"""
HYPERS = {
    "Leak": ("< End . End' | a == a' && out != out' >", 2, lambda p, q: p[0] == q[0] and p[2] != q[2]),
    "Same": ("< End . End' | out == out' && a != a' && b == b' >", 2,
             lambda p, q: p[2] == q[2] and p[0] != q[0] and p[1] == q[1]),
    "Next": ("< End . End' | out + 1 == out' && a > a' >", 2, lambda p, q: p[2] + 1 == q[2] and p[0] > q[0]),
    "Sum": ("< End | out == a * 2 + b && a != 0 >", 1, lambda p: p[2] == p[0] * 2 + p[1] and p[0] != 0),
    "Kept": ("< [ Mid --> End ] | m == out >", 1, lambda p: p[3] == p[2]),
    "Either": ("< [ Mid --> End ] | m % 7 == 3 && out < -100 > + < End | out / 3 == 77 >", 1,
               lambda p: (p[3] is not None and p[3] % 7 == 3 and p[3] >= 0 and p[2] < -100) or 231 <= p[2] <= 233),
    "Whole": ("[ Mid -!Ruin-> End ]", 1, lambda p: p[3] is not None and not p[4] & 2),
    "Held": ("< [ Mid -!Over-> End ] | m > 9 && out < 0 >", 1,
             lambda p: p[3] is not None and not p[4] & 4 and p[3] > 9 and p[2] < 0),
    "Grows": ("< [ Mid --> End ] . [ Mid' --> End' ] | m < m' && out > out' + 60 >", 2,
              lambda p, q: None not in (p[3], q[3]) and p[3] < q[3] and p[2] > q[2] + 60),
}
DRIVER = """#include <stdio.h>
static int seen, m;
#include "plain.c"
int main(void)
{
    for (int a = -128; a < 128; a++)
        for (int b = -128; b < 128; b++) {
            seen = 0;
            int out = f((signed char)a, (signed char)b);
            printf("%d %d %d %d %d\\n", a, b, out, seen, m);
        }
    return 0;
}
"""


# Labels of two functions: they are asked of the one that calls both, and not of what calls that.
ACROSS = """//! hyper Grows : < [ In --> Out ] | was + 1 == is >;
//! hyper Never : < [ In --> Out ] | was + 2 == is >;
//! hyper Parts : < [ In --> Out ] . [ In' --> Out' ] | was == was' && is != is' >;
static int first(signed char a)
{
    //! label In { was = a } : a > 5
    return a * 2;
}
static int second(int b)
{
    //! label Out { is = b } : b != 12
    return b - 1;
}
int f(signed char a, signed char b)
{
    int x = first(a);
    if (b > 3)
        x = second(b > 40 ? a + 9 : a < 40 ? a + 1 : b);
    return x;
}
int g(signed char a)
{
    return f(a, a) + first(a);
}
"""


def write(directory, name, text):
    with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
        file.write(text)


def generate(directory, *options):
    done = ways.run([tap.hlcov, "generate", "--criteria=USER", "--function=f", *options, "subject.c"], directory,
                    "data")
    return done.stdout, [done.stderr] if done.returncode != 0 else []


# ---- programs ----

def rows_of(directory):
    path = os.path.join(directory, "tests/generated/test_subject.c")
    if not os.path.exists(path):
        return "", []
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return text, re.findall(r"^    \{\.low = (\S+),.*\.result = (-?\w+)", text, re.M)


def check_program(leaks, text):
    with tempfile.TemporaryDirectory() as directory:
        write(directory, "subject.c", ASKED + text)
        out, problems = generate(directory)
        written, rows = rows_of(directory)
        if leaks:
            same = len(rows) == 2 and rows[0][0] == rows[1][0] and rows[0][1] != rows[1][1]
            said = written.count("line 2: `f_leaks`, with one other case") == 2
            problems += [] if same and said else [out, written[-900:]]
        elif rows or "`f_leaks`: no inputs of its contract do it, by themselves or together" not in out:
            problems += [out]
        return problems


def check_across():
    pairs = {(a, a + 9 if b > 40 else a + 1 if a < 40 else b)
             for a in range(6, 128) for b in range(4, 128)}
    pairs = {(was, out) for was, out in pairs if out != 12}
    there = {"Grows": any(was + 1 == out for was, out in pairs), "Never": any(was + 2 == out for was, out in pairs),
             "Parts": len({was for was, _ in pairs}) < len(pairs)}
    with tempfile.TemporaryDirectory() as directory:
        write(directory, "subject.c", ACROSS)
        done = ways.run([tap.hlcov, "generate", "--criteria=USER", "--time=3000", "subject.c"], directory, "data")
        found = subjects.report(directory, os.path.join(directory, "data"), ["USER"])
        status = {one["text"]: one["status"] == "covered" for file in found["files"] for one in file["objectives"]}
        problems = [] if status == there and not there["Never"] else ["%s, not %s" % (status, there)]
        if done.stdout.count("`Never`: no inputs of its contract do it, by themselves or together") != 1:
            problems.append("what cannot be is not told")
        return [*problems, done.stdout + done.stderr] if problems else []


# ---- random functions ----

def subject(seed):
    """The function with labels, and as the oracle has it: the middle is where a last statement may be skipped to."""
    made = ways.Maker(seed, counts=False).function()
    assert made.count("out:\n") == 1
    asked = END + "".join("//! hyper %s : %s;\n" % (name, row[0]) for name, row in HYPERS.items())
    return (asked + made.replace("out:\n", MIDDLE + "\nout:\n"),
            made.replace("out:\n", ORACLE + "\nout:\n"))


def all_runs(directory):
    words = ["gcc", "-w", "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-o", "all", "driver.c",
             "outer.o"]
    for command in words, ["./all"]:
        done = ways.run(command, directory, "all.data")
        if done.returncode != 0:
            raise RuntimeError(done.stderr[-400:])
    rows = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    return [(a, b, out, m if seen & 1 else None, seen) for a, b, out, seen, m in rows]


def pairs_of(rows, holds):
    """Whether some pair does it: of runs with one a, and one result and one m, one is as good as another."""
    kinds = list({(row[0], row[2], row[3]): row for row in rows}.values())
    if len(kinds) > 1500:
        return None
    return any(holds(p, q) for p in kinds for q in kinds)


def is_there(name, rows):
    """Whether the runs do it; None: there are too many pairs."""
    _, runs, holds = HYPERS[name]
    if runs == 1:
        return any(holds(row) for row in rows)
    if name == "Same":
        found = {}
        for a, b, out, *_ in rows:
            found.setdefault((b, out), set()).add(a)
        return any(len(some) > 1 for some in found.values())
    if name == "Leak":
        found = {}
        for a, _, out, *_ in rows:
            found.setdefault(a, set()).add(out)
        return any(len(some) > 1 for some in found.values())
    return pairs_of(rows, holds)


def judge(seed, directory):
    """What is wrong; how many were found, called impossible, and neither."""
    labelled, plain = subject(seed)
    write(directory, "subject.c", labelled)
    write(directory, "plain.c", plain)
    write(directory, "driver.c", DRIVER)
    ways.build_outer(directory)
    out, problems = generate(directory, "--time=%d" % ways.TIME, "--link=outer.o")
    found = subjects.report(directory, os.path.join(directory, "data"), ["USER"])
    status = {one["text"]: one["status"] for file in found["files"] for one in file["objectives"]}
    problems += ["%s is not measured" % name for name in HYPERS if status.get(name) not in ("covered", "uncovered")]
    rows = all_runs(directory)
    counts = {"found": 0, "impossible": 0, "open": 0}
    for name in HYPERS:
        covered = status.get(name) == "covered"
        impossible = "`%s`: no inputs of its contract do it, by themselves or together" % name in out
        counts["found" if covered else "impossible" if impossible else "open"] += 1
        there = is_there(name, rows)
        if there is not None and ((impossible and there) or (covered and not there)):
            problems.append("%s: %s, and the oracle says %s" % (name, "covered" if covered else "impossible", there))
    return problems, counts


def tried(seed):
    counts = {"found": 0, "impossible": 0, "open": 0}
    with tempfile.TemporaryDirectory() as directory:
        try:
            problems, counts = judge(seed, directory)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            problems = [error]
        if problems:
            seeds.keep(directory, seed)
    return "seed %d: %s" % (seed, ", ".join("%d %s" % (n, name) for name, n in counts.items())), problems, counts


def main():
    for name, (leaks, text) in PROGRAMS.items():
        tap.point("%s: %s" % (name, "two inputs leak" if leaks else "no inputs leak"), check_program(leaks, text))
    tap.point("labels of two functions are asked of the one that calls both", check_across())
    _, counts = seeds.try_all(tried, 3)
    # None need be called impossible: on a busy machine the time for all ways runs out. The programs above are.
    tap.point("of random functions some are found", [] if counts["found"] else [counts])
    tap.finish()


if __name__ == "__main__":
    main()
