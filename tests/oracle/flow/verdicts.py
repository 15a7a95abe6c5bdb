"""Every objective of a function by the definitions of CRITERIA.md, and whether a log covers it. It knows nothing of
tables and reports: nodes, definitions and uses are the function's own."""
import dataclasses

import chains
import paths

LOOPS = {"ELO": "entered", "SLO": "skipped", "MLO": "repeated"}
# What enumerates the paths, from the nodes, the edges and the exit.
PATHS = {"EPC": lambda nodes, edges, end: paths.edge_pairs(nodes, edges),
         "PPC": lambda nodes, edges, end: paths.prime_paths(nodes, edges),
         "SRTC": lambda nodes, edges, end: paths.round_trips(nodes, edges),
         "CRTC": lambda nodes, edges, end: paths.round_trips(nodes, edges),
         "CPC": lambda nodes, edges, end: without_cycles(nodes, edges, end)}


def without_cycles(nodes, edges, end):
    """Complete paths of a function that has no cycle; of others they are too many."""
    if paths.has_cycle(nodes, edges):
        raise paths.TooMany
    return paths.complete_paths(edges, end)


class Walked:
    """What activations came through, as strings of a character a node: to be taken is to be a part of one."""

    def __init__(self, activations):
        self.runs = {"".join(map(chr, run)) for activation in activations for run in activation.runs()}

    def has(self, path):
        text = "".join(map(chr, path))
        return any(text in run for run in self.runs)


def of_paths(function, activations, asked):
    """{criterion: {key: covered}} of those of PATHS and LOOPS that are asked for; the key of a path is a tuple of
    nodes, that of SRTC a node, of a loop its place. A criterion with more paths than are looked at is None."""
    live, walked = sorted(paths.reachable(function.edges)), Walked(activations)
    edges = {edge for edge in function.edges if edge[0] in live}
    made = of_loops(function, edges, walked)
    made.update({criterion: taken(walked, enumerate_paths, live, edges, function.exit)
                 for criterion, enumerate_paths in PATHS.items() if criterion in asked})
    if made.get("SRTC"):
        made["SRTC"] = {start: any(covered for path, covered in made["SRTC"].items() if path[0] == start)
                        for start, *_ in made["SRTC"]}
    return {criterion: found for criterion, found in made.items() if criterion in asked}


def taken(walked, enumerate_paths, *graph):
    """{path: whether it was taken} of all that are enumerated; None if they are too many."""
    try:
        return {path: walked.has(path) for path in enumerate_paths(*graph)}
    except paths.TooMany:
        return None


def of_loops(function, edges, walked):
    """A loop that can not be entered, skipped, repeated has no such objective."""
    made = {criterion: {} for criterion in LOOPS}
    for loop in function.loops:
        kinds = paths.loop_paths(loop, edges)
        for criterion, kind in LOOPS.items():
            if kinds[kind]:
                made[criterion][loop.place] = any(walked.has(path) for path in kinds[kind])
    return made


def basis(reported, function, activations):
    """Lines about what is wrong with a basis {path: covered}."""
    walked = Walked(activations)
    live = paths.reachable(function.edges)
    yield from paths.basis_faults(reported, {edge for edge in function.edges if edge[0] in live}, function.exit)
    for path, covered in reported.items():
        if covered != walked.has(path):
            yield "path %s of the basis is covered: %s" % (path, covered)


def of_flows(function, activations):
    """Keys are a definition, a definition and a use, and these and a path."""
    every, walked = chains.Chains(function, set(function.shapes)), chains.taken(function, activations)
    pairs = {pair: pair in walked for pair in every.pairs()}
    made = {"AUC": pairs, "ADC": of_definitions(pairs)}
    for criterion, kind in (("ACUC", "c"), ("APUC", "p")):
        made[criterion] = {pair: covered for pair, covered in pairs.items() if function.uses[pair[1]].kind == kind}
    try:
        made["ADUPC"] = {pair + (path,): path in walked.get(pair, ())
                         for pair, found in every.du_paths().items() for path in found}
    except paths.TooMany:
        made["ADUPC"] = None
    return made


def of_definitions(pairs):
    return {definition: any(covered for pair, covered in pairs.items() if pair[0] == definition)
            for definition, _ in pairs}


def of_cells(function, activations):
    """The same of arrays, whose elements are told apart."""
    shapes = {name: "cells" if shape == "array" else shape for name, shape in function.shapes.items()}
    apart = dataclasses.replace(function, shapes=shapes)
    arrays = {name for name, shape in shapes.items() if shape == "cells"}
    walked = chains.taken(apart, activations)
    pairs = {pair: pair in walked for pair in chains.Chains(apart, arrays).pairs()}
    return {"CAUC": pairs, "CADC": of_definitions(pairs)}


def of_calls(function, activations, pointed):
    """{callee: covered}; a call through a pointer may be one of each function in `pointed`."""
    made = {callee for activation in activations for _, callee in activation.callees}
    possible = {name for call in function.calls for name in ([call.callee] if call.callee else pointed)}
    return {name: name in made for name in possible}
