#!/usr/bin/python3
"""Clean copies of loops and functions (copy.h): a program with them does and records the same as one without.
Written by hand, and random ones of loops over comparisons with constants and of functions that call themselves; each
runs with inputs that make them come to be known while they are still to meet what they have not met. What copies cost
or gain, make bench tells.

usage: copies.py [PROGRAMS]
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

HEAD = "#include <setjmp.h>\n#include <stdio.h>\n#include <stdlib.h>\nstatic int found;\n"

AUTOMATON = """#define NEED(k) while (have < (k)) { if (have > n) goto end; have++; sum += k; }
#define FOUR(k) NEED(k) NEED(k + 1) NEED(k + 2) NEED(k + 3)
int run(int n) {
    int have = 0, sum = 0;
    FOUR(1) FOUR(5) FOUR(9) FOUR(13) FOUR(17) FOUR(21) FOUR(25) FOUR(29)%s
end:
    return sum;
}
"""

TREE = """struct node { struct node *left, *right; int key; };
static struct node nodes[40];
static struct node *tree(int from, int to) {
    if (from >= to) return 0;
    struct node *at = nodes + (from + to) / 2;
    at->key = (from + to) / 2;
    at->left = tree(from, at->key), at->right = tree(at->key + 1, to);
    return at;
}
"""

# name, functions; the last one is `int run(int n)`, and how many copies there are
SHAPES = (
    ("a loop between if and else", """int run(int n) {
    int a = 0;
    if (n > 2)
        for (int i = 0; i < n; i++)
            if (i & 1)
                a++;
    if (n > 3)
        while (a > 0)
            if (a & 1) a -= 3; else a--;
    else
        a = 100;
    return a;
}
""", 2),
    ("ways out", """static int find(const int *at, int n, int what) {
    for (int i = 0; i < n; i++) {
        if (at[i] == what)
            return i;
        if (at[i] < 0)
            break;
        if (at[i] == 99)
            goto out;
        if (at[i] % 2)
            continue;
        found++;
    }
    return -1;
out:
    return -2;
}
int run(int n) {
    static const int values[] = {4, 3, 8, 5, 99, 6, -1, 7};
    return find(values, 3, 77) + find(values, 4, 78) + find(values + n % 5, 8 - n % 5, n % 9 + 1);
}
""", 1),
    ("a nest, do and a switch", """int run(int n) {
    int sum = 0, k = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            switch ((i + j) % 4) {
            case 0: sum++; break;
            case 1: sum += 2; /* falls */
            case 2: sum += 3; break;
            default: if (n > 7) sum--;
            }
            do
                k += sum % 3 == 1 && k < 1000 ? 2 : 1;
            while (k % 5);
        }
    return sum + k;
}
""", 3),
    ("calls of the same file", """static int odd(int n) { return n > 0 && n % 2 == 1; }
static int even(int n) { return n == 0 || odd(n - 1); }
int run(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (even(i) || (i > 3 && odd(i)))
            sum += i;
    return sum;
}
""", 1),
    ("what comes round once is not copied, nor what is left in the first round", """int run(int n) {
    int sum = 0;
    do { if (n > 2) sum++; do sum += 2; while (n > sum); } while (0);
    while (n > 1) { if (sum > 3) { sum--; break; } sum += n; return sum; }
    for (;;) { if (n > 4) return sum; break; }
    do { if (sum > 7) continue; sum++; } while (0);
    return sum;
}
""", 1),
    ("so many loops as an automaton has are not copied", AUTOMATON % " NEED(50)", 0),
    ("fewer are", AUTOMATON % "", 32),
    ("nor are those of a function as large as an interpreter", """int run(int n) {
    int sum = 0;
    switch (n) {
%s    default:
        for (int i = 0; i < n; i++)
            sum += i %% 3 ? 1 : 2;
    }
    return sum;
}
""" % "".join("    case %d: sum += n / %d + (n ^ %d); break;\n" % (i, i + 3, i) for i in range(100, 620)), 0),
    ("what is not copied", """static int times;
