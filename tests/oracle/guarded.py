#!/usr/bin/python3
"""Runs users' expressions as hlcov guards them, over nasty values, against an evaluation in Python that knows where C
defines a value. It does not run hlcov.

usage: tests/oracle/guarded.py [EXPRESSIONS [SEED...]]

The program that evaluates them must not trap with sanitizers; must call an expression unsafe exactly where C does not
define its value; and must give that value where it does. All builds must agree.
"""
import concurrent.futures
import itertools
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import tap  # noqa: E402
from c_values import (DOUBLE, INT, LONG, TYPES, UNSIGNED, Undefined, arithmetic, common, convert,  # noqa: E402
                      need, promoted, shift)

SANITIZE = ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
BUILDS = [[compiler, level] + extra for compiler in ("gcc", "clang-19")
          for level, extra in (("-O0", SANITIZE), ("-O2", SANITIZE), ("-O2", []))]
TABLE = (3, -1, 2147483647, 0, -2147483648, 9, 100, -7)

# Variables of the random expressions: C type and name, and values to choose from.
INTEGERS = {8: (-128, -1, 0, 1, 127), 16: (-32768, -1, 0, 5, 32767), 32: (-2**31, -1, 0, 1, 2, 31, 32, 2**31 - 1),
            64: (-2**63, -2**31, -1, 0, 3, 63, 64, 2**32, 2**63 - 1)}
FLOATS = ("nan", "inf", "-inf", "0.0", "-0.9", "1.5", "127.9", "256.0", "2147483647.5", "2147483648.0",
          "-2147483648.9", "-2147483649.0", "4294967295.5", "9223372036854774784.0", "9223372036854775808.0",
          "-9223372036854775808.0", "-9223372036854777856.0", "1e300")
VARIABLES = {"c": "signed char", "uc": "unsigned char", "h": "short", "i": "int", "n": "int", "u": "unsigned",
             "l": "long", "ul": "unsigned long", "d": "double"}


class Leaf:
    def __init__(self, text, type_, value):
        self.text, self.type, self.value = text, type_, value


def variable(name):
    return Leaf(name, TYPES[VARIABLES[name]], lambda row: row[name])


def literal(text, type_, value):
    return Leaf(text, type_, lambda row: value)


class Operation:
    """An operator or function over operands: its text has {0} {1} .. for theirs; `value` takes the row and functions
    that evaluate them."""

    def __init__(self, text, type_, value, operands):
        self.text = text.format(*("(%s)" % o.text if isinstance(o, Operation) else o.text for o in operands))
        self.type, self.operands, self.evaluate = type_, operands, value

    def value(self, row):
        return self.evaluate(*((lambda o=o: o.value(row)) for o in self.operands))


def binary(operator, left, right):
    type_ = common(left.type, right.type)
    if operator in ("%", "&", "|", "^") and type_ is DOUBLE:
        operator = "*"
    relation = operator in ("==", "!=", "<", "<=", ">", ">=")

    def value(a, b):
        return arithmetic(operator, convert(a(), left.type, type_), convert(b(), right.type, type_), type_)
    return Operation("{0} %s {1}" % operator, INT if relation else type_, value, (left, right))


def shifted(operator, left, right):
    type_ = promoted(left.type)
    return Operation("{0} %s {1}" % operator, type_, lambda a, b: shift(operator, a(), b(), type_), (left, right))


def logical(operator, left, right):
    def value(a, b):
        return int(bool(b()) if bool(a()) == (operator == "&&") else operator == "||")
    return Operation("{0} %s {1}" % operator, INT, value, (left, right))


def chosen(condition, yes, no):
    type_ = common(yes.type, no.type)

    def value(c, y, n):
        return convert(y(), yes.type, type_) if c() else convert(n(), no.type, type_)
    return Operation("{0} ? {1} : {2}", type_, value, (condition, yes, no))


def elvis(condition, no):
    type_ = common(condition.type, no.type)

    def value(c, n):
        return convert(c(), condition.type, type_) if c() else convert(n(), no.type, type_)
    return Operation("{0} ?: {1}", type_, value, (condition, no))


