#!/usr/bin/python3
"""hlcov generate as its users meet it: what it finds, what it says of the rest, and functions that do harm. How tests
are written, tests/generate/writing.py tries, and whether claims hold, oracle.py."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

work = tempfile.mkdtemp()
environment = {key: value for key, value in os.environ.items() if key not in ("CC", "CFLAGS")}

KINDS = r"""
#include <string.h>
enum kind { NONE, EQUI, ISO, SCALENE };
struct node { int value; struct node *next; };
struct flags { unsigned low : 3, high : 5; };
static int last_zero(const int *x, int n)
{
    for (int i = n - 1; i >= 0; i--)
        if (x[i] == 0)
            return i;
    return -1;
}
enum kind classify(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0 || a + b <= c || a + c <= b || b + c <= a)
        return NONE;
    return a == b && b == c ? EQUI : a == b || b == c || a == c ? ISO : SCALENE;
}
int deep(const struct node *list)
{
    return list && list->value == 7654321 && list->next && list->next->value == list->value * 3 + 5;
}
int word(const char *text)
{
    return strcmp(text, "while") == 0 ? 1 : text[0] == '#' && text[1] == '!';
}
int bits(const struct flags *flags) { return flags && flags->high == 17 && flags->low > flags->high - 12; }
int use(const int *x, int n) { return last_zero(x, n); }
int magic(unsigned a, unsigned b) { return a * 3 == b + 12345 && b > 1000 && b < 5000; }
double rate(double amount) { return amount > 1234.5 ? amount * 0.5 : amount < -0.25 ? 0 : 1; }
"""
# Each is of no harm to the machine.
HARM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <signal.h>
int removes(int x) { if (x > 3) return unlink("precious"); return 0; }
int writes(int x) { FILE *file = fopen("precious", x > 3 ? "w" : "r"); return file ? fputs("lost", file) : -1; }
int forks(int x) { for (;;) if (x > 3) fork(); else return 1; }
int loops(int x) { while (x > 3) x |= 8; return x; }
int ends(int x) { if (x > 3) exit(x); return 2; }
int fills(int x) { while (x > 3) memset(malloc(1 << 28), x, 1 << 28); return x; }
int kills(int x) { return x > 3 ? kill(getppid(), SIGKILL) : 5; }
int recurses(int x) { volatile char big[4096]; big[0] = (char)x; return x > 3 ? recurses(x | 4) + big[0] : 4; }
int shell(const char *command) { return command && command[0] == 'r' ? system(command) : 0; }
int follows(const int *x) { return *x == 17; }
"""

# Functions that take from hlcov what it stands on: descriptors, the stack above them, memory that both have mapped.
GREEDY = r"""
#include <string.h>
#include <unistd.h>
#include <sys/socket.h>
int tells(void) { for (int i = 3; i < 1100; i++) if (write(i, "lost", 4) == 4) return i; return 0; }
int listens(int x) { char c; for (int i = 3; x > 3 && i < 1100; i++) read(i, &c, 1); return x > 3; }
int closes(int x) { for (int i = 0; x > 3 && i < 1100; i++) close(i); return x > 3; }
int smashes(int x) { volatile int few[2]; for (int i = 0; x > 3 && i < 50000; i++) few[i] = -1; return x; }
int scans(int x) {
    for (char *at = (char *)((long)&at & -4096L); x > 3; at += 4096) *(volatile char *)at = 1;
    return x > 3;
}
int sleeps(unsigned x) { if (x > 3) sleep(100); return x > 3; }
"""

# Units whose names stand where few look for them.
HIDDEN = """
struct row { const char *name; int (*run)(int); };
int far(int), further(int);
static const struct row rows[] = {{"far", far}, {"further", further}};
int count(void) { return (int)(sizeof rows / sizeof *rows); }
int reads(int x) { extern int hidden; extern int table[]; return x > hidden ? 1 : table[0]; }
typedef void (*Hook)(int);
Hook get_hook(int);
int has_hook(int x) { return get_hook(x) == 0; }
"""

RING = """
#include <stddef.h>
struct ring { struct ring *next; int n; };
int length(const struct ring *ring)
{
    int n = 0;
    for (const struct ring *at = ring->next; at != ring; at = at->next)
        n++;
    return n > 1 ? n : -1;
}
int half(int x) { return x == 77 ? 1 : x / 2; }
"""

