#!/usr/bin/python3
"""Mutants that hlcov prune --equivalent calls equivalent, run on all 65,536 inputs of random functions of two bytes:
none gives another value, leaves something else in memory or traps. How many of those that differ nowhere were proved is
told, by the width of the region.

usage: [SEEDS=N,N...] [CASES=N] tests/prune/equivalent.py
"""
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "oracle"), os.path.join(HERE, "..", "generate")]
import seeds
import tap
import ways

# What is called sees the order of calls, their arguments, and all memory that it may read.
DRIVER = """#include <setjmp.h>
#include <stdio.h>
int f(signed char a, signed char b);
int fast, slow[4];
static unsigned long sum;
static jmp_buf behind;
static void add(int value)
{
    sum = sum * 31 + (unsigned long)value;
}
static void look(void)
{
    add(fast);
    for (int i = 0; i < 4; i++)
        add(slow[i]);
}
int note(int what)
{
    add(what);
    look();
    fast = (fast + what) % 64;
    return (int)(sum >> 5 & 15) - 4;
}
int peek(const int *at)
{
    add(*at);
    look();
    return *at % 64;
}
void change(int *at, int to)
{
    add(*at);
    look();
    *at = (to + fast) % 64;
}
void fill(int *at, int with)
{
    look();
    *at = (with + fast) % 64;
}
void show(const char *name, int value)
{
    add(*name);
    add(value);
    look();
}
int through(int (*called)(int), int with)
{
    add(with + 7);
    return called(with);
}
void leave(int why)
{
    add(why);
    look();
    if (why & 1)
        longjmp(behind, 1);
}
void quit(int why)
{
    add(why);
    look();
    longjmp(behind, 1);
}
int looked(int x)
{
    return (x * 5 + 3) % 23;
}
int mixed(int x, int y)
{
    return (x * 7 + y * 3) % 23;
}
int counted(void)
{
    static int n;
    return n++ % 5;
}
int main(void)
{
    for (volatile int a = -128; a < 128; a++)
        for (volatile int b = -128; b < 128; b++) {
            fast = 0;
            for (int i = 0; i < 4; i++)
                slow[i] = i;
            if (setjmp(behind) == 0)
                add(f((signed char)a, (signed char)b));
            look();
        }
    printf("%lu\\n", sum);
    return 0;
}
"""
# What the driver defines.
CALLED = """extern int fast, slow[4];
int note(int what), peek(const int *at), through(int (*called)(int), int with);
void change(int *at, int to), fill(int *at, int with), show(const char *name, int value), leave(int why);
int looked(int x);
void quit(int why) __attribute__((noreturn));
"""
# Proved by statements, whatever `m` is there, and because it is `a` at the first one; in a loop, too. A variable that
# only one statement names lives on to its next iteration; a loop that does nothing may not end with a mutant.
FIXED = """extern int fast, slow[4];
int f(signed char a, signed char b)
{
    int m = a, last = 0, stays = b;
    for (int i = 0; i < 4; i++) {
        if (slow[i] > last) {
            fast += b;
            last = 9;
        }
        switch (i & b) {
        case 1:
            if (a > 3)
                fast++;
            else if (a < 3)
                fast += 1;
            else
                fast++;
            break;
        }
    }
    while (stays > 200)
        ;
    if (b > a)
        m = b;
    if (m > 3)
        fast += m;
    else if (m < 3)
        fast -= m;
    else
        fast += 3;
    return m;
}
"""
SECONDS = 0.3  # of the processor, for all inputs: the program without a mutant takes some thousandths
# What stands in the smallest region is compared whatever is around it.
WIDTHS = {"its statement": "statement", "the statements around": "more", "the function": "function"}


