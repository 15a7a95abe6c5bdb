#!/usr/bin/python3
"""hlcov status: what it says of shards that ended, were killed at random times or have not run, on one data directory
or merged from several; the commands that it prints do all that is missing, and then nothing is; bad input.

ROUNDS (2) is how often shards are killed, SEED (1) chooses when.
"""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

ROUNDS, SEED = int(os.environ.get("ROUNDS") or 2), int(os.environ.get("SEED") or 1)
UNITS, N = 5, 3
UNIT = "int part%(n)d(int a)\n{\n    if (a > 5 && a < %(n)d)\n        return 1;\n    return a;\n}\n"
MAIN = "%s\nint main(int argc, char **argv)\n{\n    int sum = 0;\n    (void)argv;\n%s    return sum == 77;\n}\n"


def run(*words, status=0, data="data"):
    done = subprocess.run([tap.hlcov, *words], env=dict(os.environ, HLCOV_DIR=os.path.abspath(data)),
                          capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise RuntimeError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stdout + done.stderr))
    return done


def build():
    for n in range(UNITS):
        with open("part%d.c" % n, "w", encoding="utf-8") as file:
            file.write(UNIT % {"n": n})
    with open("main.c", "w", encoding="utf-8") as file:
        file.write(MAIN % ("\n".join("int part%d(int a);" % n for n in range(UNITS)),
                           "".join("    sum += part%d(argc);\n" % n for n in range(UNITS))))
    sources = ["main.c"] + ["part%d.c" % n for n in range(UNITS)]
    run("cc", "--criteria=WM,all", "gcc", "-o", "program", *sources)
    for name, words in (("t1", []), ("t2", ["more"])):
        run("run", "--remember", "--test=" + name, "--", "./program", *words)
    run("cc", "--strong", "gcc", "-o", "program", *sources)


def status(*words, data="data"):
    """Its JSON and exit status."""
    done = subprocess.run([tap.hlcov, "status", "--json=-", *words], capture_output=True, text=True, check=False,
                          env=dict(os.environ, HLCOV_DIR=os.path.abspath(data)))
    return json.loads(done.stdout) if done.stdout else done.stderr, done.returncode


def again(found):
    return [(row["command"], row["state"]) for work in found["shards"] for row in work["again"]]


def nothing_yet():
    """Before any shard: what is missing, and nothing to be run again."""
    found, code = status()
    if code != 0 or found["shards"] or found["proofs"]["units"] or len(found["proofs"]["lacking"]) != UNITS + 1:
        yield "%d %s" % (code, found)
    if found["tests"]["all"] != 2 or found["units"]["measured"] != UNITS + 1 or not found["mutants"]["untried"]:
        yield "%s" % found
    text = run("status").stdout
    if not re.search(r"^proofs: 0 of %d units$" % (UNITS + 1), text, re.M):
        yield text


def asked():
    """Asked about N shards, it names those that have something to do."""
    found, code = status("--shards=%d" % N)
    rows = {work["work"]: sum(row["lacking"] for row in work["again"]) for work in found["shards"]}
    mutants = found["mutants"]
    if code != 2 or rows != {"prune": UNITS + 1, "mutate": mutants["untried"] + mutants["unchosen"]}:
        yield "%d %s %s" % (code, rows, mutants)


def by_hand(data):
    """Units without a verdict, as files say."""
    verdicts = os.path.join(data, "verdicts")
    return UNITS + 1 - len([name for name in (os.listdir(verdicts) if os.path.isdir(verdicts) else ())
                            if name.endswith(".hlv")])


def one_of_three():
    """One shard of three ended: the others have not run."""
    shutil.copytree("data", "one")
    run("prune", "--no-cache", "--steps=1", "--shard=2/3", data="one")
    found, code = status(data="one")
    wanted = [("hlcov prune --shard=%d/3 --steps=1" % k, "has not run") for k in (1, 3)]
    if code != 2 or again(found) != wanted or found["shards"][0]["ended"] != 1:
        yield "%d %s" % (code, again(found))
    lacking = sum(row["lacking"] for row in found["shards"][0]["again"])
    if lacking != by_hand("one") or lacking != len(found["proofs"]["lacking"]):
        yield "%d without proofs, files say %d" % (lacking, by_hand("one"))
    text = run("status", "--again", status=2, data="one").stdout
    if text.splitlines() != [command for command, _ in wanted]:
        yield text


