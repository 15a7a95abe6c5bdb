#!/usr/bin/python3
"""Which computed mutants differed, in small programs where that is known by hand. Reads tables and data; criteria are
tested elsewhere.

Each program prints the same as without coverage, for gcc and clang, with optimization and with the sanitizer of
undefined behaviour, which finds nothing. What is expected of a line are its operations in function f, in the order of
the text: the first letter of the mutation operator (LETTERS), then `.` if the whole statement is compared, then the
numbers of the mutants that differed; `-`, if nothing was inserted. Of a program only operators are looked at that it
asks for.
"""
import collections
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import flows
import relations
import tap

LETTERS = "ABSUNCVDT"  # as HtolMutation has them: AOR BOR SOR UOI AOIU CRP VRP SDL LVR

# title, program whose function f is looked at, {line: operations}
PROGRAMS = (
    ("each arithmetic operator has four others, and its operands", """int f(int a, int b) {
int n = (a + b) * 100000;
n += (a - b) * 10000;
n += (a * b) * 1000;
n += (a / b) * 100;
return n + (a % b) * 10; }
int main(void) { printf("%d\\n", f(7, 2)); return 0; }
""", {2: "A.012345 A012345", 3: "A012345 A012345", 4: "A012345 A012345", 5: "A012345 A012345",
      6: "A.012345 A01234 A012345"}),
    ("operands for which they are the same", """int f(int a, int b) {
int n = a + b;
n -= a * b;
n += a - b;
return n; }
int main(void) { printf("%d %d\\n", f(0, 0), f(2, 2)); return 0; }
""", {2: "A.02345", 3: "A12345", 4: "A01245"}),
    ("neither divides by 0 nor overflows", """int f(int a, int b) {
int n = a + b;
n ^= a - b;
return n; }
int main(void) { printf("%d %d %d\\n", f(INT_MIN + 1, 0), f(-INT_MAX, 1), f(INT_MIN, -0)); return 0; }
""", {2: "A.012345", 3: "A012345"}),
    ("INT_MIN / -1 is no value", """int f(int a, int b) {
int n = a ^ b;
n = a - b;
return n; }
int main(void) { printf("%d\\n", f(INT_MIN, -1)); return 0; }
""", {3: "A.0145"}),
    ("floating point, by value", """double f(double a, float b, long double c) {
double x = a / b;
x += a * b;
x -= a - c;
float y = a + b;
int n = a + 0.25;
return isnan(x) ? 7 : x + y + n; }
int main(void) { printf("%g ", f(1, 0, NAN)); printf("%g ", f(0, 0, 0)); printf("%g\\n", f(8, 1, 1)); return 0; }
""", {2: "A.01234", 3: "A01234", 4: "A01234", 5: "A.01234", 6: "A.0124", 7: "A01234 A01234"}),
    ("pointers", """struct s; char *f(int *p, char *c, struct s **s, long n) {
int *q = p + n;
q = 2 - 1 + p;
c = c - n;
if (s + n) c++;
n = q - p;
return &c[n] + (n - n); }
int t[9]; char s[9]; int main(void) { printf("%d\\n", (int)(f(t + 4, s + 4, (void *)t, 1) - s)); return 0; }
""", {2: "A.01", 3: "A.0", 4: "A.01", 5: "A.", 7: "A. A01245"}),
    ("bits and shifts", """int f(int a, unsigned b, long c, unsigned char d) {
int n = a & b;
n += a | (int)b;
n ^= a ^ 6;
n += a << 1;
n += a >> b;
b = b >> 1;
c = c >> d;
c = (c & 1) << 4;
return n + (b >> d) + c; }
int main(void) { printf("%d\\n", f(5, 3, -1, 2)); return 0; }
""", {2: "B.01", 3: "B01", 4: "B01", 5: "S0", 6: "S0", 7: "S.0", 8: "S.01", 9: "S.0 B01", 10: "S0"}),
    ("shifts that cannot differ", """int f(unsigned char a, int b) {
int n = a >> 1;
n += b >> 0;
n += (b & 255) >> 1;
n += 1 << b;
return n; }
int main(void) { printf("%d\\n", f(128, 3)); return 0; }
""", {2: "S.0", 3: "S", 4: "S0 B01", 5: "S0"}),
    ("unsigned, long and 128 bits", """unsigned f(unsigned a, unsigned long long b, __int128 c) {
unsigned n = a - 1;
n += b * 3 == 9;
n += (unsigned)(c / 2);
return n; }
int main(void) { printf("%u %u\\n", f(0, 1ull << 63, -((__int128)1 << 100)), f(UINT_MAX, 3, 5)); return 0; }
""", {2: "A.012345", 3: "A012345", 4: "A012345"}),
    ("values that are read", """struct s { unsigned u : 3; _Bool b : 1; };
int f(int a, unsigned char c, double x, struct s *s) {
int n = a;
double y = x;
if (c) n++;
while (a && s->b) { n++; break; }
return n * 2 + s->u + (y > 1); }
int main(void) { struct s s = {0, 1}; printf("%d\\n", f(0, 255, 0, &s)); return 0; }
""", {3: "U.0134", 4: "U.013", 5: "U.4", 6: "U0134 U", 7: "U01234 U0134 U013"}),
    ("constants", """int f(int a, unsigned u, double x) {
int n = a + 7;
n = a < 7;
n = 100 / a;
n = a << 3;
n = 1 << a;
n += u % 3;
if (x > 1.5) n = 0 - a;
return 2 * a == 4 && x != 1; }
int main(void) { printf("%d\\n", f(2, 5, 1.5)); return 0; }
""", {2: "C.01234", 3: "C.012", 4: "C.0124", 5: "C.0134", 6: "C.023", 7: "C1234", 8: "C.0124 C.",
      9: "C01234 C0123 C"}),
    ("values that are their own negation", """int f(int a, unsigned b, long long c, unsigned long d, signed char e) {
int n = a != 5;
n += b != 5;
n += c != 5;
n += d != 5;
n += e != 5;
return n; }
int main(void) { printf("%d\\n", f(INT_MIN, 1u << 31, LLONG_MIN, 1ul << 63, -128)); return 0; }
""", {2: "U0134", 3: "U0134", 4: "U0134", 5: "U0134", 6: "U01234", 7: "U.01234"}),
    ("constants next to what is compared", """int f(int a, unsigned u, int b) {
int n = a < 7;
n += a <= 7;
n += a == 7;
n += 7 < a;
n += 7 >= a;
n += u < 1;
n += u > -1;
n += b < 2147483647;
n += b >= -2147483647 - 1;
return n; }
int main(void) { printf("%d\\n", f(7, 1, INT_MIN)); return 0; }
""", {2: "C.3", 3: "C0124", 4: "C01234", 5: "C0124", 6: "C0124", 7: "C23", 8: "C0", 9: "C3",
      10: "C01234"}),
    ("constants in divisions of floating point", """double f(double a) {
double y = a / 4;
y += 3 / a;
return y; }
int main(void) { printf("%g\\n", f(2)); return 0; }
""", {2: "C.01234", 3: "C01234"}),
    ("floating point divided by 0", """double f(double x) {
double y = 1.5 / x;
y += 0 / x;
y += x + x;
return isnan(y); }
int main(void) { printf("%g ", f(0)); printf("%g\\n", f(-0.0)); return 0; }
""", {2: "A.01234 C.02", 3: "A01234 C12", 4: "A2"}),
    ("constants of floating point with signs", """double f(double x, float y) {
int n = x == -1.5;
n += (-+(1.5f)) > y;
return n + -(-2.) * x; }
int main(void) { printf("%g ", f(-1.5, -2)); printf("%g\\n", f(0, -1)); return 0; }
""", {2: "C.01234", 3: "C0134", 4: "C0123"}),
    ("assignments", """struct s { int i; struct s *n; }; struct s g; volatile int v; int f(int a, int *p, _Bool b) {
int n = 0, unset; static int t;
n = a;
n = 2;
unset = a;
*p = 3;
*p += a - 2;
g.i = 5; g.n = &g; t = 0;
v = 1; n = opaque(n); b = 7;
for (n = 2; n < 3; n++) b = 0;
t--, p++;
return unset + n + t + b + *--p; }
int main(void) { int x = 1; printf("%d\\n", f(2, &x, 1)); return 0; }
""", {3: "D.0", 4: "D.", 7: "D.", 8: "D.0 D.0 D.", 9: "D.", 10: "D. D.0 D.0", 11: "D.0 D.0"}),
    ("other variables", """static int own = 3; extern int outer; static double real = 2;
int f(int a, int b, volatile int c, unsigned d) {
int n = a, unset;
if (n > 0) unset = b;
d = b + n++ * 0;
c = a; n = own + outer;
_Bool t = a, u = t;
for (char i = 0, j = i; i < 1; i++) n += j;
double x = real, y = x;
{ int a = b; n = a; }
return n + u + (y == x) + d; }
int outer; int main(void) { printf("%d\\n", f(1, 1, 2, 7)); return 0; }
""", {3: "V.0", 4: "V0 V.0", 5: "V0", 6: "V.02 V01 V012", 7: "V.", 8: "V0 V", 9: "V.",
      10: "V.01 V.02", 11: "V0 V V V"}),
    ("other targets", """static const int own = 3; static int o;
int f(int a, int b, volatile int c) {
int n = own, unset, m = n;
a = b;
unset = a; n = o + a; o = 9; n = opaque(b);
if (a) a = n;
c = 5; m += b;
return n + unset + m; }
int main(void) { printf("%d\\n", f(1, 1, 2)); return 0; }
""", {4: "T.023", 5: "T.01234 T.01234", 6: "T.04"}),
    ("what is stored is what differs", """struct s { unsigned u : 3; _Bool b : 1; }; int f(int a, int b, struct s *s) {
char c = a + b;
_Bool t = a + b;
s->u = a + b;
s->b = a + b;
float x = a + b;
if (a + b) c++;
while (a + b) { c++; break; }
return c + t + s->u + s->b + (x > 0); }
int main(void) { struct s s; printf("%d\\n", f(256, 512, &s)); return 0; }
""", {2: "A.", 3: "A.2", 4: "A.", 5: "A.2", 6: "A.012345", 7: "A.2", 8: "A.2",
      9: "A.012345 A012345 A15 A012345"}),
)


