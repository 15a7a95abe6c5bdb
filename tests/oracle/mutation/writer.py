"""Text of C that grows, and remembers where in it expressions begin; what it writes in place of one, others say."""
import tree


class Writer:
    """`instead`: {expression: function that is called with the writer, and writes what stands for it}."""

    def __init__(self, instead=(), line=1):
        self.parts, self.line, self.column = [], line, 1
        self.instead, self.places, self.outer, self.grouped = dict(instead), {}, {}, set()

    def put(self, text):
        self.parts.append(text)
        self.line += text.count("\n")
        self.column = len(text) - text.rfind("\n") if "\n" in text else self.column + len(text)

    def node(self, expression):
        self.places[expression] = (self.line, self.column)
        if expression in self.instead:
            self.instead[expression](self)
        else:
            expression.write(self)

    def operand(self, expression, strength):
        """In parentheses if it binds less strongly than that: `outer` has their place, `grouped` what is in such."""
        self.outer[expression] = (self.line, self.column)
        if expression in self.instead or expression.strength < strength:
            self.grouped.add(expression)
            self.put("(")
            self.node(expression)
            self.put(")")
        else:
            self.node(expression)

    def macro(self, use):
        """What it stands for."""
        self.operand(use.parts[0], tree.POSTFIX)

    def text(self):
        return "".join(self.parts)


class Source(Writer):
    """The program as users have it, with its macros. What stands in one has a line, but no column."""

    def macro(self, use):
        for inner in use.parts[0].all():
            self.places[inner] = self.outer[inner] = (self.line, None)
        self.put("%s(%s)" % (use.name, ", ".join(shown(argument) for argument in use.arguments)))


def shown(expression, strength=0):
    """Its text alone."""
    out = Writer()
    out.operand(expression, strength)
    return out.text()
