#!/usr/bin/python3
"""hlcov mutate as its users meet it: verdicts against runs of every test with every mutant, resumption after kills,
parts at once, bad input, and mutants that do harm. What mutants there are, tests/oracle compares."""
import collections
import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

work = tempfile.mkdtemp()
environment = dict(os.environ, HLCOV_DIR=os.path.join(work, "data"), TMPDIR=os.path.join(work, "tmp"))

# A value that is only checked roughly, a loop, code that no test reaches, and a short cut.
DAYS = r"""
#include <stdio.h>
#include <stdlib.h>
static int days(int month, int year)
{
    if (month == 2)
        return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
    switch (month) {
    case 4: case 6: case 9: case 11: return 30;
    default: break;
    }
    if (month > 12)
        exit(3);
    return 31;
}
int main(int argc, char **argv)
{
    int sum = 0;
    for (int month = 1; month <= atoi(argv[1]); month++)
        sum += days(month, argc > 2 ? atoi(argv[2]) : 2000);
    return sum < 28 || sum > 40 + 31 * atoi(argv[1]);
}
"""
PROGRESS = re.compile(r"hlcov mutate: .*; about .* left$")
LIST = re.compile(r"^(\S+):(\d+):(\d+): ([0-9a-f]+\.\d+) (\w+): (.*) \[(\d+) tests?\] ([\w ]+?)(?: \((\w+).*\))?$",
                  re.M)
# What a test may do when it has a certain mutant; with all others it says that it has it, and passes.
HARM = r"""
case ${HLCOV_MUTANT##*.} in
1) f() { f | f & }; f; sleep 100;;
2) cat /dev/zero >"$TMPDIR/big";;
3) exec python3 -c 'a = bytearray(10 ** 9); import time; time.sleep(100)';;
4) kill -KILL $PPID; sleep 0.2; exit 5;;
5) while :; do :; done;;
11) sleep 100 & setsid sleep 100 & exit 0;;
8) kill -SEGV $$;;
9) mkdir -p "$TMPDIR/a/b" && chmod 0 "$TMPDIR/a"; exit 1;;
*) [ -z "$HLCOV_MUTANT" ] || : >"$HLCOV_MUTANT_MARK";;
esac
"""


def path(*names):
    return os.path.join(work, *names)


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)


def run(*words, **more):
    return subprocess.run(words, cwd=work, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          stdin=subprocess.DEVNULL, timeout=300, **more)


def must(*words):
    done = run(*words)
    if done.returncode != 0:
        raise RuntimeError("%s: %s" % (" ".join(words), done.stderr))
    return done


def mutate(*words):
    return run(tap.hlcov, "mutate", *words)


def build(name, strong, *options):
    option = "--strong" if strong else "--criteria=WM,all"
    must(tap.hlcov, "cc", option, *options, "gcc", "-O1", "-o", name, name + ".c")


def remember(name, *words):
    run(tap.hlcov, "run", "--remember", "--test=" + name, "--", *words)


def complaints(done):
    """What was said beside the progress, which is told where runs take long."""
    return "".join(line for line in done.stderr.splitlines(True) if not PROGRESS.match(line))


def start(name):
    """A fresh data directory, in which what is built next lies."""
    environment["HLCOV_DIR"] = path(name)


def listed(*words):
    """What becomes of each mutant: {HLCOV_MUTANT: (tests, fate, how)}."""
    done = mutate("--list", *words)
    return {found[3]: (int(found[6]), found[7], found[8]) for found in LIST.findall(done.stdout)}


def trials():
    """Those in which something ran."""
    with open(os.path.join(environment["HLCOV_DIR"], "trials"), encoding="utf-8") as file:
        return [fields for fields in (line.split("\t") for line in file) if fields[3] != "spared"]


def counted(done):
    """Numbers of the last row of the table: mutants, noticed, unnoticed, not infected, equivalent, not known."""
    found = re.search(r"^all +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)", done.stdout, re.M)
    return [int(number) for number in found.groups()] if found else []


