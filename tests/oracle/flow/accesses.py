"""Which definitions reached which uses in a function, and along which nodes, from a log of its accesses by the
definitions of CRITERIA.md; and which accesses are which definitions and uses of its table. Nothing is solved: what
holds is what was done last."""
import collections

CELLS, ARRAY = 3, 2
LOCAL = 0
# Kinds of definitions.
ENTRY, UNKNOWN = 0, 4
PLAIN = ("read", "write", "step")
# What an access does to a variable. use, definition: of the table, or None; whole: it leaves nothing that was there.
Touch = collections.namedtuple("Touch", "variable use definition whole kind")


class Variables:
    """Of a function: what its accesses do to those that are measured. `parts`: its rows in the table; `accesses`: the
    listing; `kills`: calls and stores through pointers define what they may."""

    def __init__(self, parts, accesses, kills):
        self.rows, self.accesses, self.kills = parts.get("variable", []), accesses, kills
        self.definitions, self.uses = parts.get("definition", []), parts.get("use", [])
        self.problems = []
        self.touches = collections.defaultdict(list)
        self.entries = {row["variable"]: number for number, row in enumerate(self.definitions)
                        if row["kind"] == ENTRY}
        self.measured = [number for number, row in enumerate(self.rows) if not row["unmeasured"]]
        self.objects = self.find_objects()
        for number in self.measured:
            self.find_touches(number)

    def find_objects(self):
        """{variable: (declaration, members)}: variables of one name are in the order in which they are met. One whose
        address is taken stands for its members."""
        found, taken = {}, collections.defaultdict(int)
        for number, row in enumerate(self.rows):
            name, *members = row["name"].replace("[]", "").split(".")
            same = self.declarations(name, tuple(members))
            key = row["name"], row["shape"] == CELLS
            if taken[key] < len(same):
                found[number] = same[taken[key]], tuple(members)
            taken[key] += 1
        return found

    def declarations(self, name, members):
        return list(dict.fromkeys(
            access.object for access in self.accesses if access.kind in PLAIN and
            access.object.split("@")[0] == name and access.members[:len(members)] == members))

    def touch(self, number, access):
        """None, "part" or "whole", of what is no unknown access."""
        thing, members = self.objects[number]
        if access.kind not in PLAIN + ("begin",) or access.object != thing:
            return None
        if access.members[:len(members)] == members:
            whole = access.members == members and not access.part
            reads_all = whole and access.kind == "read" and self.rows[number]["shape"] == CELLS
            return None if reads_all else "whole" if whole else "part"
        return "whole" if members[:len(access.members)] == access.members else None

    def is_aliased(self, number):
        """It outlives the activation, or its address or that of what it is part of is taken."""
        thing, members = self.objects[number]
        return self.rows[number]["kind"] > 1 or any(
            access.kind == "address" and access.object == thing and
            (access.members[:len(members)] == members or members[:len(access.members)] == access.members)
            for access in self.accesses)

    def find_touches(self, number):
        """What control does not come to has no row."""
        if number not in self.objects:
            self.problems.append("variable %s is not accessed" % self.rows[number]["name"])
            return
        how = {access.number: self.touch(number, access) for access in self.accesses}
        found = sorted((access for access in self.accesses if how[access.number]),
                       key=lambda access: (access.offset, access.number))
        uses = self.matched(self.uses, number, [access for access in found if access.kind in ("read", "step")])
        definitions = self.matched(
            [None if row["kind"] in (ENTRY, UNKNOWN) else row for row in self.definitions], number,
            [access for access in found if access.kind in ("write", "step")])
        for access in found:
            self.touches[access.number].append(Touch(
                number, uses.get(access.number), definitions.get(access.number), how[access.number] == "whole",
                access.kind))
            if not access.told:
                self.problems.append("%s is measured, but nothing is told of %s" % (self.rows[number]["name"], access))
        if self.kills and self.is_aliased(number):
            for access in self.accesses:
                if access.kind == "unknown":
                    self.touches[access.number].append(Touch(number, None, None, True, "unknown"))

    def matched(self, rows, variable, accesses):
        """{access: row} by the order of the text."""
        made, accesses = {}, iter(accesses)
        for number, row in enumerate(rows):
            if row is None or row["variable"] != variable:
                continue
            for access in accesses:
                if (access.line, access.column, access.node) == (row["line"], row["column"], row["node"]):
                    made[access.number] = number
                    break
            else:
                self.problems.append("no access is row %s" % row)
        return made


    def loose(self):
        """Definitions and uses, as ("d", number) and ("u", number), that are in no order with calls or stores through
        pointers which may change the variable."""
        if not self.kills:
            return set()
        found = [touch for access in self.accesses if access.loose for touch in self.touches.get(access.number, ())]
        return {("u", touch.use) for touch in found} | {("d", touch.definition) for touch in found}


class Reaching:
    """What happened to the variables, activation by activation. taken: {(definition or None, use): paths}, each a tuple
    of nodes, None where control jumped; of those with more nodes than `most` none is kept."""

    def __init__(self, variables, most):
        self.variables, self.most, self.taken, self.problems = variables, most, {}, set()

    def add(self, events):
        """Of one activation: ("n", node), ("j",), ("a", access, indices) and others."""
        entries, nodes = self.variables.entries, []
        live = {number: {None: [(entries[number], 0)]} if number in entries else {}
                for number in self.variables.measured}
        for event in events:
            if event[0] in "nj":
                nodes.append(event[1] if event[0] == "n" else None)
            elif event[0] == "a":
                for touch in self.variables.touches.get(event[1], ()):
                    cells = self.variables.rows[touch.variable]["shape"] == CELLS
                    self.follow(touch, live[touch.variable], event[2] if cells else None, nodes)

    def follow(self, touch, live, cell, nodes):
        """`live`: {cell: (definition, its place among the nodes) of what may be in it}; None: in all that have none of
        their own."""
        if touch.kind in ("read", "step"):
            self.use(touch, live.get(cell, live.get(None)), nodes)
        if touch.kind == "read":
            return
        if touch.kind in ("write", "step") and touch.definition is None:
            self.problems.add("what is done is no definition of the table: %s" % (touch,))
        if touch.whole:
            live.clear()
        row = (touch.definition, len(nodes) - 1)
        if touch.kind != "begin":
            live[cell] = [row] + ([other for other in live.get(None, ()) if other[0] != row[0]] if cell is None else [])

    def use(self, touch, found, nodes):
        if touch.use is None:
            self.problems.add("what is done is no use of the table: %s" % (touch,))
        for definition, place in found or [(None, 0)]:
            paths = self.taken.setdefault((definition, touch.use), set())
            if len(nodes) - place <= self.most:
                paths.add(tuple(nodes[place:]))