def start(words, data):
    return subprocess.Popen([tap.hlcov, *words], env=dict(os.environ, HLCOV_DIR=os.path.abspath(data)),
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def did_end(data, k, work):
    """What the notes say, read by other code."""
    with open(os.path.join(data, "parts"), encoding="utf-8") as file:
        rows = [line.split("\t")[:4] for line in file]
    return [work, str(k), str(N), "ended"] in rows


def killed():
    """Shards that were killed at random times are named; the commands printed do the rest, and then nothing is left."""
    draw = random.Random(SEED)
    for n in range(ROUNDS):
        data = "killed%d" % n
        shutil.copytree("data", data)
        for work in "prune", "mutate", "report":
            words = [work, *(["--no-cache", "--steps=1"] if work == "prune" else [])]
            begin = time.monotonic()
            run(*words, "--shard=1/%d" % N, data=data)
            victim = start([*words, "--shard=2/%d" % N], data)
            time.sleep(draw.random() * (time.monotonic() - begin))
            kill(victim)
        found, code = status(data=data)
        if [work["work"].split(" ")[0] for work in found["shards"]] != ["mutate", "prune", "report"]:
            yield "round %d: %s" % (n, found["shards"])
        for work in found["shards"]:
            open_ = [row["shard"] for row in work["again"]]
            if 1 in open_ or 3 not in open_ or (2 in open_) == did_end(data, 2, work["work"]):
                yield "round %d: %s" % (n, work)
        if code != 2:
            yield "round %d: status %d" % (n, code)
        for command in run("status", "--again", status=2, data=data).stdout.splitlines():
            run(*command.split()[1:], data=data)
        found, code = status(data=data)
        mutants = found["mutants"]
        if code != 0 or again(found) or found["proofs"]["lacking"] or mutants["all"] != mutants["judged"]:
            yield "round %d, after all: status %d, %s" % (n, code, found)


def hosts():
    """Hosts merged: shards of all count, in any order, and mutants are judged as by one run of all."""
    for k in range(1, N + 1):
        shutil.copytree("data", "host%d" % k)
        run("prune", "--no-cache", "--steps=1", "--shard=%d/%d" % (k, N), data="host%d" % k)
        run("mutate", "--shard=%d/%d" % (k, N), data="host%d" % k)
    run("merge", "-o", "two.hls", "host1", "host3")
    found, code = status("two.hls")
    if code != 2 or {row["shard"] for work in found["shards"] for row in work["again"]} != {2}:
        yield "two: %d %s" % (code, again(found))
    run("merge", "-o", "all.hls", "host2", "two.hls", "two.hls")
    found, code = status("all.hls")
    if code != 0 or again(found) or {work["ended"] for work in found["shards"]} != {N}:
        yield "all: %d %s" % (code, found)
    if status("host2", "host3", "host1") != (found, 0):
        yield "directories: %s" % (status("host2", "host3", "host1"),)
    shutil.copytree("data", "alone")
    run("prune", "--no-cache", "--steps=1", data="alone")
    run("mutate", data="alone")
    totals = [json.loads(run("report", "--criteria=SM", "--json=-", data).stdout)["totals"] for data in
              ("all.hls", "alone")]
    if totals[0] != totals[1] or not totals[0]["SM"]["pruned"]["infeasible"]:
        yield "%s\n%s" % tuple(totals)


def samples():
    """Work with other options is other work: a sample is known by notes, and its command has its options."""
    shutil.copytree("data", "sample")
    run("mutate", "--sample=20", "--shard=1/2", "--", "./program", "it's", data="sample")
    found, code = status(data="sample")
    wanted = "hlcov mutate --shard=2/2 --sample=20 --seed=1 -- ./program 'it'\\''s'"
    if code != 2 or again(found) != [(wanted, "has not run")]:
        yield "%d %s" % (code, again(found))
    done = subprocess.run(["sh", "-c", 'hlcov() { "$HLCOV" "$@"; }; ' + wanted], capture_output=True, text=True,
                          env=dict(os.environ, HLCOV_DIR=os.path.abspath("sample"), HLCOV=tap.hlcov), check=False)
    if done.returncode != 0 or status(data="sample")[1] != 0:
        yield "%s %s" % (done.stdout + done.stderr, status(data="sample"))


def rebuilt():
    """After another build the shard that lacks something has to be run again, though it ended."""
    with open("part1.c", "a", encoding="utf-8") as file:
        file.write("int more(int a) { return a > 3; }\n")
    run("cc", "--criteria=WM,all", "gcc", "-c", "-o", "part1.o", "part1.c", data="host1")
    run("merge", "-o", "all.hls", "host1", "all.hls")
    found, code = status("all.hls")
    rows = [(work["work"], row["state"], row["lacking"]) for work in found["shards"] for row in work["again"]]
    if code != 2 or ("prune --steps=1", "ended", 1) not in rows:
        yield "%d %s" % (code, rows)


def generated():
    """Shards of generate are noted, too, also that of a source that does not compile, which does not end."""
    os.mkdir("generate")
    run("generate", "--time=50", "--shard=1/2", "--output=generate", "part0.c", data="made")
    with open("wrong.c", "w", encoding="utf-8") as file:
        file.write("int f(int x) { return x +; }\n")
    run("generate", "--shard=1/2", "--output=generate", "wrong.c", data="made", status=1)
    run("cc", "gcc", "-c", "-o", "part0.o", "part0.c", data="made")
    found, code = status(data="made")
    wanted = [("hlcov generate --shard=2/2 part0.c", "has not run"),
              ("hlcov generate --shard=1/2 wrong.c", "did not end"),
              ("hlcov generate --shard=2/2 wrong.c", "has not run")]
    if code != 2 or again(found) != wanted:
        yield "%d %s" % (code, found)


def damaged():
    """Half a note and half a file of proofs are named; drafts of killed writers are listed."""
    shutil.copytree("host2", "hurt")
    with open("hurt/parts", "a", encoding="utf-8") as file:
        file.write("prune\t3\t3\ten")
    name = sorted(os.listdir("hurt/verdicts"))[0]
    with open(os.path.join("hurt/verdicts", name), "r+", encoding="utf-8") as file:
        file.truncate(70)
    with open(os.path.join("hurt/verdicts", name + ".AB12cd"), "w", encoding="utf-8") as file:
        file.write("{")
    done = run("status", "hurt", status=2)
    wrong = [word for word in ("hurt/parts: 1 damaged note of shards", name) if word not in done.stderr]
    if wrong or "killed, if none is at work: 1: hurt/verdicts/%s.AB12cd" % name not in done.stdout:
        yield "%s %s" % (wrong, done.stderr + done.stdout)
    merged = run("merge", "-o", "hurt.hls", "hurt", status=3)
    if "damaged note" not in merged.stderr:
        yield merged.stderr
    if os.path.exists("hurt/parts") and run("reset", "hurt") and os.path.exists("hurt/parts"):
        yield "reset leaves notes"


def schema():
    """The JSON is as its schema says."""
    import jsonschema
    wanted = json.loads(tap.read("report/out/json/status.schema.json"))
    for data in "data", "host1", "one":
        jsonschema.validate(status(data=data)[0], wanted)
    return []


def refused():
    """Bad input: a sentence each."""
    os.mkdir("empty")
    for words, said in ((["nowhere"], "nowhere: there is no such"), (["empty"], "no table"),
                        (["--shards=-1"], "--shards"),
                        (["--shards=1000000"], "--shards takes a number from 1 to 100000"),
                        (["--again", "--json=-"], "--again and --json=-")):
        done = run("status", *words, status=1)
        if said not in done.stderr or len(done.stderr.splitlines()) != 1 or done.stdout:
            yield "%s: %s" % (words, done.stderr + done.stdout)
    for command in "prune", "mutate":
        done = run(command, "--shard=1/100001", status=1)
        if "--shard takes K/N" not in done.stderr:
            yield done.stderr


def main():
    with tempfile.TemporaryDirectory() as top:
        os.chdir(top)
        os.environ["TMPDIR"] = top
        build()
        for function in (nothing_yet, asked, one_of_three, killed, hosts, samples, damaged, schema, rebuilt, generated,
                         refused):
            tap.point(function.__doc__.splitlines()[0].rstrip(":."), function())
    tap.finish()


if __name__ == "__main__":
    main()
