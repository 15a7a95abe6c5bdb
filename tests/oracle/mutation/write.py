#!/usr/bin/python3
"""Writes the sources of a random program of tests/oracle/weak.py into the working directory; some of its calls do
what C does not define.

usage: tests/oracle/mutation/write.py SEED
"""
import random
import sys

import chance
import program

FUNCTIONS, CALLS = 8, 8


def main():
    source = random.Random(int(sys.argv[1]))
    functions = [chance.function(source, "f%d" % number, CALLS) for number in range(FUNCTIONS)]
    for function in functions:
        function.rows = list(enumerate(function.rows))
    shared = program.data(functions, source)
    for name, text in (("subject.c", program.subject(functions)[0]), ("caller.c", program.caller(functions, shared))):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