# Nothing but an object to which two pointers lead, one of them to const, gets through.
SHARED = """
struct node { struct node *next; const struct node *mark; int value; };
int ring(const struct node *at, struct node *other) { return at && at == other; }
int cross(const struct node *from, struct node *to)
{
    if (!from || !to)
        return 0;
    to->value = from->value + 1;
    return to->value == from->value ? 5 : 1;
}
int marked(struct node *node) { return node && node->mark && node->mark == node->next; }
int same(char *text, const char *begin) { return text && text == begin; }
"""

# A ring of two or one; who would call oracle_length(...) in a comment is no hook.
HOOKS = """
static inline void init_length(const struct ring *ring)
{
    static struct ring more[2];
    struct ring *own = (struct ring *)ring;
    if (own)
        own->next = own->n > 3 ? &more[0] : own;
    more[0].next = &more[1];
    more[1].next = own;
}
static inline int assume_length(const struct ring *ring) { return ring != NULL; } /* oracle_length(...) */
static inline int oracle_half(int result, int x) { return result * 2 == x || (x % 2 != 0 && x != 77); }
"""


def write(name, text):
    path = os.path.join(work, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def copy_program(name):
    shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", name), work)


def run(*words, directory=work, data="data", **more):
    """A command of hlcov; (status, output, messages)."""
    done = subprocess.run([tap.hlcov, *words], cwd=directory, capture_output=True, text=True, timeout=300,
                          env=dict(environment, HLCOV_DIR=tap.share_targets(os.path.join(work, data)), **more))
    return done.returncode, done.stdout, done.stderr


def generate(*words, **more):
    return run("generate", "--time=300", *words, **more)


def table(output):
    """Rows of the table that is printed: criterion: (before, now, impossible, left)."""
    return {row[0]: row[1:] for row in re.findall(r"^  (\w+) +(\S+) +(\S+) +(\d+) +(\d+)$", output, re.M)}


def counted(output):
    found = re.search(r"wrote (\S+): (\d+) tests? \(of (\d+) inputs", output)
    return (found.group(1), int(found.group(2)), int(found.group(3))) if found else (None, 0, 0)


def tests(path, compiler="gcc", directory=work):
    """Compiles and runs a file of tests: (messages of the compiler, TAP)."""
    program = os.path.join(work, "tests.out")
    made = subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", program, path, "-lm"], cwd=directory,
                          capture_output=True, text=True)
    if made.returncode:
        return made.stderr, ""
    return "", subprocess.run([program], cwd=directory, capture_output=True, text=True, timeout=60).stdout


def finds():
    """All is found in a file that nobody has tests for, and the tests pass."""
    write("kinds.c", KINDS)
    status, output, messages = generate("kinds.c")
    path, n, _ = counted(output)
    problems = [] if status == 0 and not messages else [status, output, messages]
    problems += ["%s: %s" % row for row in table(output).items() if row[1][1] != "100%" or row[1][3] != "0"]
    for compiler in "gcc", "clang-19":
        faults, said = tests(os.path.join(work, path or "none"), compiler)
        problems += [faults or said] if faults or "1..%d\n" % n not in said or "not ok" in said else []
    return problems


def shares():
    """An object is shared by pointers to const and by others, and the tests say so."""
    write("shared.c", SHARED)
    _, output, messages = generate("shared.c")
    path, n, _ = counted(output)
    faults, said = tests(os.path.join(work, path or "none"))
    low = ["%s: %s" % row for row in table(output).items() if row[1][1] != "100%"]
    return low + ([] if not faults and "1..%d\n" % n in said and "not ok" not in said else [output, messages, faults])


def confirms():
    """The report has the tests, and the same scores."""
    file = os.path.join(work, "report.json")
    status, output, messages = run("report", "--json=" + file)
    if status:
        return [output, messages]
    with open(file, encoding="utf-8") as text:
        totals = json.load(text)["totals"]
    low = [name for name in ("FC", "STMT", "BC", "RACC")
           if totals[name]["covered"] != totals[name]["objectives"]]
    _, listed, _ = run("tests")
    return low + ([] if "generate kinds.c classify" in listed else [listed])


