#!/usr/bin/python3
"""Gives damaged inputs to the real hlcov report, merge and compare: tables, data files, shards, verdicts, scripts,
sources and reports, each of a valid project and then changed. Whatever the change, the command ends within a minute by
one of its exit statuses, says why if it failed, takes less than 1 GiB, and writes no file but those that it was asked
for. Half of the changes are made to what is packed, and fit the checksums around it.

COUNT=N tries so many changes instead of 300, SEED=N others (make check-mutations).
"""
import concurrent.futures
import ctypes
import hashlib
import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import tap

COUNT, SEED = int(os.environ.get("COUNT", "300")), int(os.environ.get("SEED", "1"))
MOST_KIB, MOST_PROBLEMS = 1 << 20, 20
EXTREMES = (0, 1, 2, 3, 7, 127, 128, 255, 256, 1 << 14, 1 << 16, 1 << 20, 1 << 26, (1 << 26) + 1, (1 << 31) - 1,
            1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
STRINGS = (b"", b"../../escaped", b"/dev/null", b"/dev/zero", b"x" * 5000, b"\xff\xfe", b"<script>", b"a\nb", b"%s%n",
           b".", b"..", b"a/" * 300, b"main", b"\xe2\x80\xae", b"-", b"&amp;\"'")
zstd = ctypes.CDLL("libzstd.so.1")
zstd.ZSTD_compressBound.restype = zstd.ZSTD_compress.restype = zstd.ZSTD_decompress.restype = ctypes.c_size_t


# Formats: FORMATS.md

def fnv(data):
    total = 0xcbf29ce484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return struct.pack("<Q", total)


def pack(data):
    size = zstd.ZSTD_compressBound(ctypes.c_size_t(len(data)))
    out = ctypes.create_string_buffer(size)
    used = zstd.ZSTD_compress(out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)), 1)
    return out.raw[:used]


def unpack(data, size):
    out = ctypes.create_string_buffer(max(size, 1))
    used = zstd.ZSTD_decompress(out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)))
    return out.raw[:size] if used == size else b""


def sealed_table(data, change):
    """A table whose rows are changed, with the id that it has then."""
    rows = change(unpack(data[40:], struct.unpack_from("<I", data, 16)[0]))
    packed = pack(rows)
    short = rows and rows[0] < 128
    place, = struct.unpack("<Q", fnv(rows[1:1 + rows[0]] if short else b""))
    header = data[:12] + struct.pack("<III", len(packed), len(rows), (place ^ place >> 32) & 0xffffffff)
    return header + hashlib.sha256(packed).digest()[:16] + packed


def sealed_data(data, change):
    """A data file that is changed, most often in its header or where it is not empty."""
    data = bytearray(change(data))
    if len(data) >= 4096:
        data[1116:1124] = fnv(data[:1116])
        data[2148:2156] = fnv(data[:2148])
    return bytes(data)


def sealed_shard(data, change):
    """A shard of one block, the first, whose body is changed."""
    packed, unpacked = struct.unpack_from("<QQ", data, 24)
    body = data[48:48 + packed]
    body = pack_body(change(unpack(body, unpacked))) if unpacked else (change(body), 0)
    header = data[:16] + struct.pack("<IIQQ", 0, 1, len(body[0]), body[1])
    return header + fnv(header + body[0]) + body[0]


def pack_body(body):
    return pack(body), len(body)


SEALED = {"hlt": sealed_table, "hlb": sealed_data, "hls": sealed_shard}


# Changes

def leb(number):
    out = bytearray()
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out) + bytes([number])


