"""What hg raises and warns of, beside TypeError and ValueError for wrong arguments."""

import numpy as np


class Error(Exception):
    """A call failed: a device, memory, or a wrong HG_* variable. The message is the library's; `info` is what the C
    function returned, as <hg/hg.h> lists it."""

    def __init__(self, message: str, info: int) -> None:
        super().__init__(message)
        self.info = info


class LinAlgError(Error, np.linalg.LinAlgError):
    """A matrix is singular; `info` counts from 1 the first pivot that is zero. Also a numpy.linalg.LinAlgError."""


class LinAlgWarning(RuntimeWarning):
    """The factors of a matrix are computed, but it is singular: they solve nothing."""
