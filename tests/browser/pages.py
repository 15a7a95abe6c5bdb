#!/usr/bin/python3
"""The HTML report in Chromium: keys, toggles, links, ways of sources; contrast of text in light and dark; no
message on the console, no request to anywhere, and no script of hostile names and sources that runs.

PICTURES: a directory where pictures of the pages are left."""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from driver import Browser
from pages_shared import CONTRAST, ESCAPE, Report, compare, wrong

# A reason that would run, load and hide something if it could.
JUSTIFIED = """int main(int argc, char **argv)
{
    //! justify CC true: <script>window.hostile = 1</script> <img src=x onerror="window.hostile = 1">
    //! ![a](http://pictures.invalid/a.png) [b](javascript:window.hostile=1) **bold** `code`
    //!
    //! <iframe src="http://frames.invalid"></iframe>
    if (argc > 1)
        return 1;
    (void)argv;
    return 0; //! justify FC, STMT: disproved <b onclick="window.hostile = 1">here</b>
}
"""


def quiet_faults(report):
    """Every page, and what its keys do: nothing is said on the console, nothing asked for but its own files."""
    allowed = "file://" + report.directory + "/"
    list(report.browser.requests())
    for page in report.pages():
        browser = report.open(page)
        for key in "j", "k", "o", "O", "?":
            browser.keys(key)
        browser.keys(ESCAPE)
        if browser.run("return window.hostile || document.title.includes('HOSTILE')"):
            yield page + ": a script ran that is none of ours"
        yield from (page + ": " + text for text in browser.complaints())
        yield from (page + ": " + url for url in browser.requests() if not url.startswith((allowed, "data:")))


def contrast_faults(report):
    for page in report.pages():
        browser = report.open(page)
        browser.keys("O")
        ratio, where = browser.run(CONTRAST)
        if ratio < 4.5:
            yield "%s: %.2f at %s" % (page, ratio, where)


def file_faults(report, page):
    browser = report.open(page)
    current = "return document.querySelector('.src > .cur')?.id"
    gaps = browser.run("""const rows = [...document.querySelectorAll('.src > li')];
        const kind = row => row?.classList.contains('u') ? 'u' : row?.classList.contains('p') ? 'p' : '';
        return rows.filter((row, i) => kind(row) && kind(row) !== kind(rows[i - 1])).map(row => row.id)""")
    if len(gaps) < 2:
        yield "the page has too few gaps: %s" % gaps
        return
    browser.keys("jj")
    yield from wrong(browser.run(current), gaps[1])
    browser.keys("k")
    yield from wrong(browser.run(current), gaps[0])
    browser.keys("o")
    if not browser.run("return document.querySelector('.src > .cur details').open"):
        yield "o opens no panel"
    marked = "return document.querySelectorAll('.src > :is(.u, .p)').length"
    before = browser.run(marked)
    browser.run("document.querySelectorAll('[data-crit]').forEach(box => box.click())")
    yield from wrong(browser.run(marked), 0)
    browser.run("document.querySelectorAll('[data-crit]').forEach(box => box.click())")
    yield from wrong(browser.run(marked), before)
    browser.run("document.querySelectorAll('[data-mark=u], [data-mark=p]').forEach(box => box.click())")
    yield from wrong(browser.run(marked), 0)


# The row that a link leads to: its list, and whether it can be seen, stands out, and is the only one that does.
TARGET = """
const row = document.querySelector('dt:target'), at = row?.getBoundingClientRect();
const colour = row && getComputedStyle(row).backgroundColor;
return [row?.textContent, row?.checkVisibility() && at.top >= 0 && at.bottom <= innerHeight,
        [...document.querySelectorAll('dt')].filter(dt => getComputedStyle(dt).backgroundColor === colour).length]"""
ROW_OF = """return [...document.querySelectorAll('.src dt[id]')].find(row => row.textContent.includes(arguments[0]))"""


