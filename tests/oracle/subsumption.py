#!/usr/bin/env python3
"""Holds the criteria against the inclusions of the literature, on what tests of real projects recorded: per condition,
and over what is feasible, RACC covered implies CACC, that GACC with both values, and that CC with both; and where all
of MCC of a decision is covered, so is everything else about it. Each inclusion must be strict somewhere, but for
GACC and CACC: as every occurrence is a condition of its own, they say the same of it (htol/CRITERIA.md).

It reads what tests/oracle/mcdc.sh left behind, and builds nothing."""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

PROJECTS = ("zlib", "lua", "torture")
PER_CONDITION = ("CC", "GACC", "CACC", "RACC")
WHOLE = PER_CONDITION + ("DC", "GICC", "RICC", "IC", "UTPC", "CUTPNFP")
LEAST_DECISIONS = 200


def objectives(project):
    """The objectives of a report, as (criterion, function and decision, rest of the name, status)."""
    data = os.path.join(os.environ.get("top_builddir", "build"), "projects", project, "clang-data")
    command = [tap.hlcov, "report", "--quiet", "--criteria", ",".join(WHOLE + ("MCC",)), "--json", "-", data]
    report = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    for file in json.loads(report)["files"]:
        for row in file["objectives"]:
            found = re.fullmatch(r"(.*):%s:(d\d+)(.*)" % re.escape(row["criterion"]), row["id"])
            yield row["criterion"], (found.group(1), found.group(2)), found.group(3), row["status"]


class Decision:
    """What a report says of one decision: for each criterion, status by the rest of the objective's name."""

    def __init__(self):
        self.of = {criterion: {} for criterion in WHOLE + ("MCC",)}

    def conditions(self):
        return sorted({name for name in self.of["RACC"] if re.fullmatch(r"\.c\d+", name)})

    def covered(self, criterion, condition):
        """Whether all that the criterion asks of the condition is covered; None if some of it is infeasible, or not
        measured."""
        names = [condition] if criterion in ("CACC", "RACC") else [condition + "=T", condition + "=F"]
        if any(self.of[criterion].get(name) == "infeasible" for name in names):
            return None
        return self.all_covered(criterion, names)

    def all_covered(self, criterion, names=None):
        """The same of these objectives, or all, but what is infeasible is left out."""
        found = [status for name, status in self.of[criterion].items()
                 if (names is None or name in names) and status != "infeasible"]
        if not found or "unmeasured" in found:
            return None
        return all(status == "covered" for status in found)


def decisions(project):
    found = {}
    for criterion, key, name, status in objectives(project):
        found.setdefault(key, Decision()).of[criterion][name] = status
    return found


def judge(project, strict):
    """Yields what contradicts the inclusions; counts in `strict` where they are strict."""
    found = decisions(project)
    if len(found) < LEAST_DECISIONS:
        yield "only %d decisions" % len(found)
    for key, decision in found.items():
        for condition in decision.conditions():
            verdicts = [decision.covered(criterion, condition) for criterion in PER_CONDITION]
            for (weak, low), (strong, high) in zip(zip(PER_CONDITION, verdicts), zip(PER_CONDITION[1:], verdicts[1:])):
                if high and low is False:
                    yield "%s:%s%s: %s, and not %s" % (*key, condition, strong, weak)
                strict[strong, weak] = strict.get((strong, weak), 0) + (bool(low) and high is False)
        if decision.all_covered("MCC") is None:
            continue
        for criterion in WHOLE:
            all_of_it = decision.all_covered(criterion)
            if decision.all_covered("MCC") and all_of_it is False:
                yield "%s:%s: all of MCC, and not all of %s" % (*key, criterion)
            strict["MCC", criterion] = (strict.get(("MCC", criterion), 0) +
                                        (bool(all_of_it) and not decision.all_covered("MCC")))


def main():
    strict = {}
    for project in PROJECTS:
        tap.point("%s: inclusions hold" % project, judge(project, strict))
    for (strong, weak), times in sorted(strict.items()):
        if (strong, weak) == ("CACC", "GACC"):
            tap.point("CACC and GACC say the same", ["%d times not" % times] if times else [])
        else:
            tap.point("%s asks for more than %s" % (strong, weak), [] if times else ["nowhere"])
    tap.finish()


main()
