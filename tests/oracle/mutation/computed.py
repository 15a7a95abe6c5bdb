"""Mutants of arithmetic, bitwise operators, shifts, constants and values that are read: AOR, BOR, SOR, CRP, UOI and
AOIU of CRITERIA.md, each with its words and its source. It runs nothing. Operands are evaluated once: a mutant that
would divide by zero keeps the original's value."""
import kinds
import ranges
import tree
import writer

LEAST = {"int": "INT_MIN", "long": "LONG_MIN"}


def operand_types(expression):
    """What the operands are converted to before the operator sees them."""
    left, right = (part.type for part in expression.parts)
    if expression.operator in tree.SHIFTS:
        return kinds.promoted(left), kinds.promoted(right)
    if left.is_pointer and right.is_integer:
        return left, kinds.promoted(right)
    return (kinds.common(left, right),) * 2


def shown(expression, operator, before=""):
    """Words for the expression with another operator in its place."""
    left, right = (writer.shown(part, expression.strength + extra) for extra, part in enumerate(expression.parts))
    return "%s%s %s %s for it" % (before, left, operator, right)


def divides(operator, type_):
    """What keeps a division from having no value, as C; empty if nothing can."""
    if operator not in ("/", "%") or not type_.is_integer:
        return ""
    guard = "weak_right != 0"
    return guard + " && (weak_right != -1 || weak_left != %s)" % LEAST[type_.name] if type_.signed else guard


def holds(type_):
    """Whether an integer type can hold weak_changed, a floating-point number; empty if every type can."""
    if type_ is None or type_.kind != "integer":
        return ""
    if type_.bits == 64:
        return "weak_changed >= -0x1p63 && weak_changed < 0x1p63" if type_.signed \
            else "weak_changed > -1 && weak_changed < 0x1p64"
    return "weak_changed > %d.0 - 1 && weak_changed < %d.0 + 1" % type_.limits()


def source(expression, changed, guard, stored):
    """Writes the changed expression, and the original one where the changed one has no value."""
    types = operand_types(expression)
    fits = holds(stored) if expression.type.is_floating else ""
    original = "(weak_left %s weak_right)" % expression.operator

    def write(out):
        out.put("({ ")
        for name, type_, part in zip(("weak_left", "weak_right"), types, expression.parts):
            out.put("%s %s = (" % (type_.name, name))
            out.node(part)
            out.put("); ")
        out.put("%s weak_changed = %s; " % (expression.type.name, "%s ? %s : %s" % (guard, changed, original) if guard
                                            else changed))
        out.put("%s; })" % ("%s ? weak_changed : %s" % (fits, original) if fits else "weak_changed"))
    return write


def division_listed(divisor):
    """Whether a division by it must be listed: not if it is 0. None if that depends on how much is known of values."""
    return False if ranges.loose(divisor) == (0, 0) else None if ranges.tight(divisor) == (0, 0) else True


def replacements(expression):
    """The operators that stand in its place."""
    types = [part.type for part in expression.parts]
    if expression.operator in tree.BITWISE:
        return tree.BITWISE
    if expression.operator in tree.SHIFTS:
        return tree.SHIFTS
    if any(type_.is_pointer for type_ in types):
        return ("+", "-")
    return tree.ARITHMETIC if expression.type.is_integer else tree.ARITHMETIC[:-1]


def alone(expression):
    """(words, source) of an operand in place of the expression."""
    names = ("weak_left", "weak_right")[:1 if expression.type.is_pointer else 2]
    return [("%s for it" % writer.shown(part), name) for part, name in zip(expression.parts, names)]


def other_sign(type_):
    return {"int": "unsigned", "unsigned": "int", "long": "unsigned long", "unsigned long": "long"}[type_.name]


def criterion_of(expression):
    operator = expression.operator
    return "BOR" if operator in tree.BITWISE else "SOR" if operator in tree.SHIFTS else "AOR"


def shift_listed(expression, other_sign=False):
    """Whether another shift must be listed: not a shift by 0, nor one of what has no sign that could be treated
    otherwise. None if that depends on how much is known about values."""
    def differs(range_of):
        low, high = range_of(expression.parts[0])
        most = 2**(kinds.promoted(expression.parts[0].type).bits - 1) - 1
        return range_of(expression.parts[1]) != (0, 0) and not (other_sign and low >= 0 and high <= most)
    return True if differs(ranges.tight) else None if differs(ranges.loose) else False


