#!/usr/bin/python3
"""The HTML report in Chromium: keys, filters, links, panels of sources; contrast of text in light and dark; no
message on the console, no request to anywhere, and no script of hostile names and sources that runs.

PICTURES: a directory where pictures of the pages are left."""
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


def long_faults(report, scripts):
    """A long file comes in parts: a line of another part is found there, a plain one as well, and keys cross parts."""
    parts = sorted(page for page in report.pages() if re.match(r"long\.c\.src\.\d", page))
    last = parts[-1]
    if len(parts) < 2 or max(os.path.getsize(os.path.join(report.directory, page)) for page in parts) > 2000000:
        yield "the long file has the pages %s" % parts
    where = "const row = document.querySelector('tr:target'), at = row?.getBoundingClientRect();" \
            "return [location.pathname.split('/').pop(), row?.id, row && parseInt(row.cells[0].innerText) + ''," \
            "at && at.top >= 0 && at.bottom <= innerHeight]"
    if not scripts:
        yield from wrong(report.open(last + "#" + GAP).run(where), [last, GAP, GAP[1:], True])
        return
    for line in GAP, PLAIN:
        report.open("index.html")
        browser = report.open("long.c.src.html#" + line)
        browser.wait("return document.querySelector('tr:target')")
        yield from wrong(browser.run(where), [last, line, line[1:], True])
    browser = report.open(parts[1])
    browser.keys("k")
    if not browser.wait("return location.pathname.endsWith('%s')" % parts[0]):
        yield "k does not go to the part before"


# Of the long file: the last function, and a line of the comment behind it.
GAP, PLAIN = "L39999", "L41000"
# Links that stand in text without a line below: their colour alone tells them. WCAG 1.4.1.
PLAIN_LINKS = """
const says = node => node.nodeType === 3 && /\\w/.test(node.data);
return [...document.querySelectorAll('main a')]
  .filter(link => link.checkVisibility() && !link.closest('svg, .tags, nav, th'))
  .filter(link => [...link.parentElement.childNodes].some(says))
  .filter(link => !getComputedStyle(link).textDecorationLine.includes('underline'))
  .map(link => link.parentElement.textContent.trim().slice(0, 60));
"""


def link_faults(report):
    for page in report.pages():
        browser = report.open(page)
        browser.run("document.querySelectorAll('details').forEach((panel, at) => { panel.open = at < 200 })")
        for text in browser.run(PLAIN_LINKS):
            yield "%s: %s" % (page, text)


CURRENT = "return document.querySelector('.src tr.cur')?.id"
SHOWN = "return [...document.querySelectorAll('.src tr[id]')].filter(row => row.checkVisibility()).map(row => row.id)"


def key_faults(report, page):
    """j and k go from gap to gap, o opens a panel, O all, g shows gaps alone; the filter leaves numbers as they are."""
    browser = report.open(page)
    gaps = browser.run("return [...document.querySelectorAll('.src tr.gap')].map(row => row.id)")
    if len(gaps) < 2:
        yield "the page has too few gaps: %s" % gaps
        return
    browser.keys("jj")
    yield from wrong(browser.run(CURRENT), gaps[1])
    browser.keys("k")
    yield from wrong(browser.run(CURRENT), gaps[0])
    browser.keys("o")
    if not browser.run("return document.querySelector('.src tr.cur details').open"):
        yield "o opens no panel"
    if not browser.wait("return document.querySelector('.src tr.cur .tags a[href^=\"criteria.html#\"]')"):
        yield "names of criteria are no links"
    browser.keys("O")
    if browser.run("return document.querySelectorAll('details.l:not([open])').length"):
        yield "O leaves panels closed"
    every = browser.run(SHOWN)
    browser.keys("g")
    left = browser.run(SHOWN)
    if not set(gaps) <= set(left) or len(left) >= len(every):
        yield "gaps alone are %s" % left
    browser.keys("g")
    browser.run("const box = document.querySelector('#filter'); box.value = 'return';"
                "box.dispatchEvent(new Event('input'))")
    found = browser.run("return [...document.querySelectorAll('.src tr[id]')].filter(row => row.checkVisibility())"
                        ".map(row => [row.id, 'L' + parseInt(row.cells[0].innerText), row.cells[1].innerText])")
    if not found or any(name != number or "return" not in text for name, number, text in found):
        yield "the filter shows %s" % found


def line_faults(report, page, line, scripts):
    """A link to a line shows it, though it is folded or left out, and marks it."""
    report.open("index.html")
    browser = report.open(page + "#" + line)
    if browser.run("return document.documentElement.classList.contains('js')") != scripts:
        yield "the page's script has run, or has not"
    at = browser.run("const row = document.querySelector('tr:target'), at = row?.getBoundingClientRect();"
                     "return [row?.id, row?.checkVisibility() && at.top >= 0 && at.bottom <= innerHeight]")
    yield from wrong(at, [line, True])
    browser.run("document.querySelector('#only').checked = true")
    if not browser.run("return document.querySelector('tr:target').checkVisibility()"):
        yield "gaps alone hide the line that was asked for"


def panel_faults(report, page, line, words):
    """A panel says these words; ids and HTOL are behind details alone."""
    browser = report.open(page)
    browser.run("document.querySelector('#%s details.l').open = true" % line)
    text = browser.run("return document.querySelector('#%s .pan').innerText" % line)
    yield from ("'%s' is missing in: %s" % (some, text) for some in words if some not in text)
    if " d0" in text or "c1=" in text or "htol" in text.lower():
        yield "ids are shown: " + text
    browser.run("document.querySelectorAll('#%s details').forEach(panel => { panel.open = true })" % line)
    if "d0" not in browser.run("return document.querySelector('#%s pre').innerText" % line):
        yield "details have no ids"


