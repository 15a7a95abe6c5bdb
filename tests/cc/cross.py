#!/usr/bin/python3
"""Other machines than ours: AArch64 by a cross compiler and by clang --target, run by qemu's emulation of a process.
The same is recorded as here. What a machine of that kind does with its own pages and signals is not tested."""
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

ROOT = "/usr/aarch64-linux-gnu"
QEMU = ["qemu-aarch64", "-L", ROOT]
# A compiler for that machine, and the one for ours that writes macros as it does.
COMPILERS = ((["aarch64-linux-gnu-gcc"], ["gcc"]), (["clang-19", "--target=aarch64-linux-gnu"], ["clang-19"]))

# Plain char has no sign there: other conditions can be true.
PROGRAM = """#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static jmp_buf back;
static int (*volatile called)(int);
static int classify(int a, int b, int c) { if ((a && b) || c) return 1; return a || (b && !c); }
static int choose(int x) { switch (x) { case 1: return 5; case 2: x++; default: return x; } }
static void leave(int x) { if (x > 1) longjmp(back, 1); }
static int loop(int n) { int sum = 0; for (int i = 0; i < n; i++) if (i % 3) sum += i; return sum; }
static int recurse(int n) { return n < 2 ? n : recurse(n - 1) + recurse(n - 2); }
static void *thread(void *data)
{
    int n = *(int *)data;
    //! label Bound { value = n } : n > 1
    n = loop(n);
    return n > 3 ? data : NULL;
}
int main(int argc, char **argv)
{
    int sum = 0, n = argc + 1, status;
    pthread_t other;
    for (int i = 1; i < argc; i++)
        called = i % 2 ? choose : loop, sum += classify(i & 1, i & 2, i & 4) + called(atoi(argv[i]));
    if (setjmp(back) == 0)
        leave(argc);
    pthread_create(&other, NULL, thread, &n);
    pthread_join(other, NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(choose(1) + recurse(9) % 2);
    waitpid(child, &status, 0);
    printf("%d %d\\n", sum, WEXITSTATUS(status));
    if (argc > 4)
        abort();
    return argc > 3 ? strlen(argv[3]) > 1 : 0;
}
"""
CRASH = """static int *volatile nowhere;
static __attribute__((noinline)) int fail(int n) { return n + *nowhere; }
static __attribute__((noinline)) int middle(int n) { return 1 + fail(n); }
int main(int argc, char **argv) { (void)argv; return 2 + middle(argc); }
"""
SIGNS = "int main(void) { char c = (char)200; return c < 0 ? 1 : 2; }\n"


