#!/usr/bin/python3
"""Which definition reaches which use, by the graph and when the program ran, in small programs whose flows are known
by hand. Reads tables and data; criteria are tested elsewhere.

Each program prints the same as without coverage, for gcc and clang and with optimization. A flow is written as
`LINE>LINE` from the definition to the use, with + where it was seen, - where not, * where it may be either. The line of
a definition is `e` for what a variable holds at the entry, `0` for none, `?` for an unknown one; flows of the same two
lines are one, seen if one of them was.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

HEADER = ("#include <setjmp.h>\n#include <stdarg.h>\n#include <stdio.h>\n#include <string.h>\n"
          "#include <pthread.h>\nextern int opaque(int);\n#line 1\n")
FIELD = re.compile(r' (\w+)=("(?:[^"\\]|\\.)*"|\d+)')
BUILDS = (("gcc", "-O0"), ("gcc", "-O2"), ("clang-19", "-O1"))
OTHER = "int opaque(int x) { return x; }\n"

# title, options, program whose function f is looked at, {variable: flows}
PROGRAMS = (
    ("a loop", "", """int f(int n) {
int s = 0, i;
for (i = 0;
i < n;
i++)
s += i;
return s; }
int main(void) { printf("%d\\n", f(2)); return 0; }
""", {"s": "2>6+ 2>7- 6>6+ 6>7+", "i": "3>4+ 3>5+ 3>6+ 5>4+ 5>5+ 5>6+", "n": "e>4+"}),
    ("a value that is not set on one way", "", """int f(int n) {
int x;
if (n)
x = 1;
return n ?
x : 2; }
int main(void) { printf("%d\\n", f(0) + f(1)); return 0; }
""", {"x": "0>6- 4>6+", "n": "e>3+ e>5+"}),
    ("a loop's variable begins anew in each iteration", "", """int f(int n) {
int sum = 0;
for (int i = 0; i < n; i++) {
int x;
if (i == 0)
x = 1;
if (i < 2)
sum += 0 *
opaque(x);
}
return sum; }
int main(void) { printf("%d\\n", f(3)); return 0; }
""", {"x": "0>9+ 6>9+"}),
    ("definitions behind && happen or not", "", """int f(int a) {
int x = 1;
if (a &&
(x = opaque(a)) &&
x > 5)
return x;
return
x; }
int main(void) { printf("%d\\n", f(0) + f(7)); return 0; }
""", {"x": "2>8+ 4>5+ 4>6+ 4>8-"}),
    ("?: and GNU ?:", "", """int f(int a) {
int x = 5;
int y = a ? (x = 1) :
(x = 2);
y +=
x ?: 4;
a = a ?: (x = 9);
return x + a +
y; }
int main(void) { printf("%d\\n", f(0)); return 0; }
""", {"x": "3>6- 4>6+ 3>8- 4>8- 7>8+", "y": "3>5+ 5>9+"}),
    ("goto into a loop", "", """int f(int n) {
int x = 3;
if (n) goto in;
while (n < 3) {
x = 4;
in:
n +=
x;
}
return x; }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"x": "2>8+ 5>8- 2>10+ 5>10-"}),
    ("computed goto", "", """int f(int n) {
static void *const to[] = {&&one, &&two};
int x = 1;
goto *to[n];
one:
x = 2;
two:
return x; }
int main(void) { printf("%d\\n", f(0)); return 0; }
""", {"x": "3>8- 6>8+"}),
    ("falling through cases", "", """int f(int n) {
int x;
switch (n) {
case 0: x = 1;
case 1: x = 2; break;
case 2: x = 3; break;
case 3: n = x; }
return x; }
int main(void) { printf("%d\\n", f(0) + f(2)); return 0; }
""", {"x": "0>7- 0>8- 5>8+ 6>8+", "n": "e>3+"}),
    ("parameters, statics and globals hold what they held", "", """int g = 7; static int h; int f(int n) {
static int calls;
calls++;
if (calls == 2)
g = h;
h = g + n;
return calls; }
int main(void) { f(1); printf("%d\\n", f(1) + h); return 0; }
""", {"calls": "e>3+ 3>4+ 3>7+", "g": "e>6+ 5>6+", "h": "e>5+", "n": "e>6+"}),
    ("recursion: each activation has its own", "", """int f(int n) {
int x = 1;
if (n) {
x = 2;
f(n - 1); }
return x; }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"x": "2>6+ 4>6+"}),
    ("names that hide others", "", """int f(int x) {
int s = x;
{ int x = 2;
s += x; { int x = x = 3; s +=
x; } }
return s + x; }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"x": "e>2+ e>6+ 3>4+"}),
    ("parameters declared behind", "", """int f(a, b) int a;
char b; {
if (a) b++;
return
b; }
int main(void) { printf("%d\\n", f(1, 2)); return 0; }
""", {"a": "e>3+", "b": "e>3+ 3>5+ e>5-"}),
    ("statement expressions", "", """int f(int n) {
int x = 1;
int y = ({ if (n)
x = 2;
x; });
return y + ({ int z = x; z = 5; }); }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"x": "2>5- 4>5+ 2>6- 4>6+", "y": "3>6+", "n": "e>3+"}),
    ("setjmp and longjmp", "", """static jmp_buf env; int f(int n) {
volatile int count = 0;
int x = 1;
if (setjmp(env) == 0) {
x = 2;
if (n) longjmp(env, 1);
x = 3;
} else {
count++; }
return x ? count : 5; }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"x": "3>10- 5>10+ 7>10-", "n": "e>6+"}),
    ("the value of assignments", "", """struct s { unsigned b : 3; signed char c; } t; int f(int n) {
struct s s;
int a[4], i = 0, *p = a;
double d;
s.b = 7;
n = (s.b++) - 9 < 0;
n += (s.c = 300) + (s.b = 12);
a[i++] = d = n = 4.5;
p[0] = (i += opaque(i)) + (n -= 2);
return n + a[0] + s.b + s.c + i + (int)d; }
int main(void) { printf("%d %d\\n", f(1), t.b); return 0; }
""", {"s.b": "5>6+ 7>10+", "s.c": "7>10+", "d": "8>10+", "a[]": "8>10+", "p": "3>9+",
      "n": "6>7+ 8>9+ 9>10+", "i": "3>8+ 8>9+ 9>10+"}),
    ("elements leave each other", "", """int f(int n) {
int a[3] = {0};
a[0] = 1;
if (n)
a[1] = 2;
n = a[0];
memset(a, 0, sizeof a);
return n + a[1]; }
int main(void) { printf("%d\\n", f(0)); return 0; }
""", {"a[]": "2>6+ 3>6+ 5>6- 2>8+ 3>8+ 5>8-"}),
    ("elements that were never set", "", """int f(int n) {
int a[3];
for (int i = 0; i < n; i++)
a[i] = i;
return n ? a[0] : 0; }
int main(void) { printf("%d\\n", f(3)); return 0; }
""", {"a[]": "0>5- 4>5+"}),
    ("members, and structures as their sums", "", """struct p { int x; struct { int k; } in; }; int f(int n) {
struct p s = {1, {2}}, t;
t = s;
t.x = 3;
if (n)
t.in.k = 4;
s = t;
return s.x + s.in.k + t.x; }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"t.x": "4>7+ 4>8+", "t.in.k": "3>7- 6>7+", "s.x": "2>3+ 7>8+", "s.in.k": "2>3+ 7>8+"}),
    ("a structure with a pointer to it is one variable", "", """struct p { int x, y; }; int f(int n) {
struct p s = {1, 2}, *q = &s;
s.x = 3;
q->y = 4;
return s.y + n; }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"s": "2>5+ 3>5+", "q": "2>4+"}),
    ("unions are one variable", "", """union u { int i; float f; }; int f(int n) {
union u u;
u.f = 1;
if (n)
u.i = 2;
return u.i; }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"u": "3>6- 5>6+"}),
    ("what is not a use", "", """int f(int n) {
int x = 1, a[2] = {1, 2}, *p = a;
n += sizeof x + sizeof(a) + __builtin_constant_p(5);
p = &x;
return n + *p; }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"x": "", "a[]": "", "p": "4>5+"}),
    ("calls that keep the globals", "", """int g; int change(void) { return g = 5; } int f(int n) {
g = n;
change();
return g; }
int main(void) { printf("%d\\n", f(1)); return 0; }
""", {"g": "2>4+"}),
    ("calls that may change the globals", "--aliases=kill", """int g; int change(void) { return g = 5; } int f(int n) {
int x = n, *p = &x;
g = n;
if (n > 1)
n = change() + 3;
n += g;
*p = 4;
return n + x; }
int main(void) { printf("%d %d\\n", f(1), f(2)); return 0; }
""", {"g": "3>6+ ?>6+", "x": "?>8+", "n": "e>2+ e>3+ e>4+ e>6+ 5>6+ 6>8+"}),
    ("threads have their own", "", """void *f(void *n) {
int x = 1;
if (n)
x = 2;
return (char *)0 +
x; }
int main(void) { pthread_t a; void *r; pthread_create(&a, 0, f, &a); f(0);
pthread_join(a, &r); printf("%ld\\n", (long)r); return 0; }
""", {"x": "2>6+ 4>6+"}),
    ("both orders where it is open", "", """int f(int n) {
int x = 1;
n = x +
(x = 2);
return n; }
int main(void) { f(1); return 0; }
""", {"x": "2>3* 4>3*"}),
    ("a declaration in a switch, labels before declarations", "", """int f(int n) {
switch (n) { int x;
case 1: x = 4; for (int i = 0; i < 1; i++)
n += x; }
if (n) again: for (int k = n; k < 9; k++)
n += k;
if (n < 5) goto again;
return n; }
int main(void) { printf("%d %d\\n", f(1), f(0)); return 0; }
""", {"x": "3>4+", "k": "5>5+ 5>6+"}),
    ("types that go together with others", "", """struct s { int v; }; int f(int n) {
struct s a = {1}, b, c = {3};
const char *p = 0, *q = "q";
n ? a : (b = c);
n ? q : (p = q);
_Bool t = (n ? (char *)0 : (p = q)) == 0;
b = n ? a : c;
return b.v + t + (p ? 1 : 0); }
int main(void) { printf("%d\\n", f(1) + f(0)); return 0; }
""", {"p": "3>8+ 5>8- 6>8+", "n": "e>4+ e>5+ e>6+ e>7+", "t": "6>8+"}),
)


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **options).stdout


