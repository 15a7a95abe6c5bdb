#!/usr/bin/python3
"""The figures of the paper: what LClean says of their labels, hlcov prune says of the decisions that stand for them in
tests/prune/figures.c. Reports say it in words, and print the pruned score."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

# Of true outcomes of decisions: the verdict, and what else the objective is compared with.
IMPLIED = {"d0=T": ("subsumed", "DC:d2=T"),   # l5, by l1
           "d1=T": ("duplicate", "DC:d0=F"),  # l6 is not l5
           "d2=F": ("subsumed", "DC:d0=F"),   # not l1, by not l5
           "d3=T": ("duplicate", "DC:d2=F")}  # l2 is not l1: so by l6
REPEATED = {"d2=T": ("duplicate", "DC:d0=T"),    # l7 and l3
            "d1=T": ("duplicate", "DC:d0=F"),    # l4 is not l3
            "d3=T": ("duplicate", "DC:d0=F"),    # l8 neither
            "d4=T": ("infeasible", ""),          # l9
            "d5=T": ("infeasible", ""),          # l10
            "d8=T": ("duplicate", "DC:d7=T"),    # l12 and l11
            "d11=T": ("duplicate", "DC:d10=T")}  # l14 and l13
# Of blocks, the labels that stand in them, and all that are said to be reached together: {l2}, {l3, l1}, {l5, l6},
# {l7}, and the two that are nested in ifs. l4 is in the block of l3: the function that is called between them returns.
# l2 and l7 are not, between which the program may end. But l2 is reached if and only if one of the branches behind it
# is: it is a duplicate of the pair.
LABELS = {("called_once", "b0"): "l1", ("together", "b0"): "l2", ("together", "b1"): "l3",
          ("together", "b3"): "l5", ("together", "b5"): "l6", ("together", "b6"): "l7"}
GROUPS = [["l1", "l3"], ["l2"], ["l5", "l6"], ["l7"]]
PAIRS = {"l2": ["l3", "l5"]}


def run(directory, *words):
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    return subprocess.run(words, cwd=directory, env=environment, check=True, text=True, stdout=subprocess.PIPE).stdout


def prepare(directory):
    with open(os.path.join(directory, "figures.c"), "w", encoding="utf-8") as file:
        file.write(tap.read("tests/prune/figures.c"))
    run(directory, tap.hlcov, "cc", "gcc", "-w", "figures.c", "-o", "figures")
    for sides in ("1 2 3", "1 1 2", "1 1 1", "1 2 2"):
        run(directory, "./figures", *sides.split())
    run(directory, tap.hlcov, "prune", "--no-cache", "--timeout=30000", "--budget=100000", "figures.c", "--", "-w")
    return json.loads(run(directory, tap.hlcov, "report", "--criteria", "DC,BBC", "--json", "-"))


def proofs(report, function, criterion):
    """What is said of the function's objectives, by their places."""
    return {objective["id"].rsplit(":", 1)[1]: objective["pruned"]
            for file in report["files"] for objective in file["objectives"]
            if (objective["function"], objective["criterion"]) == (function, criterion) and "pruned" in objective}


def pruned(report, function):
    """Of DC: the verdict, and the other one."""
    return {place: (proof["verdict"], proof["other"]) for place, proof in proofs(report, function, "DC").items()}


def groups(report):
    """The labels of each group of duplicates, and of which pair a label is one; others are an error."""
    group, pairs = {label: [label] for label in LABELS.values()}, {}
    for function in ("together", "called_once"):
        for place, proof in proofs(report, function, "BBC").items():
            label, of = LABELS.get((function, place)), proof.get("of", function)
            others = [LABELS.get((of, name.rsplit(":", 1)[1])) for name in proof["other"].split(" + ")]
            if proof["verdict"] != "duplicate" or None in (label, *others):
                raise AssertionError("%s of %s: %s" % (place, function, proof))
            if len(others) > 1:
                pairs[label] = others
                continue
            joined = group[label] + group[others[0]]
            group.update(dict.fromkeys(joined, joined))
    return sorted(set(tuple(sorted(labels)) for labels in group.values())), pairs


