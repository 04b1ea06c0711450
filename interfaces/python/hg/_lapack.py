"""Factorizations and linear systems."""

from __future__ import annotations

import warnings

import numpy as np

from ._errors import LinAlgWarning
from ._library import call, require_definite, require_nonzero, require_regular
from ._matrix import ALL, Matrix, as_columns, common_letter, letter_of, refuse_mask, require_apart, require_shape


def require_square(a: np.ndarray) -> int:
    """The order of a; ValueError unless it is square."""
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError(f"a has shape {a.shape}; a square matrix is needed")
    return a.shape[0]


def require_rows(b: np.ndarray, order: int) -> None:
    if b.ndim not in (1, 2) or b.shape[0] != order:
        raise ValueError(f"b has shape {b.shape}; ({order},) or ({order}, nrhs) is needed")


def lu(a: np.ndarray, *, overwrite_a: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Factors a = P L U with partial pivoting, for lu_solve

    a: (m, n). Returns (factors, pivots), like scipy.linalg.lu_factor: L, whose diagonal of ones is not stored, below U in
    one Fortran-ordered array of a's shape; row i was interchanged with row pivots[i], counted from 0, for i = 0, 1, ... up
    to min(m, n). a is copied, unless `overwrite_a`: then its columns must be contiguous, and it becomes the factors. If a
    pivot is zero, the factors are valid but solve nothing: LinAlgWarning.

    >>> factors, pivots = hg.lu(np.array([[1., 2.], [4., 4.]]))
    >>> factors
    array([[4.  , 4.  ],
           [0.25, 1.  ]])
    >>> pivots
    array([1, 1])
    """
    letter = letter_of("a", a, ALL)
    if a.ndim != 2:
        raise ValueError(f"a has {a.ndim} dimensions; a matrix, of 2, is needed")
    factors = a if overwrite_a else np.array(a, order="F")
    A = as_columns("a", factors)
    pivots = np.empty(min(a.shape), np.int64)
    info = call(f"hg_{letter}getrf", A.rows, A.columns, *A.stored, pivots.ctypes.data)
    pivots -= 1
    if info > 0:
        warnings.warn(f"a is singular: pivot {info}, counted from 1, is zero", LinAlgWarning, stacklevel=2)
    return factors, pivots


def pivots_of(pivots: np.ndarray, order: int) -> np.ndarray:
    """Pivots of lu(), checked, as LAPACK counts them: from 1."""
    refuse_mask("pivots", pivots)
    pivots = np.asarray(pivots)
    if pivots.dtype.kind not in "iu":
        raise TypeError(f"pivots have elements of type {pivots.dtype}; integers are needed")
    require_shape("pivots", pivots, (order,))
    if order > 0 and not (0 <= pivots.min() and pivots.max() < order):
        raise ValueError(f"pivots are from {pivots.min()} to {pivots.max()}; 0 to {order - 1} are needed")
    return pivots.astype(np.int64) + 1


def lu_solve(factors_and_pivots: tuple[np.ndarray, np.ndarray], b: np.ndarray, *, transposed: bool = False,
             conjugated: bool = False, overwrite_b: bool = False) -> np.ndarray:
    """Solves a x = b, or a^T x = b if `transposed`, with what lu(a) has returned; a^H x = b if it is also `conjugated`

    The factors: (n, n), with contiguous columns; b: (n,) or (n, nrhs). b is copied, unless `overwrite_b`: then its columns
    must be contiguous, and it becomes x. Returns x, Fortran-ordered.

    >>> hg.lu_solve(hg.lu(np.array([[1., 2.], [4., 4.]])), np.array([3., 8.]))
    array([1., 1.])
    """
    factors, pivots = factors_and_pivots
    if conjugated and not transposed:
        raise ValueError("conjugated goes with transposed: the conjugate of a alone is no system of LAPACK's")
    letter = common_letter(ALL, factors=factors, b=b)
    order = require_square(factors)
    F = as_columns("factors", factors, written=False)
    ipiv = pivots_of(pivots, order)
    require_rows(b, order)
    x = b if overwrite_b else np.array(b, order="F")
    if overwrite_b:
        require_apart("b", x, factors=factors)
    X = as_columns("b", x)
    op = b"C" if conjugated else b"T" if transposed else b"N"
    call(f"hg_{letter}getrs", op, order, X.columns, *F.stored, ipiv.ctypes.data, *X.stored)
    return x


def cholesky(a: np.ndarray, *, lower: bool = True, overwrite_a: bool = False) -> np.ndarray:
    """Factors a symmetric or hermitian positive definite a = L L^H or, unless `lower`, a = U^H U

    a: (n, n), of which one triangle is read: the lower one if `lower`, and of the diagonal the real parts. Returns L or U in
    a Fortran-ordered array, with zeros in the other triangle. a is copied, unless `overwrite_a`: then its columns must be
    contiguous, and it becomes the factor; its other triangle stays as it is. LinAlgError if a is not positive definite.

    >>> hg.cholesky(np.array([[4., 2.], [2., 5.]]))
    array([[2., 0.],
           [1., 2.]])
    """
    letter = letter_of("a", a, ALL)
    order = require_square(a)
    factor = a if overwrite_a else np.array(np.tril(a) if lower else np.triu(a), order="F")
    A = as_columns("a", factor)
    require_definite(call(f"hg_{letter}potrf", b"L" if lower else b"U", order, *A.stored))
    return factor


def cholesky_solve(factor: np.ndarray, b: np.ndarray, *, lower: bool = True, overwrite_b: bool = False) -> np.ndarray:
    """Solves a x = b with what cholesky(a, lower=lower) has returned

    factor: (n, n), with contiguous columns, of which one triangle is read; b: (n,) or (n, nrhs). b is copied, unless
    `overwrite_b`: then its columns must be contiguous, and it becomes x. Returns x, Fortran-ordered.

    >>> hg.cholesky_solve(hg.cholesky(np.array([[4., 2.], [2., 5.]])), np.array([8., 12.]))
    array([1., 2.])
    """
    letter = common_letter(ALL, factor=factor, b=b)
    order = require_square(factor)
    F = as_columns("factor", factor, written=False)
    require_rows(b, order)
    x = b if overwrite_b else np.array(b, order="F")
    if overwrite_b:
        require_apart("b", x, factor=factor)
    X = as_columns("b", x)
    call(f"hg_{letter}potrs", b"L" if lower else b"U", order, X.columns, *F.stored, *X.stored)
    return x


def cholesky_inverse(factor: np.ndarray, *, lower: bool = True, overwrite_factor: bool = False) -> np.ndarray:
    """The inverse of a with what cholesky(a, lower=lower) has returned

    factor: (n, n), of which one triangle is read. Returns the whole inverse, Fortran-ordered. factor is copied, unless
    `overwrite_factor`: then its columns must be contiguous, and one triangle of the inverse overwrites the factor; the other
    triangle stays as it is. LinAlgError if a diagonal element of the factor is zero. To solve a x = b, cholesky_solve is faster.

    >>> hg.cholesky_inverse(hg.cholesky(np.array([[4., 2.], [2., 2.]])))
    array([[ 0.5, -0.5],
           [-0.5,  1. ]])
    """
    letter = letter_of("factor", factor, ALL)
    order = require_square(factor)
    inverse = factor if overwrite_factor else np.array(factor, order="F")
    X = as_columns("factor", inverse)
    require_nonzero(call(f"hg_{letter}potri", b"L" if lower else b"U", order, *X.stored))
    if not overwrite_factor:
        missing = ~np.tri(order, dtype=bool) if lower else np.tri(order, k=-1, dtype=bool)
        np.copyto(inverse, inverse.T if letter in "ds" else inverse.T.conj(), where=missing)
    return inverse


def solve(a: np.ndarray, b: np.ndarray, *, overwrite_a: bool = False, overwrite_b: bool = False) -> np.ndarray:
    """Solves a x = b by LU with partial pivoting

    a: (n, n); b: (n,) or (n, nrhs). a is copied, in its own order, unless `overwrite_a`: then its rows or columns must be
    contiguous, and it is overwritten by factors. If rows are contiguous, the factors are those of a^T. b is copied, unless
    `overwrite_b`: then its columns must be contiguous, and it becomes x. Returns x, Fortran-ordered. LinAlgError if a
    pivot is zero.

    >>> hg.solve(np.array([[1., 2.], [4., 4.]]), np.array([3., 8.]))
    array([1., 1.])
    """
    letter = common_letter(ALL, a=a, b=b)
    order = require_square(a)
    require_rows(b, order)
    x = b if overwrite_b else np.array(b, order="F")
    X = as_columns("b", x)
    a = a if overwrite_a else a.copy(order="K")
    A = Matrix("a", a, written=True)
    if overwrite_a and overwrite_b:
        require_apart("b", x, a=a)
    ipiv = np.empty(order, np.int64)
    if A.by_columns is not None:
        require_regular(call(f"hg_{letter}gesv", order, X.columns, *A.stored, ipiv.ctypes.data, *X.stored))
    else:
        require_regular(call(f"hg_{letter}getrf", order, order, *A.stored, ipiv.ctypes.data))
        call(f"hg_{letter}getrs", b"T", order, X.columns, *A.stored, ipiv.ctypes.data, *X.stored)
    return x


def solve_mixed(a: np.ndarray, b: np.ndarray, *, definite: bool = False, lower: bool = True,
                overwrite_a: bool = False) -> tuple[np.ndarray, int]:
    """Solves a x = b in float64 by a float32 factorization and refinement, as LAPACK's dsgesv and dsposv; or, as zcgesv and
    zcposv, in complex128 by a complex64 one

    a: (n, n); b: (n,) or (n, nrhs). If `definite`, a is symmetric or hermitian and positive definite, and one triangle of it
    is read: the lower one if `lower`. a is copied, unless `overwrite_a`: then its columns must be contiguous, and it may be overwritten by
    factors. b is copied unless it is Fortran-ordered. Returns (x, steps): x, Fortran-ordered, and the steps of refinement,
    negative if a factorization in double precision was needed. LinAlgError if a pivot is zero, or a is to be positive
    definite and is not.

    >>> x, steps = hg.solve_mixed(np.array([[1., 2.], [4., 4.]]), np.array([3., 8.]))
    >>> x
    array([1., 1.])
    """
    letter = common_letter(ALL, a=a, b=b)
    if letter not in "dz":
        raise TypeError(f"a and b are {a.dtype}; solve_mixed needs float64 or complex128")
    letters = {"d": "ds", "z": "zc"}[letter]
    order = require_square(a)
    require_rows(b, order)
    b = np.asfortranarray(b)
    x = np.empty_like(b)
    if overwrite_a:
        require_apart("a", a, b=b)
    A = as_columns("a", a if overwrite_a else np.array(a, order="F"))
    B, X = as_columns("b", b, written=False), as_columns("x", x)
    steps = np.zeros(1, np.int64)
    sides = *B.stored, *X.stored, steps.ctypes.data
    if definite:
        require_definite(call(f"hg_{letters}posv", b"L" if lower else b"U", order, X.columns, *A.stored, *sides))
    else:
        ipiv = np.empty(order, np.int64)
        require_regular(call(f"hg_{letters}gesv", order, X.columns, *A.stored, ipiv.ctypes.data, *sides))
    return x, int(steps[0])
