"""Products and triangular solves."""

from __future__ import annotations

import numpy as np

from ._library import call
from ._matrix import ALL, Matrix, common_letter, factors_of, require_apart, require_shape


def on_left(side: str) -> bool:
    if side not in ("L", "R", "l", "r"):
        raise ValueError(f"side is {side!r}; 'L' or 'R' is needed")
    return side in "Ll"


def side_of(left: bool) -> bytes:
    return b"L" if left else b"R"


def uplo_of(lower: bool) -> bytes:
    return b"L" if lower else b"U"


def require_order(matrix: Matrix, order: int, other_name: str, other: np.ndarray) -> None:
    """ValueError unless the matrix is square, of this order, which follows from another array."""
    if (matrix.rows, matrix.columns) != (order, order):
        raise ValueError(f"{matrix.name} has shape {(matrix.rows, matrix.columns)}; {(order, order)} is needed, since "
                         f"{other_name} has shape {other.shape}")


def result(out: np.ndarray | None, beta: complex, shape: tuple[int, int], dtype: np.dtype, order: str = "C") -> np.ndarray:
    """What a product writes: `out`, or a new array of zeros if there is none."""
    if out is not None:
        require_shape("out", out, shape)
        return out
    if beta != 0:
        raise ValueError(f"beta is {beta:g}, but there is no out that it would multiply")
    return np.zeros(shape, dtype, order)


def gemm(a: np.ndarray, b: np.ndarray, *, alpha: complex = 1, beta: complex = 0, out: np.ndarray | None = None) -> np.ndarray:
    """out := alpha a b + beta out

    a: (m, k); b: (k, n); out: (m, n), a new array if there is none. a, b and out may each have contiguous rows or columns:
    pass `a.T` for the transposed matrix. If beta is 0, out is not read. Returns out.

    >>> a = np.array([[1., 2.], [3., 4.]])
    >>> hg.gemm(a.T, a)
    array([[10., 14.],
           [14., 20.]])
    >>> c = np.ones((2, 2))
    >>> hg.gemm(a, a, alpha=2, beta=-1, out=c)
    array([[13., 19.],
           [29., 43.]])
    """
    letter = common_letter(ALL, a=a, b=b, out=out)
    alpha, beta = factors_of(a.dtype, alpha=alpha, beta=beta)
    A, B = Matrix("a", a), Matrix("b", b)
    if A.columns != B.rows:
        raise ValueError(f"a has shape {a.shape} and b {b.shape}: a's columns and b's rows differ in number")
    c = result(out, beta, (A.rows, B.columns), a.dtype)
    require_apart("out", c, a=a, b=b)
    C = Matrix("out", c, written=True)
    if C.by_columns is None:  # its rows are the columns of C^T = B^T A^T
        A, B, C = B.T, A.T, C.T
    call(f"hg_{letter}gemm", A.op, B.op, C.rows, C.columns, A.columns, alpha, *A.stored, *B.stored, beta, *C.stored)
    return c


def symm(a: np.ndarray, b: np.ndarray, *, side: str = "L", lower: bool = False, alpha: complex = 1, beta: complex = 0,
         out: np.ndarray | None = None) -> np.ndarray:
    """out := alpha a b + beta out if side is 'L', alpha b a + beta out if it is 'R'; a is symmetric

    a: (m, m), or (n, n) for side 'R'; b and out: (m, n). Of a, the upper triangle is read, the lower one if `lower`. b and
    out must both have contiguous rows or both contiguous columns; without out, a new array like b is made. If beta is 0,
    out is not read. Returns out.

    >>> a = np.array([[1., 2.], [np.nan, 3.]])
    >>> hg.symm(a, np.eye(2))
    array([[1., 2.],
           [2., 3.]])
    """
    letter, left = common_letter(ALL, a=a, b=b, out=out), on_left(side)
    alpha, beta = factors_of(a.dtype, alpha=alpha, beta=beta)
    A, B = Matrix("a", a), Matrix("b", b)
    require_order(A, B.rows if left else B.columns, "b", b)
    c = result(out, beta, b.shape, b.dtype, "F" if B.by_rows is None else "C")
    require_apart("out", c, a=a, b=b)
    C = Matrix("out", c, written=True)
    if B.by_columns is None or C.by_columns is None:  # C^T = B^T A
        B, C, left = B.T, C.T, not left
    if B.by_columns is None or C.by_columns is None:
        raise ValueError("b has contiguous rows and out contiguous columns, or the other way round; both must have the same")
    if A.by_columns is None:  # A is its own transposed matrix, whose triangle is the other one
        A, lower = A.T, not lower
    call(f"hg_{letter}symm", side_of(left), uplo_of(lower), C.rows, C.columns, alpha, *A.stored, *B.stored, beta, *C.stored)
    return c


def syrk(a: np.ndarray, *, lower: bool = False, alpha: complex = 1, beta: complex = 0,
         out: np.ndarray | None = None) -> np.ndarray:
    """out := alpha a a^T + beta out, the upper triangle of it, or the lower one if `lower`

    a: (n, k); out: (n, n), a new array of zeros if there is none. Pass `a.T` for a^T a. The other triangle of out is
    neither read nor written, and none of out is read if beta is 0. Returns out.

    >>> hg.syrk(np.array([[1., 2.], [3., 4.]]))
    array([[ 5., 11.],
           [ 0., 25.]])
    """
    letter = common_letter(ALL, a=a, out=out)
    alpha, beta = factors_of(a.dtype, alpha=alpha, beta=beta)
    A = Matrix("a", a)
    c = result(out, beta, (A.rows, A.rows), a.dtype)
    require_apart("out", c, a=a)
    C = Matrix("out", c, written=True)
    if C.by_columns is None:  # C^T = C, with the other triangle
        C, lower = C.T, not lower
    call(f"hg_{letter}syrk", uplo_of(lower), A.op, A.rows, A.columns, alpha, *A.stored, beta, *C.stored)
    return c


