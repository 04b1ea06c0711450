"""The level 3 BLAS functions on arrays. generate.py writes the public functions, in _routines.py.

BLAS takes column-major matrices. A row-major matrix is its transpose in column-major order, so each function
transposes the equation if the output has contiguous rows.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ._matrix import (ALL, COMPLEX, Matrix, common_letter, factors_of, require_apart, require_matrix,
                      require_shape, result, run, side_of, uplo_of)
from ._typing import Array


def on_left(side: str) -> bool:
    if side not in ("L", "R", "l", "r"):
        raise ValueError(f"side is {side!r}; 'L' or 'R' is needed")
    return side in "Ll"


def require_order(matrix: Matrix, order: int, other_name: str, other: Array) -> None:
    """Raises ValueError unless the matrix is square and has the order that follows from the other array."""
    if (matrix.rows, matrix.columns) != (order, order):
        raise ValueError(f"{matrix.name} has shape {matrix.array.shape}; {(order, order)} is needed, since "
                         f"{other_name} has shape {other.shape}")


def have_rows(*matrices: Matrix) -> bool:
    """Returns whether the matrices have contiguous rows but not contiguous columns. Raises ValueError if some
    have only contiguous rows and others only contiguous columns."""
    by_rows = any(matrix.by_columns is None for matrix in matrices)
    if by_rows and any(matrix.by_rows is None for matrix in matrices):
        names = [matrix.name for matrix in matrices]
        raise ValueError(f"of {', '.join(names)}, some have contiguous rows and others contiguous columns; "
                         "all must have the same order" if len(names) > 2 else
                         f"of {names[0]} and {names[1]}, one has contiguous rows and the other contiguous "
                         "columns; both must have the same order")
    return by_rows


def output(out: Array | None, beta: complex, shape: tuple[int, ...], like: Matrix | None = None, /,
           **inputs: Array) -> Matrix:
    """The output of a product: `out`, or a new array: column-major if `like` has no contiguous rows,
    row-major otherwise."""
    c = result(out, beta, shape, inputs["a"].dtype, "F" if like and like.by_rows is None else "C")
    require_apart("out", c, **inputs)
    return Matrix("out", c, written=True)


def product(name: str, a: Array, b: Array, *, alpha: complex, beta: complex, out: Array | None,
            lower: bool | None = None) -> Array:
    """C := alpha A B + beta C; one triangle of C if `lower` is given"""
    letter = common_letter(ALL, a=a, b=b, out=out)
    alpha, beta = factors_of(a.dtype, alpha=alpha, beta=beta)
    A, B = Matrix("a", a), Matrix("b", b)
    if A.columns != B.rows:
        raise ValueError(f"a has shape {a.shape} and b {b.shape}: a's columns and b's rows differ in number")
    if lower is not None and A.rows != B.columns:
        raise ValueError(f"a has shape {a.shape} and b {b.shape}: a's rows and b's columns differ in number")
    C = output(out, beta, (A.rows, B.columns), a=a, b=b)
    if C.by_columns is None:  # C^T = B^T A^T, and the other triangle
        A, B, C, lower = B.T, A.T, C.T, not lower
    run(letter + name, uplo=uplo_of(bool(lower)), transa=A.op, transb=B.op, m=C.rows, n=C.columns,
        k=A.columns, alpha=alpha, A=A, B=B, beta=beta, C=C)
    return C.array


def update(name: str, *arrays: Array, lower: bool, alpha: complex, beta: complex, out: Array | None,
           hermitian: bool = False, real: Iterable[str] = ()) -> Array:
    """C := alpha A A^T + beta C or C := alpha (A B^T + B A^T) + beta C; A^H and B^H if C is hermitian"""
    inputs = dict(zip("ab", arrays))
    letter = common_letter(COMPLEX if hermitian else ALL, **inputs, out=out)
    alpha, beta = factors_of(arrays[0].dtype, real, alpha=alpha, beta=beta)
    matrices = [Matrix(*pair) for pair in inputs.items()]
    A = matrices[0]
    for pair in inputs.items():
        require_shape(*pair, arrays[0].shape)
    C = output(out, beta, (A.rows, A.rows), A if hermitian else None, **inputs)
    op, sizes = b"N", {"n": A.rows, "k": A.columns}
    by_rows = have_rows(*matrices, *[C] if hermitian else [])  # BLAS has no conjugate without a transpose
    if by_rows:  # S = A^T is stored: C = alpha S^T S; if hermitian, C^T = alpha S^H S
        op, matrices = b"C" if hermitian else b"T", [matrix.T for matrix in matrices]
        alpha = alpha.conjugate() if hermitian else alpha
    if C.by_columns is None:  # a symmetric C^T is C, with the other triangle
        C, lower = C.T, not lower
    run(letter + name, uplo=uplo_of(lower), trans=op, **sizes, alpha=alpha, **dict(zip("AB", matrices)),
        beta=beta, C=C)
    return C.array


def sided(name: str, a: Array, b: Array, *, side: str, lower: bool, alpha: complex, beta: complex,
          out: Array | None, hermitian: bool = False) -> Array:
    """C := alpha A B + beta C or C := alpha B A + beta C with a symmetric or hermitian A"""
    letter, left = common_letter(COMPLEX if hermitian else ALL, a=a, b=b, out=out), on_left(side)
    alpha, beta = factors_of(a.dtype, alpha=alpha, beta=beta)
    A, B = Matrix("a", a), Matrix("b", b)
    require_order(A, B.rows if left else B.columns, "b", b)
    C = output(out, beta, b.shape, B, a=a, b=b)
    if have_rows(*[A] if hermitian else [], B, C):  # C^T = B^T A^T
        B, C, left = B.T, C.T, not left
    # A symmetric A is its transpose, with the other triangle; a hermitian A enters C^T as A^T.
    if A.by_columns is None:
        A, lower = A.T, not lower
    run(letter + name, side=side_of(left), uplo=uplo_of(lower), m=C.rows, n=C.columns, alpha=alpha, A=A, B=B,
        beta=beta, C=C)
    return C.array


def triangular(name: str, a: Array, b: Array, *, side: str, lower: bool, unit_diagonal: bool,
               alpha: complex, out: Array | None) -> Array:
    """B := alpha A B or B := alpha B A with a triangular A or its inverse"""
    letter, left = common_letter(ALL, a=a, b=b, out=out), on_left(side)
    (alpha,) = factors_of(a.dtype, alpha=alpha)
    A = Matrix("a", a)
    require_matrix("b", b)
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
    if op == b"T":  # the transpose is stored, so it is the other triangle
        lower = not lower
    run(letter + name, side=side_of(left), uplo=uplo_of(lower), transa=op,
        diag=b"U" if unit_diagonal else b"N", m=B.rows, n=B.columns, alpha=alpha, A=A, B=B)
    return out
