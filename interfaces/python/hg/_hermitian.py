"""Products with hermitian matrices, and hermitian updates."""

from __future__ import annotations

import numpy as np

from ._blas import on_left, require_order, result, side_of, uplo_of
from ._library import call
from ._matrix import COMPLEX, Matrix, common_letter, factor_of, factors_of, require_apart, require_shape


HERMITIAN = "the result is hermitian"


def require_one_order(*matrices: Matrix) -> bool:
    """Whether rows are contiguous in all of them, and columns not; ValueError if columns are in one and rows in another. BLAS
    has no conjugate without a transpose."""
    by_rows = any(matrix.by_columns is None for matrix in matrices)
    if by_rows and any(matrix.by_rows is None for matrix in matrices):
        names = ", ".join(matrix.name for matrix in matrices)
        raise ValueError(f"of {names} some have contiguous rows, others contiguous columns; all must have the same")
    return by_rows


def hemm(a: np.ndarray, b: np.ndarray, *, side: str = "L", lower: bool = False, alpha: complex = 1, beta: complex = 0,
         out: np.ndarray | None = None) -> np.ndarray:
    """out := alpha a b + beta out if side is 'L', alpha b a + beta out if it is 'R'; a is hermitian

    a: (m, m), or (n, n) for side 'R'; b and out: (m, n). Elements are complex. Of a, the upper triangle is read, the lower one
    if `lower`, and of its diagonal the real parts. a, b and out must all have contiguous rows or all contiguous columns;
    without out, a new array like b is made. If beta is 0, out is not read. Returns out.

    >>> a = np.array([[1, 2j], [np.nan, 3]])
    >>> hg.hemm(a, np.eye(2, dtype=complex))
    array([[1.+0.j, 0.+2.j],
           [0.-2.j, 3.+0.j]])
    """
    letter, left = common_letter(COMPLEX, a=a, b=b, out=out), on_left(side)
    alpha, beta = factors_of(a.dtype, alpha=alpha, beta=beta)
    A, B = Matrix("a", a), Matrix("b", b)
    require_order(A, B.rows if left else B.columns, "b", b)
    c = result(out, beta, b.shape, b.dtype, "F" if B.by_rows is None else "C")
    require_apart("out", c, a=a, b=b)
    C = Matrix("out", c, written=True)
    if require_one_order(A, B, C):  # out^T = alpha b^T a^T, and a^T is hermitian with the other triangle
        A, B, C, left, lower = A.T, B.T, C.T, not left, not lower
    call(f"hg_{letter}hemm", side_of(left), uplo_of(lower), C.rows, C.columns, alpha, A.address, A.by_columns, B.address,
         B.by_columns, beta, C.address, C.by_columns)
    return c


def herk(a: np.ndarray, *, lower: bool = False, alpha: float = 1, beta: float = 0, out: np.ndarray | None = None) -> np.ndarray:
    """out := alpha a a^H + beta out, the upper triangle of it, or the lower one if `lower`

    a: (n, k); out: (n, n), both with contiguous rows or both with contiguous columns; without out, a new array of zeros like a
    is made. Elements are complex, alpha and beta are real. Pass `a.conj().T` for a^H a. The other triangle of out is neither
    read nor written, and none of out is read if beta is 0. Its diagonal becomes real. Returns out.

    >>> hg.herk(np.array([[1, 2j], [3, 4]]))
    array([[ 5.+0.j,  3.+8.j],
           [ 0.+0.j, 25.+0.j]])
    """
    letter = common_letter(COMPLEX, a=a, out=out)
    alpha, beta = factor_of("alpha", alpha, HERMITIAN), factor_of("beta", beta, HERMITIAN)
    A = Matrix("a", a)
    c = result(out, beta, (A.rows, A.rows), a.dtype, "F" if A.by_rows is None else "C")
    require_apart("out", c, a=a)
    C = Matrix("out", c, written=True)
    op, rows, columns = b"N", A.rows, A.columns
    if require_one_order(A, C):  # out^T = alpha S^H S + beta out^T with S = a^T, as it is stored
        A, C, op, lower = A.T, C.T, b"C", not lower
    call(f"hg_{letter}herk", uplo_of(lower), op, rows, columns, alpha, A.address, A.by_columns, beta, C.address, C.by_columns)
    return c


def her2k(a: np.ndarray, b: np.ndarray, *, lower: bool = False, alpha: complex = 1, beta: float = 0,
          out: np.ndarray | None = None) -> np.ndarray:
    """out := alpha a b^H + conj(alpha) b a^H + beta out, the upper triangle of it, or the lower one if `lower`

    a and b: (n, k); out: (n, n), all with contiguous rows or all with contiguous columns; without out, a new array of zeros
    like a is made. Elements are complex, beta is real. The other triangle of out is neither read nor written, and none of out
    is read if beta is 0. Its diagonal becomes real. Returns out.

    >>> hg.her2k(np.array([[1j], [2]]), np.array([[3j], [4]]))
    array([[ 6.+0.j,  0.+10.j],
           [ 0.+0.j, 16.+0.j]])
    """
    letter = common_letter(COMPLEX, a=a, b=b, out=out)
    alpha, beta = factor_of("alpha", alpha), factor_of("beta", beta, HERMITIAN)
    A, B = Matrix("a", a), Matrix("b", b)
    require_shape("b", b, a.shape)
    c = result(out, beta, (A.rows, A.rows), a.dtype, "F" if A.by_rows is None else "C")
    require_apart("out", c, a=a, b=b)
    C = Matrix("out", c, written=True)
    op, rows, columns = b"N", A.rows, A.columns
    if require_one_order(A, B, C):  # out^T = alpha T^H S + conj(alpha) S^H T with S = a^T and T = b^T, as they are stored
        A, B, C, op, lower, alpha = A.T, B.T, C.T, b"C", not lower, alpha.conjugate()
    call(f"hg_{letter}her2k", uplo_of(lower), op, rows, columns, alpha, A.address, A.by_columns, B.address, B.by_columns, beta,
         C.address, C.by_columns)
    return c
