#!/usr/bin/python3
"""Who may include whom, what libraries may call and what they may export. Reads the sources and the built libraries."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)

MAY_INCLUDE = {
    "htol": ["htol/"],
    "annot": ["annot/", "htol/"],
    "prune": ["prune/", "annot/", "htol/"],
    "report": ["report/", "htol/"],
    "fuzz": ["fuzz/", "report/", "htol/"],
    "mutate": ["mutate/", "report/", "htol/"],
    "generate": ["generate/", "annot/", "prune/", "htol/"],
    "rt": ["rt/", "htol/base/layout.h", "htol/base/format.def"],
    "tools": ["tools/", "annot/", "fuzz/", "generate/", "mutate/", "prune/", "report/", "htol/"],
    "include": [],
}

# What each room of these libraries may include, in the order in which the data flows; itself always. Arrows go one way:
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
    "annot/copies": ["annot/facts/", "annot/graph/", "annot/probes/", "htol/base/"],
    "annot/strong": ["htol/criteria/", "htol/files/", "annot/graph/", "annot/mutants/", "annot/probes/", "annot/text/",
                     "annot/tree/"],
    "annot": FORMATS + ["annot/copies/", "annot/facts/", "annot/flow/", "annot/graph/", "annot/mutants/",
                        "annot/options/", "annot/paths/", "annot/probes/", "annot/strong/", "annot/users/"],
    "annot/launch": FORMATS + ["annot/", "annot/options/", "annot/probes/", "annot/users/"],
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
    "generate": FORMATS + ["annot/", "annot/tree/", "htol/criteria/"],
}

# Headers of libraries, and the only places that may see them. Standard and system headers are not restricted.
ONLY_IN = {
    "clang-c/": ["annot/tree/libclang.h"],
    "annot/tree/libclang.h": ["annot/tree/libclang.c", "annot/tree/clang.h"],
    "annot/tree/clang.h": ["annot/tree/clang"],
    "libelf.h": ["report/read/elf.c", "report/read/elf_frames.c"],
    "gelf.h": ["report/read/elf.c", "report/read/elf_frames.c"],
    "elfutils/": ["report/read/elf.c", "report/read/elf_frames.c"],
    "libunwind.h": ["report/read/unwind.c"],
    "jansson.h": ["report/", "htol/files/proof.c", "htol/files/recipe_read.c"],
    "cmark.h": ["report/"],
    "libxml/": ["report/out/xml.c"],
    "sqlite3.h": ["report/out/database.c"],
    "zstd.h": ["htol/base/pack.c"],
    "rt/sys.h": ["rt/os.h", "rt/crash.c"],
    "z3": ["prune/logic.h"],
    "glib": ["htol/", "annot/", "fuzz/", "generate/", "mutate/", "prune/", "report/", "tools/"],
}

# Writing to a stream that the caller gives is no printing; a child process of the launcher may end by _exit.
FORBIDDEN_CALLS = """printf vprintf puts putchar __printf_chk __vprintf_chk perror stdout stderr exit abort quick_exit
    getenv secure_getenv setenv putenv g_print g_printerr g_getenv g_setenv g_get_environ g_log g_logv
    g_log_structured g_log_structured_standard""".split()


def includes(path):
    return [(quote, name) for quote, name in INCLUDE.findall(tap.read(path))]


def wrong_project_includes(directory):
    for path in tap.files(directory, suffixes=(".c", ".h", ".def")):
        for quote, name in includes(path):
            if quote == '"' and not any(name.startswith(prefix) for prefix in MAY_INCLUDE[directory]):
                yield "%s includes %s" % (path, name)


def may_include(room, name):
    """Whether a file of the room may include the header; a room's own row `annot/` is what lies in annot itself."""
    place = os.path.dirname(name)
    return place == room or place + "/" in ROOMS[room]


def wrong_rooms():
    for library in sorted({room.split("/")[0] for room in ROOMS}):
        for path in tap.files(library, suffixes=(".c", ".h", ".def")):
            room = os.path.dirname(path)
            if room not in ROOMS:
                yield "%s is in a room that has no row" % path
                continue
            for quote, name in includes(path):
                if quote == '"' and not may_include(room, name):
                    yield "%s includes %s" % (path, name)


def circles():
    """Rows lead to rows above them only."""
    known = set()
    for room, others in ROOMS.items():
        for other in others:
            if other.rstrip("/") not in known:
                yield "%s may include %s, which comes after it" % (room, other)
        known.add(room)


# Libraries whose rooms hold no modules that need each other.
WITHOUT_CIRCLES = ("annot", "fuzz", "htol", "mutate", "prune", "report")


def modules(library):
    """Module (a .c with the .h of its name): the modules of its room whose headers it includes."""
    needs = {}
    for path in tap.files(library, suffixes=(".c", ".h")):
        module = os.path.splitext(path)[0]
        others = {os.path.splitext(name)[0] for quote, name in includes(path) if quote == '"'}
        near = {other for other in others if os.path.dirname(other) == os.path.dirname(path)}
        needs.setdefault(module, set()).update(near - {module})
    return needs


