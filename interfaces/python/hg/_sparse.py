"""Sparse matrices in host memory: from SciPy matrices, arrays and files."""

from __future__ import annotations

import ctypes
import importlib
import operator
import os
from typing import Any

import numpy as np

from ._closing import owned
from ._errors import Error
from ._inputs import as_array
from ._library import last_error
from ._matrix import ALL, letter_of, require_array
from ._operator import LinearOperator
from ._program import TEXT_NAMES, TYPES, error_of_text
from ._sparse_library import SORT, SUM_DUPLICATES, CCsr, checked, sparse_functions
from ._typing import Array, DType

MOST_NARROW = 2**31 - 1  # the most columns of a matrix with 32-bit column indices


class Handle:
    """An object that a C function made. It is freed when nothing refers to this handle any more; until then,
    `kept` stays alive."""

    def __init__(self, free: Any, pointer: ctypes.c_void_p, kept: object = None) -> None:
        self.pointer = owned(pointer, lambda raw, _kept: free(raw), kept)
        self.kept = kept


def made(function: Any, *arguments: object, kept: object = None) -> Handle:
    """Calls a C function that makes a sparse matrix, and returns the handle."""
    pointer = ctypes.c_void_p()
    checked(function(*arguments, ctypes.byref(pointer)))
    return Handle(sparse_functions().hg_sparse_free, pointer, kept)


def whole_shape(shape: Any) -> tuple[int, int]:
    """Rows and columns. Raises TypeError or ValueError unless `shape` is two integers, 0 or more."""
    if shape is None:
        raise TypeError("shape is not given; matrices from arrays need it: shape=(rows, columns)")
    if len(shape) != 2:
        raise ValueError(f"shape is {shape}; two numbers, rows and columns, are needed")
    rows, columns = map(operator.index, shape)
    if rows < 0 or columns < 0:
        raise ValueError(f"shape is {shape}; both numbers must be 0 or more")
    return rows, columns


def vector(name: str, array: Any) -> Array:
    """The array with contiguous elements. Raises TypeError or ValueError unless it is a vector."""
    require_array(name, array)
    if array.ndim != 1:
        raise ValueError(f"{name} has {array.ndim} dimensions; a vector, with 1, is needed")
    return np.require(array, requirements=["C", "A"])


def values_of(array: Any) -> tuple[Array, bytes]:
    """The values of a matrix, and hg's name for their type."""
    letter_of("data", array, ALL)
    return vector("data", array), TEXT_NAMES[array.dtype]


def indices(**arrays: Any) -> tuple[str, list[Array]]:
    """Converts index arrays to one type: int32 if all are int32, else int64. Returns the suffix of the C
    functions that take this type, and the arrays."""
    for name, array in arrays.items():
        if vector(name, array).dtype.kind not in "iu":
            raise TypeError(f"{name} has elements of type {array.dtype}; integers are needed")
    narrow = all(array.dtype == np.int32 for array in arrays.values())
    dtype = np.int32 if narrow else np.int64
    return "_int32" if narrow else "", [np.require(array, dtype, ["C", "A"]) for array in arrays.values()]


def sharing(shape: tuple[int, int], data: Array, word: bytes, index: Array,
            start: Array) -> Handle | None:
    """The handle of a matrix from compressed rows that shares `data`; None if the arrays need correction or
    are wrong."""
    rows, columns = shape
    if columns > MOST_NARROW or (len(index) and not 0 <= index.min() <= index.max() < columns):
        return None
    # hg checks indices only once, so it keeps its own copy, which nobody can change afterwards.
    start, index = np.array(start, np.int64), np.array(index, np.int32)
    functions, pointer = sparse_functions(), ctypes.c_void_p()
    info = functions.hg_sparse_adopt_csr(rows, columns, start.ctypes.data, index.ctypes.data,
                                         data.ctypes.data, word, ctypes.byref(pointer))
    return None if info < 0 else Handle(functions.hg_sparse_free, pointer, (start, index, data))


