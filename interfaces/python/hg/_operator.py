"""What SciPy's aslinearoperator() and its solvers ask of a matrix."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._typing import Array, DType


def applied(multiply: Callable[[Array], Array], dtype: DType, x: Any) -> Array:
    """A product with x in the matrix's type. A real matrix takes both parts of a complex x."""
    x = np.asarray(x)
    if x.dtype.kind == "c" and dtype.kind != "c":
        parts = applied(multiply, dtype, x.real), applied(multiply, dtype, x.imag)
        return np.asarray(parts[0] + 1j * parts[1])
    return multiply(np.asarray(x, dtype))


class LinearOperator:
    """A matrix with products for scipy.sparse.linalg.aslinearoperator(). x is converted to its type."""

    dtype: DType

    def _multiplied(self, x: Array) -> Array:
        """a x"""
        raise NotImplementedError

    def _adjoint_multiplied(self, x: Array) -> Array:
        """a^H x"""
        raise NotImplementedError

    def matvec(self, x: Any) -> Array:
        """a x, for a vector or a matrix of several."""
        return applied(self._multiplied, self.dtype, x)

    def rmatvec(self, x: Any) -> Array:
        """a^H x, for a vector or a matrix of several."""
        return applied(self._adjoint_multiplied, self.dtype, x)

    matmat = matvec
    rmatmat = rmatvec
