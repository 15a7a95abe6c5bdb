#!/usr/bin/python3
"""In which classes the operands of comparisons and the values that are read were, in small programs where that is known
by hand. Reads tables and data; criteria are tested elsewhere.

Each program prints the same as without coverage, for gcc and clang, with optimization and with the sanitizer of
undefined behaviour, which finds nothing. What is expected of a line are its operations in function f, in the order of
the text, each as the numbers of the classes that values were in: `r` of a relation, `s` of a sign; `-`, if nothing was
inserted for it. Signs are left out where a program does not ask for them.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import flows
import tap

HEADER = ("#include <complex.h>\n#include <limits.h>\n#include <math.h>\n#include <setjmp.h>\n#include <stddef.h>\n"
          "#include <stdio.h>\n#include <string.h>\nextern int opaque(int);\n#line 1\n")
OTHER = "int opaque(int x) { return x; }\n"
SANE = "-fsanitize=undefined -fno-sanitize-recover=all"
BUILDS = (("gcc", "-O0"), ("gcc", "-O2"), ("clang-19", "-O1"), ("gcc", "-O1 " + SANE), ("clang-19", "-O1 " + SANE))
CROWD_LINE = 9000
KINDS = {"0": "r", "1": "s", "3": "p", "4": "e"}

# title, program whose function f is looked at, {line: operations}, or None: any
PROGRAMS = (
    ("signed integers, to their limits", """int f(int a, int b) {
return a < b; }
int main(void) { printf("%d%d%d%d%d%d\\n", f(INT_MIN, INT_MAX), f(INT_MIN, INT_MIN + 1), f(INT_MAX, INT_MAX),
f(INT_MAX, INT_MAX - 1), f(INT_MAX, INT_MIN), f(-1, 1)); return 0; }
""", {2: "r01234"}),
    ("each operator", """int f(int a, int b) {
return (a < b) * 32 +
(a <= b) * 16 +
(a > b) * 8 +
(a >= b) * 4 +
(a == b) * 2 +
(a != b); }
int main(void) { printf("%d %d %d\\n", f(1, 2), f(2, 2), f(9, 2)); return 0; }
""", {n: "r124" for n in range(2, 8)}),
    ("operands are compared in their common type", """int f(int a, unsigned b, signed char c, unsigned char d) {
int n = a < b;
n += c < d;
n += (long)a < b;
n += c == b;
return n; }
int main(void) { printf("%d %d\\n", f(-1, 1, -128, 255), f(-1, UINT_MAX, -1, 0)); return 0; }
""", {2: "r24", 3: "r01", 4: "r0", 5: "r24"}),
    ("long, long long and 128 bits", """int f(long a, unsigned long long b, __int128 c, __int128 d) {
int n = a > LONG_MIN;
n += b <= ULLONG_MAX;
n += c < d;
n += c == a;
return n; }
int main(void) { __int128 big = (__int128)1 << 100; printf("%d %d\\n", f(LONG_MIN, ULLONG_MAX, big, big + 1),
f(LONG_MAX, 0, -big * 134217727, big * 134217727)); return 0; }
""", {2: "r24", 3: "r02", 4: "r01", 5: "r04"}),
    ("bit-fields, truth values and enumerators", """enum e { RED, GREEN = 5 }; struct s { unsigned u : 3; int i : 3;
unsigned long l : 40; _Bool b : 1; enum e e; }; int f(struct s *s, _Bool t) {
int n = s->u == 7;
n += s->i < s->u;
n += s->l > 1;
n += s->b != t;
n += s->e >= GREEN;
n += t > s->i;
return n; }
int main(void) { struct s a = {7, -4, 2, 1, GREEN}, c = {0, 3, 0, 0, RED};
printf("%d %d\\n", f(&a, 1), f(&c, 1)); return 0; }
""", {3: "r02", 4: "r04", 5: "r13", 6: "r12", 7: "r02", 8: "r04"}),
    ("floating point: NaN, infinities and zeroes", """int f(double a, float b) {
int n = a < b;
n += a == b;
n += b >= 1;
n += a != a;
return n; }
int main(void) { printf("%d%d%d%d\\n", f(NAN, 1), f(-INFINITY, INFINITY), f(0.0, -0.0f), f(2, 1.5f)); return 0; }
""", {2: "r0245", 3: "r0245", 4: "r024", 5: "r25"}),
    ("long double, and integers beside floating point", """int f(long double a, float b, int c) {
int n = a < c;
n += b == c;
n += c > 0.5f;
return n; }
int main(void) { printf("%d %d\\n", f(1e-30L, 16777216, 16777217), f(7, NAN, 0)); return 0; }
""", {2: "r04", 3: "r25", 4: "r04"}),
    ("pointers", """int g[4]; struct h; int f(int *p, const int *q, void *v, struct h *x, int (*call)(int)) {
int n = p < q;
n += p == q;
n += p != NULL;
n += 0 == v;
n += v >= (void *)p;
n += x == (struct h *)v;
n += call == opaque;
n += call != 0;
n += "abc" == v;
n += p == (void *)0;
n += x < (struct h *)p;
return n; }
int main(void) { printf("%d %d\\n", f(g, g + 1, g, (struct h *)g, opaque),
f(g + 3, g, 0, 0, 0)); return 0; }
""", {2: "r14", 3: "r0", 4: "r0", 5: "r02", 6: "r02", 7: "r2", 8: "r02", 9: "r02", 10: "r0", 11: "r0",
      12: "r02"}),
    ("operands in order", """int k; int two(void) { return k += k + 1; } int three(void) { return k *= 3; }
