"""The pages of hgctl program graph in a browser without a window, if there is one: they draw, zoom, move and
unfold."""
import html
import json
import os
import re
import shutil
import subprocess
import unittest

import phases
from tool import ToolTest

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


@unittest.skipIf(CHROMIUM is None, "needs Chromium")
class Browser(ToolTest):
    def used(self, page):
        """What USE finds on a page."""
        text = self.read(page)
        self.write("used.html",
                   text.replace("<head>", "<head>" + WATCH, 1).replace("</body>", USE + "</body>", 1))
        shown = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
             "--window-size=1400,900", f"--user-data-dir={self.path('profile')}",
             "--virtual-time-budget=5000", "--dump-dom",
             "file://" + os.path.realpath(self.path("used.html"))],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
        if shown.returncode != 0 or "const faults" not in shown.stdout:
            self.skipTest("Chromium cannot open a file here: " + shown.stderr[-500:])
        found = re.search(r'<pre id="result">(.*?)</pre>', shown.stdout, re.DOTALL)
        self.assertIsNotNone(found, shown.stderr + shown.stdout[-2000:])
        return json.loads(html.unescape(found.group(1)))

    def test_a_page_is_used(self):
        phases.build(self, "p.txt")
        said = self.good("program", "graph", "p.txt", "--nodes", "24", "--html", "g.html")
        commands, nodes = (int(re.search(rf"(\d+) {what}", said).group(1)) for what in ["commands", "nodes"])
        found = self.used("g.html")
        self.assertEqual(found["faults"], [])
        self.assertEqual(found["loaded"], [])
        self.assertEqual(found["title"], "p.txt")
        self.assertEqual(found["nodes"], nodes)
        self.assertEqual(found["untitled"], 0)
        self.assertTrue(found["inside"])
        self.assertFalse(found["covered"])
        self.assertEqual(found["about"], found["aboutTitle"])
        self.assertEqual(found["axis"][0], "0 ms")

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
