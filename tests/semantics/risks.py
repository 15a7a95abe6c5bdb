#!/usr/bin/python3
"""How near operations came to going wrong, and which did, in small programs where that is known by hand. Reads tables
and data, as relations.py does, which builds and runs the programs; criteria are tested elsewhere.

What is expected of a line are the risks of function f in it, in the order of the text: `e` and the classes that were
seen, 1 at the boundary, 2 when it happened, none with room; `-`, if nothing was inserted for one. Programs in which
nothing happens that the sanitizer of undefined behaviour reports are built with it too, and it must stay silent.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import relations
import tap

# title, program whose function f is looked at, {line: risks}
HARMLESS = (
    ("divisors", """int f(int a, int b, unsigned u, long l, unsigned char c) {
int n = a / b;
n += a % u;
n = n ^ (int)(l / c);
n = 100 / (c | 1) ^ a / 7 ^ n;
double d = a; d /= b;
l /= a;
return n; }
int main(void) { printf("%d\\n", f(7, 1, 3, 9, 2) + f(7, -1, 1, 9, 1) + f(7, 5, 3, 9, 3)); return 0; }
""", {2: "e1 e", 3: "e2 e1 e", 4: "e1", 5: "e1", 7: "e e"}),
    ("sums up to the limits", """int f(int a, int b, long l, short s, __int128 w) {
int n = a + b;
n = a - b;
n = a * b;
l = l + a;
n = s + s;
n = s * 3;
n = -a;
w = w + l;
return n; }
int main(void) { printf("%d\\n", f(INT_MAX, 0, 1, 1, 1) ^
f(INT_MIN + 1, -1, LONG_MIN + INT_MAX, 2, 1) ^ f(3, 4, 5, 6, 7)); return 0; }
""", {2: "e1", 3: "e1", 4: "e1", 5: "e1", 8: "e1", 9: "e"}),
    ("quotients at the limit", """int f(int a, int b, long l) {
int n = a / b;
n += a % b; n &= 7;
return n + (l / b != 0); }
int main(void) { printf("%d\\n", f(-INT_MAX, -1, LONG_MAX) + f(INT_MIN, 1, 3) + f(9, 9, 9)); return 0; }
""", {2: "e1 e1", 3: "e1 e1 e1", 4: "e e1 e"}),
    ("shifts", """int f(int a, int n, unsigned u, long l) {
u = u << n;
u >>= n;
u = u << (n & 31);
a = a << n;
l = l << 1;
l >>= n;
return (int)(u & 255) + (a != 3) + (l != 2); }
int main(void) { printf("%d\\n", f(1, 30, 3, 1) + f(0, 31, 3, 1L << 61) + f(1, 2, 1, 1)); return 0; }
""", {2: "e1", 3: "e1", 5: "e1 e1", 6: "e1", 7: "e"}),
    ("indices and pointers", """struct s { int m; int a[3]; struct s *next; char tail[1]; }; int g[4][5];
int f(struct s *p, int i, unsigned char c, int q[4]) { int n = g[i][i + 1];
n ^= p->a[i];
n ^= p->next->m;
n ^= g[c & 3][0];
n ^= p->tail[i - i];
n ^= q[i];
int *e = &g[1][i + 2], *h = &q[i], *k = &*e;
n ^= *e ^ (h != k) ^ "abc"[i];
n ^= (*p).m ^ (*&g)[i][0];
return n; }
int main(void) { struct s s = {.next = &s}; int q[4] = {0};
printf("%d\\n", f(&s, 2, 9, q) ^ f(&s, 3 - 3, 9, q)); return 0; }
""", {2: "e e e", 3: "e1 e", 4: "e e", 6: "e e", 7: "e", 8: "e e", 9: "e e",
      10: "e e"}),
    ("conversions", """struct s { unsigned b : 3; int i : 4; };
int f(int a, unsigned u, double d, long l, struct s *s) {
unsigned char c = a;
c = (unsigned char)a;
short h = u;
_Bool t = a;
a = l;
int n = d;
n += (unsigned char)d;
u = l; n ^= h;
c += a; c++; c--;
s->b += 1; s->i--;
return n + c + t; }
int main(void) { struct s s = {6, -7}; printf("%d\\n", f(255, 32767, 255.9, 0, &s) + f(3, 2, -0.9, 4, &s)); return 0; }
""", {3: "e1", 5: "e1", 7: "e", 8: "e", 9: "e e1", 10: "e1", 11: "e e1 e2 e2", 12: "e12 e e12 e",
      13: "e e"}),
    ("operands once and in order", """int k; int two(void) { return k += k + 1; } int f(int *p, int a) {
volatile int v = 3; int t[3] = {1, 2, 3}; int n = two() * two();
n = n - t[a++] * two();
n = v + v / (a = 2, a);
v += a;
*p++ += a;
t[two() & 1] -= two();
n = n ^ two() + n;
_Atomic int at = 1; at += a; at = at + a;
return (n & 1023) + a + *p; }
int main(void) { int q[2] = {1, 2}; printf("%d\\n", f(q, 1) + k + q[0]); return 0; }
""", {2: "e", 3: "e e e e", 4: "- e -", 5: "-", 6: "- e", 7: "-", 8: "e", 9: "-", 10: "e e e"}),
    ("inside of decisions, macros and statement expressions", """#define HALF(x) ((x) / 2 +\\
 (x))
