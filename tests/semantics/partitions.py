#!/usr/bin/python3
"""In which classes parameters were where functions were entered, in small programs where that is known by hand. Reads
tables and data, as relations.py does, which builds and runs the programs; criteria are tested elsewhere.

What is expected of a line are the parameters of function f that are declared in it: `p` and the numbers of the classes
that their values were in; `-`, if nothing was inserted for one.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import relations
import tap

# title, program whose function f is looked at, {line: parameters}
PROGRAMS = (
    ("numbers", """int f(signed char c, unsigned short u,
long long l, unsigned long long v, __int128 w,
double d, float s, long double e)
{ return c + u + (l > 0) + (v > 0) + (w > 0) + (d > 0) + (s > 0) + (e > 0); }
int main(void) { printf("%d %d\\n", f(-1, 0, LLONG_MIN, ULLONG_MAX, (__int128)1 << 100, -0.0, NAN, -1e-4000L),
f(127, 65535, 0, 0, -((__int128)1 << 100), INFINITY, -INFINITY, 0)); return 0; }
""", {1: "p02 p12", 2: "p01 p12 p02", 3: "p12 p03 p01"}),
    ("members of enumerations, of one value once; and others", """enum e { RED, GREEN = 5, LEAF = 5, BLUE = -1 };
enum u { LOW, HIGH = 0xffffffffu }; enum l { LEAST = LONG_MIN, MOST = LONG_MAX }; enum b { BIG = ULONG_MAX };
int f(enum e e, enum u u, enum l l, enum b b) { return e + (u == HIGH) + (l == MOST) + (b == BIG); }
int main(void) { printf("%d %d\\n", f(LEAF, HIGH, LEAST, BIG), f(-1, 7, 3, 3)); return 0; }
""", {3: "p12 p12 p02 p01"}),
    ("truth values and pointers", """int f(_Bool t, const int *p, int a[], int s[static 1], int m[][2], int g(int),
int (*h)(int), void *restrict v, char *const c) {
return t + !p + !a + s[0] + !m + !g + !h + !v + !c; }
int main(void) { int x = 0, y[1][2]; printf("%d %d\\n", f(1, 0, 0, &x, 0, opaque, 0, 0, 0),
f(1, &x, 0, &x, y, 0, opaque, &x, "")); return 0; }
""", {1: "p1 p01 p0 p1 p01 p01", 2: "p01 p01 p01"}),
    ("at the entry, and not where the body begins again", """int f(int n, int m) {
again: if (n-- > 0) goto again;
m = -m; return n + m; }
int main(void) { printf("%d\\n", f(2, 3)); return 0; }
""", {1: "p2 p2"}),
    ("in each activation", """int f(int n) { return n < 3 ? n + f(n + 2) : 0; }
int main(void) { printf("%d\\n", f(-3)); return 0; }
""", {1: "p02"}),
    ("declared as once, as registers", """int f(a, b, c) register int a; float b; char c; {
return a + (b > 1) + c; } int g(int n, int t[n], ...) { return t[0]; }
int main(void) { int t[1] = {1}; printf("%d %d\\n", f(0, -2.5, 'x'), g(1, t, 2)); return 0; }
""", {1: "p1 p0 p2"}),
    ("volatile and atomic ones are left alone, structures and those without a name out",
     """struct s { int m; }; int f(volatile int v, _Atomic int a, struct s s, int, double _Complex c, int n) {
return v + a + s.m + (c == 1) + n; }
int main(void) { printf("%d\\n", f(1, 2, (struct s){3}, 4, 1, 5)); return 0; }
""", {1: "- - p2"}),
    ("one whose name a local has, and one that is not read", """int f(int n, int unused) {
{ int n = -5; opaque(n); } return n; }
int main(void) { printf("%d\\n", f(1, 0)); return 0; }
""", {1: "p2 p1"}),
)

if __name__ == "__main__":
    relations.try_all(PROGRAMS, "IDP")
    tap.finish()