def notices():
    """A change of a function makes a case fail."""
    path = os.path.join(work, "tests/generated/test_kinds.c")
    problems = []
    for old, new in (("a == b && b == c ? EQUI", "a == b || b == c ? EQUI"), ("x[i] == 0", "x[i] == 1"),
                     ("* 3 + 5", "* 3 + 6"), ('"while"', '"whale"'), ("== 17", "== 18"),
                     ("amount * 0.5", "amount * 0.25")):
        write("kinds.c", KINDS.replace(old, new))
        faults, said = tests(path)
        problems += [] if re.search("^not ok .*confirm it", said, re.M) else ["%s: %s" % (old, faults or said)]
    write("kinds.c", KINDS)
    return problems


def goes_on():
    """What was found is begun with the next time: nearly no search is needed for the same tests."""
    _, first, _ = generate("kinds.c", "--seed=7")
    status, again, _ = run("generate", "--time=1", "--seed=8", "kinds.c")
    score = {name: row[1] for name, row in table(again).items()}
    return [] if status == 0 and score == {name: row[1] for name, row in table(first).items()} else [first, again]


def proves():
    """What nothing can cover is told from what was not found."""
    write("impossible.c", "int f(int x) { if (x > 5 && x < 3) return 1; return 0; }\n")
    status, output, _ = generate("impossible.c")
    row = table(output).get("BC", ())
    return [] if status == 0 and row and row[2] == "1" and row[3] == "0" else [output]


def follows():
    """Where all ways were followed, what none does is told apart from what was not tried; not if one may end all."""
    copy_program("trityp.c")
    _, output, messages = run("generate", "--time=20000", "--criteria=PPC", "trityp.c", data="trityp")
    said = re.search(r"left: trityp, .*: no input of its contract does it: all (\d+) ways", output)
    runs = re.search(r"ways: \d+ followed; \d+ questions; (\d+) of \d+ runs left theirs", output)
    write("aborts.c", "#include <stdlib.h>\nint f(int x) { if (x == 9) abort(); return x > 3 && x < 2; }\n")
    _, aborts, _ = generate("aborts.c", data="aborts")
    good = said and int(said.group(1)) < 100 and runs and runs.group(1) == "0"
    return [] if good and "contract does it" not in aborts else [output, messages, aborts]


def goes_ways():
    """Ways alone cover all branches; with a branch at each objective, as many ways cover less of many mutants."""
    _, branches, faults = run("generate", "--time=20000", "--ways", "--criteria=BC,MCC", "trityp.c", data="alone")
    most = [row for row in table(branches).values() if row[1] != "100%"]
    wanted = ["--ways", "--criteria=AOR,ROR,UOI", "trityp.c"]
    _, tight, _ = run("generate", "--time=20000", *wanted, data="tight")
    _, direct, _ = run("generate", "--time=1000", "--direct", *wanted, data="direct")
    left = [sum(int(row[3]) for row in table(output).values()) for output in (tight, direct)]
    return [] if not most and table(branches) and left[0] < left[1] else [branches, faults, tight, direct]


FOLLOWED = """struct point { float x, y; };
int side(const struct point *p, const struct point *q)
{
    float d;
    if (!p || !q)
        return 0;
    d = p->x * q->y - p->y * q->x;
    if (d > 0)
        return 1;
    return d < 0 ? -1 : 0;
}
struct node { struct node *next; int value, count; };
int ring(struct node *one, struct node *other)
{
    if (!one || !other)
        return 0;
    one->count = 5;
    if (other->count == 5 && ++other->value == 1000003)
        return one == other ? 1 : 2;
    return other->next == one && one->next == other && one != other ? 3 : 4;
}
"""


def follows_values():
    """Floating-point numbers, objects that several pointers lead to, and members behind stores are followed: no run
    leaves its way."""
    write("followed.c", FOLLOWED)
    _, output, messages = run("generate", "--time=20000", "--ways", "--criteria=BC,MCC,PPC", "followed.c",
                              data="followed")
    stray = re.search(r"ways: \d+ followed; \d+ questions; (\d+) of (\d+) runs left theirs", output)
    most = [name for name, row in table(output).items() if row[1] != "100%"]
    good = stray and stray.group(1) == "0" and int(stray.group(2)) > 10 and table(output)
    return [] if good and not most else [output, messages]


