"""Expressions of C as trees that know their types and write themselves. Nothing is evaluated, and nothing chosen.

What writes them (see writer.py) is called `out`: it has `put(text)`, `node(expression)`, which may write something else
in its place, and `operand(expression, strength)`, which adds the parentheses that are needed."""
import kinds

STRENGTHS = {"*": 13, "/": 13, "%": 13, "+": 12, "-": 12, "<<": 11, ">>": 11, "<": 10, "<=": 10, ">": 10, ">=": 10,
             "==": 9, "!=": 9, "&": 8, "^": 7, "|": 6, "&&": 5, "||": 4}
UNARY, POSTFIX, CHOICE, ASSIGNMENT, COMMA = 14, 15, 3, 2, 1
RELATIONS = ("<", "<=", ">", ">=", "==", "!=")
ARITHMETIC, BITWISE, SHIFTS = ("+", "-", "*", "/", "%"), ("&", "|", "^"), ("<<", ">>")
TRUTHS = (0, 1)


class Expression:
    """`parts` are its operands from left to right; `strength` is how strongly its operator binds."""

    strength, parts, type = POSTFIX, (), kinds.INT
    # Whether it reads what calls may change, changes something itself, is read from an object, surrounds `parts[0]`.
    reads_memory = has_effect = is_read = is_shell = is_volatile = False

    def all(self):
        """It and everything in it, from left to right."""
        return [self] + [inner for part in self.parts for inner in part.all()]

    def any(self, name):
        return any(getattr(inner, name) for inner in self.all())

    def range(self):
        """Between which integers its value must lie."""
        return self.type.limits() if self.type.is_integer else None


class Constant(Expression):
    """`value` is told of what does not say its number itself."""

    def __init__(self, text, type_=kinds.INT, value=None):
        self.text, self.type, self.value = text, type_, value
        self.strength = UNARY if text.startswith("-") else POSTFIX

    def write(self, out):
        out.put(self.text)

    def range(self):
        return (self.number(),) * 2 if self.type.is_integer else None

    def number(self):
        if self.value is not None:
            return self.value
        return float(self.text) if "." in self.text else int(self.text.rstrip("uUlL"))


class Read(Expression):
    """The value of an object: a variable, a member `r->m`, an element."""

    is_read = True

    def __init__(self, text, type_, parts=(), in_memory=False, is_volatile=False):
        self.text, self.type, self.parts, self.reads_memory = text, type_, tuple(parts), in_memory
        self.is_volatile = is_volatile
        self.strength = UNARY if text.startswith("*") else POSTFIX

    def write(self, out):
        if not self.parts:
            out.put(self.text)
            return
        before, behind = self.text.split("@")
        out.put(before)
        out.node(self.parts[0])
        out.put(behind)


class Unary(Expression):
    """- ~ + ! before an operand; & and * are written by Read."""

    strength = UNARY

    def __init__(self, operator, operand):
        self.operator, self.parts = operator, (operand,)
        self.type = kinds.INT if operator == "!" else kinds.promoted(operand.type)

    def write(self, out):
        out.put(self.operator)
        out.operand(self.parts[0], POSTFIX if self.operator in "-+" else UNARY)

    def range(self):
        return TRUTHS if self.operator == "!" else super().range()


class Binary(Expression):
    def __init__(self, operator, left, right):
        self.operator, self.parts, self.strength = operator, (left, right), STRENGTHS[operator]
        self.type = self.result()

    def result(self):
        left, right = (part.type for part in self.parts)
        if self.operator in RELATIONS or self.is_logical:
            return kinds.INT
        if self.operator in SHIFTS:
            return kinds.promoted(left)
        if kinds.POINTER in (left, right):
            return kinds.LONG if left is right else kinds.POINTER
        return kinds.common(left, right)

    @property
    def is_logical(self):
        return self.operator in ("&&", "||")

    @property
    def is_relation(self):
        return self.operator in RELATIONS

    def write(self, out):
        self.write_as(out, self.operator)

    def write_as(self, out, operator):
        """With another operator in its place; parentheses then stand for every doubt."""
        strength = self.strength if operator == self.operator else UNARY
        out.operand(self.parts[0], strength)
        out.put(" %s " % operator)
        out.operand(self.parts[1], strength + 1)

    def range(self):
        return TRUTHS if self.is_relation or self.is_logical else super().range()


class Choice(Expression):
    """c ? a : b"""

    strength = CHOICE

    def __init__(self, condition, one, other):
        self.parts = (condition, one, other)
        self.type = kinds.common(one.type, other.type) if not one.type.is_pointer else one.type

    def write(self, out):
        out.operand(self.parts[0], CHOICE + 1)
        out.put(" ? ")
        out.operand(self.parts[1], CHOICE + 1)
        out.put(" : ")
        out.operand(self.parts[2], CHOICE)


class Cast(Expression):
    strength = UNARY

    def __init__(self, type_, operand):
        self.type, self.parts = type_, (operand,)

    def write(self, out):
        out.put("(%s)" % self.type.name)
        out.operand(self.parts[0], UNARY)


class Call(Expression):
    """Of a function of which nothing is known."""

    has_effect = reads_memory = True

    def __init__(self, name, type_, arguments):
        self.name, self.type, self.parts = name, type_, tuple(arguments)

    def write(self, out):
        out.put(self.name + "(")
        for number, part in enumerate(self.parts):
            out.put(", " if number else "")
            out.node(part)
        out.put(")")


class Assigned(Expression):
    """target = value, or with += and its like, as a statement."""

    has_effect = True

    def __init__(self, target, operator, value):
        self.target, self.operator, self.parts, self.type = target, operator, (value,), target.type

    def write(self, out):
        self.target.write(out)
        out.put(" %s " % self.operator)
        out.node(self.parts[0])

    @property
    def variable(self):
        return self.target


class Step(Expression):
    """x++, --x: it reads and changes a variable."""

    has_effect = True

    def __init__(self, form, variable):
        self.form, self.variable, self.type = form, variable, variable.type
        self.strength = POSTFIX if form.startswith("@") else UNARY

    def write(self, out):
        out.put(self.form.replace("@", self.variable.text))


class Group(Expression):
    """Parentheses that are there in any case."""

    is_shell = True

    def __init__(self, inner):
        self.parts, self.type = (inner,), inner.type

    def write(self, out):
        out.put("(")
        out.node(self.parts[0])
        out.put(")")


class Use(Expression):
    """A macro of two arguments: the program names it, everything else writes what it stands for."""

    is_shell = True

    def __init__(self, name, arguments, body):
        self.name, self.arguments = name, arguments
        self.parts, self.type = (body,), body.type

    def write(self, out):
        out.macro(self)


def unwrapped(expression):
    while expression.is_shell:
        expression = expression.parts[0]
    return expression
