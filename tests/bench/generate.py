#!/usr/bin/python3
"""What hlcov generate reaches: of small programs, beside libFuzzer; of functions of other people's projects, and of all
functions of some. Prints Markdown, and writes it to generate.md where it was built. It asserts nothing.

usage: tests/bench/generate.py [--programs NAME,...] [--mutants NAME,...] [--ablation NAME,...]
[--killing NAME,...] [--time MS] [--projects NAME,...] [--whole NAME,...]
[--patience S] [--ways MS]. Lists may be empty, and MS 0.
"""
import argparse
import collections
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "generate"))
import subjects
from subjects import CRITERIA, STANDARD, tap

WORK = os.path.join(tap.top_builddir, "generating")
ALL = "--criteria=" + ",".join(CRITERIA)
USUAL = ("FC", "STMT", "BC", "RACC")
FLOWS = ("EPC", "PPC", "AUC", "ADUPC")

PROGRAMS_METHOD = """\
Programs of tests/generate/programs, each alone, searched for {time} ms a function. By criterion: objectives covered +
proved impossible / all that conditions alone do not rule out. `time`: processor seconds of hlcov generate; `inputs`:
thousands of them a processor second; `sure`: formulas whose guess was sure and right, of those that were sure.
"""
FUZZER_METHOD = """\
libFuzzer (clang -O1, its own edges, seed 1) runs the driver of each program as many times as hlcov generate ran inputs;
its corpus runs again with coverage. By criterion: objectives that generate's tests cover, and libFuzzer's corpus.
"""
WAYS_METHOD = """\
Ways alone (hlcov generate --ways), {patience} ms at most a function, without random search and without formulas of
whole functions; then with a branch at each objective, the naive way (--direct). `seconds` of processor, compilers and
tests included. `paper`: paths, seconds, labels covered in table 1 of the paper, whose programs were others of these
names.
"""
FUNCTIONS_METHOD = """\
Functions of projects, built by hlcov cc, each searched alone for {time} ms. Percents of the function, as hlcov report
has them; of paths and flows, objectives covered + proved impossible / all that conditions alone do not rule out.
`open`: those that no input of the contract does, for all ways were followed. `tests` are recorded; `end`: what did not
go well.
"""
WHOLE_METHOD = """\
All functions that sources of a project define, each source searched alone for {time} ms a function and at most
{patience} s in all. A function is served if some input of it, or of a function that calls it, ran to its end.
Else the reason: a function of which the list of what is left said nothing is searched once more, alone.
"""

# Milliseconds a function; seconds for one alone; what is said where generate's list of what is left was too short.
WHOLE_TIME, PATIENCE, UNSAID = 200, 60, "nothing is said of it"

# Functions that take pointers, strings or structures: {project: [(source, function)]}.
FUNCTIONS = {
    "zlib": [("adler32.c", "adler32_z"), ("inftrees.c", "inflate_table"), ("deflate.c", "deflateTune"),
             ("gzlib.c", "gzbuffer"), ("trees.c", "gen_codes")],
    "lua": [("src/lobject.c", "luaO_str2num"), ("src/lobject.c", "luaO_chunkid"), ("src/lobject.c", "luaO_utf8esc"),
            ("src/ltable.c", "luaH_realasize")],
    "jansson": [("src/utf.c", "utf8_check_string"), ("src/utf.c", "utf8_encode"), ("src/utf.c", "utf8_iterate"),
                ("src/strbuffer.c", "strbuffer_append_bytes"), ("src/value.c", "json_string_equal")],
    "cmark": [("src/utf8.c", "cmark_utf8proc_iterate"), ("src/buffer.c", "cmark_strbuf_cmp"),
              ("src/buffer.c", "cmark_strbuf_strchr"), ("src/scanners.c", "_scan_scheme"),
              ("src/houdini_html_u.c", "S_lookup_entity")],
    "bzip2": [("huffman.c", "BZ2_hbMakeCodeLengths"), ("huffman.c", "BZ2_hbCreateDecodeTables"),
              ("bzip2.c", "uInt64_toAscii")],
    "gzip": [("util.c", "strlwr"), ("util.c", "gzip_base_name"), ("inflate.c", "huft_build"),
             ("trees.c", "gen_codes")],
    "sed": [("sed/utils.c", "add_buffer"), ("sed/compile.c", "convert_number"), ("sed/execute.c", "str_append")],
    "libpng": [("png.c", "png_check_fp_number"), ("png.c", "png_muldiv")],
}
# Those that program.sh builds; others have recipes.
IN_PROGRAMS = ("zlib", "lua", "jansson", "bzip2", "gzip")


