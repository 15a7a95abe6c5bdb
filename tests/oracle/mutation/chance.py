"""Random functions of C with the arguments of their calls. They may still do what C leaves undefined for some of these:
whoever runs them leaves such calls out. It knows no mutant."""
import copy

import body
import kinds
import tree
from tree import Binary, Call, Cast, Choice, Constant, Group, Read, Step, Unary, Use

# Objects that all functions share. Their values are set before each call.
WORLD = """struct record { signed int b : 4; unsigned u : 3; signed int w : 11; _Bool t : 1; signed char c;
    unsigned short h; long l; double d; float e; };
extern struct record record;
extern int ga, table[8], calls;
extern unsigned gu;
extern volatile int gv;
extern double gd;
extern int same(int), count(int), halved(long);
extern double scaled(double);
#define LESS(a, b) ((a) < (b))
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define WITHIN(a, b) ((a) >= 0 && (a) < (b))
"""
MEMBERS = (("b", 4, True), ("u", 3, False), ("w", 11, True))
PARAMETERS = (kinds.INT, kinds.INT, kinds.UNSIGNED, kinds.LONG, kinds.CHAR, kinds.UNSIGNED_CHAR, kinds.SHORT,
              kinds.UNSIGNED_SHORT, kinds.SIGNED_CHAR, kinds.UNSIGNED_LONG, kinds.TRUTH, kinds.DOUBLE, kinds.FLOAT,
              kinds.DOUBLE, kinds.POINTER, kinds.RECORD)
CONSTANTS = ("0", "1", "2", "3", "4", "7", "-1", "-2", "10", "100")
WORDED = (("'\\n'", kinds.INT, 10), ("'\\377'", kinds.INT, -1), ("'\\x41'", kinds.INT, 65), ("'\\0'", kinds.INT, 0),
          ("(char)300", kinds.CHAR, 44), ("(1 << 3)", kinds.INT, 8), ("sizeof(short)", kinds.UNSIGNED_LONG, 2),
          ("(2 - 5)", kinds.INT, -3), ("(7 > 3 ? 6 : 9)", kinds.INT, 6), ("__alignof__(int)", kinds.UNSIGNED_LONG, 4))
FLOATINGS = ("0.5", "1.0", "2.0", "-1.5", "0.0", "3.25")
VALUES = {"integer": (0, 0, 1, 1, 2, 3, 4, 5, 7, -1, -1, -2, -3, 8, 10, 100),
          "floating": ("0.0", "-0.0", "1.0", "0.5", "-1.5", "2.0", "3.25", "1e300", "-1.0", "INFINITY", "NAN",
                       "-INFINITY", "2.0", "1.0")}


def literal(source, type_):
    """A value of the type as an argument."""
    if type_.is_pointer:
        return "table + %d" % source.randint(1, 5)
    if type_ is kinds.RECORD:
        return "&record"
    if type_.is_floating:
        text = source.choice(VALUES["floating"])
        return "1e30" if type_ is kinds.FLOAT and text == "1e300" else text
    low, high = type_.limits()
    if source.random() < .15:
        value = source.choice((low, low + 1, high, high - 1))
    else:
        value = min(max(source.choice(VALUES["integer"]), low), high)
    if value == kinds.LONG.limits()[0]:
        return "LONG_MIN"
    return "%d%s" % (value, "UL" if type_ is kinds.UNSIGNED_LONG else "L" if type_.bits == 64 else "")


def grouped(expression):
    """A macro's argument where its body names it."""
    return Group(copy.deepcopy(expression))


def compared(operator, one, other):
    return Binary(operator, grouped(one), grouped(other))


def less(one, other):
    return Use("LESS", (one, other), Group(compared("<", one, other)))


def within(one, other):
    return Use("WITHIN", (one, other), Group(Binary("&&", Binary(">=", grouped(one), Constant("0")),
                                                    compared("<", one, other))))


def is_variable(expression):
    return any(inner.is_read or inner.has_effect for inner in expression.all())


def names(expression):
    return {inner.text for inner in expression.all() if inner.is_read}


