"""hg's forms of scipy.linalg's functions (_forms.py). SciPy computes in the type of the elements."""

from __future__ import annotations

import importlib
import warnings
from typing import Any

import numpy as np

from ._forms import (Form, cholesky_of, flat, fortran_factors, is_plain, is_square, is_worth, q_of,
                     qr_factors, reduced, upper_of)
from ._host import copied, is_finite, stored
from ._inverse import factored, inverse_of, sign_of, solved
from ._matrix import ALL, as_columns, run
from ._typing import Array

DOUBLE_WHOLE = "iIlLqQ"  # codes of integers that SciPy takes for double precision, not for single
OPS = {0: b"N", "N": b"N", 1: b"T", "T": b"T", 2: b"C", "C": b"C"}


def scipy_linalg() -> Any:
    """The module, which is there if its functions call these."""
    return importlib.import_module("scipy.linalg")


def type_of(*arrays: Array) -> Any:
    """The type in which LAPACK computes; None if that is left to SciPy."""
    dtypes = [np.dtype(np.float64) if array.dtype.char in DOUBLE_WHOLE else array.dtype for array in arrays]
    return None if any(dtype not in ALL for dtype in dtypes) else np.result_type(*dtypes)


def square_type(threshold: int, a: Any, columns: int | None = None) -> Any:
    """The type of a square matrix that hg takes; None if that is left to SciPy."""
    worth = is_square(a) and is_worth(threshold, *a.shape, len(a) if columns is None else columns)
    return type_of(a) if worth else None


def right_hand_sides(a: Any, b: Any) -> bool:
    """Whether b belongs to a system of a's order."""
    return is_plain(b) and b.ndim in (1, 2) and len(b) == len(a) and b.size > 0


def columns_of(b: Array) -> int:
    return 1 if b.ndim == 1 else b.shape[1]


def check(check_finite: bool, *arrays: Array) -> None:
    if check_finite and not all(is_finite(flat(array)) for array in arrays):
        raise ValueError("array must not contain infs or NaNs")


def lu_factor(original: Form, threshold: int, a: Any, overwrite_a: bool, check_finite: bool) -> Any:
    """L and U in one Fortran-ordered array, and pivots from 0."""
    if not is_plain(a) or a.ndim != 2 or not is_worth(threshold, *a.shape, min(a.shape)):
        return NotImplemented
    dtype = type_of(a)
    if dtype is None:
        return NotImplemented
    check(check_finite, a)
    factors = fortran_factors(a, dtype, overwrite_a)
    pivots, info = factored(factors)
    if info > 0:
        warnings.warn(f"Diagonal number {info} is exactly zero. Singular matrix.",
                      scipy_linalg().LinAlgWarning, stacklevel=3)
    return factors, (pivots - 1).astype(np.int32)


def lu_solve(original: Form, threshold: int, lu_and_piv: Any, b: Any, trans: Any,
             overwrite_b: bool, check_finite: bool) -> Any:
    """The solution by lu_factor's factors."""
    lu, piv = lu_and_piv
    if not is_square(lu) or not right_hand_sides(lu, b) or trans not in (0, 1, 2):
        return NotImplemented
    dtype = type_of(lu, b) if is_worth(threshold, *lu.shape, columns_of(b)) else None
    if dtype is None:
        return NotImplemented
    check(check_finite, b)
    x = fortran_factors(b, dtype, overwrite_b)
    factors = fortran_factors(lu, dtype, overwrite_a=True)  # only read
    solved(factors, np.asarray(piv).astype(np.int64) + 1, x, OPS[trans])
    return x


def factor(threshold: int, a: Any, lower: bool, check_finite: bool) -> Any:
    """The factor by Cholesky, with zeros in the other triangle."""
    dtype = square_type(threshold, a)
    if dtype is None:
        return NotImplemented
    check(check_finite, a)
    c, info = cholesky_of(a, dtype, bool(lower))
    if info > 0:
        raise np.linalg.LinAlgError(f"{info}-th leading minor of the array is not positive definite")
    return c


def cholesky(original: Form, threshold: int, a: Any, lower: bool, overwrite_a: bool,
             check_finite: bool) -> Any:
    """U of a = U^H U, or L of a = L L^H, in a's order."""
    return factor(threshold, a, lower, check_finite)