def table(head, rows):
    return ["| %s |" % " | ".join(head), "|---|" + "---:|" * (len(head) - 1),
            *("| %s |" % " | ".join(map(str, row)) for row in rows), ""]


def counted(rows, criterion):
    """Numbers of objectives: covered, proved impossible, neither. What conditions alone rule out is none."""
    mine = [row for row in rows.values() if row["criterion"] == criterion and row["status"] != "unmeasured"]
    states = collections.Counter("proved" if row["status"] == "infeasible" and "pruned" in row else row["status"]
                                 for row in mine)
    return states["covered"], states["proved"], states["uncovered"]


# ---- small programs ----

def fuzz(subject, place, runs):
    """Objectives after the corpus that libFuzzer keeps was run with coverage."""
    corpus, data = os.path.join(place, "corpus"), os.path.join(place, "fuzzed")
    os.makedirs(corpus)
    target = os.path.join(place, "target")
    subjects.must(["clang", "-O1", STANDARD, "-DLIBFUZZER", "-fsanitize=fuzzer", *subject.flags, "-o", target,
                   os.path.join(subjects.HERE, "drivers", subject.file), subject.file, "-lm"], place)
    before = subjects.spent()
    subjects.run([target, "-runs=%d" % runs, "-seed=1", "-max_len=64", corpus], place, timeout=600)
    seconds = subjects.spent() - before
    driver = subjects.build_driver(subject, place, data)
    inputs = [os.path.join(corpus, name) for name in sorted(os.listdir(corpus))]
    for path in inputs:
        subjects.run([tap.hlcov, "run", "--test=" + os.path.basename(path), "--", driver, path], place, data)
    return subjects.objectives(subjects.report(place, data), subject.file), seconds, len(inputs)


def measure_program(subject, work, time):
    """Rows of both tables."""
    place = subjects.prepare(subject, work)
    found = subjects.generate(place, subject.file, subject.flags, ALL, "--time=%d" % time)
    print("%s\n%s%s" % (subject.name, found.output, found.error), file=sys.stderr)
    if found.error:
        return [subject.name, found.error.strip().splitlines()[0]], None
    mine = subjects.objectives(subjects.report(place, os.path.join(place, "hlcov-data")), subject.file)
    other, seconds, kept = fuzz(subject, place, found.inputs)
    counts = {criterion: counted(mine, criterion) for criterion in CRITERIA}
    row = [subject.name, *("%d + %d / %d" % (good, proved, good + proved + left)
                           for good, proved, left in counts.values()),
           found.tests, "%.1f" % found.seconds, "%.0f" % (found.inputs / found.seconds / 1000), found.guesses,
           "%d of %d" % (found.right, found.sure)]
    beside = [subject.name, "%d" % (found.inputs / 1000), *("%d, %d" % (
        counts[criterion][0], counted(other, criterion)[0]) for criterion in CRITERIA), found.tests, kept,
              "%.1f, %.1f" % (found.seconds, seconds)]
    return row, beside


def measure_programs(names, time):
    with tempfile.TemporaryDirectory() as work:
        both = [measure_program(subject, work, time) for subject in names]
    rows, besides = [row for row, _ in both], [beside for _, beside in both if beside]
    yield PROGRAMS_METHOD.format(time=time)
    yield from table(["program", *CRITERIA, "tests", "time", "inputs", "guesses", "sure"], rows)
    yield FUZZER_METHOD
    yield from table(["program", "thousand runs", *CRITERIA, "tests", "corpus", "time"], besides)


# ---- ways ----

