#include "tools/hgctl/program/graph/graph_view.hpp"
#include "tools/report/page/figure.hpp"
#include "tools/report/page/html_page.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/run_record.hpp"

namespace hgctl {
namespace {

constexpr const char* kPageStyle = R"(#picture { border: 1px solid var(--line); }
#picture svg { width: 100%; cursor: grab; touch-action: none; user-select: none; }
#picture text { transform: scaleX(var(--narrow, 1)); transform-box: fill-box; transform-origin: left; }
#picture text[text-anchor] { transform-origin: center; }
#picture .lane-name { paint-order: stroke; stroke: var(--page); stroke-width: 4px; }
#picture .lane-name, #picture .strip { pointer-events: none; }
#picture .strip { fill: var(--page); opacity: 0.85; }
#about { min-height: 6em; white-space: pre-wrap; font: 13px ui-monospace, monospace; }
)";

// Time alone is zoomed: letters keep their shape, and nodes show as much of their labels as there is room
// for.
constexpr const char* kScript = R"(<script>
'use strict';
const svg = document.querySelector('#picture svg');
const about = document.querySelector('#about');
const box = svg.viewBox.baseVal;
const whole = { x: box.x, width: box.width };
svg.setAttribute('preserveAspectRatio', 'none');
const details = new Map([...svg.querySelectorAll('.detail')].map(group => [group.id.slice(6), group]));
const unfolded = new Set();
const names = [...svg.querySelectorAll('.lane-name')];
const strip = document.createElementNS(svg.namespaceURI, 'rect');
strip.setAttribute('class', 'strip');
strip.setAttribute('height', box.height);
const axis = svg.querySelector('.axis');
svg.append(...[strip, ...names, axis].filter(Boolean));
const scale = { left: +svg.dataset.left, width: +svg.dataset.width, seconds: +svg.dataset.seconds };
const margin = () => scale.left * box.width / whole.width;
const drawAxis = narrow => {
  strip.setAttribute('x', box.x);
  strip.setAttribute('width', margin() - 4 * narrow);
  for (const name of names) name.setAttribute('x', box.x + 4 * narrow);
  if (!(scale.seconds > 0)) return;
  const second = scale.width / scale.seconds;
  const least = 120 * narrow / second;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(step => step >= least) ?? 10 * power;
  const [unit, name] = step < 1e-3 ? [1e-6, 'us'] : step < 1 ? [1e-3, 'ms'] : [1, 's'];
  const digits = Math.max(0, -Math.floor(Math.log10(step / unit * 1.001)));
  const ticks = [];
  for (let i = Math.max(0, Math.ceil((box.x - scale.left) / second / step)); ; ++i) {
    const x = scale.left + i * step * second;
    if (x > box.x + box.width || i * step > scale.seconds * 1.0001) break;
    const text = axis.firstElementChild.cloneNode();
    text.setAttribute('x', x);
    text.textContent = (i * step / unit).toFixed(digits) + ' ' + name;
    ticks.push(text);
  }
  if (ticks.length > 0) axis.replaceChildren(...ticks);
};
const fit = () => {
  const narrow = box.width / svg.clientWidth;
  svg.style.setProperty('--narrow', narrow);
  for (const node of svg.querySelectorAll('.node')) {
    const bar = node.querySelector('rect');
    const begin = Math.max(bar.x.baseVal.value, box.x + margin());
    const width = bar.x.baseVal.value + bar.width.baseVal.value - begin;
    const room = Math.floor((width / narrow - 6) / 6.2);
    const text = node.querySelector('text');
    const label = node.dataset.label;
    text.textContent = label.length <= room ? label : room < 4 ? '' : label.slice(0, room - 1) + '\u2026';
    text.setAttribute('x', begin + 4 * narrow);
  }
  drawAxis(narrow);
};
let waits = false;
const fitSoon = () => {
  if (!waits) requestAnimationFrame(() => { waits = false; fit(); });
  waits = true;
};
const show = (x, width) => {
  box.width = Math.min(width, whole.width);
  box.x = Math.max(whole.x, Math.min(x, whole.x + whole.width - box.width));
};
svg.addEventListener('wheel', event => {
  event.preventDefault();
  const left = event.clientX - svg.getBoundingClientRect().left;
  const at = box.x + box.width * left / svg.clientWidth;
  const width = box.width * 1.002 ** event.deltaY;
  show(at - (at - box.x) * width / box.width, width);
  fitSoon();
}, { passive: false });
let held = null, moved = false;
svg.addEventListener('pointerdown', event => { held = { at: event.clientX, x: box.x }; moved = false; });
window.addEventListener('pointerup', () => { held = null; });
window.addEventListener('pointermove', event => {
  if (!held) return;
  if (Math.abs(event.clientX - held.at) > 3) moved = true;
  show(held.x - (event.clientX - held.at) * box.width / svg.clientWidth, box.width);
  fitSoon();
});
svg.addEventListener('dblclick', () => { show(whole.x, whole.width); fit(); });
svg.addEventListener('mouseover', event => {
  const what = event.target.closest('.node, .edge');
  if (what) about.textContent = what.querySelector('title').textContent;
});
const fold = () => {
  for (const [phase, group] of details)
    group.setAttribute('display', unfolded.has(phase) ? 'inline' : 'none');
  for (const part of svg.querySelectorAll(':scope > .node, :scope > .edge')) {
    const phases = (part.dataset.phase ?? part.dataset.phases).split(' ');
    part.setAttribute('display', phases.some(phase => unfolded.has(phase)) ? 'none' : 'inline');
  }
};
svg.addEventListener('click', event => {
  const node = event.target.closest('.node');
  if (!node || moved) return;
  const group = node.closest('.detail');
  const phase = group ? group.id.slice(6) : node.dataset.phase;
  if (!details.has(phase)) return;
  if (group) unfolded.delete(phase); else unfolded.add(phase);
  fold();
});
window.addEventListener('resize', fit);
fit();
</script>
)";

}  // namespace

std::string graph_page(const std::string& name, const GraphView& view) {
    std::string page = page_head(name, kPageStyle);
    page +=
        "<h1>" + escaped(name) + "</h1>\n<p>" + count_text(view.program.program.size(), "command") +
        ", makespan " + seconds_text(view.program.run.makespan) +
        " as simulated. Red is the chain of commands that each begin when the one before them ends: it takes "
        "as long as the run. The wheel zooms in on a time, dragging moves, a double click shows all.";
    if (view.details != nullptr) page += " A click unfolds a phase.";
    page += "</p>\n" + record_html({}, {}) + "<div id=\"picture\" class=\"wide\">\n" + graph_svg(view) +
            "</div>\n<div id=\"about\">What is under the pointer is described here.</div>\n";
    return page + kScript + page_end(page);
}

}  // namespace hgctl
