"""Pages in a browser without a window, if there is one. Plots draw, tell their values, zoom and are saved;
the pages of hgctl program graph draw, zoom, move and unfold."""
import html
import json
import os
import re
import shutil
import subprocess
import unittest

import phases
from tool import HOST, ToolTest

CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)

# Runs in front of the page: what goes wrong in it.
WATCH = """<script>
const faults = [];
window.addEventListener('error', event => faults.push(String(event.message)));
// Without a window frames may not come before the budget of virtual time is spent; timers do.
window.requestAnimationFrame = draw => setTimeout(draw, 0);
for (const name of ['error', 'warn']) console[name] = (...words) => faults.push(words.join(' '));
</script>"""

# Runs behind it: what a user does, and what is then to be seen.
USE = """<script>
window.addEventListener('load', async () => {
  const frame = () => new Promise(done => setTimeout(done, 100));
  const count = what => document.querySelectorAll(what).length;
  const shown = kind => [...svg.querySelectorAll(kind)]
      .filter(part => part.getClientRects().length > 0).length;
  const texts = () => [...svg.querySelectorAll('.axis text')].map(text => text.textContent);
  const send = (target, Kind, name, more) =>
    target.dispatchEvent(new Kind(name, { bubbles: true, cancelable: true, ...more }));
  const found = { title: document.title, nodes: shown(':scope > .node'), untitled: 0, axis: texts() };
  for (const part of svg.querySelectorAll('.node, .edge'))
    if (!part.querySelector('title')?.textContent) ++found.untitled;
  const place = svg.getBoundingClientRect();
  found.inside = [...svg.querySelectorAll(':scope > .node rect')].every(rect => {
    const at = rect.getBoundingClientRect();
    return at.left >= place.left && at.right <= place.right &&
      at.top >= place.top && at.bottom <= place.bottom;
  });
  const strip = svg.querySelector('.strip').getBoundingClientRect();
  found.covered = [...svg.querySelectorAll(':scope > .node rect')]
    .some(rect => rect.getBoundingClientRect().left < strip.right);
  const folded = svg.querySelector(':scope > .node');
  send(folded, MouseEvent, 'mouseover');
  found.about = document.querySelector('#about').textContent;
  found.aboutTitle = folded.querySelector('title').textContent;

  const of = phase => `.detail[id="detail${phase}"] .node`;
  const phase = folded.dataset.phase;
  send(folded.querySelector('rect'), MouseEvent, 'click');
  found.ofPhase = [count(`#picture svg > .node[data-phase="${phase}"]`), count(of(phase))];
  found.unfolded = [found.nodes - shown(':scope > .node'), shown(of(phase)), shown('.detail .node')];
  send(svg.querySelector(of(phase)), MouseEvent, 'click');
  found.foldedAgain = [shown(':scope > .node'), shown('.detail .node')];

  const width = () => svg.viewBox.baseVal.width, left = () => svg.viewBox.baseVal.x;
  const middle = { clientX: place.left + place.width / 2, clientY: place.top + 20 };
  found.widths = [width()];
  send(svg, WheelEvent, 'wheel', { ...middle, deltaY: -700 });
  await frame();
  found.widths.push(width());
  found.axisZoomed = texts();
  const before = left();
  send(svg, PointerEvent, 'pointerdown', middle);
  send(window, PointerEvent, 'pointermove', { clientX: middle.clientX - 50 });
  send(window, PointerEvent, 'pointerup', {});
  found.moved = (left() - before) / width() * place.width;
  send(svg.querySelector(':scope > .node'), MouseEvent, 'click');
  found.afterMove = shown('.detail .node');
  send(svg, MouseEvent, 'dblclick');
  found.widths.push(width());
  found.loaded = performance.getEntriesByType('resource').map(entry => entry.name);
  found.faults = faults;
  const result = document.createElement('pre');
  result.id = 'result';
  result.textContent = JSON.stringify(found);
  document.body.append(result);
});
</script>"""


