#!/usr/bin/env python3
"""Draws the figures of passes.md from passes.txt, the lists of operations that the passes make.

    python3 docs/design/passes.py            writes docs/design/passes-*.svg
    python3 docs/design/passes.py --check    names those that differ; ends with 1 if there is one

A test of hg (FiguresOfPasses) compares passes.txt with what the passes make today.
"""

import argparse
import dataclasses
import pathlib
import re
import sys
from html import escape

HERE = pathlib.Path(__file__).resolve().parent
WIDTH, MARGIN, FONT, LINE = 800, 16, 20, 28
COLOURS = {"factor": "#c2410c", "permute": "#7e22ce", "solve": "#15803d", "update": "#0b62a4",
           "copy": "#737373", "store": "#a16207"}
TILE = re.compile(r"A\[(\d+)\.\.(\d+), (\d+)\.\.(\d+)\]")
# What kernels do, by what their names begin with; the rest belongs to the update by products.
KERNELS = {"lu_panel": "factor", "merge_moves": "factor", "zero": "factor", "swap_rows": "permute",
           "copy": "permute", "solve": "solve", "unit_lower": "solve", "triangle": "solve", "gemm": "update"}


@dataclasses.dataclass(frozen=True)
class Operation:
    """A line of a list; tiles are (first row, end, first column, end): what it writes comes first."""
    kind: str
    tiles: tuple = ()
    device: int = 0
    lane: str = ""
    source: str = ""
    start: float = 0
    end: float = 0

    @property
    def columns(self):
        return self.tiles[0][2:]

    @property
    def panels(self):
        """The columns of the panels that are applied, or the panel that is factored."""
        return self.tiles[min(1, len(self.tiles) - 1)][2:]


def operation_of(line):
    times = re.match(r"([\d.]+) ([\d.]+) (.*)", line)
    start, end, words = (float(times[1]), float(times[2]), times[3]) if times else (0, 0, line)
    command = re.fullmatch(r"(LD|ST|EXEC2?|MARK|BAR)(?: (\S+))?", words)
    if command:
        kind = next((kind for begin, kind in KERNELS.items() if (command[2] or "").startswith(begin)), "copy")
        return Operation(kind, lane=command[1], start=start, end=end)
    kind = words.split()[0]
    place = re.search(r"(?: from (\d+))? on (\d+)(, EXEC2)?$", words)
    lane = "link" if kind == "copy" else "stores" if kind == "store" else "panels" if place[3] else "kernels"
    return Operation(kind, tuple(tuple(map(int, tile)) for tile in TILE.findall(words)), int(place[2]), lane,
                     place[1] or "", start, end)


def read(path):
    """Returns the lists by their titles."""
    lists = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            lists[line[2:]] = []
        else:
            lists[[*lists][-1]].append(operation_of(line))
    return lists


def tint(colour):
    """A light colour of the same hue."""
    parts = (int(colour[i:i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - 0.3 * (255 - part)):02x}" for part in parts)


class Drawing:
    def __init__(self, title):
        self.title, self.parts, self.y = title, [], MARGIN

    def text(self, x, y, content, anchor="start", more=""):
        self.parts.append(f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{more}>'
                          f'{escape(content)}</text>')

    def box(self, x, y, width, height, fill, more=""):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
                          f'fill="{fill}"{more}/>')

    def heading(self, content):
        self.text(MARGIN, self.y + 20, content, more=' font-weight="bold"')
        self.y += LINE + 8

    def legend(self, *kinds):
        """A square of each colour with its word."""
        for i, kind in enumerate(kinds):
            x = MARGIN + 132 * i
            self.box(x, self.y + 5, 16, 16, COLOURS[kind])
            self.text(x + 22, self.y + 20, kind if kind != "copy" else "transfer")
        self.y += LINE + 8

    def svg(self):
        height = self.y + MARGIN
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'font-family="Helvetica, Arial, sans-serif" font-size="{FONT}" fill="#1f2328">',
            f"<title>{escape(self.title)}</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>', *self.parts]) + "\n</svg>\n"


def word(operation):
    if operation.kind != "copy":
        return operation.kind
    return "copy" if operation.source else "load"