class Maker(ways.Maker):
    """Writes a function that leaves something in variables; some call, some jump."""
    def __init__(self, seed):
        super().__init__(seed)
        self.random = random.Random(seed + 1000)
        self.turns = self.texts = self.reals = self.records = False
        self.tells = seed % 2 == 0
        self.jumps = seed % 3 == 1
        self.labels = self.own = 0

    def value(self, depth=0):
        if self.tells and depth < 2 and self.random.random() < .15:
            return self.random.choice(["note(%s)", "peek(&slow[(%s) & 3])", "(peek(at) + (%s)) %% 64",
                                       "through(note, %s)"]) % super().value(depth + 1)
        return super().value(depth)

    def told(self):
        value = self.value(1)
        return self.random.choice([
            "note(%s);", "change(at, %s);", "change(&x, %s);", 'show("one", %s);', "leave(%s);",
            "(void)peek(&room[%s & 3]);", "if (y > 40) quit(%s);", "{ int own; fill(&own, 3); y = own & %s; }",
            "{ int (*to_call)(int) = x > 3 ? note : looked; y = to_call(%s) %% 64; }", "slow[1] = (%s) %% 64; note(4);",
            'show(y < 3 ? "low" : "high", %s);', "if (%s) x = note(y) %% 64; else x = note(y) %% 64;"]) % value

    def assignment(self):
        if self.tells and self.random.random() < .4:
            return self.told()
        if self.random.random() < .3:
            return self.random.choice(["fast = (%s) %% 64;", "slow[a & 3] = (%s) %% 64;", "*to = (%s) %% 64;",
                                       "if (y < (%s)) y = 5;", "x = x < 0 ? 0 : (%s) %% 64;"]) % self.value()
        return super().assignment()

    def declared(self, margin):
        """What is declared, and some statements that use it; another may stand between them."""
        self.own += 1
        name, number = "own%d" % self.own, self.random.randint(-3, 3)
        uses = ["if (%s > %d) %s" % (name, number, self.assignment()), "x = %s %% 64;" % name,
                "if (%s %% 4 == 0) y = %d; else y = 5;" % (name, number), "change(&%s, y);" % name,
                "int more%d = %s / 3; slow[a & 3] = more%d & 7;" % (self.own, name, self.own), self.assignment()]
        if not self.tells:
            uses.remove("change(&%s, y);" % name)
        chosen = self.random.sample(uses, self.random.randint(1, 3))
        return [margin + line for line in ["int %s = %s;" % (name, self.value()), *chosen]]

    def statement(self, margin, depth):
        if self.random.random() < .2:
            return self.declared(margin)
        if not self.jumps or depth > 1 or self.random.random() < .7:
            return super().statement(margin, depth)
        self.labels += 1
        label, inner = "over%d" % self.labels, margin + "    "
        leap = ["%sif (%s)" % (margin, self.condition()), "%s    goto %s;" % (margin, label)]
        if self.random.random() < .5: # into another statement
            return [*leap, "%sif (%s) {" % (margin, self.condition()), *self.block(inner, depth + 1),
                    "%s%s:" % (margin, label), *self.block(inner, depth + 1), margin + "}"]
        return [*leap, *self.block(margin, depth + 1), "%s%s: ;" % (margin, label)]

    def function(self):
        blocks = self.block("    ", 0)
        if not self.jumps:
            blocks = [line.replace("goto out;", "return y;") for line in blocks]
        return ways.HEAD + CALLED + "\n".join([
            "int f(signed char a, signed char b)", "{",
            "    int x = a, y = b, room[4] = {a, b, 1}, *at = &x, *to = b > 3 ? &fast : &slow[1];",
            "    struct pair p = {b, a};", *blocks, *(["out:"] if any("goto out;" in line for line in blocks) else []),
            "    return (x ^ y) + p.one + room[1];", "}"]) + "\n"


