#!/usr/bin/env python3
"""Draws a run of a trace as a Gantt chart in SVG.

    python3 docs/measurements/plot_trace.py TRACE.json -o PLOT.svg --title T

TRACE.json is what hgctl writes with --trace, or hg with HG_TRACE. The rows are the queues of each device. A
pale bar is a command in its queue; the full colour shows when its copies, transfers or kernels run. --run N
chooses the run, 1-based; default: the longest.
"""

import argparse
import json
import sys
from html import escape

from plot import COLOURS, LINE, RIGHT, WIDTH, Axis, head_of, label, lines_of, text

LEFT = 84
BAR, ROW = 24, 32
# For each queue: its colour, the lane of its commands and those of the work that they wait for.
QUEUES = {
    "LD": (COLOURS[0], "LD queue", ("copies in", "link in")),
    "EXEC": (COLOURS[1], "EXEC queue", ("kernels",)),
    "EXEC2": (COLOURS[4], "EXEC2 queue", ("kernels of EXEC2",)),
    "ST": (COLOURS[2], "ST queue", ("copies out", "link out")),
}


def read(path):
    """Returns the events and the runs of a trace, which may end with an unfinished piece."""
    with open(path, encoding="utf-8") as file:
        contents = file.read()
    try:
        trace = json.JSONDecoder().raw_decode(contents)[0]
        events = trace["traceEvents"]
        runs = [event["args"] for event in events if event["name"] == "hg_run"]
        runs += trace.get("metadata", {}).get("hg_runs", [])
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path}: is no trace of hg") from error
    if not runs:
        raise ValueError(f"{path}: has no run: no call reached a device")
    return events, sorted(runs, key=lambda run: run["begin"])


def lanes_of(events, run):
    """Returns the bars of each lane, (device, name), in milliseconds from the begin of the run."""
    names = {(event["pid"], event["tid"]): event["args"]["name"]
             for event in events if event["name"] == "thread_name"}
    lanes = {}
    for event in events:
        begin = 1e-3 * event.get("ts", 0) - 1e3 * run["begin"]
        if event["ph"] == "X" and 0 <= begin <= 1e3 * run["seconds"]:
            lane = lanes.setdefault((event["pid"], names[event["pid"], event["tid"]]), [])
            lane.append((event["args"]["command"], begin, begin + 1e-3 * event["dur"], event["name"]))
    return lanes


def joined(bars, gap):
    """Joins bars of a command that overlap, or that less than `gap` separates."""
    result = []
    for command, begin, end, _ in sorted(bars):
        if result and command == result[-1][0] and begin - result[-1][2] < gap:
            result[-1][2] = max(result[-1][2], end)
        else:
            result.append([command, begin, end])
    return result


def rectangle(x, y, begin, end, fill, inner=""):
    """Draws a bar of at least a pixel. A white edge on the right separates wide bars."""
    width = x(end) - x(begin)
    width = width - 1 if width > 3 else max(1, width)
    return f'<rect x="{x(begin):.1f}" y="{y}" width="{width:.1f}" height="{BAR}" {fill}>{inner}</rect>'


def row(lanes, device, queue, x, y):
    """Draws a queue: its commands, then the work on them."""
    colour, commands, work = QUEUES[queue]
    pixel = 1 / (x(1) - x(0))
    parts = [text(LEFT - 10, y + BAR - 5, queue, "end")]
    for _, begin, end, name in sorted(lanes[device, commands]):
        parts.append(rectangle(x, y, begin, end, f'fill="{colour}" fill-opacity="0.3"',
                               f"<title>{escape(name)}: {end - begin:.3g} ms</title>"))
    bars = [bar for lane in work for bar in lanes.get((device, lane), [])]
    parts += [rectangle(x, y, begin, end, f'fill="{colour}" pointer-events="none"')
              for _, begin, end in joined(bars, pixel)]
    return parts


def frame(x, top, bottom):
    """Draws the axis of time."""
    parts = []
    for tick in x.ticks:
        parts.append(f'<path d="M{x(tick):.1f} {top}V{bottom}" stroke="#d0d7de"/>')
        parts.append(text(x(tick), bottom + LINE, label(tick)))
    parts.append(text((x.start + x.end) / 2, bottom + 2 * LINE, "milliseconds"))
    return parts


def draw(lanes, run, title):
    titles = lines_of(title)
    x = Axis([0, 1e3 * run["seconds"]], LEFT, WIDTH - RIGHT - 12, False, True)
    top = y = 16 + LINE * len(titles) + 8
    rows = []
    for device, name in enumerate(run["devices"]):
        rows.append(text(8, y + LINE - 8, f"device {device}: {name}", "start", ' font-weight="bold"'))
        y += LINE
        for queue in QUEUES:
            if (device, QUEUES[queue][1]) in lanes:
                rows += row(lanes, device, queue, x, y)
                y += ROW
        y += 8
    height = y + 2 * LINE + 16
    parts = head_of(title, titles, height)
    return "\n".join(parts + frame(x, top, y) + rows) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description="Draws a run of a trace as a Gantt chart in SVG.")
    parser.add_argument("trace", help="what hgctl writes with --trace, or hg with HG_TRACE")
    parser.add_argument("-o", "--output", required=True, help="the SVG file to write")
    parser.add_argument("--title", required=True)
    parser.add_argument("--run", type=int, help="the run to draw, 1-based; default: the longest")
    options = parser.parse_args()
    try:
        events, runs = read(options.trace)
        if options.run is not None and not 1 <= options.run <= len(runs):
            raise ValueError(f"--run {options.run}: the trace has runs 1 to {len(runs)}")
        run = runs[options.run - 1] if options.run else max(runs, key=lambda run: run["seconds"])
        svg = draw(lanes_of(events, run), run, options.title)
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(svg)
    except (OSError, ValueError) as error:
        sys.exit(f"plot_trace.py: {error}")


if __name__ == "__main__":
    main()
