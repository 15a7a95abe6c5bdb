"""Decisions of a function as trees of `&&`, `||` and conditions that may be negated, and their mutants: COR and LCR of
CRITERIA.md. A tree writes itself over whatever stands for its conditions."""
import tree
from tree import unwrapped


class Leaf:
    """A condition, perhaps negated."""

    def __init__(self, condition, negated):
        self.condition, self.negated = condition, negated

    def first(self):
        return self.condition

    def write(self, out, show):
        out.put("!!(" if not self.negated else "!(")
        show(out, self.condition)
        out.put(")")


class Joined:
    """Two trees, joined by && || or ^, which here is exclusive or of truth values."""

    def __init__(self, operator, left, right):
        self.operator, self.left, self.right = operator, left, right

    def first(self):
        return self.left.first()

    def write(self, out, show):
        out.put("(")
        self.left.write(out, show)
        out.put(" %s " % self.operator)
        self.right.write(out, show)
        out.put(")")


class Fixed:
    """true or false."""

    def __init__(self, value):
        self.value = value

    def write(self, out, show):
        out.put(str(self.value))


def is_not(expression):
    return isinstance(expression, tree.Unary) and expression.operator == "!"


def is_joined(expression):
    return isinstance(expression, tree.Binary) and expression.is_logical


def is_logical(expression):
    """&& or || at its top, or ! over those."""
    while is_not(expression) or expression.is_shell:
        expression = expression.parts[0]
    return is_joined(expression)


def plain(expression, negated=False):
    """Its tree, with ! at the conditions only, and of a && b && c the left operator innermost."""
    inner = unwrapped(expression)
    if is_not(inner):
        return plain(inner.parts[0], not negated)
    if not is_joined(inner):
        return Leaf(expression, negated)
    operator = inner.operator if not negated else {"&&": "||", "||": "&&"}[inner.operator]
    return joined(operator, plain(inner.parts[0], negated), plain(inner.parts[1], negated))


def joined(operator, left, right):
    """`left operator right`; where right is joined by the same operator, its operands follow one by one."""
    if isinstance(right, Joined) and right.operator == operator:
        return Joined(operator, joined(operator, left, right.left), right.right)
    return Joined(operator, left, right)


def leaves(node):
    return [node] if isinstance(node, Leaf) else leaves(node.left) + leaves(node.right)


def replaced(node, old, new):
    if node is old:
        return new
    if not isinstance(node, Joined):
        return node
    return Joined(node.operator, replaced(node.left, old, new), replaced(node.right, old, new))


def operators_in(node):
    return [] if isinstance(node, Leaf) else operators_in(node.left) + [node] + operators_in(node.right)


def changes(whole):
    """(criterion, the condition where it stands, its words, the changed tree)"""
    for leaf in leaves(whole):
        yield "COR", leaf.condition, "negated", replaced(whole, leaf, Leaf(leaf.condition, not leaf.negated))
    for node in operators_in(whole):
        other = "||" if node.operator == "&&" else "&&"
        swapped = "%s for the %s before it" % (other, node.operator)
        rows = (("COR", swapped, Joined(other, node.left, node.right)),
                ("COR", "exclusive or for the %s before it" % node.operator, Joined("^", node.left, node.right)),
                ("LCR", swapped, Joined(other, node.left, node.right)),
                ("LCR", "only what is left of the operator before it", node.left),
                ("LCR", "only what is right of the operator before it", node.right),
                ("LCR", "true for the operator before it", Fixed(1)),
                ("LCR", "false for the operator before it", Fixed(0)))
        for criterion, words, new in rows:
            yield criterion, node.right.first(), words, replaced(whole, node, new)


# What may not be evaluated where the program does not: it may trap, or somebody notices.
UNSAFE = ("/", "%", "<<", ">>")


def is_unsafe(expression):
    return isinstance(expression, tree.Binary) and expression.operator in UNSAFE


def is_pointing(expression, types):
    """Whether it is defined only within one object."""
    return isinstance(expression, tree.Binary) and any(type_.is_pointer for type_ in types) and (
        expression.operator not in ("==", "!=", "&&", "||"))


def acts(expression):
    """Whether evaluating it where the program does not would be noticed, whatever its operands are."""
    return any(inner.has_effect or isinstance(inner, tree.Cast) and inner.parts[0].type.is_floating
               for inner in expression.all())


def is_total(expression):
    """Whether evaluating it anywhere in the function would do no harm."""
    return not acts(expression) and not any(is_unsafe(inner) for inner in expression.all())


def early(expression):
    """Whether complete semantics evaluates it before its decision: see CRITERIA.md. None if that depends on whether a
    conversion is exact, on bounds that the values of operands keep (of divisors, counts of shifts, indexes), or on
    whether the program evaluates the same anyway, as the first condition."""
    types = [part.type for part in expression.parts]
    if acts(expression) or isinstance(expression, tree.Read) and expression.is_volatile:
        return False
    known = [early(part) for part in expression.parts]
    leads = isinstance(expression, tree.Read) and (expression.parts or "->" in expression.text)
    depends = (any(type_.is_floating for type_ in types) or is_unsafe(expression) or is_pointing(expression, types)
               or leads)
    return False if False in known else None if None in known or depends else True


class Decision:
    def __init__(self, expression, number):
        self.expression, self.number, self.tree = expression, number, plain(expression)
        self.conditions = [leaf.condition for leaf in leaves(self.tree)]
        self.is_total, self.is_early = is_total(expression), early(expression)


def decisions(function):
    """Each with its number."""
    found, todo = [], [(root.expression, root.role == "condition") for root in function.roots()]
    for expression, decides in todo:
        if not decides and not is_logical(expression):
            decides_next = isinstance(unwrapped(expression), tree.Choice)
            inner = unwrapped(expression)
            todo += [(part, decides_next and number == 0) for number, part in enumerate(inner.parts)]
            continue
        decision = Decision(expression, len(found))
        found.append(decision)
        for condition in decision.conditions:
            inner = unwrapped(condition)
            todo += [(part, isinstance(inner, tree.Choice) and number == 0) for number, part in enumerate(inner.parts)]
    return found
