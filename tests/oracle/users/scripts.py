"""Random labels and hyperlabels for the programs of programs.py, as users declare them in comments and in files."""
import collections

import cexpr
import values
from hypers import Comparison, Conjunction, Disjunction, Guarded, Label, Occurrence, Sequence, clashes, covered
from programs import GLOBALS
from sharp import AIMS, is_sharp

METAS = ("who", "cell", "x", "y", "before", "after", "low", "out")
OBJECTIVES = ["users.htol", "more.htol"]
DRAFTS = 12
ORDERS = ("==", "==", "==", "!=", "<", "<=", ">", ">=")


class Declared(Label):
    """A label with the C that it is made of. `at`: gives the text of its place, or None where its comment stands;
    `kinds`: of its metavariables, None if they differ between its places."""

    def __init__(self, script, name, names):
        super().__init__(script, name, names)
        self.predicate, self.expressions = None, []
        self.places, self.at, self.kinds, self.is_site = [], None, {}, False

    def fits(self, label):
        """Whether it can compare with what that label binds, which may be None."""
        kind = label and label.kinds[self.comparison.name]
        pointers = (kind == "p") == (self.comparison.kind == "p")
        return kind in ("s", "u", "f", "p") and pointers and label.places[0].file == self.places[0].file

    def is_easy(self):
        return isinstance(self.predicate, cexpr.Constant)

    def text(self):
        place = " at " + self.at() if self.at else ""
        return "label %s%s%s : %s" % (self.name, place, self.bindings(), self.condition())

    def bindings(self):
        if not self.names:
            return ""
        texts = [expression.typed(self.places[0].scope).text for expression in self.expressions]
        return " { %s }" % ", ".join("%s = %s" % pair for pair in zip(self.names, texts))

    def condition(self):
        predicate = self.predicate.typed(self.places[0].scope).text
        if not self.comparison:
            return predicate
        compared = self.expressions[0].typed(self.places[0].scope).text
        return "%s %s %s && %s" % (compared, self.comparison.symbol, self.comparison.name, predicate)


class Script:
    """One script: the comments of a file, or a file of objectives. `hypers`: {name: hyperlabel}."""

    def __init__(self, path, program, source):
        self.path, self.program, self.source = path, program, source
        self.labels, self.hypers, self.sequences = [], {}, []
        self.functions = [function for function in program.functions if path in [function.file] + OBJECTIVES]
        self.places = [place for function, places in program.places().items() if function in self.functions
                       for place in places]
        self.order = self.places + [place for function in self.functions for place in function.leaves]

    def fill(self, labels):
        for _ in range(labels):
            self.random_label()
        for _ in range(labels):
            self.killing_label()

    def ask(self, hypers, logs):
        """Makes hyperlabels, once it is known what the program does."""
        for number in range(hypers):
            self.hypers["H%d" % number] = Maker(self, logs).hyper()
        used = self.used()
        self.labels = [label for label in self.labels if not label.comparison or label in used]

    def used(self):
        return set().union(*(hyper.used() for hyper in self.hypers.values()))

    def objectives(self):
        """{name: hyperlabel}: all that are declared, and labels that none of them uses."""
        used = self.used()
        unused = {label.name: Occurrence(label) for label in self.labels if label not in used}
        return dict(self.hypers, **unused)

    def new_label(self, names):
        label = Declared(self.path, "%s%d" % (self.source.choice(("L", "Label_", "at")), len(self.labels) + 1), names)
        self.labels.append(label)
        return label

    def put(self, label, places, at):
        label.places, label.at = places, at
        for place in places:
            place.observed.append(label)
        for name, expression in zip(label.names, label.expressions):
            kinds = {expression.typed(place.scope).type.kind for place in places}
            label.kinds[name] = kinds.pop() if len(kinds) == 1 else None

    def put_at(self, label, place):
        """In a comment there, or by its line in a file of objectives."""
        if self.path in OBJECTIVES:
            file = self.file_name(place.file)
            self.put(label, [place], lambda: "%s:%d" % (file, place.line))
        else:
            self.put(label, [place], None)

    def file_name(self, path):
        """One of the ways to name a file."""
        return self.source.choice((path, "./" + path, path.split("/")[-1], '"%s"' % path))

    def random_label(self):
        if self.source.random() < 0.05:
            self.label_of_site()
            return
        label = self.new_label(self.source.sample(METAS, self.source.choice((0, 0, 1, 1, 1, 2, 3))))
        if self.source.random() < 0.25:
            self.label_of_function(label)
            return
        place = self.source.choice(self.places)
        self.fill_label(label, place.scope)
        self.put_at(label, place)

    def fill_label(self, label, scope):
        expressions = cexpr.Random(self.source, scope)
        label.predicate = expressions.predicate()
        label.expressions = [expressions.bound() for _ in label.names]

    def label_of_function(self, label):
        """At its entry, its returns or all its exits: over what is in scope there, wherever that is."""
        function = self.source.choice(self.functions)
        kind = self.source.choice(["entry"] + ["return", "return", "exit"] * bool(function.leaves))
        places = [function.body.items[0].place] if kind == "entry" else list(function.leaves)
        scope = dict(GLOBALS, **function.parameters)
        if kind != "entry" and function.returns:
            scope["\\result"] = places[0].scope["\\result"]
        elif kind == "exit":
            places.append(function.body.end)
        self.fill_label(label, scope)
        prefix = self.source.choice(("", self.file_name(function.file) + ":"))
        self.put(label, places, lambda: "%s%s@%s" % (prefix, function.name, kind))

    def label_of_site(self):
        """At the first block of a function: what is recorded anyway."""
        function, label = self.source.choice(self.functions), self.new_label([])
        label.predicate, label.is_site = cexpr.Constant("true", cexpr.INT), True
        self.put(label, [function.body.items[0].place], lambda: function.name + "@block 0")

    def killing_label(self):
        """One that compares with a metavariable that a label of the same file binds, if there is one."""
        binding = [label for label in self.labels if label.names]
        label = self.source.choice(binding) if binding else None
        name = self.source.choice(label.names) if label else None
        kind = label and label.kinds[name]
        if kind not in ("s", "u", "f", "p"):
            return
        place = self.source.choice([place for place in self.places if place.file == label.places[0].file])
        expressions = cexpr.Random(self.source, place.scope)
        candidates = expressions.pointers if kind == "p" else expressions.numbers
        if candidates:
            compared = cexpr.Name(self.source.choice(candidates))
            if kind != "p" and self.source.random() < 0.2:
                compared = expressions.arithmetic(1)
            self.put_killing(place, name, expressions.predicate(), compared)

    def put_killing(self, place, name, predicate, compared):
        own = compared.typed(place.scope).type
        if own == cexpr.FLOAT:
            return
        label = self.new_label([])
        symbol = self.source.choice(ORDERS[:4] if own.kind == "p" else ORDERS)
        label.comparison = Comparison(symbol, name, own.kind, own.bits)
        label.predicate, label.expressions = predicate, [compared]
        self.put_at(label, place)