int outside(const char *text);
int run(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) { static int last; sum += last; last = i; }
    for (int i = 0; i < n; i++) { if (i > 3) goto in; sum++; in: sum += 2; }
    for (int i = 0; i < n; i++) { if (i > 2) sum += outside("x"); }
    for (int i = 0; i < n; i++) { int (*f)(const char *) = outside; if (i > 2) sum += f("y"); }
    switch (n & 1) { case 0: do { sum++; case 1: sum += 2; } while (++times % 4); }
    for (int i = 0; i < n; i++) { if (i > 1) __asm__ volatile("" : "+r"(sum)); }
    return sum;
}
int outside(const char *text) { return puts(text) > 0; }
""", 0),
    ("functions that call themselves", TREE + """static void visit(const struct node *at, int *sum, const int most) {
    if (!at || *sum > most)
        return;
    visit(at->left, sum, most);
    *sum += at->key % 3 == 1 ? 2 : at->key;
    visit(at->right, sum, most);
}
static inline const struct node *
find(at, key)
    const struct node *at;
    short key;
{
    if (!at || at->key == key) return at;
    return find(at->key < key ? at->right : at->left, key);
}
static unsigned ackermann(unsigned m, unsigned n) {
    for (unsigned i = 0; i < m; i++)
        if (n == 0) return ackermann(m - 1, 1);
    return m ? ackermann(m - 1, ackermann(m, n - 1)) : n + 1;
}
int run(int n) {
    int sum = 0;
    visit(tree(0, n % 40), &sum, 100);
    const struct node *at = find(tree(0, 40), n);
    return sum + (at ? at->key : 7) + ackermann(2, n % 5);
}
""", 5),
    ("functions that are not written twice", TREE.replace("static struct node *tree", "struct node *tree") + """
static __attribute__((noinline)) int noted(int n) { return n ? noted(n - 1) + 1 : 0; }
static int noted_before(int n) __attribute__((noinline));
static int noted_before(int n) { return n ? noted_before(n - 1) + 1 : 0; }
static int varies(int n, ...) { return n ? varies(n - 1, n) + 1 : 0; }
static struct made { int a; } made(int n) { return n ? made(n - 1) : (struct made){n}; }
static int named(int n) { return n ? named(n - 1) : (int)sizeof __func__; }
static int nameless(int n, int *a, int [2]);
static int nameless(int n, int *a, int b[2]) { return n ? (nameless)(n - 1, a, b) : 3; }
static int outside(int n) { return n ? outside(n - 1) : printf("!"); }
static int other(int n);
static int one(int n) { return n ? other(n - 1) : 1; }
static int other(int n) { return n ? one(n - 1) : 2; }
static int first(int n) { static int last; return n ? first(n - 1) + last++ : 0; }
#pragma GCC diagnostic ignored "-Wreturn-type"
static int pragma(int n) { return n ? pragma(n - 1) : 5; }
int run(int n) {
    n %= 9;
    return noted(n) + noted_before(n) + varies(n) + made(n).a + named(n) + nameless(n, 0, 0) + outside(n) + one(n) +
           first(n) + pragma(n) + !!tree(0, n);
}
""", 0),
    ("a branch behind a loop tells of a block in it", """static int spare, *file = &spare, left;
static int outer(int c) {
    for (;;) {
        for (;;) {
            if (c > 5)
                break;
            c++;
        }
        if (--left < 0) return c;
        if (c == 30)
            *file = 3;
        else {
            if (spare > 40) goto after;
            spare--;
        after:
            c++;
        }
    }
}
int run(int n) { left = 9; return outer(n) + outer(30); }
""", 1),
    ("a function that is jumped out of", """static jmp_buf back;
static int deep(int n) { if (n > 6) longjmp(back, n); return n > 3 ? deep(n + 1) : n; }
int run(int n) { return setjmp(back) ? -1 : deep(n); }
""", 0),
    ("a loop that is jumped out of", """static jmp_buf back;
