#!/usr/bin/python3
"""Commands, man pages and help agree: a page per subcommand, an entry per option. Does not judge their prose."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

COMMAND = re.compile(r'^COMMAND\(IN_\w+, "([^"]+)", \w+, "([^"]+)",\s*"([^"]+)"\)', re.M)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def run(*arguments):
    return subprocess.run([tap.hlcov, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)


def raw_page(name):
    return re.sub(r"\\f.", "", tap.read("man/%s.1" % name).replace("\\-", "-"))


def page(name):
    """The text of a man page without its escapes and font macros."""
    return re.sub(r"^\.[A-Z]+ ", "", raw_page(name), flags=re.M)


def page_faults(name, doc):
    text = page("hlcov-" + name)
    shown = set(OPTION.findall(run(name, "--help").stdout)) | {"--help"}
    described = set(OPTION.findall(" ".join(re.findall(r"^\.TP\n(.*)", raw_page("hlcov-" + name), re.M))))
    yield from ("the man page does not describe %s" % option for option in sorted(shown - described))
    yield from ("the man page describes %s, which is no option" % option for option in sorted(described - shown))
    if "hlcov-%s - %s\n" % (name, doc) not in text:
        yield "NAME of the man page is not: hlcov-%s - %s" % (name, doc)


def help_faults(name, synopsis, doc):
    shown, same = run(name, "--help"), run("help", name)
    if shown.returncode != 0 or shown.stderr:
        yield "--help: status %d, %s" % (shown.returncode, shown.stderr)
    if not shown.stdout.startswith("Usage: hlcov %s\n" % synopsis):
        yield "--help begins with: " + shown.stdout.split("\n")[0]
    if same.stdout != shown.stdout:
        yield "hlcov help %s prints something else" % name
    if name not in run("--help").stdout.split() or doc not in run("--help").stdout:
        yield "hlcov --help does not list it"


def wording_faults(name):
    """Each option is described by one short phrase, which begins like all others."""
    for option, text in re.findall(r"^  (?:-\w, )?(--\S+) +(.*)$", run(name, "--help").stdout, re.M):
        if not re.match(r"[A-Z]\w*( |$)", text):
            yield "%s does not begin with a verb: %s" % (option, text)
        if text.endswith(".") or len(text) > 104:
            yield "%s: %d characters: %s" % (option, len(text), text)


def main_page_faults(commands):
    text = page("hlcov")
    for name, _, doc in commands:
        if not re.search(r"hlcov-%s \(1\)\n%s\n" % (name, re.escape(doc)), text):
            yield "man/hlcov.1 does not list: %s, %s" % (name, doc)


def usage_faults():
    wrong = run("no-such-command")
    if wrong.returncode != 1 or "no-such-command" not in wrong.stderr or wrong.stdout:
        yield "an unknown command: status %d, %r" % (wrong.returncode, wrong.stderr)
    near = run("repotr")
    if "did you mean 'report'" not in near.stderr:
        yield "repotr: %r" % near.stderr
    if run().returncode != 1:
        yield "no command at all is accepted"
    version = re.search(r"AC_INIT\(\[hlcov\], \[([^]]+)\]\)", tap.read("configure.ac")).group(1)
    if run("--version").stdout != "hlcov %s\n" % version:
        yield "--version: %r" % run("--version").stdout


def completed(*words):
    script = """_command_offset() { COMPREPLY=(); }; . "$1"; shift; PATH=$1:$PATH; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hlcov; printf '%s\\n' "${COMPREPLY[@]}" """
    return subprocess.run(["bash", "-c", script, "bash", os.path.join(tap.top_srcdir, "tools/completion.bash"),
                           os.path.dirname(tap.hlcov), *words], stdout=subprocess.PIPE, text=True).stdout.split()


def completion_faults(commands):
    offered = completed("hlcov", "")
    yield from ("%s is not offered" % name for name, _, _ in commands if name not in offered)
    for name, _, _ in commands:
        missing = set(OPTION.findall(run(name, "--help").stdout)) - set(completed("hlcov", name, "--"))
        yield from ("%s: %s is not offered" % (name, option) for option in sorted(missing))


commands = COMMAND.findall(re.sub(r'"\s*\n\s*"', "", tap.read("tools/commands.def")))
tap.point("commands.def has rows", [] if len(commands) >= 4 else ["%d rows" % len(commands)])
for name, synopsis, doc in commands:
    tap.point("hlcov %s --help" % name, help_faults(name, synopsis, doc))
    tap.point("options of hlcov %s are described alike" % name, wording_faults(name))
    tap.point("man page of hlcov %s" % name, page_faults(name, doc))
    for_wrong = run(name, "--no-such-option")
    tap.point("hlcov %s refuses an unknown option" % name,
              [] if for_wrong.returncode == 1 and "no-such-option" in for_wrong.stderr else [for_wrong.stderr])
tap.point("man page of hlcov", main_page_faults(commands))
tap.point("wrong usage and --version", usage_faults())
tap.point("completion", completion_faults(commands))
tap.finish()
