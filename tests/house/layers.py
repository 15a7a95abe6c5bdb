#!/usr/bin/python3
"""Who may include whom, what libraries may call and what they may export. Reads the sources and the built libraries."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from rooms import LIBRARIES, ROOMS, SOURCES

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)

# Headers of libraries, and the only places that may see them. Standard and system headers are not restricted.
ONLY_IN = {
    "clang-c/": ["annot/tree/libclang.h"],
    "annot/tree/libclang.h": ["annot/tree/libclang.c", "annot/tree/clang.h"],
    "annot/tree/clang.h": ["annot/tree/clang"],
    "libelf.h": ["report/elf/elf.c", "report/elf/elf_frames.c"],
    "gelf.h": ["report/elf/elf.c", "report/elf/elf_frames.c"],
    "elfutils/": ["report/elf/elf.c", "report/elf/elf_frames.c"],
    "libunwind.h": ["report/elf/unwind.c"],
    "jansson.h": ["report/", "htol/notes/proof.c", "htol/notes/recipe_read.c"],
    "cmark.h": ["report/"],
    "libxml/": ["report/out/exchange/xml.c"],
    "sqlite3.h": ["report/out/exchange/database.c"],
    "zstd.h": ["htol/base/pack.c"],
    "rt/sys.h": ["rt/os.h", "rt/crash.c"],
    "z3": ["prune/formula/logic.h"],
    "glib": ["htol/", "annot/", "fuzz/", "generate/", "mutate/", "prune/", "report/", "tools/"],
}

# Writing to a stream that the caller gives is no printing; a child process of the launcher may end by _exit.
FORBIDDEN_CALLS = """printf vprintf puts putchar __printf_chk __vprintf_chk perror stdout stderr exit abort quick_exit
    getenv secure_getenv setenv putenv g_print g_printerr g_getenv g_setenv g_get_environ g_log g_logv
    g_log_structured g_log_structured_standard""".split()


def includes(path):
    return [(quote, name) for quote, name in INCLUDE.findall(tap.read(path))]


def may_include(room, name):
    """Whether a file of the room may include the header; `annot/` in a row is what lies in annot itself."""
    place = os.path.dirname(name)
    return place == room or place + "/" in ROOMS[room] or name in ROOMS[room]


def wrong_rooms(folder):
    for path in tap.files(folder, suffixes=(".c", ".h", ".def")):
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
            if os.path.dirname(other) not in known:
                yield "%s may include %s, which comes after it" % (room, other)
        known.add(room)


MOST_FILES = 15  # in a room, of C: what `ls` shows at a glance


def crowded_rooms():
    for room in ROOMS:
        files = [path for path in tap.files(room, suffixes=(".c",)) if os.path.dirname(path) == room]
        if len(files) > MOST_FILES:
            yield "%s has %d files, divide it by what they do" % (room, len(files))


def forgotten_folders():
    """All that is built has a row."""
    built = {path.split("/")[0] for path in re.findall(r"(?<!\S)[\w/]+/\w+\.[ch]\b", tap.read("Makefile.am"))}
    yield from ("tests/rooms.py has no row of %s" % folder for folder in sorted(built - set(SOURCES) - {"tests"}))


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


# What rows of a .def name, and who has the table of it: the only calls that go up.
CALLED_BY_ROW = {"htol_crit_": "htol/expand", "cmd_": "tools"}


def nm(*words):
    """The words of each line that nm prints; files are those of the build."""
    output = subprocess.run(["nm", *words], check=True, cwd=tap.top_builddir, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True).stdout
    return [line.split() for line in output.splitlines() if line.strip() and not line.endswith(":")]


def objects_of_rooms():
    """{object: room and source} of the build's objects, but those of the runtime."""
    found = {}
    for place, _, names in os.walk(tap.top_builddir):
        room = os.path.relpath(place, tap.top_builddir)
        for name in names if room in ROOMS and room != "rt" else ():
            source = os.path.join(room, name.split("-")[-1][:-2] + ".c")
            if name.endswith(".o") and os.path.exists(os.path.join(tap.top_srcdir, source)):
                found[os.path.join(room, name)] = (room, source)
    return found


