"""Expressions of C without side effects, as users write them in labels: their text, their types, and when they have a
value without a trap. It knows no labels."""
import collections

# kind: s signed, u unsigned, f floating point, p pointer, c pointer to a function. Bits of an integer's value.
Type = collections.namedtuple("Type", "name kind bits")

INT, UINT = Type("int", "s", 32), Type("unsigned", "u", 32)
LONG, ULONG = Type("long long", "s", 64), Type("unsigned long long", "u", 64)
FLOAT, DOUBLE = Type("float", "f", 32), Type("double", "f", 64)
POINTER, FUNCTION = Type("int *", "p", 64), Type("function", "c", 64)
FLAG = Type("_Bool", "u", 1)
INTEGERS = (INT, UINT, LONG, ULONG, FLAG, Type("signed char", "s", 8), Type("unsigned char", "u", 8),
            Type("short", "s", 16), Type("unsigned short", "u", 16), Type("long", "s", 64),
            Type("unsigned long", "u", 64), Type("enum colour", "u", 32), Type("tick", "u", 16))

# What the program declares: an array has a length, else None.
Variable = collections.namedtuple("Variable", "type length")
# An expression at a place: `safe`: C that is true where it has a value without a trap, None: always.
Typed = collections.namedtuple("Typed", "text type safe")


def promoted(kind):
    return INT if kind.kind in "su" and kind.bits < 32 else kind


def usual(left, right):
    """The type of both sides of an operator."""
    left, right = promoted(left), promoted(right)
    if "f" in (left.kind, right.kind):
        return max((side for side in (left, right) if side.kind == "f"), key=lambda side: side.bits)
    bits = max(left.bits, right.bits)
    unsigned = any(side.kind == "u" and side.bits == bits for side in (left, right))
    return {(32, False): INT, (32, True): UINT, (64, False): LONG, (64, True): ULONG}[bits, unsigned]


def both(*conditions):
    conditions = ["(%s)" % condition for condition in conditions if condition]
    return " && ".join(conditions) or None


class Name:
    """A variable, a member of a structure, or \\result."""

    def __init__(self, name):
        self.name = name

    def typed(self, scope):
        return Typed(self.name, scope[self.name].type, None)


class Constant:
    def __init__(self, text, kind):
        self.text, self.kind = text, kind

    def typed(self, _scope):
        return Typed(self.text, self.kind, None)


class Index:
    def __init__(self, array, index):
        self.array, self.index = array, index

    def typed(self, scope):
        index, array = self.index.typed(scope), scope[self.array]
        inside = "(%s) < %d" % (index.text, array.length)
        if index.type.kind == "s":
            inside = "(%s) >= 0 && %s" % (index.text, inside)
        return Typed("%s[%s]" % (self.array, index.text), array.type, both(index.safe, inside))


class Pointed:
    def __init__(self, pointer):
        self.pointer = pointer

    def typed(self, _scope):
        return Typed("*" + self.pointer, INT, self.pointer + " != 0")


OVERFLOWS = {"+": "add", "-": "sub", "*": "mul"}


def own_condition(symbol, left, right, kind):
    """Of an operator of integers, once its operands have values."""
    sides = "(%s)(%s)" % (kind.name, left.text), "(%s)(%s)" % (kind.name, right.text)
    if symbol in OVERFLOWS and kind.kind == "s":
        return "!__builtin_%s_overflow_p(%s, %s, (%s)0)" % ((OVERFLOWS[symbol],) + sides + (kind.name,))
    if symbol in ("/", "%") and kind.kind == "u":
        return "%s != 0" % sides[1]
    if symbol in ("/", "%"):
        return "%s != 0 && !(%s == -1 && %s == %s)" % (sides[1], sides[1], sides[0], least(kind))
    return None


def least(kind):
    return "(-%d%s - 1)" % ((1 << kind.bits - 1) - 1, "ll" if kind.bits == 64 else "")


class Arithmetic:
    def __init__(self, symbol, left, right):
        self.symbol, self.left, self.right = symbol, left, right

    def typed(self, scope):
        left, right = self.left.typed(scope), self.right.typed(scope)
        kind = usual(left.type, right.type)
        own = None if kind.kind == "f" else own_condition(self.symbol, left, right, kind)
        text = "(%s %s %s)" % (left.text, self.symbol, right.text)
        return Typed(text, kind, both(left.safe, right.safe, own))


