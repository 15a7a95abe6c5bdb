#!/usr/bin/python3
"""hlcov merge between hosts: shards by pipes, whole, cut short anywhere, with flipped bits and byte by byte; full disks
and limits of files; nothing of the place, the time or the host in what comes out. What is lost is named, the rest kept.

SEED (1) chooses bits and places.
"""
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

SEED, CUTS, FLIPS = int(os.environ.get("SEED") or 1), 40, 60
MAGIC = b"\x89HLP\r\n\x1a\n"
PROGRAM = "int main(int argc, char **argv)\n{\n    (void)argv;\n    return argc > 3 ? 1 : argc == 2;\n}\n"


def run(*words, data="data", **more):
    return subprocess.run([tap.hlcov, *words], env=dict(os.environ, HLCOV_DIR=os.path.abspath(data)),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **more)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def make():
    """Shards of three hosts, with tests, proofs and notes; the third has the others' as well."""
    write("program.c", PROGRAM.encode())
    assert run("cc", "gcc", "-o", "program", "program.c").returncode == 0
    for k in range(2):
        shutil.copytree("data", "host%d" % k)
        run("run", "--test=t%d" % k, "--", "./program", *["x"] * k, data="host%d" % k)
        assert run("prune", "--no-cache", "--shard=1/1", "host%d" % k).returncode == 0
        assert run("merge", "-o", "%d.hls" % k, "host%d" % k).returncode == 0
    assert run("merge", "-o", "all.hls", "0.hls", "1.hls").returncode == 0


def merged(*inputs, status=0, said="", **more):
    """What is wrong with status or message, and the bytes, if any."""
    if os.path.exists("out.hls"):
        os.remove("out.hls")
    done = run("merge", "-o", "out.hls", *inputs, **more)
    problem = None
    if done.returncode != status or said not in done.stderr.decode() or (status == 0 and done.stderr):
        problem = "%s: status %d: %s" % (inputs, done.returncode, done.stderr.decode())
    return problem, read("out.hls") if os.path.exists("out.hls") else None


def expect(wanted, *inputs, status=0, said="", **more):
    problem, found = merged(*inputs, status=status, said=said, **more)
    if problem:
        yield problem
    if found != wanted:
        yield "%s: other bytes" % (inputs,)


def shell(wanted, line, status=0, said=""):
    """A line of bash, in which hlcov is $HLCOV."""
    if os.path.exists("out.hls"):
        os.remove("out.hls")
    done = subprocess.run(["bash", "-c", line], env=dict(os.environ, HLCOV=tap.hlcov), check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != status or said not in done.stderr.decode():
        yield "%s: status %d: %s" % (line, done.returncode, done.stderr.decode())
    if (read("out.hls") if os.path.exists("out.hls") else None) != wanted:
        yield "%s: other bytes" % line


def pipes():
    """Shards by standard input, by named pipes, one behind the other, named twice, out of a pipe into a pipe."""
    wanted = read("all.hls")
    yield from expect(wanted, "-", "1.hls", input=read("0.hls"))
    yield from expect(wanted, "1.hls", "-", "-", input=read("0.hls") + read("1.hls") + read("0.hls"))
    yield from shell(wanted, '"$HLCOV" merge -o out.hls <(cat 0.hls) <(cat 1.hls)')
    yield from shell(wanted, 'cat 0.hls | "$HLCOV" merge -o - - | "$HLCOV" merge -o - 1.hls - >out.hls')
    yield from shell(wanted, 'mkfifo pipe; cat 0.hls >pipe & "$HLCOV" merge -o out.hls pipe pipe 1.hls')
    yield from shell(wanted, "printf '0.hls\\0' | \"$HLCOV\" merge -o out.hls - 1.hls")
    yield from shell(wanted, '"$HLCOV" merge -o out.hls - 1.hls <0.hls')
    run("merge", "-o", "mapped.hls", "--map=program.c=other.c", "all.hls")
    yield from expect(read("mapped.hls"), "--map=program.c=other.c", "-", "1.hls", input=read("0.hls"))


def slowly():
    """What comes in small pieces, with pauses, is the same."""
    content, step = read("0.hls"), 700
    merger = subprocess.Popen([tap.hlcov, "merge", "-o", "out.hls", "-", "1.hls"], stdin=subprocess.PIPE)
    for at in range(0, len(content), step):
        merger.stdin.write(content[at:at + step])
        merger.stdin.flush()
        time.sleep(0.01)
    merger.stdin.close()
    if merger.wait() != 0 or read("out.hls") != read("all.hls"):
        yield "status %d" % merger.returncode


def blocks(content):
    """Where blocks begin: at their marks."""
    found, at = [], content.find(MAGIC)
    while at >= 0:
        found.append(at)
        at = content.find(MAGIC, at + 1)
    return found


def cut():
    """Uploads that were cut short anywhere are named, by pipe and as files; the other inputs are kept."""
    content, wanted, draw = read("0.hls"), read("1.hls"), random.Random(SEED)
    whole = read("all.hls")
    for at in blocks(content)[1:] + [len(content) - 1, 1, 7] + draw.sample(range(1, len(content)), CUTS):
        problem, found = merged("-", "1.hls", status=3, said="standard input: damaged shard: ", input=content[:at])
        if problem:
            yield "cut at %d: %s" % (at, problem)
        if at < blocks(content)[1] and found != wanted:
            yield "cut at %d, in the first block: what is left is not the other input" % at
        write("cut.hls", content[:at])
        yield from expect(whole, "cut.hls", "all.hls", status=3, said="cut.hls: damaged shard: ")
    yield from expect(wanted, "-", "1.hls", status=3, said="standard input: it is empty", input=b"")
    yield from shell(wanted, '"$HLCOV" merge -o out.hls <(true) 1.hls', status=3, said="the file is empty")


def flipped():
    """A flipped bit is named, wherever it is, and adds nothing."""
    content, whole, draw = read("0.hls"), read("all.hls"), random.Random(SEED)
    for _ in range(FLIPS):
        at = draw.randrange(8, len(content))
        hurt = bytearray(content)
        hurt[at] ^= 1 << draw.randrange(8)
        yield from expect(whole, "-", "all.hls", status=3, said="standard input: ", input=bytes(hurt))


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))


