"""Logs that the programs of emit.py write for themselves: from their text to runs as hypers.py wants them."""
import math

import values
from hypers import Observation, Run

NAN = float("nan")


def floating(text):
    number = float.fromhex(text) if text.lstrip("-") not in ("inf", "nan") else float(text)
    return values.Value("f", NAN if math.isnan(number) else number)


def value(text, process):
    """As u5, s-3, f0x1.8p+0, p0x404040 or c-32: of a function, its distance from another one."""
    kind, data = text[0], text[1:]
    if kind == "f":
        return floating(data)
    if kind == "p":
        address = int(data, 16)
        return values.Value("p", (process, address)) if address else values.NULL
    if kind == "c":
        return values.NULL if data == "null" else values.Value("c", int(data))
    return values.Value(kind, int(data))


def step(words, labels, process):
    """Of a line's words behind the name of its run: of each label its number, what was seen, values."""
    seen, number = {}, None
    for word in words:
        if word.startswith("L"):
            number, covered = word[1:].split(":")
            seen[labels[int(number)]] = Observation(int(covered), ())
        else:
            label = labels[int(number)]
            seen[label] = Observation(seen[label].covered, seen[label].bound + (value(word, process),))
    return seen


def read(path, labels, copied=True):
    """The runs that a process and its children wrote into a file. `labels`: by their numbers; `copied`: with what the
    run did that a child continues."""
    runs = {}
    with open(path, encoding="ascii") as file:
        for line in file:
            name, *words = line.split()
            if words[0] == "copy":
                runs[name] = runs.get(words[1], [])[:int(words[2])] if copied else []
            else:
                runs.setdefault(name, []).append(step(words, labels, (path, name.split(".")[0])))
    return [Run(steps) for steps in runs.values()]
