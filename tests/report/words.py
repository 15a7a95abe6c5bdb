#!/usr/bin/python3
"""What lines lack is said in the same few phrases wherever people read it: each cause has its words, nobody is told an
id in a sentence, and a line that never ran says why, whatever criteria are selected."""
import html
import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from project import Project

SOURCE = """\
#include <stdlib.h>
static int leaf(int n) { return n + 1; }
static int middle(int n) { return leaf(n); }
static int unused(int n) { return middle(n) + leaf(n); }
static int called(int n)
{
    if (n > 100) {
        n = unused(n);
        n++;
    }
    return n;
}
static int logic(int a, int b)
{
    if (a > 0 && b > 0)
        return 1;
    if (a < -5 || b < -5)
        return 2;
    switch (a) {
    case 1: return 3;
    case 7: return 4;
    default: break;
    }
    while (b > 3)
        b--;
    return a < b ? a : b;
}
static int flow(int n)
{
    int max = n * 3;
    if (n > 50)
        max = 9;
    return max + n;
}
static int left_out(int n)
{
    if (n == 12345)
        abort(); //! justify STMT: nobody gets here
    //! label odd : n % 2 == 1
    return n;
}
int main(int argc, char **argv)
{
    (void)argv;
    return called(argc) + logic(argc, argc - 2) + flow(argc) + left_out(2 * argc) > 1000;
}
#define SECOND 7
#define NOTE(x) do { if ((x) > 50) seen = (x); } while (0)
#define CLIP(x) ((x) > 50 ? 50 : (x))
#define POSITIVE(x) ((x) > 0)
static int seen;
static void macros(int a, int b)
{
    NOTE(a);
    seen += CLIP(a);
    if (POSITIVE(a + 1))
        seen++;
    if ((a > 1 || b > 1) && a + b != 2)
        seen--;
    switch (b) {
    case SECOND: seen = 0; break;
    default: break;
    }
    if (b > 90) seen = b;
    if (a > 1 || b == 2)
        seen++;
}
#define IS_ODD(x) (!((x) % 2 == 0))
#define HAS(flags) ((flags) & 4)
static int hidden(int flags)
{
    if (IS_ODD(flags) || flags == 6)
        seen++;
    int one = (HAS(flags) && flags > 60) ? 1 : 2;
    return one + (!HAS (flags)
        && flags < 50);
}
#define LIKELY(x) (__builtin_expect(((x) != 0), 1))
#define REALLY(x) __builtin_expect(!!(x), 1)
#define MASKED(x) __builtin_expect((x) & (x + 1) != 0, 1)
#define GROW(n, test) do { if (test((n) <= 40)) seen++; } while (0)
#define NEED(x, n) (void)((x) || hint(n))
static int hint(int n) { return n; }
static void hinted(int n)
{
    GROW(n, LIKELY);
    GROW(n, REALLY);
    GROW(n, MASKED);
    GROW(n, n == 7 && LIKELY);
    NEED(n < 3 && n < 2, n);
    if (LIKELY(!CLIP(n))) seen++;
}
__attribute__((constructor)) static void run(void)
{
    hidden(4);
    hinted(4);
    hinted(2);
    hinted(1);
    macros(2, 1);
    macros(0, 2);
    macros(0, 0);
}
"""
# By criteria: of lines their phrases. What is about no line that is named here is tested elsewhere.
PHRASES = {
    "FC,STMT,BC": {
        2: "never called: `middle` and `unused` call it, and never ran",
        3: "never called: `unused` calls it, and never ran",
        4: "never called: the call in line 8 of `called` never ran",
        7: "never true",
        8: "2 lines never ran: line 7 was never true",
        9: "",
        19: "2 of 3 cases never taken",
        21: "never ran: this case was never taken",
        22: "never ran: this default was never taken",
        24: "3 lines never ran: `default` of line 22 was never taken",
        38: "excluded: nobody gets here",
    },
    "BC": {54: "in `NOTE`, `a > 50` never true", 55: "in `CLIP`, `a > 50` never true", 56: "never false",
           64: "never true", 60: "1 of 2 cases never taken"},
    "STMT": {64: "a part never ran: line 64 was never true"},
    "CACC,RACC": {58: "`b > 1` never decided the outcome; `a + b != 2` never alone decided the outcome", 65: ""},
    "CC,GICC": {65: ""},
    # IS_ODD holds a `!`: it was `x % 2 == 0` that was true
    "BC,CC": {72: "never true; `flags % 2 == 0` never false; 1 more",
              74: "`HAS(flags) && flags > 60` never true; `HAS(flags)` never false; 1 more",
              75: "`HAS (flags)` never false",
              # what tells the compiler which way is likely is not told to people, and only what is truth alone loses 0
              86: "in `GROW`, `n <= 40` never false", 87: "in `GROW`, `n <= 40` never false",
              88: "in `GROW`, `(n <= 40) & (n <= 40 + 1) != 0` never false",
              89: "never true; `n == 7` never true; 1 more",
              90: "`hint(n)` never false",  # not the macro, which holds all
              91: "never true; in `LIKELY`, `n > 50` never true"},  # what LIKELY is asked holds what CLIP asks
    "CC": {15: "`a > 0` never false; `b > 0` never true",
           24: "2 lines never ran: `default` of line 22 was never taken"},
    "MCC": {15: "2 combinations never seen", 7: "1 combination never seen"},
    "FCC": {8: "never ran: line 7 was never true"},
    "USER": {39: "odd never happened"},
    "LIMIT": {31: "never near its limit"},
    "RB": {7: "never near its limit", 65: "never at its limit"},
    "AUC": {33: "`max` of line 32 never got here", 8: "2 lines never ran: line 7 was never true"},
    "PPC": {14: "6 ways from here never taken"},
    "ABS": {7: "`n` only ever positive", 8: "never ran: line 7 was never true"},
    "ROR": {31: "3 changes would make no difference"},
}
# What stands in panels.
PANELS = {
    "54": "In NOTE, a > 50 never true. It was false each time. Once it is true, the rest of this line runs.",
    "60": "1 of 2 cases never taken.",
    "64": "b > 90 was false each time. Once it is true, the rest of this line runs.",
}
# By function, in the order of the table: largest gaps first.
FIRST_GAPS = {
    "logic": "a > 0 && b > 0 was never true",
    "macros": "in NOTE, a > 50 was never true",
    "hinted": "in GROW, n <= 40 was never false",
    "called": "n > 100 was never true",
    "hidden": "IS_ODD(flags) || flags == 6 was never true",
    "unused": "never called: the call in line 8 of called never ran",
    "flow": "n > 50 was never true",
    "leaf": "never called: middle and unused call it, and never ran",
}
# Names of criteria, decisions, labels and operators as ids have them.
IDS = re.compile(r"\b(?:[dosc]\d+(?:\.c\d+)?(?:=[TF])?|o\d+:k\d+|CC|DCC|GACC|CACC|RACC|MCC|ROR|ABS|AUC|PPC|STMT)\b")


