#!/usr/bin/python3
"""What programs tell engines of fuzzing where HLCOV_FUZZ is set: an engine of SanitizerCoverage that is linked in, and
one of AFL that this script plays. Runs no real engine."""
import ctypes
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

PAGE = 4096
UNIT_HEADER = 32
READS, WRITES = 198, 199  # descriptors of AFL's fork server: what it reads, and writes
work = tempfile.mkdtemp()
data = os.path.join(work, "data")

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int twice(int c);
#define EITHER(k) (n >> (k) & 1 || n >> ((k) + 1) & 1)
static int many(int n) // it has more ways than there are slots for, and remembers those that it took
{
    return EITHER(0) && EITHER(1) && EITHER(2) && EITHER(3) && EITHER(4) && EITHER(5) && EITHER(6) && EITHER(7)
        && EITHER(8) && EITHER(9) && EITHER(10);
}
int decide(int a, int b)
{
    //! label Seen { x = a } : a > 0;
    return (a == 'x' && (b == 'y' || b == 'z')) + many(a);
}
#ifndef WITHOUT_MAIN
int main(void)
{
    int a = getchar(), b = getchar();
    if (a == '!') abort();
    if (a == '?') sleep(100);
    return decide(a, b) + twice(b);
}
#endif
"""
LIBRARY = "int twice(int c) { return c == 'z' ? 2 : 0; }\n"

# Notes what it is told; then plays an engine in the process: clears the counters, calls, prints which were set.
ENGINE = r"""
#include <stdio.h>
#include <string.h>
int decide(int a, int b);
static struct { char *begin, *end; } ranges[5000];
static unsigned long n_ranges, n_places;
extern char __start_hlcov_bits[];
void __sanitizer_cov_8bit_counters_init(char *begin, char *end)
{
    ranges[n_ranges].begin = begin;
    ranges[n_ranges++].end = end;
}
void __sanitizer_cov_pcs_init(const unsigned long *begin, const unsigned long *end)
{
    n_places += (unsigned long)(end - begin) / 2;
}
static unsigned long size_of(unsigned long i) { return (unsigned long)(ranges[i].end - ranges[i].begin); }
static long offset_of(const char *at) { return (long)(at - __start_hlcov_bits); }
static void run(int a, int b)
{
    unsigned long set = 0;
    for (unsigned long i = 0; i < n_ranges; i++) memset(ranges[i].begin, 0, size_of(i));
    decide(a, b);
    for (unsigned long i = 0; i < n_ranges; i++)
        for (char *p = ranges[i].begin; p < ranges[i].end; p++) set += *p == 1;
    printf("%d %d sets %lu\n", a, b, set);
}
int main(void)
{
    unsigned long slots = 0;
    for (unsigned long i = 0; i < n_ranges; i++) slots += size_of(i);
    printf("ranges %lu slots %lu places %lu magic %d\n", n_ranges, slots, n_places,
           memcmp(__start_hlcov_bits, "\x89HL", 3) == 0);
    for (unsigned long i = 0; i < n_ranges && n_ranges < 10; i++)
        printf("range %ld %ld\n", offset_of(ranges[i].begin), offset_of(ranges[i].end));
    if (n_ranges) { run('x', 'y'); run('a', 'b'); run('x', 'y'); }
    else decide('x', 'y');
    return 0;
}
"""


def write(name, text):
    with open(os.path.join(work, name), "w", encoding="utf-8") as file:
        file.write(text)


def run(words, **more):
    return subprocess.run(words, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def environment(**variables):
    found = dict(os.environ, HLCOV_DIR=data)
    found.pop("HLCOV_FUZZ", None)
    found.update(variables)
    return found


def compile_measured(*words, compiler="gcc", criteria="all"):
    made = run([tap.hlcov, "cc", "--criteria=" + criteria, compiler, "-O1", *words], env=environment())
    if made.returncode != 0 or made.stdout:
        raise RuntimeError("%s: %s" % (" ".join(words), made.stdout))


def pieces(path):
    """Offset, size and slots of each piece of section hlcov_bits; slots are None of a set of tuples."""
    listing = run(["readelf", "-SW", path]).stdout
    offset, size = (int(n, 16) for n in re.search(r"hlcov_bits +PROGBITS +\w+ (\w+) (\w+)", listing).groups())
    with open(os.path.join(work, path), "rb") as file:
        file.seek(offset)
        section = file.read(size)
    at, found = 0, []
    while at < len(section):
        length, slots = struct.unpack_from("<II", section, at + 24)
        found.append((at, length, slots if section[at:at + 4] == b"\x89HLU" else None))
        at += length
    return found


def units(path):
    return [piece for piece in pieces(path) if piece[2] is not None]


def build_id(path):
    return bytes.fromhex(re.search(r"Build ID: (\w+)", run(["readelf", "-n", path]).stdout).group(1))


def write_goals(name, path, wanted):
    """A file of goals for the program: `wanted` are offsets in its section."""
    size = sum(piece[1] for piece in pieces(path))
    body = bytearray(size)
    for at in wanted:
        body[at] = 1
    identity = build_id(path)
    other = b"\x89HLG\r\n\x1a\n" + struct.pack("<QI64sI", 8, 20, b"another one", 0) + bytes(8)
    with open(os.path.join(work, name), "wb") as file:
        file.write(other)
        file.write(b"\x89HLG\r\n\x1a\n" + struct.pack("<QI64sI", size, len(identity), identity, 0) + body)
    return os.path.join(work, name)


# ---- SanitizerCoverage ----

def told(**variables):
    return run(["./engine"], env=environment(**variables)).stdout


def data_files():
    return [name for name in os.listdir(data) if name.endswith(".hlb")]


def wrong_silence():
    """Without HLCOV_FUZZ an engine in the process is told nothing, and coverage is recorded."""
    output = told()
    if not output.startswith("ranges 0 slots 0 places 0"):
        yield output
    if len(data_files()) != 1:
        yield "no data file was made: %s" % os.listdir(data)
    for name in data_files():
        os.remove(os.path.join(data, name))


def wrong_test():
    """What runs as a test records, whatever the environment says of fuzzing."""
    run([tap.hlcov, "run", "--test=one", "--", "./engine"], env=environment(HLCOV_FUZZ="all"))
    listed = run([tap.hlcov, "tests", "engine", data], env=environment()).stdout
    if "one" not in listed:
        yield listed
    shutil.rmtree(os.path.join(data, "shards"))


def wrong_counters():
    found = units("engine")
    output = told(HLCOV_FUZZ="all")
    lines = output.splitlines()
    slots = sum(unit[2] for unit in found)
    if lines[0] != "ranges %d slots %d places %d magic 1" % (len(found), slots, slots):
        yield "%d units with %d slots, but: %s" % (len(found), slots, lines[0])
    for unit, line in zip(found, lines[1:]):
        if line != "range %d %d" % (unit[0] + UNIT_HEADER, unit[0] + UNIT_HEADER + unit[2]):
            yield "unit %s, but: %s" % (unit, line)
    first, second, again = [int(line.split()[-1]) for line in lines if "sets" in line]
    if not first or first == second or first != again:
        yield "slots that were set: %s" % output
    if data_files():
        yield "a data file was made: %s" % data_files()
    if len(pieces("engine")) == len(found):
        yield "no set of tuples was there to be left alone"


def wrong_goals():
    at, _, slots = units("engine")[0]
    begin = at + UNIT_HEADER
    goals = write_goals("some", "engine", [begin + 1, begin + 2, begin + slots - 1])
    lines = told(HLCOV_FUZZ=goals).splitlines()
    if lines[1:3] != ["range %d %d" % (begin + 1, begin + 3), "range %d %d" % (begin + slots - 1, begin + slots)]:
        yield "\n".join(lines)
    for damage in (b"", b"\x89HLG\r\n\x1a\n", open(goals, "rb").read()[:-1]):
        with open(os.path.join(work, "cut"), "wb") as file:
            file.write(damage)
        total = sum(unit[2] for unit in units("engine"))
        if " slots %d " % total not in told(HLCOV_FUZZ=os.path.join(work, "cut")).splitlines()[0]:
            yield "of damaged goals: " + told(HLCOV_FUZZ=os.path.join(work, "cut"))


def wrong_many():
    """libFuzzer takes 4,096 ranges: neighbours are joined."""
    write("many.c", "int f(int c) { switch (c) { %s } return 0; }\n" %
          " ".join("case %d: return c ^ %d;" % (n, n) for n in range(3000)))
    write("caller.c", ENGINE.replace("decide(a, b);\n", "f(a);\n").replace("decide('x', 'y')", "f(1)")
          .replace("int decide(int a, int b);", "int f(int c);"))
    compile_measured("-c", "many.c", "-o", "many.o", criteria="CC")
    run(["gcc", "-o", "engine_many", "caller.c", "many.o"])
    at, _, slots = units("engine_many")[0]
    goals = write_goals("odd", "engine_many", range(at + UNIT_HEADER, at + UNIT_HEADER + slots, 2))
    output = run(["./engine_many"], env=environment(HLCOV_FUZZ=goals)).stdout
    ranges, wanted = (int(n) for n in re.search(r"ranges (\d+) slots (\d+)", output).groups())
    if slots < 3000 or not 0 < ranges <= 1024 or wanted < slots // 2:
        yield "%d slots: %s" % (slots, output)


# ---- AFL ----

libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p


class Afl:
    """Plays afl-fuzz for one program: its shared memory, its fork server."""

    def __init__(self, program, size=65536, **variables):
        self.shared = libc.shmget(0, size, 0o1600)
        self.at = libc.shmat(self.shared, None, 0)
        self.size = size
        theirs_in, self.asks = os.pipe()
        self.hears, theirs_out = os.pipe()
        self.input = tempfile.TemporaryFile()
        names = environment(**{"HLCOV_FUZZ": "all", "__AFL_SHM_ID": str(self.shared), **variables})

        def prepare():
            os.dup2(theirs_in, 300)
            os.dup2(theirs_out, 301)
            os.dup2(300, READS)
            os.dup2(301, WRITES)

        self.process = subprocess.Popen([program], cwd=work, env=names, stdin=self.input, stdout=subprocess.DEVNULL,
                                        preexec_fn=prepare, close_fds=False)
        os.close(theirs_in)
        os.close(theirs_out)
        self.hello = self.word()

    def word(self):
        bytes_read = os.read(self.hears, 4)
        return struct.unpack("<I", bytes_read)[0] if len(bytes_read) == 4 else None

    def map_size(self):
        return ((self.hello & 0xfffffe) >> 1) + 1

    def run(self, text):
        """Exit status as of waitpid, and the map behind the run."""
        self.input.seek(0)
        self.input.truncate()
        self.input.write(text)
        self.input.flush()
        self.input.seek(0)
        ctypes.memset(self.at, 0, self.size)
        os.write(self.asks, struct.pack("<I", 0))
        self.child = self.word()
        status = self.word()
        return status, ctypes.string_at(self.at, self.size)

    def end(self):
        os.close(self.asks)
        self.process.wait(timeout=20)
        libc.shmdt(ctypes.c_void_p(self.at))
        libc.shmctl(self.shared, 0, None)


def set_slots(image, begin, slots):
    return [i for i in range(slots) if image[begin + UNIT_HEADER + i]]


def wrong_server(compiler):
    compile_measured("-c", "program.c", compiler=compiler)
    compile_measured("-o", "program", "program.o", "library.c", compiler=compiler)
    found = units("program")
    afl = Afl("./program")
    try:
        if afl.hello is None or afl.hello & 0xc0000001 != 0xc0000001:
            yield "it says %s" % afl.hello
            return
        if afl.map_size() != sum(unit[1] for unit in found):
            yield "a map of %d bytes for %s" % (afl.map_size(), found)
        runs = [afl.run(text) for text in (b"xy", b"ab", b"xy")]
        if [status for status, _ in runs] != [1 << 8, 0, 1 << 8]:
            yield "statuses %s" % [status for status, _ in runs]
        sets = [set_slots(image, 0, found[0][2]) for _, image in runs]
        if sets[0] == sets[1] or sets[0] != sets[2] or not sets[0]:
            yield "slots %s" % sets
        status, _ = afl.run(b"!a")
        if status & 127 != 6:
            yield "abort() ends with status %d" % status
    finally:
        afl.end()
    if afl.process.returncode != 0:
        yield "the server ends with status %d" % afl.process.returncode
    if data_files():
        yield "a data file was made"


def wrong_unwanted():
    """Slots that are not wanted are set before the program begins: they are never new."""
    at, _, slots = units("program")[0]
    goals = write_goals("two", "program", [at + UNIT_HEADER, at + UNIT_HEADER + slots - 1])
    afl = Afl("./program", HLCOV_FUZZ=goals)
    try:
        image = afl.run(b"ab")[1]
        if afl.map_size() != units("program")[0][1]:
            yield "a map of %d bytes, but one unit has goals" % afl.map_size()
        missing = [i for i in range(1, slots - 1) if image[UNIT_HEADER + i] != 1]
        if missing or slots < 10:
            yield "not set: %s of %d" % (missing, slots)
        if image[UNIT_HEADER + slots - 1]:
            yield "a slot that is wanted was set before"
    finally:
        afl.end()


def wrong_behind_edges():
    """Slots lie behind the edges of AFL's compiler, whose runtime serves: headers and slots that are not wanted are
    there in each run."""
    compile_measured("-c", "program.c", compiler="afl-clang-fast")
    compile_measured("-o", "program_edges", "program.o", "library.c", compiler="afl-clang-fast")
    at, _, slots = units("program_edges")[0]
    goals = write_goals("edges", "program_edges", [at + UNIT_HEADER, at + UNIT_HEADER + slots - 1])
    afl = Afl("./program_edges", size=1 << 20, HLCOV_FUZZ=goals, AFL_MAP_SIZE=str(1 << 20))
    try:
        if afl.map_size() >= 65536:
            yield "edges are counted, but the map has %d bytes" % afl.map_size()
        for _ in range(2):
            image = afl.run(b"ab")[1]
            begin = image.find(b"\x89HLU")
            if begin < PAGE or begin % PAGE or not any(image[:PAGE]):
                yield "edges: %d, slots at %d" % (sum(image[:PAGE]), begin)
            missing = [i for i in range(1, slots - 1) if image[begin + UNIT_HEADER + i] != 1]
            if missing or image[begin + UNIT_HEADER + slots - 1]:
                yield "not set: %s of %d; the last: %d" % (missing, slots, image[begin + UNIT_HEADER + slots - 1])
    finally:
        afl.end()


def wrong_images():
    """A library and a program with slots: the first that starts serves, each has pages of its own."""
    compile_measured("-shared", "-fPIC", "-o", "libtwice.so", "library.c")
    compile_measured("-c", "program.c")
    compile_measured("-o", "with_library", "program.o", "./libtwice.so")
    library, program = units("libtwice.so"), units("with_library")
    afl = Afl("./with_library")
    try:
        images = [afl.run(text)[1] for text in (b"xz", b"xa")]
        begin = sum(unit[1] for unit in library)
        for what, at, unit in (("library", 0, library[0]), ("program", begin, program[0])):
            sets = [set_slots(image, at, unit[2]) for image in images]
            if not sets[0] or sets[0] == sets[1]:
                yield "%s: %s" % (what, sets)
    finally:
        afl.end()


def wrong_size():
    """A map that is too small for the slots: the program runs as it would, and what does not fit guides nobody."""
    afl = Afl("./engine_many_afl", size=PAGE)
    try:
        if afl.hello is not None and afl.run(b"xy")[0] not in (0, 1 << 8, 2 << 8):
            yield "it does not run: %s" % (afl.run(b"xy")[0],)
    finally:
        afl.end()


def wrong_plain_run():
    """Shared memory, but nobody at the other end of the fork server: the run fills the map."""
    shared = libc.shmget(0, 65536, 0o1600)
    at = libc.shmat(shared, None, 0)
    ended = subprocess.run(["./program"], cwd=work, input=b"xy",
                           env=environment(HLCOV_FUZZ="all", __AFL_SHM_ID=str(shared)))
    image = ctypes.string_at(at, 65536)
    libc.shmctl(shared, 0, None)
    if ended.returncode != 1 or not set_slots(image, 0, units("program")[0][2]):
        yield "status %d" % ended.returncode


def wrong_mark():
    """afl-fuzz looks for this name in programs, and refuses those without it."""
    with open(os.path.join(work, "program"), "rb") as file:
        if b"__AFL_SHM_ID\0" not in file.read():
            yield "programs do not hold __AFL_SHM_ID"


write("program.c", PROGRAM)
write("library.c", LIBRARY)
write("engine.c", ENGINE)
compile_measured("-c", "-DWITHOUT_MAIN", "program.c", "-o", "decide.o")
compile_measured("-c", "library.c", "-o", "library.o")
run(["gcc", "-o", "engine", "engine.c", "decide.o", "library.o"])
tap.point("an engine in the process is told nothing by default", wrong_silence())
tap.point("a test records, whatever HLCOV_FUZZ says", wrong_test())
tap.point("an engine in the process is told of all slots, and of nothing else", wrong_counters())
tap.point("an engine is told of wanted slots alone; damaged goals mean all", wrong_goals())
tap.point("neighbours are joined where ranges are many", wrong_many())
for name in ("gcc", "clang-19"):
    if shutil.which(name):
        tap.point("AFL: %s: a fork server runs inputs, and slots are its map" % name, wrong_server(name))
tap.point("AFL: slots that are not wanted are never new", wrong_unwanted())
if shutil.which("afl-clang-fast"):
    tap.point("AFL: slots behind edges: those that are not wanted are never new", wrong_behind_edges())
tap.point("AFL: a program and its library share the map", wrong_images())
write("many_main.c", "int f(int c);\n#include <stdio.h>\nint main(void) { return f(getchar()) > 5; }\n")
compile_measured("-o", "engine_many_afl", "many_main.c", "many.o")
tap.point("AFL: a map that is too small does no harm", wrong_size())
tap.point("AFL: without a fork server a run fills the map", wrong_plain_run())
tap.point("AFL finds its name in programs", wrong_mark())
shutil.rmtree(work)
tap.finish()
