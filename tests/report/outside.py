#!/usr/bin/python3
"""Sources outside of the root are in no report with their text, unless --include-source names them: #line may name any
file, and so may a link. Scores do not depend on it."""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

SECRET = "root:secret:19000\n"
MAIN = "int main(void)\n{\n    return 0;\n}\n"
LINE = '#line 1 "%s"\nint named(void);\nint named(void) { return 1; }\n'


def prepare(directory):
    """In the root main.c, one.c that says it is a secret, a link to it, and two.c that says it is the link."""
    project = Project(os.path.join(directory, "root"), sources=("main.c", "one.c", "two.c"))
    project.write("../secret", SECRET)
    project.write("main.c", MAIN)
    os.symlink("../secret", project.path("link"))
    project.write("one.c", LINE % os.path.join(os.path.realpath(directory), "secret"))
    project.write("two.c", LINE.replace("named", "linked") % "link")
    project.build()
    project.test(None)
    return project


def pages(project, *arguments):
    project.hlcov("report", "-q", "-r", ".", "--html", "pages", *arguments)
    names = sorted(os.listdir(project.path("pages")))
    return "".join(project.read(os.path.join("pages", name)) for name in names)


def shown_faults(project, count, *arguments):
    found = pages(project, *arguments).count("root:secret:")
    if found != count:
        yield "it is shown %d times, not %d" % (found, count)


def other_faults(project):
    """No other format has its text, either."""
    for option in ("json", "markdown", "uncovered", "sarif", "github", "lcov", "cobertura"):
        if "root:secret:" in project.hlcov("report", "-r", ".", "--" + option, "-"):
            yield option
    states = {os.path.basename(file["path"]): file["source"] for file in project.report("-r", ".")["files"]}
    if states != {"main.c": "ok", "secret": "outside", "link": "outside"}:
        yield repr(states)
    if "outside of the root: their text is not shown" not in project.hlcov("report", "--details", "-r", "."):
        yield "text does not say so"


def score_faults(project, above):
    def totals(*arguments):
        return json.dumps(project.report("-r", ".", *arguments)["totals"])
    if totals() != totals("--include-source", above):
        yield "scores differ"


def link_faults(project):
    """A link among the pages is replaced, and what it names stays."""
    os.remove(project.path("pages/index.html"))
    project.write("pages/target", "mine\n")
    os.symlink("target", project.path("pages/index.html"))
    pages(project)
    if os.path.islink(project.path("pages/index.html")) or project.read("pages/target") != "mine\n":
        yield "the link was followed"


def system_faults(project):
    """A function of a system header counts only if it is asked for; how many such headers there are is told."""
    project.write("main.c", '#line 1 "/usr/include/odd.h"\nstatic inline int odd(int n) { return n > 1; }\n'
                  '#line 1 "main.c"\nint main(int argc, char **argv) { return argv && odd(argc); }\n')
    project.sources = ("main.c",)
    project.run("rm", "-r", "data")
    project.build()
    project.test(None)
    for options, wanted in (((), ["main.c"]), (("--include=*",), ["/usr/include/odd.h", "main.c"]),
                            (("--include=*.c",), ["main.c"]), (("--include=*", "--exclude=/usr/*"), ["main.c"])):
        found = [file["path"] for file in project.report("-r", ".", *options)["files"]]
        if found != wanted:
            yield "%s: %s" % (options, found)
    if project.report()["counts"]["system_files"] != 1 or "1 system header has functions, which are left out" not in \
            project.hlcov("report", "--details"):
        yield "it is not told"


with tempfile.TemporaryDirectory() as directory:
    project, above = prepare(directory), os.path.realpath(directory)
    tap.point("outside of the root, and by a link", shown_faults(project, 0))
    tap.point("other formats", other_faults(project))
    tap.point("a directory is named", shown_faults(project, 2, "--include-source", above))
    tap.point("a glob", shown_faults(project, 2, "--include-source", above + "/sec*"))
    tap.point("the name of the link is none of its file", shown_faults(project, 0, "--include-source", "*/link"))
    tap.point("a link among the pages", link_faults(project))
    tap.point("scores", score_faults(project, above))
    tap.point("system headers", system_faults(project))
    tap.finish()
