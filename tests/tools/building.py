#!/usr/bin/python3
"""man/hlcov-building.7 and the files for build systems in share/: each recipe is done as the page says, on a small
project that consists of the files that stand in the page. Bazel is tried only where it is installed."""
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.ci import COMMON, faults_of, measured_faults, run, write

PAGE = tap.read("man/hlcov-building.7")
SHARE = os.path.join(tap.top_srcdir, "share")


def plain(text):
    return text.replace("\\-", "-").replace("\\e", "\\").replace("\\&", "")


def section(name):
    return re.search(r"^\.SH %s\n(.*?)(?=^\.SH |\Z)" % name, PAGE, re.M | re.S).group(1)


def blocks(name):
    return [plain(block) for block in re.findall(r"^\.nf\n\.RS\n(.*?)^\.RE\n\.fi$", section(name), re.M | re.S)]


def files(name):
    """Files that the section shows: those that begin with their name in a comment."""
    found = {}
    for block in blocks(name):
        first = re.match(r"# ([\w.]+)\n", block)
        if first:
            found[first.group(1)] = block.replace("    $", "\t$") if first.group(1) == "Makefile" else block
    return found


def said(name, *commands):
    """Commands that the section has, in bold: what the test types is what a reader types."""
    bold = plain(section(name)).replace("\n", " ")
    yield from ("the page has no: %s" % command for command in commands if ".B %s" % command not in bold)


def recipe_faults(top, name, names, commands, **variables):
    """A project with the files of the section; its tests are known by these names when the commands are done."""
    directory = os.path.join(top, name)
    write(directory, {**COMMON, **files(name)})
    done = run("git init -q\n" + commands, directory, **variables)
    yield from faults_of(done)
    if not re.search(r"(?m)^(TOTAL .*STMT 8\d|STMT .* 85\.7)", done.stdout):
        yield "no report: " + done.stdout
    yield from measured_faults(directory, names)


def try_make(top):
    commands = "make -I %s coverage" % SHARE
    tap.point("make", [*said("make", "make coverage"), *recipe_faults(top, "make", {"low", "high"}, commands)])
    options = " HLCOV_CC=--criteria=all HLCOV_REPORT=--html=html"
    done = run("rm -r hlcov-data\n" + commands + options + "\ntest -f html/index.html\n"
               "hlcov report --criteria=AUC --details", os.path.join(top, "make"))
    tap.point("make: options", [*said("make", "make coverage" + options), *faults_of(done),
                                *([done.stdout] if "not measured" in done.stdout else [])])


def try_autotools(top):
    commands = "autoreconf -i 2>/dev/null\n./configure -q --enable-coverage\nmake -s coverage"
    tap.point("autotools", [*said("autotools", "./configure --enable-coverage", "make coverage"),
                            *recipe_faults(top, "autotools", {"low", "high"}, commands, ACLOCAL_PATH=SHARE)])
    directory = os.path.join(top, "autotools")
    done = run("make -s distclean\n./configure -q\nmake -s check\n! make -s coverage", directory)
    tap.point("autotools without coverage", [*faults_of(done), *([] if "--enable-coverage" in done.stdout else
                                                                 [done.stdout])])


def try_cmake(top):
    place = os.path.join(top, "prefix/share/cmake/hlcov")
    os.makedirs(place)
    for name in "hlcov.cmake", "hlcov-config.cmake":
        shutil.copy(os.path.join(SHARE, name), place)
    commands = "cmake -B build -DCOVERAGE=ON\ncmake --build build --target coverage"
    tap.point("CMake", [*said("CMake", *commands.split("\n")),
                        *recipe_faults(top, "CMake", {"build/low", "build/high"}, commands,
                                       CMAKE_PREFIX_PATH=os.path.join(top, "prefix"))])


def try_meson(top):
    place = os.path.join(top, "data/meson/native")
    os.makedirs(place)
    shutil.copy(os.path.join(SHARE, "hlcov.ini"), os.path.join(place, "hlcov"))
    tap.point("meson", recipe_faults(top, "meson", {"build/low", "build/high"}, blocks("meson")[1],
                                     XDG_DATA_HOME=os.path.join(top, "data")))


BUILD = """cc_library(name = "clamp", srcs = ["clamp.c"])
[cc_test(name = name, srcs = [name + ".c"], deps = [":clamp"]) for name in ("low", "high")]
"""
# What Bazel fetches for every build, even one in C alone: here without a network, as far as it is asked for.
FETCHED = {
    "rules_cc": {"cc/BUILD": 'toolchain_type(name = "toolchain_type", visibility = ["//visibility:public"])\n',
                 "cc/defs.bzl": "".join("%s = native.%s\n" % (name, name) for name in (
                     "cc_library", "cc_binary", "cc_test", "cc_import", "cc_proto_library", "cc_toolchain",
                     "cc_toolchain_suite", "objc_library")) + "cc_toolchain_alias = None\n"},
    "rules_java": {"java/BUILD": "", "java/defs.bzl": "".join("%s = native.%s\n" % (name, name) for name in (
        "java_import", "java_library", "java_binary", "java_test", "java_plugin", "java_toolchain", "java_runtime",
        "java_package_configuration"))},
    "rules_proto": {"proto/BUILD": "", "proto/defs.bzl": "".join("%s = native.%s\n" % (name, name) for name in (
        "proto_library", "proto_lang_toolchain"))},
    "remote_coverage_tools": {"x.sh": "#!/bin/sh\n", "BUILD": """package(default_visibility = ["//visibility:public"])
[sh_binary(name = name, srcs = ["x.sh"]) for name in ("coverage_report_generator", "lcov_merger")]
"""},
}


def without_network(top):
    """Options of Bazel that name repositories here in the place of those that it would fetch."""
    for name, found in FETCHED.items():
        write(os.path.join(top, name), {"BUILD": "", **found, "WORKSPACE": ""})
        yield "--override_repository=%s=%s" % (name, os.path.join(top, name))
    os.chmod(os.path.join(top, "remote_coverage_tools/x.sh"), 0o755)


def bazel_faults(top):
    directory = os.path.join(top, "bazel")
    script, commands = blocks("Bazel")
    write(directory, {**COMMON, "BUILD": BUILD, "WORKSPACE": "", "hlcov-gcc": script})
    os.chmod(os.path.join(directory, "hlcov-gcc"), 0o755)
    done = run("git init -q\n" + commands.replace("//...", "//... " + " ".join(without_network(top))), directory)
    yield from faults_of(done)
    if "TOTAL 3 files" not in done.stdout or "2 tests: 2 passed" not in done.stdout:
        yield done.stdout
    run("bazel shutdown\nchmod -R u+w ../.cache", directory)


with tempfile.TemporaryDirectory() as top:
    tap.install(top)
    try_make(top)
    try_autotools(top)
    try_cmake(top)
    try_meson(top)
    if shutil.which("bazel"):
        tap.point("Bazel", bazel_faults(top))
    else:
        print("# Bazel is not installed")
tap.finish()
