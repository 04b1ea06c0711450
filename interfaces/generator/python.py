"""The level 3 BLAS functions for Python, hg/_routines.py. Their signatures and docstrings follow from the
rows; the code that handles arrays is in hg/_level3.py."""

import re
import textwrap

from generator.routine import Kind, require
from generator.text import WIDTH, Items, place

MODULE = '''
"""Products and triangular solves. interfaces/generate.py writes this file from interfaces/routines.py."""

from __future__ import annotations

from . import _level3
from ._typing import Array

@exports@


@functions@
'''

FUNCTION = '''
@head@
    """@summary@

    @arguments@

    @example@
    """
    @call@
'''

# BLAS arguments that are keywords in Python. There is none for op, because `a.T` is an array.
KEYWORDS = {"side": 'side: str = "L"', "uplo": "lower: bool = False", "diag": "unit_diagonal: bool = False",
            "alpha": "alpha: {} = 1", "beta": "beta: {} = 0"}

# The functions of _level3.py, by the letters that the BLAS routines take.
PATHS = {"transa transb": "product", "uplo transa transb": "product", "uplo trans": "update",
         "side uplo": "sided", "side uplo transa diag": "triangular"}


def has(routine, name):
    return any(argument.name == name for argument in routine.parsed)


def has_form(routine):
    return routine.layer == "blas" and routine.level == 3


def is_hermitian(routine):
    """In BLAS, names of routines for hermitian matrices begin with he, for symmetric matrices with sy."""
    return routine.name.startswith("he")


def letters(routine):
    return " ".join(argument.name for argument in routine.of(Kind.CHOICE))


def path(routine):
    """The function of _level3.py that does the work."""
    return PATHS[letters(routine)]


def check(routines):
    for routine in filter(has_form, routines):
        found = letters(routine)
        require(found in PATHS, f"{routine.name}: no function of python/hg/_level3.py takes {found}")


def inputs(routine):
    """The matrices that are positional arguments: all but the updated one, which is `out`. B of trsm and trmm
    is an argument, because it is copied to `out`."""
    read = [matrix for matrix, _, _ in routine.matrices if not (matrix.is_written and has(routine, "beta"))]
    return [matrix.lower for matrix in read]


def keywords(routine):
    return [argument for argument in routine.parsed if argument.name in KEYWORDS]


def summary(routine):
    """The row's formula, with the names of the Python arguments."""
    text = re.sub(r"op\((\w)\)", r"\1", re.sub(r"\b[A-Z] :=", "out :=", routine.does))
    for matrix, _, _ in routine.matrices:
        text = re.sub(rf"\b{matrix.name}\b", matrix.lower if matrix.lower in inputs(routine) else "out", text)
    return text


def listed(names):
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def shapes(routine):
    """The arguments, their shapes and the elements that are read."""
    rows = "m" if has(routine, "m") else "n"
    text = {"product": f"a: ({rows}, k); b: (k, n); out: ({rows}, n).",
            "update": f"{listed(inputs(routine))}: (n, k); out: (n, n)."}.get(
                path(routine), "a: (m, m), or (n, n) for side 'R'; b and out: (m, n).")
    if has(routine, "side"):
        text += " Only one triangle of a is read: the lower one if `lower`, or the upper one if not"
        text += "; of the diagonal, only the real parts." if is_hermitian(routine) else "."
    if has(routine, "diag"):
        text += " If `unit_diagonal`, the diagonal of a is assumed to be ones and is not read."
    if not routine.types:
        real = routine.real_scalars.split()
        text += f" Elements are complex{f'; {listed(real)} {are(real)} real' if real else ''}."
    return text


def are(names):
    return "are" if len(names) > 1 else "is"


def orders(routine):
    """The memory orders that the arrays may have."""
    every = [*inputs(routine), "out"]
    tied = {"update": inputs(routine), "sided": ["b", "out"]}.get(path(routine), [])
    if is_hermitian(routine):
        tied = every
    if len(tied) < 2:
        return f"Each of {listed(every)} may have contiguous rows or columns; pass `a.T` for a transpose."
    both = "both" if len(tied) == 2 else "all"
    return f"{listed(tied)} must {both} have contiguous rows, or {both} have contiguous columns."


def written(routine):
    """The default of out, the elements of out that are written, and the returned value."""
    if not has(routine, "beta"):
        return "`out=b` works in place; otherwise hg first copies b to out or to a new array. Returns out."
    is_triangle = has(routine, "uplo") and not has(routine, "side")
    like = " in b's memory order" if has(routine, "side") else \
        " in a's memory order" if is_hermitian(routine) else ""
    text = f"Default of out: a new array{' of zeros' if is_triangle else ''}{like}. "
    if is_triangle:
        text += ("Only one triangle of out is read and written: the lower one if `lower`, or the upper one "
                 "if not. ")
        text += "The diagonal of out becomes real. " if is_hermitian(routine) else ""
    return text + "If beta is 0, out is not read. Returns out."


def call(routine):
    names = [KEYWORDS[argument.name].partition(":")[0] for argument in keywords(routine)] + ["out"]
    hermitian = ["hermitian=True"] if is_hermitian(routine) else []
    real = [f"real={routine.real_scalars.split()}".replace("'", '"')] if routine.real_scalars else []
    passed = [f'"{routine.name}"', *inputs(routine), *(f"{name}={name}" for name in names), *hermitian, *real]
    return Items(f"return _level3.{path(routine)}(", passed, ")")


def function(routine, examples):
    its_keywords = [KEYWORDS[argument.name].format("float" if routine.is_real(argument) else "complex")
                    for argument in keywords(routine)]
    arrays = [f"{name}: Array" for name in inputs(routine)]
    taken = [*arrays, "*", *its_keywords, "out: Array | None = None"]
    words = f"{shapes(routine)} {orders(routine)} {written(routine)}"
    example = examples / f"{routine.name}.txt"
    return place(FUNCTION, head=Items(f"def {routine.name}(", taken, ") -> Array:"),
                 summary=textwrap.fill(summary(routine), WIDTH - 8),
                 arguments=textwrap.fill(words, WIDTH - 4), call=call(routine),
                 example=example.read_text(encoding="utf-8").strip() if example.exists() else "")


def module(routines, examples):
    """hg/_routines.py. The folder `examples` contains an example of each function, preceded by documentation
    that only this function has."""
    its_routines = list(filter(has_form, routines))
    return place(MODULE, exports=Items("__all__ = [", [f'"{routine.name}"' for routine in its_routines], "]"),
                 functions="\n\n\n".join(function(routine, examples) for routine in its_routines)) + "\n"
