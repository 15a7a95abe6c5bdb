#!/usr/bin/python3
"""Files that hlcov cc could not annotate, and left to the compiler: every report names them and says why, gates fail
for them, until they are compiled with coverage. What makes the annotator fail is an aid of the test's own."""
import glob
import json
import os
import sqlite3
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

LOST = "int lost(int n);\nint lost(int n)\n{\n    return n > 1 ? n : 2;\n}\n"
MAIN = "int lost(int n);\nint main(void)\n{\n    return lost(3) - 3;\n}\n"
KILLER = """\
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
void *dlopen(const char *name, int how)
{
    void *(*other)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    if (name && strstr(name, "libclang"))
        raise(SIGKILL);
    return other(name, how);
}
"""
WRAPPER = "#!/bin/sh\ncase \"$*\" in *.i\\ *) echo 'x.i:1: error: \033[31mred' >&2; exit 1;; esac\nexec gcc \"$@\"\n"
REFUSED = "cannot be compiled when annotated: x.i:1: error: "
KILLED = "makes the annotator crash (signal 9): no message"
WORDS = "lost.c: not measured: it was compiled as it is, without coverage: "


def prepare(project):
    """Compiles main.c with coverage; lost.c is next."""
    project.write("lost.c", LOST)
    project.write("main.c", MAIN)
    project.write("killer.c", KILLER)
    project.write("wrapper", WRAPPER)
    os.chmod(project.path("wrapper"), 0o755)
    project.run("gcc", "-shared", "-fPIC", "-o", "killer.so", "killer.c")
    project.hlcov("cc", "gcc", "-c", "main.c")


def compile_lost(project, compiler="gcc", preload=None):
    os.environ.pop("LD_PRELOAD", None)
    if preload:
        os.environ["LD_PRELOAD"] = preload
    done = project.try_hlcov("cc", compiler, "-c", "lost.c")
    os.environ.pop("LD_PRELOAD", None)
    yield from ["%d %s" % (done.returncode, done.stderr)] if done.returncode or done.stderr else []
    project.run("gcc", "-o", "program", "main.o", "lost.o")
    project.run("./program")


def unless(good, what):
    if not good:
        yield what


def has(text, *parts):
    for part in parts:
        yield from unless(part in text, "no %r in\n%s" % (part, text))


def files_of(project, *arguments):
    return {file["path"]: file for file in project.report(*arguments)["files"]}


def json_faults(project, why, *arguments):
    document = project.report(*arguments)
    files = {file["path"]: file for file in document["files"]}
    yield from unless(files["lost.c"].get("unmeasured", "").startswith(why), repr(files["lost.c"])[:300])
    yield from unless("unmeasured" not in files["main.c"], "main.c was measured")
    yield from unless(document["counts"]["unmeasured_files"] == 1 and document["counts"]["units"] == 1,
                      repr(document["counts"]))


def text_faults(project):
    text = project.hlcov("report", "--details")
    yield from has(text, WORDS + KILLED)
    row = [line for line in text.splitlines() if line.startswith("lost.c ")]
    yield from unless(row and row[0].endswith("n/a  (not measured)"), "row: %s" % row)


def page_faults(project):
    project.hlcov("report", "-q", "--html", "pages")
    yield from has(project.read("pages/index.html"), "lost.c</a> <small>not measured</small>",
                   WORDS.replace("lost.c:", '<a href="lost.c.src.html">lost.c</a>:'))
    page = [name for name in glob.glob(project.path("pages", "*lost.c*.html"))]
    yield from unless(len(page) == 1, "pages: %s" % page)
    yield from has(project.read(page[0]), "<strong>This file was not measured: ")


