#!/usr/bin/python3
"""README.md, "In CI": the recipes are run as they stand there, each on a small project that is built with that tool.
The files for CI systems are ci_files.py's."""
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

CLAMP = """\
int clamp(int value, int low, int high);
int clamp(int value, int low, int high)
{
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}
"""
TEST = "int clamp(int value, int low, int high);\nint main(void) { return clamp(%d, 2, 4) != %d; }\n"
COMMON = {"clamp.c": CLAMP, "low.c": TEST % (1, 2), "high.c": TEST % (5, 4)}
SCRIPTS = {"tests/low.sh": "./low\n", "tests/high.sh": "./high\n"}
MAKEFILE = "CC = cc\nall: low high\nlow high: clamp.c\n\t$(CC) -o $@ $@.c clamp.c\n"
CONFIGURE = """\
AC_INIT([clamp], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
"""
AUTOMAKE = "check_PROGRAMS = low high\nlow_SOURCES = low.c clamp.c\nhigh_SOURCES = high.c clamp.c\nTESTS = low high\n"
CMAKE = """\
cmake_minimum_required(VERSION 3.16)
project(clamp C)
enable_testing()
foreach(name low high)
    add_executable(${name} ${name}.c clamp.c)
    add_test(NAME ${name} COMMAND ${name})
endforeach()
"""
MESON = """\
project('clamp', 'c')
foreach name : ['low', 'high']
    test(name, executable(name, name + '.c', 'clamp.c'))
endforeach
"""
# Of each recipe, by its first word: the files of a project, and what its tests are called.
PROJECTS = {
    "make": ({"Makefile": MAKEFILE, **SCRIPTS}, {"sh tests/low.sh", "sh tests/high.sh"}),
    "autotools": ({"configure.ac": CONFIGURE, "Makefile.am": AUTOMAKE}, {"low", "high"}),
    "CMake": ({"CMakeLists.txt": CMAKE}, {"build/low", "build/high"}),
    "meson": ({"meson.build": MESON}, {"build/low", "build/high"}),
}
REPORTS = {"summary.md", "coverage/index.html", "cobertura.xml", "coverage.svg"}


def run(commands, directory, **variables):
    """By a shell that stops at the first command that fails."""
    top = os.path.join(directory, os.pardir)
    path = os.path.join(top, "bin") + os.pathsep + os.environ["PATH"]
    return subprocess.run(["sh", "-e", "-c", commands], cwd=directory, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, PATH=path, HOME=top, **variables), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)


def write(directory, files):
    for name, text in files.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


COMMIT = "git add . && git -c user.name=n -c user.email=n@example.org commit -q -m change"


def make_project(directory, files):
    """In a checkout, as CI has it: a branch that added the lines of clamp that say what is too high."""
    os.mkdir(directory)
    write(directory, {**COMMON, **files, "clamp.c": re.sub("    if .value > high.*\n.*\n", "", CLAMP)})
    done = run("git init -q && %s && git update-ref refs/remotes/origin/main HEAD" % COMMIT, directory)
    write(directory, {"clamp.c": CLAMP})
    return faults_of(done) + faults_of(run(COMMIT, directory))


def recipes():
    """The blocks of commands in README.md, "In CI": of each, the word after With, And or A in the text before it."""
    section = tap.read("README.md").split("\n## In CI\n")[1].split("\n## ")[0]
    paragraphs = section.strip("\n").split("\n\n")
    return {re.findall(r"\b(?:With|And|A) (\w+)", before)[-1]: textwrap.dedent(block)
            for before, block in zip(paragraphs, paragraphs[1:]) if block.startswith("    ")}


# ---- recipes ----

def measured_faults(directory, names):
    """The tests are known by name, each covers its line, and the line that none covers is the only one."""
    done = run("hlcov tests --json - && hlcov report --json -", directory)
    if done.returncode:
        yield done.stdout
        return
    decoder = json.JSONDecoder()
    tests, end = decoder.raw_decode(done.stdout)
    report = decoder.raw_decode(done.stdout[end:].lstrip())[0]
    found = {test["name"] for test in tests["tests"] if test["named"]}
    if found != names:
        yield "tests are %s, not %s" % (sorted(found), sorted(names))
    statements = {o["line"]: o["witnesses"] for file in report["files"] for o in file["objectives"]
                  if file["path"] == "clamp.c" and o["criterion"] == "STMT"}
    wanted = {5: [[name] for name in names if "low" in name], 7: [[name] for name in names if "high" in name], 8: []}
    if {line: statements.get(line) for line in wanted} != wanted:
        yield "lines are covered by %s" % statements


def recipe_faults(directory, commands, tool):
    files, names = PROJECTS[tool]
    yield from make_project(directory, files)
    if tool == "autotools":
        yield from faults_of(run("autoreconf -i", directory))
    done = run(commands[tool], directory)
    yield from faults_of(done)
    yield from measured_faults(directory, names)
    yield from report_faults(directory, run(commands["then"], directory), REPORTS)
    yield from changes_faults(run(commands["gate"], directory))
    for _ in "first", "second":
        yield from ratchet_faults(run(commands["ratchet"], directory))


def faults_of(done, status=0):
    return [] if done.returncode == status else ["status %d: %s" % (done.returncode, done.stdout)]


def report_faults(directory, done, reports):
    """All reports are there, and the gate of CACC has failed: STMT is over 80%."""
    yield from faults_of(done, 2)
    if "masking MC/DC 50.0%" not in done.stdout or "statements 85.7% (" in done.stdout:
        yield "gates: " + done.stdout
    yield from ("no %s" % name for name in reports if not os.path.exists(os.path.join(directory, name)))


def ratchet_faults(done):
    """Nothing is worse than in the report before, and the trend is a line for each of the four numbers."""
    yield from faults_of(done)
    if not re.search(r"(?m)^ statements  \S+ +85.7%", done.stdout):
        yield "trend: " + done.stdout


def changes_faults(done):
    """What changed are two statements, both covered."""
    yield from faults_of(done)
    if "TOTAL" not in done.stdout or "clamp.c" not in done.stdout or "low.c" in done.stdout:
        yield "changes: " + done.stdout


# ---- options ----

def uses(text):
    """Subcommand and options of each call of hlcov in a text: up to its --, or to the compiler."""
    text = re.sub(r'"hlcov;[^"]*"', lambda listed: listed.group().replace(";", " "), text.replace("\\\n", " "))
    for command, rest in re.findall(r"(?:^|[\s\"(])hlcov ([a-z]+)\b([^\n|&;)\"]*)", text):
        options = re.split(r"\s--(?=\s|$)|\sgcc\b", rest)[0]
        yield command, re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", options)


def option_faults(text):
    found = list(uses(text))
    for command, options in found:
        done = subprocess.run([tap.hlcov, command, "--help"], stdout=subprocess.PIPE, text=True, check=False)
        known = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", done.stdout))
        if done.returncode:
            yield "hlcov %s is no command" % command
        yield from ("hlcov %s has no %s" % (command, option) for option in options if option not in known)
    if not {"cc", "run", "report"} <= {command for command, _ in found}:
        yield "it uses %s only" % found


def main():
    with tempfile.TemporaryDirectory() as top:
        tap.install(top)
        commands = recipes()
        tap.point("README.md has recipes", set(commands) ^ {*PROJECTS, "then", "gate", "ratchet"})
        for tool in PROJECTS:
            tap.point("the recipe for %s" % tool, recipe_faults(os.path.join(top, tool), commands, tool))
        tap.point("options in README.md", option_faults("\n".join(commands.values())))
    tap.finish()


if __name__ == "__main__":
    main()
