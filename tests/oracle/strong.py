#!/usr/bin/python3
"""Checks mutants of strong builds against the same mutants written as text, and compiled. It takes from
hlcov where a mutant is and what it says stands there; it knows nothing of how mutants are found or chosen.

usage: [SEEDS=N,N...] [CASES=N] [MOST=N] [KNOWN=FILE] tests/oracle/strong.py

A case is a program of random functions (mutation/chance.py), or strong/statements.c; with CSMITH=1, of csmith. It is
built by hlcov cc --strong, in turn by gcc and clang, with and without optimization. Without a mutant it must print and
return what the program does; with one, what the text with the change does. Texts are compiled many at once, but for
those of csmith (mutation/united.py). Mutants of which a table says that they do the same must do so as texts, too.
MOST: mutants of a program, taken at random, 0 for all. Text that sanitizers find undefined may do anything; loops
without end may be removed.
"""
import collections
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "mutation"))

import seeds  # noqa: E402
import tap  # noqa: E402
import chance  # noqa: E402
import program  # noqa: E402
import united  # noqa: E402

COMPILERS = "gcc", "clang-19"
BUILDS = [(compiler, level) for compiler in COMPILERS for level in ("-O0", "-O2")]
OPERATORS = ("ROR", "ABS", "COR", "LCR", "AOR", "BOR", "SOR", "UOI", "AOIU", "CRP", "SDL", "SSDL", "CALLDL", "RETURN")
HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS, SIZE = 0.3, 1 << 20  # of the processor: programs take some thousandths
FUNCTIONS, ROWS, AT_ONCE = 6, 6, 100
FIELD = re.compile(r' (\w+)=("(?:[^"\\]|\\.)*"|\S+)')
# What texts of mutants name.
PRELUDE = ("#define hl_abs(x) __extension__({__auto_type hl_t=+(x);hl_t<0?-hl_t:hl_t;})\n"
           "#define hl_fail_if_0(x) __extension__({__auto_type hl_t=+(x);if(hl_t==0)__builtin_trap();hl_t;})\n")
TRAPS = ["-fsanitize=undefined,float-cast-overflow", "-fsanitize-undefined-trap-on-error"]
SANITIZED = ["-O0", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]


def limit():
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SIZE, SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, directory, **environment):
    """(status, what it printed): of a program that runs too long, ("late", None)."""
    with tempfile.TemporaryFile(dir=directory) as out:
        try:
            done = subprocess.run(command, cwd=directory, env=dict(os.environ, **environment), check=False,
                                  stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=limit,
                                  timeout=100 * SECONDS)
        except subprocess.TimeoutExpired:
            return "late", None
        if done.returncode in (-signal.SIGPROF, -signal.SIGKILL):
            return "late", None
        out.seek(0)
        return done.returncode, out.read()


class Mutant:
    """A row of a table: where it is, and what stands there instead."""

    def __init__(self, function, fields):
        self.function, self.fields = function, fields
        self.id = "%s.%s" % (function["hash"], fields["number"])
        self.operator = fields["criterion"]
        self.first = "%s.%s" % (function["hash"], fields["same"])  # that does the same; no mutant has number 0

    def name(self):
        return "%s in %s:%s: '%s' for '%s'" % (self.operator, self.fields["line"], self.fields["column"],
                                               self.fields["after"], self.fields["before"])

    def offsets(self, lines):
        """Where it begins and ends in the text."""
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        return [starts[int(self.fields[line]) - 1] + int(self.fields[column]) - 1
                for line, column in (("line", "column"), ("end_line", "end_column"))]

    def replacement(self, source, old):
        """What stands in place of the text `old`, as a whole expression or statement; None: it cannot be told."""
        new = re.sub(r"\b(abs|fail_if_0)\(", r"hl_\1(", self.fields["after"], count=1) \
            if self.operator == "ABS" else self.fields["after"]
        if "..." in new or (self.operator not in ("SSDL", "CALLDL", "SDL") and not new):
            return None
        if self.operator in ("SSDL", "CALLDL"):
            return ";"
        if self.operator == "SDL":
            return "((void)0)"
        if self.operator == "RETURN":
            return self.returned(source, old, new)
        if self.operator in ("COR", "LCR"):
            return "(!!(%s))" % new
        if self.operator == "ROR" and new in ("0", "1"):  # operands are evaluated
            new = "(void)(%s),%s" % (old, new)
        return "((__typeof__(0?(%s):(%s)))(%s))" % (old, old, both(old, new) if self.operator == "AOR" else new)

    def returned(self, source, old, new):
        """In the type that the function returns. The value is evaluated, whatever is returned."""
        head = r"^(?:static )?(?:inline )?([\w ]+?[ *]+)%s\(" % re.escape(self.function["name"])
        found = re.search(head, source, re.M)
        if not found:
            return None
        kind = found.group(1).strip()
        if "*" in kind or kind == "text":
            return "((%s)((void)(%s),0))" % (kind, old)
        value = "-hl_v" if new.startswith("-") and new != "-1" and not re.fullmatch(r"-\d+", new) else new
        value = "-hl_v" if re.fullmatch(r"-\d+", new) and new[1:] == old else value
        return "__extension__({__typeof__(+(%s)0) hl_v=(%s)(%s);%s;})" % (kind, kind, old, value)