def height_faults(report, page):
    """With all criteria recorded no panel is higher than a screen."""
    browser = report.open(page)
    browser.keys("O")
    high = browser.run("return [...document.querySelectorAll('.pan')].map(pan => [pan.closest('tr').id, "
                       "pan.getBoundingClientRect().height]).filter(([id, height]) => height > 900)")
    yield from ("the panel of %s has %d pixels" % (line, height) for line, height in high)


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
        browser.run("document.querySelectorAll('details').forEach(panel => { panel.open = true })")
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


def make_long(directory):
    """Functions that nobody calls, a gap each, with a comment of many lines between."""
    os.mkdir(directory)
    with open(os.path.join(directory, "long.c"), "w", encoding="utf-8") as file:
        for number in range(8000):
            file.write("/* Number %d.\n * It is called by nobody.\n */\nint f%d(int x)\n{ return x > %d ? x : 0; }\n"
                       % (number, number, number))
        file.write("/*" + "\n" * 10000 + "*/\nint main(void) { return f1(0); }\n")
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    for command in ([tap.hlcov, "cc", "gcc", "-O0", "-o", "long", "long.c"], ["./long"],
                    [tap.hlcov, "report", "-q", "--html=html", "data"]):
        subprocess.run(command, cwd=directory, env=environment, check=True)
    return os.path.join(directory, "html")


MUTATED = """\
static int clamp(int n) { return n < 7 ? n : 7; }
int main(int argc, char **argv)
{
    (void)argv;
    return clamp(argc) > 9;
}
"""


def make_mutated(directory):
    """Pages of a strong build whose test notices nothing."""
    os.mkdir(directory)
    with open(os.path.join(directory, "clamp.c"), "w", encoding="utf-8") as file:
        file.write(MUTATED)
    environment = dict(os.environ, HLCOV_DIR=os.path.join(directory, "data"))
    for words in (["cc", "--criteria=WM", "gcc", "-o", "clamp", "clamp.c"],
                  ["run", "--remember", "--test=t", "--", "./clamp"],
                  ["cc", "--strong", "gcc", "-o", "clamp", "clamp.c"], ["mutate"],
                  ["report", "-q", "--criteria=SM,STMT", "--html=html", "data"]):
        subprocess.run([tap.hlcov, *words], cwd=directory, env=environment, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    return os.path.join(directory, "html")


# Of changes that are shown in a line: texts of what is taken away and what is put in, and whether both are seen.
CHANGES = """document.querySelector('#L1 details.l').open = true;
return [...document.querySelectorAll('#L1 ul.mut li')].filter(li => li.querySelector('del')).map(li =>
  [li.querySelector('del').textContent, li.querySelector('ins')?.textContent ?? '', li.innerText,
   [...li.querySelectorAll('del, ins')].every(e => e.getClientRects().length > 0)])"""


def change_faults(report):
    """Mutants that no test notices are small diffs of the line; who ran with them stands beside."""
    browser = report.open("clamp.c.src.html")
    if "no test notices" not in browser.run("return document.querySelector('#L1 .say').innerText"):
        yield "the line says nothing"
    changes = browser.run(CHANGES)
    noted = {(taken, put): text for taken, put, text, _ in changes if "did not fail: t" in text}
    if "{ return n < 7→(n > 7) ? n : 7; }" not in noted.get(("n < 7", "(n > 7)"), ""):
        yield "no change to n > 7: %s" % changes
    yield from ("%s -> %s: %s" % (taken, put, text) for taken, put, text, seen in changes if not seen or taken == put)


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
        tap.point("%s: links in text have a line" % one.name, link_faults(one))
        for colours in ("light", "dark"):
            one.open("index.html").run("localStorage.setItem('hlcov.theme', arguments[0])", colours)
            tap.point("%s: contrast in %s" % (one.name, colours), contrast_faults(one))
        one.open("index.html").run("localStorage.clear()")
    SOURCE = "calendar.c.src.html"
    tap.point("themes", wrong(themes(calendar_report), ["light", "dark"]))
    tap.point("file: keys and the filter", key_faults(calendar_report, SOURCE))
    tap.point("file: a link to a line", line_faults(calendar_report, SOURCE, "L3", True))
    tap.point("file: a panel", panel_faults(calendar_report, SOURCE, "L34", (
        "never false", "outcome", "wanted", "of the", "objectives missing here", "MCC")))
    tap.point("file: a panel of a switch", panel_faults(calendar_report, SOURCE, "L12",
              ("1 of 13 cases", "case 12", "taken by", "wanted", "4 more that were taken")))
    tap.point("file: heights of panels", height_faults(calendar_report, SOURCE))
    tap.point("reasons of justifications", reason_faults(justified_report))
    long_pages = make_long(os.path.join(directory, "long"))
    mutated_report = Report("mutated", make_mutated(os.path.join(directory, "mutated")), window)
    tap.point("changes that no test notices", change_faults(mutated_report))
    tap.point("changes that no test notices: contrast", contrast_faults(mutated_report))
    tap.point("a long file", long_faults(Report("long", long_pages, window), True))
    take_pictures(calendar_report, SOURCE)
    with Browser(scripts=False) as scriptless:
        tap.point("file: a link to a line without scripts",
                  line_faults(Report("calendar", calendar_pages, scriptless), SOURCE, "L3", False))
        tap.point("a long file without scripts", long_faults(Report("long", long_pages, scriptless), False))
    tap.finish()