def closure(needs, module):
    """What the module needs, and what these need, and so on."""
    found, todo = set(), [module]
    while todo:
        for other in needs.get(todo.pop(), ()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def module_circles(library):
    needs = modules(library)
    if not any(needs.values()):
        yield "%s has no modules that need others" % library
    all_needed = {module: closure(needs, module) for module in needs}
    for module in sorted(needs):
        for other in sorted(needs[module]):
            if module in all_needed.get(other, ()):
                yield "%s needs %s, which needs it" % (module, other)


def wrong_map():
    """ARCHITECTURE.md has a paragraph for each room, and names no file that is not there."""
    text = tap.read("ARCHITECTURE.md")
    for room in ROOMS:
        if "/" in room and "**%s**" % room not in text:
            yield "no word of %s" % room
    for path in re.findall(r"`((?:annot|htol|report|rt|prune|tools|tests|man)/[\w./-]*)`", text):
        if not os.path.exists(os.path.join(tap.top_srcdir, path)):
            yield "there is no %s" % path


def wrong_library_includes(library, places):
    for path in tap.files(*MAY_INCLUDE, suffixes=(".c", ".h")):
        for _, name in includes(path):
            if name.startswith(library) and not any(path.startswith(place) for place in places):
                yield "%s includes %s" % (path, name)


def nm(library, *options):
    output = subprocess.run(["nm", *options, os.path.join(tap.top_builddir, library)], check=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return [line.split() for line in output.splitlines() if line.strip() and not line.endswith(":")]


def wrong_exports(name):
    symbols = nm("lib%s.a" % name, "-g", "--defined-only")
    if not symbols:
        yield "lib%s.a defines nothing" % name
    for symbol in symbols:
        if not symbol[-1].startswith(name + "_"):
            yield "lib%s.a exports %s" % (name, symbol[-1])


def wrong_calls(name):
    for symbol in nm("lib%s.a" % name, "-u"):
        if symbol[-1] in FORBIDDEN_CALLS:
            yield "lib%s.a uses %s" % (name, symbol[-1])


# What the runtime wants of libc and libgcc, all weak, so that it is never missing; all else it brings itself.
WANTED = """_GLOBAL_OFFSET_TABLE_ __ehdr_start __environ
    __afl_area_ptr __msan_init __sanitizer_cov_8bit_counters_init __sanitizer_cov_pcs_init
    __sanitizer_cov_trace_pc_guard_init __start_hlcov_bits __stop_hlcov_bits _dl_find_object getauxval setenv
    __tls_get_addr""".split()


def carried_symbols():
    """Letter and name of each symbol of an object with all parts of the runtime, besides the user's f."""
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "a.c"), "w", encoding="utf-8") as file:
            file.write("int f(int a)\n{\n    //! label L { a = a } : a > 0;\n    return a && a < 9;\n}\n")
        subprocess.run([tap.hlcov, "cc", "--criteria=all", "gcc", "-c", "a.c"], check=True, cwd=directory,
                       env=dict(os.environ, HLCOV_DIR=os.path.join(directory, "data")))
        found = subprocess.run(["nm", "-g", "a.o"], check=True, cwd=directory, stdout=subprocess.PIPE, text=True)
    return [line.split()[-2:] for line in found.stdout.splitlines() if line.split()[-1] != "f"]


def wrong_carried():
    symbols = carried_symbols()
    if ["W", "hlcov_add"] not in symbols:
        yield "no object with all parts: %s" % symbols
    for letter, name in symbols:
        if letter in "Uw" and name not in WANTED and not name.startswith("hlcov_"):
            yield "an object wants %s" % name
        if letter not in "Uw" and not (name.startswith("hlcov_") and letter in "WV"):
            yield "an object exports %s (%s)" % (name, letter)


# What hlcov is linked with: it starts before each test and each compiler, and what is loaded takes time.
QUICK = r"(lib(c|m|glib-2\.0|zstd)|ld-linux.*)\.so\.\d+"


def needs(program):
    dynamic = subprocess.run(["readelf", "-dW", os.path.join(tap.top_builddir, program)], check=True,
                             stdout=subprocess.PIPE, text=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)


def wrong_needs():
    quick = needs("hlcov")
    yield from ("hlcov is linked with %s" % name for name in quick if not re.fullmatch(QUICK, name))
    yield from ("hlcov-more is linked with %s" % name for name in needs("hlcov-more") if re.search("clang|LLVM", name))
    if not any(name.startswith("libglib") for name in quick):
        yield "hlcov is linked with %s" % quick


for directory in MAY_INCLUDE:
    tap.point("%s/ includes what it may" % directory, wrong_project_includes(directory))
tap.point("rooms include what their rows say", wrong_rooms())
tap.point("arrows between rooms go one way", circles())
for library in WITHOUT_CIRCLES:
    tap.point("no modules of a room of %s need each other" % library, module_circles(library))
tap.point("ARCHITECTURE.md is the map of the rooms", wrong_map())
for library, places in ONLY_IN.items():
    tap.point("%s is seen by %s alone" % (library, " ".join(places)), wrong_library_includes(library, places))
for name in ("htol", "annot", "fuzz", "mutate", "prune", "report"):
    tap.point("lib%s.a exports %s_ names alone" % (name, name), wrong_exports(name))
    tap.point("lib%s.a does not print, exit or read the environment" % name, wrong_calls(name))
tap.point("objects export weak hlcov_ names alone, and want little", wrong_carried())
tap.point("hlcov starts with libc, GLib and zstd alone, hlcov-more without libclang", wrong_needs())
tap.finish()
