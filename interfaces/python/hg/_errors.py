"""The exceptions and warnings of hg, apart from TypeError and ValueError for wrong arguments."""

from __future__ import annotations

import numpy as np


class Error(Exception):
    """A call failed because of a device, memory, a wrong HG_* variable, or an error in a program's text or a
    file. The message comes from the library. `info` is the value that the C function returned, see
    <hg/hg.h>. `line` and `column` are the 1-based position in the text, or None."""

    def __init__(self, message: str, info: int, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.info = info
        self.line = line
        self.column = column


class LinAlgError(Error, np.linalg.LinAlgError):
    """The matrix is unsuitable; `info` says where. It is also a numpy.linalg.LinAlgError.

    - singular: `info` is the 1-based index of the first zero pivot, or of the first zero on the diagonal of
      the factor
    - not positive definite: `info` is the order of the first leading minor that is not positive definite
    - rank-deficient: `info` is the 1-based index of the first zero on the diagonal of the triangular factor
    """


class LinAlgWarning(RuntimeWarning):
    """The matrix is singular: its factors are valid, but cannot be used to solve a system."""