def goes_on_checking():
    """What sanitizers refuse is refused each time: then something else is found, and nothing is lost at the end."""
    write("room.c", "#include <string.h>\nvoid g(char *out) { if (out) memcpy(out, \"[string \", 8); }\n"
          "void h(char *out, unsigned n) { memcpy(out, \"[string \", 8); if (n > 3) memcpy(out + 8, \"...\", 4); }\n")
    _, output, messages = generate("--criteria=BC,STMT", "room.c", data="room")
    good = table(output).get("BC", ("", ""))[1] == table(output).get("STMT", ("", ""))[1] == "100%"
    return [] if good and "left out" not in output else [output, messages]


def is_sure():
    """What formulas call sure is so: bounds of arrays and of numbers are kept."""
    copy_program("cal.c")
    _, output, messages = generate("--criteria=all", "cal.c", data="cal")
    found = re.search(r"(\d+) of (\d+) sure ones right", output)
    return [] if found and found.group(1) == found.group(2) != "0" else [output, messages]


def tells_copies_apart():
    """Functions of a copy of a header in another directory are not its own."""
    for name in ("one", "other"):
        write("copies/%s/h.h" % name, "static inline int h(int x) { return x > 3; }\n")
        write("copies/%s/%s.c" % (name, name), '#include "h.h"\nint %s(int x) { return h(x) + 1; }\n' % name)
        run("cc", "gcc", "-c", "%s/%s.c" % (name, name), "-o", name + ".o", directory=os.path.join(work, "copies"),
            data="copies/data")
    _, output, messages = generate("--file=one/one.c", directory=os.path.join(work, "copies"), data="copies/data")
    return [] if table(output).get("FC", ("", ""))[1] == "100%" else [output, messages]


def says_why():
    """What is left has a reason, and a function that cannot be called, too."""
    write("left.c", "#include <stdarg.h>\nint outside(int);\n"
          "int list(const char *f, va_list v) { return f && va_arg(v, int); }\n"
          "int any(int n, ...) { return n > 2; }\n"
          "int stub(int x) { outside(x); return outside(x) == 5 && outside(7) == 6; }\n"
          "int hash(const char *s, int n) { unsigned h = 7; for (int i = 0; i < n && s; i++) h = h * 31 + s[i];\n"
          "    return h == 0xdeadbeef && n > 20; }\n")
    status, output, _ = generate("left.c")
    expected = ("list, line 3: it is not called: parameter `v`", "any, line 4: it is not called: it takes any number",
                "hash, line")
    problems = [words for words in expected if words not in output]
    return problems + ([output] if status or problems else [])


def links():
    """A stub gives way to a real object."""
    write("real.c", "int outside(int x) { return x + 1; }\n")
    subprocess.run(["gcc", "-c", "real.c"], cwd=work, check=True)
    write("stubbed.c", "int outside(int x);\nint f(int x) { return outside(x) == x ? 1 : 2; }\n")
    _, alone, _ = generate("stubbed.c")
    shutil.rmtree(os.path.join(work, "data"))
    _, linked, _ = generate("stubbed.c", "--link=real.o")
    return [] if table(alone)["BC"][1] == "100%" and table(linked)["BC"][1] != "100%" else [alone, linked]


