#!/usr/bin/python3
"""Which paths of a function are recorded as taken, for each construct by which control moves: against walks written
by hand. It also compares what programs print with and without coverage, and does not ask which paths there are.

Each node of the graph has a line of its own, which ends with its letter; the entry is a, the exit z. A walk is the
letters of the nodes that one activation came to, as far as it can be known: the compiler orders operands as it likes.
A path is covered if and only if it is a part of some walk.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

PREAMBLE = """
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static jmp_buf jump;
static int sink;
static int quit(int n) { if (n == 2) exit(3); return n; }
int add(int a, int b) { return a + b; } // another one may take its place, which does not return
static int plus(int a, int b) { return a + b; }
"""
CRITERIA = ("EPC", "PPC", "CRTC", "BPC", "CPC")
BUILDS = (("gcc", "-O0"), ("gcc", "-O2"), ("clang-19", "-O0"), ("clang-19", "-O2"))
SUM = r"""
int f(int n) {        //a
    int s = 0;
    while (n > 0) {   //b
        if (n & 1)    //c
            s++;      //d
        n--;          //e
    }
    return s;         //g
}                     //z
"""

# name, the function, what calls it, its walks; of several alternatives, separated by |, one must be right
CASES = (
    ("a loop", SUM, "f(2); f(0);", ["abcebcdebgz", "abgz"]),
    ("a loop that is not left", SUM, "f(1);", ["abcdebgz"]),
    ("threads", SUM + """
static void *even(void *n) { for (int i = 0; i < 2000; i++) f(*(int *)n); return n; }
""", """
    pthread_t one, other;
    int two = 2, none = 0;
    pthread_create(&one, 0, even, &two);
    pthread_create(&other, 0, even, &none);
    pthread_join(one, 0);
    pthread_join(other, 0);
""", ["abcebcdebgz", "abgz"]),
    ("goto into a loop", r"""
int f(int n) {        //a
    if (n > 5)
        goto in;      //b
    while (n > 0) {   //c
        n -= 2;       //d
in:                   //e
        n--;
    }
    return n;         //g
}                     //z
""", "f(6);", ["abecdecdecgz"]),
    ("a switch that falls through", r"""
int f(int n) {        //a
    switch (n) {
    case 1:
        n += 10;      //b
    case 2:
    case 7:
        n += 20;      //c
        break;
    case 3:
        n = 0;        //d
    }
    return n;         //e
}                     //z
""", "f(1); f(3); f(9);", ["abcez", "adez", "aez"]),
    ("falling into a case is not coming from the switch", r"""
int f(int n) {        //a
    switch (n) {
    case 1:
        n += 10;      //b
    default:
        n += 20;      //c
    }
    return n;         //d
}                     //z
""", "f(1);", ["abcdz"]),
    ("computed goto", r"""
int f(int n) {        //a
    static void *const to[] = {&&end, &&two, &&one};
next:                 //b
    goto *to[n];
one:                  //c
    n = 1;
    goto next;
two:                  //d
    n = 0;
    goto next;
end:                  //e
    return n;
}                     //z
""", "f(2); f(0);", ["abcbdbez", "abez"]),
    ("a statement expression that returns", r"""
int f(int n) {        //a
    int k = ({
        if (n < 0)
            return 1; //b
        n * 2;        //c
    });
    return k;
}                     //z
""", "f(-1); f(1);", ["abz", "acz"]),
    ("recursion", r"""
int f(int n) {        //a
    if (n > 0)
        n = f(n - 1); //b
    n++;              //c
    return n;
}                     //z
""", "f(3);", ["abcz", "acz"]),
    ("longjmp into the middle", r"""
int f(int n) {        //a
    volatile int tries = n;
    if (setjmp(jump))
        tries = 9;    //b
    tries++;          //c
    if (tries < 2)
        longjmp(jump, 1); //d
    return n;         //e
}                     //z
""", "f(0);", ["acdbcez"]),
    ("a call that does not return", r"""
int f(int n) {        //a
    if (n)
        quit(n);      //b
    n++;              //c
    return n;
}                     //z
""", "f(0); f(2);", ["acz", "ab"]),
    ("a returned value that is never known", r"""
int f(int n) {        //a
    if (n)
        return quit(n); //b
    return n;         //c
}                     //z
""", "f(0); f(2);", ["acz", "ab"]),
    ("a returned value", r"""
int f(int n) {        //a
    if (n)
        return quit(n); //b
    return n;         //c
}                     //z
""", "f(1);", ["abz"]),
    ("a longjmp out of a function", r"""
