#!/usr/bin/python3
"""The folders of our code, and which of them each may include: the only list, for all tests that go through them.

usage: rooms.py [FOLDER...]; prints the top folders that hold our code, in one line, and FOLDERs after them
"""
import sys

# What each room may include; itself always. A room may include what stands before it here, so that arrows go one way:
# where a room lacks something, the function moves, the row does not grow.
FORMATS = ["htol/base/", "htol/files/"]
ROOMS = {
    "htol/base": [],
    "htol/lang": ["htol/base/"],
    "htol/files": ["htol/base/", "htol/lang/"],
    "htol/shards": FORMATS,
    "htol/graph": FORMATS,
    "htol/judge": FORMATS + ["htol/graph/", "htol/lang/"],
    "htol/users": ["htol/graph/", "htol/judge/", "htol/lang/"],
    "htol/criteria": FORMATS + ["htol/graph/", "htol/judge/", "htol/lang/", "htol/users/"],
    "htol/tests": ["htol/judge/", "htol/users/"],
    "htol/words": ["htol/criteria/", "htol/files/", "htol/graph/", "htol/judge/", "htol/lang/", "htol/users/"],
    "rt": ["htol/base/layout.h", "htol/base/format.def"],
    "annot/options": [],
    "annot/text": FORMATS,
    "annot/tree": FORMATS + ["annot/text/"],
    "annot/facts": ["annot/tree/"],
    "annot/graph": FORMATS + ["annot/facts/", "annot/options/", "annot/tree/"],
    "annot/flow": ["annot/facts/", "annot/graph/", "annot/options/", "annot/tree/", "htol/graph/"],
    "annot/users": FORMATS + ["annot/facts/", "annot/graph/", "annot/options/", "annot/text/", "annot/tree/",
                              "htol/graph/", "htol/judge/", "htol/lang/"],
    "annot/probes": FORMATS + ["annot/facts/", "annot/flow/", "annot/graph/", "annot/text/", "annot/tree/",
                               "annot/users/"],
    "annot/paths": ["annot/flow/", "annot/graph/", "annot/options/", "annot/probes/", "annot/users/", "htol/graph/"],
    "annot/mutants": ["htol/files/", "annot/facts/", "annot/probes/", "annot/tree/", "annot/users/"],
    "annot/copies": ["annot/facts/", "annot/graph/", "annot/probes/", "annot/tree/", "htol/base/"],
    "annot/strong": FORMATS + ["annot/graph/", "annot/mutants/", "annot/probes/", "annot/text/", "annot/tree/",
                               "htol/criteria/"],
    "annot": FORMATS + ["annot/copies/", "annot/facts/", "annot/flow/", "annot/graph/", "annot/mutants/",
                        "annot/options/", "annot/paths/", "annot/probes/", "annot/strong/", "annot/users/"],
    "annot/launch": FORMATS + ["annot/", "annot/options/", "annot/probes/", "annot/text/", "annot/users/"],
    "prune": FORMATS + ["annot/", "annot/facts/", "annot/flow/", "annot/mutants/", "annot/strong/", "annot/tree/",
                        "htol/criteria/", "htol/judge/"],
    "report/read": FORMATS + ["htol/criteria/", "htol/judge/", "htol/shards/"],
    "report/store": FORMATS + ["htol/shards/", "report/read/"],
    "report/model": FORMATS + ["htol/criteria/", "htol/graph/", "htol/judge/", "htol/lang/", "htol/tests/",
                               "htol/words/", "report/read/"],
    "report/compare": ["htol/base/", "report/model/", "report/read/"],
    "report/words": ["htol/base/", "htol/criteria/", "htol/words/", "report/compare/", "report/model/", "report/read/"],
    "report/summary": ["htol/base/", "report/model/", "report/read/", "report/words/"],
    "report/advise": ["htol/base/", "htol/judge/", "htol/tests/", "htol/words/", "report/model/", "report/summary/",
                      "report/words/"],
    "report/out": ["htol/base/", "htol/lang/", "report/advise/", "report/compare/", "report/model/", "report/read/",
                   "report/summary/", "report/words/"],
    "report/html": ["htol/base/", "htol/lang/", "htol/words/", "report/advise/", "report/compare/", "report/model/",
                    "report/out/", "report/read/", "report/summary/", "report/words/"],
    "fuzz": FORMATS + ["htol/judge/", "report/advise/", "report/model/", "report/read/", "report/store/",
                       "report/summary/"],
    "mutate": FORMATS + ["htol/criteria/", "htol/tests/", "report/model/", "report/read/"],
    "generate/inside": [],
    "generate/contract": ["annot/text/", "annot/tree/", "generate/inside/", "htol/base/"],
    "generate/solve": FORMATS + ["annot/", "annot/mutants/", "annot/strong/", "annot/tree/", "annot/users/",
                               "generate/contract/", "generate/inside/", "htol/lang/", "prune/"],
    "generate": FORMATS + ["annot/", "annot/tree/", "generate/contract/", "generate/inside/", "generate/solve/",
                           "prune/"],
    "generate/write": ["annot/text/", "annot/tree/", "generate/", "generate/contract/", "generate/inside/",
                       "htol/base/"],
    "include/hlcov": [],
}
# The command calls into all libraries; the runtime is for users' programs.
ROOMS["tools"] = [room + "/" for room in ROOMS if room not in ("rt", "include/hlcov")]

# Top folders: with the headers for users, of what hlcov and the programs of its users are built from, of libraries.
SOURCES = list(dict.fromkeys(room.split("/", maxsplit=1)[0] for room in ROOMS))
CODE = [folder for folder in SOURCES if folder != "include"]
LIBRARIES = [folder for folder in CODE if folder not in ("rt", "tools")]

if __name__ == "__main__":
    print(*CODE, *sys.argv[1:])