def cast(name, operand):
    type_ = TYPES[name]
    return Operation("(%s){0}" % name, type_, lambda a: convert(a(), operand.type, type_), (operand,))


def negated(operand):
    type_ = promoted(operand.type)
    if type_ is DOUBLE:
        return Operation("-{0}", type_, lambda a: -a(), (operand,))
    return Operation("-{0}", type_, lambda a: arithmetic("-", 0, convert(a(), operand.type, type_), type_), (operand,))


def complement(operand):
    type_ = promoted(operand.type)
    return Operation("~{0}", type_, lambda a: convert(~a(), type_, type_), (operand,))


def inverted(operand):
    return Operation("!{0}", INT, lambda a: int(not a()), (operand,))


def sequence(first, second):
    return Operation("{0}, {1}", second.type, lambda a, b: (a(), b())[1], (first, second))


def absolute(operand):
    return Operation("abs({0})", INT, lambda a: arithmetic("abs", convert(a(), operand.type, INT), 0, INT), (operand,))


def leading_zeros(operand):
    def value(a):
        bits = convert(a(), operand.type, UNSIGNED)
        need(bits)
        return 32 - bits.bit_length()
    return Operation("__builtin_clz({0})", INT, value, (operand,))


def expected(operand):
    return Operation("__builtin_expect({0}, 1)", LONG, lambda a: convert(a(), operand.type, LONG), (operand,))


def element(operand):
    def value(a):
        index = a()
        need(0 <= index < len(TABLE))
        return TABLE[index]
    return Operation("table[{0}]", INT, value, (operand,))


def distance(operand):
    def value(a):
        index = a()
        need(0 <= index <= len(TABLE))
        return index
    return Operation("&table[{0}] - table", LONG, value, (operand,))


LITERALS = [literal(text, type_, value) for text, type_, value in (
    ("0", INT, 0), ("1", INT, 1), ("2", INT, 2), ("7", INT, 7), ("31", INT, 31), ("'a'", INT, 97), ("255", INT, 255),
    ("2147483647", INT, 2**31 - 1), ("0x80000000", UNSIGNED, 2**31), ("4294967296", LONG, 2**32), ("RED", INT, 5),
    ("sizeof(int)", TYPES["unsigned long"], 4), ("1.5", DOUBLE, 1.5), ("1e10", DOUBLE, 1e10))]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def leaf(self):
        if self.random.random() < 0.25:
            return self.random.choice(LITERALS)
        return variable(self.random.choice(list(VARIABLES)))

    def whole(self, depth):
        """An expression of an integer type."""
        made = self.expression(depth)
        return cast("int", made) if made.type is DOUBLE else made

    def expression(self, depth):
        if depth == 0:
            return self.leaf()
        operators = "+ - * / % + - * / % & | ^ == != < <= > >=".split()
        makers = [lambda: binary(self.random.choice(operators), self.expression(depth - 1), self.expression(depth - 1))]
        makers *= 6
        makers += [lambda: shifted(self.random.choice(("<<", ">>")), self.whole(depth - 1), self.whole(depth - 1))] * 3
        makers += [lambda: logical(self.random.choice(("&&", "||")), self.expression(depth - 1),
                                   self.expression(depth - 1))] * 2
        makers += [lambda: chosen(self.expression(depth - 1), self.expression(depth - 1), self.expression(depth - 1)),
                   lambda: elvis(self.expression(depth - 1), self.expression(depth - 1)),
                   lambda: sequence(self.expression(depth - 1), self.expression(depth - 1)),
                   lambda: element(self.whole(depth - 1)), lambda: distance(self.whole(depth - 1)),
                   lambda: absolute(self.expression(depth - 1)), lambda: leading_zeros(self.expression(depth - 1)),
                   lambda: expected(self.expression(depth - 1)), lambda: complement(self.whole(depth - 1)),
                   lambda: inverted(self.expression(depth - 1)), self.leaf]
        makers += [lambda: cast(self.random.choice(list(TYPES)), self.expression(depth - 1)),
                   lambda: negated(self.expression(depth - 1))] * 3
        return self.random.choice(makers)()

    def row(self):
        row = {}
        for name, type_ in VARIABLES.items():
            type_ = TYPES[type_]
            values = FLOATS if type_ is DOUBLE else INTEGERS[type_.bits]
            value = self.random.choice(values)
            row[name] = float(value) if type_ is DOUBLE else convert(value, type_, type_)
        return row