def rows_for(wanted):
    asked = {letter for text in wanted.values() for letter in text if letter.isalpha()}

    def row_shown(operation, function, first, found):
        mutants = flows.rows(function, "mutant")
        letter = LETTERS[int(mutants[int(operation["first_mutant"])]["mutation"])] if operation["kind"] == "2" else ""
        if letter not in asked:
            return 0, ""
        level = "." if operation["level"] == "1" else ""
        seen = relations.seen_classes(operation, function, first, found)
        return int(operation["line"]), letter + level + seen if int(operation["classes"]) else "-"
    return row_shown


# What is recorded for one criterion alone: of each operation of the line the letter of its mutants, or of its kind, and
# how many classes it has.
ALONE = """int f(int a, int b, int c) {
c = ((a + b & c) << 1) < 7;
return 0; }
int main(void) { printf("%d\\n", f(1, 2, 3)); return 0; }
"""
RECORDED = (("ROR", "r6"), ("LIMIT", "r6"), ("ABS", "s5 s5 s5"), ("AOR", "A6"), ("BOR", "B2"), ("SOR", "S1"),
            ("UOI", "U5 U5 U5"), ("AOIU", "N1 N1 N1"), ("CRP", "C5 C5"), ("SDL", "D1"), ("COR,LCR", ""),
            ("AOR,ABS", "A6 s5 s5 s5"), ("WM:mujava", "r6 A6 N1 N1 N1"))