def mutants(expression, stored):
    """(criterion, words, source, whether it is listed) of each mutant of an operation."""
    left, right = (part.type for part in expression.parts)
    criterion = criterion_of(expression)
    if left.is_pointer and right.is_pointer or not any(inner.is_read or inner.has_effect for inner in expression.all()):
        return
    for operator in replacements(expression):
        if operator != expression.operator:
            guard = divides(operator, operand_types(expression)[0])
            changed = source(expression, "weak_left %s weak_right" % operator, guard, stored)
            yield criterion, shown(expression, operator), changed, \
                shift_listed(expression) if criterion == "SOR" else not guard or division_listed(expression.parts[1])
    if criterion == "AOR":
        for words, changed in alone(expression):
            yield criterion, words, source(expression, changed, "", stored), True
    if expression.operator == ">>":
        cast = other_sign(kinds.promoted(left))
        changed = "(%s)weak_left >> weak_right" % cast
        yield criterion, shown(expression, ">>", "(%s)" % cast), source(expression, changed, "", stored), \
            shift_listed(expression, other_sign=True)


# UOI, AOIU

def unary_source(expression, form, stored):
    """Writes a value that is read with an operator at it, or the value where what is stored cannot hold that."""
    type_ = kinds.promoted(expression.type)
    fits = holds(stored) if type_.is_floating else ""

    def write(out):
        out.put("({ %s weak_value = " % type_.name)
        expression.write(out)
        out.put("; %s weak_changed = %s; " % (type_.name, form.format("weak_value")))
        out.put("%s; })" % ("%s ? weak_changed : weak_value" % fits if fits else "weak_changed"))
    return write


def read_mutants(expression, stored, only_truth):
    """(criterion, words, source, whether it is listed) of each mutant of a value that is read."""
    if expression.type.kind not in ("integer", "truth", "floating"):
        return
    for form in ("{0} + 1", "{0} - 1", "-{0}", "~{0}", "!{0}"):
        if form == "~{0}" and expression.type.is_floating or form == "-{0}" and only_truth:
            continue
        words = "%s for it" % form.format(writer.shown(expression))
        for criterion in ("UOI", "AOIU") if form == "-{0}" else ("UOI",):
            yield criterion, words, unary_source(expression, form, stored), True


# CRP

def constants(value):
    """What stands in place of a constant, as text."""
    found = []
    for other in (0, 1, -1, value + 1, value - 1):
        if other != value and other not in found:
            found.append(other)
    return ["%g" % other for other in found]


def valid(expression, position, text):
    """Whether it can have a value with that constant."""
    if position == 0 or "." in text:
        return True
    if expression.operator in ("/", "%"):
        return float(text) != 0 or expression.type.is_floating
    return expression.operator not in tree.SHIFTS or 0 <= int(text) < expression.type.bits


def constant_mutants(expression, stored):
    """(criterion, words, source, whether it is listed) of each mutant of an operator with a constant operand."""
    if expression.operator in ("&&", "||") or any(part.type.is_pointer for part in expression.parts):
        return
    for position, part in enumerate(map(tree.unwrapped, expression.parts)):
        if isinstance(part, tree.Constant):
            for text in constants(part.number()):
                parts = list(expression.parts)
                parts[position] = tree.Constant(text, part.type)
                changed = tree.Binary(expression.operator, *parts)
                yield "CRP", "%s for it" % writer.shown(changed), replaced_constant(expression, changed, stored), \
                    valid(expression, position, text)


def replaced_constant(expression, changed, stored):
    """Writes an operator with another constant; where that has no value, as it was."""
    names = ("weak_left", "weak_right")
    values = [other.text if isinstance(other, tree.Constant) and part is not other else name
              for name, part, other in zip(names, expression.parts, changed.parts)]
    types = operand_types(expression)
    written = ["(%s)%s" % (type_.name, value) for type_, value in zip(types, values)]
    guard = divides(expression.operator, types[0])
    for name, value in zip(names, written):
        guard = guard.replace(name, value)
    if expression.operator in tree.SHIFTS:
        guard = "%s >= 0 && %s < %d" % (written[1], written[1], expression.type.bits)
    return source(expression, "(%s %s %s)" % (written[0], expression.operator, written[1]), guard, stored)
