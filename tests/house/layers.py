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
    "rt": ["rt/", "htol/layout.h", "htol/format.def"],
    "tools": ["tools/", "annot/", "prune/", "report/", "htol/"],
    "include": [],
}

# Headers of libraries, and the only places that may see them. Standard and system headers are not restricted.
ONLY_IN = {
    "clang-c/": ["annot/libclang.h"],
    "annot/libclang.h": ["annot/libclang.c", "annot/clang.h"],
    "annot/clang.h": ["annot/clang"],
    "libelf.h": ["report/elf.c", "report/elf_frames.c"],
    "gelf.h": ["report/elf.c", "report/elf_frames.c"],
    "elfutils/": ["report/elf.c", "report/elf_frames.c"],
    "libunwind.h": ["report/unwind.c"],
    "jansson.h": ["report/", "htol/proof.c", "htol/recipe_read.c"],
    "cmark.h": ["report/"],
    "libxml/": ["report/xml.c"],
    "sqlite3.h": ["report/database.c"],
    "zstd.h": ["htol/pack.c"],
    "z3": ["prune/logic.h"],
    "glib": ["htol/", "annot/", "prune/", "report/", "tools/"],
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
    __msan_init __start_hlcov_bits __stop_hlcov_bits _dl_find_object getauxval setenv
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
for library, places in ONLY_IN.items():
    tap.point("%s is seen by %s alone" % (library, " ".join(places)), wrong_library_includes(library, places))
for name in ("htol", "annot", "prune", "report"):
    tap.point("lib%s.a exports %s_ names alone" % (name, name), wrong_exports(name))
    tap.point("lib%s.a does not print, exit or read the environment" % name, wrong_calls(name))
tap.point("objects export weak hlcov_ names alone, and want little", wrong_carried())
tap.point("hlcov starts with libc, GLib and zstd alone, hlcov-more without libclang", wrong_needs())
tap.finish()
