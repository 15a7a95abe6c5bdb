#!/usr/bin/python3
"""hlcov-scale(7) and samples/ci/github-matrix.yml: the recipes are taken from there and run as their engines run them:
GNU parallel on three hosts (ssh enters directories of this machine), job arrays of Slurm, Bazel's actions without a
network, a matrix of four jobs, make. What comes of all is compared with one run on one machine. No engine but GNU
parallel and make is there."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

UNITS, TESTS = 3, 3
UNIT = "int part%(n)d(int a)\n{\n    if (a > 5 && a < %(n)d)\n        return 1;\n    return a > %(n)d ? a : %(n)d;\n}\n"
MAIN = "#include <stdlib.h>\n%s\nint main(int argc, char **argv)\n{\n    int a = atoi(argv[argc - 1]), sum = 0;\n%s" \
       "    return sum == 777;\n}\n"
MAKEFILE = "CC = cc\ntest: $(wildcard *.c)\n\t$(CC) -o $@ $(sort $^)\n"
SSH = """#!/bin/sh
# A host is a directory; what would run there runs here. SHELL is set, as sshd does: GNU Parallel asks for it.
while [ "${1#-}" != "$1" ]; do shift; done
cd "$FARM/$1" || exit 255
shift
[ "$1" != -- ] || shift
exec env -u HLCOV_DIR HOME="$PWD" SHELL=/bin/sh sh -c "$*"
"""
CRITERIA = "--criteria=STMT,CC,SM"


def recipe(heading, number=0):
    """The block of that number below a heading of the page, as a reader sees it."""
    text = tap.read("man/hlcov-scale.7")
    begin = re.search(r"^\.S[HS] %s$" % re.escape(heading), text, re.M).end()
    end = re.search(r"^\.SH|\Z", text[begin:], re.M).start() + begin
    blocks = re.findall(r"^\.nf\n(.*?)^\.fi", text[begin:end], re.M | re.S)
    return blocks[number].replace("\\-", "-").replace("\\e", "\\")


def write(path, text, mode=0o644):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


def run(*words, cwd=".", status=0, **environment):
    done = subprocess.run(words, cwd=cwd, env=dict(os.environ, **environment), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != status:
        raise RuntimeError("%s: status %d: %s" % (" ".join(words), done.returncode, done.stdout))
    return done.stdout


def make_project(path):
    os.makedirs(os.path.join(path, "tests"))
    os.makedirs(os.path.join(path, ".git"))
    for n in range(UNITS):
        write(os.path.join(path, "part%d.c" % n), UNIT % {"n": n})
    write(os.path.join(path, "main.c"), MAIN % ("\n".join("int part%d(int a);" % n for n in range(UNITS)),
                                               "".join("    sum += part%d(a);\n" % n for n in range(UNITS))))
    write(os.path.join(path, "Makefile"), MAKEFILE)
    for n in range(1, TESTS + 1):
        write(os.path.join(path, "tests", "t%d.sh" % n), "./test %d\n" % n)


def build(path, strong=False):
    """A build whose tests are known; then, if that is asked for, a strong one."""
    run("make", "-s", "CC=hlcov cc --criteria=all,WM gcc", cwd=path)
    for n in range(1, TESTS + 1):
        run("hlcov", "run", "--remember", "--test=t%d" % n, "--", "./test", str(n), cwd=path)
    if strong:
        os.remove(os.path.join(path, "test"))
        run("make", "-s", "CC=hlcov cc --strong gcc", cwd=path)


def totals(*inputs, cwd="."):
    return json.loads(run("hlcov", "report", "-q", CRITERIA, "--json=-", *inputs, cwd=cwd))["totals"]


def alone(path):
    """What one machine finds that does all."""
    copy = path + "/alone"
    shutil.copytree(path + "/hlcov-data", copy)
    run("hlcov", "prune", "--no-cache", cwd=path, HLCOV_DIR=os.path.abspath(copy))
    run("hlcov", "mutate", cwd=path, HLCOV_DIR=os.path.abspath(copy))
    found = totals(copy)
    shutil.rmtree(copy)
    return found


def differ(found, wanted):
    for criterion in wanted:
        if found.get(criterion) != wanted[criterion]:
            yield "%s: %s, on one machine %s" % (criterion, found.get(criterion), wanted[criterion])
    if not wanted["CC"]["pruned"]["infeasible"]:
        yield "nothing is infeasible: %s" % wanted["CC"]


# ---- make and GNU parallel ----

def by_make():
    """make: tests, a rule for each"""
    make_project("made")
    build("made")
    os.rename("made/tests", "made/t")
    write("made/rules.mk", recipe("MAKE AND GNU PARALLEL", 0))
    run("make", "-s", "-j2", "-f", "rules.mk", "all.hls", cwd="made")
    yield from known_tests("made/all.hls", TESTS)


def known_tests(shard, wanted):
    found = json.loads(run("hlcov", "tests", "--json=-", shard))["tests"]
    if len([test for test in found if test["named"]]) != wanted:
        yield "%s" % found


def by_searches():
    """GNU parallel: searches for inputs, and what is needed of all corpora"""
    os.makedirs("searches/out")
    os.mkdir("searches/.git")
    shutil.copy(os.path.join(tap.top_srcdir, "samples", "fuzz", "packet.c"), "searches/program.c")
    run("hlcov", "cc", "--criteria=CC", "gcc", "-O1", "-o", "program", "program.c", cwd="searches")
    lines = recipe("Searching for inputs").replace("seq 4", "seq 2").replace("/4 --time=1h", "/2 --runs=2000")
    lines = lines.replace(" @@", "")  # the sample reads standard input
    said = run("bash", "-e", "-c", lines, cwd="searches", PARALLEL="-j2")
    if "corpus: corpus has" not in said or not os.listdir("searches/corpus"):
        yield said


def by_parallel():
    """GNU parallel: tests, shards merged in a tree, and a report"""
    make_project("parallel")
    build("parallel")
    os.mkdir("parallel/out")
    lines = recipe("MAKE AND GNU PARALLEL", 1).replace("seq 1000", "seq %d" % TESTS).replace("-n50", "-n2")
    said = run("bash", "-e", "-c", lines, cwd="parallel", PARALLEL="-j2")
    if "TOTAL" not in said or len(glob.glob("parallel/out/part.*.hls")) < 2:
        yield said
    yield from known_tests("parallel/all.hls", TESTS)


def on_one_machine(wanted):
    """GNU parallel: shards of proofs and mutants on one machine"""
    shutil.copytree("project", "one")
    said = run("bash", "-e", "-c", recipe("MAKE AND GNU PARALLEL", 2), cwd="project", PARALLEL="-j2")
    run("hlcov", "status", cwd="project")
    yield from differ(totals("hlcov-data", cwd="project"), wanted)
    if "prune" in run("hlcov", "status", "--again", cwd="project") or "functions" not in said:
        yield said
    shutil.rmtree("project")
    os.rename("one", "project")


def make_hosts(names):
    """Directories with the project at the same path: a link."""
    for name in names:
        os.makedirs(os.path.join("farm", name))
        os.symlink(os.path.abspath("project"), os.path.join("farm", name, "project"))
    write("bin/ssh", SSH, 0o755)


def on_hosts(wanted):
    """GNU parallel: three hosts that ssh reaches, one of which dies while it hands on what it did"""
    make_hosts(["host1", "host2", "host3"])
    environment = {"FARM": os.path.abspath("farm"), "PARALLEL": "-j2"}
    lines = recipe("MAKE AND GNU PARALLEL", 3).replace("hosts=host1,host2,host3", "hosts=2/host1,2/host2,2/host3")
    said = run("bash", "-e", "-c", lines, **environment)
    yield from differ(totals("all.hls"), wanted)
    if len(glob.glob("farm/host*/data/parts")) < 2:
        yield "one host did it all: %s" % said
    said = run("sh", "-c", "(hlcov merge -o - farm/host1/data; hlcov merge -o - farm/host2/data | head -c 900;"
                           " hlcov merge -o - farm/host3/data) | hlcov merge -o rest.hls -", status=3)
    again = run("hlcov", "status", "--again", "rest.hls", status=2)
    if "standard input: damaged shard: " not in said or "hlcov mutate --shard=" not in again:
        yield "a host died: %s%s" % (said, again)


# ---- Slurm ----

def array(script, numbers, *arguments, cwd):
    """Runs the script for each number as a node would."""
    with open(script, encoding="utf-8") as file:
        if not re.search(r"^#SBATCH --array=1-\d+$", file.read(), re.M):
            yield "%s is no array" % script
    for number in numbers:
        run("env", "-u", "HLCOV_DIR", "sh", os.path.abspath(script), *arguments, cwd=cwd,
            SLURM_ARRAY_TASK_ID=str(number), SLURM_ARRAY_TASK_COUNT=str(len(numbers)),
            SLURM_SUBMIT_DIR=os.path.abspath(cwd))


def by_slurm_tests():
    """Slurm: an array of tests, on the disks of nodes"""
    make_project("slurm")
    build("slurm")
    os.mkdir("slurm/out")
    write("tests.sh", recipe("SLURM", 0))
    yield from array("tests.sh", range(1, TESTS + 1), cwd="slurm")
    run("sh", "-c", recipe("SLURM", 1), cwd="slurm")
    yield from known_tests("slurm/all.hls", TESTS)


def by_slurm(wanted):
    """Slurm: arrays of proofs and then mutants, one task of which is killed and run again"""
    shutil.copytree("project/hlcov-data", "kept")
    os.mkdir("project/out")
    write("work.sh", recipe("SLURM", 2))
    write("collect.sh", recipe("SLURM", 3))
    for work in "prune", "mutate":
        yield from array("work.sh", range(1, 5), work, cwd="project")
        lost = "project/out/%s.3.hls" % work
        os.rename(lost, "kept.hls")
        said = run("sh", os.path.abspath("collect.sh"), work, cwd="project", status=2)
        if not re.search(r"hlcov %s --shard=3/4  # has not run" % work, said):
            yield said
        os.rename("kept.hls", lost)
        run("sh", os.path.abspath("collect.sh"), work, cwd="project")
    yield from differ(totals("hlcov-data", cwd="project"), wanted)
    shutil.rmtree("project/hlcov-data")
    shutil.rmtree("project/out")
    os.rename("kept", "project/hlcov-data")


# ---- Bazel ----

def rules_of(text, directory):
    """The rules of a BUILD file, which is Python as far as it is used here."""
    rules = []

    def glob_in(patterns):
        return sorted(os.path.basename(path) for pattern in patterns for path in
                      glob.glob(os.path.join(directory, pattern)))
    exec(text, {"genrule": lambda **rule: rules.append(rule), "glob": glob_in, "range": range})  # the page's own text
    return rules


def expanded(command, rule):
    """What Bazel makes of a command."""
    command = command.replace("$@", rule["outs"][0]).replace("$(SRCS)", " ".join(rule["srcs"]))
    return re.sub(r"\$\(location ([^)]+)\)", r"\1", command).replace("$$", "$")


def act(rule, inputs, place):
    """Runs an action: in a directory with its inputs alone, without the environment and, where that is allowed, without
    a network. Returns the output's bytes."""
    os.makedirs(place + "/tmp")
    for name in rule["srcs"]:
        shutil.copy(inputs[name], place)
        os.chmod(os.path.join(place, name), 0o444)
    apart = ["unshare", "--user", "--map-root-user", "--net"]
    apart = apart if subprocess.run([*apart, "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0 else []
    before = set(os.listdir(place))
    run(*apart, "env", "-i", "PATH=" + os.environ["PATH"], "TMPDIR=" + os.path.abspath(place + "/tmp"), "sh", "-c",
        expanded(rule["cmd"], rule), cwd=place)
    if set(os.listdir(place)) - before != set(rule["outs"]):
        raise RuntimeError("%s leaves %s" % (rule["name"], set(os.listdir(place)) - before))
    with open(os.path.join(place, rule["outs"][0]), "rb") as file:
        return file.read()


def by_bazel(wanted):
    """Bazel: actions with declared inputs and outputs, elsewhere and without a network; twice: the same bytes"""
    run("tar", "-C", "project/hlcov-data", "-cf", "hlcov-data.tar", ".")
    inputs = {os.path.basename(path): path for path in glob.glob("project/*.c")}
    inputs["hlcov-data.tar"] = "hlcov-data.tar"
    outputs = []
    for turn in "first", "second":
        for rule in rules_of(recipe("BAZEL AND OTHER REMOTE EXECUTION"), "project"):
            place = "bazel/%s/%s" % (turn, rule["name"])
            outputs.append((rule["outs"][0], act(rule, inputs, place)))
            inputs[rule["outs"][0]] = os.path.join(place, rule["outs"][0])
    if len(outputs) != 10 or outputs[:5] != outputs[5:]:
        yield "other bytes: %s" % [name for name, _ in set(outputs[:5]) ^ set(outputs[5:])]
    found = totals(inputs["all.hls"])
    for criterion in "STMT", "CC":
        yield from differ({criterion: found[criterion], "CC": found["CC"]},
                          {criterion: wanted[criterion], "CC": wanted["CC"]})


# ---- CI ----

def steps_of(job):
    return {step["name"]: step["run"] for step in job["steps"] if "run" in step}


def do_job(job, **environment):
    """Runs a job's steps in the checkout; returns what they printed."""
    return "".join(run("sh", "-e", "-c", script, cwd="checkout", **environment)
                   for script in steps_of(job).values())


def by_matrix():
    """GitHub: a matrix of four jobs, and one that merges; without one of them it fails, but reports"""
    workflow = yaml.safe_load(tap.read("samples/ci/github-matrix.yml"))
    shard, report = workflow["jobs"]["shard"], workflow["jobs"]["report"]
    numbers = shard["strategy"]["matrix"]["shard"]
    if len(numbers) != 4 or shard["env"]["SHARDS"] != 4 or report["needs"] != "shard":
        yield "%s" % shard
    os.mkdir("artifacts")
    for number in numbers:
        make_project("checkout")
        do_job(shard, SHARD=str(number), SHARDS=str(shard["env"]["SHARDS"]))
        (upload,) = [step["with"] for step in shard["steps"] if "upload" in step.get("uses", "")]
        shutil.copy(os.path.join("checkout", upload["path"].replace("${{ matrix.shard }}", str(number))), "artifacts")
        shutil.rmtree("checkout")
    make_project("checkout")
    shutil.copytree("artifacts", "checkout/shards")
    said = do_job(report, GITHUB_STEP_SUMMARY="summary.md")
    if "4 ended, 0 to be run again" not in said or not os.path.exists("checkout/coverage/index.html"):
        yield said
    yield from known_tests("checkout/all.hls", TESTS)
    found = totals("checkout/all.hls")
    if not found["CC"]["pruned"]["infeasible"] or not found["STMT"]["covered"]:
        yield "%s" % found
    os.remove("checkout/shards/shard-2.hls")
    run("sh", "-c", steps_of(report)["Put them together"], cwd="checkout")
    said = run("sh", "-c", steps_of(report)["Ask whether all is there"], cwd="checkout", status=2)
    if "hlcov prune --shard=2/4" not in said:
        yield said


def main():
    with tempfile.TemporaryDirectory() as top:
        os.chdir(top)
        tap.install(top)
        os.mkdir("tmp")
        os.environ.update(PATH=os.path.join(top, "bin") + os.pathsep + os.environ["PATH"], TMPDIR=top + "/tmp",
                          XDG_CACHE_HOME=top + "/cache", HOME=top)
        os.makedirs(".parallel")
        write(".parallel/will-cite", "")
        make_project("project")
        build("project", strong=True)
        wanted = alone("project")
        for function in by_make, by_parallel, by_searches, by_slurm_tests, by_matrix:
            tap.point(function.__doc__, function())
        for function in on_one_machine, by_slurm, by_bazel, on_hosts:
            tap.point(function.__doc__, function(wanted))
    tap.finish()


if __name__ == "__main__":
    main()