def link_faults(report, page, words):
    """A link to an objective opens what hides it, and marks the row that lists it; a click there makes such a link."""
    browser = report.open(page)
    browser.run(ROW_OF.replace("return", "const row =") + "; row.closest('details').open = true; row.click()", words)
    link = browser.run("return location.hash")
    report.open("index.html")
    browser = report.open(page + link)
    listed, shown, _ = browser.run(TARGET)
    yield from wrong([words in (listed or ""), shown], [True, True])
    yield from wrong(browser.run("return document.querySelector('dt.cur')?.textContent"), listed)
    report.open("index.html")
    browser = report.open(page + link.split(".")[0] + ".99")
    if not browser.run("return scrollY > 0"):
        yield "a link to an objective that is not there leads nowhere, not to its line"


def scriptless_faults(report, page, words):
    """The same without scripts, which only the test runs; and what is said beside a line that is linked to."""
    row = report.open(page).run(ROW_OF + ".id", words)
    browser = report.open(page + "#" + row)
    if browser.run("return document.documentElement.classList.contains('js')"):
        yield "the page's script has run"
    listed, shown, alike = browser.run(TARGET)
    yield from wrong([words in (listed or ""), shown, alike], [True, True, 1])
    line = browser.run("return document.querySelector('.src > li:has(> small)').id")
    report.open("index.html")
    browser = report.open(page + "#" + line)
    yield from wrong(browser.run("return getComputedStyle(document.querySelector('li:target > small')).opacity"), "1")


def way_faults(report, page):
    browser = report.open(page)
    browser.keys("O")
    way = browser.run("""document.querySelectorAll('details').forEach(panel => { panel.open = true });
        const row = [...document.querySelectorAll('[data-way]')].find(r => new Set(r.dataset.way.split(' ')).size > 1);
        row?.click(); return row?.dataset.way""")
    if not way:
        yield "no objective has a way"
        return
    drawn = browser.run("return [...document.querySelectorAll('i.way.on')].map(i => i.parentNode.id)")
    yield from wrong(sorted(drawn), sorted({"L" + line for line in way.split()}))


def table_faults(report, page):
    """The decision of four conditions in the calendar: its vectors, and one that is wanted."""
    browser = report.open(page)
    browser.keys("O")
    text = browser.run("return document.querySelector('.vt').innerText")
    for words in ("c1", "c4", "outcome", "wanted", "T"):
        if words not in text:
            yield "%s is missing in %s" % (words, text)


def print_faults(report, page):
    """What is closed and worth printing is open while the page is printed, and closed again."""
    browser = report.open(page)
    closed = "return document.querySelectorAll('main > details:not([open]), .src > .p > details:not([open])').length"
    panels = "return document.querySelectorAll('.src > .c > details[open]').length"
    before = browser.run(closed)
    browser.run("dispatchEvent(new Event('beforeprint'))")
    if before == 0 or browser.run(closed) != 0 or browser.run(panels) != 0:
        yield "of %d closed ones %d are" % (before, browser.run(closed))
    browser.run("dispatchEvent(new Event('afterprint'))")
    yield from wrong(browser.run(closed), before)


def fold_faults(report, page):
    """Forty criteria do not fill the header: families are folded, and can be opened."""
    browser = report.open(page)
    shown = "return [...document.querySelectorAll('.chip:has([data-crit])')].filter(c => c.checkVisibility()).length"
    if browser.run(shown) > 12:
        yield "%d criteria are shown" % browser.run(shown)
    browser.run("document.querySelectorAll('.chips details').forEach(family => { family.open = true })")
    if browser.run(shown) < 40:
        yield "of all %d are" % browser.run(shown)


def themes(report):
    browser = report.open("index.html")
    scheme = "return getComputedStyle(document.documentElement).colorScheme"
    browser.keys("t")
    light = browser.run(scheme)
    browser.keys("t")
    return [light, browser.run(scheme)]


def take_pictures(report, page):
    for theme in ("light", "dark"):
        report.open("index.html").run("localStorage.setItem('hlcov.theme', arguments[0])", theme)
        for name in ("index.html", "criteria.html", page):
            report.picture(name, "%s-%s" % (name.split(".")[0], theme))
    report.open("index.html").run("localStorage.clear()")


