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
    "htol/notes": FORMATS,
    "htol/shards": FORMATS,
    "htol/graph": FORMATS,
    "htol/judge": FORMATS + ["htol/graph/", "htol/lang/"],
    "htol/users": ["htol/graph/", "htol/judge/", "htol/lang/"],
    "htol/criteria": FORMATS + ["htol/lang/", "htol/users/"],
    "htol/expand": ["htol/criteria/", "htol/graph/", "htol/judge/", "htol/lang/"],
    "htol/families": ["htol/expand/", "htol/files/", "htol/graph/", "htol/judge/"],
    "htol/tests": ["htol/judge/", "htol/users/"],
    "htol/words": ["htol/criteria/", "htol/expand/", "htol/files/", "htol/graph/", "htol/judge/", "htol/lang/",
                   "htol/users/"],
    "rt": ["htol/base/layout.h", "htol/base/format.def"],
    "annot/options": [],
    "annot/text": FORMATS,
    "annot/tree": FORMATS + ["annot/text/"],
    "annot/facts": ["annot/tree/"],
    "annot/graph": FORMATS + ["annot/facts/", "annot/options/", "annot/tree/"],
    "annot/flow": ["annot/facts/", "annot/graph/", "annot/tree/", "htol/graph/"],
    "annot/users": FORMATS + ["annot/facts/", "annot/graph/", "annot/options/", "annot/text/", "annot/tree/",
                              "htol/graph/", "htol/judge/", "htol/lang/"],
    "annot/probes": FORMATS + ["annot/facts/", "annot/flow/", "annot/graph/", "annot/text/", "annot/tree/",
                               "annot/users/"],
    "annot/paths": ["annot/flow/", "annot/graph/", "annot/probes/", "annot/users/", "htol/graph/"],
    "annot/mutants": ["annot/facts/", "annot/probes/", "annot/tree/", "annot/users/", "htol/files/"],
    "annot/copies": ["annot/facts/", "annot/graph/", "annot/probes/", "annot/tree/", "htol/base/"],
    "annot/strong": FORMATS + ["annot/graph/", "annot/mutants/", "annot/probes/", "annot/text/", "annot/tree/",
                               "htol/criteria/", "htol/expand/", "htol/notes/"],
    "annot": FORMATS + ["annot/copies/", "annot/facts/", "annot/flow/", "annot/graph/", "annot/mutants/",
                        "annot/options/", "annot/paths/", "annot/probes/", "annot/strong/", "annot/users/",
                        "htol/notes/"],
    "annot/launch": FORMATS + ["annot/", "annot/options/", "annot/probes/", "annot/text/", "htol/notes/"],
    "prune/formula": ["annot/tree/", "htol/base/", "htol/notes/"],
    "prune/facts": ["annot/facts/", "annot/tree/"],
    "prune/state": ["annot/tree/", "htol/base/", "prune/formula/"],
    "prune/encode": ["annot/facts/", "annot/mutants/", "annot/tree/", "htol/files/", "prune/facts/", "prune/formula/",
                     "prune/state/"],
    "prune/objectives": ["annot/", "annot/flow/", "htol/criteria/", "htol/expand/", "htol/files/", "htol/judge/",
                         "htol/notes/", "prune/encode/", "prune/facts/", "prune/formula/", "prune/state/"],
    "prune": ["annot/", "annot/strong/", "htol/expand/", "htol/judge/", "htol/notes/", "prune/encode/",
              "prune/formula/", "prune/objectives/"],
    "report/inputs": FORMATS + ["htol/notes/", "htol/shards/"],
    "report/elf": FORMATS + ["report/inputs/"],
    "report/read": FORMATS + ["htol/criteria/", "htol/expand/", "htol/judge/", "htol/shards/", "report/elf/",
                              "report/inputs/"],
    "report/store": FORMATS + ["htol/notes/", "htol/shards/", "report/elf/", "report/inputs/", "report/read/"],
    "report/model": FORMATS + ["htol/criteria/", "htol/expand/", "htol/graph/", "htol/judge/", "htol/lang/",
                               "htol/tests/", "htol/words/", "report/inputs/"],
    "report/merge": FORMATS + ["htol/criteria/", "htol/expand/", "htol/judge/", "htol/tests/", "report/elf/",
                               "report/model/", "report/read/"],
    "report/judge": ["htol/base/", "htol/expand/", "htol/judge/", "htol/notes/", "htol/words/", "report/merge/",
                     "report/model/", "report/read/"],
    "report/make": ["htol/base/", "report/judge/", "report/merge/", "report/model/", "report/read/"],
    "report/gaps": ["htol/base/", "htol/words/", "report/judge/", "report/merge/", "report/model/"],
    "report/compare": ["htol/base/", "report/gaps/", "report/inputs/", "report/judge/", "report/merge/",
                       "report/model/"],
    "report/words": ["htol/base/", "htol/criteria/", "report/compare/", "report/elf/", "report/gaps/",
                     "report/judge/", "report/make/", "report/model/"],
    "report/summary": ["htol/base/", "report/elf/", "report/inputs/", "report/model/", "report/words/"],
    "report/advise": ["htol/base/", "htol/judge/", "htol/tests/", "htol/words/", "report/gaps/", "report/judge/",
                      "report/make/", "report/merge/", "report/model/", "report/summary/"],
    "report/out": ["htol/base/", "report/compare/", "report/model/"],
    "report/out/text": ["htol/base/", "report/advise/", "report/compare/", "report/elf/", "report/gaps/",
                        "report/judge/", "report/model/", "report/out/", "report/summary/", "report/words/"],
    "report/out/json": ["htol/base/", "htol/lang/", "report/advise/", "report/compare/", "report/elf/",
                        "report/gaps/", "report/judge/", "report/make/", "report/merge/", "report/model/",
                        "report/out/", "report/summary/", "report/words/"],
    "report/out/markdown": ["htol/base/", "report/advise/", "report/compare/", "report/gaps/", "report/model/",
                            "report/out/", "report/out/text/", "report/summary/", "report/words/"],
    "report/out/exchange": ["report/gaps/", "report/inputs/", "report/judge/", "report/model/", "report/out/",
                            "report/words/"],
    "report/html/parts": ["htol/base/", "htol/lang/", "report/advise/", "report/gaps/", "report/inputs/",
                          "report/model/", "report/out/", "report/summary/", "report/words/"],
    "report/html/source": ["htol/base/", "htol/expand/", "htol/lang/", "report/gaps/", "report/html/parts/",
                           "report/judge/", "report/model/", "report/words/"],
    "report/html/overview": ["report/html/parts/", "report/model/", "report/summary/", "report/words/"],
    "report/html/pages": ["report/advise/", "report/compare/", "report/gaps/", "report/html/parts/", "report/model/",
                          "report/out/", "report/out/text/", "report/summary/", "report/words/"],
    "report/html": ["report/compare/", "report/html/overview/", "report/html/pages/", "report/html/parts/",
                    "report/html/source/", "report/inputs/", "report/out/"],
    "fuzz": FORMATS + ["htol/judge/", "report/advise/", "report/elf/", "report/inputs/", "report/judge/",
                       "report/make/", "report/model/", "report/read/", "report/store/", "report/summary/"],
    "mutate": FORMATS + ["htol/notes/", "report/inputs/", "report/judge/", "report/merge/", "report/model/",
                         "report/read/"],
    "generate/inside": [],
    "generate/contract": ["annot/tree/", "generate/inside/", "htol/base/"],
    "generate/solve": ["annot/", "annot/mutants/", "annot/strong/", "annot/tree/", "annot/users/",
                       "generate/contract/", "generate/inside/", "htol/files/", "htol/lang/", "prune/",
                       "prune/encode/", "prune/facts/", "prune/formula/", "prune/objectives/", "prune/state/"],
    "generate": FORMATS + ["annot/", "generate/contract/", "generate/inside/", "generate/solve/"],
    "generate/case": ["annot/text/", "generate/", "generate/contract/"],
    "generate/frames": ["generate/case/"],
    "generate/write": ["generate/", "generate/case/", "generate/contract/", "generate/frames/"],
    "include/hlcov": [],
}
# The commands call into all libraries; the runtime is for users' programs.
LIBRARY_ROOMS = [room + "/" for room in ROOMS if room not in ("rt", "include/hlcov")]
for _room, _others in {
        "tools/shared": [],
        "tools/compile": ["tools/shared/"],
        "tools/data": ["tools/shared/"],
        "tools/reports": ["tools/compile/", "tools/shared/"],
        "tools/prove": ["tools/compile/", "tools/shared/"],
        "tools/generate": ["tools/compile/", "tools/prove/", "tools/shared/"],
        "tools/campaigns": ["tools/reports/", "tools/shared/"],
        "tools": ["tools/shared/"],
}.items():
    ROOMS[_room] = LIBRARY_ROOMS + _others

# Top folders: with the headers for users, of what hlcov and the programs of its users are built from, of libraries.
SOURCES = list(dict.fromkeys(room.split("/", maxsplit=1)[0] for room in ROOMS))
CODE = [folder for folder in SOURCES if folder != "include"]
LIBRARIES = [folder for folder in CODE if folder not in ("rt", "tools")]

if __name__ == "__main__":
    print(*CODE, *sys.argv[1:])
