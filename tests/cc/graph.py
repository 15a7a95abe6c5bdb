#!/usr/bin/python3
"""Holds control-flow graphs against what programs did: every block that was reached has a way from the entry and
a way on through nodes that were reached. It does not know what the graphs should be; test_graph.c does."""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402


def number(line, name):
    return int(re.search(r" %s=(\d+)" % name, line).group(1))


def graphs(program):
    """{(name, hash): (block of each node or None, edges)} of the program's functions."""
    dump = subprocess.run([tap.hlcov, "dump", program], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for line in dump.splitlines():
        kind = line.split()[0]
        if kind == "function":
            key = re.search(r'name="(\w+)" hash="(\w+)"', line).groups()
            found[key] = blocks, edges = [], []
        elif kind == "node":
            block = number(line, "block")
            blocks.append(block - 1 if block else None)
        elif kind == "edge":
            edges.append((number(line, "from"), number(line, "to")))
    return {key: graph for key, graph in found.items() if graph[0]}


def covered_blocks(directory):
    """{(name, hash): blocks that were reached}, and which functions were called."""
    path = os.path.join(directory, "report.json")
    command = [tap.hlcov, "report", "--quiet", "--criteria", "BBC", "--json", path, os.path.join(directory, "data")]
    subprocess.run(command, check=True)
    found = {}
    with open(path, encoding="utf-8") as stream:
        report = json.load(stream)
    for objective in (objective for file in report["files"] for objective in file["objectives"]):
        _, name, hash, _, block = objective["id"].rsplit(":", 4)
        blocks = found.setdefault((name, hash), set())
        if objective["status"] == "covered":
            blocks.add(int(block[1:]))
    return found


def malformed(graph):
    blocks, edges = graph
    last = len(blocks) - 1
    if edges != sorted(set(edges)):
        yield "edges are not in order"
    for start, end in edges:
        if start >= last or end > last:
            yield "an edge %u>%u" % (start, end)
    if any(end == 0 for _, end in edges):
        yield "an edge leads to the entry"


def unexplained(graph, covered):
    """Blocks that were reached, to which no way leads through nodes that were reached or may have been."""
    blocks, edges = graph
    passed = {node for node, block in enumerate(blocks) if block is None or block in covered}
    reached, fresh = set(), {0} & passed
    while fresh:
        reached |= fresh
        fresh = {end for start, end in edges if start in reached and end in passed} - reached
    return ["block %u was reached, at node %u of %s" % (blocks[node], node, edges)
            for node in sorted(passed - reached) if blocks[node] is not None]


def stuck(graph, covered):
    """Blocks that were reached and that have ways on, of which none was taken: no call in these programs is so, unless
    it is declared noreturn."""
    blocks, edges = graph
    passed = {node for node, block in enumerate(blocks) if block is None or block in covered}
    for node in sorted(passed):
        following = [end for start, end in edges if start == node]
        if blocks[node] is not None and following and not passed.intersection(following):
            yield "block %u was reached, at node %u, and none of %s" % (blocks[node], node, following)


LOOPS = """int main(int argc, char **argv)
{
    while (argc > 7)
        argc--;
    do
        argc++;
    while (argc < 3);
    for (;;)
        if (argc)
            break;
    return 0;
}
"""


def check_loops():
    """The rows of loops: kind (while, do, for), line, text, head and, with a star those of the condition, nodes."""
    expected = ["0 line 3 'argc > 7' head 1: 1* 2", "1 line 5 'argc < 3' head 3: 3", "2 line 8 '' head 5: 5 6"]
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "loops.c"), "w", encoding="utf-8") as file:
            file.write(LOOPS)
        command = [tap.hlcov, "cc", "--criteria=all", "gcc", "-c", "loops.c"]
        subprocess.run(command, check=True, cwd=directory, env=dict(os.environ, HLCOV_DIR=directory + "/data"))
        dump = subprocess.run([tap.hlcov, "dump", directory + "/loops.o"], stdout=subprocess.PIPE, text=True,
                              check=True).stdout.splitlines()
    members = ["%u%s" % (number(line, "node"), "*" * number(line, "tests")) for line in dump if "  member " in line]
    found = []
    for line in (line for line in dump if "  loop " in line):
        first, text = number(line, "first_member"), re.search(r'text="(.*?)"', line).group(1)
        found.append("%u line %u '%s' head %u: %s" % (number(line, "kind"), number(line, "line"), text,
                     number(line, "head"), " ".join(members[first:first + number(line, "members")])))
    tap.point("loops have their nodes", [] if found == expected else ["found %s" % found])


# Behind an attribute gcc takes a label for the next statement, clang, by which the graph is, for the same one.
TWO_READINGS = ("attributed_statements",)


def check(name, source, arguments, flags):
    with tempfile.TemporaryDirectory() as directory:
        environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
        program = os.path.join(directory, "program")
        command = [tap.hlcov, "cc"] + flags + ["--criteria=all", "gcc", "-std=gnu11", "-g", "-w", "-o", program]
        subprocess.run(command + [os.path.join(tap.top_srcdir, source), "-lm"], check=True, env=environment)
        subprocess.run([program] + arguments, cwd=directory, env=environment, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=60, check=False)
        found, covered = graphs(program), covered_blocks(directory)
        tap.point(name + ": there are graphs", [] if len(found) > 0 else ["none"])
        tap.point(name + ": each is well formed",
                  ("%s: %s" % (key[0], problem) for key in found for problem in malformed(found[key])))
        tap.point(name + ": what was reached has a way from the entry",
                  ("%s: %s" % (key[0], problem) for key in found
                   for problem in unexplained(found[key], covered.get(key, set()))))
        tap.point(name + ": what was reached has a way on",
                  ("%s: %s" % (key[0], problem) for key in found
                   if key[0] not in TWO_READINGS for problem in stuck(found[key], covered.get(key, set()))))


check_loops()
check("torture", "tests/torture/torture.c", ["return"], [])
check("torture, decisions that branch", "tests/torture/torture.c", ["return"], ["--decisions=branching"])
check("torture, complete", "tests/torture/torture.c", ["return"], ["--semantics=complete"])
check("pragmas", "tests/torture/pragmas.c", [], [])
check("triangle", "samples/triangle/triangle.c", ["3", "4", "5"], [])
tap.finish()