class Maker:
    """Makes the statements of one function."""

    def __init__(self, source, name):
        self.source, self.name, self.variables, self.fixed, self.volatile = source, name, [], set(), {"gv"}
        self.parameters = [(source.choice(PARAMETERS), "abcd"[number]) for number in range(source.randint(2, 4))]
        for type_, parameter in self.parameters:
            self.add(type_, parameter)
        self.result = source.choice((kinds.INT, kinds.LONG, kinds.DOUBLE, kinds.UNSIGNED_CHAR, kinds.TRUTH))

    def add(self, type_, name):
        self.variables.append((name, type_))

    def one_in(self, number):
        return self.source.randrange(number) == 0

    # What is read.

    def locals_of(self, test):
        return [Read(name, type_, is_volatile=name in self.volatile) for name, type_ in self.variables if test(type_)]

    def record_reads(self, floating):
        pointers = ["%s->" % name for name, type_ in self.variables if type_ is kinds.RECORD] + ["record."]
        before = self.source.choice(pointers)
        if floating:
            return Read(before + "d", kinds.DOUBLE, in_memory=True) if self.one_in(2) \
                else Read(before + "e", kinds.FLOAT, in_memory=True)
        fields = [(name, kinds.Type("int" if signed else "unsigned", bits, signed)) for name, bits, signed in MEMBERS]
        fields += [("t", kinds.TRUTH), ("c", kinds.SIGNED_CHAR), ("h", kinds.UNSIGNED_SHORT), ("l", kinds.LONG)]
        name, type_ = self.source.choice(fields)
        return Read(before + name, type_, in_memory=True)

    def element(self, depth):
        pointers = self.locals_of(lambda type_: type_.is_pointer)
        if pointers and self.one_in(2):
            pointer = self.source.choice(pointers)
            if self.one_in(2):
                return Read("*@", kinds.INT, [pointer], in_memory=True)
            return Read(pointer.text + "[@]", kinds.INT, [Constant(self.source.choice(("0", "1", "-1", "2")))],
                        in_memory=True)
        index = Binary("&", self.variable(self.integer(min(depth, 1))), Constant("7"))
        return Read("table[@]", kinds.INT, [index], in_memory=True)

    def read_integer(self, depth):
        if self.one_in(8):
            return self.element(depth)
        if self.one_in(7):
            return self.record_reads(False)
        if self.one_in(8):
            name, type_ = self.source.choice((("ga", kinds.INT), ("gu", kinds.UNSIGNED), ("gv", kinds.INT)))
            return Read(name, type_, in_memory=True, is_volatile=name == "gv")
        own = self.locals_of(lambda type_: type_.is_integer)
        return self.source.choice(own) if own else Read("ga", kinds.INT, in_memory=True)

    # Operators of two operands: C leaves open which is first, so at most one may change what the other one sees; nor
    # is a variable measured that a call on the right has as its argument.

    def binary(self, operator, left, right):
        if left.any("has_effect") and right.any("reads_memory") or \
                right.any("has_effect") and (left.any("reads_memory") or names(left) & names(right)):
            right = Constant(self.source.choice(("1", "2", "5")))
        return Binary(operator, left if is_variable(right) else self.variable(left), right)

    def variable(self, expression):
        """It, or what is read in its place if it is constant."""
        return expression if is_variable(expression) else self.read_integer(0)

    def call(self, depth):
        name, type_ = self.source.choice((("same", kinds.INT), ("count", kinds.INT), ("halved", kinds.INT)))
        return Call(name, type_, [self.integer(min(depth, 1), calls=False)])

    def divisor(self, depth):
        form = self.source.randrange(4)
        if form == 0:
            return Constant(self.source.choice(("2", "3", "-3", "10")))
        if form == 1:
            return Binary("|", self.read_integer(0), Constant("1"))
        return self.read_integer(depth)

    def bits_to_shift(self, depth):
        form = self.source.randrange(4)
        if form == 0:
            return Constant(self.source.choice(("0", "1", "2", "5")))
        if form == 1:
            return Binary("&", self.read_integer(0), Constant("7"))
        return self.read_integer(depth)

    def arithmetic(self, depth):
        operator = self.source.choice(tree.ARITHMETIC + ("+", "-"))
        left = self.integer(depth - 1)
        return self.binary(operator, left, self.divisor(0) if operator in "/%" else self.integer(depth - 1))

    def shift(self, depth):
        return self.binary(self.source.choice(tree.SHIFTS), self.integer(depth - 1), self.bits_to_shift(0))

    def bitwise(self, depth):
        return self.binary(self.source.choice(tree.BITWISE), self.integer(depth - 1), self.integer(depth - 1))

    def choice(self, depth):
        return Choice(self.condition(min(depth, 2)), self.integer(depth - 1), self.integer(depth - 1))

    def cast(self, depth):
        to = self.source.choice((kinds.SIGNED_CHAR, kinds.UNSIGNED_CHAR, kinds.UNSIGNED, kinds.LONG, kinds.SHORT))
        return Cast(to, self.variable(self.floating(depth - 1) if self.one_in(5) else self.integer(depth - 1)))

    def unary(self, depth):
        return Unary(self.source.choice("-~-"), self.variable(self.integer(depth - 1)))

    def distance(self, depth):
        pointers = self.locals_of(lambda type_: type_.is_pointer)
        return Binary("-", self.pointer(1), self.source.choice(pointers)) if pointers else self.arithmetic(depth)

    def least(self, depth):
        one, other = self.read_integer(0), self.integer(0)
        chosen = Choice(compared("<", one, other), grouped(one), grouped(other))
        return Use("LEAST", (one, other), Group(chosen))

    def constant(self):
        return Constant(*self.source.choice(WORDED)) if self.one_in(3) else Constant(self.source.choice(CONSTANTS))

    def integer(self, depth, calls=True):
        """An expression of some integer type."""
        if depth <= 0:
            return self.constant() if self.one_in(4) else self.read_integer(0)
        forms = [self.arithmetic] * 5 + [self.shift, self.bitwise, self.bitwise, self.choice, self.cast, self.unary,
                                         self.read_integer, self.relation, self.distance, self.logical, self.least]
        return self.source.choice(forms + [self.call] if calls else forms)(depth)

    def floating(self, depth):
        own = self.locals_of(lambda type_: type_.is_floating)
        form = self.source.randrange(3 if depth <= 0 else 9)
        if form == 0:
            return Constant(self.source.choice(FLOATINGS), kinds.DOUBLE)
        if form < 3:
            return self.source.choice(own + [Read("gd", kinds.DOUBLE, in_memory=True), self.record_reads(True)])
        if form == 3:
            return Cast(kinds.DOUBLE, self.variable(self.integer(depth - 1)))
        if form == 4:
            return Unary("-", self.variable(self.floating(depth - 1)))
        if form == 5:
            return Call("scaled", kinds.DOUBLE, [self.floating(0)])
        return self.binary(self.source.choice("+-*/"), self.floating(depth - 1),
                           self.integer(0) if self.one_in(4) else self.floating(depth - 1))

    def pointer(self, depth):
        own = self.source.choice(self.locals_of(lambda type_: type_.is_pointer))
        if depth <= 0 or self.one_in(2):
            return own
        return Binary(self.source.choice("+-"), own, Constant(self.source.choice(("1", "2"))))

    # Truths.

    def relation(self, depth):
        operator, pointers = self.source.choice(tree.RELATIONS), self.locals_of(lambda type_: type_.is_pointer)
        if pointers and self.one_in(3):
            return Binary(operator, self.pointer(1), self.pointer(1))
        if pointers and self.one_in(6):
            return Binary(self.source.choice(("==", "!=")), self.pointer(0), Constant("(void *)0", kinds.POINTER))
        if self.one_in(5):
            return self.binary(operator, self.variable(self.floating(depth - 1)),
                               self.floating(0) if self.one_in(2) else self.integer(0))
        left = self.variable(self.integer(depth - 1))
        return self.binary(operator, left, self.integer(0 if self.one_in(2) else depth - 1))

    def logical(self, depth):
        return Binary(self.source.choice(("&&", "||")), self.truth(depth - 1), self.truth(depth - 1))

    def truth(self, depth):
        """An operand of && or ||: not a constant, which decides without being asked."""
        form = self.source.randrange(10)
        if form < 2 and depth > 0:
            return self.logical(depth)
        if form == 2:
            return Unary("!", self.truth(depth - 1))
        if form == 3:
            return self.read_integer(0)
        if form == 4 and depth > 0:
            one, other = self.read_integer(0), self.integer(0)
            return self.source.choice((less, within))(one, other)
        return self.relation(max(depth, 1))

    def condition(self, depth):
        return self.logical(depth) if depth > 0 and self.one_in(2) else self.truth(depth)

    # Statements.

    def declaration(self, name):
        type_ = self.source.choice((kinds.INT, kinds.LONG, kinds.UNSIGNED, kinds.UNSIGNED_CHAR, kinds.SHORT, kinds.CHAR,
                                    kinds.DOUBLE, kinds.INT, kinds.INT, kinds.INT, kinds.TRUTH, kinds.FLOAT))
        value = self.floating(2) if type_.is_floating and self.one_in(2) else self.integer(2)
        self.add(type_, name)
        if self.one_in(12):
            self.volatile.add(name)
        return body.declare(type_, name, value, "volatile " if name in self.volatile else "")

    def target(self):
        if self.one_in(4):
            return self.record_reads(self.one_in(3))
        if self.one_in(5):
            return Read("table[@]", kinds.INT, [Binary("&", self.read_integer(0), Constant("3"))], in_memory=True)
        own = [Read(name, type_, is_volatile=name in self.volatile) for name, type_ in self.variables
               if name not in self.fixed and not type_.is_pointer and type_ is not kinds.RECORD]
        return self.source.choice(own + [Read("ga", kinds.INT, in_memory=True)])

    def assignment(self):
        target = self.target()
        value = self.floating(2) if target.type.is_floating and self.one_in(2) else self.integer(2)
        while value.any("has_effect") and (target.parts or target.reads_memory):
            value = self.integer(1, calls=False)
        operators = ("=", "=", "+=", "-=", "*=") if target.type.is_floating else ("=", "=", "=", "+=", "-=", "|=", "&=",
                                                                                 "^=")
        return body.Assign(target, self.source.choice(operators) if value.type.is_integer else "=", value)

    def copy(self):
        """An assignment to a variable, that does nothing else."""
        own = [Read(name, type_, is_volatile=name in self.volatile) for name, type_ in self.variables
               if type_ in (kinds.INT, kinds.LONG, kinds.DOUBLE)]
        return body.Assign(self.source.choice(own or [Read("ga", kinds.INT, in_memory=True)]), "=",
                           self.integer(1, calls=False))

    def loop(self, depth):
        name = "ijk"[depth]
        variable = Read(name, kinds.INT)
        self.add(kinds.INT, name)
        self.fixed.add(name)
        condition = Binary("<", variable, Constant(self.source.choice(("2", "3", "4"))))
        if self.one_in(2):
            condition = Binary("&&", condition, self.truth(1))
        loop = body.For(variable, Constant(self.source.choice(("0", "1"))), condition, self.block(depth))
        self.variables = [row for row in self.variables if row[0] != name]
        return loop

    def counted(self, depth):
        """do ... while, over a variable of its own."""
        name = "n%d" % len(self.fixed)
        self.fixed.add(name)
        self.add(kinds.INT, name)
        step = Step(self.source.choice(("@++", "++@")), Read(name, kinds.INT))
        condition = Binary("<", step, Constant(self.source.choice(("1", "2", "3"))))
        if self.one_in(2):
            condition = Binary("&&", condition, self.truth(1))
        inner = self.block(depth)
        loop = body.Do(inner, condition) if self.one_in(2) else body.Branch("while", condition, inner)
        self.variables = [row for row in self.variables if row[0] != name]
        return [body.Plain("int %s = 0;" % name), loop]

    def switch(self, depth):
        cases = [("case %d" % label, self.block(depth) + [body.Plain("break;")]) for label in (0, 1, -1)]
        return body.Switch(self.integer(1), cases + [("default", self.block(depth))])

    def statement(self, depth):
        form = self.source.randrange(12)
        if depth > 0 or form < 5:
            return [self.assignment()] if form else [body.evaluate(self.call(1))]
        if form < 9:
            other = self.block(depth) if self.one_in(3) else ()
            return [body.Branch("if", self.condition(2), self.block(depth), other)]
        if form == 9:
            return [self.loop(depth)]
        return self.counted(depth) if form == 10 else [self.switch(depth)]

    def block(self, depth):
        return [row for _ in range(self.source.randint(1, 2)) for row in self.statement(depth + 1)]

    def function(self, calls):
        rows = [self.declaration("xyz"[number]) for number in range(self.source.randint(2, 3))]
        rows += [self.copy(), self.copy()]
        for _ in range(self.source.randint(1, 2)):
            rows += self.statement(0)
        value = self.floating(2) if self.result.is_floating else self.integer(2)
        made = body.Function(self.name, self.result, self.parameters, rows + [body.give_back(value, self.result)])
        made.rows = [[literal(self.source, type_) for type_, _ in self.parameters] for _ in range(calls)]
        return made


def function(source, name, calls):
    return Maker(source, name).function(calls)
