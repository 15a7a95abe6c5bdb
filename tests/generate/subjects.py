"""Programs that hlcov generate is tried with, what it says of them, and what others see of them. Judges nothing."""
import collections
import json
import os
import re
import resource
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
CRITERIA = ("CC", "MCC", "CACC", "WM", "PPC", "AUC")
STANDARD = "-std=gnu11"

# Its name; the file in programs/ and in drivers/; options that it is compiled with.
Subject = collections.namedtuple("Subject", "name file flags")
SUBJECTS = [Subject(name, name + ".c", ()) for name in (
    "find_last", "last_zero", "count_positive", "odd_or_pos", "power", "cal", "find_val", "sum", "trityp",
    "four_balls", "two_pred", "trash", "print_primes", "stats", "test_pat")]
SUBJECTS += [Subject("utf8_%d" % size, "utf8.c", ("-DBYTES=%d" % size,)) for size in (3, 5, 7)]
SUBJECTS += [Subject(name, name + ".c", ()) for name in (
    "dates", "tokens", "list", "stack", "bits", "reals", "sensor", "budget")]

# A line of its table: percents, numbers of objectives.
Row = collections.namedtuple("Row", "before now impossible left")
TABLE = re.compile(r"^  (\S+) +([\d.]+)% +([\d.]+)% +(\d+) +(\d+)$", re.M)
Generated = collections.namedtuple("Generated", "output error rows tests inputs guesses sure right seconds")


def chosen(names):
    """Subjects by their names, separated by commas; all if there are none."""
    known = {subject.name: subject for subject in SUBJECTS}
    return [known[name] for name in names.split(",")] if names else SUBJECTS


def source(name):
    """The text of a program."""
    with open(os.path.join(HERE, "programs", name + ".c"), encoding="utf-8") as file:
        return file.read()


def environment(data=None):
    found = {name: value for name, value in os.environ.items() if not name.startswith("HLCOV_")}
    return dict(found, HLCOV_DIR=tap.share_targets(data)) if data else found


def run(words, place, data=None, timeout=120):
    return subprocess.run(words, cwd=place, env=environment(data), text=True, stdout=subprocess.PIPE, errors="replace",
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=timeout, check=False)


def must(words, place, data=None, timeout=120):
    done = run(words, place, data, timeout)
    if done.returncode != 0:
        raise RuntimeError("%s: %s" % (" ".join(words), (done.stderr or done.stdout)[-800:]))
    return done


def prepare(subject, work):
    """A directory for the subject, with its source in it."""
    place = os.path.join(work, subject.name)
    shutil.rmtree(place, ignore_errors=True)
    tap.share_targets(os.path.join(place, "hlcov-data"))
    shutil.copy(os.path.join(HERE, "programs", subject.file), place)
    return place


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def number(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else 0


def generate(place, file, flags, *options, data=None, timeout=600):
    """Runs hlcov generate, and reads what it prints."""
    before = spent()
    done = run([tap.hlcov, "generate", *options, file, "--", STANDARD, *flags], place, data, timeout)
    text = done.stdout
    rows = {name: Row(float(old), float(new), int(impossible), int(left))
            for name, old, new, impossible, left in TABLE.findall(text)}
    counts = [number(pattern, text) for pattern in (
        r": (\d+) tests? \(", r"\D(\d+) inputs (?:that )?were tried", r"(\d+) guesses", r" of (\d+) sure",
        r"(\d+) of \d+ sure")]
    return Generated(text, done.stderr, rows, *counts, spent() - before)


def written(place, file):
    """The tests that were written."""
    return os.path.join(place, "tests", "generated", "test_" + os.path.basename(file))


def report(place, data, criteria=CRITERIA):
    """The report of a data directory: its JSON."""
    out = os.path.join(place, "report.json")
    done = run([tap.hlcov, "report", "--quiet", "--criteria=" + ",".join(criteria), "--json=" + out, data], place, data)
    if done.returncode not in (0, 3):
        raise RuntimeError("hlcov report: " + done.stderr[-800:])
    with open(out, encoding="utf-8") as file:
        return json.load(file)


def objectives(found, file):
    """Objectives of the functions of a file: {id: row}."""
    return {row["id"]: row for part in found["files"] if part["path"] == file for row in part["objectives"]}


def followed(output):
    """Names of functions of which generate says that all ways were followed, and no input does what is left."""
    words = r"left: (\w+), [^:]*: no input of its contract does it: (?:all \d+ ways|the only way)"
    return set(re.findall(words, output))


def build_driver(subject, place, data, *options):
    """The driver, with the subject that records what is covered."""
    made = [os.path.join(place, name) for name in ("subject.o", "driver.o", "driver")]
    must([tap.hlcov, "cc", "--criteria=" + ",".join(CRITERIA), "gcc", "-O1", STANDARD, *subject.flags, "-c", "-o",
          made[0], subject.file], place, data)
    must(["gcc", "-O1", STANDARD, *subject.flags, *options, "-c", "-o", made[1],
          os.path.join(HERE, "drivers", subject.file)], place)
    must([tap.hlcov, "cc", "gcc", "-o", made[2], made[1], made[0], "-lm"], place, data)
    return made[2]