def must(words, directory):
    done = subprocess.run(words, cwd=directory, env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError("%s: %s" % (" ".join(words), done.stdout[-400:]))
    return done.stdout


def mutants(directory):
    """Those that are written: (name, words, why it is equivalent or "")."""
    must([tap.hlcov, "report", "--criteria=SM", "--json=report.json"], directory)
    with open(os.path.join(directory, "report.json"), encoding="utf-8") as file:
        report = json.load(file)
    for row in report["files"][0]["objectives"]:
        mutant = row["mutant"]
        if mutant["state"] != "not written":
            hash_ = row["id"].split(":")[-3]
            words = "line %d: %s for %s" % (row["line"], mutant["after"] or "nothing", mutant["before"])
            why = row["why"] if row["status"] == "infeasible" else ""
            yield "%s.%d" % (hash_, mutant["number"]), words, why


def output(directory, mutant):
    """What the program prints, or how it ends."""
    environment = dict(os.environ, HLCOV_MUTANT=mutant)
    try:
        done = subprocess.run(["./strong"], cwd=directory, env=environment, stdout=subprocess.PIPE, timeout=60,
                              preexec_fn=lambda: signal.setitimer(signal.ITIMER_PROF, SECONDS))
    except subprocess.TimeoutExpired:
        return "it waits"
    return done.stdout if done.returncode == 0 else "it ends with %d" % done.returncode


def judge(subject, directory):
    for name, text in ("subject.c", subject), ("driver.c", DRIVER):
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text)
    must(["gcc", "-O1", "-c", "driver.c"], directory)
    must([tap.hlcov, "cc", "--criteria=WM", "gcc", "-w", "-O1", "-c", "subject.c"], directory)
    must(["gcc", "subject.o", "driver.o", "-o", "measured"], directory)
    must([tap.hlcov, "run", "--test=all", "--", "./measured"], directory)
    must([tap.hlcov, "cc", "--strong", "gcc", "-w", "-O1", "-c", "subject.c", "-o", "strong.o"], directory)
    must(["gcc", "strong.o", "driver.o", "-o", "strong"], directory)
    must([tap.hlcov, "prune", "--equivalent", "--steps=1", "--criteria=SM", "--no-cache"], directory)
    counts, problems = collections.Counter(), []
    wanted = output(directory, "")
    for name, words, why in mutants(directory):
        same = output(directory, name) == wanted
        if why and not same:
            problems.append("%s (%s): %s, and an input tells" % (words, name, why))
        width = next((short for long, short in WIDTHS.items() if "equivalent: " + long in why), "other")
        counts[width if why else "missed" if same else "different"] += 1
    return problems, counts


def check_proved(what, text, wanted):
    """Judges all mutants of the text; those that are wanted are proved."""
    with tempfile.TemporaryDirectory() as directory:
        problems, counts = judge(text, directory)
        proved = {words for _, words, why in mutants(directory) if why}
    problems += ["not proved: %s" % words for words in sorted(wanted - proved)]
    tap.point("%s: %s" % (what, counts), problems)


def check_fixed():
    with tempfile.TemporaryDirectory() as directory:
        problems, counts = judge(FIXED, directory)
    problems += ["few by their statement"] if counts["statement"] < 20 else []
    tap.point("mutants of a small function: %s" % counts, problems)


# What counts up is not negative: in the condition of the loop, in an index, behind the loop; what starts at 1 is not 0.
# It stops at its limit, if that stays.
# `more` is counted in an inner loop, `down` is not counted up: mutants of them differ, or nobody knows.
COUNTED = """extern int fast, slow[4]; static int limited(int most);
int f(signed char a, signed char b)
{
    int found = 0, more = 0;
    for (int i = 0; i < (b & 3); i++) {
        if (slow[i] > a)
            found++;
        for (unsigned k = 1; k < 3; k++) {
            fast += k > 1;
            more += 2;
        }
    }
    for (int down = a; down < 4 && down < b; down += 2)
        if (down < -100)
            down++;
    return found + more + limited(b & 7);
}
static int limited(int most)
{
    if (most < 0)
        return 0;
    for (int i = 0; i < most; i++)
        fast += i;
    for (int i = 0; i < most; i++)
        if (fast & 1)
            most--;
    return most;
}
"""
COUNTING = {"line 5: abs(i) for i", "line 6: abs(i) for i", "line 8: fail_if_0(k) for k", "line 9: fail_if_0(k) for k",
            "line 16: abs(found) for found", "line 22: i != most for i < most"}


# What is declared and used by the statement behind it: its sign changes nothing where only divisibility is asked for.
# The quotient is used once more, the last variable in another iteration.
DECLARED = """extern int fast, slow[4];
int f(signed char a, signed char b)
{
    int by4 = a % 4, by100 = a % 100;
    if (by4 != 0 || (by100 == 0 && b > 3))
        slow[0] = 28;
    else
        slow[0] = 29;
    fast += a % (b | 1);
    int quotient = a / 4;
    if (quotient == 0)
        fast++;
    int last = 0;
    for (int i = 0; i < 3; i++) {
        int next = a % 7;
        if (next == 0)
            last = i;
        fast += last;
    }
    return quotient;
}
"""
SIGNS = {"line %d: %s for a" % (line, changed) for line in (4, 15) for changed in ("abs(a)", "-abs(a)", "-a")}


