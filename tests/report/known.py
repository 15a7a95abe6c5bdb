#!/usr/bin/python3
"""Reports of a large project judge only what has changed since the last one, and share the rest among processes. What
they say is always what a report says that knows nothing and judges alone."""
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), place) for place in ("..", "../bench")]
import repository
import tap

UNITS, FEW, MORE, FUNCTIONS, TEMPLATES, SEED = 520, 5, 40, 3, 3, 7  # FEW, MORE: tests
ROUNDS = int(os.environ.get("ROUNDS") or 3)  # so often a shard is killed on each host
DATA, KNOWN = "hlcov-data", os.path.join("hlcov-data", "judged.hlj")


def make(directory, tests):
    repository.make(directory, UNITS, tests, SEED, TEMPLATES, FUNCTIONS)


def report(directory, *options):
    done = subprocess.run([tap.hlcov, "report", *options, DATA], cwd=directory, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return "%d\n%s" % (done.returncode, done.stdout)


def forget(directory):
    os.remove(os.path.join(directory, KNOWN))


def written(directory):
    return os.stat(os.path.join(directory, KNOWN)).st_mtime_ns


def unlike(directory, *options):
    """A report with what is known, beside one that knows nothing."""
    with_known = report(directory, *options)
    forget(directory)
    alone = report(directory, "-j1", *options)
    if with_known != alone:
        yield "%s:\n%s\nwithout what was known:\n%s" % (options, with_known, alone)


def again(directory):
    """Nothing was judged: else what is known would be written again."""
    first, at = report(directory), written(directory)
    second = report(directory)
    if written(directory) != at:
        yield "a report judged again what had not changed"
    if second != first or "TOTAL" not in first:
        yield "not the same again:\n%s\n%s" % (first, second)
    yield from unlike(directory, "--all")
    yield from unlike(directory, "-q", "--json=-")
    yield from unlike(directory, "-q", "--uncovered=-")


# ---- changes ----

def compile_again(directory, source):
    repository.compile_unit(source, directory, os.path.join(directory, DATA), "unit.o")


def edit(directory, source, text, append=""):
    path = os.path.join(directory, source)
    with open(path, encoding="utf-8") as file:
        old = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text + old + append)


def change_text(directory):
    edit(directory, "src/0000/u00000003.c", "/* changed */\n")


def build_text(directory):
    compile_again(directory, "src/0000/u00000003.c")


def claim(directory):
    edit(directory, "src/0000/u00000004.c", "/* LCOV_EXCL_START */\n", "/* LCOV_EXCL_STOP */\n")
    compile_again(directory, "src/0000/u00000004.c")


def test_more(directory):
    """The tables are the same, for the root is."""
    kept = os.path.join(os.path.dirname(directory), "kept.hlj")
    shutil.copy(os.path.join(directory, KNOWN), kept)
    shutil.rmtree(directory)
    make(directory, MORE)
    shutil.move(kept, os.path.join(directory, KNOWN))


def prove(directory):
    subprocess.run([tap.hlcov, "prune", DATA], cwd=directory, stdout=subprocess.DEVNULL)  # of copies nothing is known


def lose_source(directory):
    os.remove(os.path.join(directory, "src/0000/u00000005.c"))


CHANGES = (("more tests", test_more), ("a text that changed", change_text), ("a unit that was built again", build_text),
           ("proofs of it", prove), ("a comment that claims", claim), ("a source that is gone", lose_source))


def stale(directory, change):
    sums = ("-q", "--json-summary=-")
    before = report(directory, *sums)
    change(directory)
    if report(directory, *sums) == before:
        yield "it changes nothing"
    yield from unlike(directory, *sums)
    report(directory)
    yield from unlike(directory, "--all")


def other_options(directory):
    for options in (("--criteria=CC,MCDC",), ("--include=src/0001/*", "--all"), ("--fail-under=CC=50",),
                    ("--include-source=/nowhere",), ("--root=/nowhere", "--all"), ("--objectives=/dev/null",)):
        report(directory)
        yield from unlike(directory, *options)


def forgotten(directory):
    """What a report of a part does not ask for is still known behind it."""
    report(directory)
    report(directory, "--include=src/0001/*", "--criteria=CC")
    at = written(directory)
    report(directory)
    if written(directory) != at:
        yield "a report of a part made one of all judge again"


# ---- damage ----

