#!/usr/bin/python3
"""hlcov next: what it promises is what a test covers that is written for it; nearest tests; where nothing is known.

Programs take their decisions by the bits of an argument, so that all their vectors can be had, and each promise is held
against every one of them."""
import json
import os
import sys
import tempfile

import jsonschema

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.project import Project

HEAD = """\
#include <stdlib.h>
static int bits;
#define BIT(n) (bits >> (n) & 1)
"""
TAIL = """\
int main(int argc, char **argv)
{
    bits = argc > 1 ? atoi(argv[1]) : 0;
    return work() > 100;
}
"""
# Behind the first decision there is nothing but what it decides.
NESTED = HEAD + """\
static int work(void)
{
    if (BIT(0)) {
        if (BIT(1) && BIT(2)) {
            bits += 8;
            return 1;
        }
        return 2;
    }
    return 3;
}
""" + TAIL
SWITCHED = HEAD + """\
static int deep(void)
{
    int r = BIT(3) ? 5 : 6;
    while (BIT(4))
        bits &= ~16;
    do
        r++;
    while (BIT(5) && r < 9);
    return r;
}

static int work(void)
{
    switch (bits & 3) {
    case 0: return 1;
    case 1:
        if ((BIT(2) || BIT(3)) && BIT(4))
            return deep();
        return 2;
    default: break;
    }
    for (int i = 0; i < (bits & 7); i++)
        if (BIT(6) && i == 3)
            return 4;
    return 3;
}
""" + TAIL
LOGIC = "--criteria=FC,STMT,BBC,BC,DC,CC,DCC,GACC,CACC,RACC,GICC,IC,UTPC,2-CC,MCC,COR,LCR"


class Sample(Project):
    def __init__(self, top, name, text):
        os.mkdir(os.path.join(top, name))
        super().__init__(os.path.join(top, name))
        self.write("main.c", text)
        self.known = {}

    def start(self, **tests):
        self.build("data")
        self.run("cp", "-r", "data", "empty")
        for name, bits in tests.items():
            self.test(name, str(bits))

    def next(self, *arguments):
        return json.loads(self.hlcov("next", "--json", "-", *arguments, "data"))

    def uncovered(self, *arguments):
        found = self.objectives(*arguments)
        return {name for name, objective in found.items() if objective["status"] == "uncovered"}

    def run_of(self, bits):
        """The data of one run, with these bits, or without an argument."""
        if bits not in self.known:
            self.known[bits] = "run%s" % bits
            self.run("cp", "-r", "empty", self.known[bits])
            self.test("", *([] if bits is None else [str(bits)]), data=self.known[bits])
        return self.known[bits]

    def gain(self, before, bits, *arguments):
        """Which objectives are covered when this run is added to the tests."""
        return before - self.uncovered(*arguments, "data", self.run_of(bits))


def schema_faults(document):
    schema = json.loads(tap.read("report/out/json/next.schema.json"))
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]


def top_faults(sample, bits, criteria, needs, nearest):
    """The top item against the test that was written for it, by hand."""
    document = sample.next(criteria)
    top, before = document["items"][0], sample.uncovered(criteria, "data")
    gained = sample.gain(before, bits, criteria)
    if document["uncovered"] != len(before):
        yield "%d are uncovered, %d said" % (len(before), document["uncovered"])
    yield from ("promised in vain: " + name for name in sorted(set(top["covers"]) - gained))
    yield from ("not promised: " + name for name in sorted(gained - set(top["covers"])))
    if len(gained) != top["more"] or len(gained) < 10:
        yield "%d were covered, %d promised" % (len(gained), top["more"])
    if [(turn["text"], turn["vector"]) for turn in top["needs"]] != needs:
        yield "needs %s" % top["needs"]
    if (top["nearest"]["tests"], top["nearest"]["vector"]) != nearest:
        yield "nearest: %s" % top["nearest"]


def promise_faults(sample, inputs, least, *criteria):
    """Of every item that one run can cover, some run keeps the promise. There are at least so many."""
    before = sample.uncovered(*criteria, "data")
    gains = {bits: sample.gain(before, bits, *criteria) for bits in [None, *inputs]}
    document = sample.next("-n", "10000", *criteria)
    tried = 0
    for item in document["items"]:
        possible = any(item["id"] in gain for gain in gains.values())
        if not item["known"] or item["environments"] > 1 or not possible:
            continue
        tried += 1
        if not any(set(item["covers"]) <= gain for gain in gains.values()):
            near = min((set(item["covers"]) - gain for gain in gains.values()), key=len)
            yield "%s, by %s: no run covers as much, as %s" % (item["id"], item["needs"], sorted(near)[:4])
    if tried < least:
        yield "only %d items" % tried


