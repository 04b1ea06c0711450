"""Copies and checks of arrays by all cores: NumPy's use one, and take longer than the routines between them.

Arrays have one of hg's four types. Those without contiguous rows or columns are left to NumPy.
"""

from __future__ import annotations

import ctypes

import numpy as np

from ._library import call
from ._matrix import ALL, Matrix, as_columns, require_apart
from ._typing import Array, DType, Order

TYPES = {np.dtype(np.float64): b"f64", np.dtype(np.float32): b"f32", np.dtype(np.complex128): b"c64",
         np.dtype(np.complex64): b"c32"}


def matrix_of(array: Array) -> Matrix | None:
    """An array of two dimensions as hg takes it; None if hg can't."""
    try:
        return Matrix("array", array) if array.dtype in ALL else None
    except ValueError:
        return None


def stored(array: Array) -> tuple[Array, bool]:
    """What BLAS sees of a C- or Fortran-ordered matrix: the array with contiguous columns in its memory, and
    whether that is its transpose."""
    return (array, False) if array.flags.f_contiguous else (array.T, True)


def copy_to(out: Array, a: Array, part: bytes = b"A") -> None:
    """out := a, or one triangle of out, b"L" or b"U"; the other elements of out are unchanged. out has
    contiguous rows or columns, and a has the type of out."""
    columns, turned = stored(out)
    source = matrix_of(a.T if turned else a)
    if source is None:
        below = np.tri(out.shape[0], out.shape[1], k=-1, dtype=bool)  # the diagonal
        lower = below | np.eye(out.shape[0], out.shape[1], dtype=bool)
        np.copyto(out, a, where={b"A": True, b"L": lower, b"U": ~below}[part])
        return
    if turned:
        part = {b"L": b"U", b"U": b"L"}.get(part, part)
    address, leading = source.stored
    call("hg_copy_matrix", TYPES[out.dtype], part, source.op, *columns.shape, address, leading,
         columns.ctypes.data, max(1, columns.shape[0]))


def order_of(a: Array, order: str) -> Order:
    """The order "C" or "F"; for "K" that of the array."""
    if order == "K":
        order = "C" if a.ndim == 2 and abs(a.strides[1]) <= abs(a.strides[0]) else "F"
    return "C" if order == "C" else "F"


def copied(a: Array, dtype: DType | None = None, order: str = "F") -> Array:
    """A new array with the elements of a vector or matrix, in order "C", "F" or "K", a's own."""
    dtype = a.dtype if dtype is None else dtype
    out = np.empty(a.shape, dtype, order_of(a, order))
    if a.ndim == 2 and a.dtype == dtype and dtype in ALL:
        copy_to(out, a)
    else:
        np.copyto(out, a, casting="unsafe")
    return out


def triangle_of(a: Array, lower: bool, order: str = "K") -> Array:
    """A new array with a triangle of a matrix, including the diagonal, and zeros elsewhere."""
    out = np.zeros(a.shape, a.dtype, order_of(a, order))
    copy_to(out, a, b"L" if lower else b"U")
    return out


def mirror(a: Array, lower: bool) -> None:
    """Fills the other triangle of a Fortran-ordered matrix so that it is symmetric or hermitian."""
    leading = max(1, len(a))
    call("hg_copy_matrix", TYPES[a.dtype], b"U" if lower else b"L", b"C", *a.shape, a.ctypes.data, leading,
         a.ctypes.data, leading)


def is_finite(a: Array) -> bool:
    """Whether no element is infinite or NaN."""
    if a.dtype.kind in "biu":
        return True
    matrix = matrix_of(a) if a.ndim == 2 else None
    if matrix is None:
        return bool(np.isfinite(a).all())
    found = ctypes.c_int()
    address, leading = matrix.stored
    shape = a.shape if matrix.op == b"N" else a.shape[::-1]
    call("hg_all_finite", TYPES[a.dtype], *shape, address, leading, ctypes.addressof(found))
    return bool(found.value)


def updated(name: str, array: Array, in_place: bool, /, **inputs: Array) -> Matrix:
    """The matrix that a routine updates: the array itself if `in_place`, or a Fortran-ordered copy. Raises
    ValueError if the array itself overlaps an input."""
    if in_place:
        require_apart(name, array, **inputs)
    return as_columns(name, array if in_place else copied(array))
