#!/usr/bin/python3
"""What commands show on a terminal while they work. When something is shown is a matter of
tests/unit/test_progress; here reports are held up until they have taken long enough: they write into pipes that nobody
opens for a while."""
import os
import pty
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

LONG_ENOUGH = 1.1  # more than COMMAND_PROGRESS_FIRST


class Terminal:
    """A terminal that a command has as its standard error."""

    def __init__(self):
        self.master, self.slave = pty.openpty()
        self.bytes = b""
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        try:
            while chunk := os.read(self.master, 4096):
                self.bytes += chunk
        except OSError:  # the command has closed it
            pass

    def end(self):
        """What was written, and what can be seen in the end."""
        os.close(self.slave)
        self.reader.join()
        os.close(self.master)
        screen = []
        for line in self.bytes.decode().replace("\r\n", "\n").split("\n"):
            shown = ""
            for part in line.split("\r"):
                shown = part + shown[len(part):]
            screen.append(shown.rstrip())
        return self.bytes.decode(), "\n".join(screen).strip("\n")


def hold_up(mode, first, second):
    """Opens the pipes, the second one when the command has been busy for long enough."""
    for number, path in enumerate((first, second)):
        time.sleep(number * LONG_ENOUGH)
        with open(path, mode) as pipe:  # after the first one the command is there, and its clock runs
            if mode == "rb":
                pipe.read()


def slow(directory, mode, command):
    """Runs a command with standard error on a terminal, which opens the pipes first and second in the mode, in this
    order: its output, what was written to the terminal, what is seen there."""
    signal.alarm(60)  # a command that opens no pipe leaves us waiting for it
    pipes = [os.path.join(directory, name) for name in ("first", "second")]
    for pipe in pipes:
        os.mkfifo(pipe)
    terminal = Terminal()
    with subprocess.Popen(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=terminal.slave, text=True) as process:
        hold_up(mode, *pipes)
        output = process.stdout.read()
    for pipe in pipes:
        os.remove(pipe)
    signal.alarm(0)
    return (output, *terminal.end())


def slow_report(directory, *options):
    return slow(directory, "rb", [tap.hlcov, "report", "--json=first", "--lcov=second", *options, "data"])


def slow_merge(directory, *options):
    return slow(directory, "wb", [tap.hlcov, "merge", *options, "-o", "all.hls", "@first", "@second", "data"])


def busy_faults(directory):
    output, written, seen = slow_report(directory, "--sarif=sarif", "--html=html")
    if "\rwriting sarif" not in written:
        yield "nothing is said: %r" % written
    if seen:
        yield "in the end it says %r" % seen
    if "TOTAL" not in output or "writing" in output:
        yield "the summary is: " + output


def error_faults(directory):
    _, written, seen = slow_report(directory, "--sarif=sarif", "--fail-under=STMT=100")
    if "writing sarif" not in written or not seen.startswith("hlcov report: statements ") or "writing" in seen:
        yield "what is seen in the end: %r" % seen


def quiet_faults(directory):
    output, written, _ = slow_report(directory, "--sarif=sarif", "--quiet")
    if written or output:
        yield "%r %r" % (written, output)


def merge_faults(directory):
    output, written, seen = slow_merge(directory)
    if "\rreading (1)" not in written or seen or output:
        yield "%r, in the end %r" % (written, seen)
    _, written, _ = slow_merge(directory, "--quiet")
    if written:
        yield "--quiet: %r" % written


def fast(directory, *command):
    """Runs a command with a clock that goes two seconds each time it is asked: its output, what was written to the
    terminal, what is seen there."""
    clock, library = os.path.join(directory, "clock.c"), os.path.join(directory, "clock.so")
    with open(clock, "w", encoding="utf-8") as file:
        file.write("#include <time.h>\nint clock_gettime(clockid_t id, struct timespec *now)\n{\n"
                   "    static long calls;\n    (void)id;\n    *now = (struct timespec){1000 + 2 * calls++, 0};\n"
                   "    return 0;\n}\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, clock], check=True)
    terminal = Terminal()
    done = subprocess.run([tap.hlcov, *command], cwd=directory, stdin=subprocess.DEVNULL, check=False,
                          stdout=subprocess.PIPE, stderr=terminal.slave, text=True,
                          env=dict(os.environ, LD_PRELOAD=library))
    return (done.stdout, *terminal.end())


def other_faults(directory, *command):
    output, written, seen = fast(directory, *command)
    if "\rjudging functions (" not in written:
        yield "nothing is said: %r" % written
    if "judging" in seen or "\r" in output or not output and not seen:
        yield "%r, in the end %r" % (output, seen)


def model_faults(directory):
    """The report's own model, and one that all formats about lines have in common."""
    _, written, _ = fast(directory, "report", "--lcov=lcov", "--cobertura=cobertura", "--sonarqube=sonarqube", "data")
    if written.count("\rjudging functions (0 of ") != 2:
        yield written


def prune_faults(directory):
    """The second of two files is begun when the first has taken long enough: its compiler waits."""
    compiler = os.path.join(directory, "compiler")
    with open(compiler, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nsleep %s\nexec cc "$@"\n' % LONG_ENOUGH)
    os.chmod(compiler, 0o755)
    for name in ("p.c", "q.c"):
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write("int f(int a) { return a > 0; }\n")
    terminal = Terminal()
    done = subprocess.run([tap.hlcov, "prune", "p.c", "q.c"], cwd=directory, stdin=subprocess.DEVNULL, check=False,
                          stdout=subprocess.PIPE, stderr=terminal.slave, text=True,
                          env=dict(os.environ, CC=compiler, HLCOV_DIR=os.path.join(directory, "none")))
    written, seen = terminal.end()
    if "\rproving (1 of 2)" not in written or "proving" in seen or done.stdout.count("infeasible") != 2:
        yield "%r, in the end %r; output %r" % (written, seen, done.stdout)


with tempfile.TemporaryDirectory() as top:
    subprocess.run([os.path.join(tap.top_builddir, "tests/golden/make_input"), top], check=True)
    tap.point("what takes long is shown, and removed in the end", busy_faults(top))
    tap.point("errors do not stand behind it", error_faults(top))
    tap.point("--quiet shows nothing", quiet_faults(top))
    tap.point("hlcov merge shows what it reads, if not --quiet", merge_faults(top))
    for name in ("next", "tests"):
        tap.point("hlcov %s shows what it does" % name, other_faults(top, name, "data"))
    tap.point("hlcov compare does", other_faults(top, "compare", "data", "data"))
    tap.point("formats about the same criteria are written from one model", model_faults(top))
    tap.point("hlcov prune shows how many files it is done with", prune_faults(top))
    tap.finish()