static int deep(int n) { if (n > 6) longjmp(back, n); return n; }
static int around(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (i % 3)
            sum += deep(i);
    return sum;
}
int run(int n) { return setjmp(back) ? -1 : around(n); }
""", 0),
)
MAIN = """
int main(int argc, char **argv) {
    long sum = found;
    for (int k = 1; k < argc; k++)
        for (int round = 0; round < 3; round++)
            sum = sum * 31 + run(atoi(argv[k]));
    printf("%ld %d\\n", sum, found);
    return 0;
}
"""


def random_condition(rng, names):
    constant = rng.choice((-129, -128, -2, -1, 0, 1, 2, 9, 10, 97, 122, 127, 128, 255, 256, 300))
    literal = rng.choice((str(constant), "'%c'" % rng.choice("aAzZ09"), "%dU" % abs(constant)))
    sides = [rng.choice(names), literal]
    rng.shuffle(sides)
    return "%s %s %s" % (sides[0], rng.choice(("<", "<=", ">", ">=", "==", "!=")), sides[1])


def random_decision(rng, names, conditions):
    if conditions == 1:
        return rng.choice(("%s", "%s", "!(%s)")) % (random_condition(rng, names) if rng.random() < .9 else
                                                   rng.choice(names))
    left = rng.randint(1, conditions - 1)
    return "(%s %s %s)" % (random_decision(rng, names, left), rng.choice(("&&", "||")),
                           random_decision(rng, names, conditions - left))


def random_program(seed):
    rng = random.Random(seed)
    names = ("a", "b", "c")
    declared = " ".join("%s %s = (%s)(x * %d + y);" % (kind, name, kind, rng.randint(1, 7)) for name, kind in zip(
        names, rng.sample(("signed char", "unsigned char", "int", "unsigned", "short", "unsigned short", "long"), 3)))
    statements = "\n".join("        if (%s) %s" % (random_decision(rng, names, rng.randint(1, 4)), rng.choice((
        "sum++;", "sum += a;", "{ sum ^= 5; continue; }", "found++; else sum--;",
        "{ if (sum > 100000) return sum; sum *= 3; }"))) for _ in range(rng.randint(1, 4)))
    return """int run(int n) {
    int sum = 0;
    for (int x = -n; x < n; x++)
      for (int y = 0; y < 40; y += 3) {
        %s
%s
    }
    return sum;
}
""" % (declared, statements)


def random_recursion(seed):
    """A function that calls itself where decisions say so."""
    rng = random.Random(seed)
    names = ("a", "b", "n")
    statements = "\n".join("    if (%s) %s" % (random_decision(rng, names, rng.randint(1, 3)), rng.choice((
        "return b;", "b += 3;", "b ^= deep(n / 2, b, a);", "{ found++; b = deep(n / 3, a, b) + 1; } else b--;",
        "for (int i = 0; i < 3; i++) b += deep(n / 4, i, b & 7);"))) for _ in range(rng.randint(1, 4)))
    return """static int deep(int n, %s a, int b) {
    if (n <= 0) return a;
%s
    return deep(n - 40, (a + n) & 127, b & 255);
}
int run(int n) { return deep(n * 9, n, 5); }
""" % (rng.choice(("signed char", "int", "unsigned", "long")), statements)


TOGETHER = 10  # loops over comparisons of one value in a program
# Types, and values that they hold.
RANGES = (("signed char", -128, 127), ("unsigned char", 0, 255), ("short", -300, 300), ("unsigned short", 0, 400),
          ("int", -300, 300), ("unsigned", 0, 400), ("long", -300, 300))


def narrow_loop(seed):
    """Decisions that few values, or none, find true; the function leaves out its argument. With the argument to try."""
    rng = random.Random(seed)
    kind, low, high = rng.choice(RANGES)
    only = rng.choice((low, high, low + 1, high - 1, rng.randint(low, high), 0))
    decisions = []
    for _ in range(rng.randint(1, 3)):
        parts = ["%s %s %d" % (*rng.choice((("a", op), ("(a)", op))), only + rng.randint(-1, 1)) if rng.random() < .7
                 else "%d %s a" % (only + rng.randint(-1, 1), op)
                 for op in rng.choices(("<", "<=", ">", ">=", "==", "!="), k=rng.randint(2, 3))]
        decisions.append("        if (%s)\n            sum++;" % rng.choice((" && ", " && ", " || ")).join(parts))
    return """static int loop%d(int n) {
    int sum = 0;
    for (int x = %d; x <= %d; x++) {
        %s a = (%s)x;
        if (x == n)
            continue;
%s
    }
    return sum;
}
""" % (seed, low, high, kind, kind, "\n".join(decisions)), only


def narrow_program(seeds):
    """Of a loop for each seed. Its argument 0 leaves out the value of each, another one leaves out nothing."""
    loops = [narrow_loop(seed) for seed in seeds]
    calls = "".join("    sum = sum * 31 + loop%d(n ? 1000 : %d);\n" % (seed, only)
                    for seed, (_, only) in zip(seeds, loops))
    return "%sint run(int n) {\n    unsigned sum = 0;\n%s    return sum %% 65521;\n}\n" % (
        "".join(text for text, _ in loops), calls)


class Program:
    def __init__(self, directory, text, compiler):
        self.directory, self.compiler = directory, compiler
        self.source = os.path.join(directory, "program.c")
        with open(self.source, "w", encoding="utf-8") as file:
            file.write(HEAD + text + MAIN)

    def build(self, copies):
        data = os.path.join(self.directory, copies)
        environment = dict(os.environ, HLCOV_DIR=data)
        program = os.path.join(self.directory, "with-" + copies)
        subprocess.run([tap.hlcov, "cc", "--copies=" + copies, *self.compiler, "-w", "-o", program, self.source],
                       check=True, env=environment, cwd=self.directory)
        return program, data

    def facts(self, built, *inputs):
        """What the program that build() returned printed, from nothing recorded, and of each objective whether it is
        covered."""
        program, data = built
        subprocess.run([tap.hlcov, "reset", data], check=True, stdout=subprocess.DEVNULL, cwd=self.directory)
        printed = [subprocess.run([program, *words], capture_output=True, check=False, text=True).stdout
                   for words in inputs]
        report = json.loads(subprocess.run([tap.hlcov, "report", "--json=-", data], check=True, capture_output=True,
                                           text=True, cwd=self.directory).stdout)
        return printed, {objective["id"]: objective["status"] for file in report["files"]
                         for objective in file["objectives"]}

    def copies(self):
        """How many loops are written twice: the compiler's text says it."""
        keep = os.path.join(self.directory, "keep.sh")
        with open(keep, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nfor word; do case $word in *.i) cp \"$word\" '%s/text.i';; esac; done\n"
                       "exec gcc \"$@\"\n" % self.directory)
        os.chmod(keep, 0o755)
        subprocess.run([tap.hlcov, "cc", keep, "-w", "-c", "-o", keep + ".o", self.source], check=True,
                       env=dict(os.environ, HLCOV_DIR=os.path.join(self.directory, "kept")), cwd=self.directory)
        with open(os.path.join(self.directory, "text.i"), encoding="utf-8") as file:
            return len(re.findall(r"hlcov_seek\(\d+\)", file.read()))


