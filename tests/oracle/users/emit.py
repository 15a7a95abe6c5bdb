"""Writes the programs of programs.py: as users would, with declarations of labels in comments; or so that they log what
happens at the places of labels. Both behave alike otherwise."""
import re

from programs import BREAK, Block, Item, Leave, Nested, Simple, Value

HEADER = """\
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef NOTE_SPLIT
#define NOTE_SPLIT(is_child)
#endif
#define SET(variable, value) ((variable) = (value))

typedef unsigned short tick;
enum colour { RED, GREEN, BLUE };
struct record { int count; unsigned flags : 3; double part; };

extern __thread int state, fuel, table[4];
extern int objects[3];
extern const double reals[7];
extern const int signed_32[4];
extern const unsigned unsigned_32[4];
extern const long long signed_64[4];
extern const unsigned long long unsigned_64[4];
extern unsigned split(void);
extern void bail(void);
extern int twice(int) __attribute__((const));
extern int third(int);

static inline __attribute__((pure)) int clamped(int value)
{
    return value < 0 ? 0 : value > 3 ? 3 : value;
}

static inline int burn(void)
{
    return fuel > 0 && fuel--;
}
"""

MAIN = """\
__thread int state, fuel, table[4];
int objects[3] = {1, 4, 2};
const double reals[7] = {0, 0.5, 2, -1.25, -0.0, __builtin_inf(), __builtin_nan("")};
const int signed_32[4] = {-2147483647 - 1, -1, 2147483647, 1};
const unsigned unsigned_32[4] = {0, 4294967295u, 2147483648u, 1};
const long long signed_64[4] = {-9223372036854775807 - 1, -1, 9223372036854775807, 2};
const unsigned long long unsigned_64[4] = {0, 18446744073709551615u, 9223372036854775808u, 2};

static int splits, in_child, children;
static pid_t child[8];

int twice(int value)
{
    return (int)((unsigned)value * 2u);
}

int third(int value)
{
    return value / 3;
}

unsigned split(void)
{
    if (splits == 0)
        return 0;
    splits--;
    pid_t made = fork();
    NOTE_SPLIT(made == 0);
    if (made == 0) {
        in_child = 1;
        children = 0;
        return 1;
    }
    child[children++] = made;
    return 0;
}

static __thread jmp_buf start;
static __thread int bailed;

void bail(void)
{
    longjmp(start, ++bailed);
}

static void *work(void *seed)
{
    int times = setjmp(start);
    if (times > 3)
        return NULL;
    fuel = FUEL;
    state = *(int *)seed + times;
    table[state % 4] = 1;
    unsigned long result = (unsigned)f0(*(int *)seed);
    return (void *)(result * 31 + (unsigned)state);
}

int main(int argc, char **argv)
{
    static int seeds[RUNS];
    pthread_t threads[RUNS];
    unsigned long sum = 0;
    void *result;
    for (int i = 0; i < RUNS; i++)
        seeds[i] = (argc > 1 ? atoi(argv[1]) : 0) + i;
    splits = SPLITS;
    for (int i = 1; i < RUNS; i++)
        pthread_create(&threads[i], NULL, work, &seeds[i]);
    sum = (unsigned long)work(&seeds[0]);
    for (int i = 1; i < RUNS; i++) {
        pthread_join(threads[i], &result);
        sum = sum * 7 + (unsigned long)result;
    }
    for (int i = 0; i < children; i++) {
        int status = 0;
        waitpid(child[i], &status, 0);
        sum = sum * 5 + (unsigned)WEXITSTATUS(status);
    }
    if (in_child)
        _exit((int)(sum % 101));
    printf("%lu\\n", sum);
    END;
}
"""

ENDS = ("return (int)(sum % 3)", "exit((int)(sum % 3))", "fflush(stdout), _exit((int)(sum % 3))",
        "fflush(stdout), abort()", "fflush(stdout), raise(SIGKILL)")

# Each step is one line, written at once; see logs.py.
LOG_HEADER = """\
#include <sys/types.h>
extern __thread int log_on;
extern void log_step(void), log_end(void), log_label(int number, int covered), log_split(int is_child);
extern void log_s(long long value), log_u(unsigned long long value), log_f(double value), log_p(const void *value);
extern void log_c(int (*value)(int));
#define NOTE_SPLIT(is_child) log_split(is_child)
#define true 1
"""