def full():
    """A full disk, or files that may not grow: a sentence, status 1, and what was there is there still."""
    shutil.copy("0.hls", "old.hls")
    names = set(os.listdir("."))
    done = run("merge", "-o", "old.hls", "all.hls", preexec_fn=small_files)
    if done.returncode != 1 or b"old.hls: cannot be written: File too large\n" not in done.stderr:
        yield "%d %s" % (done.returncode, done.stderr)
    if read("old.hls") != read("0.hls") or set(os.listdir(".")) != names:
        yield "what was there is gone, or more is: %s" % (set(os.listdir(".")) ^ names)
    for out, said in (("/dev/full", "/dev/full: cannot be written"), ("-", "standard output cannot be written")):
        with open("/dev/full", "wb") as device:
            done = subprocess.run([tap.hlcov, "merge", "-o", out, "all.hls"], stdout=device, stderr=subprocess.PIPE,
                                  check=False)
        if done.returncode != 1 or said + ": No space left on device\n" not in done.stderr.decode():
            yield "%s: %d %s" % (out, done.returncode, done.stderr)


def no_room():
    """Where what comes by a pipe cannot be kept, it is named and left out."""
    done = run("merge", "-o", "-", "-", "1.hls", preexec_fn=small_files, input=read("0.hls"))
    if done.returncode != 3 or b"standard input: cannot be kept in a temporary file: File too large" not in done.stderr:
        yield "%d %s" % (done.returncode, done.stderr)
    if done.stdout != read("1.hls"):
        yield "the other input is not kept"
    wrong = "/nowhere/%d" % os.getpid()
    done = subprocess.run([tap.hlcov, "merge", "-o", "out.hls", "-"], env=dict(os.environ, TMPDIR=wrong),
                          input=read("0.hls"), capture_output=True, check=False)
    if done.returncode != 3 or b"cannot be kept in a temporary file: No such file" not in done.stderr:
        yield "%d %s" % (done.returncode, done.stderr)


def closed():
    """A reader that goes away ends the merge as it ends others; a pipe that cannot be opened is named."""
    merger = subprocess.Popen([tap.hlcov, "merge", "-o", "-", "all.hls"], stdout=subprocess.PIPE)
    merger.stdout.close()
    if merger.wait() not in (-13, 0):
        yield "status %d" % merger.returncode
    if os.getuid() != 0:
        os.mkfifo("secret", 0)
        yield from expect(read("0.hls"), "secret", "0.hls", status=3, said="secret: cannot be read: Permission denied")


def same_anywhere():
    """In other places, at other times, with other names of the same bytes: nothing else comes out."""
    wanted = read("all.hls")
    os.makedirs("else/where")
    for name in "0.hls", "1.hls":
        shutil.copy(name, os.path.join("else/where", "b" + name))
        os.utime(os.path.join("else/where", "b" + name), (1, 1))
    environment = {"HOME": "/", "USER": "other", "LOGNAME": "other", "HOSTNAME": "elsewhere", "TZ": "Pacific/Apia",
                   "LC_ALL": "tr_TR.UTF-8", "SOURCE_DATE_EPOCH": "7"}
    done = subprocess.run([tap.hlcov, "merge", "-o", "-", "b1.hls", "b0.hls"], cwd="else/where", env=environment,
                          capture_output=True, check=False, umask=0o77)
    if done.returncode != 0 or done.stdout != wanted:
        yield "status %d: %s" % (done.returncode, done.stderr)
    apart = ["unshare", "--user", "--map-root-user", "--uts", "sh", "-c",
             'hostname elsewhere && exec "$0" merge -o - 1.hls 0.hls', tap.hlcov]
    done = subprocess.run(apart, capture_output=True, check=False)
    if done.returncode == 0 and done.stdout != wanted:
        yield "on a host of another name: other bytes"


def main():
    with tempfile.TemporaryDirectory() as top:
        os.chdir(top)
        make()
        for function in pipes, slowly, cut, flipped, full, no_room, closed, same_anywhere:
            tap.point(function.__doc__.splitlines()[0].rstrip(".:"), function())
    tap.finish()


if __name__ == "__main__":
    main()
