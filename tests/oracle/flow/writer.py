"""Writes one function of a generated program twice, statement by statement: as C, and as C that was taken apart into
jumps and single steps, which logs each of them. Notes its graph, definitions, uses and calls meanwhile. It chooses
nothing."""
import contextlib

import model


class Writer:
    """`first`: the line of the plain text where it begins. Control is in node `current`, behind the points
    `frontier`; or it comes from sources, (node, point), which are `pending`; if there are none either, what is
    written next is dead."""

    def __init__(self, name, first):
        self.function = model.Function(name)
        self.plain, self.line, self.first, self.depth = [], "", first, 1
        self.log, self.temporaries, self.labels = [], 0, 0
        self.current, self.frontier, self.pending = None, set(), set()
        self.predicate, self.calling = False, set()

    # Text.

    def put(self, text):
        """Returns where it begins."""
        if not self.line:
            self.line = "    " * self.depth
        place = model.Place(self.first + len(self.plain), len(self.line) + 1)
        self.line += text
        return place

    def end_line(self):
        self.plain.append(self.line)
        self.line = ""

    def here(self):
        return model.Place(self.first + len(self.plain), len(self.line or "    " * self.depth) + 1)

    def step(self, text):
        self.log.append("    " + text)

    def temporary(self):
        self.temporaries += 1
        return "t_%d" % self.temporaries

    def label(self):
        self.labels += 1
        return "l_%d" % self.labels

    def set_label(self, label):
        self.log.append("%s: ;" % label)

    # The graph.

    @property
    def alive(self):
        return self.current is not None or bool(self.pending)

    def begin_node(self, place):
        """`place`: None if nothing of the text begins it."""
        self.current = len(self.function.places)
        self.function.places.append(place)
        self.function.point("n", self.current, self.current, ())
        self.connect(self.pending, self.current)
        self.frontier, self.pending = {self.function.start(self.current)}, set()
        self.step("N(%d);" % self.current)
        return self.current

    def part(self):
        """Control is in the middle of an expression."""
        if self.current is None:
            self.begin_node(None)

    def connect(self, sources, node):
        """Control goes from there to a node that was begun."""
        self.function.edges |= {(start, node) for start, _ in sources}
        self.function.passes |= {(point, self.function.start(node)) for _, point in sources}

    def seen(self):
        """Where control comes from, if it goes on."""
        return set(self.pending) if self.current is None else {(self.current, point) for point in self.frontier}

    def sources(self):
        """Likewise, if it does not."""
        made = self.seen()
        self.current, self.pending = None, set()
        return made

    def resume(self, sources):
        """Goes on behind the outcome of a decision, whose steps are no nodes."""
        nodes = {node for node, _ in sources}
        self.join(sources)
        if len(nodes) == 1:
            self.current, self.frontier, self.pending = min(nodes), {point for _, point in sources}, set()

    def join(self, *sources):
        self.current, self.pending = None, set().union(*sources)

    def begin_statement(self):
        """It stands where the text is now."""
        self.go_on(self.here())

    def go_on(self, place):
        """Control is at the beginning of what stands at the place; the rest of an expression before it is in the same
        node, which then has a place."""
        if self.current is None:
            self.begin_node(place)
        elif self.function.places[self.current] is None:
            self.function.places[self.current] = place

    def end_statement(self):
        """A call in the node may not have returned."""
        if self.current in self.calling:
            self.join(self.seen())

    def reach(self, kind, number):
        self.frontier = {self.function.point(kind, number, self.current, self.frontier)}

    # Data.

    def shape(self, variable, shape):
        self.function.shapes[variable] = shape

    def define(self, variable, place, kind, index=""):
        self.part()
        number = len(self.function.definitions)
        self.function.definitions.append(model.Definition(variable, self.current, place, kind))
        self.reach("d", number)
        self.step("D(%d%s);" % (number, ", " + index if index else ""))

    def use(self, variable, place, index=""):
        self.part()
        number = len(self.function.uses)
        self.function.uses.append(model.Use(variable, self.current, place, "p" if self.predicate else "c"))
        self.reach("u", number)
        self.step("U(%d%s);" % (number, ", " + index if index else ""))

    def call(self, place, callee):
        """`callee`: empty if called through a pointer. Returns its number."""
        self.part()
        self.calling.add(self.current)
        if callee != "setjmp":
            self.reach("c", len(self.function.calls))
        self.function.calls.append(model.Call(place, callee))
        return len(self.function.calls) - 1

    @contextlib.contextmanager
    def predicates(self, value=True):
        before, self.predicate = self.predicate, value
        yield
        self.predicate = before

    @contextlib.contextmanager
    def indented(self):
        self.depth += 1
        yield
        self.depth -= 1