def group_problems(report):
    found, pairs = groups(report)
    if (found, pairs) != ([tuple(labels) for labels in GROUPS], PAIRS):
        yield "groups %s, pairs %s" % (found, pairs)


def differences(wanted, found):
    for place, verdict in wanted.items():
        if found.get(place) != verdict:
            yield "%s: %s, not %s" % (place, found.get(place), verdict)


def score(totals):
    """The pruned one, as reports print it."""
    pruned_of = totals["pruned"]
    left = totals["objectives"] - sum(pruned_of[kind] for kind in ("infeasible", "duplicate", "subsumed"))
    permille = (totals["covered"] - pruned_of["covered"]) * 1000 // left
    return "100%" if permille == 1000 else "%d.%d%%" % (permille // 10, permille % 10)


def text_problems(directory, report):
    totals = report["totals"]["DC"]
    wanted = "(pruned %s: without %d infeasible, %d duplicate, %d subsumed)" % (
        score(totals), *(totals["pruned"][kind] for kind in ("infeasible", "duplicate", "subsumed")))
    text = run(directory, tap.hlcov, "report", "--details", "--criteria", "DC", "--html", "html")
    if wanted not in text:
        yield "no %s in:\n%s" % (wanted, text)
    with open(os.path.join(directory, "html/criteria.html"), encoding="utf-8") as file:
        if "pruned score " + score(totals) not in file.read():
            yield "no pruned score in html/criteria.html"


def tamper(directory, old, new):
    """Exit status and messages of a report on verdicts that were changed."""
    for name in os.listdir(os.path.join(directory, "data/verdicts")):
        path = os.path.join(directory, "data/verdicts", name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    done = subprocess.run([tap.hlcov, "report", "-q", "--criteria", "DC"], cwd=directory, env=environment, check=False,
                          text=True, stderr=subprocess.PIPE)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return done.returncode, done.stderr


def refused(directory, old, new, words):
    status, messages = tamper(directory, old, new)
    if status != 3 or words not in messages:
        yield "status %d: %s" % (status, messages)


def main():
    with tempfile.TemporaryDirectory() as directory:
        report = prepare(directory)
        tap.point("l1 implies l5, l6 implies l2", differences(IMPLIED, pruned(report, "implied")))
        tap.point("l9, l10 infeasible; l3, l4, l11, l13 twice", differences(REPEATED, pruned(report, "repeated")))
        tap.point("what is reached together", group_problems(report))
        tap.point("raw and pruned score", text_problems(directory, report))
        tap.point("a false verdict is dropped",
                  refused(directory, '"objective":"DC:d4=T"', '"objective":"DC:d0=T"',
                          "DC:d0=T: proved infeasible, but covered"))
        tap.point("a false duplicate is dropped",
                  refused(directory, '"verdict":"infeasible","objective":"DC:d4=T","other":""',
                          '"verdict":"duplicate","objective":"DC:d4=T","other":"DC:d0=T"',
                          "DC:d4=T: proved duplicate of DC:d0=T, but a run tells them apart"))
        tap.point("a false duplicate of a pair is dropped",
                  refused(directory, '"verdict":"infeasible","objective":"DC:d4=T","other":""',
                          '"verdict":"duplicate","objective":"DC:d4=T","other":"DC:d4=T + DC:d0=T"',
                          "DC:d4=T: proved duplicate of DC:d4=T + DC:d0=T, but a run tells them apart"))
        tap.point("damaged verdicts are left out", refused(directory, '"verdict":', '"verdikt":', "has no verdicts"))
        tap.point("verdicts on another unit are left out",
                  refused(directory, '"table":"', '"table":"0', "the first line is not"))
    tap.finish()


main()