def cho_factor(original: Form, threshold: int, a: Any, lower: bool, overwrite_a: bool,
               check_finite: bool) -> Any:
    """The same with `lower`, for cho_solve."""
    c = factor(threshold, a, lower, check_finite)
    return c if c is NotImplemented else (c, lower)


def cho_solve(original: Form, threshold: int, c_and_lower: Any, b: Any, overwrite_b: bool,
              check_finite: bool) -> Any:
    """The solution by cho_factor's factor."""
    c, lower = c_and_lower
    if not is_square(c) or not right_hand_sides(c, b):
        return NotImplemented
    dtype = type_of(c, b) if is_worth(threshold, *c.shape, columns_of(b)) else None
    if dtype is None:
        return NotImplemented
    check(check_finite, b, c)
    x = fortran_factors(b, dtype, overwrite_b)
    columns, turned = stored(flat(c)) if c.dtype == dtype and dtype.kind == "f" else (flat(c), False)
    if turned and columns.flags.f_contiguous:  # of real elements, L in rows is U in columns
        lower = not lower
    else:
        columns = fortran_factors(c, dtype, overwrite_a=True)  # only read
    definite_solved(columns, bool(lower), x)
    return x


def definite_solved(columns: Array, lower: bool, x: Array) -> None:
    """x := a^-1 x by a's factor."""
    X = as_columns("b", x)
    run(f"{ALL[columns.dtype]}potrs", uplo=b"L" if lower else b"U", n=X.rows, nrhs=X.columns,
        A=as_columns("c", columns, written=False), B=X)


def solve_triangular(original: Form, threshold: int, a: Any, b: Any, trans: Any, lower: bool,
                     unit_diagonal: bool, overwrite_b: bool, check_finite: bool) -> Any:
    """x of op(a) x = b, a triangular."""
    if not is_square(a) or not right_hand_sides(a, b) or trans not in OPS:
        return NotImplemented
    dtype = type_of(a, b) if is_worth(threshold, *a.shape, columns_of(b)) else None
    if dtype is None:
        return NotImplemented
    check(check_finite, a, b)
    zeros: list[int] = [] if unit_diagonal else np.flatnonzero(a.diagonal() == 0).tolist()
    if len(zeros) > 0:
        raise np.linalg.LinAlgError(f"singular matrix: resolution failed at diagonal {zeros[0]}")
    x, op = fortran_factors(b, dtype, overwrite_b), OPS[trans]
    columns, turned = stored(flat(a))
    if turned and columns.flags.f_contiguous and a.dtype == dtype and op != b"C":
        op, lower = b"N" if op == b"T" else b"T", not lower
    else:
        columns = fortran_factors(a, dtype, overwrite_a=True)  # only read
    X = as_columns("b", x)
    run(f"{ALL[dtype]}trsm", side=b"L", uplo=b"L" if lower else b"U", transa=op,
        diag=b"U" if unit_diagonal else b"N", m=X.rows, n=X.columns, alpha=1,
        A=as_columns("a", columns, written=False), B=X)
    return x


def inv(original: Form, threshold: int, a: Any, overwrite_a: bool, check_finite: bool) -> Any:
    """a^-1 in a's order."""
    dtype = square_type(threshold, a)
    if dtype is None:
        return NotImplemented
    check(check_finite, a)
    x, info = inverse_of(copied(flat(a), dtype, "K"))
    if info > 0:
        raise np.linalg.LinAlgError("singular matrix")
    return x


def det(original: Form, threshold: int, a: Any, overwrite_a: bool, check_finite: bool) -> Any:
    """The determinant, the product of U's diagonal."""
    dtype = square_type(threshold, a)
    if dtype is None:
        return NotImplemented
    check(check_finite, a)
    factors = copied(flat(a), dtype, "K")
    pivots, info = factored(stored(factors)[0])
    with np.errstate(all="ignore"):
        product = np.prod(factors.diagonal())
    return product.item() * (0 if info > 0 else sign_of(pivots))


def qr(original: Form, threshold: int, a: Any, overwrite_a: bool, lwork: Any, mode: str, pivoting: bool,
       check_finite: bool) -> Any:
    """Q and R, R alone, or LAPACK's factors and R, by the mode."""
    if not is_plain(a) or a.ndim != 2 or pivoting or lwork is not None:
        return NotImplemented
    m, n = a.shape
    dtype = type_of(a) if is_worth(threshold, m, n, min(m, n)) else None
    if dtype is None or mode not in ("full", "qr", "r", "economic", "raw"):
        return NotImplemented
    check(check_finite, a)
    factors, tau = qr_factors(a, dtype, overwrite_a)
    short = mode in ("economic", "raw") and m >= n
    R = upper_of(factors, n if short else m)
    if mode == "r":
        return (R,)
    if mode == "raw":
        return (factors, tau), R
    return q_of(factors, tau, min(m, n) if mode == "economic" else m), R


