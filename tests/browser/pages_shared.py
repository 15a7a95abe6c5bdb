"""What tests of pages share: a report with the browser that shows it, and the contrast of text."""
import json
import os
import subprocess

import tap

ESCAPE = "\ue00c"

# The least contrast of visible text that stands directly in an element, and where: WCAG's formula.
CONTRAST = """
const channel = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const rgb = colour => {
  canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  return canvas.getImageData(0, 0, 1, 1).data;
};
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const behind = node => {
  for (let at = node; at; at = at.parentElement) {
    const back = rgb(getComputedStyle(at).backgroundColor);
    if (back[3] === 255) return back;
  }
  return rgb(getComputedStyle(document.documentElement).colorScheme.includes('dark') ? '#14161a' : '#fbfbfa');
};
let worst = [99, ''];
for (const node of document.querySelectorAll('body *')) {
  if (node.closest('svg, dialog') || !node.checkVisibility() || node.classList.contains('vh')) continue;
  if (![...node.childNodes].some(child => child.nodeType === 3 && child.data.trim())) continue;
  const one = light(rgb(getComputedStyle(node).color)), other = light(behind(node));
  const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  if (ratio < worst[0]) worst = [ratio, node.tagName + ' ' + node.className + ' ' + node.textContent.slice(0, 40)];
}
return worst;
"""


def wrong(found, wanted):
    return [] if found == wanted else ["%r, not %r" % (found, wanted)]


class Report:
    """A report, and the browser that shows it."""

    def __init__(self, name, directory, browser):
        self.name, self.directory, self.browser = name, directory, browser

    def open(self, page):
        self.browser.open(os.path.join(self.directory, page))
        return self.browser

    def pages(self):
        return sorted(name for name in os.listdir(self.directory) if name.endswith(".html"))

    def picture(self, page, name):
        if "PICTURES" in os.environ:
            self.open(page).picture(os.path.join(os.environ["PICTURES"], name + ".png"))


def compare(directory):
    """Pages of two reports that differ: every second objective is gone, every third has the other status."""
    with open(os.path.join(directory, "before.json"), encoding="utf-8") as file:
        document = json.load(file)
    other = {"covered": "uncovered", "uncovered": "covered"}
    for file in document["files"]:
        for objective in file["objectives"][::3]:
            objective["status"] = other.get(objective["status"], objective["status"])
        del file["objectives"][1::2]
    with open(os.path.join(directory, "after.json"), "w", encoding="utf-8") as file:
        json.dump(document, file)
    subprocess.run([tap.hlcov, "compare", "-q", "--html=compared", "before.json", "after.json"], cwd=directory,
                   check=True)
    return os.path.join(directory, "compared")
