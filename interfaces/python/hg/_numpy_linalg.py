"""hg's forms of numpy.linalg's functions (_forms.py).

NumPy computes in double precision whatever the elements are, and converts the result: so do these.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ._forms import (Form, cholesky_of, flat, is_plain, is_square, is_worth, like, q_of,
                     qr_factors, reduced, upper_of)
from ._host import copied, stored
from ._inverse import factored, inverse_of, sign_and_logarithm, solved
from ._matrix import ALL
from ._typing import Array

SINGLE = (np.dtype(np.float32), np.dtype(np.complex64))
WHOLE = "biu"  # kinds that NumPy takes for double precision


def types_of(*arrays: Array) -> tuple[Any, Any] | None:
    """The types of the computation and of the result; None if hg lacks one."""
    dtypes = [array.dtype for array in arrays]
    if any(dtype not in ALL and dtype.kind not in WHOLE for dtype in dtypes):
        return None
    is_complex = any(dtype.kind == "c" for dtype in dtypes)
    computed = np.dtype(np.complex128 if is_complex else np.float64)
    if all(dtype in SINGLE for dtype in dtypes):
        return computed, np.dtype(np.complex64 if is_complex else np.float32)
    return computed, computed


def as_result(array: Array, dtype: Any) -> Array:
    return array.astype(dtype, copy=False)


def real_of(dtype: Any) -> Any:
    """The type of an absolute value."""
    return np.empty(0, dtype).real.dtype


def named(name: str, *values: Any) -> Any:
    """NumPy's named tuple, which later versions return; a tuple."""
    for module in ("numpy.linalg._linalg", "numpy.linalg.linalg"):
        kind = vars(sys.modules[module]).get(name) if module in sys.modules else None
        if kind is not None:
            return kind(*values)
    return values


def require_regular(info: int) -> None:
    if info > 0:
        raise np.linalg.LinAlgError("Singular matrix")


def solve(original: Form, threshold: int, a: Any, b: Any) -> Any:
    """x of a x = b. b is a vector, or a matrix."""
    if not is_square(a) or not is_plain(b) or b.ndim not in (1, 2) or len(b) != len(a):
        return NotImplemented
    types = types_of(a, b)
    if types is None or b.size == 0 or not is_worth(threshold, *a.shape, len(a)):
        return NotImplemented
    computed, result = types
    columns, turned = stored(copied(flat(a), computed, "K"))
    pivots, info = factored(columns)
    require_regular(info)
    x = copied(flat(b), computed)
    solved(columns, pivots, x, b"T" if turned else b"N")
    return like(as_result(x if b.ndim == 1 else copied(x, order="C"), result), b)


def inv(original: Form, threshold: int, a: Any) -> Any:
    """a^-1 in a's order."""
    types = types_of(a) if is_square(a) and is_worth(threshold, *a.shape, len(a)) else None
    if types is None:
        return NotImplemented
    computed, result = types
    x, info = inverse_of(copied(flat(a), computed, "K"))
    require_regular(info)
    return like(as_result(x, result), a)


def cholesky(original: Form, threshold: int, a: Any, upper: bool = False) -> Any:
    """L of a = L L^H, from the lower triangle of a, or U of a = U^H U, from the upper one, in a's order."""
    types = types_of(a) if is_square(a) and is_worth(threshold, *a.shape, len(a)) else None
    if types is None:
        return NotImplemented
    computed, result = types
    factor, info = cholesky_of(a, computed, lower=not upper)
    if info > 0:
        raise np.linalg.LinAlgError("Matrix is not positive definite")
    return like(as_result(factor, result), a)


def sign_and_log(threshold: int, a: Any) -> tuple[Any, Any, Any] | None:
    """Those of the determinant, and the type of the result."""
    types = types_of(a) if is_square(a) and is_worth(threshold, *a.shape, len(a)) else None
    if types is None:
        return None
    computed, result = types
    return (*sign_and_logarithm(copied(flat(a), computed, "K")), result)


def slogdet(original: Form, threshold: int, a: Any) -> Any:
    """Sign and logarithm of the determinant."""
    found = sign_and_log(threshold, a)
    if found is None:
        return NotImplemented
    sign, logarithm, result = found
    return named("SlogdetResult", result.type(sign), real_of(result).type(logarithm))


def det(original: Form, threshold: int, a: Any) -> Any:
    """The determinant."""
    found = sign_and_log(threshold, a)
    if found is None:
        return NotImplemented
    sign, logarithm, result = found
    return result.type(sign * np.exp(logarithm))


def qr(original: Form, threshold: int, a: Any, mode: str) -> Any:
    """Q and R, R alone, or LAPACK's factors, by the mode."""
    if not is_plain(a) or a.ndim != 2 or mode not in ("reduced", "complete", "r", "raw"):
        return NotImplemented
    m, n = a.shape
    k = min(m, n)
    types = types_of(a) if is_worth(threshold, m, n, k) else None
    if types is None:
        return NotImplemented
    computed, result = types
    factors, tau = qr_factors(a, computed)
    if mode == "raw":
        return like(as_result(factors.T, result), a), as_result(tau, result)
    columns = m if mode == "complete" else k
    r = like(as_result(upper_of(factors, columns if mode != "r" else k), result), a)
    if mode == "r":
        return r
    return named("QRResult", like(as_result(q_of(factors, tau, columns), result), a), r)


def lstsq(original: Form, threshold: int, a: Any, b: Any, rcond: Any) -> Any:
    """x of least |b - a x|, by the singular values of R, if there are twice as many rows as columns."""
    if not is_plain(a) or not is_plain(b) or a.ndim != 2 or b.ndim not in (1, 2) or len(a) != len(b):
        return NotImplemented
    m, n = a.shape
    types = types_of(a, b) if m >= 2 * n and is_worth(threshold, m, n, n) and b.size > 0 else None
    if types is None:
        return NotImplemented
    computed, result = types
    if rcond is None:
        rcond = np.finfo(computed).eps * max(m, n)
    R, c, squares = reduced(a, b, computed)
    x, _, rank, values = original(R, c, rcond)
    kept = squares if rank == n else np.array([])
    real = real_of(result)
    return (like(as_result(x, result), b), like(kept.astype(real), b), rank,
            as_result(values, real))


FORMS: dict[str, Form] = {"solve": solve, "inv": inv, "cholesky": cholesky, "slogdet": slogdet, "det": det,
                          "qr": qr, "lstsq": lstsq}
