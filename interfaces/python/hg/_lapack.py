"""Factorizations and linear systems."""

from __future__ import annotations

import warnings

import numpy as np

from ._errors import LinAlgWarning
from ._host import copied, mirror, triangle_of, updated
from ._library import require_definite, require_nonzero, require_regular
from ._matrix import (ALL, Matrix, as_columns, common_letter, letter_of, refuse_mask, require_matrix,
                      require_shape, run, uplo_of)


def require_square(a: np.ndarray) -> int:
    """The order of a; ValueError unless it is square."""
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError(f"a has shape {a.shape}; a square matrix is needed")
    return a.shape[0]


def system(b: np.ndarray, /, **matrix: np.ndarray) -> tuple[str, int]:
    """BLAS's letter and the order of a system of equations whose right-hand sides are b, checked."""
    letter = common_letter(ALL, **matrix, b=b)
    (a,) = matrix.values()
    order = require_square(a)
    if b.ndim not in (1, 2) or b.shape[0] != order:
        raise ValueError(f"b has shape {b.shape}; ({order},) or ({order}, nrhs) is needed")
    return letter, order


def lu(a: np.ndarray, *, overwrite_a: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Factors a = P L U with partial pivoting, for lu_solve

    a: (m, n). Returns (factors, pivots), like scipy.linalg.lu_factor: L, whose diagonal of ones is not
    stored, below U in one Fortran-ordered array of a's shape; row i was interchanged with row pivots[i],
    counted from 0, for i = 0, 1, ... up to min(m, n). a is copied, unless `overwrite_a`: then its columns
    must be contiguous, and it becomes the factors. If a pivot is zero, the factors are valid but solve
    nothing: LinAlgWarning.

    >>> factors, pivots = hg.lu(np.array([[1., 2.], [4., 4.]]))
    >>> factors
    array([[4.  , 4.  ],
           [0.25, 1.  ]])
    >>> pivots
    array([1, 1])
    """
    letter = letter_of("a", a, ALL)
    require_matrix("a", a)
    A = updated("a", a, overwrite_a)
    pivots = np.empty(min(a.shape), np.int64)
    info = run(f"{letter}getrf", m=A.rows, n=A.columns, A=A, ipiv=pivots)
    pivots -= 1
    if info > 0:
        warnings.warn(f"a is singular: pivot {info}, counted from 1, is zero", LinAlgWarning, stacklevel=3)
    return A.array, pivots


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
    """Solves a x = b, or a^T x = b if `transposed`, with what lu(a) has returned; a^H x = b if it is also
    `conjugated`

    The factors: (n, n), with contiguous columns; b: (n,) or (n, nrhs). b is copied, unless `overwrite_b`:
    then its columns must be contiguous, and it becomes x. Returns x, Fortran-ordered.

    >>> hg.lu_solve(hg.lu(np.array([[1., 2.], [4., 4.]])), np.array([3., 8.]))
    array([1., 1.])
    """
    factors, pivots = factors_and_pivots
    if conjugated and not transposed:
        raise ValueError("conjugated goes with transposed: the conjugate of a alone is no system of LAPACK's")
    letter, order = system(b, factors=factors)
    F, ipiv = as_columns("factors", factors, written=False), pivots_of(pivots, order)
    X = updated("b", b, overwrite_b, factors=factors)
    op = b"C" if conjugated else b"T" if transposed else b"N"
    run(f"{letter}getrs", trans=op, n=order, nrhs=X.columns, A=F, ipiv=ipiv, B=X)
    return X.array


def cholesky(a: np.ndarray, *, lower: bool = True, overwrite_a: bool = False) -> np.ndarray:
    """Factors a symmetric or hermitian positive definite a = L L^H or, unless `lower`, a = U^H U

    a: (n, n), of which one triangle is read: the lower one if `lower`, and of the diagonal the real parts.
    Returns L or U in a Fortran-ordered array, with zeros in the other triangle. a is copied, unless
    `overwrite_a`: then its columns must be contiguous, and it becomes the factor; its other triangle stays as
    it is. LinAlgError if a is not positive definite.

    >>> hg.cholesky(np.array([[4., 2.], [2., 5.]]))
    array([[2., 0.],
           [1., 2.]])
    """
    letter = letter_of("a", a, ALL)
    order = require_square(a)
    A = updated("a", a if overwrite_a else triangle_of(a, lower, "F"), True)
    require_definite(run(f"{letter}potrf", uplo=uplo_of(lower), n=order, A=A))
    return A.array


def cholesky_solve(factor: np.ndarray, b: np.ndarray, *, lower: bool = True,
                   overwrite_b: bool = False) -> np.ndarray:
    """Solves a x = b with what cholesky(a, lower=lower) has returned

    factor: (n, n), with contiguous columns, of which one triangle is read; b: (n,) or (n, nrhs). b is copied,
    unless `overwrite_b`: then its columns must be contiguous, and it becomes x. Returns x, Fortran-ordered.

    >>> hg.cholesky_solve(hg.cholesky(np.array([[4., 2.], [2., 5.]])), np.array([8., 12.]))
    array([1., 2.])
    """
    letter, order = system(b, factor=factor)
    F, X = as_columns("factor", factor, written=False), updated("b", b, overwrite_b, factor=factor)
    run(f"{letter}potrs", uplo=uplo_of(lower), n=order, nrhs=X.columns, A=F, B=X)
    return X.array


def cholesky_inverse(factor: np.ndarray, *, lower: bool = True, overwrite_factor: bool = False) -> np.ndarray:
    """The inverse of a with what cholesky(a, lower=lower) has returned

    factor: (n, n), of which one triangle is read. Returns the whole inverse, Fortran-ordered. factor is
    copied, unless `overwrite_factor`: then its columns must be contiguous, and one triangle of the inverse
    overwrites the factor; the other triangle stays as it is. LinAlgError if a diagonal element of the factor
    is zero. To solve a x = b, cholesky_solve is faster.

    >>> hg.cholesky_inverse(hg.cholesky(np.array([[4., 2.], [2., 2.]])))
    array([[ 0.5, -0.5],
           [-0.5,  1. ]])
    """
    letter = letter_of("factor", factor, ALL)
    order = require_square(factor)
    X = updated("factor", factor, overwrite_factor)
    inverse = X.array
    require_nonzero(run(f"{letter}potri", uplo=uplo_of(lower), n=order, A=X))
    if not overwrite_factor:
        mirror(inverse, lower)
    return inverse


def solve(a: np.ndarray, b: np.ndarray, *, overwrite_a: bool = False,
          overwrite_b: bool = False) -> np.ndarray:
    """Solves a x = b by LU with partial pivoting

    a: (n, n); b: (n,) or (n, nrhs). a is copied, in its own order, unless `overwrite_a`: then its rows or
    columns must be contiguous, and it is overwritten by factors. If rows are contiguous, the factors are
    those of a^T. b is copied, unless `overwrite_b`: then its columns must be contiguous, and it becomes x.
    Returns x, Fortran-ordered. LinAlgError if a pivot is zero.

    >>> hg.solve(np.array([[1., 2.], [4., 4.]]), np.array([3., 8.]))
    array([1., 1.])
    """
    letter, order = system(b, a=a)
    A = Matrix("a", a if overwrite_a else copied(a, order="K"), written=True)
    X = updated("b", b, overwrite_b, a=A.array)
    arguments = {"m": order, "n": order, "nrhs": X.columns, "A": A, "ipiv": np.empty(order, np.int64), "B": X}
    if A.by_columns is not None:
        require_regular(run(f"{letter}gesv", **arguments))
    else:
        require_regular(run(f"{letter}getrf", **arguments))
        run(f"{letter}getrs", trans=b"T", **arguments)
    return X.array


def solve_mixed(a: np.ndarray, b: np.ndarray, *, definite: bool = False, lower: bool = True,
                overwrite_a: bool = False) -> tuple[np.ndarray, int]:
    """Solves a x = b in float64 by a float32 factorization and refinement, as LAPACK's dsgesv and dsposv; or,
    as zcgesv and zcposv, in complex128 by a complex64 one

    a: (n, n); b: (n,) or (n, nrhs). If `definite`, a is symmetric or hermitian and positive definite, and one
    triangle of it is read: the lower one if `lower`. a is copied, unless `overwrite_a`: then its columns must
    be contiguous, and it may be overwritten by factors. b is copied unless it is Fortran-ordered. Returns (x,
    steps): x, Fortran-ordered, and the steps of refinement, negative if a factorization in double precision
    was needed. LinAlgError if a pivot is zero, or a is to be positive definite and is not.

    >>> x, steps = hg.solve_mixed(np.array([[1., 2.], [4., 4.]]), np.array([3., 8.]))
    >>> x
    array([1., 1.])
    """
    letter, order = system(b, a=a)
    if letter not in "dz":
        raise TypeError(f"a and b are {a.dtype}; solve_mixed needs float64 or complex128")
    letters = {"d": "ds", "z": "zc"}[letter]
    b = np.asfortranarray(b)
    A = updated("a", a, overwrite_a, b=b)
    B, X = as_columns("b", b, written=False), as_columns("x", np.empty_like(b))
    steps = np.zeros(1, np.int64)
    arguments = {"n": order, "nrhs": X.columns, "A": A, "B": B, "X": X, "iter": steps}
    if definite:
        require_definite(run(f"{letters}posv", uplo=uplo_of(lower), **arguments))
    else:
        require_regular(run(f"{letters}gesv", ipiv=np.empty(order, np.int64), **arguments))
    return X.array, int(steps[0])