class Changer:
    """Makes one to four changes to bytes; which, the random numbers say."""

    def __init__(self, rng):
        self.rng = rng
        self.kinds = [self.flip, self.number, self.fixed, self.cut, self.drop, self.double, self.move, self.text,
                      self.noise]

    def __call__(self, data):
        for _ in range(self.rng.choice((1, 1, 1, 2, 4))):
            data = self.rng.choice(self.kinds)(data) if data else data
        return data

    def at(self, data):
        """A place; of large files rather one that is not empty."""
        place = self.rng.randrange(len(data))
        for _ in range(4):
            if data[place]:
                break
            place = self.rng.randrange(min(len(data), 1 << self.rng.randrange(1, 20)))
        return place

    def span(self, data):
        place = self.at(data)
        return place, min(len(data), place + self.rng.choice((1, 2, 4, 8, 16, 64, 256, 4096)))

    def flip(self, data):
        place = self.at(data)
        return data[:place] + bytes([data[place] ^ 1 << self.rng.randrange(8)]) + data[place + 1:]

    def number(self, data):
        """A number of variable length becomes another."""
        place = end = self.at(data)
        while end + 1 < len(data) and data[end] & 128:
            end += 1
        return data[:place] + leb(self.rng.choice(EXTREMES)) + data[end + 1:]

    def fixed(self, data):
        place, size = self.at(data), self.rng.choice((1, 2, 4, 8))
        value = self.rng.choice(EXTREMES) & (1 << 8 * size) - 1
        return data[:place] + value.to_bytes(size, "little") + data[place + size:]

    def cut(self, data):
        return data[:self.at(data)]

    def drop(self, data):
        first, end = self.span(data)
        return data[:first] + data[end:]

    def double(self, data):
        first, end = self.span(data)
        return data[:end] + data[first:end] * self.rng.choice((1, 1, 2, 50)) + data[end:]

    def move(self, data):
        (first, end), place = self.span(data), self.at(data)
        return data[:place] + data[first:end] + data[place + end - first:]

    def text(self, data):
        """A text with its length before it becomes another."""
        found = [match for match in re.finditer(rb"[\x20-\x7e]{2,}", data)]
        if not found:
            return data
        match, new = self.rng.choice(found), self.rng.choice(STRINGS)
        first = match.start()
        if first > 0 and data[first - 1] == match.end() - first:
            return data[:first - 1] + leb(len(new)) + new + data[match.end():]
        return data[:first] + new + data[match.end():]

    def noise(self, data):
        first, end = self.span(data)
        return data[:first] + self.rng.randbytes(end - first) + data[end:]


def changed(name, data, rng):
    """The bytes of the file of that name, changed; and the id of its table if that is another now."""
    change, sealed = Changer(rng), SEALED.get(name.rsplit(".", 1)[-1])
    return sealed(data, change) if sealed and rng.random() < 0.5 else change(data)


# Runs

SAMPLE = """
#include <stdlib.h>

static int twice(int n)
{
    return 2 * n;
}

int main(int argc, char **argv)
{
    int (*function)(int) = twice, i;
    //! label A { v = argc } : argc > 0
    //! hyper Both : < A . A' | v < v' >
    if (argc > 1 && argv[1][0] == 'x')
        argc = function(argc);
    for (i = 0; i < argc; i++)
        if (argc > 100)
            abort(); //! justify STMT: never so many
    return argc > 3 && argc < 2;
}
"""


def run(command, **options):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)


def make_inputs(work):
    """in/ with all kinds of inputs, and what runs the commands."""
    inputs = os.path.join(work, "in")
    os.mkdir(inputs)
    environment = dict(os.environ, HLCOV_DIR=os.path.join(inputs, "data"))
    options = {"cwd": inputs, "env": environment}
    for name, text in (("sample.c", SAMPLE), ("asked.htol", "label Z @ sample.c:14 : argc > 0\nhyper H : Z\n")):
        with open(os.path.join(inputs, name), "w", encoding="ascii") as file:
            file.write(text)
    run([tap.hlcov, "cc", "--criteria=all", "--tuples=4", "gcc", "-o", "sample", "sample.c"], **options)
    run(["./sample", "x"], **options)
    for name in ("one", "two"):
        run([tap.hlcov, "run", "--test", name, "--", "./sample", name], **options)
    run([tap.hlcov, "prune", "sample.c"], **options)
    run([tap.hlcov, "report", "-q", "-r", ".", "--json", "report.json", "data"], **options)
    os.remove(os.path.join(inputs, "sample"))
    run(["gcc", "-D_GNU_SOURCE", "-O1", "-Wall", "-shared", "-fPIC", "-o", os.path.join(work, "fail.so"),
         os.path.join(tap.top_srcdir, "tests/tools/fail.c")])


