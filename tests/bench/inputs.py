#!/usr/bin/python3
"""Makes the inputs of the workloads of compare.py: made up, the same in every run, of any size.

usage: tests/bench/inputs.py KIND SIZE, which prints one
"""
import itertools
import os
import random
import struct
import sys
import zlib

SOURCE = os.environ.get("top_srcdir") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYLLABLES = "ba be co da fi ga hu in ka lo me no or pa re si ta un ve wi ya zo".split()
WIDTH = 1000  # of images, in pixels


class Words:
    """What texts are made of, by chance that is the same in every run."""

    def __init__(self):
        self.chance = random.Random(1)
        self.all = ["".join(self.chance.choices(SYLLABLES, k=self.chance.randint(1, 4))) for _ in range(3000)]

    def word(self):
        return self.chance.choice(self.all)

    def words(self, most):
        return self.chance.choices(self.all, k=self.chance.randint(1, most))

    def phrase(self, most):
        return " ".join(self.words(most))

    def number(self):
        return self.chance.randint(0, 10 ** self.chance.randint(1, 9))


def source(size):
    """Our own text, again and again at distances that no window spans."""
    files = [os.path.join(place, name) for directory in ("htol", "annot", "report")
             for place, _, names in os.walk(os.path.join(SOURCE, directory)) for name in names]
    for file in itertools.cycle(sorted(files)):
        with open(file, "rb") as text:
            yield text.read()
        size -= os.path.getsize(file)
        if size <= 0:
            return


def items(size, write):
    """What `write` makes of words, and of the number of each, until there is enough."""
    words = Words()
    for number in itertools.count():
        text = write(words, number).encode()
        yield text
        size -= len(text)
        if size <= 0:
            return


def yaml_item(words, number):
    return ("- name: %s\n  id: %d\n  text: \"%s\\t\\u00e9 %s\"\n  'quoted key': 'it''s %s'\n  list: [%s]\n"
            "  map: {one: 1, two: %s, three: [%d, 4.5e-3, ~]}\n  literal: |\n    %s\n    %s\n  folded: >-\n    %s\n"
            "    %s\n  plain: %s\n  # %s\n" % (
                words.word(), number, words.phrase(8), words.word(), words.word(), ", ".join(words.words(6)),
                words.word(), words.number(), words.phrase(9), words.phrase(9), words.phrase(9), words.phrase(9),
                words.phrase(12), words.phrase(5)))


def xml_item(words, number):
    return ("<item id=\"%d\" kind='%s'>\n  <name>%s</name><empty/>\n  <!-- %s -->\n  <text lang=\"none\">%s &amp; %s"
            " &#233;\xe9</text>\n  <list>%s</list>\n  <![CDATA[%s < %s]]>\n</item>\n" % (
                number, words.word(), words.word(), words.phrase(9), words.phrase(30), words.phrase(20),
                "".join("<of n=\"%d\">%s</of>" % (words.number(), word) for word in words.words(6)),
                words.phrase(6), words.word()))


def json_item(words, number):
    return ("%s{\"id\": %d, \"name\": \"%s\", \"text\": \"%s\\n\\\"%s\\\" \\u00e9\", \"list\": [%s],\n"
            " \"map\": {\"yes\": true, \"no\": false, \"none\": null, \"%s\": {\"%s\": -%d.25e2}}}" % (
                ",\n" if number else "", number, words.word(), words.phrase(20), words.word(),
                ", ".join(str(words.number()) for _ in words.words(8)), words.word(), words.word(), words.number()))


def log_line(words, number):
    return "[%d] %s: %s=\"%s\" %d.%d.%d.%d %s %s (%s) %s\n" % (
        number, words.chance.choice(("note", "warning", "error")), words.word(), words.phrase(6),
        *(words.chance.randint(0, 255) for _ in range(4)), words.phrase(12), words.word(), words.phrase(3),
        words.word() + "@" + words.word() + ".example")


def record(words, _number):
    return "%s:%s:%d:%s\n" % (words.word(), words.phrase(3), words.number(), words.phrase(4))


def pair(words, number):
    return " %s %d\n %s\n" % (words.phrase(3), number * 7919 % 1000003, words.phrase(8))


def markdown_block(words, number):
    if number % 10 == 0:
        return "%s %s\n\n" % ("#" * (1 + number // 10 % 3), words.phrase(6))
    if number % 10 == 3:
        return "".join("%s %s `%s`\n" % (mark, words.phrase(8), words.word()) for mark in "---") + "\n"
    if number % 10 == 5:
        return "> %s\n> %s\n\n1. %s\n   %s\n2. %s\n\n" % tuple(words.phrase(9) for _ in range(5))
    if number % 10 == 7:
        return "```c\n%s;\n  <%s>\n```\n\n" % (words.phrase(9), words.word())
    return "%s *%s* %s **%s %s**,\n%s [%s](http://%s.example/ \"%s\") &amp; <b>%s</b> %s\\* `%s`\n\n" % (
        words.phrase(20), words.word(), words.phrase(20), words.word(), words.word(), words.phrase(20),
        words.phrase(2), words.word(), words.word(), words.word(), words.phrase(9), words.word())


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def rows_of(width, height):
    """The sizes in bytes of the rows of an interlaced image with two bits a pixel: of all its passes."""
    for x, y, across, down in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                               (0, 1, 1, 2)):
        pixels = (width - x + across - 1) // across
        yield from [(2 * pixels + 7) // 8] * ((height - y + down - 1) // down)


def png(size):
    """An interlaced image of that many pixels with a palette, whose rows are of all filters in turn."""
    chance, height = random.Random(1), max(8, size // WIDTH)
    steps = bytes([0] * 8 + [1, 4, 16, 64, 255, 252, 85, 170])
    rows = b"".join(bytes([number % 5]) + bytes(chance.choices(steps, k=length))
                    for number, length in enumerate(rows_of(WIDTH, height)))
    yield b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, height, 2, 3, 0, 0, 1))
    yield chunk(b"PLTE", bytes(range(0, 240, 20))) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


# Each: what stands before the items, what writes an item, what stands behind them.
TEXTS = {
    "yaml": (b"---\n", yaml_item, b"...\n"),
    "xml": (b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE items [<!ENTITY e \"entity\">]>\n<items>&e;\n",
            xml_item, b"</items>\n"),
    "json": (b"[", json_item, b"]\n"),
    "log": (b"", log_line, b""),
    "records": (b"", record, b""),
    "pairs": (b"VERSION=3\nformat=print\ntype=btree\nmapsize=1073741824\nHEADER=END\n", pair, b"DATA=END\n"),
    "markdown": (b"", markdown_block, b""),
}
OTHERS = {"source": source, "png": png}


def parts(kind, size):
    """The input of that kind, of about `size` bytes, part by part."""
    if kind in OTHERS:
        yield from OTHERS[kind](size)
        return
    before, write, behind = TEXTS[kind]
    yield before
    yield from items(size, write)
    yield behind


if __name__ == "__main__":
    for part in parts(sys.argv[1], int(sys.argv[2])):
        sys.stdout.buffer.write(part)
