"""Between which values an integer expression must lie by types and constants; what its variables hold, nobody asks."""
import kinds
import tree


def within(low, high, type_):
    """The range, if the type holds all of it; else every value of the type may be. A number alone is converted."""
    least, most = type_.limits()
    if low == high:
        low = high = bool(low) if type_ is kinds.TRUTH else least + (low - least) % (most - least + 1)
    return (low, high) if least <= low and high <= most else (least, most)


def products(one, other):
    corners = [a * b for a in one for b in other]
    return min(corners), max(corners)


def masked(one, other):
    """Of a & b: no more than an operand that is not negative."""
    tops = [high for low, high in (one, other) if low >= 0]
    return (0, min(tops)) if tops else (-2**64, 2**64)


def rest(left, right):
    """Of a % b, which has the sign of a."""
    most = max(abs(bound) for bound in right) - 1
    return max(-most, min(left[0], 0)), min(most, max(left[1], 0))


def moved_left(left, count):
    """Of a << b: it is a times a power of 2, if the count is one."""
    return products(left, (2**count[0], 2**count[1])) if 0 <= count[0] <= count[1] < 64 else (-2**64, 2**64)


def moved_right(left, count):
    if not 0 <= count[0] <= count[1] < 64:
        return min(left[0], 0), max(left[1], 0)
    corners = [bound >> most for bound in left for most in count]
    return min(corners), max(corners)


def quotients(left, right):
    """Of a / b, which C cuts towards 0; a divisor that may be 0 may also be 1 or -1."""
    most = max(-left[0], left[1], 0)
    if right[0] <= 0 <= right[1]:
        return (-most if left[0] < 0 or right[0] < 0 else 0), most
    corners = [abs(a) // abs(b) * (-1 if (a < 0) != (b < 0) else 1) for a in left for b in right]
    return min(corners), max(corners)


COMBINED = {"+": lambda a, b: (a[0] + b[0], a[1] + b[1]), "-": lambda a, b: (a[0] - b[1], a[1] - b[0]),
            "*": products, "&": masked, "%": rest,
            "/": quotients,
            "<<": moved_left, ">>": moved_right}


def of_binary(expression):
    left, right = (tight(part) for part in expression.parts)
    if left is None or right is None or expression.operator not in COMBINED:
        return expression.range()
    if expression.operator not in tree.SHIFTS:
        left, right = (within(*part, expression.type) for part in (left, right))
    return within(*COMBINED[expression.operator](left, right), expression.type)


def tight(expression):
    """The least and the greatest value that it could have, or None if it is no integer."""
    if not expression.type.is_integer:
        return None
    if expression.is_shell:
        return tight(expression.parts[0])
    if isinstance(expression, tree.Cast):
        inner = tight(expression.parts[0])
        return within(*inner, expression.type) if inner else expression.type.limits()
    if isinstance(expression, tree.Choice):
        ends = [tight(part) for part in expression.parts[1:]]
        return within(min(low for low, _ in ends), max(high for _, high in ends), expression.type)
    if isinstance(expression, tree.Binary) and not expression.is_relation and not expression.is_logical:
        return of_binary(expression)
    if isinstance(expression, tree.Unary) and expression.operator in "-~":
        low, high = tight(expression.parts[0])
        return within(*((-high, -low) if expression.operator == "-" else (-high - 1, -low - 1)), expression.type)
    return expression.range()


def loose(expression):
    """What is beyond doubt: constants, and the types of objects."""
    expression = tree.unwrapped(expression)
    if isinstance(expression, (tree.Constant, tree.Read)):
        return expression.range()
    return expression.type.limits() if expression.type.is_integer else None


def apart(left, right):
    """The classes k0 to k4 of a comparison that operands within two ranges can be in."""
    possible = {0} if left[0] < right[1] - 1 else set()
    for number, shift in ((1, -1), (2, 0), (3, 1)):
        if max(left[0], right[0] + shift) <= min(left[1], right[1] + shift):
            possible.add(number)
    return possible | ({4} if left[1] > right[0] + 1 else set())


def compared(expression, range_of):
    """The classes that a comparison can be in: see CRITERIA.md."""
    left, right = (part.type for part in expression.parts)
    if left.is_pointer or right.is_pointer:
        return {0, 2} if expression.operator in ("==", "!=") else {0, 1, 2, 3, 4}
    type_ = kinds.common(left, right)
    if type_.is_floating:
        return {0, 2, 4, 5}
    return apart(*(within(*range_of(part), type_) for part in expression.parts))
