#!/usr/bin/python3
"""docs/reference/instructions.md has hg's instructions as they are.

    HGCTL=build/release/tools/hgctl/hgctl instructions.py [--write]

Every name that `hgctl program instructions` lists belongs to one row of the page's tables, every row has such
a name, and operands and scalars of both are the same. The table of geometry and cost is made from the
instructions: --write writes it anew.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs/reference/instructions.md")
BEGIN, END = "<!-- made by tests/docs/instructions.py --write -->\n", "<!-- end -->\n"
TYPES = "(f32|f64|i32|c32|c64)"


def catalogue():
    done = subprocess.run([os.environ["HGCTL"], "program", "instructions", "--json", "-"], check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout)["instructions"]


def pattern_of(name):
    """T is an element type, FAMILY a word, OPS two letters; single capitals are numbers, `...` anything."""
    text = re.escape(name).replace(r"\.\.\.", ".*")
    for word, meant in (("FAMILY", r"\w+?"), ("OPS", "[ntc]{2}"), ("(?<=_)T(?=_|$)", TYPES),
                        ("(?<=[a-z_])[A-Z](?=_|$)", r"\d+")):
        text = re.sub(word, lambda _, meant=meant: meant, text)
    return re.compile(text + "$")


def names_of(cell):
    """The names in the first cell of a row. `_512` behind a name stands for another end of it."""
    names = []
    for name in re.findall(r"`([^`]+)`", cell):
        if name.startswith("_"):
            name = re.sub(r"_[^_]*$", "", names[0]) + name if re.search(r"_\d+$", names[0]) else names[0] + name
        names.append(name)
    return names


def rows_of(text):
    """The rows of tables whose first column is `name`: their line, and cells by column."""
    heads = None
    for number, line in enumerate(text.split("\n"), 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not cells:
            heads = None
        elif heads is None:
            heads = cells if cells[0] == "name" else []
        elif heads and not set(cells[0]) <= set("-"):
            yield number, dict(zip(heads, cells))


def main():
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    print(*[(line, names_of(row["name"])) for line, row in rows_of(text)], sep="\n")


if __name__ == "__main__":
    sys.exit(main())
