"""What a report of `hlcov report --json` says, by file: functions and objectives. It judges nothing."""
import collections
import json
import os
import re

import conditions

# What an objective says about the run. What cannot be covered was not; any other status is no fact.
DECIDED = {"covered": True, "uncovered": False, "infeasible": False}


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

    def conditions_of(self, criterion):
        """(key, negated, row) of each objective of a criterion over single conditions. The key is (path, function,
        line, text, k): the text without what does not change its truth, and whether that turned it round; k counts
        equal ones in a line, in the order of the text. The same condition of several compilations has one key."""
        places, counts = {}, collections.Counter()
        for path, row in self.objectives(criterion):
            place = re.sub("=[TF]$", "", row["id"])
            if place not in places:
                tokens, negated = conditions.stripped(conditions.tokens_of(row["text"]))
                key = (path, row["function"], row["line"], " ".join(tokens))
                variant = (place.rsplit(":", 2)[0],) + key
                places[place] = key + (counts[variant],), negated
                counts[variant] += 1
            yield places[place] + (row,)

    def constants(self):
        """Keys, without the k, of conditions that are no objectives because constants decide them."""
        for path, record in self.files():
            for row in record["constants"]:
                tokens, _ = conditions.stripped(conditions.tokens_of(row["text"]))
                yield self.relative(row["path"]), row["function"], row["line"], " ".join(tokens)
