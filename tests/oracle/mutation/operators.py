"""The mutants of a function, operator by operator, from what CRITERIA.md says: where each stands, how its objective is
worded, and what its source has in place of the original. It runs nothing, and knows of hlcov only these words."""
import collections

import body
import computed
import kinds
import logic_mutants
import ranges
import tree
import variables
import writer

# Where values are compared: of an expression, as a type; `stored`: what they are converted to first, or None.
Site = collections.namedtuple("Site", "expression type stored", defaults=(None,))


class Mutant:
    """`change`: what its objective says of `at`. `write`: writes what stands in place of the site's expression; or
    `flag`: a bit of what is recorded at the site; or `logic`: a changed tree of the decision. `listed`: whether there
    must be an objective; None if that depends on how much is known about values. `after`: what is looked at once the
    site's expression was evaluated, in place of its value. Once it ran: `killed`, and of a logic operator `real`:
    killed by what the conditions are, evaluated or not."""

    def __init__(self, criterion, expression, change, **more):
        self.criterion, self.expression, self.change = criterion, expression, change
        self.at = more.get("at", expression)
        self.site, self.write, self.flag = more.get("site"), more.get("write"), more.get("flag")
        self.decision, self.logic = more.get("decision"), more.get("logic")
        self.listed, self.level = more.get("listed", True), more.get("level")
        self.after = more.get("after")
        self.killed = self.real = None

    def words(self, out):
        """As the objective is worded in a program that `out` wrote."""
        inner = writer.shown(self.at)
        return "%s: %s" % ("(%s)" % inner if self.in_parentheses(out) else inner, self.change)

    def place(self, out):
        return out.outer[self.at] if self.in_parentheses(out) else out.places[self.at]

    def in_parentheses(self, out):
        """Comparisons begin within their parentheses, conditions and values that are read with them."""
        return self.criterion in ("ABS", "COR", "LCR") and self.at in out.grouped


def used(function):
    """(expression, role, it with all its parentheses) of every expression. role: "condition" if it decides, "truth" as
    operand of && || !, else as in Root."""
    todo = [(root.expression, root.role, root.expression) for root in function.roots()]
    for expression, role, outer in todo:
        yield expression, role, outer
        todo += [(part, inner_role(expression, number, role), outer if isinstance(expression, tree.Group) else part)
                 for number, part in enumerate(expression.parts)]


def inner_role(expression, number, role):
    if expression.is_shell:
        return role
    if isinstance(expression, tree.Choice):
        return "condition" if number == 0 else "value"
    truths = isinstance(expression, tree.Binary) and expression.is_logical
    return "truth" if truths or isinstance(expression, tree.Unary) and expression.operator == "!" else "value"


# ROR, LIMIT, RB

# In which classes each comparison is true.
TRUE_IN = {"<": {0, 1}, "<=": {0, 1, 2}, ">": {3, 4}, ">=": {2, 3, 4}, "==": {2}, "!=": {0, 1, 3, 4, 5},
           "true": set(range(6)), "false": set()}


def listed(differ, expression):
    """Whether a change that is seen in these classes must be listed: not if no value can be in any of them."""
    if differ & ranges.compared(expression, ranges.tight):
        return True
    return None if differ & ranges.compared(expression, ranges.loose) else False


def compared_with(expression, change):
    def write(out):
        if change in ("true", "false"):
            out.put("(")
            expression.write(out)
            out.put(", %d)" % (change == "true"))
        else:
            expression.write_as(out, change)
    return write


def is_pointers(expression):
    return any(part.type.is_pointer for part in expression.parts)


def relation_mutants(expression):
    own = expression.operator
    others = ("==", "!=") if is_pointers(expression) and own in ("==", "!=") else tree.RELATIONS
    changes = [(other, "%s for %s" % (other, own)) for other in others if other != own]
    for other, words in changes + [("true", "true for it"), ("false", "false for it")]:
        yield Mutant("ROR", expression, words, site=Site(expression, kinds.INT), write=compared_with(expression, other),
                     listed=listed(TRUE_IN[own] ^ TRUE_IN[other], expression))


# What `relation` of judge.h records: a bit each.
BELOW, EQUAL, ABOVE, NEAR = 0, 1, 2, 3


