"""The rows of interfaces/routines.py, and problems that go through a routine's letters."""

import itertools
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "interfaces"))

from generator.routine import Kind  # noqa: E402
from routines import ROUTINES  # noqa: E402
from rule import Problem  # noqa: E402

ROWS = {name: row for row in ROUTINES for name, _ in row.variants}
LETTERS = {**dict.fromkeys(("transa", "transb", "trans"), "NTC"), "uplo": "UL", "diag": "NU", "side": "LR"}
BLAS = {"m": 12, "n": 9, "k": 7, "incx": 2, "incy": -1, "gap": 1}
LAPACK = {"m": 20, "n": 16, "k": 10, "nrhs": 3, "gap": 1}
IN_GIVEN = {"transa": "op", "trans": "op", "transb": "op_b"}


def refused_op(routine):
    """The letter that is none of the routine: LAPACK's routines of QR take that of the adjoint alone."""
    return None if ROWS[routine].conjugates else "T" if routine[0] in "zc" else "C"


def problems(routine, layouts="C"):
    """What makes a problem, for each choice of letters and layout. Symmetric updates overwrite C, too."""
    row = ROWS[routine]
    choices = [argument.name for argument in row.of(Kind.CHOICE)]
    betas = [-1 + 2j, 0] if row.name in ("syrk", "herk", "syr2k", "her2k") else [-1 + 2j]
    for beta, *letters, layout in itertools.product(betas, *(LETTERS[name] for name in choices), layouts):
        given = {"layout": layout, "alpha": 2 + 1j, "beta": beta, **(BLAS if row.layer == "blas" else LAPACK),
                 **{IN_GIVEN.get(name, name): letter for name, letter in zip(choices, letters)}}
        # A problem of a routine that takes one kind of transposition takes any for it.
        taken = [value for value in Problem(routine, **given).arguments if isinstance(value, str)]
        if taken == letters and refused_op(routine) not in letters:
            yield given
