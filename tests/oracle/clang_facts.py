"""What clang's source-based coverage measured: conditions with whether they were ever true and ever false, and
decisions with whether each of their conditions has an independence pair (MC/DC).

The programs must have been compiled by clang-cc.sh: clang then describes the preprocessed files, in which every
condition has a place of its own and its whole text, also where it came out of a macro.
"""
import json
import os
import re
import subprocess

import conditions

# The kind of a branch that is a condition of an MC/DC record, in the export's numbers.
MCDC_BRANCH = 6
MARKER = re.compile(rb'^# (\d+) "((?:[^"\\]|\\.)*)"')


class Preprocessed:
    """A preprocessed file: its text by place, and where its lines came from."""

    def __init__(self, path, tree):
        self.directory, self.tree, self.known = os.path.dirname(path), tree, {}
        with open(path, "rb") as stream:
            self.lines = stream.read().split(b"\n")
        self.origins, name, number = [], b"", 0
        for line in self.lines:
            marker = MARKER.match(line)
            self.origins.append((name, number))
            number += 1
            if marker:
                name, number = marker.group(2), int(marker.group(1))

    def path_of(self, name):
        """Relative to the tree. The compiler ran in the object's directory or in one above it."""
        directory = self.directory
        while not os.path.exists(os.path.join(directory, name)) and directory != self.tree:
            directory = os.path.dirname(directory)
        return os.path.relpath(os.path.realpath(os.path.join(directory, name)), self.tree)

    def origin(self, line):
        name, number = self.origins[line - 1]
        if name not in self.known:
            self.known[name] = self.path_of(os.fsdecode(name))
        return self.known[name], number

    def text(self, line, column, end_line, end_column):
        rows = self.lines[line - 1:end_line]
        rows[-1] = rows[-1][:end_column - 1]
        rows[0] = rows[0][column - 1:]
        return b"\n".join(row for row in rows if not MARKER.match(row)).decode("utf-8", "replace")

    def before(self, line, column):
        previous = self.lines[line - 2] + b" " if line > 1 else b""
        return (previous + self.lines[line - 1][:column - 1]).decode("utf-8", "replace")


    def after(self, line, column):
        return self.lines[line - 1][column - 1:].decode("utf-8", "replace")


def is_switch(text, before, after):
    """Whether clang counts the arms of a switch there: a label, or the expression if it has no default."""
    return re.match(r"(case|default)\b", text) or (re.search(r"\bswitch\s*\(\s*$", before) and
                                                  re.match(r"\s*\)", after))


def is_unevaluated(before):
    """Whether the text ends inside of sizeof(...)."""
    opened, previous = [], ""
    for token in conditions.tokens_of(before):
        if token in conditions.PAIRS:
            opened.append(previous)
        elif token in conditions.PAIRS.values() and opened:
            opened.pop()
        previous = token
    return "sizeof" in opened


class Condition:
    """A condition as clang counts it; the value is that of the operand behind any `!`."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.true = self.false = False

    @property
    def text(self):
        return " ".join(self.tokens)

    def observe(self, true, false, negated):
        self.true = self.true or (false if negated else true)
        self.false = self.false or (true if negated else false)


class ClangFacts:
    """conditions: {(path, function, line, text, k): Condition}, k counting equal ones in a line, in the order of the
    text; several instantiations are merged. compound: conditions that clang counts besides their operands.

    decisions: {keys of its conditions: [whether each is covered]}, of those that have an MC/DC record. What merges is
    clang's: llvm-profdata adds up functions of one name and one structure before pairs are looked for. A pair of
    any instantiation counts."""

    def __init__(self, tree, profiles):
        self.tree, self.files, self.conditions, self.decisions = os.path.realpath(tree), {}, {}, {}
        self.compound = self.folded = self.instantiations = 0
        for function in self.export(profiles)["functions"]:
            self.add(function)

    def binaries(self):
        for directory, _, names in os.walk(self.tree):
            for name in sorted(names):
                path = os.path.join(directory, name)
                if is_program(path):
                    yield path

    def export(self, profiles):
        merged = os.path.join(profiles, "merged.profdata")
        raw = sorted(os.path.join(profiles, name) for name in os.listdir(profiles) if name.endswith(".profraw"))
        subprocess.run(["llvm-profdata-19", "merge", "-sparse", "-o", merged] + raw, check=True)
        command = ["llvm-cov-19", "export", "-instr-profile", merged]
        for path in self.binaries():
            command += ["-object", path]
        output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        return json.loads(output)["data"][0]

    def preprocessed(self, path):
        if path not in self.files:
            self.files[path] = Preprocessed(path, self.tree)
        return self.files[path]

    def add(self, record):
        source = self.preprocessed(record["filenames"][0])
        name = record["name"].rpartition(":")[2]
        if source.origin(record["regions"][0][0])[0].startswith(".."):
            return
        self.instantiations += 1
        counts, keys = {}, {}
        for branch in sorted(record["branches"]):
            key = self.add_branch(source, name, branch, counts)
            if branch[8] == MCDC_BRANCH:
                keys[tuple(branch[:4])] = key
        for decision in record.get("mcdc_records", []):
            inside = [keys[place] for place in sorted(keys) if is_inside(place, decision)]
            leaves = conditions.leaves(conditions.tokens_of(source.text(*decision[:4])))
            if None not in inside:
                self.add_decision(inside, leaves, decision[-1])

    def add_decision(self, keys, leaves, covered):
        """The keys are of its conditions without those that are constant, of which the export has no branches."""
        texts = {key[3] for key in keys}
        kept = [(leaf, one) for leaf, one in zip(leaves, covered) if leaf in texts]
        if len(leaves) != len(covered) or [leaf for leaf, _ in kept] != [key[3] for key in keys]:
            raise SystemExit("%s: its conditions are %s, clang has %d" % (keys, leaves, len(covered)))
        self.folded += len(leaves) - len(kept)
        merge_decision(self.decisions, tuple(keys), [one for _, one in kept])

    def add_branch(self, source, name, branch, counts):
        """The key of the condition that it is, if it is one."""
        text, before = source.text(*branch[:4]), source.before(*branch[:2])
        if is_switch(text, before, source.after(*branch[2:4])) or is_unevaluated(before):
            return None
        tokens, negated = conditions.stripped(conditions.tokens_of(text))
        if conditions.is_compound(tokens):
            self.compound += 1
            return None
        path, line = source.origin(branch[0])
        condition = Condition(tokens)
        key = (path, name, line, condition.text)
        counts[key] = counts.get(key, -1) + 1
        key += (counts[key],)
        self.conditions.setdefault(key, condition).observe(branch[4] > 0, branch[5] > 0, negated)
        return key


def is_inside(place, outer):
    """Whether a place, (line, column, end line, end column), lies in that which the other list begins with."""
    return tuple(outer[:2]) <= place[:2] and place[2:4] <= tuple(outer[2:4])


def merge_decision(decisions, keys, covered):
    """Adds a decision to {keys of conditions: [whether each is covered]}."""
    before = decisions.setdefault(keys, [False] * len(covered))
    decisions[keys] = [old or new for old, new in zip(before, covered)]


def is_program(path):
    """An ELF program or shared library."""
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    with open(path, "rb") as stream:
        header = stream.read(18)
    return header[:4] == b"\x7fELF" and header[16:18] in (b"\2\0", b"\3\0")