class Shift:
    def __init__(self, symbol, left, right):
        self.symbol, self.left, self.right = symbol, left, right

    def typed(self, scope):
        left, right = self.left.typed(scope), self.right.typed(scope)
        kind = promoted(left.type)
        own = "(%s) < %d" % (right.text, kind.bits)
        if promoted(right.type).kind == "s":
            own = "(%s) >= 0 && %s" % (right.text, own)
        return Typed("(%s %s %s)" % (left.text, self.symbol, right.text), kind, both(left.safe, right.safe, own))


class Comparison:
    """Of anything; its value is an int."""

    def __init__(self, symbol, left, right):
        self.symbol, self.left, self.right = symbol, left, right

    def typed(self, scope):
        left, right = self.left.typed(scope), self.right.typed(scope)
        return Typed("(%s %s %s)" % (left.text, self.symbol, right.text), INT, both(left.safe, right.safe))


class Logical:
    def __init__(self, symbol, left, right):
        self.symbol, self.left, self.right = symbol, left, right

    def typed(self, scope):
        left, right = self.left.typed(scope), self.right.typed(scope)
        passed = "!(%s)" % left.text if self.symbol == "&&" else left.text
        rest = right.safe and "(%s) || (%s)" % (passed, right.safe)
        return Typed("(%s %s %s)" % (left.text, self.symbol, right.text), INT, both(left.safe, rest))


class Prefix:
    """! - ~ of an arithmetic operand; ! of a pointer too."""

    def __init__(self, symbol, operand):
        self.symbol, self.operand = symbol, operand

    def typed(self, scope):
        operand = self.operand.typed(scope)
        text, kind = "%s(%s)" % (self.symbol, operand.text), promoted(operand.type)
        if self.symbol == "!":
            return Typed(text, INT, operand.safe)
        own = self.symbol == "-" and kind.kind == "s" and "(%s) != %s" % (operand.text, least(kind))
        return Typed(text, kind, both(operand.safe, own))


class Choice:
    def __init__(self, condition, yes, no):
        self.condition, self.yes, self.no = condition, yes, no

    def typed(self, scope):
        condition, yes, no = (part.typed(scope) for part in (self.condition, self.yes, self.no))
        chosen = (yes.safe or no.safe) and "(%s) ? (%s) : (%s)" % (condition.text, yes.safe or 1, no.safe or 1)
        text = "(%s ? %s : %s)" % (condition.text, yes.text, no.text)
        return Typed(text, usual(yes.type, no.type), both(condition.safe, chosen))


class Cast:
    def __init__(self, kind, operand):
        self.kind, self.operand = kind, operand

    def typed(self, scope):
        operand, own = self.operand.typed(scope), None
        if operand.type.kind == "f" and self.kind.kind in "su" and self.kind != FLAG:
            low = -(1 << self.kind.bits - 1) if self.kind.kind == "s" else 0
            high = 1 << self.kind.bits - (self.kind.kind == "s")
            wide = "(long double)(%s)" % operand.text
            own = "%s > %d.0L && %s < %d.0L" % (wide, low - 1, wide, high)
        return Typed("(%s)(%s)" % (self.kind.name, operand.text), self.kind, both(operand.safe, own))


class Call:
    """Of a function without side effects, of one int."""

    def __init__(self, function, argument):
        self.function, self.argument = function, argument

    def typed(self, scope):
        argument = Cast(INT, self.argument).typed(scope)
        return Typed("%s(%s)" % (self.function, argument.text), INT, argument.safe)


ODD = (Constant("BLUE", INT), Constant("','", INT), Constant("sizeof(int)", ULONG), Constant("-1", INT),
       Constant("2.5f", FLOAT), Constant("0x7fffffffffffffff", LONG), Constant("objects", POINTER),
       Constant("&objects[2]", POINTER), Constant("(int *)0", POINTER), Constant("twice", FUNCTION))