def reason_faults(report):
    """Reasons are rendered in the list and in the panel, and links in them go nowhere else than to the web."""
    for page in "index.html", "main.c.src.html":
        browser = report.open(page)
        browser.keys("O")
        found = browser.run("""const texts = [...document.querySelectorAll('.md')];
            return [texts.some(t => t.checkVisibility() && t.querySelector('strong')?.innerText === 'bold'),
                    texts.some(t => t.innerText.includes("<script>window.hostile = 1</script>")),
                    texts.flatMap(t => [...t.querySelectorAll('a, img, script, iframe, [onclick]')]).length]""")
        yield from ("%s: %s" % (page, fault) for fault in wrong(found, [True, True, 0]))
    browser = report.open("index.html")
    yield from wrong(browser.run("return [...document.querySelectorAll('details.list .plain tbody tr')]"
                                 ".map(r => r.cells[0].innerText.split(' ')[1])"), ["excluded", "disproved"])
    browser.click("details.list .plain tbody a")
    yield from wrong(browser.run("return location.hash"), "#L3")


def make_justified(directory):
    os.mkdir(directory)
    with open(os.path.join(directory, "main.c"), "w", encoding="utf-8") as file:
        file.write(JUSTIFIED)
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    for command in ([tap.hlcov, "cc", "gcc", "-o", "main", "main.c"], ["./main"]):
        subprocess.run(command, cwd=directory, env=environment, check=True)
    return directory


def make_reports(top):
    hostile, calendar = os.path.join(top, "hostile"), os.path.join(top, "calendar")
    os.mkdir(hostile)
    subprocess.run([os.path.join(tap.top_builddir, "tests/golden/make_input"), hostile], check=True)
    shutil.copytree(os.path.join(tap.top_srcdir, "samples/calendar"), calendar)
    subprocess.run(["make", "-s", "test", "CC=%s cc --criteria=all gcc" % tap.hlcov], cwd=calendar, check=True,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    justified = make_justified(os.path.join(top, "justified"))
    for directory, arguments in ((hostile, ["-r", ".", "data"]), (calendar, []), (justified, ["data"])):
        done = subprocess.run([tap.hlcov, "report", "-q", "--html=html", "--json=before.json", *arguments],
                              cwd=directory, stderr=subprocess.DEVNULL)
        assert done.returncode == (2 if directory == justified else 0), done
    return [os.path.join(directory, "html") for directory in (hostile, calendar, justified)] + [compare(hostile)]


with tempfile.TemporaryDirectory() as directory, Browser() as window:
    hostile_pages, calendar_pages, justified_pages, compared_pages = make_reports(directory)
    calendar_report = Report("calendar", calendar_pages, window)
    justified_report = Report("hostile reasons", justified_pages, window)
    compared_report = Report("compared", compared_pages, window)
    for one in (Report("hostile names", hostile_pages, window), calendar_report, justified_report, compared_report):
        tap.point("%s: pages are quiet" % one.name, quiet_faults(one))
        for colours in ("light", "dark"):
            one.open("index.html").run("localStorage.setItem('hlcov.theme', arguments[0])", colours)
            tap.point("%s: contrast in %s" % (one.name, colours), contrast_faults(one))
        one.open("index.html").run("localStorage.clear()")
    SOURCE = "calendar.c.src.html"
    tap.point("themes", wrong(themes(calendar_report), ["light", "dark"]))
    tap.point("file: keys and toggles", file_faults(calendar_report, SOURCE))
    tap.point("file: link to an objective", link_faults(calendar_report, SOURCE, "CACC RACC: c2"))
    tap.point("file: way of a path", way_faults(calendar_report, SOURCE))
    tap.point("file: criteria are folded by families", fold_faults(calendar_report, SOURCE))
    tap.point("file: what is printed is open", print_faults(calendar_report, SOURCE))
    tap.point("file: truth table", table_faults(calendar_report, SOURCE))
    tap.point("reasons of justifications", reason_faults(justified_report))
    take_pictures(calendar_report, SOURCE)
    with Browser(scripts=False) as scriptless:
        tap.point("file: links without scripts", scriptless_faults(Report("calendar", calendar_pages, scriptless),
                                                                   SOURCE, "CACC RACC: c2"))
    tap.finish()