def row_counted(operation, function, first, found):
    letter = relations.KINDS.get(operation["kind"]) or \
        LETTERS[int(flows.rows(function, "mutant")[int(operation["first_mutant"])]["mutation"])]
    return int(operation["line"]), letter + operation["classes"]


# Options, then what becomes of the criteria in function f of ALONE.
CAPPED = (([], "AOIU 3, AOR 6, CRP 7, UOI 15"),
          (["--mutants=12"], "AOIU 3, AOR 6, CRP 7, UOI 15"),
          (["--mutants=11"], "AOIU 3, AOR 6, CRP 7, UOI not measured (12 mutants)"),
          (["--mutants=6"], "AOIU 3, AOR 6, CRP not measured (7 mutants), UOI not measured (12 mutants)"),
          (["--mutants=2"], "AOIU not measured (3 mutants), AOR not measured (6 mutants), "
                            "CRP not measured (7 mutants), UOI not measured (12 mutants)"))


def capped(options, wanted):
    criteria = "--criteria=UOI,AOIU,AOR,CRP"
    with tempfile.TemporaryDirectory() as directory:
        program, data, file = (os.path.join(directory, name) for name in ("program.c", "data", "report.json"))
        with open(program, "w", encoding="utf-8") as source:
            source.write(relations.HEADER + ALONE)
        built = relations.run(tap.hlcov, "cc", criteria, *options, "gcc", "-w", "-c", program, "-o", program + ".o",
                              env=dict(os.environ, HLCOV_DIR=data))
        report = relations.run(tap.hlcov, "report", "--quiet", criteria, "--json", file, data)
        if built.returncode or report.returncode:
            yield built.stdout + report.stdout
            return
        with open(file, encoding="utf-8") as text:
            rows = json.load(text)["files"][0]["objectives"]
    found = collections.defaultdict(list)
    for row in rows:
        if row["function"] == "f":
            found[row["criterion"]].append(row)
    shown = ", ".join("%s %s" % (name, rows[0]["why"] if rows[0]["status"] == "unmeasured" else len(rows))
                      for name, rows in sorted(found.items()))
    if shown != wanted:
        yield shown


if __name__ == "__main__":
    relations.try_all(PROGRAMS, "WM:all", rows_for)
    for name, recorded in RECORDED:
        relations.try_all([(name + " records no more than it needs", ALONE, {2: recorded} if recorded else {})], name,
                          lambda _: row_counted, relations.BUILDS[1:2])
    for words, become in CAPPED:
        tap.point("mutants of an operator: %s" % " ".join(words or ["no cap"]), capped(words, become))
    tap.finish()
