#!/usr/bin/python3
"""Of functions that are run with everything they can be called with, tests/prune/bytes.c, all that is not covered is
proved infeasible, of all criteria that the pass knows; and nothing that was covered, or told apart."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

CRITERIA = "STMT,DC,CC,GACC,CACC,RACC,MCC,ADC,AUC,ACUC,APUC,ROR,ABS,LIMIT,RB,AOR,BOR,SOR,UOI,AOIU,CRP,COR,LCR"


def run(directory, *words):
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    return subprocess.run(words, cwd=directory, env=environment, check=True, text=True, stdout=subprocess.PIPE).stdout


def objectives():
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "bytes.c"), "w", encoding="utf-8") as file:
            file.write(tap.read("tests/prune/bytes.c"))
        run(directory, tap.hlcov, "cc", "--criteria", CRITERIA, "gcc", "-w", "bytes.c", "-o", "bytes")
        run(directory, "./bytes")
        run(directory, tap.hlcov, "prune", "--no-cache", "--criteria", CRITERIA, "--jobs=2", "--timeout=5000",
            "--budget=60000", "bytes.c", "--", "-w")
        report = json.loads(run(directory, tap.hlcov, "report", "--criteria", CRITERIA, "--json", "-"))
    return [objective for file in report["files"] for objective in file["objectives"]
            if objective["function"] != "main"]


def name(objective):
    return "%s %s: %s" % (objective["function"], objective["id"].split(":", 3)[3], objective["text"])


def main():
    found = objectives()
    for criterion in CRITERIA.split(","):
        own = [objective for objective in found if objective["criterion"] == criterion]
        left = [name(objective) for objective in own if objective["status"] == "uncovered"]
        left += [name(objective) + ": pruned, but not as infeasible" for objective in own
                 if objective["status"] in ("duplicate", "subsumed")]
        proved = sum("pruned" in objective and objective["status"] == "infeasible" for objective in own)
        tap.point("%s: %d of %d are infeasible" % (criterion, proved, len(own)), left)
    kinds = {objective["pruned"]["verdict"] for objective in found if "pruned" in objective}
    tap.point("there was something to prove", () if len(kinds) == 3 else [", ".join(sorted(kinds))])
    tap.finish()


main()