# What is defined elsewhere, of many types; `twice` is compared there, and what counts returns another value each time.
ELSEWHERE = """enum kind { LOW, MIDDLE, HIGH };
static const int prices[] = {3, 17, 40, 9, 250, 77, 12, 8};
int price(enum kind kind, unsigned char more) { return kind <= HIGH ? prices[(kind * 3u + more) % 8] : -1; }
_Bool is_odd(signed char x) { return x % 2 != 0; }
double scale(float by, short x) { return by * x + 0.5; }
unsigned long long wide(unsigned long long x) { return x >> 13 ^ x << 7; }
int counts(void) { static int n; return ++n; }
int twice(int x) { return 2 * x; }
int is_twice(int (*function)(int)) { return function == twice; }
"""
CALLS = """enum kind { LOW, MIDDLE, HIGH };
int price(enum kind kind, unsigned char more);
_Bool is_odd(signed char x);
double scale(float by, short x);
unsigned long long wide(unsigned long long x);
int counts(void), twice(int x), is_twice(int (*function)(int));
int shop(enum kind kind, int money, int count)
{
    int each = price(kind, 1);
    if (each < 0)
        return -1;
    if (each > 200 && count > 3 && money == each * count + 123456)
        return 2;
    return each * 3 == money && money > 50 ? 3 : 0;
}
int odd(signed char x, int y) { return is_odd(x) && y == 1234568 + is_odd(y & 1); }
int scaled(int x) { return x == 98765 + (int)scale(2, 7); }
int far(unsigned long long x, unsigned long long y) { return y == wide(x) + 987654321098; }
int any(int x) { return counts() > x && x > 100000; }
int same(int x) { return is_twice(twice) && x == 7654321 + twice(2); }
"""


def sees_calls():
    """What functions of another unit return is seen when they run: no run leaves its way."""
    write("elsewhere.c", ELSEWHERE)
    write("calls.c", CALLS)
    subprocess.run(["gcc", "-c", "elsewhere.c"], cwd=work, check=True)
    words = ["generate", "--time=20000", "--ways", "--criteria=BC,MCC", "--link=elsewhere.o", "calls.c"]
    _, output, messages = run(*words, "--function=shop", "--function=odd", "--function=scaled", "--function=far",
                              data="calls")
    _, others, faults = run(*words, "--function=any", "--function=same", data="others")
    stray = [re.search(r"(\d+) of (\d+) runs left theirs", text) for text in (output, others)]
    open_ = [name for name, row in table(output).items() if row[1] != "100%"]
    good = table(output) and not open_ and all(found and found.group(1) == "0" for found in stray)
    return [] if good and "no input of its contract" not in others else [output, messages, others, faults]


def assumes():
    """What a comment assumes holds in every case, and nothing crashes then."""
    write("assumed.c", "/* Adds up. */\n//! assume list != NULL && n > 0;\n//! assume n < 5\n"
          "int sum(const int *list, int n)\n{\n    int sum = list[0];\n    for (int i = 1; i < n; i++)\n"
          "        sum += list[i];\n    return sum > 100 ? 100 : sum;\n}\n")
    status, output, messages = generate("assumed.c", data="assumed")
    path = os.path.join(work, "tests/generated/test_assumed.c")
    with open(path, encoding="utf-8") as file:
        cases = re.findall(r"\.n = (-?\d+)", file.read())
    problems = [] if cases and all(0 < int(n) < 5 for n in cases) else [cases]
    problems += ["it crashes"] if os.path.exists(os.path.join(work, "tests/generated/crashes_assumed.c")) else []
    return problems if status == 0 else [status, output, messages]


def has_hooks():
    """What --contract prints compiles as hooks, and edited it makes what no value does, and judges results."""
    write("ring.c", RING)
    status, plain, messages = generate("--contract", "ring.c")
    write("plain.h", plain)
    problems = [] if status == 0 and "init_length(const struct ring *ring)" in plain else [plain, messages]
    status, output, messages = generate("ring.c", "--hooks=plain.h", data="ring")
    problems += [] if status == 0 and "test_ring.c" in output else [status, output, messages]
    write("hooks.h", HOOKS)
    shutil.rmtree(os.path.join(work, "ring"))
    status, output, messages = generate("ring.c", "--hooks=hooks.h", "--function=*", data="ring")
    problems += [] if table(output)["STMT"][1] == "100%" else [status, output, messages]
    faults, points = tests(os.path.join(work, "tests/generated/test_ring.c"))
    problems += [] if "ok 1" in points and "not ok" not in points else [faults, points]
    with open(os.path.join(work, "tests/generated/crashes_ring.c"), encoding="utf-8") as file:
        text = file.read()
    problems += [] if "half does what its oracle calls wrong" in text and "{.x = 77}" in text else [text]
    write("ring.c", RING.replace("x / 2", "x / 2 + 1"))
    faults, points = tests(os.path.join(work, "tests/generated/test_ring.c"))
    problems += [] if re.search("^not ok .*half.*(?<!confirm it)$", points, re.M) else ["no oracle", faults, points]
    status, output, messages = generate("ring.c", "--hooks=nothing.h", data="ring")
    return problems + ([] if status == 1 and "nothing.h" in messages else [messages])


