"""Random programs of C, as trees, with the places where labels may stand. They end by themselves: every iteration and
every call burns fuel. It writes no text of programs; emit.py does.
"""
import dataclasses

from cexpr import DOUBLE, FLAG, FLOAT, FUNCTION, INT, INTEGERS, LONG, POINTER, Type, UINT, ULONG, Variable

SMALL_FLAGS = Type("bits", "u", 3)
RECORD = {"%s.count": INT, "%s.flags": SMALL_FLAGS, "%s.part": DOUBLE}
REALS = 7
BREAK = "\0"


@dataclasses.dataclass(eq=False)
class Place:
    """A location where labels may stand. `observed`: the labels there; `comments`: declarations to be written there, of
    these or others; `line`: one that means the place, once the text is written."""
    file: str
    scope: dict
    line: int = None
    observed: list = dataclasses.field(default_factory=list)
    comments: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Item:
    """A statement; `marks`: labels to jump to, and of cases, before it."""
    place: Place
    statement: object
    marks: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Simple:
    """A statement of a line; some can be broken at a BREAK in it. A declaration is one."""
    text: str


@dataclasses.dataclass
class Leave:
    """return. `place`: behind the evaluation of `value`, which is None if there is none."""
    place: Place
    value: str


@dataclasses.dataclass
class Block:
    items: list
    end: Place


@dataclasses.dataclass
class Nested:
    """A statement with bodies: each is a header and a Block, or an Item without braces; `tail` ends a do."""
    bodies: list
    tail: str = ""
    pragma: str = ""


@dataclasses.dataclass
class Value:
    """target = ({ items; value; })."""
    target: str
    items: list
    place: Place
    value: str


@dataclasses.dataclass(eq=False)
class Function:
    name: str
    file: str
    parameters: dict
    returns: Type
    inline: bool = False
    body: Block = None
    leaves: list = dataclasses.field(default_factory=list)


GLOBALS = {"state": Variable(INT, None), "table": Variable(INT, 4)}