int f(int a, int b) {
int n = a && b / a > 1 ? HALF(b) : ({ int y = b + a; y; });
for (int i = 0; i < a + 1; i++) n += i;
if (!(a - b) || 7 % (b | 1)) n++;
static int s = 3 / 2; switch (a * 2) { case 4 / 2: n++; }
return sizeof(n / a) + s + n; }
int main(void) { printf("%d\\n", f(1, 5) + f(0, 3)); return 0; }
""", None),
)
# Each ends normally, though what happens is undefined.
HARMFUL = (
    ("overflow", """int f(int a, int b, short s) {
int n = a + b;
n = a * 3;
n = -b;
n = a; n++;
n = b; n -= a;
s++; s += b;
return 0; }
int main(void) { printf("%d\\n", f(INT_MAX, INT_MIN, SHRT_MAX) | f(INT_MAX, 1, 3)); return 0; }
""", {2: "e2", 3: "e2", 4: "e2", 5: "e2", 6: "e2", 7: "e2 e2 e"}),
    ("shifts", """int f(int a, int n, unsigned u) {
u = u << n;
u = u >> n;
a = a << n;
a = -1 << 1;
a = n << 3;
return 0; }
int main(void) { printf("%d\\n", f(1, -1, 3) | f(INT_MAX, 32, 3) | f(3, 30, 1)); return 0; }
""", {2: "e2", 3: "e2", 4: "e2 e2", 6: "e2"}),
    ("conversions", """int f(int a, double d, unsigned u, long l) {
unsigned char c = a;
c = d;
int n = u;
u = a;
n = l; n = d;
c = 9; c *= a;
return a < u; }
int main(void) { printf("%d\\n", f(-1, NAN, 1u << 31, LONG_MIN) | f(256, 256, 3, 1L << 40) | f(1, 1, 1, 1)); return 0; }
""", {2: "e2", 3: "e2", 4: "e2", 5: "e2", 6: "e2 e2", 7: "e e2", 8: "e2"}),
    ("indices", """int g[4]; int f(int i, int *p) {
int *q = &g[i];
return *p + (g[i & 7] & 0); }
int main(void) { int x = 0; printf("%d\\n", f(4, &x) | f(-1, &x) | f(5, &x)); return 0; }
""", {2: "e12", 3: "e e2"}),
)


# What kills the program is recorded before.
DEADLY = (
    ("a division by 0", """int f(int a) {
return 7 / a; }
int main(void) { return f(opaque(0)); }
""", {2: "e2"}),
    ("a division of the least number by -1", """int f(int a, int b) {
return a % b; }
int main(void) { return f(opaque(INT_MIN), opaque(-1)); }
""", {2: "e1 e2"}),
    ("a null pointer", """struct s { int m; }; int f(struct s *p) {
return p->m; }
int main(void) { return f((struct s *)(long)opaque(0)); }
""", {2: "e2"}),
    ("in a loop", """int f(int *p, int a, int b) { int n = 0;
for (int i = 0; i < 9; i++)
n += a / b + *p;
return n; }
int main(void) { int x = 1; return f(&x, opaque(5), opaque(0)); }
""", {2: "e", 3: "e e e2 e e"}),
)

if __name__ == "__main__":
    SANE = [build for build in relations.BUILDS if relations.SANE in build[1]]
    PLAIN = [("gcc", "-O2 -pthread"), ("clang-19", "-O1")]
    relations.try_all(HARMLESS, "RTE", builds=[("gcc", "-O0"), *SANE])
    relations.try_all([(title + ", beside all else that is recorded", code, None) for title, code, _ in HARMLESS[-4:]],
                      "all", lambda _: lambda *row: (0, ""), [("gcc", "-O0")])
    relations.try_all([(title + ", beside constants", code, wanted) for title, code, wanted in HARMLESS], "RTE,CRP",
                      lambda wanted: lambda row, *more: relations.rows_for(wanted)(row, *more) if row["kind"] == "4"
                      else (0, ""), [("gcc", "-O0"), ("gcc", "-O2")])
    relations.try_all(HARMFUL + DEADLY, "RTE", builds=PLAIN)
    tap.finish()
