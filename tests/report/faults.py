#!/usr/bin/python3
"""Makes each allocation and each system call of hlcov report and hlcov merge fail in turn, or a signal come: the
command tells of it on standard error and by its exit status, and what lies under the name of an output is the whole new
file or the former one, or the command did what it does without the fault. It tries no damaged inputs.

FAULTS=N tries about so many of each kind instead of 25, evenly chosen; FAULTS=0 all of them (make check-faults).
"""
import concurrent.futures
import os
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import tap

FAULTS = int(os.environ.get("FAULTS", "25"))
MOST_PROBLEMS = 20
OLD = b"what was there before\n"
# A call that fails, and what then may stay behind: nobody could remove it.
UNLINK = 87
SIGNALS = (signal.SIGTERM, signal.SIGBUS)
# So many system calls have been made at most when signals are handled.
HANDLING = 40
SAMPLE = """
#include <stdlib.h>

static int twice(int n)
{
    return 2 * n;
}

int main(int argc, char **argv)
{
    int (*function)(int) = twice;
    //! label A { v = argc } : argc > 0
    //! hyper Both : < A . A' | v < v' >
    if (argc > 1 && argv[1][0] == 'x')
        argc = function(argc);
    if (argc > 100)
        abort(); //! justify STMT: never so many
    return argc > 3 && argc < 2;
}
"""
RENDERERS = {"html": "pages", "markdown": "a.md", "uncovered": "a.txt", "json": "a.json", "lcov": "a.info",
             "lcov-mcdc": "b.info", "cobertura": "a.xml", "sonarqube": "b.xml", "sarif": "a.sarif", "github": "b.txt",
             "sqlite": "a.db"}


def run(command, **options):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)


def write_list(work):
    """Inputs to merge, of which the last is all, and is read by itself: the others fill a buffer of 4096 bytes."""
    other = os.path.join(work, "data/tables")
    with open(os.path.join(work, "list"), "w", encoding="ascii") as file:
        file.write(2 * (other.rjust(2047, "/") + "\n") + os.path.join(work, "data") + "\n")


def make_inputs(work):
    """A program, its data directory with shards of two tests and with verdicts, and a file of objectives."""
    environment = dict(os.environ, HLCOV_DIR=os.path.join(work, "data"))
    with open(os.path.join(work, "sample.c"), "w", encoding="ascii") as file:
        file.write(SAMPLE)
    write_list(work)
    with open(os.path.join(work, "asked.htol"), "w", encoding="ascii") as file:
        file.write("label Z @ sample.c:14 : argc > 0\nhyper H : Z\n")
    options = {"cwd": work, "env": environment}
    run([tap.hlcov, "cc", "--criteria=all", "gcc", "-o", "sample", "sample.c"], **options)
    run(["./sample", "x"], **options)
    for name in ("one", "two"):
        run([tap.hlcov, "run", "--test", name, "--", "./sample", name], **options)
    run([tap.hlcov, "prune", "sample.c"], **options)
    run(["gcc", "-D_GNU_SOURCE", "-O1", "-Wall", "-shared", "-fPIC", "-o", "fail.so",
         os.path.join(tap.top_srcdir, "tests/tools/fail.c")], **options)


class Server:
    """Runs a command with faults, see fail.c: in a directory of its own, with the former outputs."""

    def __init__(self, work, name, command, outputs):
        self.directory, self.outputs = os.path.join(work, name), outputs
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=work,
            env=dict(os.environ, LD_PRELOAD=os.path.join(work, "fail.so"), SOURCE_DATE_EPOCH="1"))

    def fresh(self):
        shutil.rmtree(self.directory, ignore_errors=True)
        os.mkdir(self.directory)
        for output in self.outputs:
            path = os.path.join(self.directory, output)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(OLD)

    def run(self, kind, number, variant):
        """The status as waitpid has it, allocations, the call that failed."""
        self.fresh()
        self.process.stdin.write("%s %d %d %s\n" % (kind, number, variant, self.directory))
        self.process.stdin.flush()
        return tuple(int(word) for word in self.process.stdout.readline().split()[:3])

    def files(self):
        """Path below the directory: content, of all files."""
        found = {}
        for place, _, names in os.walk(self.directory):
            for name in names:
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.directory)] = file.read()
        return found

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Clean:
    """What a command does without a fault."""

    def __init__(self, server):
        self.status, self.allocations, _ = server.run("call", 0, 0)
        self.files = server.files()
        lines = self.files.pop("calls").decode().split()
        self.calls = [(i + 1, variant) for i, n in enumerate(lines) for variant in range(int(n))]