def damages(whole):
    yield "an empty file", b""
    yield "half of it", whole[:len(whole) // 2]
    yield "its head alone", whole[:24]
    yield "another file", b"\x7fELF" + bytes(100)
    for at in (0, 9, 17, 30, len(whole) // 2, len(whole) - 1):
        yield "byte %d is another one" % at, whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1:]


def fooled(directory):
    good = report(directory)
    path = os.path.join(directory, KNOWN)
    with open(path, "rb") as file:
        whole = file.read()
    for name, text in damages(whole):
        with open(path, "wb") as file:
            file.write(text)
        said = report(directory)
        if said != good:
            yield "%s: %s" % (name, said)
    os.remove(path)
    os.mkdir(path)
    if report(directory) != good:
        yield "a directory in its place"
    os.rmdir(path)


# ---- processes ----

def children_of(process):
    try:
        with open("/proc/%d/task/%d/children" % (process, process), encoding="ascii") as file:
            return len(file.read().split())
    except OSError:
        return 0


def run_by(directory, jobs):
    """(output, the most processes that it had at a time)."""
    most = 0
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen([tap.hlcov_more, "report", "--all", "-j%d" % jobs, DATA], cwd=directory, stdout=out)
        while process.poll() is None:
            most = max(most, children_of(process.pid))
        out.seek(0)
        return out.read(), most


def badly_shared(directory):
    outputs = set()
    for jobs in (1, 2, 3):
        if os.path.exists(os.path.join(directory, KNOWN)):
            forget(directory)
        output, children = run_by(directory, jobs)
        outputs.add(output)
        if children < jobs - 1 or (jobs == 1 and children > 1):  # git, which is asked for the revision
            yield "-j%d: %d processes" % (jobs, children)
    if len(outputs) != 1 or "TOTAL" not in outputs.pop():
        yield "not the same by more processes"
    for wrong in ("-1", "5000"):
        if not report(directory, "--jobs=" + wrong).startswith("1\nhlcov report: --jobs takes"):
            yield "--jobs=%s is taken" % wrong


# ---- hosts ----

def hlcov(directory, *arguments):
    done = subprocess.run([tap.hlcov, *arguments], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    return "%d\n%s" % (done.returncode, done.stdout)


def kill_some(directory, host, data):
    """Shards that are killed at random times do no harm."""
    for number in range(ROUNDS):
        process = subprocess.Popen([tap.hlcov, "report", "--shard=%d/3" % host, data], cwd=directory,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        time.sleep(random.Random(100 * host + number).random() * 0.4)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it has ended
        process.wait()


def judge_on_hosts(directory):
    """Each host has a copy of the data, and judges a shard."""
    for host in (1, 2, 3):
        data = os.path.join(directory, "host%d" % host)
        shutil.copytree(os.path.join(directory, DATA), data)
        if os.path.exists(os.path.join(data, "judged.hlj")):
            os.remove(os.path.join(data, "judged.hlj"))
        kill_some(directory, host, data)
        said = hlcov(directory, "report", "--shard=%d/3" % host, data)
        if not said.startswith("0\njudged 1") or "shard %d of 3" % host not in said:
            yield "host %d: %s" % (host, said)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def unshared(directory):
    yield from judge_on_hosts(directory)
    alone = report(directory, "-j1", "--all")
    for output, hosts in (("all.hls", "123"), ("other.hls", "32213"), ("twice.hls", "")):
        inputs = ["host" + host for host in hosts] or ["all.hls", "host2", "other.hls"]
        if hlcov(directory, "merge", "-q", "-o", output, *inputs) != "0\n":
            yield "merge of %s" % inputs
    if not read(os.path.join(directory, "all.hls")) == read(os.path.join(directory, "other.hls")) == read(
            os.path.join(directory, "twice.hls")):
        yield "merges depend on the order"
    shutil.copy(os.path.join(directory, "all.hls"), os.path.join(directory, DATA, "all.hls"))
    forget(directory)
    if report(directory, "--all") != alone:
        yield "not the same:\n%s\nalone:\n%s" % (report(directory, "--all"), alone)
    if os.path.exists(os.path.join(directory, KNOWN)):
        yield "what hosts judged was judged again"


def unnoted(directory):
    """What is missing, hlcov status tells."""
    for host, lost in ((2, (1, 3)), (3, ())):
        status = hlcov(directory, "status", "--again", *["host%d" % h for h in (1, 2, 3) if h not in lost])
        for shard in (1, 2, 3):
            if ("report --shard=%d/3" % shard in status) != (shard in lost):
                yield "without %s: %s" % (lost, status)


def harmful(directory):
    """A shard that is damaged is named and left out; so is a part that makes no sense."""
    path = os.path.join(directory, DATA, "all.hls")
    os.remove(path)
    good = report(directory, "-j1")
    forget(directory)
    shutil.copy(os.path.join(directory, "host1", "judged.1.3.hls"), path)
    whole = read(path)
    with open(path, "wb") as file:
        file.write(whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:])
    said = report(directory)
    scores = [line for line in good.splitlines() if "%" in line]
    if "all.hls: damaged shard" not in said or not said.startswith("3\n") or not set(scores) < set(said.splitlines()):
        yield "damaged: %s" % said
    os.remove(path)
    for options, words in ((("--shard=4/3",), "--shard takes K/N"), (("--shard=1/3", "--json=-"), "writes none"),
                           (("--shard=1/3", "--fail-under=CC=50"), "writes none")):
        said = report(directory, *options)
        if not said.startswith("1\n") or words not in said:
            yield "%s: %s" % (options, said)
    said = hlcov(directory, "report", "--shard=1/3", "all.hls")
    if "needs a data directory" not in said:
        yield said


def main():
    with tempfile.TemporaryDirectory() as top:
        directory = os.path.join(top, "many")
        make(directory, FEW)
        tap.point("what has not changed is not judged again", again(directory))
        for name, change in CHANGES:
            tap.point("judged again: %s" % name, stale(directory, change))
        tap.point("other options judge by themselves", other_options(directory))
        tap.point("reports of parts forget nothing", forgotten(directory))
        tap.point("damage is as good as nothing", fooled(directory))
        tap.point("processes share files", badly_shared(directory))
        tap.point("hosts share files", unshared(directory))
        tap.point("lost shards are known", unnoted(directory))
        tap.point("damaged shards do no harm", harmful(directory))
    tap.finish()


if __name__ == "__main__":
    main()
