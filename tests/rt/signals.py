#!/usr/bin/python3
"""Programs with signals of their own end under hlcov run as they do without: by the same signal or status, with the
same output, however they save, restore, chain, block and send the signals whose ends are noted."""
import os
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap

HANDLERS = ("", "restore-", "again-", "plain-", "chain-", "all-", "own-", "ignore-", "leave-", "restore-chain-",
            "restore-all-", "chain-block-", "restore-block-", "block-", "again-block-", "all-block-")
WAYS = ("raise", "kill", "queue", "fail")
SIGNALS = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL)
ROUNDS = 3
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "signals.c")


def end_of(program, words, environment):
    done = subprocess.run([program, *words], capture_output=True, env=environment, check=False)
    return done.returncode, done.stdout.decode()


def is_certain(handler, way, thread):
    """An instruction that fails while its signal is blocked or ignored ends the program, whoever handles it. What is
    sent to the process while it has two threads comes to either."""
    if way == "fail":
        return "block" not in handler and "ignore" not in handler
    return way == "raise" or not thread


def differences(directory, number, thread):
    noted = dict(os.environ, HLCOV_CRASH="1", HLCOV_DIR=os.path.join(directory, "data"))
    for handler in HANDLERS:
        for way in WAYS:
            if not is_certain(handler, way, thread):
                continue
            words = [handler + way, str(int(number)), *(["thread"] if thread else [])]
            wanted = end_of(os.path.join(directory, "plain"), words, os.environ)
            found = {end_of(os.path.join(directory, "noted"), words, noted) for _ in range(ROUNDS)}
            if found != {wanted}:
                yield "%s: %s, not %s" % (" ".join(words), sorted(found), wanted)


with tempfile.TemporaryDirectory() as place:
    options = ["-O1", "-pthread", "-w", SOURCE, "-o"]
    subprocess.run(["gcc", *options, "plain"], check=True, cwd=place)
    subprocess.run([tap.hlcov, "cc", "gcc", *options, "noted"], check=True, cwd=place,
                   env=dict(os.environ, HLCOV_DIR=os.path.join(place, "data")))
    for one in SIGNALS:
        for threads in (False, True):
            tap.point("%s%s" % (one.name, ", in a thread" if threads else ""), differences(place, one, threads))
tap.finish()
