"""Mutants that have a variable in place of another one: VRP and LVR of CRITERIA.md, and which variables are in scope
where. It runs nothing."""
import collections
import re

import body
import computed
import kinds
import tree

DECLARED = re.compile(r"(volatile )?([\w ]+?) (\w+) = ")

# What can be named in an expression that stands in no other one: `scope`: {name: type}.
Place = collections.namedtuple("Place", "whole scope")


def declared(statement):
    """[(name, type)] of what the statement declares for those behind it; the type of a volatile one is None."""
    match = DECLARED.match(getattr(statement, "before", "") or getattr(statement, "text", ""))
    return [(match.group(3), None if match.group(1) else kinds.NAMED[match.group(2)])] if match else []


def own_roots(statement):
    """Its expressions, but those of statements in it."""
    inner = [root.expression for root in body.roots_of(*getattr(statement, "blocks", ()))]
    return [root for root in statement.roots() if not any(root.expression is other for other in inner)]


def visit(statements, scope, places, names):
    scope = dict(scope)
    for statement in statements:
        inner = dict(scope)
        if isinstance(statement, body.For):
            inner[statement.variable.text] = statement.variable.type
            names.append(statement.variable.text)
        for root in own_roots(statement):
            places.update((part, Place(root.expression, inner)) for part in root.expression.all())
        if isinstance(statement, body.Assign):
            places[statement.whole] = Place(statement.whole, inner)
        for block in getattr(statement, "blocks", ()):
            visit(block, inner, places, names)
        scope.update(declared(statement))
        names += [name for name, _ in declared(statement)]


class Scopes:
    """Where which variables of a function are in scope; all of them hold a value there."""

    def __init__(self, function):
        self.places, names = {}, [name for _, name in function.parameters]
        visit(function.statements, {name: type_ for type_, name in function.parameters}, self.places, names)
        self.ambiguous = {name for name in names if names.count(name) > 1}

    def others(self, expression, variable):
        """Names that can stand in place of the variable in an expression: not those that change beside it."""
        place = self.places[expression]
        changed = {inner.variable.text for inner in place.whole.all() if isinstance(inner, tree.Step)}
        return [name for name, type_ in place.scope.items() if type_ and name != variable.text and same(
            type_, variable.type) and name not in self.ambiguous and name not in changed]


def same(one, other):
    return (one.kind, one.bits, one.signed) == (other.kind, other.bits, other.signed)


def is_variable(expression):
    return expression.is_read and re.fullmatch(r"\w+", expression.text) and \
        expression.type.kind in ("integer", "truth", "floating")


def read_mutants(expression, stored, scopes):
    """(criterion, words, source, whether it is listed) of each mutant of a variable that is read."""
    if is_variable(expression):
        for name in scopes.others(expression, expression):
            yield "VRP", "%s for it" % name, computed.unary_source(expression, name, stored), True


def target_mutants(change, scopes):
    """(words, type, what is looked at behind it, source) of each mutant of an assignment."""
    if isinstance(change, tree.Assigned) and change.operator == "=" and is_variable(change.variable):
        for name in scopes.others(change, change.variable):
            both = after(change.variable.text, name, change.type)
            yield "%s = ... for it" % name, kinds.Type("Wide", 128, True), both, assigned(name, change.parts[0], both)


def after(one, other, type_):
    image = "weak_image" if type_.is_floating else "(unsigned long)"
    return "((Wide)%s(%s) << 64 | %s(%s))" % (image, one, image, other)


def assigned(name, value, both):
    def write(out):
        out.put("(%s = (" % name)
        out.node(value)
        out.put("), %s)" % both)
    return write
