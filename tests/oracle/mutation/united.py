"""Writes one text of many changed texts of a unit: each function as it is, and each that has a change beside it, under
a name of its own; which of them runs, a variable of the environment says. Knows no mutants, and compiles nothing.

A function is a dictionary of what a table says of it: its name, the lines of its head and of its end."""
import re

CHOOSE = """__attribute__((constructor)) static void choose(void)
{
    switch (atoi(getenv("CHOSEN"))) {
%s    }
}
"""


def parts(text, functions):
    """Yields each function with the offsets of its first and behind its last line, in the order of the text."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for function in sorted(functions, key=lambda function: int(function["line"])):
        yield function["name"], starts[int(function["line"]) - 1], starts[int(function["end_line"])]


def copy(name, body, number):
    """Under another name it still calls itself by its own; main() still returns 0 at its end."""
    body = re.sub(r"\b%s\(" % name, "%s_%s(" % (name, number), body, count=1)
    body = re.sub(r"\b__(func|FUNCTION)__\b", '"%s"' % name, body)
    return body[:body.rindex("}")] + "return 0;\n}\n" if name == "main" else body


def copies(name, plain, changed):
    """The function and its changes, and the macro by which all behind it call the one that is chosen."""
    yield copy(name, plain[:plain.index("\n{")], "plain") + ";\n" if plain.count(name + "(") > 1 else \
        copy(name, plain, "plain")
    yield "static __typeof__(%s_plain) *chosen_%s = %s_plain;\n" % (name, name, name)
    if name != "main":
        yield "#define %s (*chosen_%s)\n" % (name, name)
    if plain.count(name + "(") > 1:
        yield copy(name, plain, "plain")
    yield from (copy(name, body, number) for number, body in changed.items())


def united(prelude, text, functions, texts):
    """The text. `texts`: by number the name of the function that is changed, and the prelude and the whole text with
    the change."""
    out, at = ["#include <stdlib.h>\n" + prelude], 0
    for name, begin, end in parts(text, functions):
        changed = {number: whole[len(prelude) + begin:len(whole) - len(text) + end]
                   for number, (function, whole) in texts.items() if function == name}
        out += [text[at:begin], *copies(name, text[begin:end], changed)]
        at = end
    cases = ["    case %d: chosen_%s = %s_%d; break;\n" % (number, name, name, number)
             for number, (name, _) in texts.items()]
    return "".join(out) + text[at:] + "int main(void) { return chosen_main(); }\n" + CHOOSE % "".join(cases)
