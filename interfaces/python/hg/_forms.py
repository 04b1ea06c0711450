"""What hg's forms of NumPy's and SciPy's functions share.

A form takes the original function, the least order that hg computes, and arguments of the original by their
names, with the original's defaults. Versions may lack some of them. A form returns NotImplemented for calls
that it leaves to the original, as does a call with an argument that the form doesn't have.
"""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._host import copied, triangle_of
from ._matrix import ALL, as_columns, run
from ._qr import columns_of_q
from ._typing import Array

Form = Callable[..., Any]


def is_plain(array: Any) -> bool:
    """Whether hg knows all that the array says: it is one of NumPy's own two classes."""
    return type(array) in (np.ndarray, np.matrix)


def is_square(a: Any) -> bool:
    return is_plain(a) and a.ndim == 2 and a.shape[0] == a.shape[1]


def is_worth(threshold: int, *sizes: int) -> bool:
    """Whether a product of these three sizes has the least order, or more."""
    m, n, k = sizes
    return m * n * k >= threshold ** 3


def like(result: Array, argument: object) -> Any:
    """The result as a numpy.matrix if the argument is one."""
    return result.view(np.matrix) if isinstance(argument, np.matrix) else result


def flat(array: Any) -> Array:
    """The array without its class."""
    return np.asarray(array)


def fortran_factors(a: Array, dtype: Any, overwrite_a: bool = False) -> Array:
    """What a routine may overwrite: a Fortran-ordered copy, or the array itself if that is allowed and it is
    one."""
    is_own = overwrite_a and a.flags.f_contiguous and a.flags.writeable and a.dtype == dtype
    return flat(a) if is_own else copied(flat(a), dtype)


def cholesky_of(a: Array, dtype: Any, lower: bool) -> tuple[Array, int]:
    """The factor in a's order, from one triangle of a, with zeros in the other, and info."""
    factor = triangle_of(flat(a) if a.dtype == dtype else flat(a).astype(dtype), lower)
    columns = factor
    if not factor.flags.f_contiguous:  # conj(a) = U^H U with U = L^T, which is L in memory
        columns, lower = factor.T, not lower
    info = run(f"{ALL[columns.dtype]}potrf", uplo=b"L" if lower else b"U", n=len(a),
               A=as_columns("a", columns))
    return factor, info


def qr_factors(a: Array, dtype: Any, overwrite_a: bool = False) -> tuple[Array, Array]:
    """R and the reflectors, and their factors tau, as LAPACK's geqrf has them."""
    factors = fortran_factors(a, dtype, overwrite_a)
    A, tau = as_columns("a", factors), np.empty(min(a.shape), dtype)
    run(f"{ALL[factors.dtype]}geqrf", m=A.rows, n=A.columns, A=A, tau=tau)
    return factors, tau


def upper_of(factors: Array, rows: int) -> Array:
    """The first rows of R."""
    return triangle_of(factors[:rows], lower=False, order="F")


def q_of(factors: Array, tau: Array, columns: int) -> Array:
    """The first columns of Q, in the memory of the factors if there is room."""
    m, n = factors.shape
    q = factors
    if columns > n:
        q = np.empty((m, columns), factors.dtype, order="F")
        q[:, :n] = factors
    elif columns < n:
        q = copied(factors[:, :columns])  # so that the rest is freed
    return columns_of_q(ALL[factors.dtype], q, tau)


def reduced(a: Array, b: Array, dtype: Any) -> tuple[Array, Array, Array]:
    """R of a = Q R, the first rows of Q^H b, and the sums of squares of the others: what is left of a
    least-squares problem."""
    factors, tau = qr_factors(a, dtype)
    n = a.shape[1]
    columns = b[:, np.newaxis] if b.ndim == 1 else b
    c = copied(flat(columns), dtype)
    C, letter = as_columns("b", c), ALL[factors.dtype]
    real = letter in "ds"
    run(f"{letter}{'or' if real else 'un'}mqr", side=b"L", trans=b"T" if real else b"C", m=C.rows,
        n=C.columns, k=n, A=as_columns("a", factors, written=False), tau=tau, C=C)
    squares = np.sum(np.abs(c[n:]) ** 2, axis=0)
    top = c[:n]
    return upper_of(factors, n), top[:, 0] if b.ndim == 1 else top, squares
