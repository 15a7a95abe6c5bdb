"""Types of C on a machine with 32-bit int and 64-bit long, and the values that they can hold; no arithmetic."""


class Type:
    """`name` is how C calls it. A bit-field has the name of its declared type, and fewer bits."""

    def __init__(self, name, bits, signed, kind="integer"):
        self.name, self.bits, self.signed, self.kind = name, bits, signed, kind

    def __deepcopy__(self, memo):
        return self

    @property
    def is_integer(self):
        return self.kind in ("integer", "truth")

    @property
    def is_floating(self):
        return self.kind == "floating"

    @property
    def is_pointer(self):
        return self.kind == "pointer"

    def limits(self):
        """The least and the greatest value of an integer type."""
        if self.signed:
            return -2**(self.bits - 1), 2**(self.bits - 1) - 1
        return 0, 2**self.bits - 1


TRUTH = Type("_Bool", 1, False, "truth")
SIGNED_CHAR, UNSIGNED_CHAR = Type("signed char", 8, True), Type("unsigned char", 8, False)
CHAR, SHORT, UNSIGNED_SHORT = Type("char", 8, True), Type("short", 16, True), Type("unsigned short", 16, False)
INT, UNSIGNED = Type("int", 32, True), Type("unsigned", 32, False)
LONG, UNSIGNED_LONG = Type("long", 64, True), Type("unsigned long", 64, False)
FLOAT, DOUBLE = Type("float", 32, True, "floating"), Type("double", 64, True, "floating")
POINTER = Type("const int *", 64, False, "pointer")
RECORD = Type("struct record *", 64, False, "record")
INTEGERS = (TRUTH, SIGNED_CHAR, UNSIGNED_CHAR, CHAR, SHORT, UNSIGNED_SHORT, INT, UNSIGNED, LONG, UNSIGNED_LONG)
NAMED = {type_.name: type_ for type_ in INTEGERS + (FLOAT, DOUBLE, POINTER, RECORD)}


def promoted(type_):
    """What an operand of arithmetic is converted to first; a bit-field counts by its bits."""
    if not type_.is_integer:
        return type_
    if type_.bits < 32:
        return INT
    return NAMED[type_.name]


def common(one, other):
    """The type that the operands of an arithmetic operator are converted to."""
    for type_ in (DOUBLE, FLOAT):
        if type_ in (one, other):
            return type_
    one, other = promoted(one), promoted(other)
    if one.bits != other.bits:
        return max(one, other, key=lambda type_: type_.bits)
    return other if one.signed else one
