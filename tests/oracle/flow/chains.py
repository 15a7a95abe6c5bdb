"""Which definitions may reach which uses of a function, and along which paths, from the definitions of data flow; and
which did, by a log. Paths are walked one by one: nothing is solved."""
import paths

MOST_STEPS = 50000


def is_whole(function, definition):
    """Whether it leaves nothing of what others wrote: it is not about an element of an array."""
    row = function.definitions[definition]
    return function.shapes[row.variable] in ("scalar", "member") or row.kind in ("entry", "initializer")


class Chains:
    """Of the variables of a function that are asked for."""

    def __init__(self, function, variables):
        self.function, self.variables = function, variables
        self.following = {number: [] for number in range(len(function.points))}
        for point, other in function.passes:
            self.following[point].append(other)
        self.starts = {node: function.start(node) for kind, node, _ in function.points if kind == "n"}
        live = paths.reachable(function.edges)
        self.points = {number: point for point, (kind, number, node) in enumerate(function.points)
                       if kind == "d" and node in live and function.definitions[number].variable in variables}

    def variable(self, point):
        kind, number, _ = self.function.points[point]
        rows = {"d": self.function.definitions, "u": self.function.uses}.get(kind)
        return rows[number].variable if rows else None

    def clear(self, start, variable, inner):
        """Points that come after it while nothing defines the variable as a whole, within its node only if `inner`:
        then those that other nodes begin with too, but nothing behind them."""
        seen, todo = set(), [start]
        while todo:
            point = todo.pop()
            kind, number, _ = self.function.points[point]
            ends = kind == "d" and self.variable(point) == variable and is_whole(self.function, number)
            if point != start and (ends or inner and kind == "n"):
                continue
            onwards = set(self.following[point])
            if kind == "c" and not inner:
                onwards |= {self.starts[node] for node in self.function.again}
            todo += onwards - seen
            seen |= onwards
        return seen

    def used(self, points, variable):
        return {self.function.points[point][1] for point in points
                if self.function.points[point][0] == "u" and self.variable(point) == variable}

    def pairs(self):
        """(definition, use) if the one may reach the other."""
        made = set()
        for definition, point in self.points.items():
            variable = self.function.definitions[definition].variable
            made |= {(definition, use) for use in self.used(self.clear(point, variable, False), variable)}
        return made

    def du_paths(self):
        """{(definition, use): its du-paths}: simple, or from a node back to itself, and nothing on the way needs to
        define the variable as a whole."""
        made = {}
        for definition in self.points:
            self.walk(definition, made)
        return made

    def walk(self, definition, made):
        row = self.function.definitions[definition]
        todo, known = [((row.node,), self.points[definition])], {}
        for _ in range(MOST_STEPS):
            if not todo:
                return
            path, point = todo.pop()
            if point not in known:
                known[point] = self.clear(point, row.variable, True)
            for use in self.used(known[point], row.variable):
                made.setdefault((definition, use), set()).add(path)
            if len(path) == 1 or path[-1] != path[0]:
                nodes = (self.function.points[other] for other in known[point])
                todo += [(path + (node,), self.starts[node]) for kind, node, _ in nodes
                         if kind == "n" and node not in path[1:]]
        raise paths.TooMany


def taken(function, activations):
    """{(definition, use): the paths between them that were walked}: the use may have read what the definition wrote."""
    made = {}
    for activation in activations:
        for place, event in enumerate(activation.events):
            if event[0] == "u":
                for found in definers(function, activation.events, place):
                    path = between(activation.events, found, place)
                    made.setdefault((activation.events[found][1], event[1]), set()).add(path)
    return made


def definers(function, events, place):
    """Indices of the events before the use that defined its variable, whose definition nothing ended since: the
    variable was defined as a whole, or of cells the same one."""
    use = events[place]
    variable, ended = function.uses[use[1]].variable, False
    cells = function.shapes[variable] == "cells"
    for index in range(place - 1, -1, -1):
        kind, number, *cell = events[index] if events[index][0] == "d" else ("", 0)
        if ended:
            return
        if not kind or function.definitions[number].variable != variable:
            continue
        ended = is_whole(function, number)
        if not cells or cell[0] is None or cell[0] == use[2]:
            ended = ended or cells
            yield index


def between(events, first, last):
    """The nodes from one event to another, that of the first included; None in it where setjmp returned again."""
    start = max(index for index in range(first + 1) if events[index][0] == "n")
    return tuple(event[1] if event[0] == "n" else None for event in events[start:last] if event[0] in "nj")
