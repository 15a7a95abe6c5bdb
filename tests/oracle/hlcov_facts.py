"""What a report of `hlcov report --json` says, by file: functions and objectives. It judges nothing."""
import json
import os

# Of an objective that could be covered or not; any other status is no fact about the run.
DECIDED = {"covered": True, "uncovered": False}


class HlcovFacts:
    """Paths are relative to the tree where they lie below it."""

    def __init__(self, path, tree):
        with open(path, encoding="utf-8") as stream:
            self.report = json.load(stream)
        self.tree = os.path.realpath(tree)

    def relative(self, path):
        return os.path.relpath(os.path.realpath(path), self.tree) if os.path.isabs(path) else path

    def files(self):
        for record in self.report["files"]:
            yield self.relative(record["path"]), record

    def functions(self):
        """{(path, name): row}; of a function that was compiled in several ways, one that was called if there is."""
        found = {}
        for path, record in self.files():
            for row in record["functions"]:
                key = (path, row["name"])
                if key not in found or row["called"]:
                    found[key] = row
        return found

    def objectives(self, criterion):
        """(path, row) of each objective of the criterion, in the order of the report; the path is that of its line."""
        for path, record in self.files():
            for row in record["objectives"]:
                if row["criterion"] == criterion:
                    yield self.relative(row.get("path", path)), row