# Subjects and criteria of table 1 of the paper that generate/solve/paths.h names; its paths, seconds and labels
# covered.
TABLE_1 = [("trityp", "CC", "46; 4.5; 24 of 24"), ("trityp", "MCC", "66; 2.1; 28 of 28"),
           ("trityp", "WM", "48; 5.1; 120 of 129"), ("four_balls", "WM", "23; 2.1; 56 of 67"),
           ("utf8_3", "WM", "313; 3.8; 55 of 84"), ("utf8_5", "WM", "743; 8.1; 82 of 84"),
           ("utf8_7", "WM", "3265; 35; 82 of 84")]


def follow(subject, work, criterion, patience, *options):
    """What came of following ways alone: ways, questions, objectives, seconds."""
    place = subjects.prepare(subject, work)
    found = subjects.generate(place, subject.file, subject.flags, "--ways", "--criteria=" + criterion,
                              "--time=%d" % patience, *options)
    print("%s %s %s\n%s%s" % (subject.name, criterion, options, found.output, found.error), file=sys.stderr)
    rows = subjects.objectives(subjects.report(place, os.path.join(place, "hlcov-data"), [criterion]), subject.file)
    states = collections.Counter(row["status"] for row in rows.values())
    told = re.search(r"ways: (\d+) followed; (\d+) questions", found.output)
    return (*(told.groups() if told else ("-", "-")),
            "%d of %d" % (states["covered"], states["covered"] + states["uncovered"]), "%.1f" % found.seconds)


def measure_ways(patience):
    rows = []
    with tempfile.TemporaryDirectory() as work:
        for name, criterion, paper in TABLE_1:
            subject = subjects.chosen(name)[0]
            ways, questions, covered, seconds = follow(subject, work, criterion, patience)
            direct = follow(subject, work, criterion, patience, "--direct")
            rows.append([name, criterion, ways, questions, covered, seconds, direct[0], direct[2], direct[3], paper])
    yield WAYS_METHOD.format(patience=patience)
    yield from table(["program", "", "ways", "questions", "covered", "seconds", "direct: ways", "covered", "seconds",
                      "paper"], rows)


# ---- mutants ----

MUTANTS_METHOD = """\
Tests that kill mutants (hlcov generate --kill, all operators), {time} ms of search a function. `score`: killed of those
that are neither proved equivalent nor without an input of the contract; `cover`: by tests that are written for what
they cover. Then each pass with the mutants that it alone told, and seconds of the clock. `inputs`: run by the program
and by mutants; `regions`: equivalent by the statement, by those around it, by the function; `ways`: killed by the first
5 of each mutant, by more, and without an input of the contract; `formulas`: of both functions. `seconds`: of the runs
of tests; of processor, in all.
"""
KILLED = re.compile(r"mutants: (\d+) of (\d+) killed \(([\d.]+%)\), (\d+) by tests that cover, (\d+) by more "
                    r"tests; left: (\d+).*?inputs: (\d+) killed, ([\d.]+) s.*?by the statement (\d+), by those "
                    r"around it (\d+), by the function (\d+), ([\d.]+) s.*?"
                    r"ways, \d+ of each: (\d+) killed, ([\d.]+) s.*?"
                    r"ways, \d+ of each: (\d+) killed, ([\d.]+) s; no input of the contract: (\d+).*?"
                    r"formulas: (\d+) killed, ([\d.]+) s.*?tests: (\d+) of (\d+) inputs are enough, "
                    r"(\d+) needless in the end, \d+ runs, ([\d.]+) s; inputs made smaller: ([\d.]+) s", re.S)


KILLING_HEAD = ["program", "killed", "score", "cover", "inputs", "regions", "ways", "formulas", "left", "tests",
                "seconds"]


def killing_row(name, text, seconds):
    """A row of the table from what hlcov generate --kill printed."""
    told = KILLED.search(text or "")
    if not told:
        return [name, (text or "it does not end").strip().splitlines()[-1] if text != "" else "-"]
    (killed, killable, score_, cover, _, left, inputs, inputs_s, statement, around, function, regions_s, few, few_s,
     more, more_s, none, formulas, formulas_s, _, _, _, tests_s, _) = told.groups()
    return [name, "%s of %s" % (killed, killable), score_, "%.1f%%" % (100 * int(cover) / max(int(killable), 1)),
            "%s; %s" % (inputs, inputs_s), "%s, %s, %s; %s" % (statement, around, function, regions_s),
            "%s, %s, %s; %.1f" % (few, more, none, float(few_s) + float(more_s)),
            "%s; %s" % (formulas, formulas_s), left,
            subjects.number(r": (\d+) tests? \(", text), "%s; %.1f" % (tests_s, seconds)]


