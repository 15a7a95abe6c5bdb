#!/usr/bin/python3
"""What shells offer behind `hlcov`: commands, topics, options, criteria, files. bash is asked through its function,
fish by its own command, zsh through a terminal."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

TOOLS = os.path.join(tap.top_srcdir, "tools")
# A line, some of what must be offered for its last word, and some of what must not. Of a list, bash and fish offer the
# whole word, zsh its last name.
CASES = [
    ("hlcov re", {"report", "reset"}, {"run", "report.c"}),
    ("hlcov he", {"help"}, set()),
    ("hlcov help tu", {"tutorial"}, {"trend"}),
    ("hlcov help re", {"report"}, set()),
    ("hlcov config re", {"report"}, set()),
    ("hlcov report --fail", {"--fail-under", "--fail-on-unmeasured"}, {"--badge"}),
    ("hlcov cc --se", {"--semantics"}, {"--sort"}),
    ("hlcov report --criteria ra", {"RACC"}, {"CACC"}),
    ("hlcov report --criteria RA", {"RACC"}, {"CACC", "RA.c"}),
    ("hlcov report --criteria=STMT,DC,RA", {"STMT,DC,RACC"}, {"RA.c", "STMT,DC,CACC"}),
    ("hlcov cc --criteria=DC,al", {"DC,all"}, {"DC,RACC"}),
    ("hlcov report RA", {"RA.c"}, {"RACC"}),
]


def lines_of(directory, *command):
    done = subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False,
                          env=dict(os.environ, HOME=directory, TERM="dumb",
                                   PATH=os.path.dirname(tap.hlcov) + ":" + os.environ["PATH"]))
    return done.stdout.replace("\r", "").splitlines()


def bash(directory, line):
    """bash splits a line at = as well as at blanks."""
    script = """. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hlcov; printf '%s\\n' "${COMPREPLY[@]}" """
    words = re.findall(r"=|[^\s=]+", line)
    offered = lines_of(directory, "bash", "-c", script, "bash", os.path.join(TOOLS, "completion.bash"), *words)
    return set(offered)


def fish(directory, line):
    script = "source %s/completion.fish; complete -C '%s'" % (TOOLS, line)
    offered = lines_of(directory, "fish", "--no-config", "-c", script)
    return {re.sub(r"^--criteria=(?=.)|(?<=[a-z])=$", "", word.split("\t")[0]) for word in offered}


def zsh(directory, line):
    """The part of a list that stands there already is not offered again."""
    driver = os.path.join(tap.top_srcdir, "tests/tools/complete.zsh")
    offered = lines_of(directory, "zsh", "-f", driver, os.path.join(directory, "functions"), line)
    before = re.sub(r"^.*[ =]", "", line)
    before = before[:before.rfind(",") + 1]
    return {before + word for text in offered for word in re.findall(r"<([^<>]*)>$", text)}


# fish completes without regard to case, as bash and zsh may be told to.
EXACT = {"hlcov report --criteria ra"}


def faults(shell, directory):
    for line, wanted, unwanted in CASES:
        if shell is not fish and line in EXACT:
            continue
        offered = shell(directory, line)
        if not wanted <= offered or unwanted & offered:
            yield "%s: %s" % (line, sorted(offered))


with tempfile.TemporaryDirectory() as directory:
    os.mkdir(os.path.join(directory, "functions"))
    os.symlink(os.path.join(TOOLS, "completion.zsh"), os.path.join(directory, "functions/_hlcov"))
    for name in "report.c", "RA.c", "STMT":
        with open(os.path.join(directory, name), "w", encoding="utf-8"):
            pass
    for shell in bash, fish, zsh:
        tap.point("completion in %s" % shell.__name__, faults(shell, directory))
tap.finish()
