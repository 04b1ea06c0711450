#include "tools/hgctl/program/graph/graph_page.hpp"

#include "tools/hgctl/cli/quantity.hpp"
#include "tools/hgctl/pages/html_page.hpp"
#include "tools/hgctl/program/graph/graph_svg.hpp"

namespace hgctl {
namespace {

constexpr const char* kPageStyle = R"(body { max-width: none; }
#picture { border: 1px solid var(--line); }
#picture svg { width: 100%; height: auto; max-height: 75vh; cursor: grab; touch-action: none; }
#about { min-height: 6em; white-space: pre-wrap; font: 13px ui-monospace, monospace; }
)";

constexpr const char* kScript = R"(<script>
'use strict';
const svg = document.querySelector('#picture svg');
const about = document.querySelector('#about');
const box = svg.viewBox.baseVal;
const all = [box.x, box.y, box.width, box.height];
const show = (x, y, width, height) => { box.x = x; box.y = y; box.width = width; box.height = height; };
const place = event => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
svg.addEventListener('wheel', event => {
  event.preventDefault();
  const at = place(event);
  const factor = Math.min(1.001 ** event.deltaY, all[2] / box.width);
  show(at.x - (at.x - box.x) * factor, at.y - (at.y - box.y) * factor, box.width * factor, box.height * factor);
}, { passive: false });
let held = null, moved = false;
svg.addEventListener('pointerdown', event => { held = place(event); moved = false; });
window.addEventListener('pointerup', () => { held = null; });
svg.addEventListener('pointermove', event => {
  if (!held) return;
  const at = place(event);
  if (Math.hypot(at.x - held.x, at.y - held.y) > box.width / 500) moved = true;
  box.x += held.x - at.x;
  box.y += held.y - at.y;
});
svg.addEventListener('dblclick', () => show(...all));
svg.addEventListener('mouseover', event => {
  const what = event.target.closest('.node, .edge');
  if (what) about.textContent = what.querySelector('title').textContent;
});
const details = new Map([...svg.querySelectorAll('.detail')].map(group => [group.id.slice(6), group]));
const unfolded = new Set();
const draw = () => {
  for (const [phase, group] of details) group.setAttribute('display', unfolded.has(phase) ? 'inline' : 'none');
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
  draw();
});
</script>
)";

}  // namespace

std::string graph_page(const std::string& name, const SimulatedProgram& program,
                       const std::vector<hg::Phase>& phases, const hg::PhaseGraph& graph,
                       const hg::PhaseGraph* details) {
    std::string page = page_head(name, kPageStyle);
    page +=
        "<h1>" + escaped(name) + "</h1>\n<p>" + count_text(program.program.size(), "command") +
        ", makespan " + seconds_text(program.run.makespan) +
        " as simulated. Red is the chain of commands that each begin when the one before them ends: it takes "
        "as long as the run. The wheel zooms, dragging moves, a double click shows all.";
    if (details != nullptr) page += " A click unfolds a phase.";
    page += "</p>\n<div id=\"picture\" class=\"wide\">\n" + graph_svg(program, phases, graph, details) +
            "</div>\n<div id=\"about\">What is under the pointer is described here.</div>\n";
    return page + kScript + kPageEnd;
}

}  // namespace hgctl
