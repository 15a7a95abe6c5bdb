"""Values that labels bind, and guards over them with their arithmetic, after htol/HTOL.md. It knows no C."""
import collections
import operator

# kind: s signed, u unsigned, f floating point, p pointer, c pointer to a function. The data of a pointer is its
# process and address; of the null pointer, None and 0.
Value = collections.namedtuple("Value", "kind data")

NULL = Value("p", (None, 0))
WORD = 1 << 64


class Undefined(Exception):
    """The guard has no value: it is false as a whole."""


def signed(number):
    number %= WORD
    return Value("s", number - WORD if number >= WORD >> 1 else number)


def unsigned(number):
    return Value("u", number % WORD)


def truth(value):
    if value.kind in "pc":
        raise Undefined
    return value.data != 0


def same_pointer(left, right):
    """The null pointer equals zero, and no other pointer a number."""
    if (left.kind in "pc") != (right.kind in "pc"):
        pointer, number = (left, right) if left.kind in "pc" else (right, left)
        return pointer == NULL and number.data == 0
    if left.kind not in "pc" or right.kind not in "pc" or NULL in (left, right):
        return left == right
    if left.kind != right.kind or left.kind == "p" and left.data[0] != right.data[0]:
        raise Undefined
    return left == right


def compare(symbol, left, right):
    if left.kind in "pc" or right.kind in "pc":
        if symbol not in ("==", "!="):
            raise Undefined
        return same_pointer(left, right) == (symbol == "==")
    return COMPARISONS[symbol](left.data, right.data)


COMPARISONS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
               ">=": operator.ge}
WRAPPING = {"+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_,
            "^": operator.xor}


def quotient(left, right):
    """Towards zero."""
    result = abs(left) // abs(right)
    return result if (left < 0) == (right < 0) else -result


def floating(symbol, left, right):
    if symbol not in "+-*/" or symbol == "/" and right == 0:
        raise Undefined
    return Value("f", left / right if symbol == "/" else WRAPPING[symbol](left, right))


def arithmetic(symbol, left, right):
    if left.kind in "pc" or right.kind in "pc":
        raise Undefined
    if "f" in (left.kind, right.kind):
        return floating(symbol, float(left.data), float(right.data))
    made = unsigned if "u" in (left.kind, right.kind) else signed
    one, two = made(left.data).data, made(right.data).data
    if symbol in WRAPPING:
        return made(WRAPPING[symbol](one, two))
    if two == 0:
        raise Undefined
    return made(quotient(one, two) if symbol == "/" else one - two * quotient(one, two))


LEVELS = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7, "+": 8, "-": 8,
          "*": 9, "/": 9, "%": 9}
HIGHEST = 10


class Number:
    level = HIGHEST

    def __init__(self, text, value):
        self.spelling, self.number = text, value

    def text(self):
        return self.spelling

    def value(self, _environment):
        return self.number

    def names(self):
        return set()


class Meta:
    level = HIGHEST

    def __init__(self, name):
        self.name = name

    def text(self):
        return self.name

    def value(self, environment):
        return environment[self.name]

    def names(self):
        return {self.name}


class Unary:
    level = HIGHEST

    def __init__(self, symbol, operand):
        self.symbol, self.operand = symbol, operand

    def text(self):
        return self.symbol + ("%s" if isinstance(self.operand, Meta) else "(%s)") % self.operand.text()

    def value(self, environment):
        value = self.operand.value(environment)
        if self.symbol == "!":
            return signed(not truth(value))
        if value.kind in "pc" or self.symbol == "~" and value.kind == "f":
            raise Undefined
        if value.kind == "f":
            return Value("f", -value.data)
        return (signed if value.kind == "s" else unsigned)(-value.data if self.symbol == "-" else ~value.data)

    def names(self):
        return self.operand.names()


class Binary:
    def __init__(self, symbol, left, right):
        self.symbol, self.left, self.right, self.level = symbol, left, right, LEVELS[symbol]

    def text(self):
        left = ("%s" if self.left.level >= self.level else "(%s)") % self.left.text()
        right = ("%s" if self.right.level > self.level else "(%s)") % self.right.text()
        return "%s %s %s" % (left, self.symbol, right)

    def value(self, environment):
        left = self.left.value(environment)
        if self.symbol in ("&&", "||"):
            if truth(left) == (self.symbol == "||"):
                return signed(self.symbol == "||")
            return signed(truth(self.right.value(environment)))
        right = self.right.value(environment)
        if self.symbol in COMPARISONS:
            return signed(compare(self.symbol, left, right))
        return arithmetic(self.symbol, left, right)

    def names(self):
        return self.left.names() | self.right.names()


def holds(guard, environment):
    """Whether the guard is true in the environment: {name: Value}."""
    try:
        return truth(guard.value(environment))
    except Undefined:
        return False
