#!/usr/bin/python3
"""What measuring coverage costs a program, beside other tools: prints Markdown, and writes it to bench.md where it was
built. It asserts no times.

usage: tests/bench/compare.py [--runs N] [--projects NAME,...] [--modes NAME,...]

A row is a workload, a column a mode of building; both are tables below.
"""
import argparse
import collections
import hashlib
import math
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("top_srcdir") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("top_builddir") or os.path.join(SOURCE, "build")
HLCOV = os.environ.get("HLCOV") or os.path.join(BUILD, "hlcov")
KERNELS = ("loops", "sorting", "matrix", "strings", "interpreter", "recursion")
OWN = {"kernels": (), "threads": ("-pthread",)}  # programs of one file, here; with -pthread gcov counts atomically
THREADS = (1, 2, 4)
STARTS = 100  # of a process that does nothing

# Each: its name, its compiler, options of hlcov cc (None: without hlcov), options of the compiler. The first of a
# compiler is what the others are divided by.
Mode = collections.namedtuple("Mode", "name compiler hlcov options")
MODES = (
    Mode("gcc", "gcc", None, ""),
    Mode("hlcov", "gcc", "", ""),
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

# Each: its name; the project that is built (a recipe in tests/projects, or one of OWN); its program; commands of the
# shell, where the program is $PROGRAM, and $DATA and $INPUT are what is written and read.
Workload = collections.namedtuple("Workload", "name project program command")
WORKLOADS = (
    Workload("lua numbers", "lua", "src/lua", '"$PROGRAM" "$HERE/numbers.lua"'),
    Workload("lua strings", "lua", "src/lua", '"$PROGRAM" "$HERE/strings.lua"'),
    Workload("zlib", "zlib", "minigzip", 'for level in 1 6; do "$PROGRAM" -$level <"$INPUT" >"$DATA/packed" && '
                                         '"$PROGRAM" -d <"$DATA/packed" | cmp - "$INPUT" || exit 1; done'),
    Workload("bzip2", "bzip2", "bzip2", '"$PROGRAM" -k <"$INPUT" >"$DATA/packed" && '
                                        '"$PROGRAM" -dc "$DATA/packed" | cmp - "$INPUT"'),
    Workload("sqlite", "sqlite", "sqlite3", '"$PROGRAM" -batch :memory: <"$HERE/statements.sql"'),
) + tuple(Workload(name, "kernels", "kernels", '"$PROGRAM" ' + name) for name in KERNELS) + tuple(
    Workload("%d thread%s" % (n, "s" * (n > 1)), "threads", "threads", '"$PROGRAM" %d' % n) for n in THREADS)

METHOD = """\
Ratios of user time (that of the workload's processes, by wait4) to the plain build of the same compiler, -O2: medians
of {runs} runs, taken in turn (each mode once, then each again) after one that is not counted. `gcc` and `clang` are the
seconds of the plain builds. hlcov stands before gcc: `hlcov` is `hlcov cc` without options, `paths` with
`--criteria=EPC,PPC`, `data flow` with `--criteria=AUC`, `paths, calls and data flow` with all
criteria of these but ACUC and APUC, which AUC records, `with weak mutation` with `--criteria=WM`, `everything` with
`--criteria=all`; `gcov` is `gcc --coverage`, `gcov atomic` with `-fprofile-update=atomic`,
`clang source` is `-fprofile-instr-generate -fcoverage-mapping`, `clang MC/DC` the same with `-fcoverage-mcdc`.
"""
BUILDING = """\
Ratios of the processor's time (user and system) that building takes, once each, with all that a recipe does besides
compiling, to the plain build of the same compiler; `gcc` and `clang` in seconds.
"""
STARTED = """\
Microseconds that a process takes which does nothing: from its start to its end, medians of {runs} runs of {starts}, in
turn, after one that is not counted. `gcc` and `clang` are those of the plain builds, the others what is added to them.
"""
SIZES = """\
Ratios of text and data (by size(1): what is loaded from the file; neither tables that are not loaded nor zeroed
counters in bss), `gcc` and `clang` in KiB.
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
    if not shutil.which(mode.compiler):
        return "no " + mode.compiler
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
        self.check_notes()

    def check_notes(self):
        notes = os.path.join(self.data, "notes.log")
        if os.path.exists(notes) and os.path.getsize(notes) > 0:
            raise Trouble("some of it was compiled without coverage: " + notes)

    def run(self, workload, source):
        """User time in seconds, and what was printed, as a hash."""
        environment = dict(self.environment, INPUT=source, PROGRAM=os.path.join(self.directory, workload.program))
        with open(os.path.join(self.data, "printed"), "w+b") as printed:
            process = subprocess.Popen(["/bin/sh", "-c", workload.command], env=environment, stdout=printed)
            _, status, usage = os.wait4(process.pid, 0)
            printed.seek(0)
            if status != 0:
                raise Trouble("status %d" % os.waitstatus_to_exitcode(status))
            return usage.ru_utime, hashlib.sha256(printed.read()).hexdigest()

    def start(self):
        """Microseconds from the start of a process that does nothing to its end: the median of many."""
        program, times = os.path.join(self.directory, "threads"), []
        for _ in range(STARTS):
            begin = time.perf_counter()
            os.waitpid(os.posix_spawn(program, [program], self.environment), 0)
            times.append(time.perf_counter() - begin)
        return statistics.median(times) * 1e6

    def size(self, workload):
        numbers = output("size", os.path.join(self.directory, workload.program)).splitlines()[1].split()
        return int(numbers[0]) + int(numbers[1])


def packed_source():
    """Some MB for compression: our own text, again and again at distances that no window spans."""
    path = os.path.join(BUILD, "bench", "input")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    files = [os.path.join(place, name) for directory in ("htol", "annot", "report")
             for place, _, names in os.walk(os.path.join(SOURCE, directory)) for name in names]
    with open(path, "wb") as out:
        while out.tell() < 6 << 20:
            for file in sorted(files):
                with open(file, "rb") as text:
                    out.write(text.read())
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


def measured(workload, builds, runs, source):
    """{mode: median}: one run of each mode, then another; the first are for caches. Drops what fails or prints other
    things than the first mode."""
    times, wanted = {mode: [] for mode in builds}, None
    for _ in range(runs + 1):
        for mode in list(times):
            try:
                seconds, printed = builds[mode].run(workload, source)
                wanted = wanted or printed
                if printed != wanted:
                    raise Trouble("it prints other things than " + next(iter(builds)).name)
                times[mode].append(seconds)
            except Trouble as why:
                complain("%s: %s" % (workload.name, mode.name), why)
                del times[mode]
    return {mode: statistics.median(values[1:]) for mode, values in times.items()}


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


def mean(rows, mode):
    """Geometric, of the ratios."""
    ratios = [ratio(figures, mode) for figures in rows.values()]
    logs = [math.log(value) for value in ratios if value]
    return "" if is_plain(mode) else "%.2f" % math.exp(statistics.mean(logs)) if logs else "-"


def table(first, rows, modes, form):
    lines = [[first] + [mode.name for mode in modes], ["---"] + ["---:"] * len(modes)]
    lines += [[name] + [cell(figures, mode, form) for mode in modes] for name, figures in rows.items()]
    lines += [["geometric mean"] + [mean(rows, mode) for mode in modes]]
    return "".join("| %s |\n" % " | ".join(line) for line in lines) + "\n"


def machine():
    versions = [output(name, "--version").splitlines()[0] for name in ("gcc", "clang-19") if shutil.which(name)]
    with open("/proc/cpuinfo", encoding="utf-8") as text:
        models = [line.split(":")[1].strip() for line in text if line.startswith("model name")] or ["unknown"]
    return "Machine: %d of %s; %s.\n\n" % (os.cpu_count(), models[0], "; ".join(versions))


def chosen(rows, names):
    return [row for row in rows if not names or getattr(row, "name", row) in names.split(",")]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--projects", default="", help="of: lua, zlib, bzip2, sqlite, kernels, threads")
    parser.add_argument("--modes", default="", help="of: " + ", ".join(mode.name for mode in MODES))
    return parser.parse_args()


def usable(modes):
    for mode in modes:
        why = missing(mode)
        if why:
            complain(mode.name, why)
        else:
            yield mode


def main():
    wanted = arguments()
    modes = list(usable(chosen(MODES, wanted.modes)))
    projects = chosen(list(dict.fromkeys(workload.project for workload in WORKLOADS)), wanted.projects)
    builds, source, times, sizes, seconds = built(projects, modes), packed_source(), {}, {}, {}
    for workload in WORKLOADS:
        of = {mode: builds[workload.project, mode] for mode in modes if (workload.project, mode) in builds}
        if of:
            print("running %s" % workload.name, file=sys.stderr, flush=True)
            times[workload.name] = measured(workload, of, wanted.runs, source)
            sizes[workload.project] = {mode: build.size(workload) / 1024 for mode, build in of.items()}
            seconds[workload.project] = {mode: build.seconds for mode, build in of.items()}
    if not times:
        sys.exit("nothing could be compared")
    text = METHOD.format(runs=wanted.runs) + "\n" + machine() + table("time", times, modes, "%.2f s")
    idle = {mode: build for (project, mode), build in builds.items() if project == "threads"}
    if idle:
        text += STARTED.format(runs=wanted.runs, starts=STARTS) + "\n" + start_table(started(idle, wanted.runs), modes)
    text += SIZES + "\n" + table("size", sizes, modes, "%.0f")
    text += BUILDING + "\n" + table("build", seconds, modes, "%.1f s")
    with open(os.path.join(BUILD, "bench.md"), "w", encoding="utf-8") as file:
        file.write(text)
    print(text, end="")


if __name__ == "__main__":
    main()