def lstsq(original: Form, threshold: int, a: Any, b: Any, cond: Any, overwrite_a: bool,
          overwrite_b: bool, check_finite: bool, lapack_driver: Any) -> Any:
    """x of least |b - a x| by SciPy's driver for R, if there are twice as many rows as columns."""
    if not is_plain(a) or not is_plain(b) or a.ndim != 2 or b.ndim not in (1, 2) or len(a) != len(b):
        return NotImplemented
    m, n = a.shape
    dtype = type_of(a, b) if m >= 2 * n and is_worth(threshold, m, n, n) and b.size > 0 else None
    if dtype is None:
        return NotImplemented
    check(check_finite, a, b)
    R, c, squares = reduced(a, b, dtype)
    x, left, rank, values = original(R, c, cond, True, True, False, lapack_driver)
    if values is not None and rank == n:  # gelsy tells neither
        left = squares if b.ndim == 2 else squares[0]
    return x, left, rank, values


def solve(original: Form, threshold: int, a: Any, b: Any, lower: bool, overwrite_a: bool, overwrite_b: bool,
          check_finite: bool, assume_a: str | None, transposed: bool) -> Any:
    """x of a x = b by LU or Cholesky, with SciPy's warning for an ill-conditioned a."""
    if assume_a not in ("gen", "pos", None) or not is_square(a) or not right_hand_sides(a, b):
        return NotImplemented
    dtype = type_of(a, b) if is_worth(threshold, *a.shape, len(a)) else None
    if dtype is None or (transposed and dtype.kind == "c"):
        return NotImplemented
    check(check_finite, a, b)
    x = fortran_factors(b, dtype, overwrite_b)
    if assume_a == "pos":
        rcond = solve_definite(flat(a).astype(dtype, copy=False), x, bool(lower))
    else:
        rcond = solve_general(copied(flat(a), dtype, "K"), x, bool(transposed))
    if rcond < np.finfo(dtype).eps / 2:  # lamch("E")
        warnings.warn(f"Ill-conditioned matrix (rcond={rcond:.6g}): result may not be accurate.",
                      scipy_linalg().LinAlgWarning, stacklevel=3)
    return x


def lapack(name: str, array: Array) -> Any:
    """A function of SciPy's LAPACK, which estimates a condition by factors that hg has computed."""
    return scipy_linalg().get_lapack_funcs(name, (array,))


def solve_general(a: Array, x: Array, transposed: bool) -> float:
    """x := op(a)^-1 x, and the reciprocal condition number of a, which factors overwrite."""
    columns, turned = stored(a)
    norm = "1" if turned == transposed else "I"
    size = lapack("lange", columns)(norm, columns)
    pivots, info = factored(columns)
    if info > 0:
        raise np.linalg.LinAlgError("Matrix is singular.")
    solved(columns, pivots, x, b"T" if turned != transposed else b"N")
    return float(lapack("gecon", columns)(columns, size, norm=norm)[0])


def solve_definite(a: Array, x: Array, lower: bool) -> float:
    """The same by Cholesky; a is unchanged."""
    norm = lapack("lange", a)("1", stored(a)[0] if a.flags.forc else a)
    factor_, info = cholesky_of(a, a.dtype, lower)
    if info > 0:
        raise np.linalg.LinAlgError("Matrix is singular.")
    columns, turned = stored(factor_)
    if turned and a.dtype.kind == "c":
        columns, turned = copied(factor_), False
    is_lower = lower != turned
    definite_solved(columns, is_lower, x)
    return float(lapack("pocon", columns)(columns, norm, uplo="L" if is_lower else "U")[0])


FORMS: dict[str, Form] = {
    "solve": solve, "inv": inv, "cholesky": cholesky, "qr": qr, "lstsq": lstsq, "det": det,
    "lu_factor": lu_factor, "lu_solve": lu_solve, "cho_factor": cho_factor, "cho_solve": cho_solve,
    "solve_triangular": solve_triangular}
