#!/usr/bin/env python3
"""Draws a line plot of a table of figures as SVG.

    python3 docs/measurements/plot.py FIGURES.csv -o PLOT.svg --title T --x LABEL --y LABEL

The first column is x; each other column is a line, named by its header. FIGURES.csv may also be FIGURES.json,
a list of objects with equal keys, or the report of hgctl bench --json: rates of hg and of its peers over n in
TFLOP/s. Leave a cell empty, or null, if there is no figure. The x axis is
logarithmic if its figures are positive and span a factor of 4; --log-y makes the y axis logarithmic.
"""

import argparse
import csv
import json
import math
import sys
from html import escape

WIDTH, PLOT_HEIGHT = 800, 360
LEFT, RIGHT = 104, 24
FONT, LINE = 20, 28
CHARACTER = 0.62 * FONT  # the mean width of a character in a sans-serif font
COLOURS = ["#0b62a4", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#be185d", "#0e7490", "#404040"]
MARKERS = ["circle", "square", "triangle", "diamond"]


def rates(report):
    """Returns a row for each n of a report of hgctl bench: the rates of hg and of each peer in TFLOP/s."""
    return [{"n": row["n"], "hg": row["gflops"] / 1e3,
             **{name: peer["gflops"] / 1e3 for name, peer in row["peers"].items()}} for row in report["rows"]]


def read(path):
    """Returns the headers and, for each row, its figures; None stands for an empty cell."""
    with open(path, encoding="utf-8", newline="") as file:
        if path.endswith(".json"):
            rows = json.load(file)
            if isinstance(rows, dict) and "rows" in rows:
                rows = rates(rows)
            if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
                raise ValueError(f"{path}: is no list of objects")
            headers = list(rows[0])
            cells = [[row.get(key) for key in headers] for row in rows]
        else:
            headers, *cells = [row for row in csv.reader(file) if row]
    try:
        figures = [[None if cell in ("", None) else float(cell) for cell in row] for row in cells]
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: a cell is no number: {error}") from error
    if len(headers) < 2 or not figures or any(len(row) != len(headers) for row in figures):
        raise ValueError(f"{path}: needs a header and rows with as many cells, and two columns at least")
    if any(row[0] is None for row in figures):
        raise ValueError(f"{path}: a row has no x")
    if all(figure is None for row in figures for figure in row[1:]):
        raise ValueError(f"{path}: has no figures")
    return headers, sorted(figures, key=lambda row: row[0])


def label(value):
    if value == 0:
        return "0"
    if abs(value) >= 1e6 or abs(value) < 1e-3:
        power = math.floor(math.log10(abs(value)))
        mantissa = value / 10**power
        return f"{mantissa:g}e{power}"
    return f"{value:.6g}"


def round_steps(low, high):
    """Returns about six round numbers that cover [low, high]."""
    step = 10 ** math.floor(math.log10((high - low) / 5))
    step = min((step * factor for factor in (1, 2, 5, 10)), key=lambda s: abs((high - low) / s - 5))
    return [step * i for i in range(math.floor(low / step), math.ceil(high / step) + 1)]


class Axis:
    """Maps figures to pixels between start and end, and chooses ticks."""

    def __init__(self, values, start, end, log, ticks_at_values):
        self.start, self.end = start, end
        low, high = min(values), max(values)
        self.log = log
        if log and low <= 0:
            raise ValueError("a logarithmic axis needs positive figures")
        if self.log and ticks_at_values:
            self.ticks = sorted(set(values))
        elif self.log:
            self.ticks = [10.0**i for i in range(math.floor(math.log10(low)),
                                                 math.ceil(math.log10(high)) + 1)]
        else:
            low = min(low, 0) if not ticks_at_values or low < high / 3 else low
            self.ticks = round_steps(low, high if high > low else low + 1)
        self.low, self.high = self.ticks[0], self.ticks[-1]

    def __call__(self, value):
        low, high = self.low, self.high
        if self.log:
            value, low, high = math.log(value), math.log(low), math.log(high)
        return self.start + (value - low) / (high - low) * (self.end - self.start)


def marker(kind, x, y, colour):
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{colour}"/>'
    shapes = {
        "square": [(-6, -6), (6, -6), (6, 6), (-6, 6)],
        "triangle": [(0, -7), (7, 6), (-7, 6)],
        "diamond": [(0, -8), (8, 0), (0, 8), (-8, 0)],
    }
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in shapes[kind])
    return f'<polygon points="{points}" fill="{colour}"/>'