def syr2k(a: np.ndarray, b: np.ndarray, *, lower: bool = False, alpha: complex = 1, beta: complex = 0,
          out: np.ndarray | None = None) -> np.ndarray:
    """out := alpha (a b^T + b a^T) + beta out, the upper triangle of it, or the lower one if `lower`

    a and b: (n, k), both with contiguous rows or both with contiguous columns; out: (n, n), a new array of zeros if there
    is none. The other triangle of out is neither read nor written, and none of out is read if beta is 0. Returns out.

    >>> hg.syr2k(np.array([[1.], [2.]]), np.array([[3.], [4.]]))
    array([[ 6., 10.],
           [ 0., 16.]])
    """
    letter = common_letter(ALL, a=a, b=b, out=out)
    alpha, beta = factors_of(a.dtype, alpha=alpha, beta=beta)
    A, B = Matrix("a", a), Matrix("b", b)
    require_shape("b", b, a.shape)
    c = result(out, beta, (A.rows, A.rows), a.dtype)
    require_apart("out", c, a=a, b=b)
    C = Matrix("out", c, written=True)
    if C.by_columns is None:
        C, lower = C.T, not lower
    op, shared = b"N", (A.by_columns, B.by_columns)
    if None in shared:
        op, shared = b"T", (A.by_rows, B.by_rows)
    if None in shared:
        raise ValueError("a has contiguous rows and b contiguous columns, or the other way round; both must have the same")
    call(f"hg_{letter}syr2k", uplo_of(lower), op, A.rows, A.columns, alpha, A.address, shared[0], B.address, shared[1], beta,
         *C.stored)
    return c


def triangular(routine: str, a: np.ndarray, b: np.ndarray, side: str, lower: bool, unit_diagonal: bool, alpha: complex,
               out: np.ndarray | None) -> np.ndarray:
    """trmm or trsm, which overwrite b."""
    letter, left = common_letter(ALL, a=a, b=b, out=out), on_left(side)
    (alpha,) = factors_of(a.dtype, alpha=alpha)
    A = Matrix("a", a)
    if b.ndim != 2:
        raise ValueError(f"b has {b.ndim} dimensions; a matrix, of 2, is needed")
    require_order(A, b.shape[0 if left else 1], "b", b)
    holds_b = out is None or out is b
    if out is None:
        out = b.copy(order="K")
    require_shape("out", out, b.shape)
    B = Matrix("out", out, written=True)
    require_apart("out", out, a=a)
    if not holds_b:
        np.copyto(out, b)
    if B.by_columns is None:  # the transposed equation
        A, B, left, lower = A.T, B.T, not left, not lower
    op = A.op
    if op == b"T":  # what is stored is the transposed matrix, whose triangle is the other one
        lower = not lower
    call(f"hg_{letter}{routine}", side_of(left), uplo_of(lower), op, b"U" if unit_diagonal else b"N", B.rows, B.columns, alpha,
         *A.stored, *B.stored)
    return out


def trmm(a: np.ndarray, b: np.ndarray, *, side: str = "L", lower: bool = False, unit_diagonal: bool = False,
         alpha: complex = 1, out: np.ndarray | None = None) -> np.ndarray:
    """out := alpha a b if side is 'L', alpha b a if it is 'R'; a is triangular

    a: (m, m), or (n, n) for side 'R'; b and out: (m, n). Of a, the upper triangle is read, the lower one if `lower`, and
    its diagonal is taken for ones if `unit_diagonal`. BLAS works in b's memory: `out=b` does so too; otherwise b is copied
    first, to out or to a new array. Returns out.

    >>> hg.trmm(np.array([[1., 2.], [np.nan, 3.]]), np.ones((2, 2)))
    array([[3., 3.],
           [3., 3.]])
    """
    return triangular("trmm", a, b, side, lower, unit_diagonal, alpha, out)


def trsm(a: np.ndarray, b: np.ndarray, *, side: str = "L", lower: bool = False, unit_diagonal: bool = False,
         alpha: complex = 1, out: np.ndarray | None = None) -> np.ndarray:
    """out := alpha a^-1 b if side is 'L', alpha b a^-1 if it is 'R'; a is triangular

    a: (m, m), or (n, n) for side 'R'; b and out: (m, n). Of a, the upper triangle is read, the lower one if `lower`, and
    its diagonal is taken for ones if `unit_diagonal`. BLAS works in b's memory: `out=b` does so too; otherwise b is copied
    first, to out or to a new array. Zeros on the diagonal are not looked for, as in BLAS. Returns out.

    >>> b = np.array([[3.], [3.]])
    >>> hg.trsm(np.array([[1., 2.], [np.nan, 3.]]), b, out=b)
    array([[1.],
           [1.]])
    """
    return triangular("trsm", a, b, side, lower, unit_diagonal, alpha, out)
