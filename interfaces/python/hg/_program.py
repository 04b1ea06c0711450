"""Programs of hg's machine: built from text, run on NumPy arrays."""

from __future__ import annotations

import ctypes
import numbers
import operator
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ._closing import Closing, owned
from ._errors import Error
from ._inputs import as_array
from ._library import c, call, last_error
from ._matrix import as_columns, leading, require_apart, require_array, require_shape
from ._typing import Array, DType

TYPES: dict[str, DType] = {
    "f64": np.dtype(np.float64), "f32": np.dtype(np.float32), "i32": np.dtype(np.int32),
    "c32": np.dtype(np.complex64), "c64": np.dtype(np.complex128)}
TEXT_NAMES = {dtype: name.encode() for name, dtype in TYPES.items()}
# info of hg_program_build() and hg_program_run()
OUT_OF_MEMORY, WRONG_PARAMETERS, WRONG_SCALARS = -1001, -4, -4


class CParameter(ctypes.Structure):
    """hg_parameter of <hg/hg.h>."""
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_int64)]


class CMatrix(ctypes.Structure):
    """hg_matrix."""
    _fields_ = [("name", ctypes.c_char_p), ("type", ctypes.c_char_p), ("data", ctypes.c_void_p),
                ("ld", ctypes.c_int64)]


class CScalar(ctypes.Structure):
    """hg_scalar."""
    _fields_ = [("name", ctypes.c_char_p), ("real", ctypes.c_double), ("imag", ctypes.c_double)]


class CMatrixParameter(ctypes.Structure):
    """hg_matrix_parameter."""
    _fields_ = [("name", ctypes.c_char_p), ("type", ctypes.c_char_p), ("rows", ctypes.c_int64),
                ("cols", ctypes.c_int64), ("written", ctypes.c_int)]


class ProgramMatrix(NamedTuple):
    """The declaration of a matrix in a program: shape, dtype, and whether the program writes it."""

    shape: tuple[int, int]
    dtype: DType
    written: bool


class Handle:
    """An hg_program. It is freed when nothing refers to this object any more."""

    def __init__(self, text: bytes, file: str, folder: str, parameters: dict[str, int]) -> None:
        built = ctypes.c_void_p()
        if b"\0" in text:
            raise ValueError(f"{file} contains a zero byte: it is not the text of a program")
        values = [CParameter(name.encode(), whole_number(name, value)) for name, value in parameters.items()]
        info = c.hg_program_build(text, os.fsencode(file), os.fsencode(folder), array_of(CParameter, values),
                                  len(values), ctypes.byref(built))
        if info == WRONG_PARAMETERS:
            raise TypeError(last_error())
        if info < 0:
            raise error_of_text(file, last_error(), info)
        self.pointer = owned(built, c.hg_program_free)

    def listed(self, function: str, structure: Any) -> list[Any]:
        """The list that a C function returns about the program, as an array and its length."""
        count = ctypes.c_int64()
        first = getattr(c, function)(self.pointer, ctypes.byref(count))
        return list((structure * count.value).from_address(first)) if count.value else []


def array_of(structure: Any, items: Sequence[ctypes.Structure]) -> Any:
    return (structure * len(items))(*items)


def whole_number(name: str, value: Any) -> int:
    """The value of a parameter. Raises TypeError unless it is an integer, ValueError if it exceeds 64
    bits."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"parameter {name} is of type {type(value).__name__}; an integer is needed") from None
    if not -2**63 <= number < 2**63:
        raise ValueError(f"parameter {name} is {number}; it does not fit in 64 bits")
    return number


def error_of_text(file: str, message: str, info: int) -> Error:
    """An Error with the position with which its message begins: FILE:LINE:COLUMN, or FILE:LINE."""
    place = re.match(re.escape(file) + r":(\d+):(?:(\d+):)? ", message)
    return Error(message, info,
                 *(int(number) if number else None for number in (place.groups() if place else ())))


def require_names(given: Mapping[str, object], known: list[str]) -> None:
    """Raises TypeError unless `given` has exactly the names of the program's matrices and scalars."""
    for name in given:
        if name not in known:
            raise TypeError(
                f"the program has no matrix or scalar called {name}; it has {', '.join(known) or 'none'}")
    missing = [name for name in known if name not in given]
    if missing:
        raise TypeError(
            f"{', '.join(missing)} of the program {'is' if len(missing) == 1 else 'are'} not given")


def has_columns(array: Array) -> bool:
    """True if the columns of a matrix are contiguous and in order."""
    (rows, columns), (down, across) = array.shape, array.strides
    return array.flags.aligned and leading(rows, columns, down, across, array.itemsize) is not None


def fitting(name: str, array: Any, matrix: ProgramMatrix) -> Array:
    """The array for a matrix of a program; a vector may stand for a matrix with one column. Raises TypeError
    or ValueError unless the array fits."""
    require_array(name, array)
    if array.dtype != matrix.dtype:
        raise TypeError(f"{name} has elements of type {array.dtype}; the program's are {matrix.dtype}. "
                        f"{name}.astype(np.{matrix.dtype}) converts them")
    if array.ndim == 1 and matrix.shape[1] == 1:
        array = array[:, np.newaxis]
    require_shape(name, array, matrix.shape)
    return np.asarray(array)


def bound_matrix(name: str, array: Array, matrix: ProgramMatrix) -> tuple[CMatrix, Array]:
    """The hg_matrix of an array, and the array that must live until the run ends: a copy if the program only
    reads it and its columns are not contiguous. Raises ValueError if the program writes an array without
    contiguous columns."""
    if not matrix.written and not has_columns(array):
        array = np.array(array, order="F")
    stored = as_columns(name, array, matrix.written)
    return CMatrix(name.encode(), TEXT_NAMES[matrix.dtype], stored.address, stored.by_columns), array


