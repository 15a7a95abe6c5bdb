"""Every objective of a function by the definitions of CRITERIA.md, and whether a log covers it. It knows nothing of
tables and reports: nodes, definitions and uses are the function's own."""
import dataclasses

import chains
import paths

LOOPS = {"ELO": "entered", "SLO": "skipped", "MLO": "repeated"}

class Walked:
    """What activations came through, as strings of a character a node: to be taken is to be a part of one."""

    def __init__(self, activations):
        self.runs = {"".join(map(chr, run)) for activation in activations for run in activation.runs()}

    def has(self, path):
        text = "".join(map(chr, path))
        return any(text in run for run in self.runs)


def of_paths(function, activations):
    """{criterion: {key: covered}}; the key of a path is a tuple of nodes, that of SRTC a node, of a loop its place.
    A criterion with more paths than are looked at is None."""
    live, walked = sorted(paths.reachable(function.edges)), Walked(activations)
    edges = {edge for edge in function.edges if edge[0] in live}
    made = {"EPC": {path: walked.has(path) for path in paths.edge_pairs(live, edges)}}
    made.update(of_loops(function, edges, walked))
    made["PPC"] = taken(walked, lambda: paths.prime_paths(live, edges))
    made["CRTC"] = trips = taken(walked, lambda: paths.round_trips(live, edges))
    made["SRTC"] = trips if trips is None else {
        start: any(covered for path, covered in trips.items() if path[0] == start) for start, *_ in trips}
    made["CPC"] = None if paths.has_cycle(live, edges) else taken(
        walked, lambda: paths.complete_paths(edges, function.exit))
    return made


def taken(walked, enumerate_paths):
    """{path: whether it was taken} of all that are enumerated; None if they are too many."""
    try:
        return {path: walked.has(path) for path in enumerate_paths()}
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
