#!/usr/bin/python3
"""hlcov fuzz as its users meet it: short campaigns of both engines on the sample and on small programs, what becomes
the corpus and tests, crashes, interruptions, bad targets. Whether fuzzing is any good, the bench measures."""
import glob
import hashlib
import json
import os
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

work = tempfile.mkdtemp()
environment = dict(os.environ, HLCOV_DIR=os.path.join(work, "data"), PATH=os.path.dirname(tap.hlcov) + ":" +
                   os.environ["PATH"])

# Dies on one input, loops on another; what else it does has conditions enough.
CRASHES = r"""
#include <stdio.h>
#include <stdlib.h>
static int divide(int a, int b) { return 100 / (a == 'q' && b > 'm' ? 0 : 1); }
int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    int a = file ? getc(file) : -1, b = file ? getc(file) : -1;
    while (a == 'L' && b != 'M') b = b | 1;
    printf("%d\n", divide(a, b));
    return a > b;
}
"""
# Dies under the engine alone.
SHY = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int a = getchar();
    if (a > 'p' && getenv("HLCOV_FUZZ")) abort();
    return a > 'm';
}
"""
# What its halves do is a pair for MC/DC: each alone covers nothing of it.
PAIRS = r"""
#include <stdio.h>
int main(void)
{
    int a = getchar(), b = getchar(), c = getchar();
    return (a == 'a' && b == 'b') || c == 'c';
}
"""


def write(name, text):
    with open(os.path.join(work, name), "w", encoding="utf-8") as file:
        file.write(text)


def path(*names):
    return os.path.join(work, *names)


def run(*words, **more):
    return subprocess.run(words, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          **more)


def fuzz(*words, **more):
    return run(tap.hlcov, "fuzz", *words, **more)


def build(name, *flags, criteria="all", compiler="gcc"):
    made = run(tap.hlcov, "cc", "--criteria=" + criteria, compiler, "-O1", "-g", "-o", name, name + ".c", *flags)
    if made.returncode != 0:
        raise RuntimeError(made.stderr)


def report(*words):
    made = run(tap.hlcov, "report", "--json=report.json", *words)
    if made.returncode != 0:
        raise RuntimeError(made.stderr)
    with open(path("report.json"), encoding="utf-8") as file:
        return json.load(file)


def forget():
    shutil.rmtree(path("data"), ignore_errors=True)


def corpus_of(name):
    return sorted(os.listdir(path("data", "fuzz", name, "corpus")))


def covered(scores, criterion):
    return scores["totals"][criterion]["covered"]


# ---- campaigns ----

def wrong_campaign(engine, *target):
    """More is covered; the report says the same of the data directory; and each input of the corpus is a test."""
    name = os.path.basename(target[0])
    before = report()
    made = fuzz("--seed=1", "--time=10s", "--plateau=5s", "--engine=" + engine, "--", *target)
    if made.returncode != 0:
        yield made.stdout + made.stderr
        return
    now, all_now = re.search(r": (\d+) of (\d+) objectives are covered, \d+ more", made.stdout).groups()
    after = report()
    measured = sum(total["covered"] for total in after["totals"].values())
    if int(now) != measured or measured <= sum(total["covered"] for total in before["totals"].values()):
        yield "it says %s of %s, the report %d" % (now, all_now, measured)
    tests = run(tap.hlcov, "tests", "--json=-").stdout
    for kept in corpus_of(name):
        if '"fuzz %s %s"' % (name.replace(".o", ""), kept) not in tests:
            yield "no test runs %s" % kept
    if not 2 <= len(corpus_of(name)) <= 60:
        yield "%d inputs in the corpus" % len(corpus_of(name))
    progress = [int(n) for n in re.findall(r"(\d+) of \d+ objectives", made.stderr)]
    if not progress or progress != sorted(progress) or progress[-1] > measured:
        yield "progress: %s" % made.stderr


def wrong_replay():
    """The corpus alone, run by hand, covers what the campaign said it does."""
    said = report()
    environment["HLCOV_DIR"] = path("again")
    for name in corpus_of("packet"):
        with open(path("data", "fuzz", "packet", "corpus", name), "rb") as file:
            subprocess.run([tap.hlcov, "run", "--test=" + name, "--", "./packet"], cwd=work, env=environment,
                           stdin=file, stdout=subprocess.DEVNULL)
    shutil.copytree(path("data", "tables"), path("again", "tables"), dirs_exist_ok=True)
    again = report()
    environment["HLCOV_DIR"] = path("data")
    for criterion in said["totals"]:
        if covered(again, criterion) != covered(said, criterion):
            yield "%s: %d, by hand %d" % (criterion, covered(said, criterion), covered(again, criterion))


def wrong_pairs():
    """Half a pair is no objective: both inputs of each pair stay in the corpus."""
    os.mkdir(path("halves"))
    for name, text in (("true", "ab-"), ("a", "-b-"), ("b", "a--"), ("c", "--c"), ("same", "ab-")):
        write("halves/" + name, text)
    build("pairs", criteria="RACC")
    made = fuzz("--criteria=RACC", "--time=1s", "--corpus=halves", "--", "./pairs")
    scores = report("--criteria=RACC", "--include=*pairs.c")
    if made.returncode != 0 or covered(scores, "RACC") != 3:
        yield made.stdout + made.stderr
    if not {"true", "a", "b", "c", "same"} <= set(os.listdir(path("halves"))):
        yield "an input of the corpus's owner is gone: %s" % os.listdir(path("halves"))


def wrong_minimum():
    """Inputs that earlier campaigns have added, and that are needed no more, are removed: ours alone."""
    os.mkdir(path("many"))
    for text in ("ab-", "abx", "aby", "-b-", "-bx", "a--", "a-x", "--c", "x-c"):
        write("many/owner" + text.replace("-", "_"), text)
    for name in corpus_of("packet"):
        shutil.copy(path("data", "fuzz", "packet", "corpus", name), path("many"))
    ours = len(os.listdir(path("many")))
    made = fuzz("--criteria=RACC", "--time=1s", "--corpus=many", "--", "./pairs")
    kept = os.listdir(path("many"))
    if made.returncode != 0 or len([name for name in kept if name.startswith("owner")]) != 9:
        yield made.stdout + made.stderr + str(kept)
    if len(kept) > 12 or ours < 12 or "needed no more" not in made.stdout:
        yield "of %d inputs %d were kept: %s" % (ours, len(kept), made.stdout)


def wrong_losses():
    """What cannot be judged now stays: inputs that run too long, and what other criteria need: here four vectors."""
    os.mkdir(path("kept"))
    os.mkdir(path("vectors"))
    for directory, texts in (("kept", ("La", "ab")), ("vectors", ("ab-", "-b-", "a--", "--c"))):
        for text in texts:
            write(directory + "/" + hashlib.sha256(text.encode()).hexdigest()[:16], text)
    forget()
    build("crashes")
    fuzz("--timeout=300", "--time=1s", "--corpus=kept", "--", "./crashes", "@@")
    if hashlib.sha256(b"La").hexdigest()[:16] not in os.listdir(path("kept")):
        yield "an input that ran too long was removed"
    build("pairs", criteria="RACC")
    made = fuzz("--criteria=FC", "--corpus=vectors", "--", "./pairs")
    if made.returncode != 0 or len(os.listdir(path("vectors"))) < 4:
        yield "%s are left: %s" % (os.listdir(path("vectors")), made.stdout + made.stderr)


def wrong_crashes():
    forget()
    build("crashes")
    os.mkdir(path("cases"))
    for name, text in (("plain", "xy"), ("crash", "qz"), ("loop", "La")):
        write("cases/" + name, text)
    made = fuzz("--time=8s", "--seed=3", "--timeout=300", "--corpus=cases", "--", "./crashes", "@@")
    # Both crash as seeds already: they are told, with their places, and kept out of what the engine begins with.
    if made.returncode != 2 or "SIGFPE in " not in made.stdout or "crashes.c:4" not in made.stdout:
        yield made.stdout + made.stderr
    if "ran too long" not in made.stdout:
        yield "the loop is not told: " + made.stdout
    for name in re.findall(r": (data/\S+)", "\n".join(line for line in made.stdout.splitlines() if "crashes/" in line)):
        if not os.path.exists(path(name)):
            yield "%s is not there" % name


def wrong_vanishing():
    """What crashes under the engine and not when it is run again is told as that, and is an input as others."""
    build("shy", criteria="CC")
    made = fuzz("--time=6s", "--seed=1", "--", "./shy")
    if made.returncode != 0 or "crashes:" in made.stdout:
        yield made.stdout + made.stderr
    if not re.search(r"^not reproduced: \d+ of the inputs", made.stdout, re.M):
        yield made.stdout


# ---- what engines are told ----

def wrong_goals():
    """--open and --criteria narrow what the engine is told of; a fully covered criterion leaves what no site has."""
    forget()
    build("pairs", criteria="all")
    fuzz("--time=1s", "--corpus=halves", "--criteria=CC", "--", "./pairs")

    def wanted():
        with open(path("data", "fuzz", "pairs", "goals"), "rb") as file:
            header = file.read(88)
            size = struct.unpack_from("<Q", header, 8)[0]
            return sum(file.read(size))

    some = wanted()
    fuzz("--time=1s", "--corpus=halves", "--criteria=all", "--include=*", "--", "./pairs")
    every = wanted()
    fuzz("--time=1s", "--corpus=halves", "--criteria=CC", "--open", "--", "./pairs")
    left = wanted()
    fuzz("--time=1s", "--corpus=halves", "--criteria=all", "--open", "--", "./pairs")
    most_left = wanted()
    if not left < some < every or not left < most_left < every:
        yield "wanted slots: all %d, of CC %d, open ones %d, of CC %d" % (every, some, most_left, left)


# ---- regression tests ----

def wrong_emission():
    made = fuzz("--time=1s", "--corpus=halves", "--emit=regression", "--", "./pairs")
    if made.returncode != 0 or not os.access(path("regression", "run.sh"), os.X_OK):
        yield made.stdout + made.stderr
        return
    ran = run("regression/run.sh")
    if ran.returncode != 0 or ran.stdout.count("\nok ") < 4 or "1..%d" % ran.stdout.count("\nok ") not in ran.stdout:
        yield ran.stdout + ran.stderr
    write("pairs.c", PAIRS.replace("||", "&&"))
    build("pairs")
    changed = run("regression/run.sh")
    write("pairs.c", PAIRS)
    build("pairs")
    if changed.returncode != 1 or "not ok" not in changed.stdout:
        yield "of a changed program: " + changed.stdout
    write("regression/run.sh", "mine\n")
    fuzz("--time=1s", "--corpus=halves", "--emit=regression", "--", "./pairs")
    with open(path("regression", "run.sh"), encoding="utf-8") as file:
        if file.read() != "mine\n":
            yield "run.sh was overwritten"


# ---- interruptions ----

def engines_alive():
    found = run("pgrep", "-f", "afl-fuzz.*" + re.escape(work)).stdout.split()
    return found


def wrong_interruption():
    process = subprocess.Popen([tap.hlcov, "fuzz", "--", "./packet"], cwd=work, env=environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    output, complaints = process.communicate(timeout=120)
    if process.returncode != 0 or "interrupted" not in output or "corpus:" not in output:
        yield "status %d: %s%s" % (process.returncode, output, complaints)
    if engines_alive():
        yield "an engine runs still"


def wrong_kill():
    process = subprocess.Popen([tap.hlcov, "fuzz", "--", "./packet"], cwd=work, env=environment, text=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    process.stderr.readline()
    second = fuzz("--time=1s", "--", "./packet")
    if second.returncode != 1 or "another hlcov fuzz" not in second.stderr:
        yield "two at once: " + second.stdout + second.stderr
    process.kill()
    process.wait()
    for _ in range(100):
        if not engines_alive():
            break
        time.sleep(0.1)
    if engines_alive():
        yield "an engine runs still"
    checked = run(tap.hlcov, "report")
    if checked.returncode != 0 or checked.stderr:
        yield checked.stdout + checked.stderr
    for name in corpus_of("packet"):
        if not re.fullmatch(r"[0-9a-f]{16}", name):
            yield "half an input: %s" % name
    again = fuzz("--time=1s", "--", "./packet")
    if again.returncode != 0:
        yield again.stdout + again.stderr


# ---- bad targets ----

BAD = (
    ("loops.c", "int main(void) { for (;;); }", "does not end by itself on any seed (ran too long)"),
    ("dies.c", "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { getchar(); abort(); }",
     "does not end by itself on any seed (SIGABRT)"),
    ("deaf.c", "int main(int c, char **v) { return c > 3; }", "reads neither a seed nor its standard input"),
)


def wrong_sentence(made, words):
    """One line that says what is wrong, and status 1."""
    if made.returncode != 1 or made.stdout or words not in made.stderr or made.stderr.count("\n") != 1:
        yield "status %d: %s%s" % (made.returncode, made.stdout, made.stderr)


def on_host(host, shard):
    """A shard of a search, with a copy of the data directory."""
    data = path("host%d" % host)
    shutil.copytree(environment["HLCOV_DIR"], data)
    done = subprocess.run([tap.hlcov, "fuzz", "--shard=" + shard, "--runs=2000", "--", "./pairs"], cwd=work,
                          env=dict(environment, HLCOV_DIR=data), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    stats = glob.glob(os.path.join(data, "fuzz", "pairs", "engine", "**", "fuzzer_stats"), recursive=True)
    text = ""
    for name in stats:
        with open(name, encoding="utf-8") as file:
            text += file.read()
    return done, re.findall(r" -s (\d+)", text)


def wrong_shards():
    """Hosts search with other random numbers, and what they leave becomes one: records merge, corpora are copied."""
    forget()
    build("pairs", criteria="CC,RACC")
    seeds, joined = [], path("joined")
    os.mkdir(joined)
    for host, shard in ((1, "1/3"), (2, "2/3")):
        done, found = on_host(host, shard)
        seeds += found
        if done.returncode != 0 or not found:
            yield "%s: %s %s" % (shard, found, done.stdout)
        for name in glob.glob(os.path.join(path("host%d" % host), "fuzz", "pairs", "corpus", "*")):
            shutil.copy(name, joined)
    if len(set(seeds)) != 2:
        yield "seeds: %s" % seeds
    status = run(tap.hlcov, "status", "--again", path("host1"), path("host2")).stdout
    if "hlcov fuzz --shard=3/3 --runs=2000 -- ./pairs" not in status or "shard=1/3" in status or "2/3" in status:
        yield "status: %s" % status
    if run(tap.hlcov, "merge", "-q", "-o", "all.hls", path("host1"), path("host2")).returncode != 0:
        yield "they do not merge"
    kept = fuzz("--corpus=joined", "--runs=1", "--plateau=1s", "--", "./pairs")
    if kept.returncode != 0 or not re.search(r"corpus: joined has [1-9]", kept.stdout):
        yield kept.stdout + kept.stderr


def wrong_targets():
    forget()
    for name, text, words in BAD:
        write(name, text)
        build(name.replace(".c", ""), criteria="CC")
        yield from wrong_sentence(fuzz("--timeout=300", "--", "./" + name.replace(".c", "")), words)
    shutil.copy("/bin/true", path("stranger"))
    write("script", "#!/bin/sh\ncat\n")
    os.chmod(path("script"), 0o755)
    build("packet")
    write("object.c", "int f(int a) { return a > 0; }\n")
    build("object", "-c", criteria="CC")
    os.rename(path("object"), path("object.o"))
    for words, sentence in (
            (["./stranger"], "it has no slots; build it with 'hlcov cc'"),
            (["./script"], "it is a script; name the program that it runs"),
            (["./missing"], "there is no such program"),
            (["script.c"], "there is no such program"),
            (["--engine=libfuzzer", "./packet"], "libFuzzer needs a function LLVMFuzzerTestOneInput"),
            (["--engine=hongg", "./packet"], "'hongg' is no engine: use 'afl' or 'libfuzzer'"),
            (["--criteria=XYZ", "./packet"], "there is no criterion 'XYZ'"),
            (["--time=5x", "./packet"], "'5x' is no time"),
            (["--jobs=0", "./packet"], "--jobs takes a number from 1"),
            (["--shard=3/2", "./packet"], "--shard takes K/N"),
            (["-j0", "./packet", "-j7"], "--jobs takes a number from 1"),
            (["--include=nowhere", "./packet"], "nothing is to be covered"),
            ([], "name a command")):
        yield from wrong_sentence(fuzz(*words), sentence)
    linked = fuzz("--", "object.o")
    if linked.returncode != 1 or "cannot be linked with libFuzzer" not in linked.stderr:
        yield linked.stdout + linked.stderr
    bare = dict(environment, PATH=path("nothing"))
    made = subprocess.run([tap.hlcov, "fuzz", "--", "./packet"], cwd=work, env=bare, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    yield from wrong_sentence(made, "AFL++ is not installed: there is no afl-fuzz (Debian: apt install afl++)")


shutil.copy(os.path.join(tap.top_srcdir, "samples/fuzz/packet.c"), work)
write("pairs.c", PAIRS)
write("crashes.c", CRASHES)
write("shy.c", SHY)
tap.point("bad targets and options: one sentence each", wrong_targets())
if shutil.which("afl-fuzz"):
    forget()
    build("packet")
    tap.point("AFL++ covers more of the sample, and its corpus becomes tests", wrong_campaign("afl", "./packet"))
    tap.point("the corpus covers by hand what was said", wrong_replay())
    tap.point("Control-C keeps what was found", wrong_interruption())
    tap.point("kill -9 leaves corpus and data sound, and no engine behind", wrong_kill())
    tap.point("both inputs of an MC/DC pair stay", wrong_pairs())
    tap.point("inputs that are needed no more are removed", wrong_minimum())
    tap.point("the engine is told of open objectives of chosen criteria alone", wrong_goals())
    tap.point("what cannot be judged now stays in the corpus", wrong_losses())
    tap.point("crashes and loops are told with their places", wrong_crashes())
    tap.point("a crash that does not come again is told", wrong_vanishing())
    tap.point("regression tests pass, and fail when the program changes", wrong_emission())
    tap.point("hosts search by shards", wrong_shards())
if shutil.which("clang++-19"):
    forget()
    run(tap.hlcov, "cc", "--criteria=all", "gcc", "-O1", "-g", "-DLIBFUZZER", "-c", "packet.c", "-o", "packet.o")
    tap.point("libFuzzer covers more of the sample", wrong_campaign("libfuzzer", "packet.o"))
shutil.rmtree(work)
tap.finish()