def of_rows(shape: tuple[int, int], data: object, index: object, start: object, mend: int,
            copy: bool) -> Handle:
    """The handle of a matrix from compressed rows. If `copy` is false and nothing needs correction, it shares
    the values."""
    rows, columns = shape
    data, word = values_of(data)
    ending, (start, index) = indices(indptr=start, indices=index)
    if len(start) != rows + 1:
        raise ValueError(f"indptr has {len(start)} elements; a matrix of {rows} rows needs {rows + 1}")
    if not len(data) == len(index) == start[-1]:
        raise ValueError(
            f"data has {len(data)} elements, indices {len(index)}, and indptr ends with {start[-1]}; all "
            "must be the same")
    if not copy and (shared := sharing(shape, data, word, index, start)) is not None:
        return shared
    return made(getattr(sparse_functions(), "hg_sparse_from_csr" + ending), rows, columns, start.ctypes.data,
                index.ctypes.data, data.ctypes.data, word, mend)


def of_elements(shape: tuple[int, int], data: object, row: object, column: object, mend: int) -> Handle:
    """The handle of a matrix from elements with their rows and columns."""
    data, word = values_of(data)
    ending, (row, column) = indices(row=row, col=column)
    if not len(data) == len(row) == len(column):
        raise ValueError(
            f"data has {len(data)} elements, row {len(row)} and col {len(column)}; all must be the same")
    return made(getattr(sparse_functions(), "hg_sparse_from_coo" + ending), *shape, row.ctypes.data,
                column.ctypes.data, data.ctypes.data, len(data), word, mend)


def of_scipy(matrix: Any, copy: bool) -> Handle:
    """The handle of a matrix from a SciPy matrix. Elements may be in any order; duplicates are added, as
    SciPy does."""
    if len(matrix.shape) != 2:
        raise ValueError(f"a has {len(matrix.shape)} dimensions; a matrix, with 2, is needed")
    letter_of("a", np.empty(0, matrix.dtype), ALL)
    if matrix.format == "dok":
        matrix = matrix.tocoo()  # not csr, which stores a number for each row, even if most are empty
    if matrix.format == "coo":
        return of_elements(matrix.shape, matrix.data, matrix.row, matrix.col, SUM_DUPLICATES)
    turned = matrix.format == "csc"
    if not turned and matrix.format != "csr":
        matrix = matrix.tocsr()
    # SciPy's arrays may have unused elements at their ends.
    count = int(matrix.indptr[-1])
    shape = matrix.shape[::-1] if turned else matrix.shape
    handle = of_rows(shape, matrix.data[:count], matrix.indices[:count], matrix.indptr,
                     SORT | SUM_DUPLICATES, copy and not turned)
    return made(sparse_functions().hg_sparse_transposed, handle.pointer, b"T") if turned else handle


def is_scipy(source: object) -> bool:
    """Whether `source` is a SciPy sparse matrix or array. Works without SciPy."""
    return all(hasattr(source, name) for name in ("tocsr", "format", "shape", "dtype"))