PASSES_METHOD = """\
Pass by pass, in their order, over the functions of the table above: mutants that it alone told, and proved; seconds of
the clock. Tests that cover come from random search, formulas and ways alike. Regions are asked about the narrowest
first; ways are followed with a limit of backtracking, 5 of each mutant, then 200. Then the fewest tests are chosen
greedily; those that were chosen later may make some of them needless; and they are made smaller.
"""


def passes_table(texts):
    """Sums of what hlcov generate --kill printed, a row for each pass."""
    told = [found.groups() for found in map(KILLED.search, filter(None, texts)) if found]
    def total(column):
        return sum(float(groups[column]) for groups in told)
    def row(name, killed, proved, seconds):
        return [name, *("%.0f" % sum(map(total, columns)) if columns else "" for columns in (killed, proved)),
                "%.1f" % total(seconds) if seconds else ""]
    yield PASSES_METHOD
    yield from table(["pass", "killed", "proved", "seconds"], [
        row("tests that cover", [3], [], 0), row("inputs, beside each other", [6], [], 7),
        row("regions: the statement", [], [8], 0), row("regions: those around it", [], [9], 0),
        row("regions: the function", [], [10], 11), row("ways, 5 of each", [12], [], 13),
        row("ways, 200 of each", [14], [16], 15), row("formulas of both functions", [17], [], 18),
        row("tests run with mutants", [0], [], 22), row("tests made smaller", [], [], 23)])
    yield ("Of %.0f mutants that are neither proved nor without an input, %.0f are left; %.0f of %.0f inputs are "
           "tests, after %.0f were dropped in reverse order.\n" % tuple(map(total, (1, 5, 19, 20, 21))))


def kill(subject, work, time, *options):
    """A row of the table, and what was printed."""
    found = subjects.generate(subjects.prepare(subject, work), subject.file, subject.flags, "--time=%d" % time,
                              *options)
    print("%s %s\n%s%s" % (subject.name, options, found.output, found.error), file=sys.stderr)
    return killing_row(subject.name, found.output + found.error, found.seconds), found.output


def measure_mutants(names, time):
    with tempfile.TemporaryDirectory() as work:
        rows, texts = zip(*(kill(subject, work, time, "--kill") for subject in names))
    yield MUTANTS_METHOD.format(time=time)
    yield from table(KILLING_HEAD, rows)
    yield from passes_table(texts)


ABLATION_METHOD = """\
The same by some passes only: inputs alone (random), regions and ways (the D-algorithm), formulas alone, and all.
"""
ABLATION = ("inputs", "regions,ways", "formulas", "")


def measure_ablation(names, time):
    with tempfile.TemporaryDirectory() as work:
        rows = [["%s: %s" % (subject.name, passes or "all")] +
                kill(subject, work, time, "--kill-by=" + passes if passes else "--kill")[0][1:]
                for subject in names for passes in ABLATION]
    yield ABLATION_METHOD
    yield from table(KILLING_HEAD, rows)


# ---- projects ----

def build_project(name):
    """The directory of what was built, and that of its data."""
    data = os.path.join(WORK, name, "data")
    shutil.rmtree(os.path.dirname(data), ignore_errors=True)
    compiler = "%s cc --criteria=%s gcc" % (tap.hlcov, ",".join(USUAL + FLOWS))
    words = ["program.sh", name, "generate", compiler, "-O1"] if name in IN_PROGRAMS else [
        "project.sh", name, "generate", compiler]
    made = subprocess.run(["sh", os.path.join(HERE, words[0]), *words[1:]], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False,
                          env=dict(subjects.environment(), DATA=data, top_srcdir=tap.top_srcdir, HLCOV=tap.hlcov,
                                   top_builddir=tap.top_builddir))
    if made.returncode != 0:
        raise RuntimeError("%s cannot be built: %s" % (name, made.stdout[-500:]))
    return made.stdout.strip().splitlines()[-1], data


