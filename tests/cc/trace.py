#!/usr/bin/python3
"""What `hlcov cc --trace` tells a program: each event of a few functions, against what is written here. Whether it
tells enough to judge by is tests/oracle/traces.py's."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

LOG = r"""
#include <stdio.h>
static unsigned activations;
unsigned hlcov_trace_begin(const char *function, const char *listing)
{
    printf("begin %.4s\n%s", function, listing);
    return ++activations;
}
int hlcov_trace(unsigned a, unsigned n) { return printf("%u node %u\n", a, n); }
int hlcov_trace_access(unsigned a, unsigned n) { return printf("%u access %u\n", a, n); }
long hlcov_trace_index(unsigned a, unsigned n, unsigned d, long i)
{
    printf("%u index %u %u %ld\n", a, n, d, i);
    return i;
}
int hlcov_trace_call(unsigned a, unsigned n, unsigned o) { return printf("%u call %u %u\n", a, n, o); }
int main(void);
int hlcov_trace_argument(unsigned a, unsigned n, const volatile void *p)
{
    return printf("%u argument %u %s\n", a, n, !p ? "" : p == (void *)main ? "main" : "other");
}
extern void try(void);
int main(void) { try(); return 0; }
"""
# Name, options, the text that defines try(), what is told: lines that are apart in the log are joined by ";".
CASES = (
    ("accesses", "--criteria=AUC", """\
struct s { int a; unsigned b : 3; };
int g;
void try(void)
{
    struct s s = {1, 2};
    int t[2][3], i = 1, u;
    t[i][0] = s.b;
    u = t[i][0] ? s.a++ : g;
}
""", "0 write 5:14 0 0 told s;1 begin 6:9 -1 0 told t;2 write 6:18 0 0 told i;3 begin 6:25 -1 0 told u;"
     "4 read 7:7 0 0 told i;5 read 7:15 0 0 told s.b;6 write 7:5 0 2 told t/part;7 read 8:11 0 0 told i;"
     "8 read 8:9 0 2 told t/part;9 step 8:19 1 0 told s.a;10 read 8:27 2 0 told g;11 write 8:5 3 0 told u;"
     "node 0;access 0;access 1;access 2;access 3;access 5;access 4;index 6 0 1;index 6 1 0;access 6;"
     "access 7;index 8 0 1;index 8 1 0;access 8;node 1;access 9;node 3;access 11;node 4"),
    ("calls", "--criteria=FCC", """\
extern int main(void);
int (*volatile p)(void) = main;
static int three(int x, int y, int z) { return x + y + z; }
void try(void)
{
    three(1, three(2, 3, 4), 5);
    if (!p)
        p();
}
""", "0 call 1;1 call 0;2 call 1;call 0 1;call 1 0;argument 0 "),
    ("a pointer", "--criteria=FCC", """\
static int one(void) { return 1; }
int (*volatile p)(void) = one;
void try(void)
{
    (void)p();
}
""", "0 call 1;call 0 1;argument 0 other"),
    ("unknown accesses", "--criteria=AUC --aliases=kill", """\
static int one(int *p) { *p = 1; return 1; }
void try(void)
{
    int x = 0;
    one(&x);
}
""", "0 write 4:9 0 0 told x;1 address 5:9 0 0 untold x;2 unknown 5:5 0 0 told -;node 0;access 0;"
     "0 read 1:27 0 0 told p;1 unknown 1:26 0 0 told -;node 0;access 0;access 1;node 1;access 2;node 1"),
    ("only nodes", "--criteria=PPC", """\
int t[2];
void try(void)
{
    for (int i = 0; i < 1; i++)
        t[i] = 3;
}
""", "node 0;node 1;node 2;node 1;node 3"),
)


def shortened(line):
    """Without the activation, or the offsets of a listing."""
    words = line.split(" ")
    if words[1:2] and words[1] in ("node", "access", "index", "call", "argument") and len(words) > 2 and not (
            words[1] == "call" and len(words) == 3):
        return " ".join(words[1:])
    if len(words) == 9:
        thing = words[8].split("@")
        members = thing[1].lstrip("0123456789") if len(thing) > 1 else ""
        return " ".join(words[:2] + [":".join(words[3:5])] + words[5:8] + [thing[0] + members])
    return line


def tried(options, text, wanted):
    """What is wrong."""
    with tempfile.TemporaryDirectory() as directory:
        for name, content in (("log.c", LOG), ("try.c", text)):
            with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                file.write(content)
        command = "gcc -c log.c && %s cc %s --trace gcc -o try try.c log.o && ./try" % (tap.hlcov, options)
        done = subprocess.run(command, shell=True, cwd=directory, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, env=dict(os.environ, HLCOV_DIR=directory + "/data"))
    told = [shortened(line) for line in done.stdout.splitlines() if not line.startswith("begin")]
    if done.returncode or ";".join(told) != wanted:
        yield "status %d, told: %s" % (done.returncode, ";".join(told))
        yield "instead of: " + wanted


for case, case_options, source, expected in CASES:
    tap.point(case, tried(case_options, source, expected))
tap.finish()