# What is returned, and formulas do not follow, is no less returned.
RETURNED = """extern int fast, slow[4];
struct both {
    int one, other;
};
static double half(signed char a)
{
    return a / 2.0;
}
static struct both swapped(struct both from)
{
    return from.one > 3 ? from : (struct both){from.other, from.one};
}
static long double rest(signed char a, long double b)
{
    if (a > 3)
        return b;
    return a - b;
}
int f(signed char a, signed char b)
{
    struct both room = swapped((struct both){a, b});
    fast = (int)(half(a) * 4) + (int)rest(a, b);
    return room.one - room.other;
}
"""


def check_returned():
    with tempfile.TemporaryDirectory() as directory:
        problems, counts = judge(RETURNED, directory)
    problems += ["few mutants"] if counts["different"] < 20 else []
    tap.point("mutants of what has no bits: %s" % counts, problems)


# In regions with calls: what is proved, though the results of calls are not known; and mutants by which other functions
# are called, more often, in another order, with other arguments, or when other things are in memory, which differ.
CALLS = CALLED + """
struct room {
    int used, size;
    struct room *next;
};
static int counted_by(int n)
{
    return fast += n & 3;
}
static int add_all(int n)
{
    int sum = 0;
    while (n-- > 0)
        sum += note(n);
    return sum % 64;
}
static void place(struct room *room, int value)
{
    if (room->used < room->size)
        room->used++;
    show("placed", value);
    if (room->used > 3)
        room->used = 0;
}
int f(signed char a, signed char b)
{
    struct room room = {a & 7, 4, &room};
    int found, text[2] = {a, b};
    unsigned left = (unsigned)note(a) % 8;
    if (left > 0)
        show("left", (int)left);
    if (note(1) > 3) {
        fast = 5;
        note(2);
        fast = 7;
    } else {
        note(2);
        fast = 7;
    }
    if (b == 3)
        note(b);
    else if (b == 4)
        note(4);
    fill(&found, a & 3);
    if (found == 2)
        found = 2 + peek(&text[1]) - text[1];
    place(&room, found);
    add_all(a & 3);
    if (peek(&room.used) > room.next->size)
        leave(room.used);
    slow[a & 3] = found & 1;
    if (through(note, slow[1]) != 0)
        slow[2] = 0;
    else
        slow[2] = peek(slow) * 0;
    int (*called)(int) = b > 50 ? note : b < -50 ? looked : &counted_by;
    found += called(a & 1);
    if (b > 100)
        quit(fast++);
    return found % 64;
}
"""
CALLING = {"line 36: fail_if_0(left) for left", "line 46: abs(b) for b", "line 56: -found for found",
           "line 57: abs(through(note, slow[1])) for through(note, slow[1])", "line 60: 0 for peek(slow) * 0"}


# With labels: within a region, out of it, into another statement; back, which is a loop, and nothing is known.
LABELS = CALLED + """
int f(signed char a, signed char b)
{
    int i = 0, found = 0, last = b & 15;
    if (a > 3)
        goto more;
    if (last > 0) {
        fast = 3;
        if (b == 7)
            goto within;
        fast++;
        if (a < -100)
            goto out;
        note(fast);
    within:
        found = a < 0 ? last : last & 15;
    } else {
        goto more;
    }
    slow[1] = found;
more:
    fast = slow[1] + 1;
again:
    if (i < last) {
        found += i > 1;
        if (found > 3 && last > 0)
            goto out;
        i++;
        goto again;
    }
    note(found);
out:
    if (found > 7)
        return found;
    else
        goto end;
end:
    return found;
}
"""
JUMPING = {"line 12: abs(last) for last", "line 19: abs(fast) for fast", "line 21: 0 for a < 0"}


def tried(seed):
    with tempfile.TemporaryDirectory() as directory:
        try:
            problems, counts = judge(Maker(seed).function(), directory)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            problems, counts = [error], {}
        if problems:
            seeds.keep(directory, seed)
    return "seed %d: %s" % (seed, ", ".join("%s %d" % pair for pair in sorted(counts.items()))), problems[:5], counts


def main():
    check_fixed()
    check_proved("mutants of what loops count", COUNTED, COUNTING)
    check_proved("mutants of what is declared", DECLARED, SIGNS)
    check_returned()
    check_proved("mutants beside calls", CALLS, CALLING)
    check_proved("mutants beside labels", LABELS, JUMPING)
    seeds.try_all(tried, 1)
    tap.finish()


if __name__ == "__main__":
    main()
