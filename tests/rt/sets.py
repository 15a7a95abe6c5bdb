#!/usr/bin/python3
"""Reads the sets of tuples in data files, by the words of format.def alone: an oracle for the runtime, and no code
is shared with it or with htol/files/data.c.

usage: sets.py [--lost] FILE...

Prints a line for each tuple of each set, sorted: first byte of the unit's id, source, and KIND:OWNER:BITS for each
value, OWNER being the number of the process or program in hexadecimal, BITS too. With --lost also `ID lost N`. Status 1
and a reason if a file is not what it should be.
"""
import struct
import sys

PAGE = 4096
UNIT, SET = b"\x89HLU\r\n\x1a\n", b"\x89HLS\r\n\x1a\n"
SIGNED, UNSIGNED, FLOAT, POINTER, CODE, VECTOR = range(6)


class Damaged(Exception):
    """What is wrong with a file."""


def require(fact, *reason):
    if not fact:
        raise Damaged(" ".join(str(word) for word in reason))


def pieces(data):
    """Kind and bytes of each piece of the section."""
    require(data[:8] == b"\x89HLB\r\n\x1a\n", "not a data file")
    require(struct.unpack_from("<II", data, 8) == (1, PAGE), "version or size of the header")
    require(struct.unpack_from("<Q", data, 16)[0] == len(data) - PAGE, "size of the section")
    at = PAGE
    while at < len(data):
        size = struct.unpack_from("<I", data, at + 24)[0]
        require(size > 0 and size % PAGE == 0 and at + size <= len(data), "piece of", size, "bytes")
        require(data[at:at + 8] in (UNIT, SET), "unknown piece")
        yield data[at:at + 8], data[at:at + size]
        at += size


def check_unit(piece):
    slots = struct.unpack_from("<I", piece, 28)[0]
    require(all(byte < 2 for byte in piece[32:32 + slots]), "a slot is neither 0 nor 1")
    require(not any(piece[32 + slots:]), "padding of slots")


def check_value(kind, bits):
    owner = kind >> 8
    require(kind & 255 <= VECTOR, "value of kind", kind & 255)
    if kind & 255 in (POINTER, CODE):
        require((owner == 0) == (bits == 0), "owner", owner, "of", bits)
    else:
        require(owner == 0, "owner of a value that is no pointer")
    if kind & 255 == VECTOR:
        require(not bits & bits >> 1 & 0x5555555555555555, "vector", bits)


def read_tuple(words, first):
    """Source and values."""
    require(first < len(words), "entry behind the words")
    source, count = words[first] & 0xffffffff, words[first] >> 32
    require(count <= 64 and first + 1 + 2 * count <= len(words), "tuple of", count, "values")
    values = words[first + 1:first + 1 + 2 * count]
    pairs = list(zip(values[::2], values[1::2]))
    for kind, bits in pairs:
        check_value(kind, bits)
    return source, pairs


def check_apart(tuples, used):
    """No two tuples share a word, and all of them were given away."""
    end = 0
    for first, (_, values) in sorted(tuples.items()):
        require(first >= end, "tuples overlap")
        end = first + 1 + 2 * len(values)
    require(used >= end, "a tuple in words that nobody took")


def read_set(piece):
    """Its tuples as text, and how many were lost."""
    n_index, n_words, reserved, used, lost = struct.unpack_from("<IIIQQ", piece, 28)
    require(reserved == 0 and not any(piece[56:64]), "the header's end")
    require(n_index >= 2 and n_index & (n_index - 1) == 0, "index of", n_index)
    end = 64 + 4 * n_index + 8 * n_words
    require(end <= len(piece) and not any(piece[end:]), "padding of a set")
    index = struct.unpack_from("<%dI" % n_index, piece, 64)
    words = struct.unpack_from("<%dQ" % n_words, piece, 64 + 4 * n_index)
    entries = [entry - 1 for entry in index if entry]
    require(len(entries) == len(set(entries)), "two entries for one tuple")
    tuples = {first: read_tuple(words, first) for first in entries}
    check_apart(tuples, used)
    lines = [" ".join([str(source)] + ["%d:%x:%x" % (kind & 255, kind >> 8, bits) for kind, bits in values])
             for source, values in tuples.values()]
    require(len(lines) == len(set(lines)), "a tuple twice")
    return lines, lost


def read(path, show_lost):
    lines = []
    with open(path, "rb") as file:
        data = file.read()
    for magic, piece in pieces(data):
        if magic == UNIT:
            check_unit(piece)
            continue
        tuples, lost = read_set(piece)
        lines += ["%02x %s" % (piece[8], line) for line in tuples]
        if show_lost:
            lines.append("%02x lost %d" % (piece[8], lost))
    return lines


def main():
    paths = sys.argv[1:]
    show_lost = paths[:1] == ["--lost"]
    lines = []
    for path in paths[show_lost:]:
        try:
            lines += read(path, show_lost)
        except (Damaged, OSError) as reason:
            sys.exit("%s: %s" % (path, reason))
    for line in sorted(lines):
        print(line)


main()
