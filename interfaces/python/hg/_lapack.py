"""LU and Cholesky factorizations, and linear systems."""

from __future__ import annotations

import warnings

import numpy as np

from ._errors import LinAlgWarning
from ._host import copied, mirror, triangle_of, updated
from ._library import require_definite, require_nonzero, require_regular
from ._matrix import (ALL, Matrix, as_columns, common_letter, letter_of, refuse_mask, require_matrix,
                      require_shape, run, uplo_of)
from ._typing import Array


def require_square(a: Array) -> int:
    """Returns the order of a; raises ValueError unless a is square."""
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError(f"a has shape {a.shape}; a square matrix is needed")
    return a.shape[0]


def system(b: Array, /, **matrix: Array) -> tuple[str, int]:
    """Checks a system of equations with right-hand sides b. Returns BLAS's letter and the order."""
    letter = common_letter(ALL, **matrix, b=b)
    (a,) = matrix.values()
    order = require_square(a)
    if b.ndim not in (1, 2) or b.shape[0] != order:
        raise ValueError(f"b has shape {b.shape}; ({order},) or ({order}, nrhs) is needed")
    return letter, order


def lu(a: Array, *, overwrite_a: bool = False) -> tuple[Array, Array]:
    """Factors a = P L U with partial pivoting, for lu_solve

    a: (m, n). Returns (factors, pivots), like scipy.linalg.lu_factor. factors: U, and below it L without its
    unit diagonal, in one Fortran-ordered array of a's shape. pivots: for i = 0, 1, ..., min(m, n) - 1, row i
    was interchanged with row pivots[i]; rows are 0-based.

    hg copies a unless `overwrite_a` is true: then the columns of a must be contiguous, and the factors
    overwrite a. If a pivot is zero, the factors are valid but cannot be used to solve a system; lu() then
    issues a LinAlgWarning.

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
        warnings.warn(f"a is singular: pivot {info} (1-based) is zero", LinAlgWarning, stacklevel=3)
    return A.array, pivots


def pivots_of(pivots: Array, order: int) -> Array:
    """Checks pivots that lu() returned, and returns them 1-based, as LAPACK needs them."""
    refuse_mask("pivots", pivots)
    pivots = np.asarray(pivots)
    if pivots.dtype.kind not in "iu":
        raise TypeError(f"pivots have elements of type {pivots.dtype}; integers are needed")
    require_shape("pivots", pivots, (order,))
    if order > 0 and not (0 <= pivots.min() and pivots.max() < order):
        raise ValueError(f"pivots are from {pivots.min()} to {pivots.max()}; 0 to {order - 1} are needed")
    return pivots.astype(np.int64) + 1


def lu_solve(factors_and_pivots: tuple[Array, Array], b: Array, *, transposed: bool = False,
             conjugated: bool = False, overwrite_b: bool = False) -> Array:
    """Solves a x = b with the result of lu(a); a^T x = b if `transposed`, a^H x = b if also `conjugated`

    factors_and_pivots: the factors are (n, n) with contiguous columns. b: (n,) or (n, nrhs). hg copies b
    unless `overwrite_b` is true: then the columns of b must be contiguous, and x overwrites b. Returns x,
    Fortran-ordered.

    >>> hg.lu_solve(hg.lu(np.array([[1., 2.], [4., 4.]])), np.array([3., 8.]))
    array([1., 1.])
    """
    factors, pivots = factors_and_pivots
    if conjugated and not transposed:
        raise ValueError("conjugated goes with transposed: LAPACK solves no system with the conjugate of a")
    letter, order = system(b, factors=factors)
    F, ipiv = as_columns("factors", factors, written=False), pivots_of(pivots, order)
    X = updated("b", b, overwrite_b, factors=factors)
    op = b"C" if conjugated else b"T" if transposed else b"N"
    run(f"{letter}getrs", trans=op, n=order, nrhs=X.columns, A=F, ipiv=ipiv, B=X)
    return X.array


def cholesky(a: Array, *, lower: bool = True, overwrite_a: bool = False) -> Array:
    """Factors a symmetric or hermitian positive definite a = L L^H if `lower`, or a = U^H U if not

    a: (n, n). hg reads the lower triangle if `lower`, or the upper triangle if not, and the real parts of the
    diagonal. Returns L or U in a Fortran-ordered array, with zeros in the other triangle. Raises LinAlgError
    if a is not positive definite.

    hg copies a unless `overwrite_a` is true: then the columns of a must be contiguous, the factor overwrites
    one triangle of a, and the other triangle is unchanged.

    >>> hg.cholesky(np.array([[4., 2.], [2., 5.]]))
    array([[2., 0.],
           [1., 2.]])
    """
    letter = letter_of("a", a, ALL)
    order = require_square(a)
    A = updated("a", a if overwrite_a else triangle_of(a, lower, "F"), True)
    require_definite(run(f"{letter}potrf", uplo=uplo_of(lower), n=order, A=A))
    return A.array


def cholesky_solve(factor: Array, b: Array, *, lower: bool = True,
                   overwrite_b: bool = False) -> Array:
    """Solves a x = b with the result of cholesky(a, lower=lower)

    factor: (n, n), with contiguous columns; only one triangle is read. b: (n,) or (n, nrhs). hg copies b
    unless `overwrite_b` is true: then the columns of b must be contiguous, and x overwrites b. Returns x,
    Fortran-ordered.

    >>> hg.cholesky_solve(hg.cholesky(np.array([[4., 2.], [2., 5.]])), np.array([8., 12.]))
    array([1., 2.])
    """
    letter, order = system(b, factor=factor)
    F, X = as_columns("factor", factor, written=False), updated("b", b, overwrite_b, factor=factor)
    run(f"{letter}potrs", uplo=uplo_of(lower), n=order, nrhs=X.columns, A=F, B=X)
    return X.array


def cholesky_inverse(factor: Array, *, lower: bool = True, overwrite_factor: bool = False) -> Array:
    """Computes the inverse of a from the result of cholesky(a, lower=lower)

    factor: (n, n); only one triangle is read. Returns the whole inverse, Fortran-ordered. Raises LinAlgError
    if a diagonal element of the factor is zero. To solve a x = b, cholesky_solve is faster.

    hg copies factor unless `overwrite_factor` is true: then the columns of factor must be contiguous, one
    triangle of the inverse overwrites the factor, and the other triangle is unchanged.

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