def read_report(place, data, source=None):
    out = os.path.join(os.path.dirname(data), "report.json")
    words = [tap.hlcov, "report", "--quiet", "--criteria=" + ",".join(USUAL + FLOWS), "--json=" + out, data]
    done = subjects.run(words, place, data, timeout=600)
    if done.returncode not in (0, 3):
        raise RuntimeError("hlcov report: " + done.stderr[-500:])
    with open(out, encoding="utf-8") as file:
        files = json.load(file)["files"]
    return {file["path"]: file for file in files if source in (None, file["path"])}


def search(place, data, patience, *options):
    """What hlcov generate prints; None if it had to be killed, with all that it started."""
    out = os.path.join(os.path.dirname(data), "tests")
    with subprocess.Popen([tap.hlcov, "generate", "-o", out, *options], cwd=place, env=subjects.environment(data),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          start_new_session=True) as process:
        try:
            return process.communicate(timeout=patience)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None


def score(totals):
    whole = totals["objectives"] - totals["infeasible"]
    return "%.0f" % (100 * totals["covered"] / whole) if whole else "-"


def reason(text, function):
    """Why a function was not served, in short, for counting."""
    if text is None:
        return "generate does not end"
    refused = re.search(r"^  not called: %s: (.*)$" % re.escape(function), text, re.M)
    if refused:
        return "refused: " + re.sub(r"`[^`]*`", "...", refused.group(1))
    if "cannot be compiled" in text or "cannot be linked" in text:
        return "its harness cannot be built"
    if re.search(r"^hlcov generate: ", text, re.M):
        return re.search(r"^hlcov generate: (?:[^:]*: )?(.*)$", text, re.M).group(1)[:60]
    left = re.search(r"^  left: %s, lines? [^:]*: (.*)$" % re.escape(function), text, re.M)
    return re.sub(r"`[^`]*`", "...", left.group(1)).split(";")[0] if left else UNSAID


def flows_of(file, row):
    """By criterion: objectives of the function covered, proved impossible, and neither."""
    mine = {one["id"]: one for one in file["objectives"] if one["id"].startswith(row["id"] + ":")}
    return {criterion: counted(mine, criterion) for criterion in FLOWS}


def measure_function(project, place, data, wanted, asked):
    """A row of the table, and numbers of paths and flows."""
    source, name = wanted
    before = subjects.spent()
    text = search(place, data, asked.patience, "--file=" + source, "--function=" + name, "--time=%d" % asked.time,
                  "--criteria=" + ",".join(USUAL + FLOWS))
    seconds = subjects.spent() - before
    file = read_report(place, data, source).get(source, {"functions": []})
    rows = [row for row in file["functions"] if row["name"] == name]
    if not rows:
        return [project, name, *["-"] * (len(USUAL + FLOWS) + 1), 0, "%.1f" % seconds,
                "there is no such function"], {}
    flows = flows_of(file, rows[0])
    is_all = name in subjects.followed(text or "")
    end = reason(text, name) if not rows[0]["called"] else ""
    return [project, name, *(score(rows[0]["totals"][criterion]) for criterion in USUAL),
            *("%d + %d / %d" % (good, proved, good + proved + left) for good, proved, left in flows.values()),
            sum(left for _, _, left in flows.values()) if is_all else 0,
            subjects.number(r": (\d+) tests? \(", text or ""), "%.1f" % seconds, end], flows


def sum_of(flows):
    """The last row: percents of paths and flows of all functions that are covered, and covered or proved."""
    cells = []
    for criterion in FLOWS:
        good, proved, left = (sum(one[criterion][i] for one in flows if one) for i in range(3))
        whole = max(good + proved + left, 1)
        cells.append("%.1f, %.1f" % (100 * good / whole, 100 * (good + proved) / whole))
    return ["all", "per cent", *[""] * len(USUAL), *cells, "", "", "", ""]


KILLING_METHOD = """\
The same of functions of projects. `cover` is the score of the tests that cover, before others kill.
"""


def measure_killing(projects, asked):
    rows, texts = [], []
    for project in projects:
        place, data = build_project(project)
        for source, name in FUNCTIONS[project]:
            before = subjects.spent()
            text = search(place, data, asked.patience, "--kill", "--file=" + source, "--function=" + name,
                          "--time=%d" % asked.time)
            texts.append(text)
            rows.append(killing_row("%s: %s" % (project, name), text, subjects.spent() - before))
            print(rows[-1], file=sys.stderr)
    yield KILLING_METHOD
    yield from table(KILLING_HEAD, rows)
    yield from passes_table(texts)


