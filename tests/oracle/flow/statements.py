"""Random statements and whole functions, each written twice; see writer.py."""
import expressions
import model


class Body(expressions.Expressions):
    """Makes one function."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.level, self.labels, self.ends, self.has_computed = 0, {}, set(), False
        self.targets_ahead, self.may_stop = [], self.chance(0.25)

    # Statements.

    def simple(self, make):
        self.writer.begin_statement()
        make()
        self.writer.put(";")
        self.writer.end_line()
        self.writer.end_statement()

    def targets(self):
        return [name for name in self.scope if name not in self.kept and name != "d"]

    def assign(self):
        name = self.source.choice(self.targets())
        if self.chance(0.15):
            name, shape = "%s.%s" % (self.source.choice(self.pairs), self.source.choice(("one", "two"))), "member"
        else:
            shape = "scalar"
        place = self.writer.put(name)
        self.know(name, shape)
        self.writer.put(" = ")
        value = self.call() if self.names and self.chance(0.12) else self.value(3)
        self.writer.part()
        self.writer.step("%s = %s;" % (name, value))
        self.writer.define(name, place, "assignment")

    def assign_cell(self):
        name = self.source.choice(self.arrays)
        place = self.writer.put(name)
        self.know(name, "array")
        self.writer.put("[(")
        value, index = self.atom(quiet=True), self.writer.temporary()
        self.writer.put(") & 3] = ")
        self.writer.step("%s = %s & 3;" % (index, value))
        value = self.value(2)
        self.writer.part()
        self.writer.step("%s[%s] = %s;" % (name, index, value))
        self.writer.define(name, place, "assignment", index)

    def compound(self):
        name, operator = self.source.choice(self.targets()), self.source.choice("+-^|")
        place, before = self.writer.put(name), self.writer.temporary()
        self.know(name, "scalar")
        self.writer.step("%s = %s;" % (before, name))
        self.writer.use(name, place)
        self.writer.put(" %s= " % operator)
        value = self.atom(quiet=True)
        self.writer.step("%s = %s %s %s;" % (name, before, operator, value))
        self.writer.define(name, place, "step")

    def step_statement(self):
        name = self.source.choice(self.targets())
        place = self.writer.put(name)
        before = self.writer.temporary()
        self.know(name, "scalar")
        self.writer.step("%s = %s;" % (before, name))
        self.writer.use(name, place)
        self.writer.put("++")
        self.writer.step("%s = %s + 1;" % (name, before))
        self.writer.define(name, place, "step")

    def guarded_call(self):
        """if (d > 0) [x =] f(d - 1, ...);"""
        true, false = self.writer.label(), self.writer.label()
        self.writer.begin_statement()
        self.writer.put("if (")
        with self.writer.predicates():
            value = self.read("d")
            self.writer.put(" > 0)")
            trues, falses = self.test("%s > 0" % value, true, false)
        self.writer.end_line()
        self.writer.set_label(true)
        self.writer.join(trues)
        with self.writer.indented():
            self.simple(self.call_statement)
        ends = self.writer.sources()
        self.writer.set_label(false)
        self.writer.join(ends, falses)

    def call_statement(self):
        if self.chance(0.5):
            self.plain_call(self.source.choice(self.names), 2)
            return
        name = self.source.choice(self.targets())
        place = self.writer.put(name)
        self.know(name, "scalar")
        self.writer.put(" = ")
        value = self.plain_call(self.source.choice(self.names), 1)
        self.writer.part()
        self.writer.step("%s = %s;" % (name, value))
        self.writer.define(name, place, "assignment")

    def local(self):
        """int x = ...;"""
        name = self.fresh("v")
        self.writer.begin_statement()
        self.writer.put("int ")
        place = self.writer.put(name)
        self.writer.put(" = ")
        value = self.value(2)
        self.know(name, "scalar")
        self.writer.part()
        self.writer.step("%s = %s;" % (name, value))
        self.writer.define(name, place, "initializer")
        self.writer.put(";")
        self.writer.end_line()
        self.writer.end_statement()
        self.scope.append(name)
        self.locals.append(name)
        self.declare(name)

    def array(self):
        """int t[4] = {...};"""
        name = self.fresh("t")
        self.writer.begin_statement()
        self.writer.put("int ")
        place = self.writer.put(name)
        self.writer.put("[4] = {")
        values = []
        for _ in range(3):
            values.append(self.atom(quiet=True))
            self.writer.put(", ")
        self.writer.put("7};")
        self.know(name, "array")
        self.writer.step(" ".join("%s[%d] = %s;" % (name, index, value) for index, value in enumerate(values + ["7"])))
        self.writer.define(name, place, "initializer")
        self.writer.end_line()
        self.arrays.append(name)
        self.declared.append("int %s[4] = {0};" % name)
        self.unset.add(name)

    def pair(self):
        """struct pair p = {...};"""
        name = self.fresh("p")
        self.writer.begin_statement()
        self.writer.put("struct pair ")
        place = self.writer.put(name)
        self.writer.put(" = {")
        values = [self.atom(quiet=True)]
        self.writer.put(", ")
        values.append(self.atom(quiet=True))
        self.writer.put("};")
        for member, value in zip(("one", "two"), values):
            self.know("%s.%s" % (name, member), "member")
            self.unset.add("%s.%s" % (name, member))
            self.writer.step("%s.%s = %s;" % (name, member, value))
            self.writer.define("%s.%s" % (name, member), place, "initializer")
        self.writer.end_line()
        self.pairs.append(name)
        self.declared.append("struct pair %s = {0};" % name)

    def lasting(self):
        """static int s = 3; which nothing executes."""
        name = self.fresh("s")
        self.writer.put("static int %s = 3;" % name)
        self.writer.end_line()
        self.declared.append("static int %s = 3;" % name)
        self.scope.append(name)

    def declare(self, name):
        self.declared.append("int %s = 0;" % name)
        self.unset.add(name)

    def counter(self):
        name = self.fresh("n")
        self.writer.begin_statement()
        self.writer.put("int ")
        place = self.writer.put(name)
        self.writer.put(" = 0;")
        self.know(name, "scalar")
        self.writer.step("%s = 0;" % name)
        self.writer.define(name, place, "initializer")
        self.writer.end_line()
        self.writer.end_statement()
        self.declare(name)
        return name

    def braces(self, header, make):
        """header { ... }"""
        self.writer.put((header + " {").strip())
        self.writer.end_line()
        with self.writer.indented():
            make()
        self.writer.put("}")

    def if_(self):
        true, false, end = self.writer.label(), self.writer.label(), self.writer.label()
        self.writer.begin_statement()
        self.writer.put("if (")
        with self.steady(True):
            trues, falses = self.condition(3, true, false)
        self.writer.put(")")
        self.writer.set_label(true)
        self.writer.join(trues)
        self.braces("", lambda: self.block(self.level + 1))
        self.writer.step("goto %s;" % end)
        ends = self.writer.sources()
        self.writer.set_label(false)
        self.writer.join(falses)
        if self.chance(0.5):
            self.braces(" else", lambda: self.block(self.level + 1))
            self.writer.step("goto %s;" % end)
        self.writer.end_line()
        self.writer.set_label(end)
        self.writer.join(ends, self.writer.sources())

    # Loops. Their bodies stand in braces, behind the declaration of what counts their iterations.

    def counted_loop(self, make):
        self.writer.put("{")
        self.writer.end_line()
        with self.writer.indented():
            counter = self.counter()
            label = self.jump_into() if make != self.forever and self.chance(0.15) else None
            make(counter, label)
        self.writer.put("}")
        self.writer.end_line()

    def jump_into(self):
        """if (...) goto into;"""
        label = self.new_label("in")
        self.conditional_goto(label)
        return label

    def loop_body(self, label):
        """`label`: somewhere in it, if it is not None."""
        def make():
            self.block(self.level + 1)
            if label:
                self.put_label(label)
        self.braces("", make)

    def begin_loop(self):
        """Returns the labels of break and continue."""
        self.breaks.append((self.writer.label(), set()))
        self.continues.append((self.writer.label(), set()))
        return self.breaks[-1], self.continues[-1]

    def end_loop(self, kind, place, start, first):
        """Notes a loop of the nodes from `start`, those before `first` its test; control is behind it then."""
        members = set(range(start, len(self.writer.function.places)))
        self.writer.function.loops.append(model.Loop(place, kind, start, members, set(range(start, first))))
        label, sources = self.breaks.pop()
        self.continues.pop()
        self.writer.set_label(label)
        self.writer.join(sources)

    def go(self, label, nodes, target):
        """From the nodes back to the node `target`."""
        self.writer.step("goto %s;" % label)
        self.writer.connect(nodes, target)

    def while_(self, counter, label):
        body = self.writer.label()
        (out, outs), (again, backs) = self.begin_loop()
        place = self.new_node(again)
        test = self.writer.current
        self.writer.put("while (")
        trues, falses = self.counted(counter, "++", body, out)
        self.writer.put(")")
        outs |= falses
        self.writer.set_label(body)
        self.writer.join(trues)
        head = len(self.writer.function.places)
        self.loop_body(label)
        self.writer.end_line()
        self.go(again, self.writer.sources() | backs, test)
        self.end_loop("while", place, test, head)

    def new_node(self, label):
        """Here, for `label`; returns the place."""
        self.writer.pending = self.writer.sources()
        self.writer.set_label(label)
        place = self.writer.here()
        self.writer.begin_node(place)
        return place

    def do_(self, counter, label):
        again = self.writer.label()
        (out, outs), (on, ons) = self.begin_loop()
        place, head = self.writer.here(), len(self.writer.function.places)
        self.writer.pending = self.writer.sources()
        self.writer.set_label(again)
        self.writer.put("do")
        self.loop_body(label)
        self.writer.put(" while (")
        self.writer.set_label(on)
        if ons:
            self.writer.join(self.writer.sources(), ons)
        if self.writer.alive:
            self.writer.go_on(self.writer.here())
            trues, falses = self.counted(counter, "++", again, out)
            self.writer.connect(trues, head)
            outs |= falses
        else:
            self.writer.put("0")
        self.writer.put(");")
        self.writer.end_line()
        self.end_loop("do", place, head, head)

    def for_(self, counter, label):
        body, test_label = self.writer.label(), self.writer.label()
        (out, outs), (on, ons) = self.begin_loop()
        self.writer.begin_statement()
        place = self.writer.put("for (")
        first = self.writer.put(counter)
        self.writer.put(" = 0;")
        self.writer.step("%s = 0;" % counter)
        self.writer.define(counter, first, "assignment")
        self.writer.end_line()
        self.new_node(test_label)
        test = self.writer.current
        trues, falses = self.counted(counter, "", body, out)
        outs |= falses
        self.writer.put(";")
        self.writer.end_line()
        step = self.writer.put(counter)
        self.writer.put("++)")
        self.writer.set_label(body)
        self.writer.join(trues)
        head = len(self.writer.function.places)
        self.loop_body(label)
        self.writer.end_line()
        self.count_on(counter, step, on, ons)
        self.go(test_label, self.writer.sources(), test)
        self.end_loop("for", place, test, head)

    def count_on(self, counter, place, on, ons):
        """The third expression of a for, behind its body; it is written before."""
        self.writer.set_label(on)
        if ons:
            self.writer.join(self.writer.sources(), ons)
        if not self.writer.alive:
            return
        self.writer.go_on(place)
        self.writer.use(counter, place)
        self.writer.step("%s++;" % counter)
        self.writer.define(counter, place, "step")

    def forever(self, counter, _label):
        """while (1), left by a break."""
        (out, outs), (again, backs) = self.begin_loop()
        self.writer.begin_statement()
        place, head = self.writer.put("while (1) {"), len(self.writer.function.places)
        self.writer.pending = self.writer.sources()
        self.writer.set_label(again)
        self.writer.end_line()
        with self.writer.indented():
            on, off = self.writer.label(), self.writer.label()
            self.writer.begin_statement()
            self.writer.put("if (!(")
            trues, falses = self.counted(counter, "++", on, off)
            self.writer.put("))")
            self.writer.end_line()
            self.writer.set_label(off)
            self.writer.join(falses)
            with self.writer.indented():
                self.leave("break;", self.breaks[-1])
            self.writer.set_label(on)
            self.writer.join(trues)
            self.block(self.level + 1)
        self.writer.put("}")
        self.writer.end_line()
        self.go(again, self.writer.sources() | backs, head)
        self.end_loop("while", place, head, head)

    # Jumps.

    def leave(self, text, target):
        """break; or continue; to (label, nodes that go there)."""
        self.writer.begin_statement()
        self.writer.put(text)
        self.writer.end_line()
        self.jump(target)

    def jump(self, target):
        label, nodes = target
        self.writer.step("goto %s;" % label)
        nodes |= self.writer.sources()

    def new_label(self, letter):
        """Of the program; what goes to it is gathered until it is put."""
        name = self.fresh(letter)
        self.labels[name] = (self.writer.label(), set())
        return name

    def conditional_goto(self, name, counter=None):
        true, false = self.writer.label(), self.writer.label()
        self.writer.begin_statement()
        self.writer.put("if (")
        if counter:
            trues, falses = self.counted(counter, "++", true, false)
        else:
            with self.steady(True):
                trues, falses = self.condition(2, true, false)
        self.writer.put(")")
        self.writer.end_line()
        self.writer.set_label(true)
        self.writer.join(trues)
        with self.writer.indented():
            self.leave("goto %s;" % name, self.labels[name])
        self.writer.set_label(false)
        self.writer.join(falses)

    def put_label(self, name):
        """With a simple statement behind it."""
        label, nodes = self.labels[name]
        self.writer.join(self.writer.sources(), nodes)
        self.writer.set_label(label)
        self.writer.begin_node(self.writer.here())
        node = self.writer.current
        self.writer.put(name + ":")
        self.writer.end_line()
        self.simple(self.compound)
        return node

    def forward(self):
        """Statements, from within which some may go to their end."""
        name = self.new_label("out")
        self.conditional_goto(name)
        self.targets_ahead.append(name)
        self.block(self.level + 1)
        self.targets_ahead.pop()
        self.put_label(name)

    def backward(self):
        """Statements that are repeated by goto."""
        self.writer.put("{")
        self.writer.end_line()
        with self.writer.indented():
            counter, name = self.counter(), self.new_label("again")
            node = self.put_label(name)
            self.block(self.level + 1)
            if self.writer.alive:
                self.conditional_goto(name, counter)
            self.writer.connect(self.labels[name][1], node)
        self.writer.put("}")
        self.writer.end_line()

    def return_(self):
        self.writer.begin_statement()
        self.writer.put("return ")
        self.put_return(self.value(2))

    def put_return(self, value):
        self.writer.put(";")
        self.writer.end_line()
        self.writer.step("N(EXIT_); return %s;" % value)
        self.ends |= self.writer.sources()

    def no_return(self):
        """exit(3) or longjmp(start, 1)"""
        self.writer.begin_statement()
        callee, text = self.source.choice((("exit", "exit(3)"), ("longjmp", "longjmp(start, 1)")))
        place = self.writer.put(text + ";")
        number = self.writer.call(place, callee)
        self.writer.step('C(%d, "%s"); fflush(log_); %s;' % (number, callee, text))
        self.writer.end_line()
        self.writer.sources()

    # What there is.

    def switch(self):
        self.writer.begin_statement()
        self.writer.put("switch ((")
        with self.writer.predicates():
            value = self.value(2)
        self.writer.put(") & 3) {")
        self.writer.end_line()
        self.writer.part()
        arms = self.source.sample(range(4), self.source.randint(1, 3))
        has_default = self.chance(0.4)
        labels = [self.writer.label() for _ in range(len(arms) + has_default)]
        out = self.writer.label(), set()
        source = self.writer.seen()
        for arm, label in zip(arms, labels):
            self.writer.step("if (((%s) & 3) == %d) goto %s;" % (value, arm, label))
        self.writer.step("goto %s;" % (labels[-1] if has_default else out[0]))
        self.writer.sources()
        if not has_default:
            out[1].update(source)
        self.breaks.append(out)
        for number, label in enumerate(labels):
            self.arm_of(arms[number] if number < len(arms) else None, label, source)
        self.breaks.pop()
        self.writer.put("}")
        self.writer.end_line()
        self.writer.set_label(out[0])
        self.writer.join(self.writer.sources(), out[1])

    def arm_of(self, value, label, source):
        self.writer.put("default:" if value is None else "case %d:" % value)
        self.writer.end_line()
        self.writer.set_label(label)
        self.writer.join(self.writer.sources(), source)
        with self.writer.indented():
            self.simple(self.assign)
            if self.chance(0.4):
                self.if_()
            if self.writer.alive and self.chance(0.6):
                self.leave("break;", self.breaks[-1])

    def valued(self):
        """x = ({ ...; value; });"""
        name = self.source.choice(self.targets())
        place = self.writer.put(name)
        self.know(name, "scalar")
        self.writer.put(" = ({")
        self.writer.end_line()
        names = [(names, len(names)) for names in (self.scope, self.locals)]
        with self.writer.indented():
            self.local()
            if self.chance(0.5):
                self.if_()
            self.writer.begin_statement()
            value = self.binary(1)
            self.writer.put(";")
            self.writer.end_line()
            self.writer.end_statement()
        for known, size in names:
            del known[size:]
        self.writer.put("})")
        self.writer.part()
        self.writer.step("%s = %s;" % (name, value))
        self.writer.define(name, place, "assignment")

    def computed(self):
        """goto *where[...]; to the one or the other of two labels that follow."""
        names = [self.new_label("to"), self.new_label("to")]
        where = self.fresh("where")
        self.writer.put("static void *const %s[2] = {&&%s, &&%s};" % (where, *names))
        self.writer.end_line()
        self.know(where, "array")
        self.writer.begin_statement()
        place = self.writer.put("goto *" + where)
        self.writer.put("[(")
        value = self.value(1)
        self.writer.put(") & 1];")
        self.writer.end_line()
        self.writer.part()
        self.writer.use(where, model.Place(place.line, place.column + 6), "((%s) & 1)" % value)
        self.writer.step("if ((%s) & 1) goto %s; else goto %s;" % (
            value, self.labels[names[1]][0], self.labels[names[0]][0]))
        source = self.writer.sources()
        for name in names:
            self.labels[name][1].update(source)
            self.put_label(name)
            self.block(self.level + 1)

    def statement(self):
        self.room -= 1
        dice = self.source.random()
        if self.level > 3 or self.room <= 0 or dice < 0.35:
            self.simple(self.source.choice((self.assign, self.assign, self.assign_cell, self.compound,
                                            self.step_statement)))
        elif dice < 0.42:
            self.local()
        elif dice < 0.6:
            self.if_()
        elif dice < 0.78:
            self.counted_loop(self.source.choice((self.while_, self.while_, self.do_, self.for_, self.for_,
                                                  self.forever)))
        elif dice < 0.85:
            self.switch()
        elif dice < 0.9:
            self.forward()
        elif dice < 0.94:
            self.backward()
        elif dice < 0.96 and not self.has_computed and self.writer.depth == 1:
            self.has_computed = True
            self.computed()
        elif dice < 0.98:
            self.simple(self.valued)
        elif self.names:
            self.guarded_call()

    def last(self):
        """What may leave a block."""
        dice = self.source.random()
        if dice < 0.06:
            self.return_()
        elif dice < 0.1 and self.may_stop:
            self.no_return()
        elif dice < 0.2 and self.targets_ahead:
            name = self.source.choice(self.targets_ahead)
            self.leave("goto %s;" % name, self.labels[name])
        elif dice < 0.3 and self.breaks:
            self.leave("break;", self.breaks[-1])
        elif dice < 0.4 and self.continues:
            self.leave("continue;", self.continues[-1])

    def block(self, level):
        before, self.level = self.level, level
        names = [(names, len(names)) for names in (self.scope, self.locals)]
        self.simple(self.assign)
        for _ in range(self.source.randint(0, 3)):
            if self.writer.alive:
                self.statement()
        if level > 0 and self.writer.alive:
            self.last()
        for known, size in names if level else ():
            del known[size:]
        self.level = before

    def whole(self, static):
        """Writes the function. Returns its lines of plain text and of the log version."""
        name = self.writer.function.name
        heading = "%sint %s(%s)" % ("static " if static else "", name, expressions.SIGNATURE)
        self.open(heading)
        for make in self.source.sample((self.local, self.local, self.local, self.array, self.pair, self.lasting),
                                       self.source.randint(1, 5)):
            make()
        self.block(0)
        for _ in range(self.source.randint(1, 3)):
            if self.writer.alive:
                self.statement()
        if self.writer.alive:
            self.return_()
        return self.closed(heading)

    def open(self, heading):
        self.writer.depth = 0
        self.writer.put(heading)
        self.writer.end_line()
        self.writer.begin_node(self.writer.here())
        self.writer.put("{")
        self.writer.end_line()
        self.writer.depth = 1

    def closed(self, heading):
        self.writer.depth = 0
        self.writer.put("}")
        self.writer.end_line()
        return self.writer.plain, self.finished(heading)

    def whole_run(self):
        """Writes the function that all others can jump back to."""
        heading = "int run(%s)" % expressions.SIGNATURE
        self.open(heading)
        true, false = self.writer.label(), self.writer.label()
        self.simple(self.assign_constant)
        self.writer.begin_statement()
        self.writer.put("if (")
        number = self.writer.call(self.writer.put("setjmp(start)"), "setjmp")
        self.writer.step('C(%d, "setjmp");' % number)
        self.writer.step("if (setjmp(start)) { J(); goto %s; } else goto %s;" % (true, false))
        self.writer.put(")")
        self.writer.end_line()
        source = self.writer.sources()
        self.writer.set_label(true)
        self.writer.join(source)
        with self.writer.indented():
            self.return_global()
        self.writer.set_label(false)
        self.writer.join(source)
        for name in self.names:
            self.simple(lambda callee=name: self.assign_call(callee))
        self.return_global()
        self.writer.function.again = {
            node for start, node in self.writer.function.edges if start in dict(source)}
        return self.closed(heading)

    def assign_constant(self):
        place = self.writer.put("g0")
        self.writer.put(" = 1")
        self.know("g0", "scalar")
        self.writer.step("g0 = 1;")
        self.writer.define("g0", place, "assignment")

    def assign_call(self, callee):
        place = self.writer.put("g1")
        self.writer.put(" = ")
        self.know("g1", "scalar")
        value = self.plain_call(callee, 0)
        self.writer.step("g1 = %s;" % value)
        self.writer.define("g1", place, "assignment")

    def return_global(self):
        self.writer.begin_statement()
        self.writer.put("return ")
        value = self.read(self.source.choice(("g0", "g1")))
        self.put_return(value)

    def finished(self, heading):
        """The log version: definitions that stand before everything come to its front."""
        function = self.writer.function
        function.exit = len(function.places)
        function.places.append(None)
        function.edges |= {(node, function.exit) for node, _ in self.ends}
        entries = []
        for variable in sorted(set(self.known) - self.unset):
            entries.append(len(function.definitions))
            function.definitions.append(model.Definition(variable, 0, None, "entry"))
        self.precede(entries)
        log = [line.replace("EXIT_", "%d" % function.exit) for line in self.writer.log]
        made = ["int t_%d = 0;" % (number + 1) for number in range(self.writer.temporaries)]
        start = ['    int A_ = begin_("%s");' % function.name] + ["    " + line for line in made + self.declared]
        return [heading, "{"] + start + log[:1] + ["    D(%d);" % number for number in entries] + log[1:] + [
            "    return 0;", "}"]

    def precede(self, entries):
        """Puts definitions between the beginning of the entry and what follows it."""
        function = self.writer.function
        start = last = function.start(0)
        following = {(point, other) for point, other in function.passes if point == start}
        for number in entries:
            last = function.point("d", number, 0, [last])
        if entries:
            function.passes = {(last if (point, other) in following else point, other)
                               for point, other in function.passes}
