"""Types in annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

Order = Literal["C", "F"]

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]
    DType = np.dtype[Any]
else:  # which older NumPy cannot subscript
    Array, DType = np.ndarray, np.dtype
