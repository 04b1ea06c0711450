"""What hg raises and warns of, beside TypeError and ValueError for wrong arguments."""

from __future__ import annotations

import numpy as np


class Error(Exception):
    """A call failed: a device, memory, a wrong HG_* variable, or a program's text. The message is the
    library's; `info` is what the C function returned, as <hg/hg.h> lists it. `line` and `column`, counted
    from 1, are the place in a text."""

    def __init__(self, message: str, info: int, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.info = info
        self.line = line
        self.column = column


class LinAlgError(Error, np.linalg.LinAlgError):
    """A matrix is singular; `info` counts from 1 the first pivot that is zero. Or a matrix is not positive
    definite; `info` is the order of the first leading minor that is not. Or a matrix has not full rank;
    `info` counts the zero on the diagonal of its triangular factor. Also a numpy.linalg.LinAlgError."""


class LinAlgWarning(RuntimeWarning):
    """The factors of a matrix are computed, but it is singular: they solve nothing."""
