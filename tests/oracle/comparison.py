"""What every comparison with clang does around its own part: its arguments, its list of differences, its verdict. It
compares nothing itself."""
import argparse

from differences import KnownDifferences


class Comparison:
    def __init__(self, description):
        self.given = arguments(description)
        self.known = KnownDifferences(self.given.known, self.given.project, 4)
        self.compared = self.listed = 0
        self.wrong = []

    def differ(self, key, kind, message):
        path, function, line, text, _ = key
        if self.known.explains(path, line, kind, text):
            self.listed += 1
        else:
            self.wrong.append("%s:%d: %s: `%s` in %s: %s" % (path, line, kind, text, function, message))

    def verdict(self, rest):
        """Prints what is wrong and a line of figures that ends in the given ones. Returns the exit status."""
        for line in self.wrong:
            print(line)
        for key in self.known.unused():
            print("not needed in the list: %s" % "\t".join(key))
        if self.compared < self.given.minimum:
            print("only %d conditions compared, expected %d" % (self.compared, self.given.minimum))
        print("%s: %d conditions compared, %d listed differences, %s" % (self.given.project, self.compared,
                                                                        self.listed, rest))
        return 1 if self.wrong or self.known.unused() or self.compared < self.given.minimum else 0


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("project")
    parser.add_argument("--clang-tree", required=True, help="where clang compiled it")
    parser.add_argument("--profiles", required=True, help="directory of its .profraw files")
    parser.add_argument("--hlcov-tree", required=True, help="where hlcov cc compiled it")
    parser.add_argument("--report", required=True, help="of hlcov report --json")
    parser.add_argument("--known", required=True, help="list of known differences")
    parser.add_argument("--minimum", type=int, required=True, help="conditions that must have been compared")
    return parser.parse_args()
