#!/usr/bin/python3
"""hlcov_test in a process that `hlcov run` has started: what its tests record is what they record with a file each,
whether the process ends, is killed, forks, crashes, or is read meanwhile. A reader of journals of this script's own,
written after FORMATS.md, agrees with hlcov's."""
import glob
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

PAGE = 4096
RECORD_AT, TEST_AT, TEST_SIZE = 4088, 1124, 1024
INCOMPLETE = 3  # the status of reports that leave something out
MAGIC = b"\x89HLR\r\n\x1a\n"
FNV_BASIS, FNV_PRIME = 0xcbf29ce484222325, 0x100000001b3

# Each word of the command line: +NAME names a test, % none; a digit records; others are said below. This is not
# measured.
MAIN = r"""
#include <hlcov/record.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
void hit(int n);
static void finish(int status) { fflush(stdout); _exit(status); }
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *what = argv[i];
        if (*what == '+' || *what == '%') printf("%d\n", hlcov_test(*what == '+' ? what + 1 : NULL));
        else if (*what >= '0' && *what <= '9') hit(atoi(what));
        else if (!strcmp(what, "die")) { fflush(stdout); kill(getpid(), SIGKILL); }
        else if (!strcmp(what, "crash")) { fflush(stdout); abort(); }
        else if (!strcmp(what, "wait")) { printf("ready\n"); fflush(stdout); getchar(); }
        else if (!strcmp(what, "endless")) // a line for each test that is over
            for (int k = 0;; k++) {
                char name[20];
                sprintf(name, "t%d", k);
                hlcov_test(name);
                hit(k % 10);
                printf("%d\n", k);
                fflush(stdout);
            }
        else if (!strcmp(what, "small")) { // no file may grow beyond 100 bytes
            struct rlimit limit = {100, 100};
            setrlimit(RLIMIT_FSIZE, &limit);
        } else if (!strcmp(what, "many")) { // tests
            for (int k = 0; k < 150; k++) { char name[20]; sprintf(name, "t%d", k); hlcov_test(name); hit(k % 10); }
        } else if (!strncmp(what, "child", 5)) { // what follows up to "end" in a forked process; child&: beside it
            fflush(stdout);
            if (fork()) {
                if (what[5] != '&') wait(NULL);
                for (int depth = 0; strcmp(argv[i], "end") || --depth > 0; i++)
                    depth += !strncmp(argv[i], "child", 5);
            }
        } else if (!strcmp(what, "late")) usleep(300000);
        else if (!strcmp(what, "end")) finish(0);
    }
    while (wait(NULL) > 0) {}
    finish(7);
}
"""
MEASURED = r"""
static int zero(int n) { return n; }
static int one(int n) { return n + 1; }
static int two(int n) { return n > 1 && n < 9 ? 2 : 3; }
static int (*const called[])(int) = {zero, one, two};
int other(int n);
void hit(int n);
static volatile int total;
void hit(int n)
{
    //! label Seen { x = n } : n > 2;
    switch (n) {
    case 0: total += 1; break;
    case 1: total += 2; break;
    case 2: total += 3; break;
    case 3: total += 4; break;
    default: total += 5;
    }
    total += called[n % 3](n) + other(n);
}
"""
OTHER = "int other(int n) { return n == 4 ? 1 : n == 5 ? 2 : 0; }\n"

work = tempfile.mkdtemp()
data = os.path.join(work, "data")
program = os.path.join(work, "program")


def environment(**more):
    return dict(os.environ, HLCOV_DIR=data, HLCOV_CRASH="1", **more)


def hlcov(*words, **options):
    return subprocess.run([tap.hlcov, *words], cwd=work, env=environment(), capture_output=True, text=True, **options)


def forget():
    """Removes what was recorded, not the tables."""
    for name in ("live", "shards"):
        shutil.rmtree(os.path.join(data, name), ignore_errors=True)
    for name in glob.glob(os.path.join(data, "*.hlb")):
        os.remove(name)


