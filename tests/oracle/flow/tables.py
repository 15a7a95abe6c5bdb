"""Reads what hlcov says of functions in its tables, by `hlcov dump`, into model.py's words; and finds which nodes of
two graphs are the same. It decides nothing."""
import re

import model

FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|[^ ]*)')
ROW = re.compile(r"\s*(\w+)(?: \d+)?:")


def rows(text):
    """(name, fields) of each line: numbers are int."""
    for line in text.split("\n"):
        found = ROW.match(line)
        if found:
            yield found.group(1), {name: value.strip('"') if value[:1] == '"' else int(value)
                                   for name, value in FIELD.findall(line[found.end():]) if value}


def functions(text, hashed=False):
    """{name: {name of a part: its rows}} of a dump; if `hashed`, the name has / and the hash behind it."""
    made, current = {}, None
    for name, fields in rows(text):
        if name == "function":
            name = fields["name"] + ("/" + fields["hash"] if hashed else "")
            current = made[name] = {"function": [fields]}
        elif current is not None:
            current.setdefault(name, []).append(fields)
    return made


def graph(parts):
    """The function's graph and loops."""
    nodes = parts.get("node", [])
    made = model.Function(parts["function"][0]["name"])
    made.places = [model.Place(row["line"], row["column"]) if row["block"] else None for row in nodes]
    made.edges = {(row["from"], row["to"]) for row in parts.get("edge", [])}
    made.exit = len(nodes) - 1
    for row in parts.get("loop", []):
        members = parts["member"][row["first_member"]:row["first_member"] + row["members"]]
        made.loops.append(model.Loop(
            model.Place(row["line"], row["column"]), ("while", "do", "for")[row["kind"]], row["head"],
            {member["node"] for member in members}, {member["node"] for member in members if member["tests"]}))
    return made


def same_nodes(own, other):
    """{node of own: node of other}, as far as they can be told: by their places; those without, by what leads to
    them."""
    where = {place: node for node, place in enumerate(other.places) if place}
    made = {node: where[place] for node, place in enumerate(own.places) if place in where}
    made[own.exit] = other.exit
    for _ in own.places:
        sources = {}
        for node, place in enumerate(other.places):
            if not place and node not in made.values():
                sources[frozenset(start for start, end in other.edges if end == node)] = node
        before = len(made)
        for node, place in enumerate(own.places):
            if node not in made and not place:
                starts = {made.get(start) for start, end in own.edges if end == node}
                if frozenset(starts) in sources:
                    made[node] = sources[frozenset(starts)]
        if len(made) == before:
            break
    return made


def differences(own, other, same):
    """Lines about how the graphs differ."""
    name = {node: "%d (%s)" % (node, "line %d" % place.line if place else "-")
            for node, place in enumerate(other.places)}
    back = {value: key for key, value in same.items()}
    for node, place in enumerate(own.places):
        if node not in same:
            yield "there is no node for %s" % (place or "the rest behind %s" % [
                own.places[start] for start, end in own.edges if end == node],)
    edges = {(same.get(start), same.get(end)) for start, end in own.edges}
    for node, place in enumerate(other.places):
        used = any(end == node for _, end in other.edges)
        if node not in back and used:
            yield "node %s is not expected" % name[node]
    for start, end in sorted(edges - other.edges, key=str):
        yield "there is no edge from %s to %s" % (name.get(start), name.get(end))
    for start, end in sorted(other.edges - edges):
        yield "the edge from %s to %s is not expected" % (name[start], name[end])
    yield from loop_differences(own, other, same)


def without_unseen(own, other, same, activations):
    """The activations without the nodes that they were left in and are not seen: the rest of an expression has no
    place where anything could be recorded, so that it counts as entered when control comes to the next node that
    has one, which it never does from a call in there that does not return. The exit has no block either, but is a
    place of its own."""
    hidden = {node for node, number in same.items() if not other.places[number] and number != other.exit}
    made = []
    for activation in activations:
        events = []
        for event in activation.events + [("j",)]:
            while event[0] == "j" and left_in(events) in hidden:
                del events[last_node(events):]
            events.append(event)
        made.append(model.Activation(activation.function, events))
    return made


def last_node(events):
    """The index of the last one that was entered, if control was not taken away since; else None."""
    for index in range(len(events) - 1, -1, -1):
        if events[index][0] in "nj":
            return index if events[index][0] == "n" else None
    return None


def left_in(events):
    index = last_node(events)
    return None if index is None else events[index][1]


def loop_differences(own, other, same):
    def rows_of(function, number):
        return {loop.place: (loop.kind, number(loop.head), {number(node) for node in loop.members},
                             {number(node) for node in loop.tests}) for loop in function.loops}
    mine, theirs = rows_of(own, same.get), rows_of(other, lambda node: node)
    for place in sorted(set(mine) | set(theirs)):
        if mine.get(place) != theirs.get(place):
            yield "loop of line %d: %s instead of %s" % (place.line, theirs.get(place), mine.get(place))