def text(x, y, content, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(content)}</text>'


def wrap(words, width):
    """Divides words, pairs of a text and its width, into lines."""
    lines, used = [[]], 0
    for word, size in words:
        if lines[-1] and used + size > width:
            lines.append([])
            used = 0
        lines[-1].append((word, used))
        used += size
    return lines


def lines_of(title):
    return wrap([(word, (len(word) + 1) * CHARACTER * 1.08) for word in title.split()], WIDTH - 40)


def head_of(title, titles, height):
    """The beginning of an SVG file, with the lines of its title."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="{FONT}" fill="#1f2328">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for i, line in enumerate(titles):
        words = " ".join(word for word, _ in line)
        parts.append(text(WIDTH / 2, 16 + LINE * (i + 0.7), words, more=' font-weight="bold"'))
    return parts


def plot(headers, rows, title, x_label, y_label, log_y=False):
    series = [(name, MARKERS[i % 4], COLOURS[i % 8]) for i, name in enumerate(headers[1:])]
    titles = lines_of(title)
    legend = wrap([(entry, 64 + len(entry[0]) * CHARACTER) for entry in series], WIDTH - LEFT - RIGHT)
    top = 16 + LINE * (len(titles) + len(legend) + 1) + 8  # the line before the frame holds the label of y
    bottom = top + PLOT_HEIGHT
    height = bottom + 2 * LINE + 16
    log_x = rows[0][0] > 0 and rows[-1][0] >= 4 * rows[0][0]
    x = Axis([row[0] for row in rows], LEFT + 16, WIDTH - RIGHT - 16, log_x, True)
    y = Axis([v for row in rows for v in row[1:] if v is not None], bottom, top, log_y, False)
    parts = head_of(title, titles, height)
    for i, line in enumerate(legend):
        base = 16 + LINE * (len(titles) + i + 0.75)
        for (name, kind, colour), offset in line:
            left = LEFT + offset
            parts.append(f'<path d="M{left:.1f} {base - 7:.1f}h36" stroke="{colour}" stroke-width="3"/>')
            parts.append(marker(kind, left + 18, base - 7, colour))
            parts.append(text(left + 44, base, name, "start"))
    parts.append(text(8, top - 12, y_label, "start"))
    for tick in y.ticks:
        parts.append(f'<path d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}" stroke="#d0d7de"/>')
        parts.append(text(LEFT - 10, y(tick) + 7, label(tick), "end"))
    free = -math.inf
    for tick in x.ticks:
        parts.append(f'<path d="M{x(tick):.1f} {bottom}v8" stroke="#1f2328" stroke-width="2"/>')
        half = len(label(tick)) * CHARACTER / 2
        if x(tick) - half > free:
            parts.append(text(x(tick), bottom + LINE, label(tick)))
            free = x(tick) + half + 16
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, bottom + 2 * LINE + 2, x_label))
    parts.append(
        f'<path d="M{LEFT} {top}V{bottom}H{WIDTH - RIGHT}" fill="none" stroke="#1f2328" stroke-width="2"/>')
    for column, (_, kind, colour) in enumerate(series, 1):
        points = [(x(row[0]), y(row[column])) for row in rows if row[column] is not None]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="3"/>')
        parts.extend(marker(kind, px, py, colour) for px, py in points)
    return "\n".join(parts) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description="Draws a line plot of a table of figures as SVG.")
    parser.add_argument("figures", help="CSV or JSON; the first column is x, each other column is a line")
    parser.add_argument("-o", "--output", required=True, help="the SVG file to write")
    parser.add_argument("--title", required=True)
    parser.add_argument("--x", required=True, help="label of the x axis, with its unit")
    parser.add_argument("--y", required=True, help="label of the y axis, with its unit")
    parser.add_argument("--log-y", action="store_true", help="a logarithmic y axis")
    options = parser.parse_args()
    try:
        headers, rows = read(options.figures)
        svg = plot(headers, rows, options.title, options.x, options.y, options.log_y)
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(svg)
    except (OSError, ValueError) as error:
        sys.exit(f"plot.py: {error}")


if __name__ == "__main__":
    main()