class Bodies:
    """Makes the body of one function. `callees`: what it may call; `splits`: whether it may fork."""

    def __init__(self, source, function, callees, splits):
        self.source, self.function, self.callees, self.splits = source, function, callees, splits
        self.count, self.room, self.loops, self.targets = 0, source.randint(8, 16), [], []

    def place(self, scope):
        return Place(self.function.file, dict(scope))

    def fresh(self, letter):
        self.count += 1
        return "%s%d" % (letter, self.count)

    def chance(self, share):
        return self.source.random() < share

    # Expressions of the program itself: they have a value whatever the variables have.

    def mixed(self, scope):
        """An unsigned number from some variables."""
        terms = ["%du" % self.source.randint(0, 9)]
        scalars = [name for name, variable in scope.items() if not variable.length]
        for name in self.source.sample(scalars, min(len(scalars), self.source.randint(2, 4))):
            kind = scope[name].type.kind
            term = {"f": "(%s > 1 ? 3u : 1u)", "p": "(%s ? 5u : 2u)", "c": "(%s ? 4u : 1u)"}.get(kind, "(unsigned)%s")
            terms.append("%s * %du" % (term % name, self.source.choice((1, 1, 3, 5))))
        self.source.shuffle(terms)
        return "(%s)" % " + ".join(terms)

    def some_value(self, kind, scope):
        """C whose value fits the type."""
        mixed = self.mixed(scope)
        if kind.kind == "f":
            return "reals[%s %% %du]" % (mixed, self.source.choice((3, 3, 4, 4, REALS)))
        if kind.kind == "p":
            return "(%s %% 4u ? &objects[%s %% 3u] : 0)" % (mixed, self.mixed(scope))
        if kind.kind == "c":
            return "(%s %% 3u ? twice : %s %% 2u ? third : 0)" % (mixed, self.mixed(scope))
        if kind.bits in (32, 64) and "enum" not in kind.name and self.chance(0.15):
            return "%s_%d[%s %% 4u]" % ("signed" if kind.kind == "s" else "unsigned", kind.bits, mixed)
        number = "%s %% %du" % (mixed, 2 if kind == FLAG else self.source.choice((2, 3, 5, 7)))
        return "(%s)(%s)%s" % ("unsigned char" if kind == SMALL_FLAGS else kind.name, number,
                               " - %d" % self.source.choice((0, 0, 2)) if kind.kind == "s" else "")

    def condition(self, scope):
        if self.chance(0.4):
            return "%s %% %du == 1" % (self.mixed(scope), self.source.choice((2, 3)))
        names = [name for name, variable in scope.items() if variable.type.kind in "suf" and not variable.length]
        left, right = self.source.choice(names), self.source.choice(names + ["1", "2"])
        text = "%s %s %s" % (left, self.source.choice(("<", ">=", "!=", "==", "<=")), right)
        if self.chance(0.3):
            text += " %s %s %% 3u != 0" % (self.source.choice(("&&", "||")), self.mixed(scope))
        return text

    # Statements.

    def declaration(self, scope):
        """Adds a variable to the scope."""
        kind = self.source.choice(INTEGERS + (INT, INT, INT, UINT, LONG, ULONG, DOUBLE, DOUBLE, FLOAT, POINTER, POINTER,
                                              FUNCTION))
        is_constant = self.chance(0.15)
        name = self.fresh("k" if is_constant else "v")
        value = self.some_value(kind, scope)
        scope[name] = Variable(kind, None)
        declared = {"p": "int *%s", "c": "int (*%s)(int)"}.get(kind.kind, kind.name + " %s") % name
        constant = "const " if is_constant and kind.kind in "suf" else ""
        return Simple("%s%s = %s;" % (constant, declared, value))

    def array(self, scope):
        name, length = self.fresh("t"), self.source.randint(2, 4)
        scope[name] = Variable(self.source.choice(INTEGERS), length)
        cells = ", ".join(self.some_value(scope[name].type, GLOBALS) for _ in range(length))
        return Simple("%s %s[%d] = {%s};" % (scope[name].type.name, name, length, cells))

    def record(self, scope):
        name = self.fresh("r")
        cells = ", ".join(self.some_value(kind, GLOBALS) for kind in RECORD.values())
        scope.update({pattern % name: Variable(kind, None) for pattern, kind in RECORD.items()})
        return Simple("struct record %s = {%s};" % (name, cells))

    def assignment(self, scope):
        target = self.source.choice([name for name, variable in scope.items() if not name.startswith(("i", "k"))])
        kind, length = scope[target]
        if length:
            target += "[%s %% %du]" % (self.mixed(scope), length)
        value = self.some_value(kind, scope)
        forms = ("%s = %s;", "%s =" + BREAK + " %s;", "SET(%s, %s);", "%s = %s; /* ; */")
        return Simple(self.source.choice(forms) % (target, value))

    def call(self, scope, callee=None):
        callee = callee or self.source.choice(self.callees)
        arguments = ", ".join(self.some_value(variable.type, scope) for variable in callee.parameters.values())
        text = "%s(%s)" % (callee.name, arguments)
        kind = callee.returns
        if kind is None:
            return Simple("burn() ? %s : (void)0;" % text)
        fit = "(int)(unsigned)%s %% 5" if kind.kind in "su" else "%s != 0"
        return Simple("state = burn() ? %s : 1;" % (fit % text))

    def simple(self, scope):
        if self.callees and self.chance(0.25):
            return self.call(scope)
        if self.splits and self.chance(0.15):
            return Simple("state = (int)((unsigned)state + 2u * split());")
        if self.loops and self.chance(0.12):
            return Simple(self.source.choice(("break;", "continue;"))) if self.loops[-1] == "loop" else Simple("break;")
        if self.targets and self.chance(0.1):
            return Simple("goto %s;" % self.source.choice(self.targets))
        if self.chance(0.02):
            return Simple("bail();")
        return self.assignment(scope)

    def leave(self, scope):
        place, kind = self.place(scope), self.function.returns
        self.function.leaves.append(place)
        if kind is None:
            return Leave(place, None)
        names = [name for name, variable in scope.items() if variable.type.kind in "su" and not variable.length]
        if kind.kind in "su" and self.chance(0.6):
            value = self.source.choice(names)
            kind = scope[value].type
        else:
            value = "(%s)(%s)" % (kind.name, self.some_value(kind, scope))
        place.scope["\\result"] = Variable(kind, None)
        return Leave(place, value)

    def body(self, scope, braces):
        """A Block, or an Item that needs no braces."""
        if braces or self.chance(0.6):
            return self.block(scope, self.source.randint(1, 3))
        return Item(self.place(scope), self.leave(scope) if self.chance(0.15) else self.simple(scope))

    def choice(self, scope):
        bodies = [("if (%s)" % self.condition(scope), self.body(scope, False))]
        while self.chance(0.35) and len(bodies) < 3:
            bodies.append(("else if (%s)" % self.condition(scope), self.body(scope, False)))
        if self.chance(0.4):
            bodies.append(("else", self.body(scope, False)))
        return Nested(bodies)

    def else_apart(self, scope):
        """if ... else, with an if as the body of the else, at a place of its own."""
        inner = Item(self.place(scope), Nested([("if (%s)" % self.condition(scope), self.body(scope, False))]))
        return Nested([("if (%s)" % self.condition(scope), self.body(scope, False)), ("else", inner)])

    def loop(self, scope):
        form, pragma = self.source.randrange(3), ""
        self.loops.append("loop")
        if form == 0:
            name, inner = self.fresh("i"), dict(scope)
            inner[name] = Variable(INT, None)
            header = "for (int %s = 0; %s < %d && burn(); %s++)" % (name, name, self.source.randint(2, 4), name)
            made = Nested([(header, self.body(inner, False))])
            pragma = "#pragma GCC unroll 2" if self.chance(0.1) else ""
        elif form == 1:
            made = Nested([("while (burn() && (%s))" % self.condition(scope), self.body(scope, False))])
        else:
            made = Nested([("do", self.body(scope, False))], "while (burn() && (%s));" % self.condition(scope))
        self.loops.pop()
        made.pragma = pragma
        return made

    def switch(self, scope):
        arms = self.source.randint(2, 4)
        self.loops.append("switch")
        items = []
        for number in range(arms):
            mark = "default:" if number == arms - 1 and self.chance(0.5) else "case %d:" % number
            items.append(Item(self.place(scope), self.simple(scope), [mark]))
            if self.chance(0.5):
                items.append(Item(self.place(scope), Simple("break;")))
        self.loops.pop()
        block = Block(items, self.place(scope))
        return Nested([("switch (%s %% %du)" % (self.mixed(scope), arms), block)])

    def valued(self, scope):
        inner, items = dict(scope), []
        for _ in range(self.source.randint(1, 2)):
            items.append(Item(self.place(inner), self.declaration(inner)))
        return Value("state", items, self.place(inner), self.some_value(INT, inner))

    def statement(self, scope, depth):
        self.room -= 1
        dice = self.source.random()
        if depth > 2 or self.room <= 0 or dice < 0.35:
            return self.simple(scope)
        if dice < 0.6:
            return self.choice(scope) if self.chance(0.8) else self.else_apart(scope)
        if dice < 0.78:
            return self.loop(scope)
        if dice < 0.86:
            return self.switch(scope)
        return self.valued(scope) if dice < 0.92 else self.block(scope, 2)

    def block(self, scope, length, depth=1):
        """Declarations come first, so that no jump passes one by."""
        scope, items = dict(scope), []
        while self.chance(0.3) and len(items) < 2:
            place = self.place(scope)
            items.append(Item(place, self.declaration(scope)))
        target = self.fresh("out") if self.chance(0.2) else None
        if target:
            self.targets.append(target)
        for _ in range(length):
            place = self.place(scope)
            items.append(Item(place, self.statement(scope, depth + 1)))
        if target:
            self.targets.pop()
            items.append(Item(self.place(scope), self.source.choice((Simple(";"), self.simple(scope))), [target + ":"]))
        return Block(items, self.place(scope))

    def again(self, scope):
        """A loop by goto: an item at its head, one at its foot."""
        name = self.fresh("again")
        head = Item(self.place(scope), self.simple(scope), [name + ":"])
        foot = "if (burn() && (%s)) goto %s;" % (self.condition(scope), name)
        return head, Item(self.place(scope), Simple(foot))

    def whole(self):
        """The body of the function."""
        scope = dict(GLOBALS, **self.function.parameters)
        items = []
        makers = [self.declaration] * self.source.randint(2, 4) + [self.array, self.record][:self.source.randint(0, 2)]
        for make in makers:
            place = self.place(scope)
            items.append(Item(place, make(scope)))
        for callee in self.callees if self.function.name == "f0" else []:
            items.append(Item(self.place(scope), self.call(scope, callee)))
        block = self.block(scope, self.source.randint(3, 5), 0)
        if self.chance(0.3):
            head, foot = self.again(scope)
            items += [head, Item(self.place(scope), block), foot]
        else:
            items.append(Item(self.place(scope), block))
        for _ in range(self.source.randint(1, 4)):
            place = self.place(scope)
            items.append(Item(place, self.statement(scope, 1)))
        if self.function.returns or self.chance(0.3):
            items.append(Item(self.place(scope), self.leave(scope)))
        return Block(items, self.place(scope))


