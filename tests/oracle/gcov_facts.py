"""What gcov measured in a tree of objects, and nothing of hlcov: functions and lines with their counts."""
import json
import os
import subprocess


class GcovFunction:
    """A function of one file, over all objects that hold it."""

    def __init__(self, name, line):
        self.name, self.line, self.called = name, line, False


def notes_files(tree):
    """Those of the project; what `configure` compiled is none of it."""
    for directory, _, names in os.walk(tree):
        for name in sorted(names):
            if name.endswith(".gcno") and not name.endswith("conftest.gcno"):
                yield directory, name


def gcov_json(directory, name):
    command = ["gcov", "--json-format", "--stdout", name]
    run = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return [json.loads(line) for line in run.stdout.splitlines() if line.strip()]


class GcovFacts:
    """functions: {(path, name): GcovFunction}; lines: {(path, line): executed}. Paths are relative to the tree;
    files outside of it are left out."""

    def __init__(self, tree):
        self.functions, self.lines = {}, {}
        self.tree = os.path.realpath(tree)
        for directory, name in notes_files(self.tree):
            for unit in gcov_json(directory, name):
                for record in unit["files"]:
                    self.add_file(unit["current_working_directory"], record)

    def add_file(self, directory, record):
        path = os.path.relpath(os.path.realpath(os.path.join(directory, record["file"])), self.tree)
        if path.startswith(".."):
            return
        for row in record["functions"]:
            function = self.functions.setdefault((path, row["name"]), GcovFunction(row["name"], row["start_line"]))
            function.called = function.called or row["execution_count"] > 0
        for row in record["lines"]:
            key = (path, row["line_number"])
            self.lines[key] = self.lines.get(key, False) or row["count"] > 0
