"""NumPy arrays in the form in which BLAS takes matrices: an address and a leading dimension."""

from __future__ import annotations

import ctypes
import functools
import re
import threading
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._library import c, call
from ._typing import Array, DType, Order

REAL: dict[DType, str] = {np.dtype(np.float64): "d", np.dtype(np.float32): "s"}
COMPLEX: dict[DType, str] = {np.dtype(np.complex128): "z", np.dtype(np.complex64): "c"}
ALL = REAL | COMPLEX


def refuse_mask(name: str, array: object) -> None:
    """Raises TypeError for a masked array, because hg would compute with the masked elements."""
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, and hg would use the masked elements; {name}.filled(value) replaces "
            "them by a value")


def require_array(name: str, array: Any) -> None:
    """Raises TypeError unless `array` is a NumPy array without a mask."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} is of type {type(array).__name__}; a NumPy array is needed")
    refuse_mask(name, array)


def factor_of(name: str, value: Any, real_since: str = "") -> Any:
    """Returns alpha or beta as a number. Raises TypeError if it is not a number, or if it is not real
    although `real_since` gives a reason why it must be."""
    refuse_mask(name, value)
    try:
        number = complex("" if isinstance(value, (str, bytes)) else value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is of type {type(value).__name__}; a number is needed") from None
    if not real_since:
        return number
    if number.imag != 0:
        raise TypeError(f"{name} is {value}; it must be real, since {real_since}")
    return number.real


def factors_of(dtype: DType, real: Iterable[str] = (), /, **values: object) -> list[Any]:
    """Returns alpha and beta as numbers for a call with elements of this type. Those named in `real` must be
    real, because the result is hermitian."""
    if dtype in REAL:
        return [factor_of(name, value, "the elements are") for name, value in values.items()]
    return [factor_of(name, value, "the result is hermitian" if name in real else "")
            for name, value in values.items()]


def letter_of(name: str, array: Any, allowed: dict[DType, str] = REAL) -> str:
    """BLAS's letter for the type of an array's elements; raises TypeError if the type is not allowed."""
    require_array(name, array)
    if array.dtype not in allowed:
        *others, last = map(str, allowed)
        raise TypeError(
            f"{name} has elements of type {array.dtype}; {', '.join(others)} or {last} is needed. "
            f"{name}.astype(np.{next(iter(allowed))}) converts them")
    return allowed[array.dtype]


def common_letter(allowed: dict[DType, str] = REAL, /, **arrays: Any) -> str:
    """BLAS's letter for the element type of all these arrays; raises TypeError if their types differ. `out`
    may be None."""
    letters = {name: letter_of(name, array, allowed) for name, array in arrays.items()
               if name != "out" or array is not None}
    if len(set(letters.values())) > 1:
        found = ", ".join(f"{name} is {arrays[name].dtype}" for name in letters)
        raise TypeError(f"{found}; all must have the same element type")
    return next(iter(letters.values()))


def require_shape(name: str, array: Array, *allowed: tuple[int, ...]) -> None:
    if array.shape not in allowed:
        raise ValueError(f"{name} has shape {array.shape}; {' or '.join(map(str, allowed))} is needed")


def require_matrix(name: str, array: Array) -> None:
    if array.ndim != 2:
        raise ValueError(f"{name} has {array.ndim} dimensions; a matrix, with 2, is needed")


def result(out: Array | None, beta: complex, shape: tuple[int, ...], dtype: DType,
           order: Order = "C") -> Array:
    """The output of a product: `out`, or a new array of zeros if `out` is None."""
    if out is not None:
        require_shape("out", out, shape)
        return out
    if beta != 0:
        raise ValueError(f"beta is {beta:g}, but there is no out to multiply by it")
    return np.zeros(shape, dtype, order)


def side_of(left: bool) -> bytes:
    return b"L" if left else b"R"


def uplo_of(lower: bool) -> bytes:
    return b"L" if lower else b"U"


def leading(length: int, count: int, along: int, between: int, size: int) -> int | None:
    """The leading dimension of `count` lines of `length` elements, or None if a line has gaps, lines overlap
    or lines are not in order."""
    if length == 0 or count == 0:
        return max(1, length)
    if length > 1 and along != size:
        return None
    if count == 1:
        return length
    return between // size if between >= length * size and between % size == 0 else None


class Matrix:
    """A matrix in an array's memory. `by_columns` is the leading dimension if columns are contiguous,
    `by_rows` if rows are; otherwise they are None. A vector may have both. Raises ValueError for an array
    that has neither."""

    def __init__(self, name: str, array: Array, written: bool = False) -> None:
        require_matrix(name, array)
        if written and not array.flags.writeable:
            raise ValueError(f"{name} is read-only, but the call writes to it")
        self.name = name
        self.array = array  # lives as long as its address is used
        self.address = array.ctypes.data
        self.rows, self.columns = array.shape
        down, across = array.strides
        self.by_columns = leading(self.rows, self.columns, down, across, array.itemsize)
        self.by_rows = leading(self.columns, self.rows, across, down, array.itemsize)
        if (self.by_columns is None and self.by_rows is None) or not array.flags.aligned:
            raise ValueError(
                f"{name} has strides of {down} and {across} bytes: neither rows nor columns are contiguous "
                f"and in order; np.ascontiguousarray({name}) makes a contiguous copy")

    @property
    def T(self) -> Matrix:
        """The transpose, in the same memory."""
        other = object.__new__(Matrix)
        other.name, other.array, other.address = self.name, self.array, self.address
        other.rows, other.columns = self.columns, self.rows
        other.by_columns, other.by_rows = self.by_rows, self.by_columns
        return other

    @property
    def op(self) -> bytes:
        """The letter with which BLAS takes this matrix: T if it is stored by rows, N if by columns."""
        return b"T" if self.by_columns is None else b"N"

    @property
    def stored(self) -> tuple[int, int | None]:
        """Address and leading dimension of the matrix that `op` refers to."""
        return self.address, self.by_rows if self.by_columns is None else self.by_columns


def as_columns(name: str, array: Array, written: bool = True) -> Matrix:
    """The Matrix of a matrix, or of a vector as one column. Raises ValueError unless columns are
    contiguous."""
    matrix = Matrix(name, array if array.ndim != 1 else array[:, np.newaxis], written)
    matrix.array = array
    if matrix.by_columns is None:
        raise ValueError(
            f"{name} has no contiguous columns, which this call needs; np.asfortranarray({name}) makes a "
            "copy that has")
    return matrix


def require_apart(written_name: str, written: Array, /, **inputs: Array) -> None:
    """Raises ValueError if the array that a call writes overlaps an input, which the call still reads."""
    for name, array in inputs.items():
        if np.may_share_memory(written, array, max_work=10000):
            raise ValueError(f"{written_name} has memory in common with {name}; they must not overlap")


@functools.lru_cache(maxsize=None)
def parameters(name: str) -> list[str]:
    """The names of a routine's parameters, in order."""
    return re.findall(r"(\w+)[,)]", getattr(c, f"hg_{name}").__doc__)


submission = threading.local()  # `taken`: an event that waits for this thread's next routine


def call_routine(name: str, *arguments: object) -> int:
    """The info of a routine. If a thread waits for its submission, it goes on before the routine has
    completed."""
    taken = getattr(submission, "taken", None)
    if taken is None or taken.is_set() or not hasattr(c, f"{name}_async"):
        return call(name, *arguments)
    handle = ctypes.c_void_p()
    call(f"{name}_async", *arguments, ctypes.byref(handle))
    taken.set()
    return call("hg_wait", ctypes.byref(handle))


def run(name: str, /, **arguments: object) -> int:
    """Calls a routine and returns its info. Arguments have the names of interfaces/routines.py; those that
    the routine lacks are ignored. A Matrix stands for its address and leading dimension, an array for its
    address."""
    values: dict[str, Any] = {}
    for key, value in arguments.items():
        if isinstance(value, Matrix):
            values[key], values[f"ld{key.lower()}"] = value.stored
        else:
            values[key] = value.ctypes.data if isinstance(value, np.ndarray) else value
    return call_routine(f"hg_{name}", *(values[parameter] for parameter in parameters(name)))
