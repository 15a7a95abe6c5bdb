#!/usr/bin/python3
"""The overview, what comes next, tests, criteria and comparisons in Chromium: markup that holds without scripts and
inline styles, landmarks, links, contrast in light and dark, narrow and wide windows, keys, filters, choices, paper."""
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from driver import Browser
from pages_shared import CONTRAST, ESCAPE, Report, compare, wrong

WIDTHS = (1440, 1024, 390)
CRASH = """static int deep(int n) { if (n > 5) *(volatile int *)0 = n; return deep(n + 1); }
int main(int argc, char **argv) { return argc > 2 ? deep(argc) : argv[0][0] == 0; }
"""


# ---- what the bytes of a page say ----

INLINE = re.compile(r"<style|<script(?! src=report\.js>)|\sstyle=|\son[a-z]+=|href=\"?javascript:", re.I)
TAG = re.compile(r"<(\w+)((?:\s+[\w:-]+(?:=(?:\"[^\"]*\"|[^\s>]*))?)*)\s*/?>")
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:;"


def attributes(text):
    return {name: html.unescape(value.strip('"')) for name, value in
            re.findall(r"([\w:-]+)(?:=(\"[^\"]*\"|[^\s>]*))?", text)}


def tags(text):
    return [(name, attributes(rest)) for name, rest in TAG.findall(text)]


def own_pages(report):
    """Those that are no source's, nor the HTOL of decisions."""
    return [page for page in report.pages() if ".src." not in page and not page.startswith("htol")]


def read(report, page):
    with open(os.path.join(report.directory, page), encoding="utf-8") as file:
        return file.read()


def markup_faults(report):
    for page in own_pages(report):
        text = read(report, page)
        if POLICY not in text:
            yield page + ": another policy"
        yield from ("%s: %s" % (page, found) for found in INLINE.findall(text))
        ids = [of["id"] for _, of in tags(text) if "id" in of]
        yield from ("%s: twice the id %s" % (page, name) for name in set(ids) if ids.count(name) > 1)
        for name, of in tags(text):
            if name == "th" and of.get("scope") not in ("col", "row", "colgroup", "rowgroup"):
                yield "%s: th %s" % (page, of)
            for label in of.get("aria-labelledby", "").split():
                if label not in ids:
                    yield "%s: labelled by %s, which is not there" % (page, label)
        if re.search(r"<th(?:\s[^>]*)?>\s*<(?:th|td|tr|/)", text):
            yield page + ": an empty th"


def link_faults(report):
    ids = {page: {of["id"] for _, of in tags(read(report, page)) if "id" in of} for page in report.pages()}
    for page in own_pages(report):
        for name, of in tags(read(report, page)):
            target, _, fragment = of.get("href", "").partition("#")
            target = target or page
            if name not in ("a", "link") or target.startswith("data:") or "://" in target:
                continue
            if not os.path.exists(os.path.join(report.directory, target)):
                yield "%s: %s is not there" % (page, target)
            elif fragment and fragment not in ids[target]:
                yield "%s: %s has no %s" % (page, target, fragment)


# ---- what a browser makes of it ----

LANDMARKS = """const count = sel => document.querySelectorAll(sel).length;
return [count('main'), count('h1'), count('body > header'), count('body > footer'), count('a.skip'),
        [...document.querySelectorAll('section')]
            .filter(s => !s.ariaLabel && !s.getAttribute('aria-labelledby')).length,
        [...document.querySelectorAll('nav')].filter(n => !n.ariaLabel).length]"""


def landmark_faults(report):
    for page in own_pages(report):
        found = report.open(page).run(LANDMARKS)
        yield from ("%s: %s" % (page, fault) for fault in wrong(found, [1, 1, 1, 1, 1, 0, 0]))


def resize(browser, width):
    browser.tell("POST", "/window/rect", {"width": width, "height": 1000})


