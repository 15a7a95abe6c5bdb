#!/usr/bin/python3
"""What measuring coverage costs a program, beside other tools: prints Markdown, and writes it to bench.md where it was
built. It asserts no times.

usage: tests/bench/compare.py [--runs N] [--projects NAME,...] [--modes NAME,...]

A row is a workload of workloads.py, a column a mode of building, of the table below.
"""
import argparse
import collections
import functools
import glob
import hashlib
import math
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time

import inputs
from workloads import OWN, PROJECT_OF, PROJECTS, WORKLOADS

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.environ.get("top_builddir") or os.path.join(os.path.dirname(os.path.dirname(HERE)), "build")
HLCOV = os.environ.get("HLCOV") or os.path.join(BUILD, "hlcov")
STARTS = 100  # of a process that does nothing

# Each: its name, its compiler, options of hlcov cc (None: without hlcov), options of the compiler. The first of a
# compiler is what the others are divided by.
Mode = collections.namedtuple("Mode", "name compiler hlcov options")
REVERSED = "-fuse-ld=lld -Wl,--shuffle-sections=.text=-1"  # lld's way to ask for the last object's code first
MODES = (
    Mode("gcc", "gcc", None, ""),
    Mode("gcc reversed", "gcc", None, REVERSED),
    Mode("hlcov", "gcc", "", ""),
    Mode("hlcov reversed", "gcc", "", REVERSED),
    Mode("paths", "gcc", "--criteria=EPC,PPC", ""),
    Mode("data flow", "gcc", "--criteria=AUC", ""),
    Mode("paths, calls and data flow", "gcc",
         "--criteria=ELO,SLO,MLO,EPC,PPC,SRTC,CRTC,BPC,CPC,FCC,ADC,AUC,ADUPC,CADC,CAUC", ""),
    Mode("with weak mutation", "gcc", "--criteria=WM", ""),
    Mode("everything", "gcc", "--criteria=all", ""),
    Mode("gcov", "gcc", None, "--coverage"),
    Mode("gcov atomic", "gcc", None, "--coverage -fprofile-update=atomic"),
    Mode("clang", "clang-19", None, ""),
    Mode("clang source", "clang-19", None, "-fprofile-instr-generate -fcoverage-mapping"),
    Mode("clang MC/DC", "clang-19", None, "-fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc"),
)

METHOD = """\
Ratios to the plain build of the same compiler, -O2; `gcc` and `clang` are the figures of the plain builds. Times and
memory are medians of {runs} runs, or the least of them where it says so, taken in turn (each mode once, then each
again) after one that is not counted. `reversed` is the same code linked in the other order, last object first: where
its ratio differs, place makes the difference. hlcov stands before gcc: `hlcov` is `hlcov cc` without options, `paths`
with `--criteria=EPC,PPC`, `data flow` with `--criteria=AUC`, `paths, calls and data flow` with all criteria of these
but ACUC and APUC, which AUC records, `with weak mutation` with `--criteria=WM`, `everything` with `--criteria=all`;
`gcov` is `gcc --coverage`, `gcov atomic` with `-fprofile-update=atomic`, `clang source` is `-fprofile-instr-generate
-fcoverage-mapping`, `clang MC/DC` the same with `-fcoverage-mcdc`.
"""
Run = collections.namedtuple("Run", "user wall memory")
Figures = collections.namedtuple("Figures", "least user wall memory")  # of several runs
TOTAL = re.compile(r"^totals: (\d+)", re.MULTILINE)  # of what callgrind writes
# Of several runs: the title of its table, the attribute, how the plain build's is written.
MEASURES = (("User time, seconds, the least", "least", "%.2f"), ("User time, seconds", "user", "%.2f"),
            ("Time from start to end, seconds", "wall", "%.2f"), ("Most memory at a time, MiB", "memory", "%.1f"))
COUNTED = """\
Instructions that are executed, of all the workload's processes, by valgrind, which counts the same in every run; the
work is smaller than where time is taken; `gcc` and `clang` in millions.
"""
BUILDING = """\
Ratios of the processor's time (user and system) that building takes, once each, with all that a recipe does besides
compiling, to the plain build of the same compiler; `gcc` and `clang` in seconds.
"""
STARTED = """\
Microseconds that a process takes which does nothing: from its start to its end, medians of {runs} runs of {starts}, in
turn, after one that is not counted. `gcc` and `clang` are those of the plain builds, the others what is added to them.
"""
ABOVE = """\
Where hlcov costs more than gcov, by instructions or by the least user time: ratios to the plain build, then the
geometric mean of each over all workloads that have both.
"""
SIZES = """\
Sizes by size(1), of what is loaded of the file (tables for reports are not), then of that and of what is zeroed at the
start; `gcc` and `clang` in KiB.
"""