class Program:
    """`mode`: "", "threads" or "fork". Functions of several files; the first is where it begins."""

    PARAMETERS = (INT, INT, UINT, INTEGERS[6], ULONG, DOUBLE, POINTER, FUNCTION)
    RETURNS = (INT, UINT, ULONG, INTEGERS[6], DOUBLE, POINTER, None, None)

    def __init__(self, source, mode, files):
        self.mode, self.files = mode, files
        self.functions = [self.function(source, number) for number in range(source.randint(2, 4))]
        if source.random() < 0.5:
            inline = self.function(source, len(self.functions))
            inline.file, inline.inline = "program.h", True
            self.functions.append(inline)
        for function in self.functions:
            others = [] if function.inline else self.functions[1:]
            function.body = Bodies(source, function, others, mode == "fork").whole()

    def function(self, source, number):
        parameters = {"a%d" % i: Variable(source.choice(self.PARAMETERS), None) for i in range(source.randint(1, 3))}
        if number == 0:
            return Function("f0", self.files[0], {"a0": Variable(INT, None)}, INT)
        return Function("f%d" % number, source.choice(self.files), parameters, source.choice(self.RETURNS))

    def places(self):
        """{function: its places that comments can stand at}, each as many times as it shall be taken."""
        return {function: list(places_in(function.body, 1)) for function in self.functions}


def places_in(part, depth):
    """The deeper, the fewer times."""
    if isinstance(part, Item):
        yield from [part.place] * (24 // depth ** 2)
        yield from places_in(part.statement, depth)
    elif isinstance(part, (Block, Value)):
        for item in part.items:
            yield from places_in(item, depth)
        yield from [part.end if isinstance(part, Block) else part.place] * (24 // depth ** 2)
    elif isinstance(part, Nested):
        for _, body in part.bodies:
            yield from places_in(body, depth + 1)