def rows(function, name):
    return [dict(FIELD.findall(line)) for line in function.splitlines() if line.startswith("  %s " % name)]


def numbers(text):
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def functions(dump):
    """All, each with the slot of the unit that is its first."""
    first = 0
    for part in re.split(r"^function \d+:", dump, flags=re.M)[1:]:
        row = dict(FIELD.findall(part.splitlines()[0]))
        yield row["name"].strip('"'), first, part
        first += int(row["slots"])


def line_of(definitions, number):
    if number == 0:
        return "0"
    row = definitions[number - 1]
    return {"0": "e", "4": "?"}.get(row["kind"], row["line"])


CELLS = "3"


def flows_of(function, first, found):
    """{variable: flows} as above; variables of one name are one. Not cells: those are in cells.py."""
    variables, definitions, uses = (rows(function, name) for name in ("variable", "definition", "use"))
    flows = {row["name"].strip('"'): {} for row in variables if row["unmeasured"] == "0"}
    for row in rows(function, "flow"):
        use = uses[int(row["use"])]
        if variables[int(use["variable"])]["shape"] == CELLS:
            continue
        of = flows[variables[int(use["variable"])]["name"].strip('"')]
        pair = line_of(definitions, int(row["definition"])) + ">" + use["line"]
        of[pair] = of.get(pair, False) or first + int(row["slot"]) in found
    return {name: {pair + "-+"[seen] for pair, seen in of.items()} for name, of in flows.items()}