def pointed(row, text="p"):
    need(row[text])
    return row[text]


def pointer_cases():
    """What cannot be made at random: expression, and its value in a row (ANY: it need only not trap)."""
    def at(row, index):
        need(row["q"] and 0 <= index + 2 < len(TABLE))
        return TABLE[index + 2]

    def within(index, length):
        need(0 <= index < length)
        return index
    return [
        ("p->x", lambda r: pointed(r) and 5),
        ("(*p).x + 1", lambda r: pointed(r) and 6),
        ("p && p->next && p->next->x == 6", lambda r: int(bool(r["p"]))),
        ("p->next->next->x", lambda r: need(False)),
        ("!p || p->x / p->zero", lambda r: need(not r["p"]) or 1),
        ("p ? p->many[k] : -1", lambda r: within(r["k"], 4) * 10 if r["p"] else -1),
        ("&p->x == &first.x", lambda r: pointed(r) and 1),
        ("&*p == p", lambda r: 1),
        ("(&first)->x", lambda r: 5),
        ("first.many[k]", lambda r: within(r["k"], 4) * 10),
        ("p->tail[k]", lambda r: pointed(r) and (need(r["k"] >= 0) or ANY if r["k"] else 65)),
        ("*q", lambda r: at(r, 0)),
        ("q[k]", lambda r: at(r, r["k"])),
        ("k[q]", lambda r: at(r, r["k"])),
        ("*(q + k)", lambda r: at(r, r["k"])),
        ("*(q - -k)", lambda r: at(r, r["k"])),
        ("*(table + 2 + k)", lambda r: TABLE[r["k"] + 2]),
        ("*(table - k)", lambda r: need(r["k"] <= 0) or TABLE[-r["k"]]),
        ("q + l == q", lambda r: ANY if r["q"] else need(False)),
        ("q - l == q", lambda r: ANY if r["q"] else need(False)),
        ("&q[l] > q", lambda r: ANY if r["q"] else need(False)),
        ("q + ul > q", lambda r: ANY if r["q"] else need(False)),
        ("grid[k][n & 3]", lambda r: within(r["k"], 3) * 4 + (r["n"] & 3)),
        ("vla[i]", lambda r: within(r["i"], 6)),
        ("vla + i - vla", lambda r: within(r["i"], 7)),
        ("\"abc\"[i]", lambda r: b"abc\0"[within(r["i"], 4)]),
        ("strlen(s)", lambda r: need(r["s"]) or 3),
        ("s && strlen(s) > 2", lambda r: int(r["s"])),
        ("checked(p, s)", lambda r: pointed(r) and 5 + r["s"]),
        ("isdigit(i)", lambda r: need(-1 <= r["i"] <= 255) or 0),
        ("call(fp, 3)", lambda r: 3 if r["fp"] else -1),
        ("fp == same", lambda r: int(r["fp"])),
        ("first.b << 29", lambda r: -2**29),
        ("first.t + 1 - first.b", lambda r: -16 + 1 - 7),
        ("(int)f", lambda r: convert(r["f"], DOUBLE, INT)),
        ("(unsigned char)f + 1", lambda r: convert(r["f"], DOUBLE, TYPES["unsigned char"]) + 1),
        ("(unsigned long)f", lambda r: convert(r["f"], DOUBLE, TYPES["unsigned long"])),
        ("(long)e", lambda r: within(r["e"] + 2**63, 2**64) - 2**63),
        ("(int)(e + 0.5L)", lambda r: need(-2**31 <= r["e"] < 2**31) or r["e"] + (r["e"] < 0)),
        ("(long)(w * w)", lambda r: need(r["w"]**2 < 2**127) or convert(r["w"]**2, LONG, LONG)),
        ("(w + w) > 3", lambda r: need(-2**127 <= 2 * r["w"] < 2**127) or int(2 * r["w"] > 3)),
        ("-w < 0", lambda r: need(r["w"] > -2**127) or int(r["w"] > 0)),
        ("w / -1 < 0", lambda r: need(r["w"] > -2**127) or int(r["w"] > 0)),
        ("(long)(w << 1)", lambda r: convert(2 * r["w"], LONG, LONG)),
        ("(__int128)d > 0", lambda r: int(within_128(r["d"], -2**127, 2**127) > 0)),
        ("(unsigned __int128)d > 0", lambda r: int(within_128(r["d"], 0, 2**128) > 0)),
        ("table[w]", lambda r: TABLE[within(r["w"], 8)]),
        ("(struct node){.x = d, .many = {[1] = i / n}}.x", lambda r: arithmetic("/", r["i"], r["n"], INT) * 0
         + convert(r["d"], DOUBLE, INT)),
    ]