def is_safe():
    """Functions that would harm the machine do not, and those that crash are told apart."""
    write("precious", "kept\n")
    write("harm.c", HARM)
    began = time.time()
    status, output, messages = generate("harm.c", data="harm")
    with open(os.path.join(work, "precious"), encoding="utf-8") as file:
        kept = file.read() == "kept\n"
    problems = [] if kept else ["a file was written"]
    problems += [] if status == 0 and counted(output)[1] >= 10 else [status, output, messages]
    problems += ["it took %d s" % (time.time() - began)] if time.time() - began > 200 else []
    crashes = os.path.join(work, "tests/generated/crashes_harm.c")
    problems += [] if os.path.exists(crashes) else ["no crashes"]
    return problems


def holds_out():
    """Functions that write over what the harness stands on end alone, and are told, and so are their neighbours."""
    write("greedy.c", GREEDY)
    began = time.time()
    status, output, messages = generate("greedy.c", data="greedy")
    problems = [] if status == 0 and "lost" not in output + messages else [status, output, messages]
    problems += [] if table(output).get("FC", ("", ""))[1] == "100%" else ["not all are called", output]
    return problems + (["it took %d s" % (time.time() - began)] if time.time() - began > 100 else [])


def builds_hidden():
    """Names that only initialisers or blocks declare are no obstacle, nor are results that are functions."""
    write("hidden.c", HIDDEN)
    status, output, messages = generate("hidden.c", data="hidden")
    problems = [] if status == 0 and table(output).get("FC", ("", ""))[1] == "100%" else [status, output, messages]
    messages, points = tests(os.path.join(work, "tests/generated/test_hidden.c"))
    return problems + ([] if "ok 1" in points and "not ok" not in points else [messages, points])


def leaves_nothing():
    """No process of it is left when it is ended, nor when it is killed."""
    write("endless.c", "int f(unsigned x) { while (x > 3) x |= 8; return x > 9; }\n")
    problems = []
    for number in (signal.SIGTERM, signal.SIGKILL):
        process = subprocess.Popen([tap.hlcov, "generate", "--time=20000", "endless.c"], cwd=work,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=dict(environment, HLCOV_DIR=os.path.join(work, "ended")))
        place = os.path.join(work, "ended", "generate")
        for _ in range(100):
            time.sleep(0.1)
            if harnesses(place):
                break
        problems += [] if harnesses(place) else ["no harness ran"]
        process.send_signal(number)
        process.wait()
        time.sleep(0.5)
        problems += ["%d processes are left after signal %d" % (len(harnesses(place)), number)] if harnesses(
            place) else []
    return problems


def harnesses(place):
    """Processes whose program lies below the place."""
    found = []
    for process in os.listdir("/proc"):
        try:
            if os.readlink("/proc/%s/exe" % process).startswith(place):
                found.append(process)
        except OSError:
            continue
    return found


def survives():
    """Nothing that was found is lost when it is killed."""
    write("many.c", "".join("int f%d(int x) { if (x == %d) return 1; return 0; }\n" % (i, 1000 + i)
                                for i in range(30)) +
          "int g(unsigned x) { unsigned h = x; for (int i = 0; i < 9; i++) h = h * h + 17; return h == 1; }\n")
    process = subprocess.Popen([tap.hlcov, "generate", "--time=20000", "many.c"], cwd=work, start_new_session=True,
                               stdout=subprocess.DEVNULL,
                               env=dict(environment, HLCOV_DIR=os.path.join(work, "killed")))
    store = os.path.join(work, "killed", "generate")
    for _ in range(200):
        time.sleep(0.1)
        if any(name.startswith("f29.") for _, _, names in os.walk(store) for name in names):
            break
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    status, output, _ = run("generate", "--time=1", "many.c", "--function=f*", data="killed")
    return [] if status == 0 and table(output)["BC"][1] == "100%" else [output]