class Build:
    """A program that was built with coverage and has run."""

    def __init__(self, directory, source, compiler, level, options):
        self.path = os.path.join(directory, "p")
        self.data = os.path.join(directory, "data")
        environment = dict(os.environ, HLCOV_DIR=self.data)
        flags = ["-w", level, "-std=gnu11", "-pthread", source, os.path.join(directory, "other.c"), "-o"]
        run(tap.hlcov, "cc", "--criteria=all", *options.split(), compiler, *flags, self.path, env=environment)
        self.plain = [compiler, *flags, self.path + ".plain"]
        self.printed = run(self.path, env=environment)
        notes = os.path.join(self.data, "notes.log")
        self.notes = open(notes, encoding="utf-8").read() if os.path.exists(notes) else ""

    def printed_plain(self):
        """What it prints if it is built without coverage."""
        run(*self.plain)
        return run(self.path + ".plain")

    def flows(self):
        data = [name for name in os.listdir(self.data) if name.endswith(".hlb")]
        recorded = run(tap.hlcov, "dump", os.path.join(self.data, data[0]))
        sets = [set(numbers(text)) for text in re.findall(r"^unit.* set:(.*)$", recorded, flags=re.M)]
        units = run(tap.hlcov, "dump", self.path)
        for unit, found in zip(re.split(r"^unit:", units, flags=re.M)[1:], sets):
            for name, first, function in functions(unit):
                if name == "f":
                    return flows_of(function, first, found)
        return {}


def is_as_wanted(found, expected):
    either = {pair[:-1] for pair in expected if pair.endswith("*")}
    return {pair[:-1] + "*" if pair[:-1] in either else pair for pair in found} == set(expected)


def problems(directory, code, options, wanted):
    source = os.path.join(directory, "program.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(HEADER + code)
    with open(os.path.join(directory, "other.c"), "w", encoding="utf-8") as file:
        file.write(OTHER)
    plain = None  # all builds print the same, so nearly always one of them without coverage will do
    for compiler, level in BUILDS:
        subprocess.run(["rm", "-rf", os.path.join(directory, "data")], check=True)
        build = Build(directory, source, compiler, level, options)
        plain = plain or build.printed_plain()
        if build.notes or build.printed != plain and build.printed != build.printed_plain():
            yield "%s %s: prints something else, or is not covered: %s" % (compiler, level, build.notes)
        flows = build.flows()
        for name, expected in wanted.items():
            if not is_as_wanted(flows.get(name, ["none"]), expected.split()):
                yield "%s %s: %s: %s" % (compiler, level, name, " ".join(sorted(flows.get(name, ["none"]))))


def main():
    for title, options, code, wanted in PROGRAMS:
        with tempfile.TemporaryDirectory() as directory:
            tap.point(title, problems(directory, code, options, wanted))
    tap.finish()


if __name__ == "__main__":
    main()