def build(directory, compiler, options, source):
    """The program's path; its data lies in `directory`."""
    path = os.path.join(directory, "a.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    subprocess.run([tap.hlcov, "cc", *options, *compiler, "-O1", "-pthread", "-o", "a", "a.c"], check=True,
                   cwd=directory, env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")))
    return os.path.join(directory, "a")


def facts(directory):
    """What became of each objective, by what it is about."""
    printed = subprocess.run([tap.hlcov, "report", "--json=-", "data"], check=True, cwd=directory,
                             capture_output=True, text=True).stdout
    return {(one["criterion"], one["function"], one["line"], one["column"], one["text"], one["value"],
             one["id"].rsplit(":", 1)[1]): one["status"]
            for file in json.loads(printed)["files"] for one in file["objectives"]}


def notes(directory):
    path = os.path.join(directory, "data", "notes.log")
    return [tap.read(path)] if os.path.exists(path) else []


def run_all(directory, program):
    ends = []
    for words in ([], ["1", "2"], ["3", "1", "y"], ["1", "2", "3", "4", "5", "6"]):
        done = subprocess.run([*program, *words], capture_output=True, check=False, cwd=directory)
        # The emulator dies of the program's signal, as the program would.
        ends.append((done.stdout, done.returncode))
    return ends


def check_same(compiler, ours, options):
    with tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as there:
        expected = run_all(here, [build(here, ours, options, PROGRAM)])
        found = run_all(there, [*QEMU, build(there, compiler, options, PROGRAM)])
        problems = notes(there) + ([] if found == expected else ["it ended with %s, not %s" % (found, expected)])
        wanted, recorded = facts(here), facts(there)
        problems += ["%s is %s, and %s here" % (key, recorded.get(key), status) for key, status in wanted.items()
                     if recorded.get(key) != status]
        return problems + ([] if wanted and len(wanted) == len(recorded) else ["%d objectives" % len(recorded)])


def check_signs(compiler):
    """The front end reads C as that machine does."""
    with tempfile.TemporaryDirectory() as directory:
        program = build(directory, compiler, ["--criteria=all"], SIGNS)
        status = subprocess.run([*QEMU, program], check=False).returncode
        covered = [key for key, value in facts(directory).items() if key[0] == "DC" and value == "covered"]
        return notes(directory) + ([] if status == 2 and len(covered) == 1 else ["%d %s" % (status, covered)])


def check_tests(compiler):
    """hlcov run keeps what the emulated program recorded apart."""
    with tempfile.TemporaryDirectory() as directory:
        program = build(directory, compiler, [], PROGRAM)
        for name, words in (("none", []), ("two", ["1", "2"])):
            subprocess.run([tap.hlcov, "run", "--test", name, "--", *QEMU, program, *words], check=True, cwd=directory,
                           stdout=subprocess.DEVNULL, env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")))
        printed = subprocess.run([tap.hlcov, "tests", "--json=-", "data"], check=True, cwd=directory,
                                 capture_output=True, text=True).stdout
        names = sorted(test["name"] for test in json.loads(printed)["tests"])
        return [] if names == ["none", "two"] else ["tests: %s" % names]


def saved_frames(stack):
    """The addresses in the program that its frame pointers lead to, of a stack as FORMATS.md has it."""
    registers = struct.unpack_from("<33Q", stack, 80)
    address, size = struct.unpack_from("<2Q", stack, 40)
    begin, = struct.unpack_from("<Q", stack, 512)
    found, frame = [registers[32]], registers[29]
    while address <= frame <= address + size - 16 and len(found) < 10:
        before, back = struct.unpack_from("<2Q", stack, 8192 + frame - address)
        found.append(back)
        if before <= frame:
            break
        frame = before
    return [one - begin for one in found if 0 <= one - begin < 1 << 20]


def check_crash(compiler):
    """The emulated program saves its stack; here there is no telling who called what, but where it was."""
    with tempfile.TemporaryDirectory() as directory:
        program = build(directory, [*compiler, "-g", "-fno-omit-frame-pointer"], [], CRASH)
        data = os.path.join(directory, "data")
        status = subprocess.run([*QEMU, program], check=False, cwd=directory, stderr=subprocess.DEVNULL,
                                env=dict(os.environ, HLCOV_CRASH="1")).returncode
        with open(os.path.join(data, "%08x.hlk" % os.geteuid()), "rb") as file:
            stack = file.read(73728)
        done = subprocess.run([tap.hlcov, "report", "--details", "data"],
                              check=False, cwd=directory, capture_output=True, text=True)
        problems = [] if status == -signal.SIGSEGV else ["status %d" % status]
        problems += [] if struct.unpack_from("<3I", stack) == (2, 1, 183) else ["saved: %s" % stack[:16].hex()]
        problems += [] if len(saved_frames(stack)) >= 3 else ["frames: %s" % saved_frames(stack)]
        told = "a crashed: SIGSEGV in fail (a.c:2)\n" in done.stdout and "of another kind of machine" in done.stderr
        return problems + ([] if told else [done.stdout + done.stderr])


def check_sample(name, compiler):
    """The sample's own tests, whose program is emulated."""
    with tempfile.TemporaryDirectory() as directory:
        sample = os.path.join(directory, name)
        shutil.copytree(os.path.join(tap.top_srcdir, "samples", name), sample)
        environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
        subprocess.run(["make", "-s", name, "CC=%s cc %s" % (tap.hlcov, " ".join(compiler))], check=True, cwd=sample,
                       env=environment)
        program = os.path.join(sample, name)
        os.rename(program, program + ".there")
        with open(program, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexec %s '%s.there' \"$@\"\n" % (" ".join(QEMU), program))
        os.chmod(program, 0o755)
        done = subprocess.run(["make", "-s", "-o", name, "test"], cwd=sample, capture_output=True, text=True,
                              check=False, env=environment)
        covered = [status for status in facts(directory).values() if status == "covered"]
        problems = notes(directory) + ([] if covered else ["nothing is covered"])
        return problems + ([] if done.returncode == 0 else [done.stdout + done.stderr])


def check_unknown():
    """A machine that we have no runtime for: the build goes on, and a note says why."""
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "a.c"), "w", encoding="utf-8") as file:
            file.write("int f(int a) { return a; }\n")
        done = subprocess.run([tap.hlcov, "cc", "clang-19", "--target=powerpc64le-linux-gnu", "-c", "a.c"], check=False,
                              cwd=directory, env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")))
        said = "".join(notes(directory))
        return [] if done.returncode == 0 and "not on powerpc64le" in said else ["%d %s" % (done.returncode, said)]


for cross, native in COMPILERS:
    tap.point(" ".join(cross) + ": the same as here", check_same(cross, native, []))
    tap.point(" ".join(cross) + ": the same as here, of everything", check_same(cross, native, ["--criteria=all"]))
    tap.point(" ".join(cross) + ": C is read as it is there", check_signs(cross))
    tap.point(" ".join(cross) + ": tests are kept apart", check_tests(cross))
    tap.point(" ".join(cross) + ": the stack is saved", check_crash(cross))
    for sample_name in ("calendar", "ring"):
        tap.point("%s: %s" % (" ".join(cross), sample_name), check_sample(sample_name, cross))
tap.point("a machine without a runtime", check_unknown())
tap.finish()