def run(words, outer="outer", stop=False):
    """Runs the program as `hlcov run` does, but seals nothing. Returns it, waiting for a line if `stop`, else what it
    printed and its status."""
    started = subprocess.Popen([program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=work,
                               env=environment(**({"HLCOV_TEST": outer} if outer else {})))
    if stop:
        while started.stdout.readline() != "ready\n":
            pass
        return started
    return started.communicate()[0].split(), started.returncode


def add_numbers(found, text):
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", text):
        found.update(range(int(first), int(last or first) + 1))


def facts_of(dumped):
    """{test: {unit id: (slots, tuples)}} of what hlcov dump prints: tests that recorded nothing are left out."""
    found, test, unit = {}, "", None
    for line in dumped.splitlines():
        if line.startswith(("data file", "test ")):
            test = line[5:] if line.startswith("test ") else ""
        match = re.match(r"unit \d+ id=(\w+) slots=\d+ set:(.*)", line)
        if match:
            unit = found.setdefault(test, {}).setdefault(match[1], (set(), set()))
            add_numbers(unit[0], match[2])
        elif line.startswith("  ") and unit is not None:
            unit[1].add(line.strip())
    return {test: units for test, units in found.items() if any(slots or tuples for slots, tuples in units.values())}


def files():
    return sorted(glob.glob(os.path.join(data, "*.hlb")) + glob.glob(os.path.join(data, "live", "*", "*.hlb")))


def recorded():
    """What all data files have, as hlcov reads them."""
    shown = [hlcov("dump", path) for path in files()]
    wrong = [shown_one.stderr for shown_one in shown if shown_one.returncode]
    return (facts_of("".join(shown_one.stdout for shown_one in shown)), wrong)


def journals():
    return glob.glob(os.path.join(data, "live", "*", "journal.hlr"))


# A reader of our own ---------------------------------------------------------------------------------------


def records_of(journal):
    """(offset, name, {index of a word: its bytes}) of each; checks what FORMATS.md says."""
    at, found = 0, []
    while at < len(journal):
        size, checksum, length = struct.unpack_from("<3Q", journal, at + 8)
        body, total = journal[at + 24:at + size], FNV_BASIS
        assert journal[at:at + 8] == MAGIC and size % 8 == 0 and len(body) == size - 24
        for (word,) in struct.iter_unpack("<Q", body):
            total = (total ^ word) * FNV_PRIME % 2 ** 64
        assert total == checksum
        name, place, words = body[8:8 + length].decode(), 8 + (length + 7) // 8 * 8, {}
        while place < len(body):
            first, count = struct.unpack_from("<2I", body, place)
            for i in range(count):
                words[first + i] = body[place + 8 + 8 * i:place + 16 + 8 * i]
            place += 8 + 8 * count
        found.append((at, name, words))
        at += size
    return found


def plain_files(path):
    """A data file of each test, as bytes, of a data file and its journal."""
    with open(path, "rb") as file:
        whole = file.read()
    with open(os.path.join(os.path.dirname(path), "journal.hlr"), "rb") as file:
        records = records_of(file.read())
    named_by = struct.unpack_from("<Q", whole, RECORD_AT)[0]
    empty = bytearray(whole[:PAGE] + bytes(len(whole) - PAGE))
    at = PAGE
    while at < len(whole):
        constant = 40 if whole[at:at + 8] == b"\x89HLS\r\n\x1a\n" else 32
        empty[at:at + constant] = whole[at:at + constant]
        at += struct.unpack_from("<I", whole, at + 24)[0]
    names = [whole[TEST_AT:].split(b"\0")[0].decode()] + [name for _, name, _ in records]
    for name, (_, _, words) in zip(names, records):
        file = bytearray(empty)
        for index, word in words.items():
            file[PAGE + 8 * index:PAGE + 8 * index + 8] = word
        yield with_name(file, name)
    last = [name for at, name, _ in records if at + 1 == named_by]
    yield with_name(bytearray(whole), last[0] if named_by else names[0])


def with_name(file, name):
    file[TEST_AT:TEST_AT + TEST_SIZE] = name.encode().ljust(TEST_SIZE, b"\0")
    total = FNV_BASIS
    for byte in file[:TEST_AT + TEST_SIZE]:
        total = (total ^ byte) * FNV_PRIME % 2 ** 64
    struct.pack_into("<Q", file, TEST_AT + TEST_SIZE, total)
    struct.pack_into("<Q", file, RECORD_AT, 0)
    return file


def recorded_by_us():
    dumped = ""
    for path in files():
        if not os.path.exists(os.path.join(os.path.dirname(path), "journal.hlr")):
            dumped += hlcov("dump", path).stdout
            continue
        for file in plain_files(path):
            with open(os.path.join(work, "plain.hlb"), "wb") as out:
                out.write(file)
            dumped += hlcov("dump", os.path.join(work, "plain.hlb")).stdout
    return facts_of(dumped)


# Tests -----------------------------------------------------------------------------------------------------


def different(found, wanted):
    for test in sorted(set(found) | set(wanted)):
        if found.get(test) != wanted.get(test):
            yield "%r: %s instead of %s" % (test, found.get(test), wanted.get(test))


def compare(name, words, n_journals=1, status=7):
    """The words record the same in a process that has a journal, and in one that has none."""
    forget()
    said, ended = run(words, outer=None)
    plain, wrong = recorded()
    problems = ["without: " + line for line in wrong] + ["a journal without hlcov run"] * bool(journals())
    forget()
    said_too, ended_too = run(["%"] + words)
    found, wrong = recorded()
    ours = recorded_by_us()
    if len(journals()) != n_journals:
        problems.append("%d journals" % len(journals()))
    if (ended, ended_too) != (status, status) or ["0"] + said != said_too:
        problems.append("it ended with %d and %d, said %s and %s" % (ended, ended_too, said, said_too))
    tap.point(name, problems + wrong + list(different(found, plain)) + list(different(ours, plain)))


def test_same():
    compare("tests have what they have with a file each", "+a 1 4 +b 2 3 5 +c 8".split())
    compare("tests that run twice, and none between them", "0 +a 1 % 2 +b 3 +a 5 % 6 +b 7 +b 8".split())
    compare("tests that record nothing", "+a +b +c 1 +d".split())
    compare("a hundred and fifty tests", ["many"])
    compare("the longest name", ["+" + "n" * 1023, "1", "+b", "2"])
    compare("the process is killed", "+a 1 4 +b 2 die".split(), status=-signal.SIGKILL)
    compare("before it records", "+a 1 4 +b die".split(), status=-signal.SIGKILL)


def killed_after(seconds):
    """Kills a process that goes from test to test; returns how many were over, and the differences of these."""
    forget()
    with open(os.path.join(work, "said"), "w+", encoding="utf-8") as said:
        started = subprocess.Popen([program, "endless"], stdout=said, cwd=work, env=environment(HLCOV_TEST="outer"))
        time.sleep(seconds)
        started.kill()
        started.wait()
        said.seek(0)
        over = said.read().count("\n")
    found, wrong = recorded()
    wanted = {"t%d" % k: found.get("t%d" % (k % 10)) for k in range(over)}
    return over, wrong + list(different({test: found.get(test) for test in wanted}, wanted))


def test_kills():
    """At any time: no fact of a test that was over is lost, and none is of another test."""
    draw, problems, most = random.Random(1), [], 0
    for _ in range(int(os.environ.get("ROUNDS", 8))):
        over, wrong = killed_after(draw.uniform(0.01, 0.04))
        problems, most = problems + wrong, max(most, over)
    tap.point("killed at any time", problems[:5] + ["%d tests at most" % most] * (most < 20))


def test_forks():
    compare("a child", "+a 1 child 4 end 2 +b 3".split())
    compare("a child that names tests", "+a 1 +b 2 child 3 +c 4 +a 5 end +d 6".split())
    compare("a child that goes on when the test is over", "+a 1 +b 2 child& late 3 4 late 5 end +c 6 +d 7".split())
    compare("its child does, and it was waited for",
            "+a 1 +b 2 child child& late late 5 end end +c 6 late late late late +d 7".split())
    compare("a child first", "child 1 end +a 2 +b 3".split())
    compare("tests in children, beside each other",
            "+a child& late 1 end +b child& late 2 end +c child& late 3 end +d 4".split(), n_journals=1)


def test_limits():
    compare("no room: then it is of no test", "% +a 1 +b 2 small +c 3 +d 4".split())
    forget()
    os.makedirs(os.path.join(data, "live"))
    os.chmod(os.path.join(data, "live"), 0o500)
    said, ended = run("+a 1 +b 2".split())
    os.chmod(os.path.join(data, "live"), 0o700)
    wanted = ["0", "0"] if os.geteuid() == 0 else ["-1", "-1"]
    tap.point("a directory that cannot be written", [] if (said, ended) == (wanted, 7) else [said, ended])


def test_meanwhile():
    forget()
    started = run("+a 1 +b 2 wait +c 3".split(), stop=True)
    found = recorded()[0]
    tests = hlcov("tests").stdout
    ended = hlcov("run", "--test=beside", "--", "true")
    still = bool(journals()) and recorded()[0] == found
    started.communicate("\n")
    after = recorded()[0]
    tap.point("it is read while the process runs", different({test: found.get(test) for test in "ab"},
                                                             {test: after.get(test) for test in "ab"}))
    tap.point("reports read it", [] if "test a" in tests or "a\n" in tests else [tests])
    tap.point("another test does not seal it", [] if ended.returncode == 0 and still else [ended.stderr, after])
    kept = hlcov("run", "--test=beside", "--", "true")
    left = os.listdir(os.path.join(data, "live"))
    tap.point("the next one does, when it is over", [kept.stderr] * bool(kept.stderr) + left)
    tap.point("and it is all there", [name for name in "abc" if "test %s:" % name not in shown_shards()])


def test_reset():
    forget()
    started = run("+a 1 +b 2 wait +c 3 +d 4".split(), stop=True)
    done = hlcov("reset")
    left = journals() + files()
    said = started.communicate("\n")[0].split()
    found = recorded()[0]
    tap.point("reset while it runs", [done.stderr] * done.returncode + left +
              ([] if said == ["0"] * 2 and set(found) == {"c", "d"} else [said, found]))


def test_sealed():
    """Two shards: of the test that hlcov run named, and of those that the program named."""
    forget()
    words = "1 +a 2 4 +b 3 +a 5".split()
    ended = hlcov("run", "--test=outer", "--", program, *words)
    left, shards = os.listdir(os.path.join(data, "live")), glob.glob(os.path.join(data, "shards", "*"))
    found = facts_of(re.sub(r"^test (.*): .*", r"test \1", shown_shards(), flags=re.M))
    forget()
    run(["+outer"] + words, outer=None)
    tap.point("hlcov run seals it", left + [ended.stderr] * (ended.returncode != 7 or len(shards) != 2) +
              list(different(found, recorded()[0])))


def test_crash():
    forget()
    ended = hlcov("run", "--test=outer", "--", program, *"+a 1 +b 2 +c 3 crash".split())
    dumped = shown_shards()
    crashed = [part.split(":")[0] for part in dumped.split("\ntest ") if "\ncrash signal=6" in part]
    tap.point("a crash is of the test that ran", [] if crashed == ["c"] else [crashed, dumped, ended.stderr])


def shown_shards():
    """What hlcov dump prints of all shards."""
    return "".join(hlcov("dump", path).stdout for path in sorted(glob.glob(os.path.join(data, "shards", "*"))))


def damaged(journal, change):
    with open(journal, "wb") as out:
        out.write(change)
    shown = hlcov("dump", *glob.glob(os.path.join(os.path.dirname(journal), "*.hlb")))
    return shown.returncode, shown.stdout + shown.stderr


def test_damage():
    forget()
    run("+a 1 4 +b 2 +c 3".split())
    journal = journals()[0]
    with open(journal, "rb") as file:
        whole = file.read()
    before = damaged(journal, whole)
    problems = []
    for place in range(0, len(whole), 7):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        status, said = damaged(journal, changed)
        if status != 1 or "the journal of its tests: " not in said:
            problems.append("byte %d: %d, %s" % (place, status, said[-300:]))
    tap.point("each bit that flips is told", problems[:3])
    cuts = [damaged(journal, whole[:size]) for size in range(0, len(whole), 11)]
    tap.point("a journal that is cut is told", [said[-300:] for status, said in cuts if status != 1][:3])
    begun = [damaged(journal, whole + whole[:size]) for size in (1, 8, 31, 40)]
    tap.point("a record that was begun is none", [said[-300:] for status, said in begun if (status, said) != before])
    damaged(journal, whole[:-8])
    shown = hlcov("report")
    tap.point("reports say so", [] if shown.returncode == INCOMPLETE and "the journal of its" in shown.stderr else
              [shown.stderr])
    os.remove(journal)
    shown = hlcov("report")
    tap.point("a missing one is told", [] if shown.returncode == INCOMPLETE and "it names no test" in shown.stderr else
              [shown.stderr])


def main():
    for name, text in (("main.c", MAIN), ("measured.c", MEASURED), ("other.c", OTHER)):
        with open(os.path.join(work, name), "w", encoding="utf-8") as out:
            out.write(text)
    subprocess.run(["gcc", "-I" + os.path.join(tap.top_srcdir, "include"), "-c", "main.c"], cwd=work, check=True)
    built = hlcov("cc", "gcc", "-O1", "-o", program, "main.o", "measured.c", "other.c")
    tap.point("it compiles", [built.stderr] * bool(built.returncode))
    for test in (test_same, test_kills, test_forks, test_limits, test_meanwhile, test_reset, test_sealed, test_crash,
                 test_damage):
        test()
    shutil.rmtree(work)
    tap.finish()


main()
