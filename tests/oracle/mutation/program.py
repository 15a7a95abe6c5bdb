"""The sources of one test: functions as users have them, what calls them, and the program that judges their mutants.
It compiles nothing."""
import collections

import chance
import kinds
import writer

WORLDS = 8
HEADER = '#include <limits.h>\n#include <math.h>\n' + chance.WORLD
# What all functions call, and the objects that they share.
SHARED = """struct record record;
int ga, table[8], calls;
unsigned gu;
volatile int gv;
double gd;
int same(int x) { return x; }
int count(int x) { return x + calls++; }
int halved(long x) { return (int)(x / 2 % 1000); }
double scaled(double x) { return x * 0.5; }
static void reset(int row)
{
    ga = worlds[row].ga;
    gu = worlds[row].gu;
    gv = worlds[row].gv;
    gd = worlds[row].gd;
    calls = 0;
    for (int i = 0; i < 8; i++)
        table[i] = worlds[row].table[i];
    record = worlds[row].record;
}
"""
FIELDS = (("ga", kinds.INT), ("gu", kinds.UNSIGNED), ("gv", kinds.INT), ("gd", kinds.DOUBLE))
RECORD = ((4, True), (3, False), (11, True), (1, False), (8, True), (16, False), (64, True))


def world(source):
    record = [chance.literal(source, kinds.Type("int", bits, signed)) for bits, signed in RECORD]
    record += [chance.literal(source, kinds.DOUBLE), chance.literal(source, kinds.FLOAT)]
    fields = [chance.literal(source, type_) for _, type_ in FIELDS]
    table = [str(source.choice(chance.VALUES["integer"])) for _ in range(8)]
    return "    {%s, {%s}, {%s}}" % (", ".join(fields), ", ".join(table), ", ".join(record))


def worlds(source):
    fields = " ".join("%s %s;" % (type_.name, name) for name, type_ in FIELDS)
    return "static const struct { %s int table[8]; struct record record; } worlds[] = {\n%s\n};\n" % (
        fields, ",\n".join(world(source) for _ in range(WORLDS)))


def rows(function):
    """The arguments of each call, and a macro that calls a copy of the function."""
    fields = " ".join("%s %s;" % (type_.name, name) for type_, name in function.parameters)
    table = ",\n".join("    {%d, %s}" % (number, ", ".join(row)) for number, row in function.rows)
    arguments = ", ".join("rows_%s[row].%s" % (function.name, name) for _, name in function.parameters)
    return "static const struct { int world; %s } rows_%s[] = {\n%s\n};\n#define CALL_%s(copy) " \
        "(reset(rows_%s[row].world), copy(%s))\n" % (
            fields, function.name, table, function.name, function.name, arguments)


def subject(functions):
    """The source that is measured, and where its expressions are: (its text, the writer)."""
    out = writer.Source()
    out.put(HEADER)
    for function in functions:
        out.put("\n")
        function.write(out, function.name)
    return out.text(), out


def data(functions, source):
    text = HEADER + worlds(source) + SHARED
    return text + "".join(rows(function) for function in functions)


SIGNALS = ("SIGILL", "SIGFPE", "SIGTRAP")
CALLER = """#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf trap;
/* The sign of NaN is nobody's business. */
static double number(double value)
{
    return isnan(value) ? NAN : value;
}
static void caught(int number)
{
    siglongjmp(trap, number);
}
"""


def caller(functions, shared):
    """Calls all functions with all their rows and prints what each returned, or that it trapped."""
    text = shared + CALLER + "".join(function.head(function.name) + ";\n" for function in functions)
    text += "int main(void)\n{\n" + "".join("    signal(%s, caught);\n" % name for name in SIGNALS)
    for function in functions:
        text += "    for (int row = 0; row < %d; row++) {\n        if (sigsetjmp(trap, 1) == 0)\n" \
            "            printf(\"%s %%d %%.17g %%d %%d\\n\", row, number(CALL_%s(%s)), ga, calls);\n" \
            "        else\n            puts(\"trap\");\n    }\n" % (
                len(function.rows), function.name, function.name, function.name)
    return text + "    return 0;\n}\n"


class Judge:
    """Writes the program that judges the mutants of one function after the other."""

    def __init__(self, shared):
        self.parts = ['#include "judge.h"\n', shared]
        self.functions = []

    def put(self, text):
        self.parts.append(text)

    def add(self, function, mutants):
        hooks = Hooks(mutants)
        out = writer.Writer(hooks.instead())
        function.write(out, function.name + "_0", "static ")
        self.put(out.text() + run(function, "0"))
        entries = [self.entry(function, number, mutant, hooks) for number, mutant in enumerate(mutants, 1)]
        self.put("static const struct mutant mutants_%s[] = {\n%s\n};\n" % (function.name, ",\n".join(entries)))
        self.functions.append("    {run_%s_0, %d, mutants_%s, %d}" % (function.name, len(function.rows), function.name,
                                                                     len(mutants)))

    def entry(self, function, number, mutant, hooks):
        site = hooks.numbers[mutant.site]
        if mutant.flag is not None:
            return "    {0, %d, 0, %d}" % (site, mutant.flag)
        decide, changed = "0", "0"
        if mutant.logic:
            decide = "decide_%s_%d" % (function.name, number)
            self.put(deciding(decide, mutant))
        if not mutant.logic or mutant.decision.is_total:
            changed = "run_%s_%d" % (function.name, number)
            out = writer.Writer({replaced(mutant): lambda out: write_mutant(out, mutant, site)})
            function.write(out, "%s_%d" % (function.name, number), "static ")
            self.put(out.text() + run(function, str(number)))
        return "    {%s, %d, %s, -1}" % (changed, site, decide)

    def text(self):
        table = "const struct function functions[] = {\n%s\n};\n" % ",\n".join(self.functions)
        return "".join(self.parts) + table + "const int function_count = %d;\n" % len(self.functions)