def measure_functions(projects, asked):
    rows, flows = [], []
    for project in projects:
        place, data = build_project(project)
        for wanted in FUNCTIONS[project]:
            row, found = measure_function(project, place, data, wanted, asked)
            rows.append(row)
            flows.append(found)
            print(row, file=sys.stderr)
    yield FUNCTIONS_METHOD.format(time=asked.time)
    yield from table(["project", "function", *USUAL, *FLOWS, "open", "tests", "time", "end"], [*rows, sum_of(flows)])


def serve_alone(place, data, source, name):
    """Why a function of which nothing was said is not served when it is searched alone; None: it is."""
    text = search(place, data, PATIENCE, "--file=" + source, "--function=" + name, "--time=%d" % WHOLE_TIME)
    rows = read_report(place, data, source)[source]["functions"]
    return None if any(row["called"] for row in rows if row["name"] == name) else reason(text, name)


def serve_source(place, data, source, patience):
    """How many functions a source has, and why some were not served."""
    text = search(place, data, patience, "--file=" + source, "--time=%d" % WHOLE_TIME)
    functions = read_report(place, data, source)[source]["functions"]
    reasons = collections.Counter()
    for name in [row["name"] for row in functions if not row["called"]]:
        why = reason(text, name)
        why = serve_alone(place, data, source, name) if why == UNSAID else why
        reasons.update([why] if why else [])
    print(source, len(functions), dict(reasons), file=sys.stderr)
    return len(functions), reasons


def measure_whole(projects, patience):
    rows, everything = [], [0, collections.Counter()]
    for project in projects:
        place, data = build_project(project)
        total, reasons = 0, collections.Counter()
        for source in sorted(read_report(place, data)):
            if source.endswith(".c") and not re.search(r"(^|/)(api_)?tests?/|^contrib/", source):
                n, more = serve_source(place, data, source, patience)
                total, reasons = total + n, reasons + more
        everything = [everything[0] + total, everything[1] + reasons]
        rows.append(whole_row(project, total, reasons))
    yield WHOLE_METHOD.format(time=WHOLE_TIME, patience=patience)
    yield from table(["project", "functions", "not served", "%", "reasons"], [*rows, whole_row("all", *everything)])


def whole_row(name, total, reasons):
    missed = sum(reasons.values())
    return [name, total, missed, "%.1f" % (100 * missed / max(total, 1)),
            "; ".join("%d: %s" % (n, why) for why, n in reasons.most_common(8))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--programs", default=",".join(subject.name for subject in subjects.SUBJECTS))
    parser.add_argument("--mutants", default=",".join(subject.name for subject in subjects.SUBJECTS))
    parser.add_argument("--ablation", default="find_last,power,cal,trityp")
    parser.add_argument("--killing", default=",".join(FUNCTIONS))
    parser.add_argument("--projects", default=",".join(FUNCTIONS))
    parser.add_argument("--whole", default="lua,zlib,jansson,cmark")
    parser.add_argument("--time", type=int, default=300)
    parser.add_argument("--patience", type=int, default=300)
    parser.add_argument("--ways", type=int, default=20000, metavar="MS")
    asked = parser.parse_args()
    lines = []
    if asked.programs:
        lines += measure_programs(subjects.chosen(asked.programs), asked.time)
    if asked.ways:
        lines += measure_ways(asked.ways)
    if asked.mutants:
        lines += measure_mutants(subjects.chosen(asked.mutants), asked.time)
    if asked.ablation:
        lines += measure_ablation(subjects.chosen(asked.ablation), asked.time)
    if asked.killing:
        lines += measure_killing(asked.killing.split(","), asked)
    if asked.projects:
        lines += measure_functions(asked.projects.split(","), asked)
    if asked.whole:
        lines += measure_whole(asked.whole.split(","), asked.patience)
    text = "\n".join(lines)
    print(text)
    with open(os.path.join(tap.top_builddir, "generate.md"), "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
