"""Statements and functions of C that write themselves, and say which expressions they hold. Nothing is chosen here."""
import collections

import tree

# An expression that stands in no other one. role: "value", "condition" (it decides), "dropped" (nobody uses its value).
# type: what the value is converted to and stored as where it is all that is stored, or None.
Root = collections.namedtuple("Root", "expression role type")


class Line:
    """A statement that ends in an expression: a variable's first value, `return`, or the expression alone."""

    def __init__(self, before, root):
        self.before, self.root = before, root

    def roots(self):
        return [self.root]

    def write(self, out, margin):
        out.put(margin + self.before)
        out.node(self.root.expression)
        out.put(";\n")


def declare(type_, name, value, qualifier=""):
    return Line("%s%s %s = " % (qualifier, type_.name, name), Root(value, "value", type_))


def evaluate(value):
    return Line("", Root(value, "dropped", None))


def give_back(value, type_):
    return Line("return ", Root(value, "value", type_))


class Assign:
    """target = value; or with += and its like."""

    def __init__(self, target, operator, value):
        self.target, self.operator, self.value = target, operator, value
        self.whole = tree.Assigned(target, operator, value)

    def roots(self):
        indices = [Root(part, "value", None) for part in self.target.parts]
        return indices + [Root(self.value, "value", self.target.type if self.operator == "=" else None)]

    def write(self, out, margin):
        out.put(margin)
        out.node(self.whole)
        out.put(";\n")


class Plain:
    """Text that holds no expression to look at: break, declarations without a value."""

    def __init__(self, text):
        self.text = text

    def roots(self):
        return []

    def write(self, out, margin):
        out.put(margin + self.text + "\n")


def write_block(out, statements, margin):
    for statement in statements:
        statement.write(out, margin + "    ")
    out.put(margin + "}")


def roots_of(*blocks):
    return [root for block in blocks for statement in block for root in statement.roots()]


class Branch:
    """`word`: if or while; only one of them may have an `other` block."""

    def __init__(self, word, condition, then, other=()):
        self.word, self.condition, self.then, self.other = word, condition, then, other
        self.blocks = (then, other)

    def roots(self):
        return [Root(self.condition, "condition", None)] + roots_of(self.then, self.other)

    def write(self, out, margin):
        out.put("%s%s (" % (margin, self.word))
        out.node(self.condition)
        out.put(") {\n")
        write_block(out, self.then, margin)
        if self.other:
            out.put(" else {\n")
            write_block(out, self.other, margin)
        out.put("\n")


class Do:
    def __init__(self, body, condition):
        self.body, self.condition, self.blocks = body, condition, (body,)

    def roots(self):
        return roots_of(self.body) + [Root(self.condition, "condition", None)]

    def write(self, out, margin):
        out.put(margin + "do {\n")
        write_block(out, self.body, margin)
        out.put(" while (")
        out.node(self.condition)
        out.put(");\n")


class For:
    """for (int i = first; condition; i++)"""

    def __init__(self, variable, first, condition, body):
        self.variable, self.first, self.condition, self.body = variable, first, condition, body
        self.whole, self.blocks = tree.Step("@++", variable), (body,)

    def roots(self):
        first = Root(self.first, "value", self.variable.type)
        return [first, Root(self.condition, "condition", None)] + roots_of(self.body)

    def write(self, out, margin):
        out.put("%sfor (%s %s = " % (margin, self.variable.type.name, self.variable.text))
        out.node(self.first)
        out.put("; ")
        out.node(self.condition)
        out.put("; ")
        out.node(self.whole)
        out.put(") {\n")
        write_block(out, self.body, margin)
        out.put("\n")


class Switch:
    """cases: [(label, statements)], each of which ends by itself."""

    def __init__(self, value, cases):
        self.value, self.cases = value, cases
        self.blocks = tuple(statements for _, statements in cases)

    def roots(self):
        return [Root(self.value, "value", None)] + roots_of(*(statements for _, statements in self.cases))

    def write(self, out, margin):
        out.put(margin + "switch (")
        out.node(self.value)
        out.put(") {\n")
        for label, statements in self.cases:
            out.put("%s%s:\n" % (margin, label))
            for statement in statements:
                statement.write(out, margin + "    ")
        out.put(margin + "}\n")


def all_of(statements):
    """They and all statements in them."""
    for statement in statements:
        yield statement
        for block in getattr(statement, "blocks", ()):
            yield from all_of(block)


class Function:
    """parameters: [(type, name)]; rows: the arguments of each call, as text."""

    def __init__(self, name, result, parameters, statements):
        self.name, self.result, self.parameters, self.statements = name, result, parameters, statements
        self.rows = []

    def roots(self):
        return roots_of(self.statements)

    def head(self, name):
        parameters = ", ".join("%s %s" % (type_.name, parameter) for type_, parameter in self.parameters)
        return "%s %s(%s)" % (self.result.name, name, parameters)

    def write(self, out, name, storage=""):
        out.put("%s%s\n{\n" % (storage, self.head(name)))
        write_block(out, self.statements, "")
        out.put("\n\n")