LOG = """\
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
extern int twice(int);
__thread int log_on;
static __thread char line[4000];
static __thread int used, thread, steps, parent;
static int threads, file = -1;

static void begin(void)
{
    if (!thread)
        thread = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
    used = sprintf(line, "%d.%d", (int)getpid(), thread);
}

__attribute__((constructor)) static void open_log(void)
{
    file = open(getenv("OBJECTIVES_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0666);
}

void log_step(void)
{
    parent = (int)getpid();
    steps++;
    begin();
}

void log_end(void)
{
    line[used++] = '\\n';
    if (write(file, line, (size_t)used) != used)
        abort();
}

void log_split(int is_child)
{
    if (!is_child)
        return;
    int from = parent, same = thread;
    begin();
    used += sprintf(line + used, " copy %d.%d %d", from, same, steps);
    log_end();
    parent = (int)getpid();
}

void log_label(int number, int covered)
{
    log_on = covered == 1;
    used += sprintf(line + used, " L%d:%d", number, covered);
}

void log_s(long long value)
{
    used += sprintf(line + used, " s%lld", value);
}

void log_u(unsigned long long value)
{
    used += sprintf(line + used, " u%llu", value);
}

void log_f(double value)
{
    used += sprintf(line + used, " f%a", value);
}

void log_p(const void *value)
{
    used += sprintf(line + used, " p%#lx", (unsigned long)value);
}

void log_c(int (*value)(int))
{
    if (value)
        used += sprintf(line + used, " c%ld", (long)((char *)value - (char *)twice));
    else
        used += sprintf(line + used, " cnull");
}
"""


def declared(name, variable):
    return {"p": "int *%s", "c": "int (*%s)(int)"}.get(variable.type.kind, variable.type.name + " %s") % name


def prototype(function):
    parameters = ", ".join(declared(name, variable) for name, variable in function.parameters.items())
    kind = function.returns.name if function.returns else "void"
    return "%s%s %s(%s)" % ("static inline " if function.inline else "", kind, function.name, parameters)


def pragma_of(item):
    pragma = isinstance(item.statement, Nested) and item.statement.pragma
    return [pragma] if pragma else []


class Writer:
    """The lines of one file."""

    def __init__(self):
        self.lines, self.depth = [], 0

    def put(self, text):
        """Returns the number of its line."""
        self.lines.append("    " * self.depth + text)
        return len(self.lines)

    def text(self):
        return "".join(line.replace(BREAK, "") + "\n" for line in self.lines)

    def block(self, header, block, tail=""):
        self.put((header + " {").lstrip())
        self.depth += 1
        for item in block.items:
            self.item(item)
        self.end(block.end)
        self.depth -= 1
        self.closed(block.end, self.put(("} " + tail).rstrip()))

    def simple(self, text):
        return self.put(text)

    def value(self, statement):
        line = self.put("%s = ({" % statement.target)
        self.depth += 1
        for item in statement.items:
            self.item(item)
        self.item(Item(statement.place, Simple(statement.value + ";")))
        self.depth -= 1
        self.put("});")
        return line

    def nested(self, statement):
        first = len(self.lines) + 1
        for header, body in statement.bodies:
            if isinstance(body, Block):
                self.block(header, body, statement.tail)
            else:
                self.bare(header, body)
                if statement.tail:
                    self.put(statement.tail)
        return first

    def statement(self, statement):
        """Returns the line where it begins."""
        if isinstance(statement, Simple):
            return self.simple(statement.text)
        if isinstance(statement, Leave):
            return self.leave(statement)
        if isinstance(statement, Value):
            return self.value(statement)
        if isinstance(statement, Nested):
            return self.nested(statement)
        line = len(self.lines) + 1
        self.block("", statement)
        return line

    def function(self, function):
        self.put("")
        self.put(prototype(function))
        self.block("", function.body)


class UserWriter(Writer):
    """With comments."""

    def __init__(self, source):
        super().__init__()
        self.source = source

    def comment_lines(self, comments):
        """Declarations as lines of comments; some share a comment, some go on in a second one."""
        lines = []
        for text in comments:
            if lines and self.source.random() < 0.2:
                lines[-1] = lines[-1].rstrip(";") + "; " + text
            else:
                lines.append("//! " + text)
            if self.source.random() < 0.2 and text.count(" : ") == 1:
                lines[-1:] = lines[-1].rsplit(" : ", 1)
                lines[-1] = "//!   : " + lines[-1]
            lines[-1] += self.source.choice((";", ";", ""))
        return lines

    def comment(self, comments):
        """Behind what was written last, in the middle of it, or in lines of their own."""
        if not comments:
            return
        lines, last = self.comment_lines(comments), self.lines[-1]
        form = "above" if "//" in last or last.startswith("#") or not last else self.source.choice(
            ("above", "above", "behind", "inside"))
        if form == "inside" and BREAK in last:
            start, rest = last.split(BREAK)
            self.lines[-1:] = [start + " " + lines[0]] + lines[1:] + ["    " * self.depth + "   " + rest]
        elif form == "behind":
            self.lines[-1:] = [last + " " + lines[0]] + lines[1:]
        else:
            for line in lines:
                self.put(line)

    def gap(self):
        """What means nothing between items, now and then."""
        kinds = ([""], ["    /* nothing */"], ["#if 0", "    //! label Never : 1;", "#endif"],
                 ["#line %d" % (len(self.lines) + 2)])
        if self.source.random() < 0.1:
            self.lines += self.source.choice(kinds)

    def item(self, item):
        """Comments stand before labels to jump to, and before a pragma, or behind them. Every line from the end of what
        is before the item to its own means its place."""
        self.gap()
        pragma, first = pragma_of(item), len(self.lines) + 1
        above = self.source.random() < 0.5 or not (item.marks or pragma)
        if above:
            self.comment(item.place.comments)
        for mark in item.marks:
            self.put(mark)
        self.lines += pragma
        if not above:
            self.comment(item.place.comments)
        item.place.line = self.source.randint(first, self.statement(item.statement))

    def bare(self, header, item):
        early = header == "else" and self.source.random() < 0.2
        first = len(self.lines) + 1
        if early:
            self.comment(item.place.comments)
        self.put(header)
        self.depth += 1
        if not early:
            self.comment(item.place.comments)
        last = self.statement(item.statement)
        item.place.line = self.source.randint(first + (header != "else"), last)
        self.depth -= 1

    def leave(self, statement):
        return self.put("return %s;" % statement.value if statement.value else "return;")

    def end(self, place):
        place.line = len(self.lines) + 1
        self.comment(place.comments)

    def closed(self, place, line):
        place.line = self.source.randint(place.line, line)


