#!/usr/bin/python3
"""Records the flows of elements of arrays in cells.c, with gcc and clang, with and without optimizing. What is expected
is found by hand, by the definitions of htol/CRITERIA.md; the program must print what it prints without coverage.

Of each function: the flows that are seen (CAUC), those that are objectives and not seen, and its remarks.
"""
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

COMPILERS = (["gcc", "-O0"], ["gcc", "-O2"], ["gcc", "-O3", "-fno-inline"], ["clang", "-O0"], ["clang", "-O2"])

# function: (seen, not seen, remarks)
EXPECTED = {
    "simple": ("t[]:d0>u0", "t[]:d1>u0", []),
    "overwritten": ("t[]:d0>u1 t[]:d2>u0", "t[]:d0>u0 t[]:d1>u0 t[]:d2>u1", []),
    "stepped": ("t[]:d0>u0 t[]:d0>u1 t[]:d1>u2 t[]:d2>u3 t[]:d3>u4",
                "t[]:d0>u2 t[]:d0>u3 t[]:d0>u4 t[]:d1>u1 t[]:d1>u3 t[]:d1>u4", []),
    "once": ("t[]:d0>u0 t[]:d1>u1 t[]:d2>u2 t[]:d3>u3",
             "t[]:d0>u1 t[]:d0>u2 t[]:d0>u3 t[]:d1>u0 t[]:d1>u2 t[]:d1>u3 t[]:d2>u1 t[]:d2>u3 t[]:d3>u1 t[]:d3>u2", []),
    # m[0][2] is never set
    "matrix": ("m[]:d1>u0 m[]:d1>u1", "m[]:d0>u0 m[]:d0>u1 m[]:d1>u2 m[]:d2>u0 m[]:d2>u1 m[]:d2>u2", ["unset 56 m[]"]),
    # what is written by an index outside of its dimension is not seen
    "outside": ("m[]:d0>u0", "m[]:d1>u0", []),
    "nested": ("a[]:d0>u0 a[]:d0>u1 a[]:d0>u2 b[]:d0>u0 b[]:d0>u1 b[]:d0>u2 b[]:d0>u3 t[]:d0>u0",
               "a[]:d1>u1 a[]:d1>u2", []),
    "types": ("bytes[]:d0>u0 bytes[]:d0>u1 bytes[]:d0>u2 bytes[]:d1>u3 bytes[]:d2>u4 bytes[]:d3>u5 flags[]:d0>u0 "
              "floats[]:d0>u0",
              "bytes[]:d0>u3 bytes[]:d0>u4 bytes[]:d0>u5 bytes[]:d1>u1 bytes[]:d1>u2 bytes[]:d1>u4 bytes[]:d1>u5 "
              "bytes[]:d2>u2 bytes[]:d2>u3 bytes[]:d2>u5 bytes[]:d3>u2 bytes[]:d3>u3 bytes[]:d3>u4", []),
    "pointers": ("fixed[]:d0>u0 functions[]:d0>u0 words[]:d0>u0 words[]:d0>u1", "", []),
    "recursive": ("t[]:d0>u0", "", []),
    # what another activation does to a static is not looked at
    "kept": ("s[]:d0>u0 s[]:d1>u1", "s[]:d0>u1", []),
    "jumping": ("s[]:d2>u0", "s[]:d0>u0 s[]:d1>u0", []),
    # of the last 64 elements that were written something is known
    "large": ("t[]:d1>u0", "t[]:d0>u0 t[]:d0>u1 t[]:d1>u1", ["lost 136 t[]"]),
    "sparse": ("t[]:d0>u2 t[]:d1>u0 t[]:d2>u1", "t[]:d0>u0 t[]:d0>u1 t[]:d1>u1 t[]:d2>u0", []),
    "members": ("s.t[]:d0>u0 s.t[]:d1>u1 s.t[]:d2>u2", "s.t[]:d1>u2", ["unread 158 s.x"]),
    # the copy uses no element of s; an element of c is used, not defined, and c as a whole is
    "copied": ("s.t[]:d2>u0 s.t[]:d0>u1 c.t[]:d0>u0", "s.t[]:d2>u1", []),
    # each time round the array is another one
    "begun": ("", "t[]:d0>u0", ["unset 189 t[]"]),
    "decided": ("t[]:d0>u0 t[]:d0>u1 t[]:d0>u2 t[]:d0>u4 t[]:d0>u5", "t[]:d0>u3", []),
    # memset may have set it, but is no definition: that is not remarked on, as the address is taken
    "passed": ("t[]:d0>u1", "t[]:d0>u0", []),
    "elsewhere": ("", "", ["unmeasured m[]: nothing can be inserted where it is defined or used"]),
    "unvalued": ("s[]:d0>u0 s[]:d1>u1 t[]:d0>u0 t[]:d1>u1 once[]:d0>u0", "s[]:d0>u1 s[]:d1>u0 t[]:d0>u1 t[]:d1>u0",
                 ["unread 237 s[]", "unread 238 t[]", "unread 241 once[]"]),
    "pointed": ("", "", ["unmeasured t[]: nothing can be inserted where it is defined or used"]),
}


def run(command, directory):
    done = subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    return (done.returncode, done.stdout, done.stderr)


def built(launcher, compiler, name, directory):
    source = os.path.join(tap.top_srcdir, "tests/semantics/cells.c")
    status = run([*launcher, *compiler, "-std=gnu11", "-w", source, "-o", name], directory)
    return status if status[0] or status[2] else run(["./" + name], directory)


def found_in(report):
    """What EXPECTED has of each function, sorted."""
    found = collections.defaultdict(lambda: (set(), set(), set()))
    for file in report["files"]:
        for o in file["objectives"]:
            place = o["id"].split(":CAUC:")[-1]
            if o["status"] == "unmeasured":
                found[o["function"]][2].add("unmeasured %s: %s" % (place, o["why"]))
            elif o["status"] == "covered":
                found[o["function"]][0].add(place)
            else:
                found[o["function"]][1].add(place)
        for fact in file["flows"]:
            found[fact["function"]][2].add("%s %d %s" % (fact["kind"], fact["line"], fact["variable"]))
    return found


def differences(found):
    for name in sorted(set(found) | set(EXPECTED)):
        for what, wanted, had in zip(("seen", "not seen", "remarks"), EXPECTED.get(name, ("", "", [])), found[name]):
            wanted = set(wanted.split() if isinstance(wanted, str) else wanted)
            if wanted != had:
                yield "%s, %s: expected and not found %s; found and not expected %s" % (
                    name, what, sorted(wanted - had), sorted(had - wanted))


def faults(compiler, directory):
    plain = built([], compiler, "plain", directory)
    os.environ["HLCOV_DIR"] = os.path.join(directory, "data")
    measured = built([tap.hlcov, "cc", "--criteria=CAUC"], compiler, "measured", directory)
    if plain != measured:
        yield "plain: %s\nmeasured: %s" % (plain, measured)
        return
    report = run([tap.hlcov, "report", "-q", "--criteria=CAUC", "--json", "-"], directory)
    yield from differences(found_in(json.loads(report[1])))


for compiler in COMPILERS:
    if not shutil.which(compiler[0]):
        continue
    with tempfile.TemporaryDirectory() as directory:
        tap.point(" ".join(compiler), faults(compiler, directory))
tap.finish()
