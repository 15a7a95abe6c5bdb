"""What a build with `hlcov cc --trace` calls: C that logs it as text, and the reader of that log. It knows nothing of
what is judged.

A line of the log is an event: `b ACTIVATION FUNCTION THREAD` begins one; then `n ACTIVATION NODE`, `a ACTIVATION
ACCESS`, `x ACTIVATION ACCESS DIMENSION INDEX`, `c ACTIVATION CALL OPERANDS`, `g ACTIVATION CALL OPERAND`, in which the
OPERAND is 0 or where the function stands that is called, counted from hlcov_trace_begin. `l FUNCTION` and the lines up
to `.` list the accesses and calls of a function, once; `f PLACE NAME` names a function of a library."""
import collections

# loose: operands beside it may be evaluated before or behind it.
Access = collections.namedtuple(
    "Access", "number kind offset line column node dimensions told loose object members part")

HEAD = """\
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
enum { MOST = %d };
static FILE *file;
static unsigned told;
static void event(char kind, unsigned activation, unsigned number, unsigned dimension, long value);
unsigned hlcov_trace_begin(const char *function, const char *accesses);
static void print(char kind, unsigned activation, unsigned number, unsigned dimension, long value)
{
    fprintf(file, "%%c %%u %%u", kind, activation, number);
    if (kind == 'x')
        fprintf(file, " %%u", dimension);
    fprintf(file, kind == 'n' || kind == 'a' ? "\\n" : " %%ld\\n", value);
}
static void list(const char *function, const char *accesses)
{
    static const char *listed[1 << 16];
    unsigned slot = (unsigned long)function %% (1 << 16);
    while (listed[slot] && listed[slot] != function)
        slot = (slot + 1) %% (1 << 16);
    if (!listed[slot])
        fprintf(file, "l %%s\\n%%s.\\n", function, accesses);
    listed[slot] = function;
}
static void begin_log(int mode)
{
    setvbuf(file = fopen(getenv("TRACE_LOG"), "a"), NULL, mode, 1 << 16);
}
static void count(void)
{
    if (++told > MOST)
        _Exit(99);
}
int hlcov_trace(unsigned activation, unsigned node)
{
    event('n', activation, node, 0, 0);
    return 0;
}
int hlcov_trace_access(unsigned activation, unsigned access)
{
    event('a', activation, access, 0, 0);
    return 0;
}
long hlcov_trace_index(unsigned activation, unsigned access, unsigned dimension, long index)
{
    event('x', activation, access, dimension, index);
    return index;
}
int hlcov_trace_call(unsigned activation, unsigned call, unsigned operands)
{
    event('c', activation, call, 0, operands);
    return 0;
}
int hlcov_trace_argument(unsigned activation, unsigned call, const volatile void *callee)
{
    Dl_info own, other;
    long place = callee ? (const volatile char *)callee - (const volatile char *)hlcov_trace_begin : 0;
    if (callee && dladdr((void *)hlcov_trace_begin, &own) && dladdr((void *)callee, &other) && other.dli_sname &&
        own.dli_fbase != other.dli_fbase)
        fprintf(file, "f %%ld %%s\\n", place, other.dli_sname);
    event('g', activation, call, 0, place);
    return 0;
}
"""
# Each event as it comes.
PLAIN = HEAD + """\
static unsigned activations;
static void event(char kind, unsigned activation, unsigned number, unsigned dimension, long value)
{
    count();
    print(kind, activation, number, dimension, value);
}
unsigned hlcov_trace_begin(const char *function, const char *accesses)
{
    unsigned activation = __atomic_add_fetch(&activations, 1, __ATOMIC_RELAXED);
    if (!file)
        begin_log(_IOLBF);
    list(function, accesses);
    count();
    fprintf(file, "b %%u %%s %%d\\n", activation, function, gettid());
    return activation;
}
"""
# For programs of one thread that do much, and that no signal ends: activations in which the same happened are logged
# once. The innermost one is the last on the stack; a caller that goes on shows that those behind it have ended, whether
# they returned or were left.
SHORT = HEAD + """\
enum { SLOTS = 1 << 20 };
struct event { char kind; unsigned number, dimension; long value; };
static struct activation { const char *function; struct event *events; unsigned n, room; unsigned long hash; } *stack;
static unsigned depth, room;
static unsigned long known[SLOTS];
static int is_known(unsigned long hash)
{
    unsigned slot = hash %% SLOTS;
    while (known[slot] && known[slot] != hash)
        slot = (slot + 1) %% SLOTS;
    if (known[slot])
        return 1;
    known[slot] = hash;
    return 0;
}
static void end(struct activation *ended)
{
    static unsigned activations;
    if (is_known(ended->hash)) {
        told -= ended->n + 1;
    } else {
        fprintf(file, "b %%u %%s %%d\\n", ++activations, ended->function, gettid());
        for (struct event *e = ended->events; e < ended->events + ended->n; e++)
            print(e->kind, activations, e->number, e->dimension, e->value);
    }
    free(ended->events);
}
unsigned hlcov_trace_begin(const char *function, const char *accesses)
{
    if (!file)
        begin_log(_IOFBF);
    if (depth == room)
        stack = realloc(stack, (room = 2 * room + 64) * sizeof *stack);
    list(function, accesses);
    count();
    stack[depth] = (struct activation){function, 0, 0, 0, (unsigned long)function | 1};
    return depth++;
}
static void event(char kind, unsigned activation, unsigned number, unsigned dimension, long value)
{
    struct activation *at = stack + activation;
    while (depth > activation + 1)
        end(stack + --depth);
    if (at->n == at->room)
        at->events = realloc(at->events, (at->room = 2 * at->room + 8) * sizeof *at->events);
    count();
    at->events[at->n++] = (struct event){kind, number, dimension, value};
    at->hash = (at->hash * 0x9e3779b97f4a7c15 + (kind + 256ul * number) * 31 + dimension + 1) ^ at->hash >> 29;
    at->hash = (at->hash * 0x9e3779b97f4a7c15 + value) ^ at->hash >> 31;
}
__attribute__((destructor(101))) static void end_all(void)
{
    while (depth)
        end(stack + --depth);
}
"""