def files_of(directory):
    return {os.path.relpath(os.path.join(place, name), directory)
            for place, _, names in os.walk(directory) for name in names}


# What each report leaves for the next one.
SCORES = "in/data/scores"


class Runner:
    """A command in a directory of its own, with its own inputs; fail.c runs it."""

    OUTPUTS = {"stdout", "stderr"}

    def __init__(self, work, name, arguments, targets, outputs):
        self.above = os.path.join(work, name)
        self.directory = os.path.join(self.above, "a", "b")
        self.inputs = os.path.join(self.directory, "in")
        os.makedirs(os.path.dirname(self.inputs))
        shutil.copytree(os.path.join(work, "in"), self.inputs)
        self.before = files_of(self.above)
        self.targets = sorted(path for path in files_of(self.inputs) if path.endswith(targets))
        self.outputs = tuple(os.path.join("a", "b", output) for output in (*outputs, "stdout", "stderr", SCORES))
        environment = dict(os.environ, LD_PRELOAD=os.path.join(work, "fail.so"))
        self.process = subprocess.Popen([tap.hlcov_more] + arguments, env=environment, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def run(self):
        self.process.stdin.write("memory 0 0 %s\n" % self.directory)
        self.process.stdin.flush()
        return [int(word) for word in self.process.stdout.readline().split()]

    def problems(self, changed_file):
        status, _, _, kib = self.run()
        with open(os.path.join(self.directory, "stderr"), "rb") as file:
            said = file.read()
        if os.WIFSIGNALED(status):
            yield "it died of %s: %r" % (signal.Signals(os.WTERMSIG(status)).name, said[-300:])
        elif os.WEXITSTATUS(status) > 3:
            yield "its exit status is %d" % os.WEXITSTATUS(status)
        elif os.WEXITSTATUS(status) % 2 and not said.startswith(b"hlcov "):
            yield "it failed and said %r" % said[-300:]
        if kib > MOST_KIB:
            yield "it took %d KiB" % kib
        for path in sorted(files_of(self.above) - self.before):
            if not path.startswith(self.outputs) and path != changed_file:
                yield "it wrote %s" % path
        yield from self.wrong_json()

    def wrong_json(self):
        path = os.path.join(self.directory, "out.json")
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as file:
            try:
                json.load(file)
            except ValueError as fault:
                yield "out.json is none: %s" % fault

    def clean(self):
        shutil.rmtree(os.path.join(self.directory, "out"), ignore_errors=True)
        for name in os.listdir(self.directory):
            if name.startswith("out."):
                os.remove(os.path.join(self.directory, name))

    def try_change(self, number):
        """What is wrong after the change of that number."""
        rng = random.Random("%d %d %s" % (SEED, number, self.above.rsplit("/", 1)[-1]))
        path = os.path.join(self.inputs, rng.choice(self.targets))
        with open(path, "rb") as file:
            before = file.read()
        after = changed(path, before, rng)
        new = self.place_of(path, before, after)
        with open(new, "wb") as file:
            file.write(after)
        found = ["SEED=%d, change %d of %s: %s" % (SEED, number, os.path.relpath(new, self.inputs), problem)
                 for problem in self.problems(os.path.relpath(new, self.above))]
        self.restore(path, new, before)
        self.clean()
        return found

    def restore(self, path, new, before):
        with open(path, "wb") as file:
            file.write(before)
        if new != path:
            os.remove(new)
            self.rename_units(after_id(new), after_id(path))

    def rename_units(self, old, new):
        """Data files are of the table with another id now."""
        for path in self.data():
            with open(path, "rb") as file:
                data = file.read()
            with open(path, "wb") as file:
                file.write(data.replace(old, new))

    def data(self):
        directory = os.path.join(self.inputs, "data")
        return [os.path.join(directory, name) for name in os.listdir(directory) if name.endswith(".hlb")]

    def place_of(self, path, before, after):
        """Where the changed file belongs: a table lies under its id, and what was recorded is of that."""
        if not path.endswith(".hlt") or before[24:40] == after[24:40] or len(after) < 40:
            return path
        os.remove(path)
        self.rename_units(before[24:40], after[24:40])
        return os.path.join(os.path.dirname(path), after[24:40].hex() + ".hlt")

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def after_id(path):
    return bytes.fromhex(os.path.basename(path)[:32])


REPORT = ["report", "-r", "in", "in/data"]
PROJECT = (".hlt", ".hlb", ".hls", ".hlv", ".htol", ".c")
# Commands, the inputs of each that are changed, its outputs, and its share of all changes.
COMMANDS = {
    "report --json": (REPORT + ["--objectives", "in/asked.htol", "--json", "out.json"], PROJECT, ("out.",), 0.5),
    "report --html": (REPORT + ["-q", "--html", "out", "--markdown", "out.md", "--uncovered", "out.txt"], PROJECT,
                      ("out/", "out."), 0.2),
    "report of other formats": (REPORT + ["-q", "--lcov-mcdc", "out.info", "--cobertura", "out.xml", "--sarif",
                                          "out.sarif", "--github", "out.txt", "--sqlite", "out.db"], PROJECT, ("out.",),
                                0.1),
    "merge": (["merge", "-q", "-o", "out.hls", "--map", "/nowhere=/elsewhere", "in/data"], (".hlt", ".hlb", ".hls"),
              ("out.",), 0.1),
    "compare": (["compare", "--json", "out.json", "in/report.json", "in/report.json"], (".json",), ("out.",), 0.1),
}


def try_changes(work, name, half, count):
    arguments, targets, outputs, _ = COMMANDS[name]
    runner, found = Runner(work, "%s%d" % (re.sub(r"\W", "", name), half), arguments, targets, outputs), []
    for number in range(count):
        found += runner.try_change(number)
    runner.close()
    return found


def try_command(work, name):
    count = max(1, int(COUNT * COMMANDS[name][3] / 2))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(try_changes, work, name, half, count) for half in (0, 1)]
    found = [problem for job in jobs for problem in job.result()]
    more = len(found) - MOST_PROBLEMS
    tap.point("hlcov %s of %d changed inputs" % (name, 2 * count),
              found[:MOST_PROBLEMS] + (["and %d more" % more] if more > 0 else []))


