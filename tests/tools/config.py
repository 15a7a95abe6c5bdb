#!/usr/bin/python3
"""The configuration file .hlcov: each key reaches the commands that config.def lists, the command line and the
environment win over it, and what is misspelt is told. What options mean is tested elsewhere."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

ROW = re.compile(r'^KEY\("([^"]+)", (\w+), "([^"]*)", "([^"]*)",\s*"([^"]+)"\)', re.M)
# Options of the name of a key that mean something else: a switch of mutate.
OTHERS = {("copies", "mutate")}
SOURCE = "int f(int a, int b);\nint f(int a, int b)\n{\n    int c = a;\n    return a && b ? c : 0;\n}\n"
MAIN = "int f(int a, int b);\nint main(void) { return f(1, 0); }\n"


class Project:
    """A checkout with two files, one of them somebody else's."""

    def __init__(self, top, name):
        self.path = os.path.join(top, name)
        os.makedirs(os.path.join(self.path, "other"))
        self.write("f.c", SOURCE)
        self.write("other/main.c", MAIN)
        subprocess.run(["git", "init", "-q"], cwd=self.path, check=True)

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *words, below="", **variables):
        done = subprocess.run([tap.hlcov, *words], cwd=os.path.join(self.path, below), stdin=subprocess.DEVNULL,
                              env=dict(os.environ, **variables), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        return done.returncode, done.stdout

    def build(self, **variables):
        shutil.rmtree(os.path.join(self.path, "hlcov-data"), ignore_errors=True)
        built = self.run("cc", "gcc", "-o", "f", "f.c", "other/main.c", **variables)
        subprocess.run(["./f"], cwd=self.path, check=False)
        return built


def differs(found, status, *words, lacks=()):
    """What a command printed is not as it should be."""
    if found[0] != status:
        yield "status %d, not %d: %s" % (found[0], status, found[1])
    yield from ("no '%s': %s" % (word, found[1]) for word in words if word not in found[1])
    yield from ("'%s': %s" % (word, found[1]) for word in lacks if word in found[1])


def row_faults(rows, commands):
    """The commands of a row are those that have the option."""
    helps = {name: subprocess.run([tap.hlcov, name, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
             for name in commands}
    for key, _, shared, own, _ in rows:
        listed = set(shared.split() + own.split())
        having = {name for name, text in helps.items()
                  if re.search(r"(?m)^  (-\w, )?--%s(?![\w-])" % key, text) and (key, name) not in OTHERS}
        if listed != having:
            yield "%s: the row has %s, the option %s" % (key, sorted(listed), sorted(having))
    if len(rows) < 20:
        yield "there are %d rows" % len(rows)


def page_faults(rows):
    page = tap.read("man/hlcov-config.1").replace("\\-", "-")
    yield from ("man/hlcov-config.1 has no %s" % key for key, *_ in rows
                if not re.search(r"(?<![\w-])%s\b" % key, page))


def value_faults(project):
    """Each kind of value does what the option would do."""
    project.write("labels.htol", "label L at f@entry : a > 0;\n")
    project.write(".hlcov", "# of all\n[hlcov]\nproject = Two\ncriteria = STMT, CACC,USER\nexclude = other/*, none/*\n"
                            "fail-under = STMT=100, CACC=60\nlimits = 1, 2\nobjectives = labels.htol\n"
                            "[next]\nexclude =\n[report]\nfail-on-unmeasured = true\n")
    yield from differs(project.build(), 0)
    yield from differs(project.run("report"), 2, "Two")
    yield from differs(project.run("report", "--details"), 2, "f.c", "CACC", "under 60%", "USER", "1/1",
                       lacks=("main.c", "MCC", "under 100%"))
    yield from differs(project.run("report", "--all", below="other"), 2, "Two", lacks=("main.c",))
    yield from differs(project.run("config", "report"), 0, "--exclude=other/*\n--exclude=none/*\n",
                       "--criteria=STMT,CACC,USER\n", "--limits=1,2\n", "--fail-on-unmeasured\n",
                       lacks=("--objectives",))
    yield from differs(project.run("config", "cc"), 0, "--objectives=%s/labels.htol\n" % project.path)
    yield from differs(project.run("config", "next"), 0, "--criteria", lacks=("--exclude",))
    yield from differs(project.run("config", "diff"), 0, "--project=Two", lacks=("--fail-under",))


def precedence_faults(project):
    """The command line wins over the environment, and that over the file."""
    project.write(".hlcov", "[hlcov]\nproject = Two\ncriteria = STMT\nexclude = other/*\n[cc]\ncriteria = FC\n")
    yield from differs(project.build(), 0)
    yield from differs(project.run("report", "--exclude=f.c", "--project", "Three"), 0, "Three", lacks=("Two",))
    yield from differs(project.run("report", "--details", "--exclude=f.c"), 0, "main.c", lacks=("  f.c", "MCC"))
    yield from differs(project.run("report", "--criteria=ADC", "--details"), 0, "not recorded")
    yield from differs(project.build(HLCOV_CC_OPTIONS="--criteria=ADC"), 0)
    yield from differs(project.run("report", "--criteria=ADC", "--details"), 0, lacks=("not recorded",))
    shutil.rmtree(os.path.join(project.path, "hlcov-data"))
    yield from differs(project.run("cc", "--criteria=FC", "gcc", "-o", "f", "f.c", "other/main.c",
                                   HLCOV_CC_OPTIONS="--criteria=ADC"), 0)
    subprocess.run(["./f"], cwd=project.path, check=False)
    yield from differs(project.run("report", "--criteria=ADC", "--details"), 0, "not recorded")


def place_faults(project, top):
    """The file is found from below, beside another data directory, and not above another checkout."""
    project.write(".hlcov", "[hlcov]\nproject = Two\n")
    data = os.path.join(top, "data")
    text = "file  %s/.hlcov\n" % project.path
    yield from differs(project.run("config", below="other"), 0, text, "data  %s/hlcov-data" % project.path)
    yield from differs(project.run("config", HLCOV_DIR=data), 0, text, "data  %s (from HLCOV_DIR)" % data)
    yield from differs(project.run("config", HLCOV_CC_OPTIONS="--tuples=8"), 0, "cc    --tuples=8 (from HLCOV_CC_OPT")
    other = Project(top, "place/other/inner")
    yield from differs(other.run("config"), 0, "file  %s/.hlcov (it is not there)" % other.path)
    os.mkdir(os.path.join(other.path, ".hlcov"))
    yield from differs(other.run("config"), 0, "(it is not there)")


WRONG = {
    "[hlcov]\nexlude = a\n": "group [hlcov] has no key 'exlude'; did you mean 'exclude'?",
    "[reprot]\nsort = a\n": "there is no group [reprot]; did you mean [report]?",
    "[run]\n": "there is no group [run]",
    "[cc]\nlimits = 1,2\n": "group [cc] has no key 'limits'; 'limits' is a key of [hlcov]",
    "[report]\nbase = main\n": "group [report] has no key 'base'; 'base' is a key of [hlcov]",
    "[report]\nsort = a\n[hlcov]\nsort = b\nsort = c\n": "line 5: 'sort' stands twice in [hlcov]",
    "[report]\nper-file = yes\n": "'per-file' in group [report] should be true or false, not 'yes'",
    "sort = a\n": ".hlcov: ",
    "[hlcov]\nproject = \xff\n": ".hlcov: it is not in UTF-8",
}


def wrong_faults(project, text, message):
    with open(os.path.join(project.path, ".hlcov"), "wb") as file:
        file.write(text.encode("latin-1"))
    yield from differs(project.run("report"), 1, "hlcov: " + project.path + "/.hlcov", message)
    yield from differs(project.run("report", "--help"), 0, "Usage: hlcov report")
    yield from differs(project.run("criteria"), 0, "STMT")
    yield from differs(project.run("config"), 1, message)
    yield from differs(project.run("doctor"), 1, "problem: %s/.hlcov" % project.path)
    yield from differs(project.run("cc", "gcc", "-c", "f.c"), 1, message)


def blame_faults(project):
    """A wrong value is told with the file that it comes from; what a compiler says is not blamed on it."""
    project.write(".hlcov", "[hlcov]\ncriteria = STMTS\n")
    blamed = "%s/.hlcov gave these options: --criteria=STMTS" % project.path
    yield from differs(project.run("report"), 1, "did you mean STMT?", blamed)
    yield from differs(project.run("cc", "gcc", "-c", "f.c"), 1, "did you mean STMT?", blamed)
    yield from differs(project.run("report", "--criteria=STMT"), 0, lacks=("gave these",))
    project.write(".hlcov", "[cc]\ntuples = 8\n")
    yield from differs(project.run("cc", "gcc", "-c", "none.c"), 1, "none.c", lacks=("gave these",))


def template_faults(project, rows):
    status, text = project.run("config", "--template")
    yield from differs((status, text), 0, *("#%s =" % key for key, _, shared, _, _ in rows if shared))
    project.write(".hlcov", re.sub(r"(?m)^#(project =)", r"\1 Mine", text))
    yield from differs(project.run("config"), 0, "[hlcov]\n  project = Mine\n    for report, diff, trend\n")


with tempfile.TemporaryDirectory() as top:
    top = os.path.realpath(top)
    rows = ROW.findall(re.sub(r'"\s*\n\s*"', "", tap.read("tools/shared/config.def")))
    commands = re.findall(r'^COMMAND\(IN_\w+, "([^"]+)"', tap.read("tools/shared/commands.def"), re.M)
    tap.point("rows have the commands with the option", row_faults(rows, commands))
    tap.point("the man page has all keys", page_faults(rows))
    tap.point("values do what options do", value_faults(Project(top, "values")))
    tap.point("what wins over what", precedence_faults(Project(top, "precedence")))
    tap.point("where the file is", place_faults(Project(top, "place"), top))
    wrong = Project(top, "wrong")
    for text, message in WRONG.items():
        tap.point("wrong: %r" % text, wrong_faults(wrong, text, message))
    blamed = Project(top, "blamed")
    blamed.build()
    tap.point("wrong values", blame_faults(blamed))
    tap.point("a template", template_faults(Project(top, "template"), rows))
tap.finish()