class SparseMatrix(LinearOperator):
    """A sparse matrix in host memory with its own copies of all arrays; copy=False shares the values of `a`,
    never its indices

    The matrix stores its nonzeros by rows, and by ascending columns within a row, each once. Elements are
    float64, float32, complex128 or complex64.

    a: one of
      - a SciPy sparse matrix or array. Duplicate elements are added, as SciPy does
      - (data, indices, indptr): compressed rows; needs `shape`. The columns of a row must ascend unless
        `sort` is true
      - (data, (row, col)): elements with their rows and columns, in any order; needs `shape`
      - a SparseMatrix

    sum_duplicates: add duplicate elements of arrays; if false, they raise ValueError.

    copy: if false, hg shares the values of compressed rows unless it has to sort or add them, or the matrix
    has 2^31 columns or more. If you then change the values, the products of the matrix, and of a
    DistributedSparseMatrix made from it, use the old values, the new values or a mixture of both.

    >>> a = hg.SparseMatrix((np.array([1., 2., 3.]), np.array([0, 2, 1]), np.array([0, 2, 3])), (2, 3))
    >>> a
    <hg.SparseMatrix of 2 x 3, 3 nonzeros of float64>
    >>> a @ np.array([1., 10., 100.])
    array([201.,  30.])

    `a @ x` is spmv(a, x); x may be a matrix. For many products, use DistributedSparseMatrix. The matrix is
    immutable. Several threads can use it concurrently.
    """

    __array_ufunc__ = None  # array @ self raises TypeError

    def __init__(self, a: object, shape: tuple[int, int] | None = None, *, sort: bool = False,
                 sum_duplicates: bool = False, copy: bool = True) -> None:
        a = as_array(a)
        mend = (SORT if sort else 0) | (SUM_DUPLICATES if sum_duplicates else 0)
        if isinstance(a, SparseMatrix):
            # A matrix that owns its values is immutable, so two objects can refer to the same one.
            shares = copy and a._handle.kept is not None
            handle = of_rows(a.shape, a.data, a.indices, a.indptr, 0, copy) if shares else a._handle
        elif is_scipy(a):
            handle = of_scipy(a, copy)
        elif isinstance(a, tuple) and len(a) == 3:
            handle = of_rows(whole_shape(shape), a[0], a[1], a[2], mend, copy)
        elif isinstance(a, tuple) and len(a) == 2 and isinstance(a[1], tuple) and len(a[1]) == 2:
            handle = of_elements(whole_shape(shape), a[0], a[1][0], a[1][1], mend)
        else:
            raise TypeError(
                f"a is of type {type(a).__name__}; a SciPy sparse matrix, (data, indices, indptr) or (data, "
                "(row, col)) is needed")
        self._hold(handle)
        if shape is not None and self.shape != tuple(shape):
            raise ValueError(f"a has shape {self.shape}, not {tuple(shape)}")

    def _hold(self, handle: Handle) -> None:
        self._handle = handle
        self._csr = CCsr.from_address(sparse_functions().hg_sparse_csr(handle.pointer))

    @classmethod
    def _of(cls, handle: Handle) -> SparseMatrix:
        matrix = object.__new__(cls)
        matrix._hold(handle)
        return matrix

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._csr.rows, self._csr.cols

    @property
    def dtype(self) -> DType:  # type: ignore[override]
        """The type of the elements."""
        return TYPES[self._csr.type.decode()]

    @property
    def nnz(self) -> int:
        """The number of stored elements, including stored zeros."""
        return int(self._csr.nonzeros)

    def _view(self, address: int | None, dtype: DType, count: int) -> Array:
        """A read-only view of one of the matrix's arrays; it keeps the matrix alive."""
        if count == 0:
            return np.empty(0, dtype)
        memory: Any = (ctypes.c_char * (count * dtype.itemsize)).from_address(address or 0)
        memory.handle = self._handle
        return np.frombuffer(memoryview(memory).toreadonly(), dtype)  # nobody can make it writeable

    @property
    def data(self) -> Array:
        """The value of each nonzero, read-only."""
        return self._view(self._csr.value, self.dtype, self.nnz)

    @property
    def indices(self) -> Array:
        """The 0-based column of each nonzero, read-only: int32 if there are fewer than 2^31 columns, else
        int64."""
        narrow = self._csr.cols <= MOST_NARROW
        return self._view(self._csr.column if narrow else self._csr.wide_column,
                          np.dtype(np.int32 if narrow else np.int64), self.nnz)

    @property
    def indptr(self) -> Array:
        """rows + 1 numbers, read-only: row i has the nonzeros indptr[i], ..., indptr[i + 1] - 1."""
        return self._view(self._csr.row_start, np.dtype(np.int64), self._csr.rows + 1)

    @property
    def T(self) -> SparseMatrix:
        """The transpose, with its own arrays."""
        return SparseMatrix._of(made(sparse_functions().hg_sparse_transposed, self._handle.pointer, b"T"))

    @property
    def H(self) -> SparseMatrix:
        """The conjugate transpose, with its own arrays."""
        return SparseMatrix._of(made(sparse_functions().hg_sparse_transposed, self._handle.pointer, b"C"))

    def to_scipy(self) -> object:
        """A copy as a scipy.sparse.csr_array, or as a csr_matrix if this SciPy has no csr_array."""
        sparse: Any = importlib.import_module("scipy.sparse")  # hg itself does not need SciPy
        return getattr(sparse, "csr_array", sparse.csr_matrix)((self.data.copy(), self.indices.copy(),
                                                                self.indptr.copy()), self.shape)

    def _multiplied(self, x: Array) -> Array:
        return self @ x

    def _adjoint_multiplied(self, x: Array) -> Array:
        from ._distributed import spmv  # which is built on this
        return spmv(self, x, transposed=True, conjugated=True)

    def __matmul__(self, x: Array) -> Array:
        from ._distributed import spmv  # which imports this module
        x = as_array(x)
        if not isinstance(x, np.ndarray):
            return NotImplemented
        return spmv(self, x)

    def __repr__(self) -> str:
        return f"<hg.SparseMatrix of {self.shape[0]} x {self.shape[1]}, {self.nnz} nonzeros of {self.dtype}>"