class Log:
    """activations: {function: its activations, each once}: tuples of ("n", node), ("a", access, None or its indices),
    ("c", call, operands) and ("g", call, place). accesses: {function: a list}. calls: {function: those that are told
    of}. names: {place: functions}."""

    def __init__(self, path):
        self.activations, self.accesses, self.calls = collections.defaultdict(dict), {}, {}
        self.names = collections.defaultdict(set)
        with open(path, encoding="utf-8") as file:
            self.read(file.read().split("\n")[:-1])

    def read(self, lines):
        """A last line that was cut short does not count. Each run numbers its activations anew."""
        live, all_events, lines = {}, [], iter(lines)
        for line in lines:
            kind, first, *words = line.split(" ")
            if kind == "b":
                live[first] = []
                all_events.append((words[0], live[first]))
            elif kind == "l":
                self.accesses[first], self.calls[first] = listing(lines)
            elif kind == "f":
                self.names[int(first)].add(words[0])
            else:
                live[first].append((kind,) + tuple(map(int, words)))
        for function, events in all_events:
            self.activations[function].setdefault(tuple(with_indices(events, self.accesses[function])), None)


def listing(lines):
    """Accesses, and calls that are told of."""
    accesses, calls = [], set()
    for line in lines:
        if line == ".":
            break
        number, kind, *words = line.split(" ")
        if kind == "call":
            calls |= {int(number)} if words[0] != "-1" else set()
            continue
        *numbers, told, thing = words
        thing, _, part = thing.partition("/")
        name, *members = thing.split(".")
        accesses.append(Access(int(number), kind, *map(int, numbers), told != "untold", told == "loose", name,
                               tuple(member for member in members if member), part == "part"))
    return accesses, calls


def with_indices(events, accesses):
    """The events with the last indices of an access where that is told of."""
    indices = collections.defaultdict(dict)
    for event in events:
        if event[0] == "x":
            indices[event[1]][event[2]] = event[3]
        elif event[0] == "a":
            found = indices[event[1]]
            yield "a", event[1], tuple(found[i] for i in range(accesses[event[1]].dimensions)) or None
        else:
            yield event
