"""QR factorizations, products with Q, and least squares."""

from __future__ import annotations

import numpy as np

from ._host import copied, triangle_of, updated
from ._library import require_full_rank
from ._matrix import (ALL, COMPLEX, Matrix, as_columns, common_letter, letter_of, require_matrix,
                      require_shape, run, side_of)
from ._typing import Array

MODES = ("reduced", "complete", "r")


def with_q(letter: str, routine: str) -> str:
    """The name of a routine on Q: ormqr and orgqr for real elements, unmqr and ungqr for complex ones."""
    return f"{letter}{'un' if letter in COMPLEX.values() else 'or'}{routine}"


def qr_factor(a: Array, *, overwrite_a: bool = False) -> tuple[Array, Array]:
    """Factors a = Q R, for qr_multiply

    a: (m, n), real or complex. Returns (factors, tau). factors: R in the upper triangle of a Fortran-ordered
    array of a's shape. Below it, together with tau, min(m, n) reflectors whose product is Q, in the format of
    LAPACK's geqrf. The diagonal of R is real.

    hg copies a unless `overwrite_a` is true: then the columns of a must be contiguous, and the factors
    overwrite a.

    >>> factors, tau = hg.qr_factor(np.array([[3., 5.], [4., -10.]]))
    >>> factors.round(9)
    array([[ -5. ,   5. ],
           [  0.5, -10. ]])
    >>> tau.round(9)
    array([1.6, 0. ])
    """
    letter = letter_of("a", a, ALL)
    require_matrix("a", a)
    A, tau = updated("a", a, overwrite_a), np.empty(min(a.shape), a.dtype)
    run(f"{letter}geqrf", m=A.rows, n=A.columns, A=A, tau=tau)
    return A.array, tau


def qr_multiply(factors_and_tau: tuple[Array, Array], c: Array, *, transposed: bool = False,
                right: bool = False, overwrite_c: bool = False) -> Array:
    """Computes Q c, or Q^T c if `transposed`, from the result of qr_factor(a); c Q or c Q^T if `right`

    For complex arrays, `transposed` means Q^H. factors_and_tau: the factors are (m, n) with contiguous
    columns. Q is the whole m x m matrix. c: m rows, or m columns if `right`; (m,) counts as a column. Returns
    the product, Fortran-ordered.

    hg copies c unless `overwrite_c` is true: then the columns of c must be contiguous, and the product
    overwrites c.

    >>> hg.qr_multiply(hg.qr_factor(np.array([[3., 5.], [4., -10.]])), np.array([-5., 0.])).round(9)
    array([3., 4.])
    """
    factors, tau = factors_and_tau
    letter = common_letter(ALL, factors=factors, tau=tau, c=c)
    F = as_columns("factors", factors, written=False)
    require_shape("tau", tau, (min(factors.shape),))
    tau = np.ascontiguousarray(tau)
    C = updated("c", c, overwrite_c, factors=factors, tau=tau)
    if (C.columns if right else C.rows) != F.rows:
        raise ValueError(f"c has shape {c.shape}; {F.rows} {'columns' if right else 'rows'} are needed")
    adjoint = b"C" if letter in COMPLEX.values() else b"T"
    run(with_q(letter, "mqr"), side=side_of(not right), trans=adjoint if transposed else b"N", m=C.rows,
        n=C.columns, k=len(tau), A=F, tau=tau, C=C)
    return C.array


def columns_of_q(letter: str, q: Array, tau: Array) -> Array:
    """Overwrites the reflectors in the first columns of q by the columns of Q."""
    Q = as_columns("q", q)
    run(with_q(letter, "gqr"), m=Q.rows, n=Q.columns, k=len(tau), A=Q, tau=tau)
    return q


def qr(a: Array, mode: str = "reduced", *,
       overwrite_a: bool = False) -> tuple[Array, Array] | Array:
    """Factors a = Q R, where Q has orthonormal columns and R is upper triangular, like numpy.linalg.qr

    a: (m, n), real or complex. With k = min(m, n), the result depends on `mode`:

        "reduced"   (Q, R) with shapes (m, k) and (k, n)
        "complete"  (Q, R) with shapes (m, m) and (m, n)
        "r"         R with shape (k, n)

    The results are Fortran-ordered. The diagonal of R is real and may have any sign.

    hg copies a unless `overwrite_a` is true: then the columns of a must be contiguous, and its contents
    afterwards are unspecified.

    >>> Q, R = hg.qr(np.array([[3., 5.], [4., -10.]]))
    >>> R.round(9)
    array([[ -5.,   5.],
           [  0., -10.]])
    """
    if mode not in MODES:
        raise ValueError(f"mode is {mode!r}; one of {', '.join(MODES)} is needed")
    letter = letter_of("a", a, ALL)
    factors, tau = qr_factor(a, overwrite_a=overwrite_a)
    (m, n), k = factors.shape, len(tau)
    R = triangle_of(factors if mode == "complete" else factors[:k], lower=False, order="F")
    if mode == "r":
        return R
    q = factors[:, :k]
    if mode == "complete" and m > k:
        q = np.empty((m, m), factors.dtype, order="F")
        q[:, :k] = factors[:, :k]
    elif not overwrite_a and n > k:
        q = copied(q)  # so that the rest of the factors is freed
    return columns_of_q(letter, q, tau), R


def lstsq(a: Array, b: Array, *, overwrite_a: bool = False) -> Array:
    """Solves a x = b in the least-squares sense; if a has fewer rows than columns, returns the x of minimum
    norm

    a: (m, n), of full rank. b: (m,) or (m, nrhs); a and b are both real or both complex. Returns x: (n,) or
    (n, nrhs), Fortran-ordered. Raises LinAlgError if a diagonal element of the triangular factor is exactly
    zero: a then does not have full rank. If a is nearly rank-deficient, x is useless and there is no warning;
    use numpy.linalg.lstsq for such matrices.

    hg copies a, with its memory order, unless `overwrite_a` is true: then the rows or the columns of a must
    be contiguous, and factors overwrite a.

    >>> hg.lstsq(np.array([[1., 1.], [1., 2.], [1., 3.]]), np.array([2., 3., 4.])).round(9)
    array([1., 1.])
    """
    letter = common_letter(ALL, a=a, b=b)
    require_matrix("a", a)
    m, n = a.shape
    if b.ndim not in (1, 2) or b.shape[0] != m:
        raise ValueError(f"b has shape {b.shape}; ({m},) or ({m}, nrhs) is needed")
    x = np.empty((max(m, n), *b.shape[1:]), b.dtype, order="F")
    x[:m] = b
    X = as_columns("b", x)
    A = Matrix("a", a if overwrite_a else copied(a, order="K"), written=True)
    stored = A if A.op == b"N" else A.T
    op = A.op
    conjugates = op == b"T" and letter in COMPLEX.values()
    # LAPACK does not solve with the transpose, so solve conj(a) conj(x) = conj(b): conj(a) is the adjoint of
    # the stored matrix.
    if conjugates:
        op = b"C"
        np.conjugate(x, out=x)
    info = run(f"{letter}gels", trans=op, m=stored.rows, n=stored.columns, nrhs=X.columns, A=A, B=X)
    require_full_rank(info)
    if conjugates:
        np.conjugate(x, out=x)
    return x if n >= m else np.array(x[:n], order="F")
