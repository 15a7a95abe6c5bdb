"""The paths that path criteria ask for, enumerated straight from their definitions: slowly, and from nothing but
nodes and edges. How hlcov does it, it does not know."""


class TooMany(Exception):
    """There are more than the oracle looks at."""


def successors(edges):
    following = {}
    for start, end in sorted(edges):
        following.setdefault(start, []).append(end)
    return following


def reachable(edges, start=0):
    following, found, todo = successors(edges), {start}, [start]
    while todo:
        for node in following.get(todo.pop(), ()):
            if node not in found:
                found.add(node)
                todo.append(node)
    return found


def edge_pairs(nodes, edges):
    """Of length up to two: every path of two edges, and what is in none of them."""
    following = successors(edges)
    paths = {(node,) for node in nodes}
    paths |= {(start, end) for start, end in edges}
    paths |= {(start, middle, end) for start, middle in edges for end in following.get(middle, ())}
    parts = {path[first:last] for path in paths for last in range(1, len(path) + 1) for first in range(last)
             if last - first < len(path)}
    return paths - parts


def simple_paths(nodes, edges, most=200000):
    """No node twice, but that the last may be the first."""
    following, found = successors(edges), set()
    todo = [(node,) for node in nodes]
    while todo:
        path = todo.pop()
        found.add(path)
        if len(found) > most:
            raise TooMany
        if len(path) > 1 and path[0] == path[-1]:
            continue
        todo += [path + (node,) for node in following.get(path[-1], ()) if node not in path[1:]]
    return found


def prime_paths(nodes, edges):
    """Simple paths that are no proper part of another one. If a simple path is one of a longer one, it is also one of a
    path that is longer by a node."""
    simple = simple_paths(nodes, edges)
    parts = {path[:-1] for path in simple} | {path[1:] for path in simple}
    return simple - parts


def round_trips(nodes, edges, most=20000):
    """Simple paths that end where they begin; being that they are prime."""
    following, found = successors(edges), set()
    for start in nodes:
        back = reachable({(end, other) for other, end in edges}, start)
        todo = [(start,)]
        while todo:
            path = todo.pop()
            for node in following.get(path[-1], ()):
                if node == start:
                    found.add(path + (node,))
                elif node in back and node not in path:
                    todo.append(path + (node,))
            if len(found) > most or len(todo) > most:
                raise TooMany
    return found


def complete_paths(edges, end, most=20000):
    """From the entry to the exit; the graph has no cycle."""
    following, found, todo = successors(edges), set(), [(0,)]
    while todo:
        path = todo.pop()
        if path[-1] == end:
            found.add(path)
            if len(found) > most:
                raise TooMany
        todo += [path + (node,) for node in following.get(path[-1], ())]
    return found


def has_cycle(nodes, edges):
    return any(node in reachable(edges, other) for node in nodes for other in successors(edges).get(node, ()))


def rank(paths):
    """Of their vectors of edges, over the rationals by a prime that no small graph meets."""
    modulus, rows = 2 ** 61 - 1, []
    for path in paths:
        row = {}
        for edge in zip(path, path[1:]):
            row[edge] = row.get(edge, 0) + 1
        for pivot, other in rows:
            factor = row.get(pivot, 0)
            if factor:
                for edge, value in other.items():
                    row[edge] = (row.get(edge, 0) - factor * value) % modulus
        row = {edge: value for edge, value in row.items() if value}
        if row:
            pivot = min(row)
            inverse = pow(row[pivot], -1, modulus)
            rows.append((pivot, {edge: value * inverse % modulus for edge, value in row.items()}))
    return len(rows)


def basis_faults(paths, edges, end):
    """What is wrong with a basis, in words. It must have as many paths as the graph of the nodes between entry and
    exit has independent ones, from the entry to the exit, none a combination of the others."""
    back = reachable({(to, start) for start, to in edges}, end)
    inner = reachable(edges) & back
    used = [edge for edge in edges if edge[0] in inner and edge[1] in inner]
    wanted = len(used) - len(inner) + 2 if end in inner else 0
    for path in paths:
        if path[0] != 0 or path[-1] != end or not set(zip(path, path[1:])) <= set(edges):
            yield "%s is no complete path" % (path,)
    if len(paths) != wanted or rank(paths) != wanted:
        yield "%d paths of rank %d instead of %d" % (len(paths), rank(paths), wanted)


def rounds(loop, edges):
    """The ways from the head of a loop back to it, by nothing but its test, through each node once."""
    following, made, todo = successors(edges), set(), [(loop.head,)]
    while todo:
        path = todo.pop()
        for node in following.get(path[-1], ()):
            if node == loop.head:
                made.add(path + (node,))
            elif node in loop.tests and node not in path:
                todo.append(path + (node,))
    return made


def loop_paths(loop, edges):
    """{kind: paths} of a loop. By nothing but its test from outside to its body, from outside to what is behind it,
    from its body to its body. Without a test before its body each way in enters it, and each way to its head repeats
    it. A loop whose body has no node is entered by coming back to its head, and repeated by coming back once more."""
    body, following = loop.members - loop.tests, successors(edges)
    made = {"entered": set(), "skipped": set(), "repeated": set()}
    if not body:
        made["entered"] = rounds(loop, edges)
        made["repeated"] = {one + other[1:] for one in made["entered"] for other in made["entered"]}
        edges = {edge for edge in edges if edge[0] not in loop.tests or edge[1] != loop.head}
        following = successors(edges)
    todo = [edge for edge in edges if edge[0] not in loop.tests]
    while todo:
        path = todo.pop()
        inside, last = path[0] in body, path[-1]
        if last in loop.tests:
            todo += [path + (node,) for node in following.get(last, ()) if node not in path[1:]]
        elif last in body and not inside:
            made["entered"].add(path)
        elif last in body and (len(path) > 2 or not loop.tests and last == loop.head):
            made["repeated"].add(path)
        elif len(path) > 2 and not inside:
            made["skipped"].add(path)
    return made