def compare(text, compiler, *series):
    """Problems, and how many objectives are covered. Each of the series of inputs begins with nothing recorded."""
    problems, covered = [], 0
    with tempfile.TemporaryDirectory() as directory:
        program = Program(directory, text, compiler)
        builds = [program.build(copies) for copies in ("loops", "none")]
        for inputs in series:
            (printed, facts), (expected_printed, expected) = (program.facts(built, *inputs) for built in builds)
            problems += [] if printed == expected_printed else ["it printed %s, not %s" % (printed, expected_printed)]
            problems += ["%s is %s, and %s without copies" % (name, facts.get(name), status)
                         for name, status in sorted(expected.items()) if facts.get(name) != status]
            problems += ["no objective"] if not expected else []
            covered += sum(status == "covered" for status in expected.values())
    return ["%s: %s" % (" ".join(compiler), problem) for problem in problems], covered


def check_shapes():
    inputs = ([], ["1"], ["3"], ["2", "5", "5", "9", "4"], ["8", "12", "7"])
    for name, text, copies in SHAPES:
        with tempfile.TemporaryDirectory() as directory:
            found = Program(directory, text, ["gcc"]).copies()
        problems = [] if found == copies else ["%d copies, not %d" % (found, copies)]
        for compiler in (["gcc", "-O0"], ["gcc", "-O2"], ["clang-19", "-O2"]):
            problems += compare(text, compiler, *(inputs[:most] for most in (1, 3, 5)))[0]
        tap.point(name + ": nothing is lost", problems)


def check_random(programs):
    problems, covered = [], 0
    for seed in range(programs):
        text = random_recursion(seed) if seed % 3 == 0 else random_program(seed)
        found, count = compare(text, ["gcc", "-O1"], (["2"], ["40", "3", "60"], ["1", "90"]))
        problems += ["seed %d: %s" % (seed, problem) for problem in found]
        covered += count
    tap.point("%d random programs: nothing is lost (%d objectives covered)" % (programs, covered), problems)


def check_narrow(loops):
    """A loop that is known when it meets the value that alone takes some way."""
    problems = []
    for first in range(0, loops, TOGETHER):
        text = narrow_program(range(first, min(first + TOGETHER, loops)))
        problems += ["from seed %d: %s" % (first, problem) for problem in compare(text, ["gcc"], (["0", "1"],))[0]]
    tap.point("%d loops over comparisons of one value: nothing is lost" % loops, problems)