def wrong_files(clean, files, failed, call):
    """What is wrong with the outputs; all of them must be the new ones unless it failed."""
    for path in sorted(set(files) - set(clean.files)):
        if call != UNLINK:
            yield "%s was left behind" % path
    for path, content in sorted(clean.files.items()):
        found = files.get(path)
        new = found == content
        if path in ("stdout", "stderr"):
            if not failed and not new:
                yield "%s has changed: %r" % (path, found[:300])
        elif not new and not (failed and (found == OLD or found is None)):
            yield "%s is %s" % (path, "missing" if found is None else "the former" if found == OLD else "neither")


def problems_of(clean, server, status, call, sent):
    """What is wrong after one fault, or after the signal that was sent."""
    files = server.files()
    said = files.get("stderr", b"")
    failed = status != clean.status
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == sent:
        pass
    elif os.WIFSIGNALED(status):
        yield "it died of %s: %r" % (signal.Signals(os.WTERMSIG(status)).name, said[-200:])
    elif failed and os.WEXITSTATUS(status) not in (1, 3):
        yield "its exit status is %d: %r" % (os.WEXITSTATUS(status), said[-200:])
    elif failed and b"hlcov" not in said:
        yield "it says %r" % said[-200:]
    if failed and os.WIFEXITED(status) and os.WEXITSTATUS(status) == 3:
        return  # an input was left out, and named: all is written of the rest
    yield from wrong_files(clean, files, failed, call)


def chosen(faults):
    """Some of them, or all, in another order than they came, so that all parts of a run are met early."""
    step = max(1, len(faults) // FAULTS) if FAULTS else 1
    return faults[::step]


def deadly(kind, number, variant):
    """The signal that the command may die of: SIGBUS, which comes of files that are cut, only before it is handled."""
    return variant if kind == "signal" and (variant == signal.SIGTERM or number <= HANDLING) else None


def try_faults(work, name, command, outputs, faults):
    server = Server(work, name, command, outputs)
    clean, found = Clean(server), []
    for kind, number, variant in faults:
        status, _, call = server.run(kind, number, variant)
        for problem in problems_of(clean, server, status, call, deadly(kind, number, variant)):
            found.append("%s %d %d (call %d): %s" % (kind, number, variant, call, problem))
    server.close()
    return found


def try_command(work, name, arguments, outputs):
    command = [tap.hlcov_more] + arguments
    server = Server(work, name, command, outputs)
    clean, again = Clean(server), Clean(server)
    server.close()
    tap.point("%s: does the same again" % name, [] if clean.files == again.files else ["the outputs differ"])
    tap.point("%s: is done" % name, [] if clean.status == 0 else [clean.files["stderr"]])
    memory = range(1, clean.allocations + 1)
    kinds = {"memory": [("memory", n, 0) for n in memory], "memory, from then on": [("memory", n, 1) for n in memory],
             "system calls": [("call", n, variant) for n, variant in clean.calls],
             "signals": [("signal", n, SIGNALS[n // 3 % 2]) for n, variant in clean.calls if variant == 0]}
    for kind, faults in kinds.items():
        some, jobs = chosen(faults), []
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for half in (0, 1):
                jobs.append(pool.submit(try_faults, work, "%s%d" % (name, half), command, outputs, some[half::2]))
        found = [problem for job in jobs for problem in job.result()]
        more = len(found) - MOST_PROBLEMS
        tap.point("%s: %s: %d of %d" % (name, kind, len(some), len(faults)),
                  found[:MOST_PROBLEMS] + (["and %d more" % more] if more > 0 else []))


def main():
    with tempfile.TemporaryDirectory() as work:
        make_inputs(work)
        data, asked = os.path.join(work, "data"), os.path.join(work, "asked.htol")
        report = ["report", "-r", work, "--criteria", "fc,stmt,bc,cacc,auc,user", "--objectives", asked]
        for option, file in RENDERERS.items():
            outputs = [file] if option != "html" else []
            try_command(work, option, report + ["--" + option, file, data], outputs)
        badges = ["-q", "--badge", "a.svg", "--badge", "a.json", os.path.join(work, "sample")]
        try_command(work, "badges", report + badges + [data], ["a.svg", "a.json"])
        try_command(work, "merge", ["merge", "-o", "a.hls", "@" + os.path.join(work, "list")], ["a.hls"])
    tap.finish()


main()
