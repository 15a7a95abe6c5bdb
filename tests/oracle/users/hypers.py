"""Hyperlabels and their meaning after htol/HTOL.md, by trying all choices of steps in logs of runs. It reads no
HTOL and knows none of the ways to decide them fast.

A log is a list of Runs. An environment is a dictionary from metavariables to values.
"""
import collections

import values

# Choices of environments that are tried for one hyperlabel.
MOST_CHOICES = 200000
# covered: 1; 0 if not; 2 if the predicate or a binding has no value. `bound`: values of the bindings if it is covered,
# of the expression that is compared with a metavariable if it is a killing label with one.
Observation = collections.namedtuple("Observation", "covered bound")
# How a killing label compares that expression: its type has that kind and so many bits.
Comparison = collections.namedtuple("Comparison", "symbol name kind bits")
# One of several ways to cover a hyperlabel: an environment of each member such that all guards hold.
Conjunct = collections.namedtuple("Conjunct", "members guards")


class TooMany(Exception):
    """There are more choices than can be tried."""


class Run:
    """`steps`: at each, {label: Observation} of the labels that stand there."""

    def __init__(self, steps):
        self.steps, self.found = steps, collections.defaultdict(list)
        for position, step in enumerate(steps):
            for label, seen in step.items():
                if seen.covered == 1:
                    self.found[label].append((position, seen.bound))

    def covered(self, label):
        """(position, what was bound) of each step that covers the label."""
        return self.found.get(label, ())


class Label:
    """`names`: its metavariables; `comparison`: of a killing label that compares with a metavariable, or None."""

    def __init__(self, script, name, names):
        self.script, self.name, self.names, self.comparison = script, name, names, None

    def kills(self, bound, environment):
        """Whether it does where that was bound. `environment`: the names are without primes."""
        comparison = self.comparison
        return not comparison or compared(comparison, bound[0], environment[comparison.name])


def compared(comparison, left, right):
    """A comparison of C, of a value of the program and a metavariable: the usual arithmetic conversions."""
    if left.kind == "p":
        return (left.data[1] == right.data[1]) == (comparison.symbol == "==")
    if "f" in (left.kind, right.kind):
        return values.compare(comparison.symbol, *(values.Value("f", float(side.data)) for side in (left, right)))
    wide = right.kind == "u" or comparison.kind == "u" and comparison.bits == 64
    converted = values.unsigned if wide else values.signed
    return values.compare(comparison.symbol, converted(left.data), converted(right.data))


def restricted(environment, needed):
    return frozenset(item for item in environment if item[0] in needed)


class Member:
    """What a conjunction of the disjunctive normal form is made of: an occurrence or a sequence."""
    level = 3

    def always_bound(self):
        return set(self.ever_bound())

    def conjuncts(self):
        return [Conjunct([self], [])]


class Occurrence(Member):
    def __init__(self, label, primes=0):
        self.label, self.primes = label, primes
        self.names = [name + "'" * primes for name in label.names]

    def text(self):
        return self.label.name + "'" * self.primes

    def used(self):
        return {self.label}

    def environments(self, log, needed):
        return {restricted(zip(self.names, bound), needed) for run in log for _, bound in run.covered(self.label)}

    def ever_bound(self):
        return list(self.names)