class Maker:
    """Makes one hyperlabel of a script."""

    def __init__(self, script, logs):
        self.script, self.source, self.logs = script, script.source, logs
        self.uses, self.kinds = collections.Counter(), collections.defaultdict(set)
        self.aim = self.source.choice(AIMS)
        labels = [label for label in script.labels if not label.comparison]
        self.labels = [label for label in labels for _ in range(3 if label.is_easy() else 1)]
        self.steps = [label for label in self.labels if not label.is_site]
        self.killing = [label for label in script.labels if label.comparison]

    def hyper(self):
        """One of some drafts, if possible one that serves the aim, best one that is covered."""
        found = None
        for _ in range(DRAFTS):
            made = self.draft()
            if is_sharp(made, self.logs, self.aim):
                found = made
                if covered(made, self.logs.log) or self.source.random() < 0.2:
                    break
        return found or made

    def draft(self):
        while True:
            self.uses.clear()
            made = self.tree(self.source.choice((1, 1, 2, 2, 2, 3)))
            if not clashes(made):
                return made

    def occurrence(self, label):
        made = Occurrence(label, self.uses[label])
        self.uses[label] += 1
        for name, base in zip(made.names, label.names):
            self.kinds[name].add(label.kinds[base])
        return made

    def are(self, kinds, names):
        return [name for name in names if self.kinds[name] & set(kinds)]

    def tree(self, members):
        if members == 1:
            share = 0.85 if self.aim in ("kill", "metavariable", "run") else 0.4
            if self.steps and self.source.random() < share:
                made = self.sequence()
            else:
                made = self.occurrence(self.source.choice(self.labels))
        else:
            left = self.source.randint(1, members - 1)
            pair = Conjunction if self.source.random() < 0.55 else Disjunction
            made = pair(self.tree(left), self.tree(members - left))
        return self.guarded(made) if self.source.random() < 0.6 else made

    # Sequences.

    def sequence(self):
        if self.script.sequences and self.source.random() < 0.15:
            again = self.source.choice(self.script.sequences)
            return Sequence([self.occurrence(step.label) for step in again.steps], again.kills)
        labels = [self.source.choice(self.steps) for _ in range(self.source.choice((2, 2, 2, 2, 3, 3, 4)))]
        if self.source.random() < 0.6:
            labels.sort(key=lambda label: self.script.order.index(label.places[0]))
        steps = [self.occurrence(label) for label in labels]
        made = Sequence(steps, [self.kills(labels, number) for number in range(1, len(steps))])
        if not clashes(made):
            self.script.sequences.append(made)
        return made

    def kills(self, labels, number):
        """What may not be between steps `number` and `number` + 1, from 1."""
        kills = []
        most = 2 if self.aim in ("kill", "metavariable") else 1
        for _ in range(self.source.choice((0, 0, 1, most))):
            comparing = self.comparing(labels, number)
            if self.aim == "metavariable" and comparing or self.source.random() < 0.5:
                kills += comparing[:1]
            else:
                kills.append(self.source.choice(self.steps))
        return list(dict.fromkeys(kills))

    def comparing(self, labels, number):
        """Killing labels that compare with a metavariable that a step before them binds, and no other step by that
        name, in the file of that step."""
        bound = [name for label in labels for name in label.names]
        known = {name: label for label in labels[:number] for name in label.names if bound.count(name) == 1}
        found = [kill for kill in self.killing if kill.fits(known.get(kill.comparison.name))]
        self.source.shuffle(found)
        return found

    # Guards.

    def guarded(self, hyper):
        names = sorted(hyper.always_bound())
        if self.script.program.mode == "fork":
            names = [name for name in names if name not in self.are("p", names)]
        return Guarded(hyper, self.guard(names, 2)) if names else hyper

    def guard(self, names, depth):
        dice = self.source.random()
        if depth and dice < 0.35:
            symbol = "&&" if dice < 0.15 else "||"
            return values.Binary(symbol, self.guard(names, depth - 1), self.guard(names, depth - 1))
        if depth and dice < 0.4:
            return values.Unary("!", self.guard(names, depth - 1))
        pointers = self.are("pc", names)
        if pointers and self.source.random() < 0.5:
            return self.about_pointer(pointers)
        numbers = [name for name in names if name not in pointers]
        return self.relation(numbers) if numbers else self.about_pointer(pointers)

    def about_pointer(self, pointers):
        name = self.source.choice(pointers)
        others = [other for other in self.are(self.kinds[name], pointers) if other != name]
        other = values.Meta(self.source.choice(others)) if others and self.source.random() < 0.9 else self.constant()
        return values.Binary(self.source.choice(("==", "==", "!=")), values.Meta(name), other)

    def relation(self, numbers):
        symbol = self.source.choice(ORDERS)
        if len(numbers) > 1 and self.source.random() < 0.6:
            left, right = self.source.sample(numbers, 2)
            return values.Binary(symbol, self.term(left), self.term(right))
        return values.Binary(symbol, self.term(self.source.choice(numbers)), self.constant())

    def term(self, name):
        dice, meta = self.source.random(), values.Meta(name)
        if dice < 0.6:
            return meta
        if dice < 0.66:
            return values.Unary(self.source.choice("-~!"), meta)
        symbol = self.source.choice("+-*+-*/%&|^")
        operands = [meta, self.constant()]
        self.source.shuffle(operands)
        return values.Binary(symbol, *operands)

    def constant(self):
        number = self.source.choice((0, 0, 1, 1, 2, 2, 3, 4, 5))
        form = self.source.choice(("%d", "%d", "%d", "%du", "%#x", "%d.5", "%d.0e0", "0b%s"))
        if "." in form:
            text = form % number
            return values.Number(text, values.Value("f", float(text)))
        text = form % (bin(number)[2:] if "b" in form else number)
        return values.Number(text, values.unsigned(number) if "u" in form else values.signed(number))


def comments(script, notes):
    """Writes the declarations of a script of comments into places of the program, or into `notes`."""
    source = script.source
    for label in script.labels:
        if label.at is None:
            label.places[0].comments.append(label.text())
        else:
            note(script, label.text(), notes)
    for name, hyper in script.hypers.items():
        note(script, "hyper %s : %s" % (name, hyper.text()), notes)
    source.shuffle(notes)


def note(script, text, notes):
    if script.source.random() < 0.3:
        script.source.choice(script.places).comments.append(text)
    else:
        notes.append(text)


def text_of(script):
    """A file of objectives, once the lines of its places are known."""
    lines = [label.text() + ";" for label in script.labels]
    lines += ["hyper %s : %s;" % (name, hyper.text()) for name, hyper in script.hypers.items()]
    script.source.shuffle(lines)
    return "// users' objectives: some\npure third;\n" + "".join(line + "\n" for line in lines)