# The same for a page with plots, the first of which has lines.
USE_PLOTS = """<script>
window.addEventListener('load', async () => {
  const soon = () => new Promise(done => setTimeout(done, 200));
  await soon();
  const figures = [...document.querySelectorAll('figure')];
  const [figure] = figures;
  const labels = () => [...figure.querySelectorAll('.role-axis-label text')].map(text => text.textContent);
  const points = figure.querySelectorAll('.mark-symbol.role-mark path');
  const found = { drawn: figures.map(figure => figure.querySelectorAll('.role-mark path').length),
                  points: points.length, all: labels() };
  found.inside = figures.every(figure => {
    const [out, own] = [figure, figure.querySelector('svg')].map(part => part.getBoundingClientRect());
    return own.right <= out.right + 1 && own.width > 0.9 * out.width;
  });
  found.whole = figure.getBoundingClientRect().width / innerWidth;
  found.wide = document.documentElement.scrollWidth > innerWidth;
  const send = (target, Kind, name, x, y) => target.dispatchEvent(
    new Kind(name, { bubbles: true, cancelable: true, view: window, clientX: x, clientY: y }));
  const at = points[0].getBoundingClientRect();
  const middle = [at.left + at.width / 2, at.top + at.height / 2];
  send(points[0], MouseEvent, 'mouseover', ...middle);
  send(points[0], MouseEvent, 'mousemove', ...middle);
  await soon();
  found.told = document.querySelector('#bubble').textContent;
  const svg = figure.querySelector('svg');
  const box = svg.getBoundingClientRect();
  const place = (across, down) => [box.left + across * box.width, box.top + down * box.height];
  const ground = figure.querySelector('.plane .background');
  send(ground, MouseEvent, 'mousedown', ...place(0.3, 0.2));
  send(window, MouseEvent, 'mousemove', ...place(0.6, 0.5));
  send(window, MouseEvent, 'mouseup', ...place(0.6, 0.5));
  await soon();
  found.zoomed = labels();
  send(ground, MouseEvent, 'dblclick', ...place(0.6, 0.5));
  await soon();
  found.allAgain = labels();
  HTMLAnchorElement.prototype.click = function() { (found.saved ??= []).push([this.download, this.href]); };
  for (const button of figure.querySelectorAll('button')) button.click();
  await soon();
  await soon();
  found.loaded = performance.getEntriesByType('resource').map(entry => entry.name)
    .filter(name => !/^(blob|data):/.test(name));
  found.faults = faults;
  const result = document.createElement('pre');
  result.id = 'result';
  result.textContent = JSON.stringify(found);
  document.body.append(result);
});
</script>"""


@unittest.skipIf(CHROMIUM is None, "needs Chromium")
class Browser(ToolTest):
    def used(self, page, use=USE, width=1400):
        """What `use` finds on a page."""
        before, body, after = self.read(page).rpartition("</body>")
        self.write("used.html", before.replace("<head>", "<head>" + WATCH, 1) + use + body + after)
        shown = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
             f"--window-size={width},900", f"--user-data-dir={self.path('profile')}",
             "--virtual-time-budget=5000", "--dump-dom",
             "file://" + os.path.realpath(self.path("used.html"))],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        if shown.returncode != 0 or "const faults" not in shown.stdout:
            self.skipTest("Chromium cannot open a file here: " + shown.stderr[-500:])
        found = re.search(r'<pre id="result">(.*?)</pre>', shown.stdout, re.DOTALL)
        self.assertIsNotNone(found, shown.stderr + shown.stdout[-2000:])
        return json.loads(html.unescape(found.group(1)))

    def check_plots(self, found):
        self.assertEqual(found["faults"], [])
        self.assertEqual(found["loaded"], [])
        self.assertTrue(all(drawn > 0 for drawn in found["drawn"]), found["drawn"])
        self.assertTrue(found["inside"])
        self.assertFalse(found["wide"])

    def test_plots_are_used(self):
        self.good("bench", "dgemm", "--n", "40,80,160", "--repeat", "1", "--html", "b.html", env=HOST)
        found = self.used("b.html", USE_PLOTS)
        self.check_plots(found)
        self.assertGreater(found["whole"], 0.9)
        rates = self.read_page("b.html").plots[0]
        self.assertEqual(found["points"], rates["points"])
        self.assertRegex(found["told"], rf"^hg, pageable\nn 40\n[\d.,]+ {rates['y']['title']}$")
        self.assertNotEqual(sorted(found["zoomed"]), sorted(found["all"]))
        self.assertEqual(sorted(found["allAgain"]), sorted(found["all"]))
        self.assertEqual([name.rpartition(".")[2] for name, _ in found["saved"]], ["svg", "png"])
        self.assertTrue(found["saved"][0][1].startswith(("data:image/svg+xml", "blob:")), found["saved"])
        self.assertTrue(found["saved"][1][1].startswith("data:image/png"))
        self.check_plots(self.used("b.html", USE_PLOTS, width=500))

    def test_a_page_is_used(self):
        phases.build(self, "p.txt")
        said = self.good("program", "graph", "p.txt", "--nodes", "24", "--html", "g.html")
        commands, nodes = (int(re.search(rf"(\d+) {what}", said).group(1)) for what in ["commands", "nodes"])
        found = self.used("g.html")
        self.assertEqual(found["faults"], [])
        self.assertEqual(found["loaded"], [])
        self.assertEqual(found["title"], "p.txt on unnamed, 2 devices")
        self.assertEqual(found["nodes"], nodes)
        self.assertEqual(found["untitled"], 0)
        self.assertTrue(found["inside"])
        self.assertFalse(found["covered"])
        self.assertEqual(found["about"], found["aboutTitle"])
        self.assertEqual(found["axis"][0], "0 us")

        of_phase, commands_of_phase = found["ofPhase"]
        self.assertTrue(0 < of_phase < commands_of_phase < commands)
        self.assertEqual(found["unfolded"], [of_phase, commands_of_phase, commands_of_phase])
        self.assertEqual(found["foldedAgain"], [nodes, 0])

        whole, zoomed, whole_again = found["widths"]
        self.assertLess(zoomed, whole / 3)
        self.assertEqual(whole_again, whole)
        self.assertNotEqual(found["axisZoomed"], found["axis"])
        self.assertAlmostEqual(found["moved"], 50, delta=1)
        self.assertEqual(found["afterMove"], 0, "a drag is no click")