int f(int i, int j) {
volatile int v = 1; int n = i++ < --j;
n += (i += 2) > (j = 4, j);
n += (two(), two()) < (three(), 7);
n += two() > three();
n += k == two();
n += v < two();
n += 3 * k >= two() && i == two();
n += v == v;
while (v++ < 3) n += 10;
return n * 1000 + i * 10 + j; }
int main(void) { int n = f(1, 3); printf("%d %d\\n", n, k); n = f(9, 3); printf("%d %d\\n", n, k); return 0; }
""", {3: "r14", 4: "-", 5: "-", 6: "r0", 7: "-", 8: "-", 9: "r4 r0", 10: "r2", 11: "r012"}),
    ("comparisons inside of others, and in decisions", """int f(int a, int b, int c) {
int n = (a < b) == (b < c);
if (a < b && (b > c || a == c)) n += 2;
if (!(a >= b) || (a != 1 && n)) n += 4;
n += a < b < c;
n += (a < b ? b > c : a == c) ? 8 : 0;
for (int i = 0; i < 2 && a <= b; i++) n += 16;
do n++; while (n % 4 != 2);
switch (a < b) { case 1: n += 32; }
n += (int[]){4, 5}[a < b];
return n + (a == 1 ?: 7); }
int main(void) { printf("%d %d\\n", f(1, 2, 3), f(4, 4, 4)); return 0; }
""", {2: "r2 r12 r12", 3: "r12 r1 r0", 4: "r12 r4", 5: "r0 r12", 6: "r12 r1 r2", 7: "r012 r12", 8: "r0123", 9: "r12",
      10: "r12", 11: "r24"}),
    ("macros, and lines that stay where they were", """#define LESS(a, b) ((a) < (b))
