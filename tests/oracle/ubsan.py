#!/usr/bin/python3
"""What RTE says that happened is what clang's sanitizers report when the same program runs without coverage, in random
programs: line by line and kind by kind. The boundaries are not compared: nobody else reports them.

usage: tests/oracle/ubsan.py [FIRST COUNT], the seeds of the programs

Each program is built by clang without optimization, so that what is undefined does the same in both builds, and calls
its function in a process of its own for each tuple of arguments, for some of them die. Some differences are by design,
and the programs keep out of the way of three: the sanitizer checks conversions of constants, the address p + i of p[i],
and not whether a bit-field loses the sign of what is wider. Where `op=` computes what is undefined, RTE does not say
whether that would change when it is stored.
"""
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

COMPILE = ["clang-19", "-w", "-std=gnu11", "-O0"]
SANITIZE = ["-fsanitize=undefined,implicit-conversion,float-cast-overflow", "-fno-sanitize=alignment"]
WORDS = {"division by 0": "divisor", "overflow": "overflow",
         "shift by a negative number, or by as many bits as there are": "count",
         "shift of a negative number, or of bits that are lost": "value", "index out of bounds": "index",
         "null pointer used": "null", "conversion changes the value": "conversion"}
REPORTS = (("division by zero", "divisor"), ("signed integer overflow", "overflow"), ("division of", "overflow"),
           ("negation of", "overflow"), ("shift exponent", "count"), ("left shift of", "value"), ("index ", "index"),
           ("null pointer", "null"), ("implicit conversion", "conversion"), ("outside the range", "conversion"))
UNDEFINED = {"overflow", "count", "value"}
INTEGERS = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long")
VALUES = (0, 1, -1, 2, 7, 31, 32, 63, 64, 127, 128, 255, 256, -128, 32767, 65535, 2**31 - 1, -2**31, 2**31, 2**32 - 1,
          2**63 - 1, -2**63, 2**62, -2**31 + 1)

HEADER = """#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
struct room { int before[8]; int a[4]; int behind[32]; } room;
struct node { int m; struct node *next; };
struct bits { unsigned u : 5; int i : 7; };
volatile long sink;
"""


class Writer:
    """A function of long parameters p0..p3; variables v0.. of random types, set from them."""
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.types = [self.random.choice(INTEGERS) for _ in range(6)]

    def variable(self):
        return "v%d" % self.random.randrange(len(self.types))

    def expression(self, depth):
        if depth == 0 or self.random.random() < 0.15:
            return self.random.choice((self.variable(), self.variable(), str(self.random.choice((1, 2, 3, 7)))))
        one, other = self.expression(depth - 1), self.expression(depth - 1)
        if re.fullmatch("[0-9]+", one):
            one = self.variable()
        form = self.random.choice(("%s + %s", "%s - %s", "%s * %s", "%s / %s", "%s %% %s", "%s << %s", "%s >> %s",
                                   "%s & %s", "%s ^ %s", "%s < %s", "%s + %s", "%s * %s", "-", "~", "cast", "?"))
        if form == "-" or form == "~":
            return "(%s%s)" % (form, one)
        if form == "cast":
            return "((%s)%s)" % (self.random.choice(INTEGERS), one)
        if form == "?":
            return "(%s ? %s : %s)" % (one, self.variable(), self.variable())
        return "(" + form % (one, other) + ")"

    def compound(self):
        operator = self.random.choice("+ - * / % << >> & | ^".split())
        value = self.expression(self.random.randrange(2))
        if self.random.random() < 0.4:
            return "%s %s= (int)%s;" % (self.random.choice(("s.u", "s.i")), operator, value)
        return "%s %s= %s;" % (self.variable(), operator, value)

    def statement(self):
        kind = self.random.randrange(12)
        if kind < 5:
            return "%s = %s;" % (self.variable(), self.expression(self.random.randrange(1, 4)))
        if kind < 7:
            return self.compound()
        if kind == 7:
            step = self.random.choice(("%s++;", "++%s;", "%s--;", "--%s;"))
            return step % self.random.choice((self.variable(), "s.i"))
        if kind == 8:
            return "i = ((int)%s & 15) - 5; sink = room.a[i];" % self.variable()
        if kind == 9:
            return "i = ((int)%s & 7); sink ^= (&room.a[i] != &room.a[0]);" % self.variable()
        if kind == 10:
            factor = self.random.choice(("0.5", "1e3", "1e-3"))
            return "d = %s * %s; %s = d;" % (self.variable(), factor, self.variable())
        read = self.random.choice(("n->m", "*(int *)n", "n[0].m"))
        return "n = %s & 64 ? 0 : &node; sink += %s;" % (self.variable(), read)

    def program(self):
        lines = ["void f(long p0, long p1, long p2, long p3) {", "struct bits s = {3, -3}; struct node node = {1}, *n;",
                 "int i; double d;"]
        for k, name in enumerate(self.types):
            lines.append("%s v%d = (%s)p%d;" % (name, k, name, k % 4))
        lines += [self.statement() for _ in range(40)]
        lines.append("sink += " + " ^ ".join("(long)v%d" % k for k in range(len(self.types))) + " ^ s.u ^ s.i; }")
        lines.append("int main(void) {")
        for _ in range(20):
            values = ["%dL" % v if v > -2**63 else "(-9223372036854775807L-1)"
                      for v in (self.random.choice(VALUES) for _ in range(4))]
            lines.append("if (fork() == 0) { f(%s); _exit(0); } wait(0);" % ", ".join(values))
        return HEADER + "#line 1\n" + "\n".join(lines) + "\nreturn 0; }\n"