def colour_faults(report):
    for colours in ("light", "dark"):
        report.open("index.html").run("localStorage.setItem('hlcov.theme', arguments[0])", colours)
        for page in own_pages(report):
            browser = report.open(page)
            browser.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
            ratio, where = browser.run(CONTRAST)
            if ratio < 4.5:
                yield "%s, %s: %.2f at %s" % (page, colours, ratio, where)
    report.open("index.html").run("localStorage.clear()")


def resize(browser, width):
    browser.tell("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
        "width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}})


def width_faults(report):
    """Nothing is wider than the window but what scrolls by itself."""
    for width in WIDTHS:
        resize(report.browser, width)
        for page in own_pages(report):
            browser = report.open(page)
            browser.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
            wide = browser.run("return document.documentElement.scrollWidth")
            if wide > width:
                yield "%s: %d at %d: %s" % (page, wide, width, browser.run(
                    "return [...document.querySelectorAll('main *')]"
                    ".filter(e => e.getBoundingClientRect().right > innerWidth"
                    " && !e.closest('.scroll')).map(e => e.tagName + '.' + e.className).slice(0, 4).join()"))
            report.picture(page, "%s-%s-%d" % (report.name.replace(" ", "-"), page.split(".")[0], width))
    report.browser.tell("POST", "/goog/cdp/execute", {"cmd": "Emulation.clearDeviceMetricsOverride", "params": {}})


def key_faults(report):
    browser = report.open("index.html")
    is_open = "return document.querySelector('#help').open"
    browser.keys("?")
    yield from wrong(browser.run(is_open), True)
    browser.keys(ESCAPE)
    yield from wrong(browser.run(is_open), False)
    browser.keys("?")
    browser.run("document.querySelector('#help').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    yield from wrong(browser.run(is_open), False)
    names = browser.run("return [...document.querySelectorAll('.bar nav a')].map(a => a.getAttribute('href'))")
    yield from wrong(names[0], "index.html")
    for at, name in enumerate(names, 1):
        browser.keys(str(at))
        if not browser.wait("return location.pathname.endsWith('/%s')" % name):
            yield "%d does not lead to %s" % (at, name)
        yield from wrong(browser.run("return document.querySelector('[aria-current=page]').getAttribute('href')"), name)
    report.open("index.html")
    browser.keys("/")
    yield from wrong(browser.run("return document.activeElement.id"), "filter")


ROWS = """return [...document.querySelectorAll(arguments[0] + ' tbody tr')].filter(r => !r.hidden)
    .map(r => [...r.cells].map(c => c.textContent.trim()).join(' '))"""


def table_faults(report):
    browser = report.open("index.html")
    before = browser.run(ROWS, "#files")
    yield from wrong(before, sorted(before))
    browser.click("#files thead th:nth-child(1) button")
    yield from wrong(browser.run(ROWS, "#files"), sorted(before, reverse=True))
    browser.click("#files thead th:nth-child(3) button")
    scores = browser.run("return [...document.querySelectorAll('#files tbody tr')]"
                         ".map(r => parseFloat(r.cells[2].textContent))")
    yield from wrong(scores, sorted(scores, reverse=True))
    browser.keys("/main.c")
    yield from wrong(browser.run(ROWS, "#files"), [row for row in before if "main.c" in row])
    yield from wrong(browser.run("return document.querySelector('#shown').textContent"), "1 of %d" % len(before))


def chosen_faults(report):
    """Columns are chosen, and what is folded opens, with scripts and without."""
    browser = report.open("index.html")
    shown = "return [...document.querySelectorAll('#files thead th')]" \
            ".filter(t => t.checkVisibility()).map(t => t.innerText)"
    first = browser.run(shown)
    browser.click("label[for=s3]")
    if browser.run(shown) == first or "CC" not in browser.run(shown):
        yield "the columns of logic do not show: %s" % browser.run(shown)
    browser.click(".fam summary")
    if not browser.run("return document.querySelector('.fam table').checkVisibility()"):
        yield "a family does not open"


def scriptless_faults(report):
    browser = report.open("index.html")
    if browser.run("return document.documentElement.classList.contains('js')"):
        yield "the page's script has run"
    hidden = "return [...document.querySelectorAll('.needs-js')].filter(one => one.checkVisibility()).length"
    for page in own_pages(report):
        yield from wrong(report.open(page).run(hidden), 0)


def criteria_faults(report):
    browser = report.open("criteria.html")
    browser.run("document.querySelector('.nd[href=\"#CACC\"]').dispatchEvent(new MouseEvent('click', "
                "{ bubbles: true, cancelable: true }))")
    yield from wrong(browser.run("return document.querySelector('#pick').value"), "CACC")
    on = set(browser.run("return [...document.querySelectorAll('.nd.on')].map(n => n.getAttribute('href').slice(1))"))
    yield from wrong(on, {"CACC", "GACC", "DCC", "DC", "CC"})
    score = browser.run("return document.querySelector('.chart tbody tr').cells[2].textContent")
    wanted = browser.run("const names = [...document.querySelector('#pick').options].map(o => o.value);"
                         "return document.querySelector('.chart tbody tr').dataset.v.split(' ')[names.indexOf('CACC')]")
    yield from wrong(score, wanted)
    browser.keys(ESCAPE)
    yield from wrong(browser.run("return document.querySelectorAll('.graph.pick').length"), 0)


# Numbers of the picture that touch others.
TOUCHING = """const all = [...document.querySelectorAll('.graph .ed text')].map(e => [e, e.getBoundingClientRect()]);
return all.filter(([e, a]) => all.some(([other, b]) => other != e && a.left < b.right && b.left < a.right
                                                        && a.top + 2 < b.bottom && b.top + 2 < a.bottom))
    .map(([e]) => e.textContent)"""


def asked_faults(report):
    """The picture has the criteria of the table, and numbers above its lines; what the table leaves out is one line."""
    browser = report.open("criteria.html")
    listed = browser.run("return [...document.querySelector('.asks').querySelectorAll('tr[id]')].map(tr => tr.id)")
    drawn = browser.run("return [...document.querySelectorAll('.nd')].map(n => n.getAttribute('href').slice(1))")
    scored = browser.run("return [...document.querySelector('.asks').querySelectorAll('tr[id]')]"
                         ".filter(tr => tr.cells[4].textContent != '\u2013').map(tr => tr.id)")
    yield from wrong(sorted(drawn), sorted(scored))
    implied = browser.run("return [...document.querySelectorAll('.asks td:last-child .tag')].map(t => t.textContent)")
    yield from wrong([name for name in implied if name not in listed], [])
    yield from wrong(browser.run("const all = [...document.querySelectorAll('.graph .ed > *')].map(e => e.tagName);"
                                 "return all.lastIndexOf('path') < all.indexOf('text')"), True)
    yield from wrong(browser.run(TOUCHING), [])
    text = browser.run("return [...document.querySelectorAll('.asks')].map(t => t.textContent).join()")
    for words in ("Both of these.", "The same, while the other conditions stay as they are.", "hangs on it"):
        if words not in text:
            yield "no %r" % words
    yield from wrong(re.findall(r"infeasible|vectors?\b", text), [])
    lines = browser.run("const range = document.createRange(); return [...document.querySelectorAll('.asks .left')]"
                        ".map(td => { range.selectNodeContents(td); return range.getClientRects().length })")
    yield from wrong(max(lines), 1)


def map_faults(report):
    """Each file in the map has its number, if there is room for one."""
    tiles = report.open("index.html").run(
        "return [...document.querySelectorAll('.map.wide a')].map(a => [a.getBoundingClientRect(), a])"
        ".filter(([box]) => box.width >= 80 && box.height >= 50)"
        ".map(([, a]) => [...a.querySelectorAll('text')].map(t => t.textContent).join(' '))")
    yield from wrong(len(tiles) > 1, True)
    yield from wrong([text for text in tiles if "%" not in text and "\u2013" not in text], [])


def said_faults(report):
    """A failed test and a crash are on the first screen, with the place; so are places to cover next."""
    text = report.open("index.html").run("return document.querySelector('main').innerText")
    for words in ("4 tests", "2 passed", "1 failed", "1 crashed", "crashed: SIGSEGV in deep, crash.c:1",
                  "was never", "What next", "Worst files"):
        if words not in text:
            yield "%s is missing" % words
    text = report.open("tests.html").run("return document.querySelector('main').innerText")
    for words in ("How it came there", "deep, crash.c:1", "failed, status 1", "its alone"):
        if words not in text:
            yield "%s is missing in tests.html" % words
    report.open("next.html")
    if report.browser.run("return document.querySelectorAll('.nexts > li h3').length") < 3:
        yield "there are too few places"


def worth_faults(report):
    """The table of tests says of what it counts, also on a phone; the curve has names for its points and its times."""
    browser = report.open("tests.html")
    heads = browser.run("return [...document.querySelectorAll('#tests thead th')].map(th => th.innerText.trim())")
    yield from wrong(heads, ["only this test covers", "test", "how it ended", "time", "statements it covers",
                             "statements", "branches", "MC/DC pairs", "functions", "place in the small suite"])
    ends = browser.run("const edges = th => [th.getBoundingClientRect().left, th.getBoundingClientRect().right];"
                       "const heads = [...document.querySelectorAll('#tests thead tr:last-child th')];"
                       "return [edges(document.querySelector('.over th')), [edges(heads[4])[0], edges(heads[7])[1]]]")
    yield from wrong(*ends)
    for cell in browser.run("return [...document.querySelectorAll('#tests tbody td:nth-child(3)')]"
                            ".map(td => td.textContent)"):
        if not re.fullmatch(r"0\.\d ms|[1-9]\d? ms|\d+\.\d\d s", cell):
            yield "a time is %r" % cell
    places = browser.run("return [...document.querySelectorAll('#tests tbody td:last-child')]"
                         ".map(td => td.innerText.trim()).filter(text => text != '\u2013').map(Number).sort()")
    yield from wrong(places, list(range(1, len(places) + 1)))
    listed = browser.run("return [...document.querySelectorAll('#tests tbody tr')].filter(tr => tr.cells[8].innerText"
                         ".trim() == '1').map(tr => tr.cells[0].innerText)")
    yield from wrong(listed, browser.run("return [[...document.querySelectorAll('details.more')].pop()"
                                         ".querySelector('code').innerText]"))
    told = browser.run("const curve = document.querySelector('.curve'); return [curve.textContent,"
                       "[...curve.querySelectorAll('circle')].every(c => c.querySelector('title'))]")
    yield from wrong(told[1], True)
    if not re.search(r"of the \d+ statements that the tests cover", told[0]):
        yield "the height is that of nothing: %s" % told[0]
    drawn = browser.run("return document.querySelector('.curve').outerHTML")
    if len(re.findall(r"<text [^>]*>[\d.]+ m?s<", drawn)) < 2:
        yield "there are no ticks of time"
    resize(browser, 390)
    right = browser.run("const cells = [...document.querySelector('#tests tbody tr').cells]"
                        ".filter(cell => cell.offsetWidth); return [cells.length, cells.pop().getBoundingClientRect()"
                        ".right <= innerWidth, cells.length && document.querySelector('#tests th:nth-child(5)')"
                        ".offsetWidth > 0]")
    browser.tell("POST", "/goog/cdp/execute", {"cmd": "Emulation.clearDeviceMetricsOverride", "params": {}})
    yield from wrong(right, [3, True, True])


def compared_faults(report):
    text = report.open("index.html").run("return document.querySelector('main').innerText")
    order = [text.find(words) for words in ("Lost", "Files that changed", "Gained")]
    yield from wrong(-1 in order, False)
    yield from wrong(order, sorted(order))
    if "any more" not in text:
        yield "no cause of a loss is worded"


def print_faults(report):
    """Lists are open while the page is printed, and closed again."""
    browser = report.open("index.html")
    closed = "return document.querySelectorAll('details.list:not([open])').length"
    before = browser.run(closed)
    browser.run("dispatchEvent(new Event('beforeprint'))")
    if before == 0 or browser.run(closed) != 0:
        yield "of %d closed ones %d are" % (before, browser.run(closed))
    browser.run("dispatchEvent(new Event('afterprint'))")
    yield from wrong(browser.run(closed), before)
    if len(browser.tell("POST", "/print", {})) < 1000:
        yield "nothing is printed"


# ---- reports ----

def make_tested(top):
    """The calendar with four named tests, of which one fails and one crashes."""
    directory = os.path.join(top, "calendar")
    shutil.copytree(os.path.join(tap.top_srcdir, "samples/calendar"), directory)
    with open(os.path.join(directory, "crash.c"), "w", encoding="utf-8") as file:
        file.write(CRASH)

    def run(*command, check=True):
        subprocess.run(command, cwd=directory, check=check, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    cc = (tap.hlcov, "cc", "--criteria=all", "gcc", "-g")
    run("make", "-s", "CC=" + " ".join(cc))
    run(*cc, "-o", "crash", "crash.c")
    for name, *command in (("date", "./calendar", "2026-11-21"), ("leap", "./calendar", "2024-02-29"),
                           ("bad", "./calendar", "2023-02-29"), ("deep", "./crash", "1", "2")):
        run(tap.hlcov, "run", "--test", name, *command, check=False)
    run(tap.hlcov, "report", "-q", "--html=html", "--json=before.json")
    return directory


def make_hostile(top):
    directory = os.path.join(top, "hostile")
    os.mkdir(directory)
    subprocess.run([os.path.join(tap.top_builddir, "tests/golden/make_input"), directory], check=True)
    subprocess.run([tap.hlcov, "report", "-q", "--html=html", "--json=before.json", "-r", ".", "data"], cwd=directory,
                   stderr=subprocess.DEVNULL, check=True)
    return directory


with tempfile.TemporaryDirectory() as directory, Browser() as window:
    tested, hostile = make_tested(directory), make_hostile(directory)
    calendar = Report("calendar", os.path.join(tested, "html"), window)
    compared = Report("compared", compare(tested), window)
    for one in (calendar, compared, Report("hostile names", os.path.join(hostile, "html"), window)):
        tap.point(one.name + ": markup", markup_faults(one))
        tap.point(one.name + ": links lead somewhere", link_faults(one))
        tap.point(one.name + ": landmarks", landmark_faults(one))
        tap.point(one.name + ": contrast", colour_faults(one))
        tap.point(one.name + ": fits %s" % (WIDTHS,), width_faults(one))
    tap.point("keys", key_faults(calendar))
    tap.point("the table of files sorts and filters", table_faults(calendar))
    tap.point("columns and families are chosen", chosen_faults(calendar))
    tap.point("criteria: a node picks", criteria_faults(calendar))
    tap.point("criteria: what each asks", asked_faults(calendar))
    tap.point("the map has numbers", map_faults(Report("hostile names", os.path.join(hostile, "html"), window)))
    tap.point("tests and places are told", said_faults(calendar))
    tap.point("what tests are worth", worth_faults(calendar))
    tap.point("comparison: lost, files, gained", compared_faults(compared))
    tap.point("paper", print_faults(calendar))
    with Browser(scripts=False) as scriptless:
        plain = Report("calendar", os.path.join(tested, "html"), scriptless)
        tap.point("without scripts", scriptless_faults(plain))
        tap.point("without scripts: columns and families", chosen_faults(plain))
    tap.finish()