def runs(done):
    return int(re.search(r"^([\d,]+) runs", done.stdout, re.M).group(1).replace(",", ""))


def leftovers():
    return [name for name in os.listdir(environment["TMPDIR"]) if name.startswith("hlcov-mutate")]


@functools.lru_cache(maxsize=None)
def is_noticed(words, mutant):
    """Asked once: the name of a mutant says what function it is of, as it is written."""
    try:
        return subprocess.run(words, cwd=work, env=dict(environment, HLCOV_MUTANT=mutant), timeout=2,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode != 0
    except subprocess.TimeoutExpired:
        return True


# ---- verdicts ----

def wrong_fates(tests, found):
    """Against runs of every test with every mutant."""
    for mutant, (n, fate, _) in found.items():
        noticed = any(is_noticed(tuple(words), mutant) for words in tests)
        if noticed != (fate == "noticed"):
            yield "%s is %s, [%d], and when tests run it is %s" % (mutant, fate, n, noticed)
    fates = collections.Counter(fate for _, fate, _ in found.values())
    if min(fates["noticed"], fates["unnoticed"], fates["not infected"]) < 10:
        yield "too few of some: %s" % fates


DAY_TESTS = {"one": ["./days", "1"], "three": ["./days", "3"], "leap": ["./days", "3", "2004"]}


def make_days():
    write("days.c", DAYS)
    build("days", False)
    for name, words in DAY_TESTS.items():
        remember(name, *words)
    build("days", True)


def first_run():
    before = listed()
    if {fate for _, fate, _ in before.values()} != {"not known", "not infected"}:
        yield "before: %s" % collections.Counter(before.values())
    done = mutate("-j2")
    if done.returncode != 0 or complaints(done):
        yield "status %d: %s" % (done.returncode, done.stderr)
    numbers = counted(done)
    if len(numbers) != 6 or numbers[0] != len(before) or sum(numbers[1:]) != numbers[0] or numbers[5]:
        yield done.stdout
    after = listed()
    yield from wrong_fates(DAY_TESTS.values(), after)
    infecting = sum(n if fate == "unnoticed" else fate == "noticed" for n, fate, _ in after.values())
    print("# %d runs; noticed, and tests that infect the unnoticed: %d; all tests with all mutants: %d" %
          (runs(done), infecting, len(before) * len(DAY_TESTS)))
    if runs(done) > 1.5 * infecting:
        yield "%d runs" % runs(done)
    if leftovers():
        yield "left: %s" % leftovers()


def second_run():
    first = len(trials())
    done = mutate("-j", "2")
    if runs(done) != 0 or len(trials()) != first:
        yield done.stdout
    done = mutate("--again", "--include=none.c")
    if counted(done) != [0] * 6:
        yield "of no file: " + done.stdout


def classes():
    """Mutants that a table says to do the same: {that of the first one: all of them}."""
    found, function = collections.defaultdict(set), None
    for line in must("sh", "-c", '"%s" dump "$HLCOV_DIR"/strong/*.hlt' % tap.hlcov).stdout.splitlines():
        fields = dict(re.findall(r' (hash|number|same|unwritten)="?(\w+)', line))
        function = fields.get("hash", function) if " linkage=" in line else function
        if fields.get("unwritten") == "0":
            first = fields["same"] if fields["same"] != "0" else fields["number"]
            found["%s.%s" % (function, first)].add("%s.%s" % (function, fields["number"]))
    return found


def same_once():
    """Mutants that do the same have one verdict, for which one of them runs; also if only that of another is known."""
    file = os.path.join(environment["HLCOV_DIR"], "trials")
    os.unlink(file)
    done = mutate("-j2")
    ends = collections.defaultdict(set)
    for line in trials():
        ends["%s.%s" % (line[0], line[1])].add((line[6], line[3], line[4]))
    found, fates = classes(), listed()
    for first, members in found.items():
        if len({(fates[mutant], frozenset(ends[mutant])) for mutant in members}) != 1:
            yield "%s: %s" % (members, [(fates[mutant], ends[mutant]) for mutant in members])
    several = [first for first, members in found.items() if len(members) > 1 and len(ends[first]) > 0]
    needed = sum(len(ends[first]) for first in found)  # what is late beside others runs once more
    if len(several) < 5 or not needed <= runs(done) < len(trials()):
        yield "%d classes of several; %d runs, not %d" % (len(several), runs(done), needed)
    print("# %d runs, of %d trials" % (runs(done), len(trials())))
    before = sorted(trials())
    kept = [line for line in before if "%s.%s" % (line[0], line[1]) not in several]
    with open(file, "w", encoding="utf-8") as stream:
        stream.writelines("\t".join(line) for line in kept)
    done = mutate("-j2")
    if runs(done) != 0 or len(kept) == len(before) or sorted(trials()) != before:
        yield "without verdicts of those that ran: %d runs, %d trials of %d" % (runs(done), len(trials()), len(before))
    yield from wrong_score(done)


def harmful(mutant):
    """Whether the program itself dies or does not end with the mutant."""
    try:
        return subprocess.run(["./days", "3", "2004"], cwd=work, env=dict(environment, HLCOV_MUTANT=mutant), timeout=2,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode < 0
    except subprocess.TimeoutExpired:
        return True


def blind():
    """Tests that compare nothing notice only what dies or does not end."""
    start("blind")
    build("days", False)
    remember("blind", "sh", "-c", "./days 3 2004; case $? in 13?) exit 1;; esac")
    build("days", True)
    mutate("-j2")
    fates = listed()
    for mutant, (_, fate, how) in fates.items():
        if (fate == "noticed") != (fate != "not infected" and harmful(mutant)):
            yield "%s is %s (%s)" % (mutant, fate, how)
    if not any(fate == "noticed" for _, fate, _ in fates.values()):
        yield "nothing is noticed"


def damaged_line():
    file = os.path.join(environment["HLCOV_DIR"], "trials")
    with open(file, encoding="utf-8") as stream:
        lines = stream.readlines()
    with open(file, "w", encoding="utf-8") as stream:
        stream.writelines([lines[0].replace("\t", "x", 1), "garbage\n"] + lines[1:-1] + [lines[-1][:9]])
    done = mutate()
    if done.returncode != 3 or "3 damaged lines" not in done.stderr or not 1 <= runs(done) <= 2 * len(DAY_TESTS):
        yield "status %d, %s%s" % (done.returncode, done.stderr, done.stdout)
    os.unlink(file)


def gate():
    for percentage, status in (("1", 0), ("99", 2), ("99.5%", 2), ("x", 1), ("101", 1)):
        done = mutate("--fail-under=" + percentage)
        if done.returncode != status:
            yield "%s: status %d, %s" % (percentage, done.returncode, done.stderr)


# ---- kills, parts ----

def start_mutate(*words):
    return subprocess.Popen([tap.hlcov, "mutate", *words], cwd=work, env=environment, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True)


def wait_for_trials(least):
    for _ in range(400):
        if os.path.exists(os.path.join(environment["HLCOV_DIR"], "trials")) and len(trials()) >= least:
            return
        time.sleep(0.02)


def killed():
    """After kill -9 nothing is lost but runs under way, and nothing stays."""
    known = 0
    for round in range(3):
        process = start_mutate("-j2")
        wait_for_trials(known + 20)
        process.send_signal(signal.SIGKILL)
        process.wait()
        time.sleep(0.3)
        known = len(trials())
    if not leftovers():
        yield "nothing was left to remove"
    done = mutate("-j2")
    if done.returncode != 0 or leftovers():
        yield "status %d, %s, left: %s" % (done.returncode, done.stderr, leftovers())
    pairs = collections.Counter((line[0], line[1], line[6]) for line in trials())
    if pairs and max(pairs.values()) > 1:
        yield "ran more than once: %s" % pairs.most_common(3)
    yield from wrong_fates(DAY_TESTS.values(), listed())


def interrupted():
    os.unlink(os.path.join(environment["HLCOV_DIR"], "trials"))
    process = start_mutate()
    wait_for_trials(10)
    process.send_signal(signal.SIGINT)
    message = process.communicate()[1]
    if process.returncode != 1 or "interrupted" not in message or leftovers():
        yield "status %d, %s, left: %s" % (process.returncode, message, leftovers())


def two_at_once():
    for words in ([], ["--shard=1/2"]):
        os.unlink(os.path.join(environment["HLCOV_DIR"], "trials"))
        first = start_mutate()
        wait_for_trials(1)
        first.send_signal(signal.SIGSTOP)
        done = mutate(*words)
        if done.returncode != 1 or "another hlcov mutate" not in done.stderr:
            yield "%s: status %d, %s" % (words, done.returncode, done.stderr)
        first.send_signal(signal.SIGTERM)
        first.send_signal(signal.SIGCONT)
        first.communicate()


def recipes():
    """As the man page has them. Where GNU parallel is missing, the shell alone stands for it; Slurm sets variables."""
    shell = 'for k in 1 2 3 4; do "$0" mutate --shard=$k/4 & done; wait'
    if shutil.which("parallel"):
        yield 'seq 4 | parallel "$0" mutate --shard={}/4'
    yield shell
    yield ('for SLURM_ARRAY_TASK_ID in 1 2; do SLURM_ARRAY_TASK_COUNT=2; '
           '"$0" mutate --shard=$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT; done')


def united():
    """Two data directories, a part of the mutants each, whose trials are put into one file."""
    files = []
    for part in "12":
        shutil.copytree(path("data"), path("part" + part))
        start("part" + part)
        file = os.path.join(environment["HLCOV_DIR"], "trials")
        os.unlink(file)
        mutate("--shard=%s/2" % part)
        files.append(file)
    start("data")
    must("sh", "-c", 'cat "$@" >data/trials', "sh", *files)
    done = mutate()
    if runs(done) != 0 or counted(done)[5] != 0:
        yield done.stdout


def parts():
    os.unlink(os.path.join(environment["HLCOV_DIR"], "trials"))
    all_mutants = listed()
    of_parts = [set(listed("--shard=%d/4" % k)) for k in range(1, 5)]
    if sum(map(len, of_parts)) != len(all_mutants) or set().union(*of_parts) != set(all_mutants) or not all(of_parts):
        yield "parts of %s" % [len(part) for part in of_parts]
    for recipe in recipes():
        done = run("sh", "-c", recipe, tap.hlcov)
        if complaints(done) or runs(mutate()) != 0:
            yield recipe + ": " + done.stderr
        os.unlink(os.path.join(environment["HLCOV_DIR"], "trials"))
    yield from wrong_score(mutate("--shard=1/2"))
    mutate("--shard=2/2")
    yield from wrong_fates(DAY_TESTS.values(), listed())
    for shard in ("0/2", "3/2", "1", "a/b"):
        if mutate("--shard=" + shard).returncode != 1:
            yield shard


def sample():
    first, same, other = (set(listed("--sample=40", "--seed=" + seed)) for seed in ("1", "1", "2"))
    if len(first) != 40 or first != same or len(first & other) > 35:
        yield "%d, %d the same, %d of another seed" % (len(first), len(first & same), len(first & other))
    os.unlink(os.path.join(environment["HLCOV_DIR"], "trials"))
    done = mutate("--sample=40")
    if not re.search(r"^score of all mutants.* [\d.]+% to [\d.]+%$", done.stdout, re.M):
        yield done.stdout
    yield from wrong_score(done)
    yield from wrong_score(mutate())


def wrong_score(done):
    """The score of a report is that of the mutants that were chosen, with all or a part of these tried."""
    total = json.loads(must(tap.hlcov, "report", "--quiet", "--criteria=SM", "--json", "-").stdout)["totals"]["SM"]
    _, noticed, unnoticed, not_infected, equivalent, _ = counted(done)
    found = total["covered"], total["objectives"]
    if found != (noticed, noticed + unnoticed + not_infected + equivalent):
        yield "report: %s, not %s" % (total, done.stdout)


# ---- what is told ----

def left_out():
    start("leftout")
    write("small.c", "int main(int argc, char **argv) { (void)argv; return argc > 1 ? argc - 2 : 0; }\n")
    write("vary.sh", "test -e seen && { ./small; exit 1; }; : >seen; ./small\n")
    build("small", False)
    remember("good", "./small", "x")
    remember("bad", "./small", "x", "y")
    remember("varies", "sh", "vary.sh")
    run(tap.hlcov, "run", "--test=forgotten", "--", "./small")
    os.unlink(path("seen"))
    build("small", True)
    done = mutate()
    for said in ("'bad' is left out: it fails", "'varies' is left out: it ended in one way",
                 "not remembered cannot run.*forgotten"):
        if not re.search(said, done.stderr):
            yield "not said: %s in %s" % (said, done.stderr)
    if done.returncode != 0 or counted(done)[1] < 3 or {line[6] for line in trials()} != {"good"}:
        yield done.stdout


def absent():
    must("gcc", "-o", "small", "small.c")
    os.unlink(os.path.join(environment["HLCOV_DIR"], "trials"))
    done = mutate()
    if "ran no program with the mutants" not in done.stderr or counted(done)[2] != 0:
        yield done.stderr + done.stdout


def outside():
    """What was recorded outside of tests counts for all tests; with a command, too."""
    start("outside")
    build("small", False)
    must("./small")
    remember("good", "./small", "x")
    remember("other", "true")
    build("small", True)
    if max(n for n, _, _ in listed().values()) != 2:
        yield str(listed())
    done = mutate("--", "./small", "x")
    if done.returncode != 0 or counted(done)[1] < 3 or {line[6] for line in trials()} != {""}:
        yield done.stderr + done.stdout


def bad_input():
    start("none")
    done = mutate()
    if done.returncode != 1 or "no such data directory" not in done.stderr:
        yield "no directory: " + done.stderr
    build("small", False)
    must("./small")
    done = mutate()
    if done.returncode != 1 or "hlcov cc --strong" not in done.stderr:
        yield "no strong build: " + done.stderr
    build("small", True)
    done = mutate()
    if done.returncode != 1 or "hlcov run --remember" not in done.stderr:
        yield "no tests: " + done.stderr
    write("small.c", "int main(int argc, char **argv) { (void)argv; return argc > 1 ? argc - 2 : 1 - 1; }\n")
    build("small", True)
    os.utime(os.path.join(environment["HLCOV_DIR"], "strong"))
    done = mutate("--list", "--", "./small")
    if not re.search(r"not measured, or their text was another one: main \(small.c\)", done.stderr):
        yield "another text: " + done.stderr
    for words in (["-j0"], ["--memory=0"], ["--sample=-1"], ["--base=nowhere"]):
        done = mutate(*words)
        if done.returncode != 1 or not done.stderr:
            yield "%s: status %d" % (words, done.returncode)


def copies():
    """Tests that cannot run beside each other in one tree."""
    start("tree/hlcov-data")
    os.makedirs(path("tree"), exist_ok=True)
    write("tree/small.c", "int main(int argc, char **argv) { (void)argv; return argc > 1 ? argc - 2 : 0; }\n")
    write("tree/test.sh", "mkdir busy || exit 9; sleep 0.05; ./small x; status=$?; rmdir busy; exit $status\n")
    tree = dict(cwd=path("tree"), env=environment, check=True)
    subprocess.run([tap.hlcov, "cc", "--criteria=WM,all", "gcc", "-o", "small", "small.c"], **tree)
    subprocess.run([tap.hlcov, "run", "--remember", "--test=t", "--", "sh", path("tree/test.sh")], **tree)
    subprocess.run([tap.hlcov, "cc", "--strong", "gcc", "-o", "small", "small.c"], **tree)
    for words in ([], ["--no-namespaces"]):
        done = subprocess.run([tap.hlcov, "mutate", "-j4", "--copies", "--again", *words], cwd=path("tree"),
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0 or complaints(done) or counted(done)[1] == 0 or counted(done)[2] == 0:
            yield "%s: %s%s" % (words, done.stderr, done.stdout)
    if any(line[3] == "failed" and line[4] == "9" for line in trials()):
        yield "some ran beside each other"


def changed_lines():
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    tree = dict(cwd=path("tree"), env=environment, check=True)
    subprocess.run(["git", "init", "-q"], **tree)
    subprocess.run(["git", "add", "small.c"], **tree)
    subprocess.run([*git, "commit", "-qm", "one"], **tree)
    write("tree/small.c", "int zero(void)\n{\n    return 0;\n}\n" +
          "int main(int argc, char **argv) { (void)argv; return argc > 1 ? argc - 2 : 0; }\n")
    subprocess.run([tap.hlcov, "cc", "--criteria=WM,all", "gcc", "-o", "small", "small.c"], **tree)
    subprocess.run([tap.hlcov, "run", "--remember", "--test=t", "--", "sh", path("tree/test.sh")], **tree)
    subprocess.run([tap.hlcov, "cc", "--strong", "gcc", "-o", "small", "small.c"], **tree)
    lines = {}
    for words in (["--base=HEAD"], ["--base=HEAD", "--all"], []):
        done = subprocess.run([tap.hlcov, "mutate", "--list", *words], cwd=path("tree"), env=environment,
                              stdout=subprocess.PIPE, text=True, check=True)
        lines[len(words)] = [int(found[1]) for found in LIST.findall(done.stdout)]
    if lines[1] != [3] or len(lines[2]) < 2 or set(lines[2]) != {3} or 5 not in lines[0]:
        yield str(lines)
    os.unlink(os.path.join(environment["HLCOV_DIR"], "trials"))  # what is known counts, wherever it stands
    done = subprocess.run([tap.hlcov, "mutate", "--base=HEAD"], stdout=subprocess.PIPE, text=True, **tree)
    if sum(counted(done)[1:5]) != 1:
        yield done.stdout
    yield from wrong_score(done)


# ---- harm ----

def harm(*words):
    """What mutants do is told, limits hold, and nothing of them stays."""
    start("harm" + "".join(words))
    write("small.c", "int main(int argc, char **argv) { (void)argv; return argc > 1 ? argc - 2 : 0; }\n")
    write("harm.sh", HARM)
    build("small", False)
    must("./small")
    build("small", True)
    done = mutate("--memory=300", "--written=20", "--processes=40", *words, "--", "sh", path("harm.sh"))
    if done.returncode != 0 or complaints(done):
        yield "status %d: %s" % (done.returncode, done.stderr)
    ends = {int(line[1]): line[3] for line in trials()}
    wanted = {1: {"limited", "late", "failed"}, 2: {"limited", "failed"}, 3: {"limited", "failed"},
              4: {"failed"} if not words else {"killed"}, 5: {"late"}, 11: {"absent"}, 8: {"killed"}, 9: {"failed"},
              13: {"killed"}}  # 13 does the same as 8, so it does not run
    for number, good in wanted.items():
        if ends.get(number) not in good:
            yield "mutant %d: %s" % (number, ends.get(number))
    if {end for number, end in ends.items() if number not in wanted} != {"passed"}:
        yield "others: %s" % ends
    if leftovers() or run("pgrep", "-f", "^sleep 100$").stdout:
        yield "left: %s %s" % (leftovers(), run("pgrep", "-f", "^sleep 100$").stdout)



# With one mutant the test forks without end, if it is apart from others; with another one it has too many processes,
# and makes one test fail that runs beside it.
FORKS = r"""
case ${HLCOV_MUTANT##*.} in
1) [ "$1" = apart ] || exit 1
   f() { f | f & }; f; sleep 100;;
2) if [ "$1" != apart ] && [ ! -e "$2/once" ]; then
       : >"$2/once"; : >"$2/busy"
       for i in 0 1 2 3 4 5 6 7 8 9; do for k in 1 2 3 4 5 6 7 8 9; do [ ! -e "$2/busy" ] || sleep 0.1; done; done
   fi
   for i in 0 1 2 3 4 5 6 7 8 9; do for k in 0 1 2 3 4 5 6 7 8 9; do sleep 100 & done; done; wait;;
*) [ -z "$HLCOV_MUTANT" ] || : >"$HLCOV_MUTANT_MARK"
   ! rm "$2/busy" 2>/dev/null || exit 1
   for i in 1 2 3 4 5 6 7 8 9 10; do /bin/true || exit 7; done;;
esac
"""
NOBODY = 65534


def forks(*words):
    """Of a user who may make no control group: a mutant with too many processes is ended before it is late, and tests
    beside it have the verdict that they have alone."""
    start("forks" + "".join(words))
    write("forks.sh", FORKS)
    build("small", False)
    must("./small")
    build("small", True)
    os.makedirs(path("bin"), exist_ok=True)
    for program in (tap.hlcov, tap.hlcov_more):
        shutil.copy(program, path("bin"))
    os.chmod(work, 0o755)
    run("chmod", "-R", "a+rwX", environment["HLCOV_DIR"], environment["TMPDIR"])
    other = dict(user=NOBODY, group=NOBODY, extra_groups=[]) if os.geteuid() == 0 else {}
    done = run(path("bin", "hlcov"), "mutate", "-j3", "--processes=60", "--time=20", *words, "--", "sh",
               path("forks.sh"), "beside" if words else "apart", environment["HLCOV_DIR"], **other)
    if done.returncode != 0 or complaints(done):
        yield "status %d: %s" % (done.returncode, done.stderr)
    ends = {int(line[1]): line[3] for line in trials()}
    if ends.get(1) not in ("limited", "late", "failed") or ends.get(2) != "limited" or len(ends) < 10 or \
       {end for n, end in ends.items() if n > 2} != {"passed"}:
        yield str(ends)
    if words and not any(line[3] in ("failed", "absent") and int(line[1]) > 2 for line in trials()):
        yield "no test failed beside it"
    if leftovers() or run("pgrep", "-f", "^sleep 100$").stdout:
        yield "left: %s %s" % (leftovers(), run("pgrep", "-f", "^sleep 100$").stdout)


os.mkdir(environment["TMPDIR"])
make_days()
tap.point("verdicts are those of all tests with all mutants", first_run())
tap.point("what is known does not run again", second_run())
tap.point("mutants that do the same run once", same_once())
tap.point("gates", gate())
tap.point("samples", sample())
tap.point("a damaged line is told, and its run is made again", damaged_line())
tap.point("killed three times, it goes on", killed())
tap.point("interrupted, it ends", interrupted())
tap.point("two at once are refused", two_at_once())
tap.point("parts at once", parts())
tap.point("trials of two data directories", united())
tap.point("tests that fail or vary are left out", left_out())
tap.point("programs without mutants are told", absent())
tap.point("runs outside of tests count for all", outside())
tap.point("bad input", bad_input())
tap.point("copies of the build tree", copies())
tap.point("changed lines", changed_lines())
tap.point("tests that compare nothing notice only crashes and limits", blind())
tap.point("mutants that do harm", harm())
tap.point("mutants that do harm, without namespaces", harm("--no-namespaces"))
tap.point("mutants of a user that start too many processes", forks())
tap.point("so without namespaces, where they disturb others", forks("--no-namespaces"))
run("chmod", "-R", "u+rwx", work)
run("rm", "-rf", work)
tap.finish()