def solve(a: Array, b: Array, *, overwrite_a: bool = False,
          overwrite_b: bool = False) -> Array:
    """Solves a x = b by LU factorization with partial pivoting

    a: (n, n). b: (n,) or (n, nrhs). Returns x, Fortran-ordered. Raises LinAlgError if a pivot is zero.

    - hg copies a, with its memory order, unless `overwrite_a` is true: then the rows or the columns of a must
      be contiguous, and factors overwrite a. If the rows are contiguous, they are the factors of a^T
    - hg copies b unless `overwrite_b` is true: then the columns of b must be contiguous, and x overwrites b

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


def solve_mixed(a: Array, b: Array, *, definite: bool = False, lower: bool = True,
                overwrite_a: bool = False) -> tuple[Array, int]:
    """Solves a x = b in double precision by a single precision factorization and iterative refinement, like
    LAPACK's dsgesv, dsposv, zcgesv and zcposv

    a: (n, n), float64 or complex128. b: (n,) or (n, nrhs), of a's type. definite: a is symmetric or hermitian
    positive definite; hg reads its lower triangle if `lower`, or its upper triangle if not.

    Returns (x, steps): x, Fortran-ordered, and the number of refinement steps, which is negative if a double
    precision factorization was needed. Raises LinAlgError if a pivot is zero, or if `definite` is true and a
    is not positive definite.

    hg copies a unless `overwrite_a` is true: then the columns of a must be contiguous, and factors may
    overwrite a. hg copies b unless it is Fortran-ordered.

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