#define MOST(a, b) (LESS(a, b) ? (b) : (a))
int f(int a, int b) {
int n = MOST(a, MOST(b, 3));
n += LESS(a /* one */,

b) + __LINE__;
n += a
<
b;
printf("%d\\n", __LINE__);
return n; }
int main(void) { printf("%d %d\\n", f(1, 2), f(5, 2)); return 0; }
""", {4: "r04 r1 r1", 5: "r14", 8: "r14"}),
    ("statement expressions, calls and initial values", """static int same(int x) { return x; } int f(int a) {
int t[] = {a < 1, a > 1}; struct { int m; } s = {.m = a == 2};
int n = ({ int y = a; y++; y < 5; }) + same(a != 3);
n += ({ if (a < 2) goto out; a; }) > 1;
out: return n + t[0] + t[1] * 2 + s.m; }
int main(void) { printf("%d %d\\n", f(1), f(2)); return 0; }
""", {2: "r23 r23 r12", 3: "r0 r01", 4: "r3 r12"}),
    ("what is no evaluation, or a constant, has no classes", """int f(int a) {
static int s = 3 < 4; int n = sizeof(a < 2) == 4;
int t[3 > 2 ? 2 : 1]; enum { E = 1 < 2 };
if (sizeof n == 4) n += E;
switch (a) { case 3 > 2: n++; }
return n + s + sizeof t + _Generic(a < 1, int: 1, default: 2); }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {}),
    ("where nothing may be inserted", """jmp_buf b; int f(int a, double _Complex c) {
_Atomic int at = a; int n = at < 3;
n += c == 1;
n += __builtin_constant_p(a < 3);
n += ((struct { int m; }){a}).m == 1;
if (setjmp(b) == 0) n++;
#pragma GCC unroll 2
for (int i = 0; i < 2; i++) n++;
__asm__("" : : "r"(a < 2));
#pragma omp atomic
n += a < 2;
#pragma omp atomic capture
{ n = at; at += a < 2; }
#pragma omp parallel
{ n += a < 2; }
return n; }
int main(void) { printf("%d\\n", f(1, 1)); return 0; }
""", {2: "-", 3: "-", 4: "-", 5: "-", 6: "-", 8: "-", 9: "-", 11: "-", 13: "-", 15: "r1"}),
    ("signs", """struct s { int b : 4; unsigned u; double d; }; int g; int f(signed char c, const struct s *s, int *p) {
long n = c;
n = n + s->b;
n += s->u * 2;
n += s->d > 0;
n += *p;
n += p[g];
n = -opaque(n);
opaque(n);
g++;
if (n) n *= 2;
return n; }
int main(void) { int t[2] = {INT_MIN + 999, 0}; struct s a = {-8, 3, NAN}, b = {0, 0, -0.0};
printf("%d\\n", f(-128, &a, t)); t[0] = 9; g = 1; printf("%d\\n", f(0, &b, t)); return 0; }
""", {2: "s01", 3: "s01 s01", 4: "s12", 5: "r25 s13", 6: "s02", 7: "s01 s12", 8: "s2 s02", 9: "s0", 12: "s0"}),
    ("types", """struct s { char c; unsigned b : 3; }; int f(char c, float x, struct s *s, volatile long *v) {
__auto_type a = c; __typeof__(x) y = x; __auto_type w = *v;
printf("%zu %zu %zu %g %u\\n", sizeof a, sizeof y, sizeof w, x, s->b);
return a + s->c + w; }
int main(void) { struct s s = {-3, 7}; volatile long v = 4; printf("%d\\n", f('a', .5f, &s, &v)); return 0; }
""", {2: "s2 s2 s2", 3: "s2 s2", 4: "s2 s0 s2"}),
)


def command(compiler, level, directory, output):
    return [compiler, "-w", *level.split(), "-std=gnu11", os.path.join(directory, "program.c"),
            os.path.join(directory, "other.c"), "-o", output, "-lm"]


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)


def telling(operation, function, k):
    """The slots of the function any of which says that a value was in the class."""
    yield int(operation["slot"]) + k
    if int(operation["mutants"]):
        mutant = flows.rows(function, "mutant")[int(operation["first_mutant"]) + k]
        of, terms = int(mutant["first_term"]), flows.rows(function, "term")
        yield from (int(term["index"]) for term in terms[of:of + int(mutant["terms"])])


def seen_classes(operation, function, first, found):
    classes = range(int(operation["classes"]))
    return "".join(str(k) for k in classes
                   if any(first + slot in found for slot in telling(operation, function, k)))


