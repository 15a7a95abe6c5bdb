#!/usr/bin/python3
"""Work split over hosts that share nothing, each with a data directory of its own: tests, proofs and mutants merge into
the same bytes in any order, twice or not at all, in trees; reports of the whole are those of a machine that did it all.

SEED (1) chooses orders and trees, ROUNDS (8) is how many of them.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

ROUNDS, SEED = int(os.environ.get("ROUNDS") or 8), int(os.environ.get("SEED") or 1)
HOSTS, TESTS, UNITS = 3, 4, 5
UNIT = """\
int part%(n)d(int a, int b)
{
    unsigned u = (unsigned)b;
    if (a > %(n)d && a < %(n)d)
        return 1;
    if (u > 7 && u < 5)
        return 2;
    return a > b || b > %(n)d ? a - b : a + %(n)d;
}
"""
MAIN = "#include <stdlib.h>\n%s\nint main(int argc, char **argv)\n{\n    int a = atoi(argv[1]), sum = 0;\n%s" \
       "    return argc > 9 ? 99 : (sum & 7) != atoi(argv[2]);\n}\n"
CRITERIA = "STMT,DC,CC,CACC,SM"


def run(*words, data=None, status=0, **more):
    environment = dict(os.environ, HLCOV_DIR=os.path.abspath(data)) if data else None
    done = subprocess.run([tap.hlcov, *words], env=environment, capture_output=True, check=False, **more)
    if done.returncode != status:
        raise RuntimeError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stderr.decode()))
    return done


def write_sources():
    for n in range(UNITS):
        with open("part%d.c" % n, "w", encoding="utf-8") as file:
            file.write(UNIT % {"n": n})
    heads = "\n".join("int part%d(int a, int b);" % n for n in range(UNITS))
    calls = "".join("    sum = 3 * sum + part%d(a, a %% %d);\n" % (n, n + 2) for n in range(UNITS))
    with open("main.c", "w", encoding="utf-8") as file:
        file.write(MAIN % (heads, calls))


def remember(test, program):
    """The test expects what the program does without mutants."""
    wanted = next(k for k in range(8) if subprocess.run([program, str(test), str(k)], check=False,
                                                        env=dict(os.environ, HLCOV_DIR="/dev/null/no")).returncode == 0)
    return ["run", "--remember", "--test=t%d" % test, "--", program, str(test), str(wanted)]


def build():
    """What all hosts have: a build with coverage, of which the tests are known, and a strong one after that."""
    sources = ["main.c"] + ["part%d.c" % n for n in range(UNITS)]
    run("cc", "--criteria=WM,all", "gcc", "-o", "program", *sources, data="built")
    tests = [remember(test, "./program") for test in range(TESTS)]
    shutil.copytree("built", "all")
    for test in tests:
        run(*test, data="all")
    run("cc", "--strong", "gcc", "-o", "program", *sources, data="all")
    return tests


def work(hosts):
    """Proofs, then mutants: a shard on each host. Which mutants are in a sample depends on proofs, so all hosts get all
    of them in between: a shard in a data directory is part of it."""
    shards = ["--shard=%d/%d" % (k + 1, len(hosts)) for k in range(len(hosts))]
    for data, shard in zip(hosts, shards):
        run("prune", "--no-cache", "--steps=1", shard, data, data=data)
    run("merge", "-o", "proofs.hls", *hosts)
    for data, shard in zip(hosts, shards):
        shutil.copy("proofs.hls", data)
        run("mutate", "--sample=40", shard, data=data)


def merged(*inputs):
    run("merge", "-o", "out.hls", *inputs)
    with open("out.hls", "rb") as file:
        return file.read()


def tree(draw, inputs):
    """A shard of the inputs, merged two to four at a time, some of them more than once."""
    level = list(inputs) + draw.choices(inputs, k=2)
    draw.shuffle(level)
    n = 0
    while len(level) > 1:
        some = level[:draw.randint(2, 4)]
        name = "tree%d.hls" % n
        n += 1
        run("merge", "-o", name, *some)
        level = level[len(some):] + [name]
        if draw.random() < 0.3:
            level.append(draw.choice([name, *inputs]))
    with open(level[0], "rb") as file:
        return file.read()


def orders(inputs, wanted):
    draw = random.Random(SEED)
    for n in range(ROUNDS):
        if tree(draw, inputs) != wanted:
            yield "tree %d: other bytes" % n
        some = inputs * draw.randint(1, 2)
        draw.shuffle(some)
        if merged(*some) != wanted:
            yield "%s: other bytes" % " ".join(some)


def kinds(shard):
    """The words that dump begins the lines of blocks with."""
    dump = run("dump", shard).stdout.decode(errors="replace")
    wanted = ("table of ", "table of a strong build", "trials of ", "proofs of ", "test t0")
    return [word for word in wanted if not any(line.startswith(word) for line in dump.splitlines())]


def report(*inputs):
    text = run("report", "--criteria=" + CRITERIA, "--json=-", *inputs).stdout
    found = json.loads(text)
    return found["totals"]


def like_one(inputs):
    """What differs between hosts, merged, and one machine."""
    merged(*inputs)
    found, wanted = report("out.hls"), report("alone")
    for criterion in found:
        if found[criterion] != wanted[criterion]:
            yield "%s: %s %s" % (criterion, found[criterion], wanted[criterion])
    if not (found["CC"]["pruned"]["infeasible"] and found["SM"]["covered"] and found["SM"]["unmeasured"]):
        yield "too little is known: %s" % found


def proofs_only():
    """Hosts that proved something and nothing else."""
    for host in range(HOSTS):
        shutil.copytree("h%d/verdicts" % host, "p%d/verdicts" % host)
    merged("all", *("p%d" % host for host in range(HOSTS)))
    shutil.copy("out.hls", "proofs.hls")
    found, wanted = report("proofs.hls")["CC"], report("alone")["CC"]
    if found != wanted:
        yield "%s\n%s" % (found, wanted)
    if report("all")["CC"] == wanted:
        yield "there is nothing to prove"
    if report("all", "proofs.hls")["CC"] != wanted:
        yield "a report of both does not take them from the shard"
    if not run("report", "proofs.hls", "h0").stderr == b"":
        yield "a report of a shard and a directory is not quiet"


def better_ones():
    """Two hosts proved the same units, one with less patience: what says more is kept, in any order."""
    for name, words in (("short", ["--steps=1"]), ("long", [])):
        shutil.copytree("all", name)
        run("prune", "--no-cache", "--criteria=DC,CC", *words, name, data=name)
    one, other, alone = merged("short", "long"), merged("long", "short", "short"), merged("long")
    if one != other:
        yield "the order matters"
    if one != alone:
        yield "the worse proofs are kept"
    if one == merged("short"):
        yield "there are no worse proofs"
    if report("long") != report("short", "long") or report("long") != report("long", "short"):
        yield "a report keeps the worse proofs"


def caches():
    """Proofs out of a cache are the same bytes."""
    texts = []
    for name in "cold", "warm":
        shutil.copytree("all", name)
        run("prune", "--steps=1", "--criteria=DC,CC", "--cache=cache", name, data=name)
        texts.append(merged(name))
    if texts[0] != texts[1]:
        yield "other bytes"


def moved():
    """Proofs follow their units under --map."""
    run("merge", "--map=part1.c=elsewhere.c", "-o", "mapped.hls", "h0", "h1", "h2")
    if report("mapped.hls")["CC"] != report("alone")["CC"]:
        yield "%s" % report("mapped.hls")["CC"]


def damage():
    """Half a file of proofs is named, and what else there is kept."""
    shutil.copytree("h0", "half")
    name = sorted(os.listdir("half/verdicts"))[0]
    path = os.path.join("half/verdicts", name)
    with open(path, "rb") as file:
        whole = file.read()
    wanted = merged("h0")
    for cut, word in ((len(whole) - 30, "damaged proofs"), (10, "damaged proofs"), (0, "damaged proofs")):
        with open(path, "wb") as file:
            file.write(whole[:cut])
        done = run("merge", "-o", "out.hls", "half", status=3)
        if name not in done.stderr.decode() or word not in done.stderr.decode():
            yield "cut at %d: %s" % (cut, done.stderr.decode())
        if merged("out.hls", "h0") != wanted:
            yield "cut at %d: the rest is other" % cut


def main():
    with tempfile.TemporaryDirectory() as top:
        os.chdir(top)
        os.environ["TMPDIR"] = top
        write_sources()
        tests = build()
        hosts = ["h%d" % host for host in range(HOSTS)]
        for data in [*hosts, "alone"]:
            shutil.copytree("all", data)
        work(hosts)
        work(["alone"])
        run("cc", "--criteria=WM,all", "gcc", "-o", "program", "main.c", *("part%d.c" % n for n in range(UNITS)),
            data="built")
        for n, test in enumerate(tests):
            shutil.copytree("built", "r%d" % n)
            run(*test, data="r%d" % n)
        inputs = hosts + ["r%d" % n for n in range(TESTS)]
        wanted = merged(*inputs)
        shutil.copy("out.hls", "wanted.hls")
        tap.point("a shard has tables, tests, mutants, what became of them, and proofs", kinds("wanted.hls"))
        tap.point("any order, any tree, twice or not at all: the same bytes", orders(inputs, wanted))
        tap.point("a report is that of one machine", like_one(hosts))
        tap.point("proofs alone can be merged", proofs_only())
        for function in better_ones, caches, moved, damage:
            tap.point(function.__doc__.rstrip("."), function())
    tap.finish()


if __name__ == "__main__":
    main()
