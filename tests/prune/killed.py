#!/usr/bin/python3
"""hlcov prune --shard, killed at random times, repeated, and run at the same time on one data directory: reports are
sound at any time, and in the end the verdicts are those of one run that nobody disturbed.

ROUNDS is how often it is killed (8); 500 take about five minutes. SEED (1) chooses when.
"""
import glob
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

ROUNDS, SEED = int(os.environ.get("ROUNDS") or 8), int(os.environ.get("SEED") or 1)
UNITS, SHARDS = 9, 3
UNIT = """\
int first%(n)d(unsigned n, unsigned m)
{
    if (n > 7 && n < %(n)d)
        return 1;
    return n > m && m > n ? 2 : n == m || n != m;
}
int second%(n)d(int a, int b)
{
    int s = 0;
    for (int i = 0; i < a && i < %(n)d; i++)
        if (i == b || (i > b && b > %(n)d))
            s += i;
    return s;
}
"""


def build(data):
    for n in range(UNITS):
        with open("unit%d.c" % n, "w", encoding="utf-8") as file:
            file.write(UNIT % {"n": n})
    with open("main.c", "w", encoding="utf-8") as file:
        file.write("int first0(unsigned n, unsigned m);\nint main(void)\n{\n    return first0(1, 2) == 5;\n}\n")
    sources = ["unit%d.c" % n for n in range(UNITS)] + ["main.c"]
    environment = dict(os.environ, HLCOV_DIR=data)
    subprocess.run([tap.hlcov, "cc", "gcc", "-o", "program", *sources], env=environment, check=True)
    subprocess.run(["./program"], env=environment, check=True)


def command(data, shard):
    part = ["--shard=%d/%d" % (shard, SHARDS)] if shard else []
    return [tap.hlcov, "prune", "--no-cache", "--steps=1", *part, data]


def prune(data, shard=0):
    done = subprocess.run(command(data, shard), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout if done.returncode == 0 else "status %d: %s" % (done.returncode, done.stdout)


def verdicts(data):
    """Of files that were cut off while they were written nobody reads the names."""
    found = {}
    directory = os.path.join(data, "verdicts")
    for name in os.listdir(directory) if os.path.isdir(directory) else ():
        if len(name.split(".")[-1]) != 6 or name.count(".") < 2:
            with open(os.path.join(directory, name), encoding="utf-8") as file:
                found[name] = file.read()
    return found


def units_named(text):
    return sorted(line.split(":")[0] for line in text.splitlines() if ": functions " in line)


def parts(data, whole):
    """Each unit is in one shard; together they leave what one run leaves."""
    named = [units_named(prune(data, shard)) for shard in range(1, SHARDS + 1)]
    if sorted(sum(named, [])) != units_named(whole) or [] in named:
        yield "%s, whole: %s" % (named, units_named(whole))


def lone(data, whole):
    """A shard opens no tables of units that others have: here they are damaged."""
    mine = units_named(prune(data, 1))
    for table in glob.glob(os.path.join(data, "tables", "*.hlt")):
        dumped = subprocess.run([tap.hlcov, "dump", table], stdout=subprocess.PIPE, text=True, check=True).stdout
        if not any('path="%s"' % unit in dumped for unit in mine):
            os.truncate(table, 10)
    os.mkfifo(os.path.join(data, "tables", "pipe.hlt"))
    again = prune(data, 1)
    if units_named(again) != mine or "damaged" in again or "damaged" not in (report(data) or ""):
        yield "%s, then %s\n%s" % (mine, again, report(data))
    if len(mine) == len(units_named(whole)):
        yield "one shard has all"


def report(data):
    """What is wrong with a report; None: nothing."""
    done = subprocess.run([tap.hlcov, "report", "-q", data], stderr=subprocess.PIPE, text=True)
    return None if done.returncode == 0 and not done.stderr else "status %d: %s" % (done.returncode, done.stderr)


def start(data, shard):
    return subprocess.Popen(command(data, shard), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            start_new_session=True)


def kill(process):
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def disturbed(data, duration):
    """Two shards at a time, which may be the same one, are killed before they end, mostly."""
    draw = random.Random(SEED)
    for _ in range(ROUNDS):
        running = [start(data, draw.randint(1, SHARDS)) for _ in range(2)]
        for process in running:
            time.sleep(draw.random() * duration / 2)
            kill(process)
        wrong = report(data)
        if wrong:
            yield wrong


def halves(data):
    """A verdict file that was cut short is named, and the next run mends it."""
    name, text = sorted(verdicts(data).items())[0]
    with open(os.path.join(data, "verdicts", name), "w", encoding="utf-8") as file:
        file.write(text[:len(text) // 2])
    if not (report(data) or "").startswith("status 3"):
        yield "a file that was cut short is not named"
    for shard in range(1, SHARDS + 1):
        prune(data, shard)
    if report(data):
        yield report(data)


def compared(data, wanted):
    for shard in range(1, SHARDS + 1):
        prune(data, shard)
    if verdicts(data) != wanted:
        yield "verdicts differ: %s" % sorted(set(verdicts(data).items()) ^ set(wanted.items()))[:2]


def refused(data):
    for words, said in ((["--shard=4/3", data], "--shard takes"), (["--shard=1/3", "main.c"], "--shard chooses")):
        done = subprocess.run([tap.hlcov, "prune", *words], stderr=subprocess.PIPE, text=True)
        if done.returncode != 1 or said not in done.stderr:
            yield "%s: %d %s" % (words, done.returncode, done.stderr)


def main():
    with tempfile.TemporaryDirectory() as top:
        os.chdir(top)
        data, alone, apart, temporary = (os.path.join(top, name) for name in ("data", "alone", "apart", "temporary"))
        os.mkdir(temporary)
        os.environ["TMPDIR"] = temporary
        build(data)
        shutil.copytree(data, alone)
        shutil.copytree(data, apart)
        begin = time.monotonic()
        whole = prune(alone)
        duration = time.monotonic() - begin
        tap.point("each unit is in one shard", parts(apart, whole))
        tap.point("shards leave what one run leaves", [] if verdicts(apart) == verdicts(alone) else ["other verdicts"])
        tap.point("reports are sound after shards that were killed", disturbed(data, duration / SHARDS))
        # Directories of preprocessed text stay, as those of a compiler that is killed do.
        tap.point("what was killed leaves no files of proofs",
                  [name for name in os.listdir(temporary) if os.path.isfile(os.path.join(temporary, name))])
        tap.point("what was killed can be repeated", compared(data, verdicts(alone)))
        tap.point("half a file is named, and mended", halves(data))
        tap.point("other shards are refused", refused(data))
        tap.point("a shard opens the tables of its own units", lone(apart, whole))
    tap.finish()


if __name__ == "__main__":
    main()