class Trouble(Exception):
    """Why a program is not there, or did not run."""


def complain(what, why):
    print("left out: %s: %s" % (what, str(why).strip() or "no reason given"), file=sys.stderr)


def output(*words, **keywords):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, **keywords)
    if done.returncode != 0:
        raise Trouble("%s: status %d: %s" % (" ".join(words), done.returncode, done.stderr[-300:]))
    return done.stdout


def missing(mode):
    """What the mode needs and this machine or hlcov has not; None: nothing."""
    for program in (mode.compiler, "ld.lld") if "lld" in mode.options else (mode.compiler,):
        if not shutil.which(program):
            return "no " + program
    if mode.hlcov is None:
        return None
    known = {line.split()[0] for line in output(HLCOV, "criteria").splitlines()} | {"all"}
    wanted = mode.hlcov.replace("--criteria=", "").split(",") if mode.hlcov else []
    return next(("hlcov has no criterion " + name for name in wanted if name not in known), None)


def compiler_of(mode):
    launcher = [] if mode.hlcov is None else [HLCOV, "cc", mode.hlcov]
    return " ".join(launcher + [mode.compiler, mode.options])


def build_own(name, mode, variant, environment):
    directory = os.path.join(BUILD, "projects", name, variant)
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    output(*compiler_of(mode).split(), "-O2", *OWN[name], "-o", name, os.path.join(HERE, name + ".c"), cwd=directory,
           env=environment)
    return directory


def build_project(project, mode, variant, environment):
    script = os.path.join(HERE, "project.sh")
    return output("/bin/sh", script, project, variant, compiler_of(mode), env=environment).strip()


def kilobytes(path):
    """What time(1) has written. A process of Python's counts Python's memory as its own: it began as a copy of it."""
    with open(path, encoding="utf-8") as text:
        return int(text.read().split()[-1])


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Build:
    """A project in a mode: where it is, and the environment that it is built and run in."""

    def __init__(self, project, mode):
        variant = "bench-" + mode.name.replace(" ", "-").replace("/", "")
        self.data = os.path.join(BUILD, "bench", project, variant)
        self.environment = dict(os.environ, HLCOV_DIR=self.data, DATA=self.data, HERE=HERE,
                                LLVM_PROFILE_FILE=os.path.join(self.data, "data.profraw"))
        shutil.rmtree(self.data, ignore_errors=True)
        os.makedirs(self.data)
        begun = children_seconds()
        if project in OWN:
            self.directory = build_own(project, mode, variant, self.environment)
        else:
            self.directory = build_project(project, mode, variant, self.environment)
        self.seconds = children_seconds() - begun
        self.records = mode.hlcov is not None
        self.check_notes()

    def check_notes(self):
        notes = os.path.join(self.data, "notes.log")
        if os.path.exists(notes) and os.path.getsize(notes) > 0:
            raise Trouble("some of it was compiled without coverage: " + notes)

    def check_recorded(self):
        if self.records and not glob.glob(os.path.join(self.data, "*.hlb")):
            raise Trouble("nothing was recorded")

    def run(self, workload, size, *wrapper):
        """A Run, and what was printed, as a hash."""
        environment = dict(self.environment, PROGRAM=os.path.join(self.directory, workload.program), SIZE=str(size),
                           INPUT=input_file(workload.input, size) if workload.input else "", RUN=" ".join(wrapper))
        memory = os.path.join(self.data, "memory")
        with open(os.path.join(self.data, "printed"), "w+b") as printed:
            begin = time.monotonic()
            process = subprocess.Popen(["time", "-f", "%M", "-o", memory, "/bin/sh", "-c", workload.command],
                                       env=environment, stdout=printed)
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.monotonic() - begin
            printed.seek(0)
            if status != 0:
                raise Trouble("status %d" % os.waitstatus_to_exitcode(status))
            self.check_recorded()
            return Run(usage.ru_utime, wall, kilobytes(memory) / 1024), hashlib.sha256(printed.read()).hexdigest()

    def count(self, workload):
        """Millions of instructions that all processes of the workload execute, with less to do."""
        counts = os.path.join(self.data, "counted.")
        # A process begins with the count of the one that it is forked from, unless that wrote its count just before.
        self.run(workload, workload.small, "valgrind", "-q", "--tool=callgrind", "--dump-before=fork",
                 "--callgrind-out-file=%s%%p" % counts)
        total = 0
        for path in glob.glob(counts + "*"):
            with open(path, encoding="utf-8") as text:
                total += int(TOTAL.search(text.read()).group(1))
            os.remove(path)
        return total / 1e6

    def start(self):
        """Microseconds from the start of a process that does nothing to its end: the median of many."""
        program, times = os.path.join(self.directory, "threads"), []
        for _ in range(STARTS):
            begin = time.perf_counter()
            os.waitpid(os.posix_spawn(program, [program], self.environment), 0)
            times.append(time.perf_counter() - begin)
        return statistics.median(times) * 1e6

    def sizes(self, workload):
        """KiB of text, data and bss."""
        numbers = output("size", os.path.join(self.directory, workload.program)).splitlines()[1].split()
        return [int(number) / 1024 for number in numbers[:3]]