def symbols_of_rooms():
    """Symbols that objects of the build define, and those that they need: each with pairs of room and source."""
    defined, needed, objects = {}, {}, objects_of_rooms()
    for place, symbol, letter, *_ in nm("-A", "-P", "-g", *objects):
        (needed if letter == "U" else defined).setdefault(symbol, set()).add(objects[place.rstrip(":")])
    return defined, needed


def wrong_links():
    """Calls go the way of includes: who needs a symbol may include the room that defines it, maybe by way of others."""
    rooms = {room: {other.rstrip("/") for other in others} for room, others in ROOMS.items()}
    defined, needed = symbols_of_rooms()
    if not set(defined) & set(needed):
        yield "no object needs another one"
    for symbol in sorted(set(defined) & set(needed)):
        homes = {room for room, _ in defined[symbol]}
        for room, source in sorted(needed[symbol]):
            by_row = any(symbol.startswith(prefix) and room == table for prefix, table in CALLED_BY_ROW.items())
            if not by_row and not homes & (closure(rooms, room) | {room}):
                yield "%s needs %s of %s" % (source, symbol, " ".join(sorted(homes)))


def wrong_map():
    """ARCHITECTURE.md has a paragraph or a row for each room, and names no file that is not there."""
    text = tap.read("ARCHITECTURE.md")
    for room in ROOMS:
        if "**%s**" % room not in text and "| `%s/` |" % room not in text:
            yield "no word of %s" % room
    for path in re.findall(r"`((?:%s|tests|man)/[\w./-]*)`" % "|".join(SOURCES), text):
        if not os.path.exists(os.path.join(tap.top_srcdir, path)):
            yield "there is no %s" % path


def wrong_library_includes(library, places):
    for path in tap.files(*SOURCES, suffixes=(".c", ".h")):
        for _, name in includes(path):
            if name.startswith(library) and not any(path.startswith(place) for place in places):
                yield "%s includes %s" % (path, name)


def wrong_exports(name):
    symbols = nm("-g", "--defined-only", "lib%s.a" % name)
    if not symbols:
        yield "lib%s.a defines nothing" % name
    for symbol in symbols:
        if not symbol[-1].startswith(name + "_"):
            yield "lib%s.a exports %s" % (name, symbol[-1])


def wrong_calls(name):
    for symbol in nm("-u", "lib%s.a" % name):
        if symbol[-1] in FORBIDDEN_CALLS:
            yield "lib%s.a uses %s" % (name, symbol[-1])


# What the runtime wants of libc and libgcc, all weak, so that it is never missing; all else it brings itself.
WANTED = """_GLOBAL_OFFSET_TABLE_ __ehdr_start __environ
    __afl_area_ptr __dso_handle __msan_init __register_atfork __sanitizer_cov_8bit_counters_init
    __sanitizer_cov_pcs_init __sanitizer_cov_trace_pc_guard_init __start_hlcov_bits __stop_hlcov_bits _dl_find_object
    getauxval setenv __tls_get_addr""".split()


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


for folder in SOURCES:
    tap.point("rooms of %s/ include what their rows say" % folder, wrong_rooms(folder))
tap.point("every folder of what is built is a room", forgotten_folders())
tap.point("no room has more than %d files of C" % MOST_FILES, crowded_rooms())
tap.point("arrows between rooms go one way", circles())
tap.point("calls between rooms go the way of includes", wrong_links())
for library in LIBRARIES:
    tap.point("no modules of a room of %s need each other" % library, module_circles(library))
tap.point("ARCHITECTURE.md is the map of the rooms", wrong_map())
for library, places in ONLY_IN.items():
    tap.point("%s is seen by %s alone" % (library, " ".join(places)), wrong_library_includes(library, places))
for name in LIBRARIES:
    tap.point("lib%s.a exports %s_ names alone" % (name, name), wrong_exports(name))
    tap.point("lib%s.a does not print, exit or read the environment" % name, wrong_calls(name))
tap.point("objects export weak hlcov_ names alone, and want little", wrong_carried())
tap.point("hlcov starts with libc, GLib and zstd alone, hlcov-more without libclang", wrong_needs())
tap.finish()