int f(int n) {        //a
    while (n--)       //b
        if (n == 1)   //c
            longjmp(jump, 1); //d
    return 0;         //e
}                     //z
""", "if (!setjmp(jump)) f(4);", ["abcbcbcd"]),
    ("the end of a body", r"""
void f(int n) {       //a
    if (n)
        sink = n;     //b
    else if (sink)    //c
        sink = 7;     //d
}                     //z
""", "f(1); sink = 0; f(0);", ["abz", "acz"]),
    ("loops in loops", r"""
int f(int n) {        //a
    int s = 0;
    for (int i = 0;
         i < n;       //b
         i++) {       //c
        if (i == 1)   //d
            continue; //e
        do {
            s++;      //g
            if (s == 3)
                goto out; //h
        } while (s & 1); //i
    }
out:                  //j
    return s;
}                     //z
""", "f(4); f(0);", ["abdgigicbdecbdghjz", "abjz"]),
    ("an endless loop", r"""
int f(int n) {        //a
    for (;;) {
        if (n == 3)   //b
            break;    //c
        n++;          //d
    }
    return n;         //e
}                     //z
""", "f(1);", ["abdbdbcez"]),
    ("?: as an argument", r"""
int f(int n) {        //a
    int k = add(n > 1 && n < 9 //d
        ? n           //b
        : 2,          //c
        5);
    k++;              //e
    return k;
}                     //z
""", "f(1); f(2);", ["acdez", "abdez"]),
    ("?: as an argument of a function that returns", r"""
int f(int n) {        //a
    int k = plus(n > 1 && n < 9
        ? n           //b
        : 2,          //c
        5);
    k++;              //e
    return k;
}                     //z
""", "f(1); f(2);", ["acez", "abez"]),
    ("?: in ?:", r"""
int f(int n) {        //a
    int k = n > 1
        ? n > 2       //b
            ? 3       //c
            : 4       //d
        : n ?:        //e
            5;        //g
    return k;         //h
}                     //z
""", "f(1); f(2); f(0);", ["aehz", "abdhz", "aeghz"]),
    ("operands in no order", r"""
int f(int n) {        //a
    int k = add(      //i
        n & 1         //d
        ? 10          //b
        : 20,         //c
        n & 2
        ? 3           //e
        : 4);         //g
    k++;              //h
    return k;
}                     //z
""", "f(1);", ["abdgihz|hz"]),
    ("?: as an operand of || and &&", r"""
int f(int n) {        //a
    return n
        && (          //j
        n > 3
        ? add(n, -5)  //b
        : 7)          //c
        || n == 2;    //d
}                     //z
""", "f(5); f(1); f(0); f(6);", ["abjdz", "acjz", "adz", "abjz"]),
    ("commas in || and &&", r"""
int f(int n) {        //a
    return n == 9
        || (n > 1
        || n < -1)
        && (sink++,   //b
        n > 3);
}                     //z
""", "f(9); f(2); f(-3); f(5); f(0);", ["az", "abz"]),
    ("the rest of an expression behind ?:", r"""
int f(int n) {        //a
    int k = 1 + (
        n & 1
        ? 10          //b
        : 20);        //c
    sink += k +       //e
        (n & 2
        ? (n > 9, 3)  //g
        : 4);         //h
    return            //i
        n
        ? k           //k
        : n;          //l
}                     //z
""", "f(1); f(2);", ["abehikz", "acegikz"]),
    ("a body that begins late", r"""
int f(n)
    int n;
{                     //a
    int v[n + 1];
    v[n] = 0;
    if (n > 2)
        goto inside;  //b
    {
        int w;
inside:               //c
        w = n;
        while (w--)   //d
            v[n]++;   //e
    }
    return v[n];      //g
}                     //z
""", "f(1); f(3);", ["acdedgz", "abcdedededgz"]),
    ("vfork", r"""
int f(int n) {        //a
    int child = vfork();
    if (child == 0)   //b
        _exit(3);     //c
    n++;              //d
    return n;
}                     //z
""", "f(1);", ["abcbdz"]),
)

# name, the function, options of hlcov cc, why its prime paths are not measured
REFUSED = (
    ("several threads in one call", """
