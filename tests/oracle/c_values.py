"""Arithmetic of C on a machine with 32-bit int and 64-bit long: types, conversions, and where the result is not
defined. A signed left shift is, as gcc and clang define it. It knows nothing of hlcov."""
import math


class Undefined(Exception):
    """C does not say what the value is."""


def need(condition):
    """What must hold for the value to be defined. Returns nothing, so that `need(c) or v` is v."""
    if not condition:
        raise Undefined


class Type:
    def __init__(self, bits, signed):
        self.bits, self.signed = bits, signed
        self.low = -2**(bits - 1) if signed else 0
        self.high = 2**(bits - 1) - 1 if signed else 2**bits - 1


INT, UNSIGNED, LONG, DOUBLE = Type(32, True), Type(32, False), Type(64, True), Type(64, True)
TYPES = {"signed char": Type(8, True), "unsigned char": Type(8, False), "short": Type(16, True),
         "_Bool": Type(1, False), "int": INT, "unsigned": UNSIGNED, "long": LONG,
         "unsigned long": Type(64, False), "double": DOUBLE}


def convert(value, from_, to):
    if to is DOUBLE:
        return float(value)
    if to is TYPES["_Bool"]:
        return int(value != 0)
    if from_ is DOUBLE:
        need(not math.isnan(value) and not math.isinf(value) and to.low <= int(value) <= to.high)
        return int(value)
    value %= 2**to.bits
    return value - 2**to.bits if value > to.high else value


def promoted(type_):
    return INT if type_ is not DOUBLE and type_.bits < 32 else type_


def common(one, other):
    """The type that both operands of an arithmetic operator are converted to."""
    if one is DOUBLE or other is DOUBLE:
        return DOUBLE
    one, other = promoted(one), promoted(other)
    if one.bits != other.bits:
        return max(one, other, key=lambda type_: type_.bits)
    return other if one.signed else one


def quotient(a, b):
    """Of floating-point numbers, where zero divides, too."""
    if b != 0:
        return a / b
    if a == 0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1, b)


def truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


FLOATS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": quotient}
INTEGERS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": truncated,
            "%": lambda a, b: a - truncated(a, b) * b, "&": lambda a, b: a & b, "|": lambda a, b: a | b,
            "^": lambda a, b: a ^ b, "abs": lambda a, b: abs(a)}
RELATIONS = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
             ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


def arithmetic(operator, a, b, type_):
    """Of operands that were converted to the type."""
    if operator in RELATIONS:
        return int(RELATIONS[operator](a, b))
    if type_ is DOUBLE:
        return FLOATS[operator](a, b)
    if operator in ("/", "%"):
        need(b != 0 and type_.low <= truncated(a, b) <= type_.high)
    value = INTEGERS[operator](a, b)
    if type_.signed:
        need(type_.low <= value <= type_.high)
    return convert(value, type_, type_)


def shift(operator, a, count, type_):
    need(0 <= count < type_.bits)
    return convert(a << count if operator == "<<" else a >> count, type_, type_)