ANY = object()


def within_128(value, low, high):
    need(value == value and abs(value) != float("inf") and low <= int(value) < high)
    return int(value)


PRELUDE = """
int printf(const char *, ...);
int abs(int) __attribute__((const));
int isdigit(int) __attribute__((pure));
unsigned long strlen(const char *) __attribute__((pure, nonnull(1)));
static void on_signed(long long v) { printf("%lld\\n", v); }
static void on_unsigned(unsigned long long v) { printf("%llu\\n", v); }
static void on_float(double v) { printf(v == v ? "%a\\n" : "nan\\n", v); }
static void on_unsafe(void) { printf("unsafe\\n"); }
enum { RED = 5 };
struct node { int x, zero; unsigned b : 3; int t : 5; int many[4]; struct node *next; char tail[1]; };
static struct node second = { .x = 6 }, first = { 5, 0, 7, -16, { 0, 10, 20, 30 }, &second, { 65 } };
static int grid[3][4] = { { 0, 1, 2, 3 }, { 4, 5, 6, 7 }, { 8, 9, 10, 11 } };
static __attribute__((const)) int same(int x) { return x; }
static __attribute__((const)) int call(int (*fp)(int), int x) { return fp ? fp(x) : -1; }
static __attribute__((pure, nonnull(1))) int checked(const struct node *p, const char *s) { return p->x + (s != 0); }
struct row { signed char c; unsigned char uc; short h; int i, n; unsigned u; long l; unsigned long ul; double d;
             struct node *p; int *q; int k; const char *s; int (*fp)(int); float f; long double e; __int128 w; };
"""


def c_float(value):
    if value != value:
        return "__builtin_nan(\"\")"
    if value in (float("inf"), float("-inf")):
        return "%s__builtin_inf()" % ("-" if value < 0 else "")
    return value.hex()


def c_integer(value):
    """Of any width: no literal has more than 64 bits."""
    high, low = divmod(value, 2**62)
    higher, high = divmod(high, 2**62)
    return "((%d * ((__int128)1 << 62) + %dLL) * ((__int128)1 << 62) + %dLL)" % (higher, high, low)


def c_row(row):
    parts = [c_float(row[n]) if n == "d" else c_integer(row[n]) for n in VARIABLES]
    parts += ["&first" if row["p"] else "0", "table + 2" if row["q"] else "0", str(row["k"]),
              '"abc"' if row["s"] else "0", "same" if row["fp"] else "0", c_float(row["f"]),
              c_integer(row["e"]), c_integer(row["w"])]
    return "{ %s }" % ", ".join(parts)


def program_text(expressions, rows):
    locals_ = "".join("%s %s = r->%s; " % (type_, name, name) for name, type_ in VARIABLES.items())
    locals_ += ("struct node *p = r->p; int *q = r->q, k = r->k; const char *s = r->s; int (*fp)(int) = r->fp; "
                "float f = r->f; long double e = r->e; __int128 w = r->w; ")
    functions = "".join("static void e%d(const struct row *r)\n{\n    %s%s\n    /*evaluate %s*/\n}\n" % (
        k, locals_, "int vla[r->n - r->n + 6]; for (int z = 0; z < 6; z++) vla[z] = z;" if "vla" in text else "", text)
        for k, text in enumerate(expressions))
    return "%sint table[8] = { %s };\n%sstruct row rows[] = { %s };\nint main(void)\n{\n" % (
        PRELUDE, ", ".join(c_integer(value) for value in TABLE), functions, ",\n".join(map(c_row, rows))) + (
        "    for (unsigned r = 0; r < sizeof rows / sizeof *rows; r++) {\n%s    }\n    return 0;\n}\n" % "".join(
            "        e%d(&rows[r]);\n" % k for k in range(len(expressions))))


