"""NumPy arrays as BLAS takes matrices: an address, and a leading dimension by columns or by rows."""

from __future__ import annotations

import ctypes
import functools
import re
import threading
from collections.abc import Iterable

import numpy as np

from ._library import c, call

REAL = {np.dtype(np.float64): "d", np.dtype(np.float32): "s"}
COMPLEX = {np.dtype(np.complex128): "z", np.dtype(np.complex64): "c"}
ALL = REAL | COMPLEX


def refuse_mask(name: str, array: object) -> None:
    """TypeError for a masked array: hg would compute with the elements that it masks."""
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, and hg would use the elements that it masks: {name}.filled(value) is "
            "an array with "
            "a value in their place")


def require_array(name: str, array: object) -> None:
    """TypeError unless it is a NumPy array that says all by its elements."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} is of type {type(array).__name__}; a NumPy array is needed")
    refuse_mask(name, array)


def factor_of(name: str, value: object, real_since: str = "") -> complex:
    """A number that a call multiplies by; TypeError unless it is one, and a real one if there is a reason for
    that."""
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


def factors_of(dtype: np.dtype, real: Iterable[str] = (), /, **values: object) -> list[complex]:
    """Numbers that a call with elements of this type multiplies by. A hermitian result needs real ones of the
    names in `real`."""
    if dtype in REAL:
        return [factor_of(name, value, "the elements are") for name, value in values.items()]
    return [factor_of(name, value, "the result is hermitian" if name in real else "")
            for name, value in values.items()]


def letter_of(name: str, array: object, allowed: dict[np.dtype, str] = REAL) -> str:
    """BLAS's letter for the elements of an array; TypeError unless they are of an allowed type."""
    require_array(name, array)
    if array.dtype not in allowed:
        *others, last = map(str, allowed)
        raise TypeError(
            f"{name} has elements of type {array.dtype}; {', '.join(others)} or {last} are needed: "
            f"{name}.astype(np.{next(iter(allowed))}) converts")
    return allowed[array.dtype]


def common_letter(allowed: dict[np.dtype, str] = REAL, /, **arrays: object) -> str:
    """The letter of all these arrays; TypeError if they have several. `out` may be None."""
    letters = {name: letter_of(name, array, allowed) for name, array in arrays.items()
               if name != "out" or array is not None}
    if len(set(letters.values())) > 1:
        found = ", ".join(f"{name} is {arrays[name].dtype}" for name in letters)
        raise TypeError(f"{found}; one type of elements is needed for all")
    return next(iter(letters.values()))


def require_shape(name: str, array: np.ndarray, *allowed: tuple[int, ...]) -> None:
    if array.shape not in allowed:
        raise ValueError(f"{name} has shape {array.shape}; {' or '.join(map(str, allowed))} is needed")


def require_matrix(name: str, array: np.ndarray) -> None:
    if array.ndim != 2:
        raise ValueError(f"{name} has {array.ndim} dimensions; a matrix, of 2, is needed")


def result(out: np.ndarray | None, beta: complex, shape: tuple[int, ...], dtype: np.dtype,
           order: str = "C") -> np.ndarray:
    """What a product writes: `out`, or a new array of zeros if there is none."""
    if out is not None:
        require_shape("out", out, shape)
        return out
    if beta != 0:
        raise ValueError(f"beta is {beta:g}, but there is no out that it would multiply")
    return np.zeros(shape, dtype, order)


def side_of(left: bool) -> bytes:
    return b"L" if left else b"R"


def uplo_of(lower: bool) -> bytes:
    return b"L" if lower else b"U"


def leading(length: int, count: int, along: int, between: int, size: int) -> int | None:
    """The leading dimension of `count` lines of `length` elements; None if a line has gaps or lines
    overlap."""
    if length == 0 or count == 0:
        return max(1, length)
    if length > 1 and along != size:
        return None
    if count == 1:
        return length
    return between // size if between >= length * size and between % size == 0 else None


class Matrix:
    """A matrix in an array's memory. `by_columns` is its leading dimension if columns are contiguous,
    `by_rows` if rows are; a vector may have both. ValueError if it has none."""

    def __init__(self, name: str, array: np.ndarray, written: bool = False) -> None:
        require_matrix(name, array)
        if written and not array.flags.writeable:
            raise ValueError(f"{name} is read-only, and would be written")
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
                f"and in order; np.ascontiguousarray({name}) copies it so that they are")

    @property
    def T(self) -> Matrix:
        """The transposed matrix, in the same memory."""
        other = object.__new__(Matrix)
        other.name, other.array, other.address = self.name, self.array, self.address
        other.rows, other.columns = self.columns, self.rows
        other.by_columns, other.by_rows = self.by_rows, self.by_columns
        return other

    @property
    def op(self) -> bytes:
        """BLAS's letter for this matrix: T if its rows are BLAS's columns."""
        return b"T" if self.by_columns is None else b"N"

    @property
    def stored(self) -> tuple[int, int | None]:
        """Address and leading dimension, as `op` says."""
        return self.address, self.by_rows if self.by_columns is None else self.by_columns


def as_columns(name: str, array: np.ndarray, written: bool = True) -> Matrix:
    """A vector as a matrix of one column, or a matrix; ValueError unless columns are contiguous."""
    matrix = Matrix(name, array if array.ndim != 1 else array[:, np.newaxis], written)
    matrix.array = array
    if matrix.by_columns is None:
        raise ValueError(
            f"{name} has no contiguous columns, which are needed; np.asfortranarray({name}) copies it so "
            "that "
            "it has")
    return matrix


def require_apart(written_name: str, written: np.ndarray, /, **inputs: np.ndarray) -> None:
    """ValueError if an array that is written has elements in common with an input, which is read
    meanwhile."""
    for name, array in inputs.items():
        if np.may_share_memory(written, array, max_work=10000):
            raise ValueError(f"{written_name} has memory in common with {name}; each needs memory of its own")


@functools.lru_cache(maxsize=None)
def parameters(name: str) -> list[str]:
    """The names of a routine's parameters, in the order of its declaration."""
    return re.findall(r"(\w+)[,)]", getattr(c, f"hg_{name}").__doc__)


submission = threading.local()  # `taken`: an event that waits for this thread's next routine


def call_routine(name: str, *arguments: object) -> int:
    """The info of a routine. If somebody waits for its submission, it is told before the routine has ended."""
    taken = getattr(submission, "taken", None)
    if taken is None or taken.is_set() or not hasattr(c, f"{name}_async"):
        return call(name, *arguments)
    handle = ctypes.c_void_p()
    call(f"{name}_async", *arguments, ctypes.byref(handle))
    taken.set()
    return call("hg_wait", ctypes.byref(handle))


def run(name: str, /, **arguments: object) -> int:
    """The info of a routine. Arguments have the names of interfaces/routines.py; those that the routine lacks
    are left out. A Matrix stands for its address and leading dimension, an array for its address."""
    values = {}
    for key, value in arguments.items():
        if isinstance(value, Matrix):
            values[key], values[f"ld{key.lower()}"] = value.stored
        else:
            values[key] = value.ctypes.data if isinstance(value, np.ndarray) else value
    return call_routine(f"hg_{name}", *(values[parameter] for parameter in parameters(name)))
