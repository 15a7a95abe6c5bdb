#!/usr/bin/python3
"""Commands, man pages and help agree: a page per subcommand, an entry per option. Does not judge their prose."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

COMMAND = re.compile(r'^COMMAND\(IN_\w+, "([^"]+)", \w+, "([^"]+)",\s*"([^"]+)"\)', re.M)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def run(*arguments, **variables):
    return subprocess.run([tap.hlcov, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, env=dict(os.environ, **variables))


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
    for word, nearest in (("tutoral", "tutorial"), ("repotr", "report")):
        if "did you mean '%s'" % nearest not in run("help", word).stderr:
            yield "help %s: %r" % (word, run("help", word).stderr)
    if run().returncode != 1:
        yield "no command at all is accepted"
    version = re.search(r"AC_INIT\(\[hlcov\], \[([^]]+)\]\)", tap.read("configure.ac")).group(1)
    if run("--version").stdout != "hlcov %s\n" % version:
        yield "--version: %r" % run("--version").stdout


# ---- topics ----

TOPIC = re.compile(r'^TOPIC\("([^"]+)", "([^"]+)"\)', re.M)
USE = re.compile(r"\bhlcov ([a-z]+)((?:[ =]\S+)*)")


def topic_faults(name, doc):
    """A page of section 7, which hlcov.1 lists and help shows by man."""
    text = tap.read("man/hlcov-%s.7" % name).replace("\\-", "-")
    if "hlcov-%s - %s\n" % (name, doc) not in text:
        yield "NAME of the page is not: hlcov-%s - %s" % (name, doc)
    if not re.search(r"hlcov-%s \(7\)\n%s\n" % (name, re.escape(doc)), page("hlcov")):
        yield "man/hlcov.1 does not list it"
    if not re.search(r"  %s +%s\n" % (name, re.escape(doc)), run("help").stdout):
        yield "hlcov help does not list it"
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "man"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho man: $*\n")
        os.chmod(file.name, 0o755)
        shown = run("help", name, PATH=directory)
        if shown.returncode or not re.fullmatch(r"man: /\S*/hlcov-%s\.7\n" % name, shown.stdout):
            yield "hlcov help %s: %s" % (name, shown)
        elif not os.path.exists(shown.stdout.split()[1]):
            yield "there is no %s" % shown.stdout
        os.remove(file.name)
        missing = run("help", name, PATH=directory)
        if missing.returncode != 1 or "/hlcov-%s.7, cannot be run" % name not in missing.stderr:
            yield "without man: %s" % missing


def use_faults(path):
    """What a page of section 7 says of a command and its options."""
    text = re.sub(r"\\f.", "", tap.read(path).replace("\\-", "-"))
    for name, rest in USE.findall(re.sub(r'[",;]', " ", text)):
        if name not in known_commands:
            yield "hlcov %s is no command" % name
            continue
        given = re.split(r" gcc\b| clang\b| -- ", rest)[0]
        options = set(OPTION.findall(run(name, "--help").stdout))
        yield from ("hlcov %s has no %s" % (name, option) for option in OPTION.findall(given) if option not in options)


def version_faults():
    """Libraries have versions, and those that are linked are loaded."""
    shown = run("--version", "--verbose")
    if shown.returncode or not shown.stdout.startswith(run("--version").stdout):
        yield "status %d, %s" % (shown.returncode, shown)
    for library in "GLib", "zstd", "jansson", "cmark", "libxml2", "SQLite", "elfutils", "Z3":
        if not re.search(r"(?m)^  %s +\d[\d.]+ +/\S+\.so[.\d]*$" % library, shown.stdout):
            yield "no %s: %s" % (library, shown.stdout)
    for line in (r"  libunwind +\d[\d.]+ +\S.*", r"parses C by .*clang version \d\d.*", r"  paths .* 1000  --paths",
                 r"formats: tables \d+, data files \d+, shards \d+"):
        if not re.search("(?m)^%s$" % line, shown.stdout):
            yield "no %s: %s" % (line, shown.stdout)


commands = COMMAND.findall(re.sub(r'"\s*\n\s*"', "", tap.read("tools/shared/commands.def")))
known_commands = [name for name, _, _ in commands]
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
topics = TOPIC.findall(tap.read("tools/topics.def"))
tap.point("topics.def has rows", [] if len(topics) >= 3 else ["%d rows" % len(topics)])
for name, doc in topics:
    tap.point("topic %s" % name, topic_faults(name, doc))
for path in tap.files("man", suffixes=(".7",)):
    tap.point("what %s says of commands" % path, use_faults(path))
tap.point("hlcov --version --verbose", version_faults())
tap.finish()
