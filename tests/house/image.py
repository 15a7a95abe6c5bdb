#!/usr/bin/python3
"""The Dockerfile: its stages fit together, and install what the package is built from. Where docker is, the image is
built and runs. With WHOLE in the environment, as make check-package has it, the steps of the first stage are done
without docker, but for the installation of packages, in a copy of the release: that takes minutes."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap


def stages():
    """Of each stage its name and its instructions, each a word and its rest; lines are joined."""
    text = re.sub(r"(?m)^#.*\n", "", tap.read("Dockerfile")).replace("\\\n", " ")
    found = []
    for line in filter(None, text.splitlines()):
        word, rest = line.split(None, 1)
        if word == "FROM":
            found.append((rest.split(" AS ")[1] if " AS " in rest else "", []))
        else:
            found[-1][1].append((word, rest))
    return found


def runs(instructions):
    return [rest for word, rest in instructions if word == "RUN"]


def packages(instructions):
    text = " ".join(re.findall(r"apt-get install ([^&]*)", " ".join(runs(instructions))))
    return {word for word in text.split() if not word.startswith("-")}


def needed():
    """Sets of packages, one of each of which the package is built with."""
    field = re.search(r"(?m)^Build-Depends:\n((?: .*\n)+)", tap.read("debian/control")).group(1)
    return [{re.sub(r"\s*\(.*", "", name).strip() for name in one.split("|")} for one in field.split(",")]


def stage_faults(found):
    if [name for name, _ in found] != ["build", ""]:
        yield "stages are %s" % [name for name, _ in found]
    (_, first), (_, last) = found
    for one in needed():
        alternatives = {name.replace("debhelper-compat", "debhelper") for name in one}
        if not alternatives & packages(first):
            yield "the first stage installs none of %s" % sorted(alternatives)
    for word, rest in last:
        source = re.match(r"--from=build (\S+) ", rest) if word == "COPY" else None
        if source and source.group(1) not in " ".join(runs(first)):
            yield "%s is not made" % source.group(1)
    for step in runs(first) + runs(last):
        done = subprocess.run(["sh", "-n"], input=step, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            yield done.stderr
    if not any(word == "CMD" for word, _ in last) or "/packages/hlcov.deb" not in packages(last):
        yield "the last stage has no command, or no package"


def run(*command, **options):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, **options)
    if done.returncode:
        yield "%s: status %d: %s" % (" ".join(command), done.returncode, done.stdout[-3000:])


def step_faults(first, top):
    """Absolute places are those below a directory of ours."""
    source = os.path.join(top, "source")
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    yield from run("make", "-s", "-C", tap.top_builddir, "distdir", "distdir=" + source, env=environment)
    for step in runs(first):
        if "apt-get" not in step:
            yield from run("sh", "-c", step.replace("/packages", top + "/packages"), cwd=source, env=environment)
    package = os.path.join(top, "packages/hlcov.deb")
    yield from run("dpkg-deb", "-x", package, os.path.join(top, "root"))
    yield from run(os.path.join(top, "root/usr/bin/hlcov"), "--help")


found = stages()
tap.point("the stages fit together", stage_faults(found))
if shutil.which("docker") and not list(run("docker", "info")):
    tap.point("docker builds the image", run("docker", "build", "-t", "hlcov-test", tap.top_srcdir))
    tap.point("the image runs", run("docker", "run", "--rm", "hlcov-test"))
if os.environ.get("WHOLE"):
    with tempfile.TemporaryDirectory() as top:
        tap.point("the steps work without docker", step_faults(found[0][1], top))
tap.finish()
