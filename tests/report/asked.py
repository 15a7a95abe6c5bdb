#!/usr/bin/python3
"""hlcov report --objectives: what a script asks of what is recorded anyway. Also that the criteria, printed as a
script, are judged as the criteria are. No program is built."""
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap


def run(*arguments):
    return subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)


def report(*arguments):
    done = run(tap.hlcov, "report", "--json", "-", *arguments)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


def objectives(document):
    return [o for file in document["files"] for o in file["objectives"]]


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def printed():
    """The objectives of all criteria as scripts, a file for each table."""
    for table in glob.glob("data/tables/*.hlt"):
        dumped = run(tap.hlcov, "dump", "--htol", table)
        yield write(os.path.basename(table) + ".htol", dumped.stdout)


def script_name(objective):
    """The name that an objective of a criterion has in the printed scripts."""
    path = objective["id"].split(":%s:" % objective["criterion"])[1]
    words = [objective["criterion"].replace("2-CC", "NCC2"), objective["function"], path.replace("-", "x")]
    return re.sub(r"\W+", "_", "_".join(words))


def differing():
    scripts = list(printed())
    asked = [argument for script in scripts for argument in ("--objectives", script)]
    document = report("-r", ".", "--criteria", "all", *asked, "data")
    found = collections.defaultdict(set)
    for o in objectives(document):
        if o["criterion"] == "USER":
            found[o["text"]].add(o["status"] == "covered")
    wanted = {script_name(o): {o["status"] == "covered"} for o in objectives(document)
              if o["criterion"] != "USER" and o["status"] != "unmeasured"}
    if len(scripts) != 3 or len(wanted) < 200 or len({tuple(status) for status in wanted.values()}) != 2:
        yield "there are %d scripts, %d objectives" % (len(scripts), len(wanted))
    for name in sorted(set(wanted) | set(found)):
        if wanted.get(name) != found.get(name):
            yield "%s: covered %s by the criterion, %s by the script" % (name, wanted.get(name), found.get(name))


def named(document, name):
    return [o for o in objectives(document) if o["text"] == name]


def place_faults():
    script = write("mixed.htol", "label Site at clamp@decision 0 : d;\nlabel Line at clamp.h:4 : a > b;\n"
                                 "hyper Both : Site . Line;\nhyper One : Site;\nlabel Gone at gone@block 0 : true;\n")
    document = report("-r", ".", "--criteria", "user", "--objectives", script, "data")
    if [o["status"] for o in named(document, "One")] != ["covered"]:
        yield "One is not covered"
    for name, why in (("Both", "compile with hlcov cc --objectives"), ("Gone", "is in no function")):
        found = named(document, name)
        if [o["status"] for o in found] != ["unmeasured"] or why not in found[0]["why"]:
            yield "%s: %s" % (name, found)


def again_faults():
    known = report("-r", "users", "users/data")
    twice = ["--objectives", "users/limits.htol"] * 2
    again = report("-r", "users", *twice, "users/data")
    if again != known:
        yield "what was compiled is asked once more"
    write("limits.htol", "label Enter at login@block 0 : true;\n")
    changed = named(report("-r", "users", "--objectives", "limits.htol", "users/data"), "Enter")
    if [(o["status"], o["user"]["script"]) for o in changed] != [("covered", "limits.htol (now)")]:
        yield "a file that was changed since: %s" % changed


def missing_faults():
    told = report("--objectives", "nowhere.htol", "data")
    if not isinstance(told, str) or "nowhere.htol: cannot be read" not in told:
        yield str(told)


with tempfile.TemporaryDirectory() as directory:
    os.chdir(directory)
    run(os.path.join(tap.top_builddir, "tests/golden/make_input"), directory)
    tap.point("criteria are judged as their scripts", differing())
    tap.point("labels at sites are judged, others have to be compiled", place_faults())
    tap.point("a script is asked once, and a changed one beside the other", again_faults())
    tap.point("a file that is not there", missing_faults())
    os.chdir("/")
tap.finish()