def bound_scalar(name: str, value: object) -> CScalar:
    if not isinstance(value, numbers.Complex):
        raise TypeError(f"{name} is of type {type(value).__name__}; a number is needed")
    number = complex(value)
    return CScalar(name.encode(), number.real, number.imag)


class Program(Closing):
    """A program of hg's machine: LD, EXEC and ST commands, which you build once and run any number of times

    The text is a source with parameters, loops and names, or a program of format 1;
    docs/reference/program-text.md describes both.

    >>> program = hg.Program.from_source('''hg program 2
    ... param n
    ... matrix X f64 n x 2
    ... scalar alpha
    ... register r f64 n x 2
    ... LD r <- X[0, 0]
    ... EXEC scale_f64 r ; $alpha
    ... ST X[0, 0] <- r
    ... ''', n=3)
    >>> x = np.ones((3, 2), order="F")
    >>> program.run(X=x, alpha=-2.5)
    >>> x
    array([[-2.5, -2.5],
           [-2.5, -2.5],
           [-2.5, -2.5]])

    str() returns the program as text of format 1, len() the number of commands. Several threads can run one
    program concurrently. close(), or the end of a `with` block, frees it.
    """

    def __init__(self, handle: Handle) -> None:
        """Call from_source() or from_file() instead."""
        self._handle = handle

    @classmethod
    def from_source(cls, text: str | bytes, /, *, file_name: str | os.PathLike[str] = "<string>",
                    folder: str | os.PathLike[str] = "", **parameters: int) -> Program:
        """Builds a program from text, for the devices of the process unless the text declares its own

        parameters: values of the source's parameters; those left out have their defaults. file_name: name of
        the text in messages. folder: contains the files that the text names, such as kernels; default: the
        working folder.

        Raises TypeError if a parameter is missing or unknown. If the text is wrong, raises an Error whose
        message begins with FILE:LINE:COLUMN, with these numbers as `line` and `column`. hg verifies a program
        of format 1; its instructions are those built into hg.

        >>> hg.Program.from_source("hg program 2\\nparam n\\nmatrix A f64 n x n", n=3).matrices["A"].shape
        (3, 3)
        """
        return cls(Handle(text.encode() if isinstance(text, str) else bytes(text), os.fsdecode(file_name),
                          os.fsdecode(folder), parameters))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], /, **parameters: int) -> Program:
        """Like from_source(), with the text of a file; files that the text names are in the same folder"""
        with open(path, "rb") as file:
            text = file.read()
        name = os.fsdecode(path)
        return cls(Handle(text, name, os.path.dirname(name), parameters))

    @property
    def matrices(self) -> dict[str, ProgramMatrix]:
        """The program's matrices by name: shape, dtype, and whether the program writes the matrix."""
        listed = self._handle.listed("hg_program_matrices", CMatrixParameter)
        return {matrix.name.decode(): ProgramMatrix((matrix.rows, matrix.cols), TYPES[matrix.type.decode()],
                                                    bool(matrix.written)) for matrix in listed}

    @property
    def scalars(self) -> list[str]:
        """The names of the program's scalars."""
        return [name.decode() for name in self._handle.listed("hg_program_scalars", ctypes.c_char_p)]

    def run(self, /, **arguments: Array | complex) -> None:
        """Runs the program to completion on the devices of the process

        arguments: an array for each matrix and a number for each scalar, by name. An array has the matrix's
        shape and type; a vector may stand for a matrix with one column. The program works in place. An array
        that it writes must have contiguous columns (order "F") and must not overlap another array. If the
        program only reads an array without contiguous columns, hg copies it.

        Raises TypeError for missing names, unknown names and wrong types, and ValueError for wrong shapes and
        layouts. If a device fails, raises Error, and the arrays that the program writes hold a mixture of old
        and new contents.
        """
        arguments = {name: as_array(value) for name, value in arguments.items()}
        matrices, scalars = self.matrices, self.scalars
        require_names(arguments, [*matrices, *scalars])
        arrays = {name: fitting(name, arguments[name], matrix) for name, matrix in matrices.items()}
        for name in (name for name, matrix in matrices.items() if matrix.written):
            require_apart(name, arrays[name],
                          **{other: array for other, array in arrays.items() if other != name})
        bound = [bound_matrix(name, arrays[name], matrix) for name, matrix in matrices.items()]
        c_matrices = [matrix for matrix, _ in bound]
        c_scalars = [bound_scalar(name, arguments[name]) for name in scalars]
        info = c.hg_program_run(self._handle.pointer, array_of(CMatrix, c_matrices), len(c_matrices),
                                array_of(CScalar, c_scalars), len(c_scalars))
        if info == WRONG_SCALARS:  # a complex number for an instruction that takes a real one
            raise TypeError(last_error())
        if info < 0:
            raise Error(last_error(), info)

    def verify(self) -> None:
        """Proves that the program is sound: wherever its commands touch the same memory, they are ordered,
        and they fit that memory. The proof does not depend on the code that built the program. Raises an
        Error that names the first faulty command and the reason."""
        call("hg_program_verify", self._handle.pointer)

    def __len__(self) -> int:
        return int(c.hg_program_size(self._handle.pointer))

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        text = c.hg_program_text(self._handle.pointer)
        if text is None:
            raise Error(last_error(), OUT_OF_MEMORY)
        return str(text, "utf-8")

    def __repr__(self) -> str:
        if self.closed:
            return "<hg.Program, closed>"
        return f"<hg.Program of {len(self)} commands: {', '.join([*self.matrices, *self.scalars])}>"