int f(int n) {
    int s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        sink += i;
    while (s < n)
        s++;
    return s;
}
""", [], "not measured: several threads go through one call"),
    ("more paths than the cap", SUM, ["--paths=11"], "not measured (12 paths)"),
)


def program_of(function, calls):
    main_function = "int main(void)\n{\n%s\nprintf(\"%%d\\n\", sink);\nreturn 0;\n}\n"
    return PREAMBLE + "#line 1\n" + function + main_function % calls


def letters_of(function):
    """{line: letter}, lines counted from 1."""
    found = (re.search(r"//(\w)$", line) for line in function.split("\n"))
    return {number: match.group(1) for number, match in enumerate(found, 1) if match}


def run(work, command):
    environment = dict(os.environ, HLCOV_DIR=os.path.join(work, "data"))
    return subprocess.run(command, cwd=work, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False, timeout=120)


def nodes_of(work, letters):
    """The letter of each node of f."""
    text = run(work, [tap.hlcov, "dump", "covered"]).stdout
    part = text[text.index('name="f"'):].split("\nfunction ")[0]
    lines = [int(line) for line in re.findall(r"^  node \d+: .* line=(\d+)", part, re.M)]
    return [letters.get(line, "?%d" % line) for line in lines]


def objectives_of(work):
    """(criterion, [node...], covered) of each objective of f over paths."""
    listing = run(work, [tap.hlcov, "report", "-q", "--criteria=" + ",".join(CRITERIA), "--json=-", "data"])
    for file in json.loads(listing.stdout)["files"]:
        for row in file["objectives"]:
            match = re.search(r":(\w+):([\d-]+)$", row["id"])
            if row["function"] == "f" and match and row["status"] != "unmeasured":
                yield match.group(1), [int(node) for node in match.group(2).split("-")], row["status"] == "covered"


def wrong(objectives, nodes, walks):
    for criterion, path, covered in objectives:
        text = "".join(nodes[node] for node in path)
        if covered != any(text in walk for walk in walks):
            yield "%s %s: %s" % (criterion, text, "covered" if covered else "not covered")


def problems_of_paths(work, letters, walks):
    nodes, objectives = nodes_of(work, letters), list(objectives_of(work))
    if len(set(nodes)) != len(nodes) or not objectives:
        return ["nodes %s, %d objectives" % (" ".join(nodes), len(objectives))]
    alternatives = zip(*([walk.split("|")[0], walk.split("|")[-1]] for walk in walks))
    found = [list(wrong(objectives, nodes, walks)) for walks in alternatives]
    return min(found, key=len)


def problems_of_refused(function, flags, why):
    with tempfile.TemporaryDirectory() as work:
        with open(os.path.join(work, "program.c"), "w", encoding="utf-8") as file:
            file.write(program_of(function, "f(3);"))
        run(work, [tap.hlcov, "cc", "--criteria=all", *flags, "gcc", "-w", "program.c", "-o", "covered"])
        run(work, ["./covered"])
        listing = run(work, [tap.hlcov, "report", "-q", "--criteria=PPC", "--json=-", "data"])
        objectives = [row for file in json.loads(listing.stdout)["files"] for row in file["objectives"]]
        found = [(row["status"], row["why"]) for row in objectives if row["function"] == "f"]
        return [] if found == [("unmeasured", why)] else ["%s: %s" % pair for pair in found] or ["nothing"]


PLAIN = {}  # what a program printed without coverage, and how it ended: by all builds the same


def plain_runs(work, text, compiler):
    """That of another build is tried first, where there is one."""
    if text in PLAIN:
        yield PLAIN[text]
    plain = run(work, compiler + ["plain"])
    if plain.returncode:
        raise RuntimeError(plain.stderr)
    done = run(work, ["./plain"])
    PLAIN.setdefault(text, (done.stdout, done.returncode))
    yield done.stdout, done.returncode


def problems(case, build, flags):
    _, function, calls, walks = case
    with tempfile.TemporaryDirectory() as work:
        with open(os.path.join(work, "program.c"), "w", encoding="utf-8") as file:
            file.write(program_of(function, calls))
        compiler = [*build, "-std=gnu11", "-w", "-pthread", "program.c", "-o"]
        covered = run(work, [tap.hlcov, "cc", "--criteria=all", *flags, *compiler, "covered"])
        if covered.returncode:
            return [covered.stderr]
        got = run(work, ["./covered"])
        if os.path.exists(os.path.join(work, "data", "notes.log")):
            return ["it had to be compiled without coverage"]
        if (got.stdout, got.returncode) not in plain_runs(work, program_of(function, calls), compiler):
            return ["it ends with %d, and prints %s: otherwise without coverage" % (got.returncode, got.stdout)]
        return problems_of_paths(work, letters_of(function), walks)


def main():
    for case in CASES:
        for build in BUILDS:
            tap.point("%s, %s" % (case[0], " ".join(build)), problems(case, build, []))
        tap.point("%s, complete semantics" % case[0], problems(case, BUILDS[1], ["--semantics=complete"]))
    for name, function, flags, why in REFUSED:
        tap.point(name, problems_of_refused(function, flags, why))
    tap.finish()


if __name__ == "__main__":
    main()