def matrices(drawing, operations, order, per_row, left=MARGIN):
    """A small matrix for each operation: what it writes in full colour, what it reads in a light one."""
    step = (WIDTH - MARGIN - left) / per_row
    size = step - 14
    for i, operation in enumerate(operations):
        x, y = left + i % per_row * step, drawing.y + i // per_row * (size + 38)
        drawing.box(x, y, size, size, "#f6f8fa", ' stroke="#8c959f"')
        colour = COLOURS[operation.kind]
        for tile, fill in [*((tile, tint(colour)) for tile in operation.tiles[1:]),
                           (operation.tiles[0], colour)]:
            first_row, end_row, first, end = (size * place / order for place in tile)
            drawing.box(x + first, y + first_row, end - first, end_row - first_row, fill)
        drawing.text(x + size / 2, y + size + 20, word(operation), "middle")
    drawing.y += -(-len(operations) // per_row) * (size + 38) + 6


def before_and_after(title, before, after, order, per_row):
    drawing = Drawing(title)
    for heading, operations in before, after:
        drawing.heading(f"{heading}: {len(operations)} operations")
        matrices(drawing, operations, order, per_row)
    return drawing.svg()


def divide(lists, order, width):
    """The operations by the first panel."""
    def by_first(name):
        return [op for op in lists[name] if op.panels == (0, width) and op.kind != "permute"]
    return before_and_after("Divide: the operations by the first panel, before and after",
                            ("Before", by_first("definition")), ("After", by_first("divide")), order, 8)


def fuse(lists, order, width):
    """The operations on the last columns."""
    def on_last(name):
        return [op for op in lists[name] if op.columns == (order - width, order)]
    return before_and_after("Fuse: the operations on the last panel, before and after",
                            ("Before", on_last("divide")), ("After", on_last("fuse")), order, 8)


def distribute(lists, order, width):
    """Loads, and the operations by the first panel alone."""
    drawing = Drawing("Distribute: the operations by the first panel, before and after")
    operations = [op for op in lists["fuse"] if op.panels == (0, width)]
    drawing.heading(f"Before: {len(operations)} operations")
    matrices(drawing, operations, order, 9)
    for device in 0, 1:
        placed = [op for op in lists["distribute"] if op.device == device
                  and (op.panels == (0, width) or op.kind == "copy" and not op.source)]
        drawing.heading(f"After, GPU {device}: {len(placed)} operations")
        matrices(drawing, placed, order, 9)
    return drawing.svg()


def lanes(drawing, operations, names, most):
    """Bars of operations over time; names are (device, lane, label)."""
    left, height = 172, 34
    scale = (WIDTH - left - MARGIN) / most
    for device, lane, label in names:
        drawing.text(MARGIN, drawing.y + 24, label)
        drawing.box(left, drawing.y, WIDTH - left - MARGIN, height - 4, "#f6f8fa")
        for op in operations:
            if (op.device, op.lane) == (device, lane):
                width = scale * (op.end - op.start)
                drawing.box(left + scale * op.start, drawing.y, max(0.8, width - 0.8), height - 4,
                            COLOURS[op.kind])
        drawing.y += height
    return left, scale


def axis(drawing, left, scale, most, unit):
    for tick in range(0, int(most / unit) + 1):
        x = left + scale * tick * unit
        drawing.parts.append(f'<path d="M{x:.1f} {drawing.y}v8" stroke="#1f2328"/>')
        drawing.text(x, drawing.y + LINE, f"{tick * unit:g}", "middle")
    drawing.text(left - 24, drawing.y + LINE, "ms", "end")
    drawing.y += LINE + 20


def schedule(lists, *_):
    drawing = Drawing("List scheduling: simulated time before and after")
    names = [(device, lane, f"GPU {device} {lane}") for device in (0, 1) for lane in ("link", "kernels")]
    drawing.legend("factor", "solve", "update", "copy")
    most = max(op.end for op in lists["distribute"])
    for heading, name in ("Before", "distribute"), ("After", "list_schedule"):
        drawing.heading(f"{heading}: {max(op.end for op in lists[name]):.0f} ms")
        left, scale = lanes(drawing, lists[name], names, most)
        axis(drawing, left, scale, most, 20)
    return drawing.svg()


def permutations(lists, order, width):
    """Each permutation of a column as a bar: which panels' interchanges it applies."""
    drawing = Drawing("Defer permutations: which interchanges each launch applies, before and after")
    lists = {"Before": [split for op in lists["definition"] for split in by_columns(op, width)],
             "After": lists["defer_permutations"]}
    cell, top = 40, drawing.y
    for place, (heading, operations) in enumerate(lists.items()):
        left, drawing.y = MARGIN + 44 + place * 398, top
        launches = [op for op in operations if op.kind == "permute"]
        drawing.text(left, drawing.y + 20, f"{heading}: {len(launches)} permutations",
                     more=' font-weight="bold"')
        y = drawing.y + LINE + 8
        count = order // width
        drawing.box(left, y, count * cell, count * cell, "#f6f8fa", ' stroke="#8c959f"')
        for k in range(count):
            drawing.text(left - 10, y + (k + 0.68) * cell, str(k), "end")
            drawing.text(left + (k + 0.5) * cell, y + count * cell + 24, str(k), "middle")
        for op in launches:
            first, end = op.panels
            column = op.columns[0]
            drawing.box(left + column / width * cell + 8, y + first / width * cell + 3, cell - 16,
                        (end - first) / width * cell - 6, COLOURS["permute"], ' rx="6"')
        drawing.y = y + count * cell + LINE + 2
        drawing.text(left, drawing.y + 20, "across: columns of A, by panels")
        drawing.text(left, drawing.y + 20 + LINE, "down: panels whose rows were")
        drawing.text(left, drawing.y + 20 + 2 * LINE, "interchanged; a bar is a launch")
    drawing.y += 3 * LINE
    return drawing.svg()


def by_columns(op, width):
    """An operation for each panel of the columns that it writes."""
    first_row, end_row, first, end = op.tiles[0]
    for column in range(first, end, width):
        tile = (first_row, end_row, column, column + width)
        yield dataclasses.replace(op, tiles=(tile, *op.tiles[1:]))


def merge(lists, order, width):
    """Work by the first two panels together."""
    def by_pair(name):
        found = [op for op in lists[name] if op.panels == (0, 2 * width) and op.kind != "factor"]
        return sorted(found, key=lambda op: (op.device, op.columns[0] // (2 * width)))
    return before_and_after("Merge: the operations by the first two panels together, before and after",
                            ("Before", by_pair("defer_permutations")), ("After", by_pair("merge")), order, 8)


def store_final(lists, order, width):
    """All that happens to the first block column."""
    def on_first(name):
        return [op for op in lists[name] if op.columns[1] <= 2 * width and not op.source]
    return before_and_after("Store final tiles: operations on the first two panels, before and after",
                            ("Before", on_first("merge")), ("After", on_first("store_final")), order, 8)


def left_looking(lists, order, _):
    """Cholesky's operations on a matrix of half the order."""
    return before_and_after("Left-looking: the operations of a Cholesky factorization, before and after",
                            ("Before", lists["potrf_definition"]), ("After", lists["left_looking"]),
                            order // 2, 8)


def lowering(lists, *_):
    drawing = Drawing("Lowering: operations and the commands that they become")
    operations, commands = lists["lu_operations"], lists["lowering"]
    most = max(op.end for op in operations + commands)
    drawing.legend("factor", "permute", "solve", "update", "copy")
    for heading, listed, names in (
            (f"Before: {len(operations)} operations", operations,
             [(0, lane, lane) for lane in ("link", "kernels", "panels")]),
            (f"After: {len(commands)} commands", commands,
             [(0, lane, lane) for lane in ("LD", "EXEC", "EXEC2", "ST")])):
        drawing.heading(heading)
        left, scale = lanes(drawing, listed, names, most)
        axis(drawing, left, scale, most, 1)
    return drawing.svg()


FIGURES = {"divide": divide, "fuse": fuse, "distribute": distribute, "schedule": schedule,
           "permutations": permutations, "merge": merge, "store": store_final, "left-looking": left_looking,
           "lowering": lowering}


def main():
    parser = argparse.ArgumentParser(description="Draws the figures of passes.md.")
    parser.add_argument("--check", action="store_true", help="compare the figures, and write none")
    options = parser.parse_args()
    lists = read(HERE / "passes.txt")
    first = lists["definition"][0]
    order, width = first.tiles[0][1], first.tiles[0][3]
    stale = 0
    for name, draw in FIGURES.items():
        path, svg = HERE / f"passes-{name}.svg", draw(lists, order, width)
        if not options.check:
            path.write_text(svg, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != svg:
            print(f"{path.relative_to(HERE.parent.parent)} is not of passes.txt: run docs/design/passes.py")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