def shown(project, criteria):
    """Of each line of the source the phrase behind it."""
    text = project.hlcov("show", "--color=never", "--criteria=" + criteria, "main.c")
    source, phrases = SOURCE.split("\n"), {}
    for row in text.split("\n"):
        found = re.match(r" *(\d+) .{5}[ |:!.] (.*)$", row)
        if found and found[2].startswith(source[int(found[1]) - 1]):
            phrases[int(found[1])] = found[2][len(source[int(found[1]) - 1]):].strip()
    return phrases


def phrase_faults(project, criteria, wanted):
    found = shown(project, criteria)
    for line, phrase in wanted.items():
        if found.get(line) != phrase:
            yield "line %d: '%s', not '%s'" % (line, found.get(line), phrase)


def id_faults(name, sentences):
    if not sentences:
        yield name + " says nothing"
    yield from ["%s says an id: %s" % (name, text) for text in sentences if IDS.search(re.sub("`[^`]*`", "", text))][:5]


def sentences(project):
    """What each format for people says of gaps."""
    sarif = json.loads(project.hlcov("report", "--sarif", "-"))
    yield "SARIF", [result["message"]["text"] for result in sarif["runs"][0]["results"]]
    github = project.hlcov("report", "--github", "-")
    yield "GitHub", [line.split("::", 2)[2] for line in github.split("\n") if line.startswith("::")]
    yield "next", project.hlcov("next").split("\n")[2:]
    with open(project.path("html/main.c.src.html"), encoding="utf-8") as file:
        page = re.sub(r"<pre>.*?</pre>|<p class=tags>.*?</p>", "", file.read(), flags=re.S)
    yield "HTML", re.findall(r"<span class=\"say .\">(.*?)</span>|<p class=lead>(.*?)</p>", page)


def panel_faults(project):
    """What panels say of the lines besides phrases."""
    with open(project.path("html/main.c.src.html"), encoding="utf-8") as file:
        rows = dict(re.findall(r"<tr id=L(\d+)[ >](.*?)(?=\n<tr |</tbody>)", file.read(), flags=re.S))
    for line, wanted in PANELS.items():
        text = html.unescape(re.sub(r"<[^>]*>", "", rows.get(line, "")))
        if wanted not in text:
            yield "line %s does not say '%s': %s" % (line, wanted, text[:1000])


def first_gap_faults(project):
    """What the table of functions says of each: the first thing that it lacks, in words."""
    with open(project.path("html/main.c.src.html"), encoding="utf-8") as file:
        table = re.search(r'<table class="fns">.*?</table>', file.read(), re.S)[0]
    found = {}
    for row in re.findall(r"<tr.*?(?=<tr|</table>)", table, re.S):
        cells = re.findall(r"<t[hd][^>]*>([^\n]*?)(?=<t[hd]|\n|$)", row)
        name, gap = (html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in (cells[0], cells[-1]))
        found[name] = gap
    if list(found.items())[1:] != list(FIRST_GAPS.items()):  # behind the head
        yield str(found)


with tempfile.TemporaryDirectory() as directory:
    sample = Project(directory)
    sample.write("main.c", SOURCE)
    sample.build()
    sample.test("")
    for selected, expected in PHRASES.items():
        tap.point("phrases of " + selected, phrase_faults(sample, selected, expected))
    sample.hlcov("report", "-q", "--html=html")
    tap.point("panels", panel_faults(sample))
    near = sample.hlcov("show", "--criteria=RB", "main.c:65").split("\n")[-2].strip()
    tap.point("what is wanted near limits", [] if near ==
              "3 missing: wanted near a limit: `a > 1`: equal, `b == 2`: one less and one more" else [near])
    tap.point("first gaps of functions", first_gap_faults(sample))
    for name, said in sentences(sample):
        tap.point(name + ": no ids in sentences", id_faults(name, ["".join(text) for text in said]))
    tap.finish()
