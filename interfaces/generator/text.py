"""C, C++ and Fortran text in lines of at most WIDTH columns."""

import re
import typing

WIDTH = 110
PLACE = re.compile(r"@(\w+)@")


def fill(head, items, tail="", indent=None, separator=",", end="", room=0):
    """`head` followed by the items, with separators. Long lines are broken after a separator: `end` follows,
    and the next line begins below the first item, or at column `indent`. `room` is the number of columns to
    leave free for text that will be put before the lines."""
    column = " " * (len(head) if indent is None else indent)
    lines, line = [], head
    for place, item in enumerate(items):
        is_last = place + 1 == len(items)
        piece = item + (tail if is_last else separator)
        space = "" if line in (head, column) else " "
        length = len(line) + len(space) + len(piece) + (0 if is_last else len(end))
        if line not in (head, column) and length > WIDTH - room:
            lines.append(line + end)
            line, space = column, ""
        line += space + piece
    return "\n".join([*lines, line if items else head + tail])


class Items(typing.NamedTuple):
    """Arguments of fill(), which is called at their position in a template."""
    head: str
    items: list
    tail: str = ""


def place(template, **parts):
    """The template with each @name@ replaced by a part, which is a text or Items. All lines of a part begin
    in the same column. A line of the template that contains only empty parts is dropped."""
    lines = []
    for line in template.strip("\n").split("\n"):
        had_parts = PLACE.search(line)
        while found := PLACE.search(line):
            part = parts[found[1]]
            column = found.start()
            text = fill(*part, room=column) if isinstance(part, Items) else part
            line = line[:column] + indented(text, column)[column:] + line[found.end():]
        if line.strip() or not had_parts:
            lines.append(line)
    return "\n".join(lines)


def comment(text):
    """A C documentation comment, broken into lines."""
    return fill("/** ", text.split(), " */", separator="").replace("\n    ", "\n * ")


def indented(text, columns=4):
    return "\n".join(" " * columns + line if line else line for line in text.split("\n"))


def each(lines):
    """Lines joined, without duplicates."""
    return "\n".join(dict.fromkeys(lines))


def blocks(*parts):
    """The parts that are not empty, joined by empty lines."""
    return "\n\n".join(part for part in parts if part)


def in_lambda(before, statement, room=4):
    """A statement whose last argument is a lambda that contains another statement, given as Items."""
    line = f"{before}{{ {fill(*statement)} }});"
    if len(line) + room > WIDTH or "\n" in line:
        line = f"{before}{{\n{indented(fill(*statement, room=room + 4))}\n}});"
    return line