class Sequence(Member):
    """`kills[i]`: the labels that must not be covered between steps i and i + 1. What it would mean by mistakes:
    `always`: whatever metavariables they compare with; `closed`: nor at these steps."""

    def __init__(self, steps, kills, always=False, closed=False):
        self.steps, self.kills, self.always, self.closed = steps, kills, always, closed

    def text(self):
        arrows = [" -%s-> " % ", ".join("!" + label.name for label in kills) for kills in self.kills] + [""]
        return "[ %s ]" % "".join(step.text() + arrow for step, arrow in zip(self.steps, arrows))

    def used(self):
        return {step.label for step in self.steps}.union(*self.kills)

    def environments(self, log, needed):
        return {restricted(environment, needed) for run in log for _, environment in self.instances(run)}

    def instances(self, run):
        """(position of the last step, environment) of every choice of steps of the run."""
        under_way = {(-1, frozenset())}
        for number in range(len(self.steps)):
            under_way = {further for position, environment in under_way
                         for further in self.continued(run, number, position, environment)}
        return under_way

    def continued(self, run, number, last, environment):
        """With step `number` chosen behind position `last`, up to where a killing label is covered."""
        step = self.steps[number]
        end = self.killed(run, number, last, environment) if number else len(run.steps)
        for position, bound in run.covered(step.label):
            if last < position <= end - self.closed:
                yield position, environment | frozenset(zip(step.names, bound))

    def killed(self, run, number, last, environment):
        """The first position behind `last` where what leads to step `number` is killed."""
        known = {name.rstrip("'"): value for name, value in environment}
        return min((position for kill in self.kills[number - 1] for position, bound in run.covered(kill)
                    if last - self.closed < position and (self.always or kill.kills(bound, known))),
                   default=len(run.steps) + 1)

    def ever_bound(self):
        return [name for step in self.steps for name in step.names]


class Guarded:
    level = 3

    def __init__(self, hyper, guard):
        self.hyper, self.guard = hyper, guard

    def text(self):
        return "< %s | %s >" % (self.hyper.text(), self.guard.text())

    def used(self):
        return self.hyper.used()

    def environments(self, log, needed):
        return {restricted(environment, needed)
                for environment in self.hyper.environments(log, needed | self.guard.names())
                if values.holds(self.guard, dict(environment))}

    def always_bound(self):
        return self.hyper.always_bound()

    def ever_bound(self):
        return self.hyper.ever_bound()

    def conjuncts(self):
        return [Conjunct(members, guards + [self.guard]) for members, guards in self.hyper.conjuncts()]


class Pair:
    """Two hyperlabels with `.` or `+` between them."""

    def __init__(self, left, right):
        self.left, self.right = left, right

    def text(self):
        left, right = (("%s" if side.level >= self.level else "(%s)") % side.text() for side in (self.left, self.right))
        return "%s %s %s" % (left, self.symbol, right)

    def used(self):
        return self.left.used() | self.right.used()

    def ever_bound(self):
        return self.left.ever_bound() + self.right.ever_bound()


class Conjunction(Pair):
    level, symbol = 2, "."

    def environments(self, log, needed):
        left, right = self.left.environments(log, needed), self.right.environments(log, needed)
        if len(left) * len(right) > MOST_CHOICES:
            raise TooMany
        return {one | two for one in left for two in right}

    def always_bound(self):
        return self.left.always_bound() | self.right.always_bound()

    def conjuncts(self):
        return [Conjunct(one.members + two.members, one.guards + two.guards)
                for one in self.left.conjuncts() for two in self.right.conjuncts()]


class Disjunction(Pair):
    level, symbol = 1, "+"

    def environments(self, log, needed):
        return self.left.environments(log, needed) | self.right.environments(log, needed)

    def always_bound(self):
        return self.left.always_bound() & self.right.always_bound()

    def conjuncts(self):
        return self.left.conjuncts() + self.right.conjuncts()


def covered(hyper, log):
    """Whether the runs cover it."""
    return bool(hyper.environments(log, frozenset()))


def clashes(hyper):
    """Whether a metavariable is bound twice where only one of its values could count."""
    if isinstance(hyper, Guarded):
        return clashes(hyper.hyper)
    if isinstance(hyper, Disjunction):
        return clashes(hyper.left) or clashes(hyper.right)
    if isinstance(hyper, Conjunction):
        shared = set(hyper.left.ever_bound()) & set(hyper.right.ever_bound())
        return bool(shared) or clashes(hyper.left) or clashes(hyper.right)
    return len(set(hyper.ever_bound())) < len(hyper.ever_bound())