def build_and_run(directory, number, command):
    """What it printed, in lines, and what went wrong."""
    program = os.path.join(directory, "program%d" % number)
    build = subprocess.run(command + ["-w", "-ffp-contract=off", "-fno-builtin-printf", "-o", program, "guarded.c"],
                           cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if build.returncode:
        return [], [build.stdout[-2000:]]
    done = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return done.stdout.splitlines(), [done.stderr[-2000:]] if done.returncode else []


def printed(value):
    if isinstance(value, float):
        return "nan" if value != value else value
    return str(int(value))


def differences(lines, expressions, rows, values):
    for line, (row, (k, text)) in zip(lines, itertools.product(rows, enumerate(expressions))):
        try:
            wanted = values[k](row)
        except Undefined:
            wanted = "unsafe"
        if wanted is ANY or line == wanted:
            continue
        found = float.fromhex(line) if "x" in line or "inf" in line else line
        if wanted == "unsafe" or found != printed(wanted):
            yield "%s: %s instead of %s with %s" % (text, line, wanted, row)


def special_rows(generator, count):
    """What the random expressions do not use is added to rows."""
    choose = generator.random.choice
    for _ in range(count):
        row = generator.row()
        row.update(p=choose((0, 1)), q=choose((0, 1)), k=choose(range(-2, 6)), s=choose((0, 1)), fp=choose((0, 1)),
                   f=choose((float("nan"), float("inf"), 2.0**31, 2147483520.0, -2.0**31, 255.5, 256.0, -1.0, -0.5)),
                   e=choose((2**63 - 1, 2**63, -2**63, -2**63 - 1, 2**31 - 1, 2**31, -2**31, 0)),
                   w=choose((0, 1, -1, 7, 2**63, 2**64, 2**126, 2**127 - 1, -2**127)))
        yield row


def try_seed(seed, count):
    generator = Generator(seed)
    made = [generator.expression(generator.random.choice((1, 2, 3, 3))) for _ in range(count)]
    expressions = [e.text for e in made] + [text for text, _ in pointer_cases()]
    values = [e.value for e in made] + [value for _, value in pointer_cases()]
    rows = list(special_rows(generator, 60))
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "program.c"), "w", encoding="utf-8") as file:
            file.write(program_text(expressions, rows))
        driver = os.path.join(tap.top_builddir, "tests/oracle/guarded")
        done = subprocess.run([driver, os.path.join(directory, "program.c")], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        tap.point("seed %d: %d expressions are accepted" % (seed, len(expressions)), done.stderr.splitlines())
        with open(os.path.join(directory, "guarded.c"), "w", encoding="utf-8") as file:
            file.write(done.stdout)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = list(pool.map(lambda n: build_and_run(directory, n, BUILDS[n]), range(len(BUILDS))))
    for command, (lines, problems) in zip(BUILDS, runs):
        tap.point("seed %d: %s: no trap" % (seed, " ".join(command[:3])), problems)
    defined = sum(line != "unsafe" for line in runs[0][0])
    tap.point("seed %d: %d of %d evaluations are defined" % (seed, defined, len(runs[0][0])),
              [] if len(runs[0][0]) == len(rows) * len(expressions) and 0 < defined < len(runs[0][0]) else ["lines"])
    tap.point("seed %d: values are C's" % seed, list(differences(runs[0][0], expressions, rows, values))[:20])
    tap.point("seed %d: all builds agree" % seed, [" ".join(command) for command, (lines, _) in zip(BUILDS, runs)
                                                  if lines != runs[0][0]])


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for seed in [int(argument) for argument in sys.argv[2:]] or [1]:
        try_seed(seed, count)
    tap.finish()


main()
