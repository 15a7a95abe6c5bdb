#!/usr/bin/python3
"""Constant expressions have the values that gcc gives them: written ones, and random ones. What hlcov takes them for is
told by the mutants of CRP, which name the next and the previous number, and by the cases of switches that hlcov prune
proves infeasible. It does not look at what a program does.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

PRELUDE = """#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>
struct pair { char c; long double l; int b : 3; int a[3]; };
enum { ZERO, LESS = -7, LETTER = '\\n', LARGE = 0x7fffffff };
enum small { ONE, TWO };
"""
# What is a constant to gcc.
WRITTEN = r"""
'\n' '\0' '\x41' '\'' '\\' '\377' '\xff' '\7' '\e' '\?' 'a' '"' 'ab' 'abc' 'abcd' '\377\376' '\1\2\3\4'
L'x' L'\xffffffff' L'\377' u'x' u'\xffff' U'x' U'\xffffffff' L'\u20ac' u'\u20ac'
0 10 010 0x10 0b101 2147483647 2147483648 4294967295 0xffffffff
0x7fffffffffffffff 0xfffffffffffffffe 18446744073709551615u
10u 10l 10ul 10LL 10uLL 1000000000000000 9223372036854775806
(-1) -1u (-1ul) ~0 ~0u ~0ul (0u-1) (0ul-1) !0 !7 !'x' +'\n' -'\377' ~'\0'
ZERO LESS LETTER LARGE TWO (enum&small)TWO
(char)10 (char)300 (unsigned&char)300 (signed&char)-129 (short)70000 (_Bool)7 (int)3000000000 (unsigned)-1 (long)-1
(int)1.9 (unsigned&char)3.5f (_Bool)0.5 (long)1e10
sizeof(int) sizeof(struct&pair) sizeof(wchar_t) sizeof(long&double) sizeof("text") sizeof'x'
sizeof(enum&small) sizeof(char[7])
_Alignof(struct&pair) __alignof__(long) offsetof(struct&pair,l) offsetof(struct&pair,a[2])
(1<<3) (1u<<31) (1ull<<62) (-8>>1) (7>3) (-1<0u) (-1>0u) (1&&0) (0||3) (2&&(3,4)) (1?-2:3) (0?1:2u) (1?-1:0u)
(7/-2) (-7%3) (5^3)
(sizeof(int)*8-1) ('a'-'A') ('9'-'0'+1) (sizeof(struct&pair)/sizeof(int)) (LARGE-1) (TWO|8) (INT64_MAX-1) UINT16_MAX
(unsigned&short)-1 ((char)-1==-1) __extension__(3) (__extension__(long)4) "text"[1] "\377"[0]
"""
OPTIONS = ([], ["-funsigned-char"], ["-fshort-wchar"], ["-fshort-enums"], ["-fpack-struct"], ["-mlong-double-64"],
           ["-std=c99", "-fno-signed-char"])
RANDOM = 150
HELD = 2 ** 63 - 2  # the greatest number that hlcov changes


def written():
    return [word.replace("&", " ") if "&&" not in word else word for word in WRITTEN.split()]


def chosen(source, depth, leaves):
    """A random expression, without a value for all we know."""
    if depth == 0:
        return source.choice(leaves)
    one, other, third = (chosen(source, depth - 1, leaves) for _ in range(3))
    operator = source.choice("+ - * / % & | ^ << >> < <= > >= == != && || ?: cast unary".split())
    if operator == "?:":
        return "(%s ? %s : %s)" % (one, other, third)
    if operator == "cast":
        return "((%s)%s)" % (source.choice(("char", "unsigned char", "short", "int", "unsigned", "long", "_Bool")), one)
    if operator == "unary":
        return "(%s %s)" % (source.choice("-~!+"), one)
    return "(%s %s %s)" % (one, operator, other)


def run(directory, *words):
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    done = subprocess.run(words, cwd=directory, env=environment, check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=200)
    if done.returncode != 0:
        raise RuntimeError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stderr))
    return done.stdout


def write(directory, name, lines):
    with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
        file.write(PRELUDE + "\n".join(lines) + "\n")


def sound(directory, options, expressions):
    """Those of the expressions that gcc can evaluate without a remark."""
    write(directory, "sound.c", ["long i%d = %s;" % pair for pair in enumerate(expressions)])
    done = subprocess.run(["gcc", *options, "-Woverflow", "-fsyntax-only", "-fno-diagnostics-show-caret", "sound.c"],
                          cwd=directory, check=False, text=True, stderr=subprocess.PIPE)
    first = PRELUDE.count("\n") + 1
    wrong = {int(line) - first for line in re.findall(r"^sound.c:(\d+):\d+: (?:warning|error)", done.stderr, re.M)}
    return [expression for number, expression in enumerate(expressions) if number not in wrong]


def values(directory, options, expressions):
    """By gcc."""
    lines = ['(%s) < 0 ? printf("%%lld\\n", (long long)(%s)) : printf("%%llu\\n", (unsigned long long)(%s));'
             % ((expression,) * 3) for expression in expressions]
    write(directory, "values.c", ["int main(void) {"] + lines + ["return 0; }"])
    run(directory, "gcc", *options, "-w", "values.c", "-o", "values")
    return [int(line) for line in run(directory, "./values").split()]


def wanted(value):
    """The numbers that CRP puts in its place."""
    return {0, 1, -1, value + 1, value - 1} - {value} if -HELD <= value <= HELD else set()


def mutants(directory, options, expressions):
    """By hlcov: of each expression, the numbers that CRP puts in its place."""
    write(directory, "mutants.c", ["int f%d(long long x) { return x ==\n (%s); }" % pair
                                   for pair in enumerate(expressions)])
    run(directory, tap.hlcov, "cc", "--criteria=CRP", "gcc", *options, "-w", "-c", "mutants.c")
    table = os.path.join(directory, "mutants.o")
    report = json.loads(run(directory, tap.hlcov, "report", "--criteria=CRP", "--json=-", table))
    found = [set() for _ in expressions]
    for objective in report["files"][0]["objectives"]:
        match = re.search(r": x == (-?\d+) for it$", objective["text"])
        if match:
            found[int(objective["function"][1:])].add(int(match.group(1)))
    return found


def compare(options, expressions):
    with tempfile.TemporaryDirectory() as directory:
        known = sound(directory, options, expressions)
        numbers = values(directory, options, known)
        for expression, value, found in zip(known, numbers, mutants(directory, options, known)):
            if found != wanted(value):
                yield "%s is %d, not next to %s" % (expression, value, sorted(found))


def compare_random():
    source = random.Random(int(os.environ.get("SEED", "1")))
    leaves = [word for word in written() if not word.startswith('"')]
    return compare([], [chosen(source, source.randint(1, 3), leaves) for _ in range(RANDOM)])


# Labels of cases, and what cannot be there.
CASES = (("'\\n'", "x != 10"), ("'\\377'", "x != -1"), ("LETTER + 1", "x != 11"), ("sizeof(int)", "x != 4"),
         ("3u", "x != 3"), ("20 ... 22", "x < 20 || x > 22"), ("-5 ... -3", "x < -5 || x > -3"),
         ("(char)300", "x != 44"))
# Of a narrow type, whose values are those of int: what is never taken, and what cannot be where the other is.
NARROW = "unsigned char c = x; switch (c) { case -1: n++; break; case 255: if (c != 255) n++; }"


def statuses(directory, arms):
    """Of the objectives of decisions and branches, by line."""
    opening = "int main(int x, char **v) { int n = 0; switch (x) {"
    write(directory, "cases.c", [opening, *arms, "}", NARROW, "return n; }"])
    run(directory, tap.hlcov, "cc", "gcc", "-w", "cases.c", "-o", "cases")
    run(directory, tap.hlcov, "prune", "--no-cache", "--jobs=1", "cases.c", "--", "-w")
    report = json.loads(run(directory, tap.hlcov, "report", "--criteria=DC,BC", "--json=-"))
    found = {}
    for objective in report["files"][0]["objectives"]:
        line = objective["line"] - PRELUDE.count("\n") - 2
        found.setdefault(line, []).append((objective["text"], objective["status"] == "infeasible"))
    return found


def compare_cases():
    """Where a case leads to, that its value is another one must be infeasible."""
    with tempfile.TemporaryDirectory() as directory:
        found = statuses(directory, ["case %s: if (%s) n++; break;" % pair for pair in CASES])
    for number, (label, other) in enumerate(CASES):
        if (other, True) not in found[number]:
            yield "case %s: %s" % (label, found[number])
    narrow = {text for text, infeasible in found[len(CASES) + 1] if infeasible}
    if narrow != {"c != 255", "case -1"}:
        yield "of a narrow type: %s" % sorted(narrow)


def compare_foreign():
    """What number a character is of another character set nobody says."""
    with tempfile.TemporaryDirectory() as directory:
        found = mutants(directory, ["-fexec-charset=IBM1047"], ["'a'", "sizeof('a')", "97"])
    if found != [set(), set(), wanted(97)]:
        yield found


for flags in OPTIONS:
    tap.point("written constants %s" % " ".join(flags), compare(flags, written()))
tap.point("random constant expressions", compare_random())
tap.point("characters of another character set", compare_foreign())
tap.point("labels of cases", compare_cases())
tap.finish()
