#!/usr/bin/python3
"""Asks each case of the unit tests why it passes, and names those that no mutant of hlcov makes fail.

usage: tests/mutants/asked.py [--most COUNT] [PROGRAM...]: only these programs (test_cells); COUNT: how many mutants are
tried of all that a program reaches, 100 unless told, before its cases are asked one by one

It judges cases, not mutants: a case that failed once is asked no more. hlcov is built twice below $top_builddir/asked,
with coverage and with its mutants, by hlcov itself; what a program reaches with coverage says which mutants are worth
a run. Mutants run where all of the machine but an empty directory is read-only and no other process is seen: they may
delete or kill anything.
"""
import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

ASKED = os.path.join(tap.top_builddir, "asked")
DATA = os.path.join(ASKED, "data")
EMPTY = os.path.join(ASKED, "empty")
# Of the clock, for a run without a mutant; and how its shell says that it took too much of the processor's time.
SECONDS, LATE = 60, 128 + signal.SIGXCPU
# The shell is the first process there, which no signal ends that it does not handle; the program is not.
WITHIN = """ulimit -S -t 5 && ulimit -v 4000000 && mount -o remount,bind,ro / && mount -t tmpfs tmpfs "$0" &&
    cd "$0" || exit
"$@"
exit $?"""
ALONE = ["unshare", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", WITHIN,
         EMPTY]


def build(kind, options):
    """Builds the libraries with coverage or mutants, and the unit tests without."""
    place = os.path.join(ASKED, kind)
    os.makedirs(place, exist_ok=True)
    make = ["make", "-s", "-C", place, "-j%d" % os.cpu_count()]
    if not os.path.exists(os.path.join(place, "Makefile")):
        subprocess.run([os.path.join(tap.top_srcdir, "configure"), "-q", "CFLAGS=-g -O0"], cwd=place, check=True)
    compiler = "CC=%s cc %s gcc" % (tap.hlcov, options)
    programs = subprocess.run(make + ["print-unit"], check=True, capture_output=True, text=True).stdout.split()
    programs = [program for program in programs if program.startswith("tests/unit/")]
    for words in ([compiler, "hlcov"], ["CC=gcc"] + programs):
        subprocess.run(make + words, env=dict(os.environ, HLCOV_DIR=DATA), check=True, stdout=subprocess.DEVNULL)
    return [os.path.join(place, program) for program in programs]


def cases_of(program):
    listed = subprocess.run([program, "-l"], capture_output=True, text=True, check=True, cwd=ASKED)
    return [line for line in listed.stdout.splitlines() if line.startswith("/")]


def chosen(cases):
    return [word for case in cases for word in ("-p", case)]


def mutants_reached(program, cases):
    """What HLCOV_MUTANT must be for the mutants of all that the measured program's cases reach, in random order."""
    place = os.path.join(ASKED, "reached")
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    for name in os.listdir(DATA):
        os.symlink(os.path.join(DATA, name), os.path.join(place, name))
    environment = dict(os.environ, HLCOV_DIR=place)
    subprocess.run([program, "--tap", *chosen(cases)], env=environment, cwd=ASKED, stdout=subprocess.DEVNULL,
                   check=True)
    listed = subprocess.run([tap.hlcov, "mutate", "--list", "--", program], env=environment, capture_output=True,
                            text=True, check=True)
    mutants = [line.split(" ", 2)[1] for line in listed.stdout.splitlines() if "[1 test]" in line]
    random.Random(1).shuffle(mutants)
    return mutants


def first_failed(program, cases, mutant, seconds):
    """The first of the cases that fails with the mutant, or None; and whether that took too long."""
    environment = dict(os.environ, HLCOV_MUTANT=mutant, TMPDIR=EMPTY)
    try:
        ran = subprocess.run([*ALONE, program, "--tap", *chosen(cases)], env=environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=seconds)
        status, output = ran.returncode, ran.stdout
    except subprocess.TimeoutExpired as late:
        status, output = LATE, late.stdout or b""
    if status == 0:
        return None, False
    passed = re.findall(r"^ok \d+ (.*)$", output.decode("utf-8", "replace"), re.M)
    return next((case for case in cases if case not in passed), None), status == LATE


def remaining(program, cases, mutants, seconds):
    """The cases that fail with none of the mutants."""
    for mutant in mutants:
        failed, late = cases[:1], False
        while cases and failed and not late:
            failed, late = first_failed(program, cases, mutant, seconds)
            cases = [case for case in cases if case != failed]
    return cases


def never_failed(program, measured, most):
    """The cases of a program that no mutant makes fail, and those that cannot be asked, as they fail without one here.
    Those that are left when many mutants of all that the program reaches ran are tried with those that they reach."""
    cases = cases_of(program)
    start = time.monotonic()
    able = remaining(program, cases, [""], SECONDS)
    seconds = 2 + 5 * (time.monotonic() - start)
    left = remaining(program, able, mutants_reached(measured, able)[:most], seconds)
    return [case for case in left if remaining(program, [case], mutants_reached(measured, [case]), seconds)], \
        [case for case in cases if case not in able]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=100)
    parser.add_argument("programs", nargs="*")
    wanted = parser.parse_args()
    os.makedirs(EMPTY, exist_ok=True)
    measured = build("measured", "")
    strong = build("strong", "--strong=SSDL,CALLDL,RETURN,ROR,CRP")
    for program, other in zip(strong, measured):
        name = os.path.basename(program)
        if not wanted.programs or name in wanted.programs:
            cases, unable = never_failed(program, other, wanted.most)
            tap.point("%s: each case fails with some mutant" % name, cases)
            print("".join("# not asked, it fails here: %s\n" % case for case in unable), end="", flush=True)
    tap.finish()


main()