TESTS = """#include "hlcov/record.h"
static int loop(int n) { int s = 0; for (int i = 0; i < n; i++) if (i % 2) s++; return s; }
static int deep(int n) { return n < 2 ? n : deep(n - 1) + deep(n - 2); }
static int both(void) { return loop(9) + deep(9); }
int run(int n) { hlcov_test("first"); int s = both() + both(); hlcov_test("second"); return s + both() + n; }
"""


def check_tests():
    """A test that begins when the loop is known has its facts too."""
    with tempfile.TemporaryDirectory() as directory:
        program = Program(directory, TESTS, ["gcc", "-I" + os.path.join(tap.top_srcdir, "include")])
        path, data = program.build("loops")
        subprocess.run([path, "1"], check=True, stdout=subprocess.DEVNULL)
        report = json.loads(subprocess.run([tap.hlcov, "report", "--json=-", data], check=True, capture_output=True,
                                           text=True, cwd=directory).stdout)
        known = [objective for file in report["files"] for objective in file["objectives"]
                 if objective["function"] in ("loop", "deep") and objective["criterion"] == "CC"]
        tap.point("tests in one process each have the facts of what was known before", [
            "%s has %s" % (objective["id"], objective.get("witnesses")) for objective in known
            if {name for names in objective.get("witnesses", []) for name in names} != {"first", "second"}] +
            ([] if len(known) == 6 else ["%d objectives" % len(known)]))


LINES = """static int g(int n) {
    int s = n;
    if (n > 1)
        s = g(n - 1);
    return s;
}
int f(int n) {
    int s = 0;
    for (int i = 0;
         i < n;
         i++) {
        if (i % 2)
            s++;
        else
            s--;
    }
    return s + __LINE__;
}
int main(void) { return (f(4) + g(5)) & 1; }
"""


def line_table(program):
    """Lines of the source, in the order of the code, as the debugger knows them."""
    text = subprocess.run(["readelf", "--debug-dump=decodedline", program], check=True, capture_output=True,
                          text=True).stdout
    return {int(line.split()[1]) for line in text.splitlines() if line.startswith("program.c ") and
            line.split()[1].isdigit()}


def check_tables():
    """Objects with and without copies are of one table: hlcov prune need not be told."""
    with tempfile.TemporaryDirectory() as directory:
        program = Program(directory, SHAPES[0][1], ["gcc"])
        tables = [os.listdir(os.path.join(program.build(copies)[1], "tables")) for copies in ("loops", "none")]
        tap.point("the table does not depend on copies", [] if tables[0] == tables[1] and len(tables[0]) == 1
                  else [tables])


def built_twice(text, *options):
    """Yields a program, below the name of its source, once built without hlcov, then with it."""
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "program")
        with open(program + ".c", "w", encoding="utf-8") as file:
            file.write(text)
        for command in (["gcc"], [tap.hlcov, "cc", "gcc"]):
            subprocess.run(command + [*options, "-o", program, "program.c"], check=True, cwd=directory,
                           env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")))
            yield program


def check_lines():
    tables = [line_table(program) for program in built_twice(LINES, "-g", "-O0")]
    tap.point("the debugger knows the same lines", [] if tables[0] == tables[1] and len(tables[0]) > 8 else [
        "plain %s, with copies %s" % tuple(map(sorted, tables))])


# What is told of each function that is entered is itself measured.
WATCHED = """#include <stdio.h>
static void *seen[99];
static int n;
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller) {
    for (int i = 0; i < n; i++)
        if (seen[i] == function)
            return;
    seen[n++] = function;
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *caller) {}
static int deep(int n) { return n < 2 ? n : deep(n - 1) + deep(n - 2); }
int main(void) { return printf("%d %d\\n", deep(9), deep(9)) < printf("%d\\n", n); }
"""


def check_watched():
    """A program that watches its functions sees those that it has, and no other."""
    printed = [subprocess.run([program], check=False, capture_output=True, text=True).stdout
               for program in built_twice(WATCHED, "-finstrument-functions", "-O2")]
    tap.point("who watches functions sees no other", [] if printed[0] == printed[1] != "" else [printed])


def main():
    check_shapes()
    programs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    check_random(programs)
    check_narrow(4 * programs)
    check_tests()
    check_tables()
    check_lines()
    check_watched()
    tap.finish()


main()