@functools.lru_cache(maxsize=None)
def input_file(kind, size):
    path = os.path.join(BUILD, "bench", "%s-%d" % (kind, size))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.writelines(inputs.parts(kind, size))
    return path


def built(projects, modes):
    """{(project, mode): Build} of all that could be built."""
    found = {}
    for project in projects:
        for mode in modes:
            print("building %s: %s" % (project, mode.name), file=sys.stderr, flush=True)
            try:
                found[project, mode] = Build(project, mode)
            except (Trouble, OSError) as why:
                complain("%s: %s" % (project, mode.name), why)
    return found


def summed_up(runs):
    return Figures(min(run.user for run in runs), *map(statistics.median, zip(*runs)))


def measured(workload, builds, runs):
    """{mode: Figures}: one run of each mode, then another; the first are for caches. Drops what fails or prints other
    things than the first mode."""
    done, wanted = {mode: [] for mode in builds}, None
    for _ in range(runs + 1):
        for mode in list(done):
            try:
                run, printed = builds[mode].run(workload, workload.size)
                wanted = wanted or printed
                if printed != wanted:
                    raise Trouble("it prints other things than " + next(iter(builds)).name)
                done[mode].append(run)
            except Trouble as why:
                complain("%s: %s" % (workload.name, mode.name), why)
                del done[mode]
    return {mode: summed_up(values[1:]) for mode, values in done.items()}


def counted(workload, builds):
    """{mode: millions of instructions}; none where they cannot be counted."""
    found = {}
    for mode, build in builds.items() if workload.small and shutil.which("valgrind") else ():
        try:
            found[mode] = build.count(workload)
        except (Trouble, AttributeError) as why:
            complain("%s: %s: instructions" % (workload.name, mode.name), why)
    return found


def started(builds, runs):
    """{mode: microseconds}, the first run of each for caches."""
    times = {mode: [] for mode in builds}
    for _ in range(runs + 1):
        for mode, build in builds.items():
            times[mode].append(build.start())
    return {mode: statistics.median(values[1:]) for mode, values in times.items()}


def plain_of(mode):
    return next(m for m in MODES if m.compiler == mode.compiler)


def start_table(figures, modes):
    def shown(mode):
        if mode not in figures or plain_of(mode) not in figures:
            return "-"
        return "%.0f" % figures[mode] if is_plain(mode) else "%+.0f" % (figures[mode] - figures[plain_of(mode)])

    lines = [["start"] + [mode.name for mode in modes], ["---"] + ["---:"] * len(modes)]
    lines += [["microseconds"] + [shown(mode) for mode in modes]]
    return "".join("| %s |\n" % " | ".join(line) for line in lines) + "\n"


def ratio(figures, mode):
    plain = plain_of(mode)
    return figures[mode] / figures[plain] if mode in figures and figures.get(plain) else None


def is_plain(mode):
    return mode.hlcov is None and not mode.options


def cell(figures, mode, form):
    if is_plain(mode):
        return form % figures[mode] if mode in figures else "-"
    return "%.2f" % ratio(figures, mode) if ratio(figures, mode) else "-"


def mean(rows, mode, projects):
    """Geometric, of the projects' ratios, which are the geometric means of their rows."""
    logs = collections.defaultdict(list)
    for name, figures in rows.items():
        if ratio(figures, mode) and PROJECT_OF[name] in projects:
            logs[PROJECT_OF[name]].append(math.log(ratio(figures, mode)))
    means = [statistics.mean(values) for values in logs.values()]
    return "" if is_plain(mode) else "%.2f" % math.exp(statistics.mean(means)) if means else "-"


def table(first, rows, modes, form):
    lines = [[first] + [mode.name for mode in modes], ["---"] + ["---:"] * len(modes)]
    lines += [[name] + [cell(figures, mode, form) for mode in modes] for name, figures in rows.items()]
    for name, projects in (("geometric mean of projects", set(PROJECT_OF.values()) - set(OWN)),
                           ("geometric mean of kernels", {"kernels"})):
        lines += [[name] + [mean(rows, mode, projects) for mode in modes]]
    return "".join("| %s |\n" % " | ".join(line) for line in lines) + "\n"