def boundary_mutants(expression):
    floating = any(part.type.is_floating for part in expression.parts)
    if is_pointers(expression) and expression.operator in ("==", "!="):
        return
    one = "" if floating else " by one"
    site = Site(expression, kinds.INT)
    rows = [("less" + one, BELOW, {0} if floating else {1}), ("equal", EQUAL, {2}),
            ("greater" + one, ABOVE, {4} if floating else {3})]
    for words, flag, classes in rows:
        yield Mutant("RB", expression, words, site=site, flag=flag, listed=listed(classes, expression))
    if not floating:
        yield Mutant("LIMIT", expression, "at most one apart", site=site, flag=NEAR,
                     listed=listed({1, 2, 3}, expression))


# ABS

SIGNS = (("its absolute value for it", "weak_absolute", lambda low, high: low < 0),
         ("its negated absolute value for it", "weak_negated", lambda low, high: high > 0),
         ("a failure for 0", "weak_failing", lambda low, high: low <= 0 <= high))


def applied(name, expression):
    """A function of judge.h, called with what the expression writes."""
    def write(out):
        out.put("%s%s(" % (name, "_floating" if expression.type.is_floating else ""))
        expression.write(out)
        out.put(")")
    return write


def has_sign(expression, role):
    number = expression.type.kind in ("integer", "floating")
    read = expression.is_read or isinstance(expression, tree.Call)
    return number and read and role == "value"



def sign_mutants(expression, outer):
    site = Site(expression, kinds.promoted(expression.type))
    for words, name, possible in SIGNS:
        bounds = ranges.loose(expression)
        yield Mutant("ABS", expression, words, at=outer, site=site, write=applied(name, expression),
                     listed=bounds is None or possible(*bounds))


# AOR, BOR, SOR, UOI, AOIU, CRP

def computed_mutants(expression, role, root, outer, scopes):
    """`root`: what the expression is all of, or None."""
    is_statement = root is not None and (root.role == "condition" or root.type is not None)
    asks_truth = role in ("condition", "truth")
    stored = kinds.TRUTH if asks_truth else root.type if is_statement else None
    found = []
    if expression.is_read:
        found += computed.read_mutants(expression, stored, stored is kinds.TRUTH)
        found += variables.read_mutants(expression, stored, scopes)
    if isinstance(expression, tree.Binary) and not expression.is_logical:
        found += [] if expression.is_relation else computed.mutants(expression, stored)
        found += computed.constant_mutants(expression, stored)
    own = kinds.INT if stored is kinds.TRUTH else stored or kinds.promoted(expression.type)
    for criterion, words, write, must in found:
        yield Mutant(criterion, expression, words, at=outer if expression.is_read else expression, listed=must,
                     site=Site(expression, own, stored or own), write=write,
                     level="WM-stmt" if is_statement else "WM-expr")


# SDL

def holds_before(change):
    """Whether what it assigns to is known to have held a value before. All variables here are initialised."""
    text = change.variable.text
    return not isinstance(change, tree.Assigned) or change.operator != "=" or not any(
        mark in text for mark in ("->", "[", "*"))


def judged_changes(function):
    """Assignments that do nothing else, to what is known to have held a value."""
    for statement in body.all_of(function.statements):
        change = getattr(statement, "whole", None)
        if change is None or change.variable.any("is_volatile") or not holds_before(change):
            continue
        inner = [other for part in change.parts + change.variable.parts for other in part.all()]
        if not any(other.has_effect for other in inner):
            yield change


def deletions(change):
    after = writer.shown(change.variable)
    yield Mutant("SDL", change, "deleted", site=Site(change, kinds.promoted(change.type)), after=after,
                 write=lambda out: out.put(after), level="WM-stmt")


# LVR

def other_targets(change, scopes):
    for words, type_, after, write in variables.target_mutants(change, scopes):
        yield Mutant("LVR", change, words, site=Site(change, type_), after=after, write=write, level="WM-stmt")


def mutants(function):
    """All of a function, in no order."""
    scopes = variables.Scopes(function)
    found, roots = [], {tree.unwrapped(root.expression): root for root in function.roots()}
    for expression, role, outer in used(function):
        if isinstance(expression, tree.Binary) and expression.is_relation:
            found += relation_mutants(expression)
            found += boundary_mutants(expression)
        found += computed_mutants(expression, role, roots.get(expression), outer, scopes)
        if has_sign(expression, role):
            found += sign_mutants(expression, outer)
    for change in judged_changes(function):
        found += deletions(change)
        found += other_targets(change, scopes)
    for decision in logic_mutants.decisions(function):
        found += logic(decision)
    return found


# COR, LCR

def logic(decision):
    for criterion, condition, words, changed in logic_mutants.changes(decision.tree):
        yield Mutant(criterion, condition, words, decision=decision, logic=changed, site=Site(decision, kinds.INT))
