"""Text of C, C++ and Fortran, in lines of at most WIDTH columns."""

import re
import typing

WIDTH = 110
PLACE = re.compile(r"@(\w+)@")


def fill(head, items, tail="", indent=None, separator=",", end="", room=0):
    """`head` with the items after it, separated. Lines that are too long are broken after a separator, each
    followed by `end`, and go on below the first item or at `indent`. `room` is kept for what will be before
    them."""
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
    """What fill() makes lines of, at the place where it stands in a template."""
    head: str
    items: list
    tail: str = ""


def place(template, **parts):
    """The template with a part, a text or Items, for each @name@. The lines of a part stand below each other.
    A line of the template goes if it holds nothing but parts that are empty."""
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
    """A comment of C whose words fill lines, for a reader and for Doxygen."""
    return fill("/** ", text.split(), " */", separator="").replace("\n    ", "\n * ")


def indented(text, columns=4):
    return "\n".join(" " * columns + line if line else line for line in text.split("\n"))


def each(lines):
    """Lines below each other, none twice."""
    return "\n".join(dict.fromkeys(lines))


def blocks(*parts):
    """Parts with an empty line between them."""
    return "\n\n".join(part for part in parts if part)


def in_lambda(before, statement, room=4):
    """A statement whose last argument is a lambda with another statement, Items, in it."""
    line = f"{before}{{ {fill(*statement)} }});"
    if len(line) + room > WIDTH or "\n" in line:
        line = f"{before}{{\n{indented(fill(*statement, room=room + 4))}\n}});"
    return line