def follows_builds():
    """Without a file, what was compiled is tested where it is open, as it was compiled."""
    write("project/lib/parse.h", "int parse(const char *text);\n")
    write("project/lib/parse.c", '#include "parse.h"\n#ifndef LEVEL\n#error no level\n#endif\n'
          "int parse(const char *text) { return text && text[0] == 'x' ? LEVEL : 0; }\n"
          "int other(int x) { return x > 9; }\n")
    write("project/main.c", '#include "lib/parse.h"\nint other(int x);\n'
          'int main(void) { return !(other(10) + other(3) == 1 && parse("y") == 0); }\n')
    project = os.path.join(work, "project")
    for words in (["cc", "gcc", "-DLEVEL=5", "-c", "lib/parse.c", "-o", "parse.o"], ["cc", "gcc", "-c", "main.c"],
                  ["cc", "gcc", "-o", "main", "main.o", "parse.o"], ["run", "--test=one", "--", "./main"]):
        status, output, messages = run(*words, directory=project, data="project/hlcov-data")
        if status:
            return [words, output, messages]
    status, output, messages = generate("--file=lib/*", "-j2", directory=project, data="project/hlcov-data")
    problems = [] if status == 0 and "100%" in output else [status, output, messages]
    path = os.path.join(project, "tests/generated/test_parse.c")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return problems + ([] if "parse_cases" in text and "other_cases" not in text else [text])


def hides_harnesses():
    """What generate compiles for itself is no source of the user, to prune, nor in a data directory that was copied."""
    write("own.c", "int own(int x) { return x > 3; }\n")
    generate("own.c", data="own")
    _, pruned, faults = run("prune", data="own")
    shutil.copytree(os.path.join(work, "own"), os.path.join(work, "copied"))
    _, output, messages = generate(data="copied")
    return [] if "harness" not in pruned + faults + output + messages else [pruned, faults, output, messages]


def shards():
    """Shards have all functions between them."""
    names = set()
    for shard in "1/3", "2/3", "3/3":
        shutil.rmtree(os.path.join(work, "sharded"), ignore_errors=True)
        generate("kinds.c", "--shard=" + shard, "--output=shard", data="sharded")
        with open(os.path.join(work, "shard/test_kinds.c"), encoding="utf-8") as file:
            found = set(re.findall(r"(\w+)_cases\[", file.read()))
        if names & found:
            return [names & found]
        names |= found
    _, said, _ = generate("kinds.c", "--output=whole", data="unsharded")
    with open(os.path.join(work, "whole/test_kinds.c"), encoding="utf-8") as file:
        whole = set(re.findall(r"(\w+)_cases\[", file.read()))
    return [] if names >= whole - {"last_zero", "use"} else [names, whole, said]


def refuses():
    """Wrong usage, and a file that does not compile, are told in a sentence."""
    write("wrong.c", "int f(int x) { return x +; }\n")
    problems = []
    for words, said in ((["--shard=4/3", "kinds.c"], "--shard takes"), (["--time=0", "kinds.c"], "--time takes"),
                        (["--jobs=0", "kinds.c"], "--jobs takes"), (["--format=xml", "kinds.c"], "xml"),
                        (["--criteria=NO", "kinds.c"], "NO"), (["none.c"], "none.c"), (["wrong.c"], "wrong.c")):
        status, output, messages = run("generate", *words, data="refused")
        problems += [] if status == 1 and said in messages else ["%s: %s %s" % (words, status, output + messages)]
    status, _, messages = run("generate", data="empty")
    return problems + ([] if status == 1 and "no source is known" in messages else [messages])


def main():
    for function in (finds, shares, confirms, notices, goes_on, proves, follows, goes_ways, follows_values,
                     goes_on_checking, is_sure, tells_copies_apart, says_why, links, sees_calls, assumes, has_hooks,
                     is_safe, holds_out, builds_hidden, leaves_nothing, survives, follows_builds, hides_harnesses,
                     shards, refuses):
        try:
            problems = function()
        except Exception as error:  # a point fails, the others go on
            problems = ["%s: %s" % (type(error).__name__, error)]
        tap.point(function.__doc__.splitlines()[0].rstrip("."), problems)
    shutil.rmtree(work)
    tap.finish()


main()
