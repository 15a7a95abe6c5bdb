"""Which hyperlabels a mistake would show in: those that get another verdict if something in them, or in the log, is
left out. Random ones seldom do. It judges nothing that hlcov says."""
from hypers import Conjunction, Disjunction, Guarded, Pair, Run, Sequence, TooMany, covered
from values import Unary

AIMS = ("kill", "kill", "metavariable", "metavariable", "guard", "guard", "run", "run", "pair", "any")


class Logs:
    """A log, and others that would be taken for it: `whole`: of one run that has them all; `apart`: without the past
    that a forked run has; `confused`: with the addresses of all processes as if of one."""

    def __init__(self, log, apart):
        self.log = log
        self.others = [[Run([step for run in log for step in run.steps])], apart,
                       [Run([confused(step) for step in run.steps]) for run in log]]


def confused(step):
    return {label: seen._replace(bound=tuple(of_one_process(value) for value in seen.bound))
            for label, seen in step.items()}


def of_one_process(value):
    return value._replace(data=(0, value.data[1])) if value.kind == "p" and value.data[0] else value


def without_kills(sequence):
    for number, kills in enumerate(sequence.kills):
        for kill in kills:
            fewer = [other for other in kills if other is not kill]
            yield Sequence(sequence.steps, sequence.kills[:number] + [fewer] + sequence.kills[number + 1:])


def others(hyper, aim):
    """Hyperlabels that differ in what the aim is."""
    if isinstance(hyper, Sequence):
        if aim == "kill":
            yield from without_kills(hyper)
            yield Sequence(hyper.steps, hyper.kills, closed=True)
        if aim == "metavariable":
            yield Sequence(hyper.steps, hyper.kills, always=True)
    elif isinstance(hyper, Guarded):
        if aim == "guard":
            yield hyper.hyper
            yield Guarded(hyper.hyper, Unary("!", hyper.guard))
        for other in others(hyper.hyper, aim):
            if hyper.guard.names() <= other.always_bound():
                yield Guarded(other, hyper.guard)
    elif isinstance(hyper, Pair):
        if aim == "pair":
            yield (Disjunction if isinstance(hyper, Conjunction) else Conjunction)(hyper.left, hyper.right)
        for other in others(hyper.left, aim):
            yield type(hyper)(other, hyper.right)
        for other in others(hyper.right, aim):
            yield type(hyper)(hyper.left, other)


def is_sharp(hyper, logs, aim):
    try:
        truth = covered(hyper, logs.log)
        if aim == "any":
            return truth
        if aim == "run":
            return any(covered(hyper, other) != truth for other in logs.others)
        return any(covered(other, logs.log) != truth for other in others(hyper, aim))
    except TooMany:
        return False