def both(rows):
    """{workload: (hlcov's ratio, gcov's)}, of those that have both."""
    hlcov, gcov = (next(mode for mode in MODES if mode.name == name) for name in ("hlcov", "gcov"))
    pairs = {name: (ratio(figures, hlcov), ratio(figures, gcov)) for name, figures in rows.items()}
    return {name: pair for name, pair in pairs.items() if None not in pair}


def above_table(instructions, least):
    """Where hlcov is above gcov, of what either measure has; "" without one of the two."""
    columns = [both(instructions), both(least)]
    if not columns[1]:
        return ""
    names = [name for name in least if any(name in column and column[name][0] > column[name][1] for column in columns)]
    for column in columns:
        column["mean of all"] = [statistics.geometric_mean(side) for side in zip(*column.values())]
    lines = [["above gcov", "instructions: hlcov", "gcov", "least user time: hlcov", "gcov"], ["---"] + ["---:"] * 4]
    lines += [[name] + [text for column in columns
                        for text in ["%.2f" % number for number in column.get(name, ())] or ["-", "-"]]
              for name in names + ["mean of all"]]
    return ABOVE + "\n" + "".join("| %s |\n" % " | ".join(line) for line in lines) + "\n"


def machine():
    versions = [output(name, "--version").splitlines()[0] for name in ("gcc", "clang-19") if shutil.which(name)]
    with open("/proc/cpuinfo", encoding="utf-8") as text:
        models = [line.split(":")[1].strip() for line in text if line.startswith("model name")] or ["unknown"]
    return "Machine: %d of %s; %s; load %.1f in the last quarter of an hour.\n\n" % (
        os.cpu_count(), models[0], "; ".join(versions), os.getloadavg()[2])


def chosen(rows, names):
    return [row for row in rows if not names or getattr(row, "name", row) in names.split(",")]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--projects", default="", help="of: " + ", ".join(PROJECTS))
    parser.add_argument("--modes", default="", help="of: " + ", ".join(mode.name for mode in MODES))
    return parser.parse_args()


def usable(modes):
    for mode in modes:
        why = missing(mode)
        if why:
            complain(mode.name, why)
        else:
            yield mode


class Tables:
    """{row: {mode: figure}} of what is measured of the builds."""

    def __init__(self, builds, modes, wanted_runs):
        self.runs, self.instructions, self.loaded, self.zeroed, self.seconds = {}, {}, {}, {}, {}
        for workload in WORKLOADS:
            of = {mode: builds[workload.project, mode] for mode in modes if (workload.project, mode) in builds}
            if of:
                print("running %s" % workload.name, file=sys.stderr, flush=True)
                self.runs[workload.name] = measured(workload, of, wanted_runs)
                self.instructions[workload.name] = counted(workload, of)
                self.add_sizes(workload, of)

    def add_sizes(self, workload, builds):
        sizes = {mode: build.sizes(workload) for mode, build in builds.items()}
        self.loaded[workload.project] = {mode: sum(parts[:2]) for mode, parts in sizes.items()}
        self.zeroed[workload.project] = {mode: sum(parts) for mode, parts in sizes.items()}
        self.seconds[workload.project] = {mode: build.seconds for mode, build in builds.items()}

    def measure(self, attribute):
        return {name: {mode: getattr(run, attribute) for mode, run in of.items()} for name, of in self.runs.items()}

    def of_runs(self, modes):
        text = "".join(title + ":\n\n" + table(attribute, self.measure(attribute), modes, form)
                       for title, attribute, form in MEASURES)
        rows = {name: figures for name, figures in self.instructions.items() if figures}
        return text + COUNTED + "\n" + table("instructions", rows, modes, "%.0f")

    def of_builds(self, modes):
        return SIZES + "\n" + table("text and data", self.loaded, modes, "%.0f") + table(
            "with bss", self.zeroed, modes, "%.0f") + BUILDING + "\n" + table("build", self.seconds, modes, "%.1f")


def main():
    wanted = arguments()
    modes = list(usable(chosen(MODES, wanted.modes)))
    builds = built(chosen(PROJECTS, wanted.projects), modes)
    tables = Tables(builds, modes, wanted.runs)
    if not tables.runs:
        sys.exit("nothing could be compared")
    text = METHOD.format(runs=wanted.runs) + "\n" + machine() + tables.of_runs(modes)
    idle = {mode: build for (project, mode), build in builds.items() if project == "threads"}
    if idle:
        text += STARTED.format(runs=wanted.runs, starts=STARTS) + "\n" + start_table(started(idle, wanted.runs), modes)
    text += tables.of_builds(modes) + above_table(tables.instructions, tables.measure("least"))
    with open(os.path.join(BUILD, "bench.md"), "w", encoding="utf-8") as file:
        file.write(text)
    print(text, end="")


if __name__ == "__main__":
    main()
