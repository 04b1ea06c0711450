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


# Of rows whose names no instruction with default parameters has.
OTHERS = ["gemm_blocked_f64_nn_k4", "gemv_n_f64_i32x8_v2_r1_u4_s4", "gemv_t_f64_i32x8_v2_c1_u4_s4"]


def catalogue():
    """What hgctl lists, and the others."""
    found = []
    for name in [[], *([name] for name in OTHERS)]:
        done = subprocess.run([os.environ["HGCTL"], "program", "instructions", *name, "--json", "-"],
                              check=True, capture_output=True, text=True)
        found += json.loads(done.stdout)["instructions"]
    return found


def pattern_of(name):
    """T is an element type, FAMILY a word, OPS two letters; single capitals are numbers (S: not 1), `...`
    anything."""
    parts = {"T": TYPES, "FAMILY": r"\w+?", "OPS": "[ntc]{2}", "...": ".*"}
    text = "_".join(parts.get(part) or re.sub("S$", r"(?!1(?:_|$))\\d+", re.sub("[A-RT-Z]$", r"\\d+", part))
                    for part in name.split("_"))
    return re.compile(text)


def names_of(cell):
    """The names in the first cell of a row. `_512` stands for another end of the name in front of it."""
    names = []
    for name in re.findall(r"`([^`]+)`", cell):
        if name.startswith("_"):
            name = re.sub(r"_[a-z]?\d+$", "", names[0]) + name
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
            heads = [cell.partition(" (")[0] for cell in cells] if cells[0] == "name" else []
        elif heads and not set(cells[0]) <= set("-"):
            yield number, dict(zip(heads, cells))


def operands_of(cell):
    """[name, access] of each operand in a cell: "A, moves (`i32`), C `*`, scratch `:=`"."""
    cell = re.sub(r"\([^()]*\)|, all `i32`", "", cell)
    return [[item.split()[0], "read_write" if "`*`" in item else "write" if "`:=`" in item else "read"]
            for item in cell.split(",") if item.strip()]


class Check:
    def __init__(self, text):
        self.faults, self.rows = [], list(rows_of(text))
        self.patterns = [(index, name, pattern_of(name))
                         for index, (_, row) in enumerate(self.rows) for name in names_of(row["name"])]
        self.found = [[] for _ in self.rows]  # the instructions of each row

    def assign(self, instruction):
        """To the row whose name says most of the instruction's."""
        fits = [(len(re.sub("[A-Z.]", "", name)), index) for index, name, pattern in self.patterns
                if pattern.fullmatch(instruction["name"])]
        if fits:
            self.found[max(fits)[1]].append(instruction)
        else:
            self.faults.append(f"no row has {instruction['name']}")

    def check_row(self, index):
        line, row = self.rows[index]
        if not self.found[index]:
            self.faults.append(f"line {line}: there is no {row['name']}")
        if "operands" not in row or re.search("likewise|_set|not with", row["operands"]):
            return
        wanted = operands_of(row["operands"])
        for instruction in self.found[index]:
            real = [[operand["name"], operand["access"]] for operand in instruction["operands"]]
            if real[:len(wanted)] != wanted:
                self.faults.append(f"line {line}: {instruction['name']} has operands {real}, not {wanted}")
                return


def cost_table(rows):
    """A line for each row's most common instruction."""
    lines = ["| name | work-groups | work-items of each | flops | bytes |", "|---|---|---|---|---|"]
    for found in filter(None, rows):
        one = next((i for i in found if "_f64" in i["name"]), found[0])
        figures = [one[key] or "-" for key in ("work_groups", "work_items", "flops", "bytes")]
        lines.append(" | ".join(["| `" + one["name"] + "`", *figures]).replace("*", r"\*") + " |")
    return "\n".join(lines) + "\n"


def main():
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    before, _, rest = text.partition(BEGIN)
    check = Check(before)
    for instruction in catalogue():
        check.assign(instruction)
    for index in range(len(check.rows)):
        check.check_row(index)
    page = before + BEGIN + cost_table(check.found) + END + rest.partition(END)[2]
    if "--write" in sys.argv:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page)
    elif page != text:
        check.faults.append("the table of geometry and cost is not that of the instructions: "
                            "tests/docs/instructions.py --write")
    print(*check.faults, f"{len(check.faults)} faults", sep="\n")
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