# The helpers themselves: damage that is found by a checksum tests no decoder

def packing_faults():
    for data in (b"", b"a", bytes(range(256)) * 100, random.Random(1).randbytes(100000)):
        if unpack(pack(data), len(data)) != data:
            yield "%d bytes are not unpacked to what was packed" % len(data)


def rename(data):
    """A change that every decoder notices, and that is no damage: the sample's function gets another name."""
    return data.replace(b"twice", b"three").replace(b"/sample", b"/simple")


def sealing_faults(work):
    """What was sealed again is read, with what was changed in it."""
    for kind, text in (("hlt", b"three"), ("hls", b"/simple"), ("hlb", b"/simple")):
        paths = [path for path in files_of(os.path.join(work, "in")) if path.endswith("." + kind)]
        if not paths:
            yield "there is no input of kind " + kind
        for path in paths:
            with open(os.path.join(work, "in", path), "rb") as file:
                after = SEALED[kind](file.read(), rename)
            with open(os.path.join(work, "sealed." + kind), "wb") as file:
                file.write(after)
            dumped = subprocess.run([tap.hlcov, "dump", file.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    check=False)
            if dumped.returncode or text not in dumped.stdout:
                yield "%s: exit status %d, %r" % (path, dumped.returncode, dumped.stdout[-300:])


def main():
    with tempfile.TemporaryDirectory() as work:
        make_inputs(work)
        tap.point("what is packed is unpacked again", packing_faults())
        tap.point("what is sealed again is read", sealing_faults(work))
        for name in COMMANDS:
            try_command(work, name)
    tap.finish()


main()