def relation_row(operation, function, first, found):
    shown = KINDS[operation["kind"]] + seen_classes(operation, function, first, found)
    return int(operation["line"]), shown if int(operation["classes"]) else "-"


def rows_for(wanted):
    """Signs are left out where they are not asked for."""
    signs = any("s" in text for text in (wanted or {}).values())

    def row_shown(operation, function, first, found):
        return relation_row(operation, function, first, found) if signs or operation["kind"] != "1" else (0, "")
    return row_shown


def operations(program, data, row_shown):
    """{line: operations of f}, each as `row_shown` has it: (line, text) of its row, the function's text, its first slot
    and the slots that are set; an empty text leaves it out."""
    recorded = run(tap.hlcov, "dump", *data).stdout
    sets = [set(flows.numbers(text)) for text in re.findall(r"^unit.* set:(.*)$", recorded, flags=re.M)]
    lines = {}
    units = re.split(r"^unit:", run(tap.hlcov, "dump", program).stdout, flags=re.M)[1:]
    for unit, found in zip(units, sets):
        for name, first, function in flows.functions(unit):
            listed = flows.rows(function, "operation") if name == "f" else []
            for line, shown in (row_shown(row, function, first, found) for row in listed):
                if shown:
                    lines[line] = (lines[line] + " " if line in lines else "") + shown
    return lines


def plain_run(directory, compiler, level):
    """The end and the output without coverage."""
    plain = os.path.join(directory, "plain")
    run(*command(compiler, level, directory, plain))
    done = run(plain)
    return done.returncode, done.stdout


def problems(directory, wanted, criteria, row_shown, builds):
    """Programs print the same however they are built, so nearly always one build without coverage will do."""
    covered, data = (os.path.join(directory, name) for name in ("covered", "data"))
    environment, without = dict(os.environ, HLCOV_DIR=data), plain_run(directory, *builds[0])
    for compiler, level in builds:
        subprocess.run(["rm", "-rf", data], check=True)
        build = command(compiler, level, directory, covered)
        built = run(tap.hlcov, "cc", "--criteria=" + criteria, *build, env=environment)
        if built.returncode or os.path.exists(os.path.join(data, "notes.log")):
            yield "%s %s: not built with coverage: %s" % (compiler, level, built.stdout)
            continue
        done = run(covered, env=environment)
        found = done.returncode, done.stdout
        if found != without and found != plain_run(directory, compiler, level):
            yield "%s %s: %s but with coverage %s" % (compiler, level, without, found)
        files = [os.path.join(data, name) for name in os.listdir(data) if name.endswith(".hlb")]
        found = operations(covered, files, row_shown)
        if wanted is not None and found != wanted:
            yield "%s %s: %s" % (compiler, level, found)


def try_all(programs, criteria, rows_of=rows_for, builds=BUILDS):
    for title, code, wanted in programs:
        with tempfile.TemporaryDirectory() as directory:
            for name, text in (("program.c", HEADER + code), ("other.c", OTHER)):
                with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                    file.write(text)
            tap.point(title, problems(directory, wanted, criteria, rows_of(wanted), builds))


def crowded(code):
    """The program with so many comparisons, and signs, in f that functions choose the classes of all."""
    begin = re.search(r"\bf\([^{}]*\) \{\n", code).end()
    crowd = "#line %d\nif (opaque(0)) { int n = 0; %s }\n#line %d\n" % (
        CROWD_LINE, "n < 2;" * 1001, code.count("\n", 0, begin) + 1)
    return code[:begin] + crowd + code[begin:]


def rows_beside_crowd(wanted):
    row_shown = rows_for(wanted)
    return lambda operation, *more: (0, "") if operation["line"] == str(CROWD_LINE) else row_shown(operation, *more)


if __name__ == "__main__":
    try_all(PROGRAMS, "ROR,ABS")
    try_all([("crowded: " + title, crowded(code), wanted) for title, code, wanted in PROGRAMS], "ROR,ABS",
            rows_beside_crowd, (("gcc", "-O2"), ("clang-19", "-O1")))
    tap.finish()
