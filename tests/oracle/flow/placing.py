"""Puts what a log tells of into the nodes where it was done: nodes that nothing tells of, the rest of an expression,
are found by the edges and by what is done in them. It decides nothing."""
import model
import paths


class Placing:
    """Of a function, some nodes of which were never told of."""

    def __init__(self, graph, accesses, told):
        self.graph, self.accesses, self.following = graph, accesses, paths.successors(graph.edges)
        self.untold = {node for node in range(len(graph.places)) if node not in told}
        self.hidden = {node for node in self.untold if graph.places[node] is None}
        self.ways = {}

    def activation(self, function, events):
        """("n", node), ("j",) where control jumped, ("a", access, indices) in the node that they are of."""
        made, late = [], []
        for event in events:
            if event[0] == "n":
                self.enter(event[1], made, late)
            elif event[0] == "a":
                self.access(event, made, late)
        return model.Activation(function, made)

    def enter(self, node, made, late):
        last = last_node(made)
        steps = [node]
        if last is not None and (last, node) not in self.graph.edges:
            steps = self.way(last, node) + steps
        for step in steps:
            here = [event for event in late if self.accesses[event[1]].node == step]
            late[:] = [event for event in late if event not in here]
            made.append(("j",) if step is None else ("n", step))
            made += here

    def access(self, event, made, late):
        """The rest of an expression may be in a node that is told of with the next statement, and an initialiser in the
        header of a loop is told of before the loop: these wait for their node. The exit is told of before what a return
        statement evaluates, where that may be. Where the order of evaluation is open, other operands may have brought
        control to other nodes."""
        node, last = self.accesses[event[1]].node, last_node(made)
        if node in (-1, last):
            made.append(event)
        elif last == self.graph.exit:
            exits = made.pop()
            self.access(event, made, late)
            made.append(exits)
        elif node in self.hidden and self.only_hidden(last, node):
            self.enter(node, made, late)
            made.append(event)
        elif self.accesses[event[1]].kind == "write" or (last, node) in self.graph.edges:
            late.append(event)
        else:
            made.append(event)

    def only_hidden(self, start, end):
        """Whether one way leads there on which nothing could be told of: not if other nodes are still to come."""
        if (start, end) in self.graph.edges:
            return True
        return len(self.hidden_ways(start, end, self.hidden)) == 1

    def way(self, start, end):
        """The nodes between them that nothing tells of; [None] if there is no such way, or several."""
        if (start, end) not in self.ways:
            ways = self.hidden_ways(start, end, self.hidden) or self.hidden_ways(start, end, self.untold)
            self.ways[start, end] = list(ways[0]) if len(ways) == 1 else [None]
        return self.ways[start, end]

    def hidden_ways(self, start, end, nodes):
        todo, found = [((), start)], []
        while todo:
            way, node = todo.pop()
            for other in self.following.get(node, ()):
                if other == end:
                    found.append(way)
                elif other in nodes and other not in way:
                    todo.append((way + (other,), other))
        return found


def last_node(made):
    for event in reversed(made):
        if event[0] == "n":
            return event[1]
    return None