def run(function, copy):
    return "static void run_%s_%s(int row)\n{\n    CALL_%s(%s_%s);\n}\n\n" % (function.name, copy, function.name,
                                                                             function.name, copy)


def deciding(name, mutant):
    out = writer.Writer()
    conditions = mutant.decision.conditions
    mutant.logic.write(out, lambda out, condition: out.put(
        "values[{0}] < 0 ? open >> {0} & 1 : values[{0}]".format(conditions.index(condition))))
    return "static int %s(const signed char *values, unsigned open)\n{\n    return %s;\n}\n\n" % (name, out.text())


def replaced(mutant):
    return mutant.decision.expression if mutant.logic else mutant.expression


def kept(out, type_, site, write, stored=None):
    """What writes a value so that it is kept, or compared, after it was converted to what is stored."""
    name = "FLOATING" if type_.is_floating else "POINTER" if type_.is_pointer else "INTEGER"
    out.put("%s(%s, %d, " % (name, type_.name, site))
    converted(out, stored, write)
    out.put(")")


def converted(out, type_, write):
    if type_ is None:
        write()
    elif type_.is_integer and type_.bits < kinds.NAMED[type_.name].bits:
        out.put("({ struct { %s %s m : %d; } weak_field; weak_field.m = (" % (
            "signed" if type_.signed else "", type_.name, type_.bits))
        write()
        out.put("); weak_field.m; })")
    else:
        out.put("(%s)(" % type_.name)
        write()
        out.put(")")


def write_mutant(out, mutant, site):
    if mutant.logic:
        kept(out, kinds.INT, site, lambda: mutant.logic.write(out, lambda out, condition: condition.write(out)))
    else:
        kept(out, mutant.site.type, site, lambda: mutant.write(out), mutant.site.stored)


class Hooks:
    """What the original does at the sites of its mutants."""

    def __init__(self, mutants):
        self.numbers, self.wrappers = {}, collections.defaultdict(list)
        for decision in {mutant.decision: None for mutant in mutants if mutant.decision}:
            site = next(mutant.site for mutant in mutants if mutant.decision is decision)
            self.add_decision(decision, self.number(site))
        for mutant in mutants:
            if mutant.site not in self.numbers:
                number = self.number(mutant.site)
                if mutant.after:
                    self.add_change(mutant, number)
                else:
                    self.add_value(mutant.site, number)
        # Innermost: what is compared is written anew.
        for site in {mutant.site for mutant in mutants if mutant.flag is not None}:
            self.wrappers[site.expression].append(
                lambda out, _, site=site: relation(out, site.expression, self.numbers[site]))

    def number(self, site):
        self.numbers[site] = len(self.numbers)
        return self.numbers[site]

    def add_decision(self, decision, site):
        call = "weak_decided(%d, %d" % (site, len(decision.conditions))

        def decided(out, inner):
            out.put("({ weak_begin(%d); " % site)
            kept(out, kinds.INT, site, lambda: truth(out, call, inner))
            out.put("; })")
        self.wrappers[decision.expression].append(decided)
        for number, condition in enumerate(decision.conditions):
            self.wrappers[condition].append(
                lambda out, inner, number=number: truth(out, "weak_condition(%d, %d" % (site, number), inner))

    def add_value(self, site, number):
        self.wrappers[site.expression].append(lambda out, inner: kept(out, site.type, number, inner, site.stored))

    def add_change(self, mutant, number):
        """What was assigned to, after that."""
        def write(out, inner):
            out.put("(")
            inner()
            out.put(", ")
            kept(out, mutant.site.type, number, lambda: out.put(mutant.after))
            out.put(")")
        self.wrappers[mutant.site.expression].append(write)

    def instead(self):
        return {expression: applied(expression, wrappers) for expression, wrappers in self.wrappers.items()}


def truth(out, call, inner):
    out.put(call + ", !!(")
    inner()
    out.put("))")


def applied(expression, wrappers):
    def write(out, number=0):
        if number == len(wrappers):
            expression.write(out)
        else:
            wrappers[number](out, lambda: write(out, number + 1))
    return write


def relation(out, expression, site):
    """The comparison of operands that are looked at first."""
    types = [part.type for part in expression.parts]
    pointers = any(type_.is_pointer for type_ in types)
    type_ = "const char *" if pointers else kinds.common(*types).name
    names = []
    out.put("({ ")
    for name, part in zip(("weak_left", "weak_right"), expression.parts):
        out.put("%s %s = %s(" % (type_, name, "(const char *)" if pointers else ""))
        out.node(part)
        out.put("); ")
        names.append("(long)" + name if pointers else name)
    if not pointers and kinds.common(*types).is_floating:
        out.put("weak_relation_floating(%d, %s, %s); " % (site, *names))
    else:
        out.put("weak_relation(%d, %s, %s, %s); " % (site, *names, "sizeof(int)" if pointers else "1"))
    out.put("weak_left %s weak_right; })" % expression.operator)
