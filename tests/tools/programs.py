#!/usr/bin/python3
"""hlcov is two programs, and nobody can tell: each command runs from the build, by links, and where it was installed or
moved to; without the second program those of the first still run, and the others say what is missing. It does not look
at what commands do."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

ROW = re.compile(r'^COMMAND\((\w+), "([^"]+)"', re.M)
COMMANDS = [(name, place) for place, name in ROW.findall(tap.read("tools/shared/commands.def"))]
MORE = [name for name, place in COMMANDS if place == "IN_MORE"]


def run(program, *arguments, **options):
    return subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, **options)


def help_faults(program, names, **options):
    for name in names:
        done = run(program, name, "--help", **options)
        if done.returncode != 0 or done.stderr or not done.stdout.startswith("Usage: hlcov %s" % name):
            yield "%s: status %d, %r, %r" % (name, done.returncode, done.stdout[:50], done.stderr)


def all_faults(program, **options):
    """What is wrong if all commands must run."""
    yield from help_faults(program, [name for name, _ in COMMANDS], **options)
    with tempfile.TemporaryDirectory() as empty:
        gone = os.path.join(empty, "gone")
        wrong = run(program, "dump", gone, **options)
    if wrong.returncode != 1 or not wrong.stderr.startswith("hlcov dump: %s: " % gone):
        yield "dump: status %d, %r" % (wrong.returncode, wrong.stderr)


def words_faults():
    """The second program has the words that the first was called with, and its place in the list of processes. The
    kernel names the new program a moment before it tells its words."""
    stopped = subprocess.Popen([tap.hlcov, "merge", "-", "-o", os.devnull], stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, bufsize=0)
    seen, words = b"", []
    while not (b"hlcov-more" in seen and words) and stopped.poll() is None:
        seen = os.readlink(b"/proc/%d/exe" % stopped.pid)
        words = tap.read("/proc/%d/cmdline" % stopped.pid).split("\0")[:-1]
    stopped.communicate()
    if words != [tap.hlcov, "merge", "-", "-o", os.devnull]:
        yield "its words are %s" % words


def missing_faults(program, said):
    """What is wrong where the second program cannot be run, of which is said what matches `said`."""
    yield from help_faults(program, [name for name, place in COMMANDS if place == "IN_HLCOV"])
    for name in MORE:
        for words in ([name], [name, "--help"], ["help", name]):
            done = run(program, *words)
            if done.returncode != 1 or done.stdout or not re.fullmatch("hlcov %s: %s\n" % (name, said), done.stderr):
                yield "%s: status %d, %r, %r" % (" ".join(words), done.returncode, done.stdout, done.stderr)
    for words, status in ((["--version"], 0), (["--help"], 0), (["run", "--test=t", "--", "true"], 0),
                          (["run", "--test=t", "--", "false"], 1), (["cc", "gcc", "--version"], 0)):
        done = run(program, *words, cwd=os.path.dirname(program))
        if done.returncode != status or done.stderr:
            yield "%s: status %d, %r" % (" ".join(words), done.returncode, done.stderr)


def refused_faults():
    for words in ([], ["run", "true"], ["--version"], ["no-such-command"]):
        done = run(tap.hlcov_more, *words)
        if done.returncode != 1 or done.stdout or not done.stderr.startswith("hlcov-more: "):
            yield "%s: status %d, %r" % (" ".join(words), done.returncode, done.stderr)


def link(work, to):
    """A link to it, in a directory of its own."""
    directory = tempfile.mkdtemp(dir=work)
    os.symlink(to, os.path.join(directory, "hlcov"))
    return os.path.join(directory, "hlcov")


def install(destination):
    """Where hlcov is then."""
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    done = run("make", "-s", "-C", tap.top_builddir, "install", "DESTDIR=" + destination, env=environment)
    found = run("find", destination, "-name", "hlcov", "-type", "f", "-path", "*/bin/*").stdout.split()
    tap.point("make install DESTDIR", [] if done.returncode == 0 and len(found) == 1 else [done.stderr, *found])
    return found[0]


def try_copies(work):
    shutil.copy(tap.hlcov, os.path.join(work, "hlcov"))
    alone = os.path.join(work, "hlcov")
    tap.point("the second program is missing", missing_faults(
        alone, r"hlcov-more, which this command needs, is neither in %s nor in %s/\S+" % (work, work)))
    more = os.path.join(work, "hlcov-more")
    with open(more, "w", encoding="ascii"):
        tap.point("the second program is no program", missing_faults(
            alone, "%s: cannot be run: Permission denied" % more))


def try_installed(work):
    path = install(os.path.join(work, "installed"))
    tap.point("installed", all_faults(path))
    tap.point("by a link to what is installed", all_faults(link(work, path)))
    moved = os.path.join(work, "moved")
    os.rename(os.path.join(work, "installed"), moved)
    path = path.replace(os.path.join(work, "installed"), moved)
    tap.point("installed, and moved", all_faults(path))


with tempfile.TemporaryDirectory() as directory:
    work = os.path.realpath(directory)
    tap.point("there are commands of both programs", [] if 0 < len(MORE) < len(COMMANDS) else [str(COMMANDS)])
    tap.point("where it is", all_faults(tap.hlcov))
    once = link(work, tap.hlcov)
    tap.point("by a link", all_faults(once))
    twice = link(work, os.path.relpath(once, tempfile.mkdtemp(dir=work)))
    tap.point("by a link to a link", all_faults(twice))
    tap.point("found in PATH", all_faults("hlcov", cwd=work, env=dict(
        os.environ, PATH=os.path.dirname(once) + ":" + os.environ["PATH"])))
    tap.point("words are handed on", words_faults())
    tap.point("the second program, called by others", refused_faults())
    try_copies(work)
    try_installed(work)
tap.finish()