def order_faults(document):
    seen, last = set(), None
    for item in document["items"]:
        fresh = set(item["covers"]) - seen
        if len(fresh) != item["more"]:
            yield "%s: %d more, %d said" % (item["id"], len(fresh), item["more"])
        if last is not None and (item["known"], item["more"] / item["environments"]) > last:
            yield "%s stands behind what covers less" % item["id"]
        if item["id"] not in item["covers"]:
            yield "%s does not cover itself" % item["id"]
        seen, last = seen | set(item["covers"]), (item["known"], item["more"] / item["environments"])
    if len(seen) != document["uncovered"]:
        yield "%d of %d are in some item" % (len(seen), document["uncovered"])


def text_faults(sample):
    text = sample.hlcov("next", "-n", "1", "--criteria=STMT,DC,CC", "data")
    way = ("    needs line 7: `BIT(1) && BIT(2)` true by `BIT(1)` true, `BIT(2)` true\n"
           "    nearest: test one, which turned away in line 7 by `BIT(1)` false\n")
    for words in ("8 objectives are not covered; next:\n\n1. main.c:7: `BIT(1) && BIT(2)` was never true",
                  "    covers 5: STMT 2, DC 1, CC 2\n" + way):
        if words not in text:
            yield "it does not say %r, but %s" % (words, text)
    text = sample.hlcov("next", "-n", "1", "data")
    for words in ("7 functions, statements, branches and MC/DC pairs are not covered; next:\n\n1. main.c:7: ",
                  "    covers 2 statements, 1 branch, 1 MC/DC pair\n" + way):
        if words not in text:
            yield "of what a report shows first it does not say %r, but %s" % (words, text)
    if "\n2. " in text:
        yield "-n 1: " + text
    for arguments in (("-n", "0"), ("-n", "-1"), ("-n", "x"), ("--criteria=nothing",)):
        if sample.try_hlcov("next", *arguments, "data").returncode != 1:
            yield "accepted: %s" % (arguments,)


def plain_faults(sample):
    """Without tests, and of what never ran."""
    sample.run("cp", "-r", "empty", "plain")
    sample.test("", "1", data="plain")
    text = sample.hlcov("next", "-n", "1", "--criteria=STMT,DC,CC", "plain")
    if "nearest: a run whose test is not known, which turned away in line 7 by `BIT(1)` false" not in text:
        yield text
    empty = json.loads(sample.hlcov("next", "-n", "1", "--json", "-", "--criteria=STMT,DC,CC", "empty"))
    top = empty["items"][0]
    if top["nearest"] is not None or top["function"] != "work" or len(top["needs"]) != 2:
        yield "of what never ran: %s" % top
    if "the function was never called" not in sample.hlcov("next", "empty"):
        yield "the text of what never ran"


def full_faults(sample):
    for bits in range(8):
        sample.test("all%d" % bits, str(bits))
    sample.test("all")
    document = sample.next("--criteria=STMT,BC,MCC,RACC")
    if document["items"] or document["uncovered"]:
        yield "%d items of %d" % (len(document["items"]), document["uncovered"])
    if sample.hlcov("next", "--criteria=STMT,BC,MCC,RACC", "data") != "0 objectives are not covered\n":
        yield "the text"


with tempfile.TemporaryDirectory() as top:
    nested = Sample(top, "nested", NESTED)
    nested.start(one=1, zero=0)
    tap.point("next.schema.json", schema_faults(nested.next()))
    tap.point("nested: the test for the first item", top_faults(
        nested, 7, LOGIC, [("(bits >> (1) & 1) && (bits >> (2) & 1)", "TT -> true")], ("test one", "F- -> false")))
    tap.point("nested: every item", promise_faults(nested, range(8), 3, LOGIC))
    tap.point("nested: order", order_faults(nested.next("-n", "1000", "--criteria=all")))
    tap.point("text and usage", text_faults(nested))
    tap.point("no tests, no runs", plain_faults(nested))
    switched = Sample(top, "switched", SWITCHED)
    switched.start(zero=0, one=1)
    tap.point("switched: every item", promise_faults(switched, range(128), 15, LOGIC))
    tap.point("switched: every item of paths, data flow and relations",
              promise_faults(switched, range(128), 15, "--criteria=EPC,BPC,AUC,ADC,ELO,SLO,LIMIT,FCC,STMT"))
    tap.point("switched: order", order_faults(switched.next("-n", "1000", "--criteria=all")))
    tap.point("nothing is left", full_faults(nested))
tap.finish()