def as_sparse(name: str, a: object, copy: bool = False) -> SparseMatrix:
    """The argument as a SparseMatrix: `a` itself, or one made from a SciPy matrix, which shares its values
    unless `copy`. Raises TypeError for anything else."""
    if isinstance(a, SparseMatrix) or is_scipy(a):
        return a if isinstance(a, SparseMatrix) else SparseMatrix(a, copy=copy)
    raise TypeError(
        f"{name} is of type {type(a).__name__}; an hg.SparseMatrix or a SciPy sparse matrix is needed")


def read_matrix_market(path: str | os.PathLike[str], *, dtype: Any = None,
                       sum_duplicates: bool = False) -> SparseMatrix:
    """Reads a matrix from a Matrix Market file

    dtype: type of the elements; default: complex128 for complex files, float64 for others. sum_duplicates:
    add duplicate elements; if false, they are an error. If the file is wrong, raises an Error whose message
    begins with FILE:LINE, with this number as `line`.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "a.mtx"
    ...     _ = path.write_text("%%MatrixMarket matrix coordinate real general\\n2 2 1\\n2 1 0.5\\n")
    ...     hg.read_matrix_market(path, dtype=np.float32)
    <hg.SparseMatrix of 2 x 2, 1 nonzeros of float32>
    """
    word = None
    if dtype is not None:
        letter_of("dtype", np.empty(0, dtype), ALL)
        word = TEXT_NAMES[np.dtype(dtype)]
    functions, pointer = sparse_functions(), ctypes.c_void_p()
    info = functions.hg_sparse_read(os.fsencode(path), word, SUM_DUPLICATES if sum_duplicates else 0,
                                    ctypes.byref(pointer))
    if info < 0:
        raise error_of_text(os.fsdecode(path), last_error(), info)
    return SparseMatrix._of(Handle(functions.hg_sparse_free, pointer))


def write_matrix_market(path: str | os.PathLike[str], a: object) -> None:
    """Writes a matrix as a Matrix Market file, with enough digits to read back the same values

    a: a SparseMatrix or a SciPy sparse matrix. The file is written completely or not at all.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "a.mtx"
    ...     element = (np.array([0.5]), (np.array([1]), np.array([0])))
    ...     hg.write_matrix_market(path, hg.SparseMatrix(element, (2, 2)))
    ...     print(path.read_text(encoding="utf-8"), end="")
    %%MatrixMarket matrix coordinate real general
    2 2 1
    2 1 0.5
    """
    matrix = as_sparse("a", a)
    info = sparse_functions().hg_sparse_write(matrix._handle.pointer, os.fsencode(path))
    if info < 0:
        raise Error(last_error(), info)
