#!/usr/bin/python3
"""Checks the oracle of flows.py itself, on graphs and logs small enough to be judged by hand. It runs no hlcov."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "flow"))

import tap  # noqa: E402
import chains  # noqa: E402
import model  # noqa: E402
import paths  # noqa: E402
import program  # noqa: E402
import tables  # noqa: E402
import verdicts  # noqa: E402

# The graph by which Ammann and Offutt explain prime paths, with the eight that they list.
BOOK = {(0, 1), (0, 4), (1, 2), (1, 5), (2, 3), (3, 1), (4, 4), (4, 6), (5, 6)}
BOOK_PRIMES = {(0, 4, 6), (0, 1, 2, 3), (0, 1, 5, 6), (1, 2, 3, 1), (4, 4), (2, 3, 1, 2), (3, 1, 2, 3),
               (2, 3, 1, 5, 6)}
# Two branches one behind the other.
TWICE = {(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 6), (5, 6)}


def difference(what, found, wanted):
    return ["%s: %s instead of %s" % (what, sorted(found), sorted(wanted))] if found != wanted else []


def enumerations():
    nodes = range(7)
    primes = paths.prime_paths(nodes, BOOK)
    yield from difference("prime paths", primes, BOOK_PRIMES)
    trips = {(1, 2, 3, 1), (2, 3, 1, 2), (3, 1, 2, 3), (4, 4)}
    yield from difference("round trips", paths.round_trips(nodes, BOOK), trips)
    yield from difference("complete paths", paths.complete_paths(TWICE, 6), {
        (0, one, 3, other, 6) for one in (1, 2) for other in (4, 5)})
    yield from difference("edge pairs", paths.edge_pairs((0, 1, 2), {(0, 1), (0, 2)}), {(0, 1), (0, 2)})
    yield from difference("edge pairs of a loop", paths.edge_pairs((0,), {(0, 0)}), {(0, 0, 0)})


def bases():
    good = [(0, 1, 3, 4, 6), (0, 2, 3, 4, 6), (0, 1, 3, 5, 6)]
    if list(paths.basis_faults(good, TWICE, 6)):
        yield "a basis is not taken for one"
    for bad in (good[:2], good[:2] + [(0, 1, 3, 6)], good[:2] + good[:1]):
        if not list(paths.basis_faults(bad, TWICE, 6)):
            yield "%s is taken for a basis" % bad


def loops():
    loop = model.Loop(None, "while", 1, {1, 2}, {1})
    yield from difference("ways of a loop", paths.loop_paths(loop, {(0, 1), (1, 2), (2, 1), (1, 3)}).items(), {
        "entered": {(0, 1, 2)}, "skipped": {(0, 1, 3)}, "repeated": {(2, 1, 2)}}.items())


def flowing():
    """while (x) x--; return x; with x a parameter."""
    made = model.Function("f", edges={(0, 1), (1, 2), (2, 1), (1, 3)}, places=[None] * 4, exit=3)
    made.shapes["x"] = "scalar"
    made.definitions = [model.Definition("x", 0, None, "entry"), model.Definition("x", 2, None, "step")]
    made.uses = [model.Use("x", 1, None, "p"), model.Use("x", 2, None, "c"), model.Use("x", 3, None, "c")]
    fill(made, {0: [("d", 0)], 1: [("u", 0)], 2: [("u", 1), ("d", 1)], 3: [("u", 2)]})
    return made


def fill(function, inside):
    """Of nodes without && and ||: their definitions and uses in order."""
    ends = {}
    for node in range(len(function.places)):
        ends[node] = function.point("n", node, node, ())
        for kind, number in inside.get(node, ()):
            ends[node] = function.point(kind, number, node, [ends[node]])
    function.passes |= {(ends[start], function.start(node)) for start, node in function.edges}


def flows():
    function = flowing()
    yield from difference("du-paths", chains.Chains(function, {"x"}).du_paths().items(), {
        (0, 0): {(0, 1)}, (0, 1): {(0, 1, 2)}, (0, 2): {(0, 1, 3)},
        (1, 0): {(2, 1)}, (1, 1): {(2, 1, 2)}, (1, 2): {(2, 1, 3)}}.items())
    events = [("n", 0), ("d", 0, None), ("n", 1), ("u", 0, None), ("n", 2), ("u", 1, None), ("d", 1, None), ("n", 1),
              ("u", 0, None), ("n", 3), ("u", 2, None)]
    made = verdicts.of_flows(function, [model.Activation("f", events)])
    yield from difference("uses", {key for key, covered in made["AUC"].items() if covered}, {
        (0, 0), (0, 1), (1, 0), (1, 2)})
    yield from difference("no uses", {key for key, covered in made["AUC"].items() if not covered}, {(0, 2), (1, 1)})


def cells():
    """a[1] = ..; a[2] = ..; use a[1]: as a whole both reach it, as cells the first."""
    function = model.Function("f", places=[None, None], edges={(0, 1)}, shapes={"a": "array"}, exit=1)
    function.definitions = [model.Definition("a", 0, None, "assignment")] * 2
    function.uses = [model.Use("a", 0, None, "c")]
    fill(function, {0: [("d", 0), ("d", 1), ("u", 0)]})
    log = [model.Activation("f", [("n", 0), ("d", 0, 1), ("d", 1, 2), ("u", 0, 1)])]
    yield from difference("array", verdicts.of_flows(function, log)["AUC"].items(), {((0, 0), True), ((1, 0), True)})
    yield from difference("cells", verdicts.of_cells(function, log)["CAUC"].items(), {((0, 0), True), ((1, 0), False)})


def logs():
    """A path is taken without a detour, in one activation, and not across a second return of setjmp."""
    straight, detour = [("n", 0), ("n", 1)], [("n", 0), ("n", 2), ("n", 1)]
    for events, wanted in ((straight, True), (detour, False), ([("n", 0), ("j",), ("n", 1)], False)):
        if verdicts.Walked([model.Activation("f", events)]).has((0, 1)) != wanted:
            yield "0-1 in %s" % events
    if verdicts.Walked([model.Activation("f", [("n", node)]) for node in (0, 1)]).has((0, 1)):
        yield "two activations are taken for one"


def unseen():
    """Nodes 1 and 2 are rests of expressions: left out where an activation was left in them, and only there."""
    one, other = model.Place(1, 1), model.Place(2, 1)
    own, same = model.Function("f", places=[one, None, None, other, None], exit=4), {node: node for node in range(5)}
    for events, wanted in (([0, 1, 2], [[0]]), ([0, 3], [[0, 3]]), ([0, 1, 3], [[0, 1, 3]]),
                           ([0, 1, 4], [[0, 1, 4]]), ([0, 1, None, 3, 2], [[0], [3]])):
        log = [("j",) if node is None else ("n", node) for node in events]
        made = tables.without_unseen(own, own, same, [model.Activation("f", log)])
        yield from difference(events, [run for run in made[0].runs() if run], wanted)


def programs():
    """Programs are what a seed makes them, and hold what there is to test."""
    made = [program.Program(random.Random(seed)) for seed in range(30)]
    if made[3].plain != program.Program(random.Random(3)).plain:
        yield "a seed makes two programs"
    text = "".join(one.plain for one in made)
    words = ("while (", "while (1)", "for (", "do{", "switch (", "default:", "break;", "continue;", "goto again",
             "goto out", "goto in", "goto *", "({", "? ", " && ", " || ", "return ", "setjmp(", "longjmp(", "exit(",
             "table[", "ga[", "gs.one", "static int s", "++", "-=")
    yield from ("no program has `%s`" % word for word in words if word not in text)


def main():
    for name, check in (("enumerations of paths", enumerations), ("bases", bases), ("loops", loops),
                        ("definitions and uses", flows), ("cells of arrays", cells), ("paths in logs", logs),
                        ("nodes that are not seen", unseen), ("random programs", programs)):
        tap.point(name, check())
    tap.finish()


if __name__ == "__main__":
    main()