class Random:
    """Random expressions over the variables in a scope: {name: Variable}."""

    PURE = ("twice", "third", "clamped")

    def __init__(self, source, scope):
        self.source, self.scope = source, scope
        self.numbers = self.named("suf")
        self.pointers, self.functions = self.named("p"), self.named("c")
        self.arrays = [name for name, variable in scope.items() if variable.length]

    def named(self, kinds):
        return [name for name, variable in self.scope.items() if variable.type.kind in kinds and not variable.length]

    def constant(self):
        value = self.source.choice((0, 0, 1, 1, 2, 3, 4, 7))
        spelled = (("%d", INT), ("%du", UINT), ("%#x", INT), ("%dL", LONG), ("%d.5", DOUBLE), ("%d.5f", FLOAT))
        text, kind = self.source.choice(spelled[:1] * 6 + spelled)
        return Constant(text % value, kind)

    def leaf(self):
        dice = self.source.random()
        if dice < 0.1 and self.arrays:
            return Index(self.source.choice(self.arrays), self.integer(Name(self.source.choice(self.numbers))))
        if dice < 0.2 and self.pointers:
            return Pointed(self.source.choice(self.pointers))
        return self.constant() if dice < 0.35 else Name(self.source.choice(self.numbers))

    def integer(self, operand):
        return Cast(self.source.choice((INT, LONG, UINT)), operand) if self.is_floating(operand) else operand

    def is_floating(self, operand):
        return operand.typed(self.scope).type.kind == "f"

    def arithmetic(self, depth):
        """An expression with a number as its value."""
        dice, deeper = self.source.random(), depth - 1
        if depth == 0 or dice < 0.35:
            return self.leaf()
        if dice < 0.7:
            return Arithmetic(self.source.choice("+-*/+-*"), self.arithmetic(deeper), self.arithmetic(deeper))
        if dice < 0.8:
            operands = (self.integer(self.arithmetic(deeper)) for _ in range(2))
            return Arithmetic(self.source.choice("%&|^"), *operands)
        return self.other(depth, deeper)

    def other(self, depth, deeper):
        form = self.source.randrange(6)
        if form == 0:
            return Prefix(self.source.choice("-~!"), self.integer(self.arithmetic(deeper)))
        if form == 1:
            return Choice(self.truth(deeper), self.arithmetic(deeper), self.arithmetic(deeper))
        if form == 2:
            return Cast(self.source.choice(INTEGERS + (DOUBLE, FLOAT)), self.arithmetic(deeper))
        if form == 3:
            return Call(self.source.choice(self.PURE), self.arithmetic(deeper))
        if form == 4:
            unsigned = Cast(self.source.choice((UINT, ULONG)), self.arithmetic(deeper))
            return Shift(self.source.choice(("<<", ">>")), unsigned, self.integer(self.arithmetic(deeper)))
        return self.truth(depth)

    def truth(self, depth):
        dice, deeper = self.source.random(), depth - 1
        if depth > 0 and dice < 0.3:
            return Logical(self.source.choice(("&&", "||")), self.truth(deeper), self.truth(deeper))
        if dice < 0.36 and depth > 0:
            return Prefix("!", self.truth(deeper))
        if dice < 0.45 and self.pointers:
            return self.about_pointer()
        symbol = self.source.choice(("==", "!=", "<", "<=", ">", ">=", "!=", ">="))
        return Comparison(symbol, self.arithmetic(max(deeper, 0)), self.arithmetic(max(deeper, 0)))

    def about_pointer(self):
        pointer = Name(self.source.choice(self.pointers))
        if self.source.random() < 0.3:
            return Prefix("!", pointer)
        other = self.source.choice(("0", "&objects[1]", "objects", "objects + 2") + tuple(self.pointers))
        return Comparison(self.source.choice(("==", "!=")), pointer, Constant(other, POINTER))

    def predicate(self):
        dice = self.source.random()
        if dice < 0.55:
            return Constant(self.source.choice(("1", "1", "sizeof(int) == 4", "';' != ','", "!0", "1 /* a; b */")), INT)
        return self.truth(self.source.choice((0, 0, 1, 1, 2)))

    def bound(self):
        """What a binding may name."""
        dice = self.source.random()
        if dice < 0.12 and self.pointers:
            return Name(self.source.choice(self.pointers))
        if dice < 0.17 and self.functions:
            return Name(self.source.choice(self.functions))
        if dice < 0.2 and self.arrays:
            return Index(self.source.choice(self.arrays), Constant("1", INT))
        if dice < 0.24:
            return self.source.choice(ODD)
        return Name(self.source.choice(self.numbers)) if dice < 0.7 else self.arithmetic(2)
