"""What the oracle of paths, calls and data flow knows of a function, and what a log says was done: rows of plain data.
It decides nothing."""
import collections
import dataclasses

Place = collections.namedtuple("Place", "line column")
# kind: "entry", "initializer", "assignment" or "step"; index: whether an event has one.
Definition = collections.namedtuple("Definition", "variable node place kind")
# kind: "c" computation, "p" predicate.
Use = collections.namedtuple("Use", "variable node place kind")
Call = collections.namedtuple("Call", "place callee")
# head: the node that an iteration begins with; tests: members that belong to a condition before the body.
Loop = collections.namedtuple("Loop", "place kind head members tests")


@dataclasses.dataclass
class Function:
    """Nodes are numbers; 0 is the entry. `places`: of each node, None where it has none. `points`: what is done, (kind,
    number, node): where each node begins ("n"), and every definition, use and call ("d", "u", "c"). `passes`: which
    point may follow which, finer than edges as they know of && and ||. `again`: nodes that control may come to from
    every call, because setjmp returns once more; these are no edges of the graph."""
    name: str
    places: list = dataclasses.field(default_factory=list)
    edges: set = dataclasses.field(default_factory=set)
    loops: list = dataclasses.field(default_factory=list)
    shapes: dict = dataclasses.field(default_factory=dict)
    definitions: list = dataclasses.field(default_factory=list)
    uses: list = dataclasses.field(default_factory=list)
    calls: list = dataclasses.field(default_factory=list)
    points: list = dataclasses.field(default_factory=list)
    passes: set = dataclasses.field(default_factory=set)
    again: set = dataclasses.field(default_factory=set)
    exit: int = None

    def point(self, kind, number, node, before):
        """Adds one, which may follow those before; returns its index."""
        self.points.append((kind, number, node))
        self.passes |= {(point, len(self.points) - 1) for point in before}
        return len(self.points) - 1

    def start(self, node):
        return self.points.index(("n", node, node))


@dataclasses.dataclass
class Activation:
    """events: ("n", node), ("d", definition, index), ("u", use, index) in order; index None if it has none; ("j",)
    where setjmp returned once more. callees: (call, name of the function)."""
    function: str
    events: list = dataclasses.field(default_factory=list)
    callees: list = dataclasses.field(default_factory=list)

    def runs(self):
        """The sequences of nodes that followed one another."""
        run = []
        for event in self.events:
            if event[0] == "n":
                run.append(event[1])
            elif event[0] == "j":
                yield run
                run = []
        yield run


def read_log(path):
    """{function: its activations} from lines: b ACTIVATION FUNCTION; n ACTIVATION NODE; d or u ACTIVATION NUMBER
    [INDEX]; c ACTIVATION CALL CALLEE; j ACTIVATION. A last line that was cut short does not count."""
    live, made = {}, collections.defaultdict(list)
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")[:-1]
    for line in lines:
        kind, number, *words = line.split()
        if kind == "b":
            live[number] = Activation(words[0])
            made[words[0]].append(live[number])
        elif kind == "c":
            live[number].callees.append((int(words[0]), words[1]))
        elif kind == "j":
            live[number].events.append(("j",))
        elif kind == "n":
            live[number].events.append(("n", int(words[0])))
        else:
            live[number].events.append((kind, int(words[0]), int(words[1]) if len(words) > 1 else None))
    return made
