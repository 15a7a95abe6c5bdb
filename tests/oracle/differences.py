"""The checked-in lists of differences that are known and explained. A line is fields separated by tabs, the last of
them the reason; `#` begins a comment. A line that no difference needed is an error, so that lists stay short."""


class KnownDifferences:
    def __init__(self, path, project, fields):
        self.reasons, self.used = {}, set()
        with open(path, encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip() and not line.startswith("#"):
                    self.add(path, number, line.rstrip("\n").split("\t"), project, fields)

    def add(self, path, number, row, project, fields):
        if len(row) != fields + 2 or not row[-1].strip():
            raise SystemExit("%s:%d: expected %d fields and a reason, separated by tabs" % (path, number, fields + 1))
        if row[0] == project:
            self.reasons[tuple(row[1:-1])] = row[-1]

    def explains(self, *key):
        key = tuple(str(field) for field in key)
        if key in self.reasons:
            self.used.add(key)
        return key in self.reasons

    def unused(self):
        return sorted(self.reasons.keys() - self.used)
