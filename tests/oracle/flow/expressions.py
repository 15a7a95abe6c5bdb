"""Random expressions: each writes itself into a Writer, as C and as single steps, and tells what holds its value."""
import contextlib

import model
import writer

SIGNATURE = "int d, int a, int b"
OPERATORS = ("+", "-", "^", "&", "|", "<", "==")


class Expressions:
    """Of one function. `names`: of all functions, which it may call."""

    def __init__(self, source, name, names, first, room):
        self.source, self.names, self.room = source, names, room
        self.writer = writer.Writer(name, first)
        self.scope = ["a", "b", "g0", "g1"]
        self.arrays, self.pairs, self.kept = ["ga"], ["gs"], set()
        self.known = {}
        self.breaks, self.continues, self.locals, self.declared, self.count = [], [], [], [], 0
        self.unset, self.may_step, self.branches = set(), False, True

    # Choosing.

    def chance(self, share):
        return self.source.random() < share

    def fresh(self, letter):
        self.count += 1
        return "%s%d" % (letter, self.count)

    @contextlib.contextmanager
    def steady(self, value=False):
        """Nothing is changed meanwhile, as what stands beside it may read it before or after."""
        before, self.may_step = self.may_step, value
        yield
        self.may_step = before

    @contextlib.contextmanager
    def branching(self, value):
        """Whether what is decided next sends control two ways."""
        before, self.branches = self.branches, value
        yield
        self.branches = before

    # Variables.

    def know(self, variable, shape):
        self.known[variable] = shape
        self.writer.shape(variable, shape)

    def read(self, name, shape="scalar"):
        """Of a scalar or a member."""
        place = self.writer.put(name)
        self.know(name, shape)
        result = self.writer.temporary()
        self.writer.part()
        self.writer.step("%s = %s;" % (result, name))
        self.writer.use(name, place)
        return result

    def index(self, deep):
        """No constant: hlcov knows that elements of two constants differ, this model does not."""
        self.writer.put("[(")
        with self.steady():
            value = self.value(deep, constant=False)
        self.writer.put(") & 3]")
        result = self.writer.temporary()
        self.writer.step("%s = %s & 3;" % (result, value))
        return result

    def read_cell(self, name, deep):
        place = self.writer.put(name)
        self.know(name, "array")
        index, result = self.index(deep), self.writer.temporary()
        self.writer.step("%s = %s[%s];" % (result, name, index))
        self.writer.use(name, place, index)
        return result

    # Expressions: each writes itself, and returns what holds its value in the log version.

    def constant(self):
        value = "%d" % self.source.randint(0, 5)
        self.writer.put(value)
        self.writer.part()
        return value

    def atom(self, quiet=False, constant=True):
        """Quiet: no call can change it meanwhile."""
        names = [name for name in self.scope if not (quiet and name[0] in "gs")]
        if constant and self.chance(0.2):
            return self.constant()
        if not quiet and self.chance(0.15):
            return self.read("%s.%s" % (self.source.choice(self.pairs), self.source.choice(("one", "two"))), "member")
        return self.read(self.source.choice(names))

    def value(self, deep, constant=True, decision=True):
        """`deep`: how much there may be below it; `constant`, `decision`: whether it may be one, ?: included."""
        dice = self.source.random()
        if deep <= 0 or dice < 0.35:
            return self.atom(constant=constant)
        if dice < 0.65:
            return self.binary(deep)
        if dice < 0.77 or not decision:
            return self.read_cell(self.source.choice(self.arrays), deep - 2)
        if dice < 0.9:
            self.writer.put("(")
            result = self.conditional(deep)
            self.writer.put(")")
            return result
        return self.truth(deep)

    def binary(self, deep):
        self.writer.put("(")
        left, operator = self.atom(quiet=True, constant=False), self.source.choice(OPERATORS)
        self.writer.put(" %s " % operator)
        with self.steady():
            right, result = self.value(deep - 1), self.writer.temporary()
        self.writer.put(")")
        self.writer.step("%s = %s %s %s;" % (result, left, operator, right))
        return result

    def truth(self, deep):
        """The value of a decision."""
        true, false, end = self.writer.label(), self.writer.label(), self.writer.label()
        result = self.writer.temporary()
        self.writer.put("(")
        with self.branching(False):
            trues, falses = self.either(deep, true, false)
        self.writer.put(")")
        for label, value in ((true, 1), (false, 0)):
            self.writer.set_label(label)
            self.writer.step("%s = %d; goto %s;" % (result, value, end))
        self.writer.set_label(end)
        self.writer.resume(trues | falses)
        return result

    def conditional(self, deep):
        """?: with each arm on a line of its own."""
        true, false, end = self.writer.label(), self.writer.label(), self.writer.label()
        result, ends = self.writer.temporary(), []
        with self.branching(True):
            ways = self.condition(deep - 1, true, false)
        with self.writer.indented():
            for label, mark, sources in ((true, "? ", ways[0]), (false, ": ", ways[1])):
                self.writer.end_line()
                self.writer.put(mark)
                self.writer.set_label(label)
                self.writer.join(sources)
                self.writer.begin_node(self.writer.here())
                self.writer.step("%s = %s; goto %s;" % (result, self.arm(deep - 1), end))
                ends.append(self.writer.sources())
        self.writer.set_label(end)
        self.writer.join(*ends)
        return result

    def arm(self, deep):
        if self.names and self.chance(0.15):
            return self.call()
        return self.value(deep)

    # Conditions: they return the nodes from which control goes to the labels `true` and `false`.

    def condition(self, deep, true, false):
        with self.writer.predicates():
            dice = self.source.random()
            if deep > 0 and dice < 0.3:
                self.writer.put("(")
                ways = self.either(deep, true, false)
                self.writer.put(")")
                return ways
            if deep > 0 and dice < 0.4:
                self.writer.put("!")
                self.writer.put("(")
                falses, trues = self.condition(deep - 1, false, true)
                self.writer.put(")")
                return trues, falses
            return self.leaf(deep, true, false)

    def either(self, deep, true, false):
        """&& or ||"""
        middle = self.writer.label()
        with self.writer.predicates():
            is_or = self.chance(0.5)
            with self.branching(True):
                ways = self.condition(deep - 1, *((true, middle) if is_or else (middle, false)))
            self.writer.put(" || " if is_or else " && ")
            out, through = ways if is_or else ways[::-1]
            return self.second(deep, middle, (through, out), (true, false), is_or)

    def second(self, deep, middle, ways, labels, is_or):
        through, out = ways
        self.writer.set_label(middle)
        self.writer.resume(through)
        trues, falses = self.condition(deep - 1, *labels)
        return (trues | out, falses) if is_or else (trues, falses | out)

    def leaf(self, deep, true, false):
        branches, compared = self.branches, self.chance(0.4)
        with self.branching(True):
            if self.may_step and self.locals and self.chance(0.15):
                value, branches = self.stepped(), True
            elif compared or self.chance(0.8):
                value, branches = self.value(deep - 1, constant=False, decision=compared), True
            else:
                self.writer.put("(")
                value = self.conditional(deep)
                self.writer.put(")")
        if compared:
            bound, branches = self.source.randint(0, 4), True
            self.writer.put(" > %d" % bound)
            value = "%s > %d" % (value, bound)
        return self.test(value, true, false, branches)

    def test(self, value, true, false, branches=True):
        """Nothing is done in a node of its own where the value of ?: is the outcome of something that does not
        branch."""
        if branches:
            self.writer.part()
        self.writer.step("if (%s) goto %s; else goto %s;" % (value, true, false))
        return self.writer.seen(), self.writer.seen()

    def stepped(self, name=None):
        """x++ and its like, as a value."""
        name = name or self.source.choice(self.locals)
        before, after = self.writer.temporary(), self.writer.temporary()
        operator = self.source.choice(("+", "-"))
        prefix = self.chance(0.3)
        start = self.writer.here()
        if prefix:
            self.writer.put("(" + operator * 2)
            start = model.Place(start.line, start.column + 1)
        else:
            self.writer.put("(")
            start = model.Place(start.line, start.column + 1)
        place = self.writer.put(name)
        self.writer.put(")" if prefix else operator * 2 + ")")
        self.know(name, "scalar")
        self.writer.part()
        self.writer.step("%s = %s;" % (before, name))
        self.writer.use(name, place)
        self.writer.step("%s = %s = %s %s 1;" % (after, name, before, operator))
        self.writer.define(name, start, "step")
        return after if prefix else before

    def counted(self, counter, step, true, false):
        """counter++ < bound && condition; `step` may be empty."""
        middle, bound, value = self.writer.label(), self.source.randint(1, 3), self.writer.temporary()
        with self.writer.predicates():
            place = self.writer.put("%s%s < %d" % (counter, step, bound))
            self.know(counter, "scalar")
            self.writer.part()
            self.writer.step("%s = %s;" % (value, counter))
            self.writer.use(counter, place)
            if step:
                self.writer.step("%s++;" % counter)
                self.writer.define(counter, place, "step")
            test = "%s < %d" % (value, bound)
            if self.chance(0.3):
                return self.test(test, true, false)
            through, out = self.test(test, middle, false)
            self.writer.put(" && ")
            with self.steady(True):
                return self.second(2, middle, (through, out), (true, false), False)

    # Calls.

    def call(self):
        """Guarded, so that recursion ends: d > 0 ? f(d - 1, ...) : 0, as an arm; or the call itself behind such a
        test."""
        callee = self.source.choice(self.names)
        true, false, end = self.writer.label(), self.writer.label(), self.writer.label()
        result = self.writer.temporary()
        self.writer.put("(")
        with self.writer.predicates():
            value = self.read("d")
            self.writer.put(" > 0")
            trues, falses = self.test("%s > 0" % value, true, false)
        with self.writer.indented():
            self.writer.end_line()
            self.writer.put("? ")
            self.writer.set_label(true)
            self.writer.join(trues)
            self.writer.begin_node(self.writer.here())
            self.writer.step("%s = %s; goto %s;" % (result, self.plain_call(callee, 1), end))
            first = self.writer.sources()
            self.writer.end_line()
            self.writer.put(": ")
            self.writer.set_label(false)
            self.writer.join(falses)
            self.writer.begin_node(self.writer.here())
            self.writer.step("%s = %s; goto %s;" % (result, self.constant(), end))
            self.writer.put(")")
        self.writer.set_label(end)
        self.writer.join(first, self.writer.sources())
        return result

    def plain_call(self, callee, deep):
        place = self.writer.here()
        pointed = self.chance(0.3)
        if pointed:
            table_place = self.writer.put("table")
            self.know("table", "array")
            index = self.index(0)
            self.writer.use("table", table_place, index)
        else:
            self.writer.put(callee)
        self.writer.put("(")
        value = self.read("d")
        self.writer.put(" - 1, ")
        with self.steady():
            first = self.value(deep)
        self.writer.put(", ")
        second = self.atom(quiet=True)
        self.writer.put(")")
        number = self.writer.call(place, "" if pointed else callee)
        result = self.writer.temporary()
        target = "table[%s]" % index if pointed else callee
        self.writer.step("C(%d, %s);" % (number, "names_[%s]" % index if pointed else '"%s"' % callee))
        self.writer.step("%s = %s(%s - 1, %s, %s);" % (result, target, value, first, second))
        return result