def exchange_faults(project):
    yield from has(project.hlcov("report", "--markdown=-"), "  - 1 file was not measured: lost.c", "without coverage")
    result = json.loads(project.hlcov("report", "--sarif", "-"))["runs"][0]["results"][0]
    yield from unless(result["ruleId"] == "unmeasured" and result["level"] == "warning", repr(result))
    yield from has(project.hlcov("report", "--github", "-"),
                   "::warning file=lost.c,line=1,col=1,title=not measured::not measured: ")
    project.hlcov("report", "-q", "--sqlite", "rows")
    with sqlite3.connect(project.path("rows")) as rows:
        found = rows.execute("SELECT path FROM files WHERE unmeasured IS NOT NULL").fetchall()
    yield from unless(found == [("lost.c",)], repr(found))


def gate_faults(project):
    covered = ("--include", "main.c")
    for gate in ("--fail-under=STMT=100", "--fail-under=0", "--fail-on-unmeasured"):
        done = project.try_hlcov("report", gate)
        yield from unless(done.returncode == 2 and "lost.c: " in done.stderr, gate + ": " + done.stderr)
        done = project.try_hlcov("report", gate, *covered)
        yield from unless(done.returncode == 0, gate + ", without the file: " + done.stderr)
    done = project.try_hlcov("report", "--fail-under=STMT=100", "--per-file")
    yield from unless(done.stderr.count("lost.c") == 1, done.stderr)


def merge_faults(project):
    project.hlcov("merge", "-q", "-o", "all.hls", "data")
    yield from json_faults(project, KILLED, "all.hls")


def compare_faults(project):
    done = project.try_hlcov("compare", "--fail-on-lost", "before.json", "data")
    yield from unless(done.returncode == 2, "exit status %d" % done.returncode)
    yield from has(done.stdout, "lost.c was not measured in B")


def measured_faults(project):
    yield from unless("unmeasured" not in files_of(project)["lost.c"], "it stands as not measured still")
    yield from unless(not glob.glob(project.path("data", "unmeasured", "*")), "its table is there")
    done = project.try_hlcov("report", "--fail-under=STMT=50", "--fail-on-unmeasured")
    yield from unless(done.returncode == 0, done.stderr)


def empty_faults(project):
    """A file without functions is left to the compiler, and there is nothing in it to measure."""
    yield from compile_lost(project, "./wrapper")
    project.write("lost.c", "extern int nothing;\n")
    project.hlcov("cc", "gcc", "-c", "lost.c")
    yield from unless(not glob.glob(project.path("data", "unmeasured", "*")), "its table is there")


def products_faults(project):
    """One source into two objects: each counts."""
    project.write("lost.c", LOST)
    project.hlcov("cc", "./wrapper", "-c", "lost.c", "-o", "one.o")
    project.hlcov("cc", "gcc", "-c", "lost.c", "-o", "two.o")
    lost = files_of(project)["lost.c"]
    yield from unless("unmeasured" in lost and lost["functions"], "measured in two.o, not in one.o")
    yield from has(project.hlcov("report", "--details"), WORDS)


with tempfile.TemporaryDirectory() as directory:
    project = Project(directory)
    prepare(project)
    tap.point("the annotator is killed", compile_lost(project, preload=project.path("killer.so")))
    tap.point("JSON", json_faults(project, KILLED))
    tap.point("text", text_faults(project))
    tap.point("HTML", page_faults(project))
    tap.point("Markdown, SARIF, GitHub, SQLite", exchange_faults(project))
    tap.point("gates", gate_faults(project))
    tap.point("shards", merge_faults(project))
    tap.point("compiled again", compile_lost(project))
    tap.point("it is measured", measured_faults(project))
    project.write("before.json", json.dumps(project.report()))
    tap.point("annotated text is refused", compile_lost(project, "./wrapper"))
    tap.point("comparisons", compare_faults(project))
    text = project.hlcov("report", "--details")
    tap.point("what the compiler said", has(text, WORDS + REFUSED + "\N{REPLACEMENT CHARACTER}[31mred"))
    tap.point("a file that has no functions any more", empty_faults(project))
    tap.point("two objects of one source", products_faults(project))
    tap.finish()