def both(old, new):
    """Both operands are evaluated, where one of them is the mutant."""
    part = new if old.startswith(new) or old.endswith(new) else new[1:-1] if new.startswith("(") else None
    if part is None or not (old.startswith(part) or old.endswith(part)):
        return new
    left = old.startswith(part) and re.match(r"\s*[-+*/%]", old[len(part):])
    other = re.sub(r"^\s*[-+*/%]", "", old[len(part):]) if left else re.sub(r"[-+*/%]\s*$", "", old[:-len(part)])
    pair = (part, other) if left else (other, part)
    locals_ = ["__typeof__(0?(%s):(%s)) hl_%s=(%s);" % (text, text, name, text) for text, name in zip(pair, "lr")]
    return "__extension__({%s(void)hl_r;hl_%s;})" % ("".join(locals_), "l" if left else "r")


class Case:
    """A program and its mutants."""

    def __init__(self, seed, directory):
        self.seed, self.directory, self.source = seed, directory, random.Random(seed)
        self.compiler, self.level = BUILDS[seed % len(BUILDS)]
        self.problems, self.counts = [], collections.Counter()
        self.objects, self.functions = [], []  # functions: the random ones
        self.table = []  # what the table says of each function

    def path(self, name):
        return os.path.join(self.directory, name)

    def save(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def must(self, words, **environment):
        done = subprocess.run(words, cwd=self.directory, env=dict(os.environ, **environment), check=False, timeout=600,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise RuntimeError("%s: %s" % (" ".join(words), done.stdout[-2000:]))
        return done.stdout

    def write(self):
        """The file subject.c, and objects that it is linked with."""
        if "CSMITH" in os.environ:
            limits = ["--max-funcs", "4", "--max-block-depth", "3"]
            self.must(["csmith", "--seed", str(self.seed), *limits, "-o", "made.c"])
            made = self.must([self.compiler, "-E", "-P", "-w", "-isystem", "/usr/include/csmith", "made.c"])
            self.save("subject.c", made)
        elif self.seed % 5 == 0:
            shutil.copy(os.path.join(HERE, "strong", "statements.c"), self.path("subject.c"))
        else:
            self.write_functions()
        with open(self.path("subject.c"), encoding="utf-8") as file:
            self.text = file.read()

    def write_functions(self):
        """Random functions, and what calls them. Calls that do what C does not define are no calls of the test."""
        functions = [chance.function(self.source, "f%d" % number, ROWS) for number in range(FUNCTIONS)]
        for function in functions:
            function.rows = [(number % program.WORLDS, row) for number, row in enumerate(function.rows)]
        world = self.source.random()
        self.write_callers(functions, world)
        self.must(["gcc", *TRAPS, "-w", "-O0", "-c", "subject.c"])
        self.must(["gcc", *TRAPS, "subject.o", "caller.o", "-o", "trial", "-lm"])
        lines = self.must(["./trial"]).splitlines()
        for function in functions:
            own, lines = lines[:len(function.rows)], lines[len(function.rows):]
            function.rows = [row for row, line in zip(function.rows, own) if line != "trap"]
        self.functions = [function for function in functions if function.rows]
        self.write_callers(self.functions, world)
        self.objects = ["caller.o", "-lm"]

    def write_callers(self, functions, world):
        self.save("subject.c", program.subject(functions)[0])
        self.save("caller.c", program.caller(functions, program.data(functions, random.Random(world))))
        self.must(["gcc", "-w", "-c", "caller.c"])

    def build(self):
        """The strong program, and the program as it is."""
        data = self.path("data")
        self.must([tap.hlcov, "cc", "--strong", self.compiler, "-w", self.level, "-c", "subject.c", "-o", "strong.o"],
                  HLCOV_DIR=data)
        if os.path.exists(os.path.join(data, "notes.log")):
            self.problems.append(open(os.path.join(data, "notes.log"), encoding="utf-8").read())
        self.must([self.compiler, "strong.o", *self.objects, "-o", "strong"])
        self.must([self.compiler, "-w", self.level, "subject.c", *self.objects, "-o", "plain"])
        dumped = self.must(["sh", "-c", '"%s" dump %s/strong/*.hlt' % (tap.hlcov, data)])
        self.table = [fields for fields in map(fields_of, dumped.splitlines()) if is_function(fields)]
        return list(mutants_of(dumped))

    def compare_plain(self):
        wanted, found = run(["./plain"], self.directory), run(["./strong"], self.directory)
        if wanted != found:
            self.problems.append("without a mutant: %s, not %s" % (found, wanted))
        for name in ("0.1", "%s.1" % ("0" * 16), "nonsense", ""):
            if run(["./strong"], self.directory, HLCOV_MUTANT=name) != wanted:
                self.problems.append("HLCOV_MUTANT=%s is no mutant" % name)
        return wanted

    def changed(self, mutant):
        """The text with the mutant; None: it cannot be written."""
        begin, end = mutant.offsets(self.text.splitlines(keepends=True))
        old = self.text[begin:end]
        folded = " ".join(old.split())
        if folded.replace(" ", "") != mutant.fields["before"].replace(" ", "") and "..." not in mutant.fields["before"]:
            return None
        new = mutant.replacement(self.text, old)
        return None if new is None else PRELUDE + self.text[:begin] + new + self.text[end:]

    def outcome(self, text, number, words):
        name = "mutant%s" % number
        self.save(name + ".c", text)
        self.must([*words, "-w", name + ".c", *self.objects, "-o", name])
        try:
            return run(["./" + name], self.directory)
        finally:
            os.unlink(self.path(name))
            os.unlink(self.path(name + ".c"))

    def copy(self, function, text, number):
        """The function's part of a text, under a name of its own."""
        begin = text.index(function.head(function.name) + "\n{")
        ends = [text.find(other.head(other.name) + "\n{", begin + 1) for other in self.functions]
        end = min([end for end in ends if end >= 0], default=len(text))
        return text[begin:end].replace(function.name + "(", "%s_%s(" % (function.name, number), 1)

    def together(self, texts):
        """A unit of all functions as they are, and of each that has a change: CHOSEN says which of these runs."""
        if not self.functions:
            return united.united(PRELUDE, self.text, self.table, texts)
        parts, cases = ["#include <stdlib.h>\n" + PRELUDE + program.HEADER], []
        for function in self.functions:
            name, own = function.name, [number for number in texts if texts[number][0] == function.name]
            parts.append(self.copy(function, self.text, "plain"))
            parts += [self.copy(function, texts[number][1], number) for number in own]
            cases += ["    case %d: chosen_%s = %s_%d; break;\n" % (number, name, name, number) for number in own]
            parts.append("static %s = %s_plain;\n%s { return chosen_%s(%s); }\n" % (
                function.head("(*chosen_%s)" % name), name, function.head(name), name,
                ", ".join(parameter for _, parameter in function.parameters)))
        return "".join(parts) + united.CHOOSE % "".join(cases)

    def outcomes(self, texts):
        """What each text does, of a dictionary of functions' names and texts."""
        if "CSMITH" in os.environ:
            return {number: self.outcome(text, number, [self.compiler, self.level])
                    for number, (_, text) in texts.items()}
        found, numbers = {}, list(texts)
        for first in range(0, len(numbers), AT_ONCE):
            some = {number: texts[number] for number in numbers[first:first + AT_ONCE]}
            self.save("together.c", self.together(some))
            self.must([self.compiler, self.level, "-w", "together.c", *self.objects, "-o", "together"])
            found.update((number, run(["./together"], self.directory, CHOSEN=str(number))) for number in some)
        return found

    def is_undefined(self, text, number, compiler):
        """Whether the compiler's sanitizers find that, in a text that it compiles."""
        try:
            plain, sanitized = (self.outcome(text, number, [compiler, *options]) for options in (["-O0"], SANITIZED))
        except RuntimeError:
            return False
        return plain != sanitized

    def may_differ(self, text, number):
        """Whether the text is undefined, or does not end. Gcc takes x > y - 1 for x >= y before its sanitizers look."""
        if self.outcome(text, number, [self.compiler, "-O0"])[0] == "late":
            return "endless"
        return "undefined" if any(self.is_undefined(text, number, compiler) for compiler in COMPILERS) else None

    def compare(self, number, mutant, text, wanted, original):
        if text is None:
            return {(mutant.operator, "no text"): 1}, None
        with_mark = run(["./strong"], self.directory, HLCOV_MUTANT=mutant.id, HLCOV_MUTANT_MARK="mark%d" % number)
        marked = os.path.exists(self.path("mark%d" % number))
        problem = None if marked else "%s: not marked" % mutant.name()
        kind = "agree" if wanted == with_mark else self.may_differ(text, number)
        if not kind:
            problem = "%s: %s, not %s" % (mutant.name(), short(with_mark), short(wanted))
        return {(mutant.operator, kind or "wrong"): 1,
                (mutant.operator, "noticed"): int(with_mark != original)}, problem

    def sample(self, mutants):
        """Some of each operator, in turn."""
        most = int(os.environ.get("MOST", "300")) or len(mutants)
        mutants = self.source.sample(mutants, len(mutants))
        turn = collections.Counter()
        for mutant in mutants:
            turn[mutant.operator] += 1
            mutant.turn = turn[mutant.operator]
        return self.with_firsts(sorted(mutants, key=lambda mutant: mutant.turn), most)

    def with_firsts(self, mutants, most):
        """The first `most`, and of each that does the same as another one, that one."""
        wanted = {mutant.first for mutant in mutants[:most]}
        return mutants[:most] + [mutant for mutant in mutants[most:] if mutant.id in wanted]

    def compare_same(self, mutants, texts, wanted):
        """Texts of mutants that are said to do the same."""
        numbers = {mutant.id: number for number, mutant in mutants.items() if number in wanted}
        for number, mutant in mutants.items():
            first = numbers.get(mutant.first, number)
            if first == number or number not in wanted:
                continue
            same = wanted[number] == wanted[first] or any(self.may_differ(texts[k], k) for k in (number, first))
            self.counts[mutant.operator, "same"] += 1
            if not same:
                self.problems.append("%s is not the same as %s: %s, %s" % (
                    mutant.name(), mutants[first].name(), short(wanted[number]), short(wanted[first])))

    def run(self):
        self.write()
        mutants = self.build()
        original = self.compare_plain()
        self.counts[("all", "unwritten")] += sum(mutant.fields["unwritten"] != "0" for mutant in mutants)
        mutants = [mutant for mutant in mutants if mutant.fields["unwritten"] == "0"]
        if "CSMITH" not in os.environ and (kind := self.may_differ(PRELUDE + self.text, "plain")):
            self.problems.append("the program itself is %s: no mutant of it could be wrong" % kind)
        mutants = dict(enumerate(self.sample(mutants)))
        texts = {number: self.changed(mutant) for number, mutant in mutants.items()}
        wanted = self.outcomes({number: (mutants[number].function["name"], text)
                                for number, text in texts.items() if text is not None})
        for number, mutant in mutants.items():
            counts, problem = self.compare(number, mutant, texts[number], wanted.get(number), original)
            self.counts.update(counts)
            self.problems += [problem] if problem else []
        self.compare_same(mutants, texts, wanted)


def short(outcome):
    return "%s %r" % (outcome[0], (outcome[1] or b"")[-60:])


def fields_of(line):
    return {name: re.sub(r'\\(.)', r"\1", value[1:-1]) if value.startswith('"') else value
            for name, value in FIELD.findall(line)}


def is_function(fields):
    return "hash" in fields and "linkage" in fields


def mutants_of(dumped):
    function = None
    for line in dumped.splitlines():
        fields = fields_of(line)
        if is_function(fields):
            function = fields
        elif line.strip().startswith("change "):
            yield Mutant(function, fields)


def tried(seed):
    name, problems, counts = seeds.try_program("mutants", Case, seed)
    agree, noticed = (sum(counts[operator, kind] for operator in OPERATORS) for kind in ("agree", "noticed"))
    return "%s: %d agree, %d noticed" % (name, agree, noticed), problems, counts


def table(counts):
    kinds = ("agree", "undefined", "endless", "no text", "wrong", "noticed", "same")
    print("# operator " + "".join("%10s" % kind for kind in kinds))
    for operator in OPERATORS:
        print("# %-9s" % operator + "".join("%10d" % counts[operator, kind] for kind in kinds))


def too_little(counts):
    """What a comparison of less would not say."""
    for operator in OPERATORS:
        agree, noticed = counts[operator, "agree"], counts[operator, "noticed"]
        if agree == 0 or (noticed == 0 and "CSMITH" not in os.environ):
            yield "%s: %d agree, %d noticed" % (operator, agree, noticed)
    for operator in ("ROR", "COR", "LCR", "AOR", "CRP"):
        if counts[operator, "same"] == 0 and "CSMITH" not in os.environ:
            yield "%s: none is the same as another one" % operator
    untold = sum(counts[operator, kind] for operator in OPERATORS for kind in ("undefined", "endless", "no text"))
    if 4 * untold > sum(counts[operator, "agree"] for operator in OPERATORS):
        yield "nothing is said of %d mutants" % untold


def main():
    _, counts = seeds.try_all(tried, 5)
    table(counts)
    tap.point("all operators were compared, and noticed", too_little(counts))
    tap.finish()


if __name__ == "__main__":
    main()