class LogWriter(Writer):
    """With calls that log. `numbers`: {label: its number in the log}."""

    def __init__(self, numbers):
        super().__init__()
        self.numbers = numbers

    def observed(self, place):
        if not place.observed:
            return
        self.put("log_step();")
        for label in place.observed:
            self.label(label, place.scope)
        self.put("log_end();")

    def label(self, label, scope):
        """What covers it, and what is bound then. A killing label that compares with a metavariable is taken for
        covered where the rest of its predicate holds."""
        predicate = label.predicate.typed(scope)
        bound = [expression.typed(scope) for expression in label.expressions]
        safe = " && ".join("(%s)" % typed.safe for typed in bound if typed.safe) or "1"
        self.put(result("log_label(%d, !(%s) ? 2 : !(%s) ? 0 : !(%s) ? 2 : 1);" % (
            self.numbers[label], predicate.safe or "1", predicate.text, safe)))
        if not bound:
            return
        self.put("if (log_on) {")
        for typed in bound:
            self.put(result("log_%s(%s);" % (typed.type.kind, typed.text)))
            self.put(result(asserted(typed)))
        self.put("}")

    def item(self, item):
        for mark in item.marks:
            self.put(mark)
        self.observed(item.place)
        self.lines += pragma_of(item)
        self.statement(item.statement)

    def bare(self, header, item):
        self.put(header + " {")
        self.item(item)
        self.put("}")

    def leave(self, statement):
        self.put("{")
        if statement.value:
            is_bits = statement.place.scope["\\result"].type.name == "bits"
            self.put("%s result_ = %s;" % ("unsigned char" if is_bits else "__auto_type", statement.value))
        self.observed(statement.place)
        self.put("return result_; }" if statement.value else "return; }")
        return None

    def end(self, place):
        self.observed(place)

    def closed(self, place, line):
        pass


def result(text):
    return text.replace("\\result", "result_")


def asserted(typed):
    """That the type is what it is taken for."""
    if typed.type.kind in "pc" or typed.type.name == "bits":
        return ""
    own, kind = "__typeof__(%s)" % typed.text, typed.type
    facts = ["((%s)-1 < 0) == %d" % (own, kind.kind != "u"), "((%s)0.5 != 0) == %d" % (
        own, kind.kind == "f" or kind.bits == 1)]
    if kind.bits >= 8:
        facts.append("sizeof(%s) == %d" % (own, kind.bits // 8))
    return "_Static_assert(%s, \"\");" % " && ".join(facts)


def main_text(program, source):
    runs = 3 if program.mode == "threads" else 1
    text = MAIN.replace("FUEL", "%d" % source.choice((15, 25, 40))).replace("RUNS", "%d" % runs)
    text = text.replace("SPLITS", "2" if program.mode == "fork" else "0").replace("END", source.choice(ENDS))
    return text.split("\n")


def written(program, make, tail, notes):
    """{file: its text}. `make`: a Writer; `notes`: {file: comments that stand outside of functions}."""
    writers = {name: make() for name in ["program.h"] + program.files}
    header = writers["program.h"]
    for line in HEADER.split("\n") + [prototype(function) + ";" for function in program.functions]:
        header.put(line)
    for name in program.files:
        writers[name].put('#include "%sprogram.h"' % ("../" * name.count("/")))
    for name, comments in notes.items():
        for comment in comments:
            writers[name].put("//! " + comment)
    for function in program.functions:
        writers[function.file].function(function)
    for line in tail:
        writers[program.files[0]].put(line)
    return {name: re.sub(r"\n+\Z", "\n", writer.text()) for name, writer in writers.items()}