def run(directory, *command):
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    return subprocess.run(command, cwd=directory, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, errors="replace", check=False)


def built(directory, *command):
    done = run(directory, *command)
    if done.returncode:
        raise RuntimeError("%s: %s" % (" ".join(command), done.stderr))


def reported(directory):
    """{line: kinds} of the sanitizers."""
    built(directory, *COMPILE, *SANITIZE, "-o", "sane", "program.c")
    kinds = collections.defaultdict(set)
    for line, text in re.findall(r"^\S*?:(\d+):\d+: runtime error: (.*)$", run(directory, "./sane").stderr, flags=re.M):
        found = [kind for words, kind in REPORTS if words in text]
        kinds[int(line)].add(found[0] if found else text)
    return kinds


def happened(directory):
    """{line: kinds} of RTE."""
    built(directory, tap.hlcov, "cc", "--criteria=RTE", *COMPILE, "-o", "covered", "program.c")
    run(directory, "./covered")
    report = json.loads(run(directory, tap.hlcov, "report", "--criteria=RTE", "--json", "-").stdout)
    kinds = collections.defaultdict(set)
    for finding in report["files"][0]["findings"]:
        if finding.get("finding") == "error" and finding["status"] == "covered":
            words = finding["text"].rsplit(": ", 1)[1]
            kinds[finding["line"]].add(WORDS[words])
    return kinds


def differences(directory, text):
    lines = text.split("#line 1\n")[1].splitlines()
    try:
        theirs, ours = reported(directory), happened(directory)
    except RuntimeError as error:
        yield str(error)
        return
    if os.path.exists(os.path.join(directory, "data", "notes.log")):
        yield "not built with coverage"
    for line in sorted(set(theirs) | set(ours)):
        if re.search("[-+*/%&|^<>]= ", lines[line - 1]) and UNDEFINED & theirs[line] & ours[line]:
            theirs[line] -= {"conversion"}
            ours[line] -= {"conversion"}
        if theirs[line] != ours[line]:
            yield "line %d: sanitizers %s, RTE %s: %s" % (line, sorted(theirs[line]), sorted(ours[line]),
                                                          lines[line - 1])
    counts.update(kind for kinds in ours.values() for kind in kinds)


counts = collections.Counter()
first, count = (int(argument) for argument in sys.argv[1:3]) if len(sys.argv) > 2 else (1, 6)
for seed in range(first, first + count):
    with tempfile.TemporaryDirectory() as directory:
        text = Writer(seed).program()
        with open(os.path.join(directory, "program.c"), "w", encoding="utf-8") as file:
            file.write(text)
        tap.point("seed %d" % seed, differences(directory, text))
tap.point("each kind happened", ["%s did not" % kind for kind in WORDS.values() if counts[kind] == 0])
tap.finish()
