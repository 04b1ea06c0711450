"""Inverses, determinants and condition numbers, by LU with partial pivoting."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._host import copied, stored
from ._lapack import require_square
from ._library import require_regular
from ._matrix import ALL, as_columns, letter_of, run
from ._typing import Array

REAL_OF = {"d": np.float64, "s": np.float32, "z": np.float64, "c": np.float32}
MOST_STEPS = 5  # of the estimate of a norm


def factored(columns: Array) -> tuple[Array, int]:
    """LAPACK's pivots, and info; the factors overwrite the matrix, whose columns are contiguous."""
    pivots = np.empty(min(columns.shape), np.int64)
    m, n = columns.shape
    info = run(f"{ALL[columns.dtype]}getrf", m=m, n=n, A=as_columns("a", columns), ipiv=pivots)
    return pivots, info


def solved(columns: Array, pivots: Array, x: Array, op: bytes) -> None:
    """x := op(a)^-1 x, with what factored() has made of a."""
    X = as_columns("b", x)
    run(f"{ALL[columns.dtype]}getrs", trans=op, n=X.rows, nrhs=X.columns,
        A=as_columns("a", columns, written=False), ipiv=pivots, B=X)


def inverse_of(a: Array) -> tuple[Array, int]:
    """The inverse of a matrix in the matrix's own memory, and info of the factorization: a pivot that is zero
    leaves factors there."""
    # The transpose of C-ordered memory is inverted: that is the transpose of the inverse.
    columns = stored(a)[0]
    pivots, info = factored(columns)
    if info == 0:
        A = as_columns("a", columns)
        run(f"{ALL[a.dtype]}getri", n=A.rows, A=A, ipiv=pivots)
    return a, info


def sign_of(pivots: Array) -> int:
    """That of the permutation: each interchange of two rows changes it."""
    return -1 if np.count_nonzero(pivots != np.arange(1, len(pivots) + 1)) % 2 else 1


def sign_and_logarithm(a: Array) -> tuple[Any, Any]:
    """Those of the determinant of a matrix that the factors may overwrite."""
    real = REAL_OF[ALL[a.dtype]]
    pivots, info = factored(stored(a)[0])
    if info > 0:
        return a.dtype.type(0), real(-np.inf)
    diagonal = a.diagonal()
    lengths = np.abs(diagonal)
    return a.dtype.type(sign_of(pivots)) * np.prod(diagonal / lengths), np.log(lengths).sum(dtype=real)


def inv(a: Array, *, overwrite_a: bool = False) -> Array:
    """The inverse of a, by LU with partial pivoting

    a: (n, n), real or complex. Returns a^-1, C-ordered if a's rows are contiguous, else Fortran-ordered. a is
    copied, unless `overwrite_a`: then a must be C- or Fortran-ordered, and the inverse overwrites it.
    LinAlgError if a pivot is zero. To solve a x = b, solve(a, b) is faster and more accurate.

    >>> hg.inv(np.array([[1., 2.], [3., 5.]])).round(9)
    array([[-5.,  2.],
           [ 3., -1.]])
    """
    letter_of("a", a, ALL)
    require_square(a)
    x, info = inverse_of(own(a, overwrite_a))
    require_regular(info)
    return x


def own(a: Array, overwrite_a: bool) -> Array:
    """a, if a call may overwrite it; otherwise a copy in its order."""
    if not overwrite_a:
        return copied(a, order="K")
    if not (a.flags.c_contiguous or a.flags.f_contiguous) or not a.flags.writeable:
        raise ValueError("a is read-only or neither C- nor Fortran-ordered: overwrite_a can't overwrite it")
    return a


def slogdet(a: Array, *, overwrite_a: bool = False) -> tuple[Any, Any]:
    """The determinant's sign and the logarithm of its absolute value, as numpy.linalg.slogdet

    a: (n, n), real or complex. Returns (sign, logarithm): det(a) = sign * exp(logarithm). The sign of a
    complex determinant is a complex number of length 1. If a pivot is zero: (0, -inf). a is copied, unless
    `overwrite_a`: then a must be C- or Fortran-ordered, and it is overwritten by factors.

    >>> sign, logarithm = hg.slogdet(1e200 * np.eye(2))
    >>> round(float(logarithm / np.log(10)), 9)
    400.0
    """
    letter_of("a", a, ALL)
    require_square(a)
    return sign_and_logarithm(own(a, overwrite_a))


def det(a: Array, *, overwrite_a: bool = False) -> Any:
    """The determinant of a

    a: (n, n), real or complex. Returns 0 if a pivot is zero. The result may overflow to inf or underflow to
    0; slogdet() has no such limit. a is copied, unless `overwrite_a`: then a must be C- or Fortran-ordered,
    and it is overwritten by factors.

    >>> round(float(hg.det(np.array([[1., 2.], [3., 5.]]))), 9)
    -1.0
    """
    sign, logarithm = slogdet(a, overwrite_a=overwrite_a)
    return sign * np.exp(logarithm)


def signs(x: Array) -> Array:
    """x / |x|, and 1 for 0."""
    lengths = np.abs(x)
    return np.where(lengths == 0, 1, x / np.where(lengths == 0, 1, lengths)).astype(x.dtype)


def estimated_norm(order: int, dtype: Any, product: Callable[[Array], None],
                   adjoint_product: Callable[[Array], None]) -> float:
    """A lower bound of the 1-norm of a matrix, rarely off by more than a factor of 3, from a few products
    x := B x and x := B^H x: Hager's algorithm, as Higham improved it (LAPACK's lacn2)."""

    def multiplied(x: Array) -> Array:
        product(x)
        return x

    x = multiplied(np.full(order, 1 / order, dtype))
    best, largest = float(np.abs(x).sum()), -1
    for _ in range(MOST_STEPS - 1):
        gradient = signs(x)
        adjoint_product(gradient)
        column = int(np.abs(gradient).argmax())
        if column == largest:
            break
        largest = column
        x = np.zeros(order, dtype)
        x[column] = 1
        norm = float(np.abs(multiplied(x)).sum())
        if norm <= best:
            break
        best = norm
    growing = (1 + np.arange(order) / max(1, order - 1)).astype(dtype)
    growing[1::2] *= -1
    return max(best, 2 * float(np.abs(multiplied(growing)).sum()) / (3 * order))


def cond(a: Array, p: float = 1) -> float:
    """Estimates the condition number of a in the 1-norm or, if p is numpy.inf, the infinity norm

    a: (n, n), real or complex. Returns the norm of a times an estimate of that of a^-1, as LAPACK's gecon: it
    is never too large but for rounding, and rarely too small by more than a factor of 3. It costs an LU
    factorization and a few solves; inf if a pivot is zero.

    >>> round(hg.cond(np.array([[1., 2.], [3., 5.]])), 6)
    56.0
    """
    letter_of("a", a, ALL)
    order = require_square(a)
    if p not in (1, np.inf):
        raise ValueError(f"p is {p}; 1 or numpy.inf is needed")
    if order == 0:
        return 0.0
    norm = float(np.linalg.norm(a, p))
    columns, turned = stored(own(a, False))
    pivots, info = factored(columns)
    if info > 0:
        return float("inf")
    # The infinity norm of a matrix is the 1-norm of its adjoint, and conjugates have the same norms.
    op, adjoint = (b"N", b"C") if turned == (p == np.inf) else (b"C", b"N")
    return norm * estimated_norm(order, a.dtype, lambda x: solved(columns, pivots, x, op),
                                 lambda x: solved(columns, pivots, x, adjoint))
