"""Products of sparse matrices with vectors."""

from __future__ import annotations

import ctypes
import operator
from typing import Any

import numpy as np

from ._closing import Closing
from ._inputs import as_array
from ._matrix import Matrix, as_columns, factors_of, require_apart, require_array, result
from ._operator import LinearOperator
from ._program import has_columns
from ._sparse import Handle, SparseMatrix, as_sparse
from ._sparse_library import CSpmvOptions, checked, sparse_functions
from ._typing import Array, DType

FORMATS = ("automatic", "csr", "csr_merge", "sell", "ell", "coo", "hybrid")


def letter(transposed: bool, conjugated: bool) -> bytes:
    """The letter of op."""
    if conjugated and not transposed:
        raise ValueError("conjugated goes with transposed: op(a) is a, a^T or a^H")
    return b"N" if not transposed else b"C" if conjugated else b"T"


def require_type(name: str, array: Any, dtype: DType) -> None:
    """Raises TypeError unless `array` is an array whose elements have the matrix's type."""
    require_array(name, array)
    if array.dtype != dtype:
        raise TypeError(
            f"{name} has elements of type {array.dtype}; the matrix's are {dtype}. "
            f"{name}.astype(np.{dtype}) converts them")


def operands(shape: tuple[int, int], dtype: DType, x: Any, alpha: complex, beta: complex,
             out: Array | None) -> tuple[complex, Matrix, complex, Array, Matrix]:
    """The arguments as the C function takes them: alpha, X, beta, the output array, and the same array as
    Y."""
    require_type("x", x, dtype)
    alpha, beta = factors_of(dtype, alpha=alpha, beta=beta)
    if x.ndim not in (1, 2) or x.shape[0] != shape[1]:
        raise ValueError(f"x has shape {x.shape}; ({shape[1]},) or ({shape[1]}, columns) is needed")
    if out is not None:
        require_type("out", out, dtype)
    out = result(out, beta, (shape[0], *x.shape[1:]), dtype, "F")
    Y = as_columns("out", out)
    require_apart("out", out, x=x)
    if not has_columns(x if x.ndim == 2 else x[:, np.newaxis]):
        x = np.array(x, order="F")
    return alpha, as_columns("x", x, written=False), beta, out, Y


class DistributedSparseMatrix(Closing, LinearOperator):
    """A sparse matrix on the devices of the process, for many products; its arrays stay in device memory

    a: a SparseMatrix or a SciPy sparse matrix. `transposed` distributes a^T, and a^H if `conjugated` is also
    true.

    format: how devices store the matrix: "automatic", "csr", "csr_merge", "sell", "ell", "coo" or "hybrid".
    lanes, slice, window and width: parameters of these formats, see docs/reference/sparse.md. hg replaces
    each 0 by a value that suits the lengths of the rows. streamed: the matrix stays in host memory and is
    transferred to the devices in each product.

    >>> a = hg.SparseMatrix((np.array([1., 2., 3.]), np.array([0, 2, 1]), np.array([0, 2, 3])), (2, 3))
    >>> distributed = hg.DistributedSparseMatrix(a)
    >>> distributed @ np.array([1., 10., 100.])
    array([201.,  30.])
    >>> hg.DistributedSparseMatrix(a, transposed=True) @ np.ones((2, 2))
    array([[1., 1.],
           [3., 3.],
           [2., 2.]])

    Several threads can use one object concurrently. close(), or the end of a `with` block, frees device
    memory. matvec() and rmatvec() serve SciPy's aslinearoperator(); the first rmatvec() also distributes a^H.
    """

    __array_ufunc__ = None  # array @ self raises TypeError

    def __init__(self, a: object, *, transposed: bool = False, conjugated: bool = False,
                 format: str = "automatic", lanes: int = 0, slice: int = 0, window: int = 0, width: int = 0,
                 streamed: bool = False) -> None:
        matrix, op = as_sparse("a", a, copy=True), letter(transposed, conjugated)
        if format not in FORMATS:
            raise ValueError(f"format is {format!r}; {', '.join(FORMATS[:-1])} or {FORMATS[-1]} is needed")
        options = CSpmvOptions(ctypes.sizeof(CSpmvOptions), format.encode(),
                               *map(operator.index, (lanes, slice, window, width)), bool(streamed))
        functions, pointer = sparse_functions(), ctypes.c_void_p()
        checked(functions.hg_sparse_distribute(matrix._handle.pointer, op, ctypes.byref(options),
                                               ctypes.byref(pointer)))
        self._handle = Handle(functions.hg_distributed_free, pointer, matrix._handle)
        self.shape: tuple[int, int] = matrix.shape[::-1] if transposed else matrix.shape
        self.dtype: DType = matrix.dtype
        self._matrix: SparseMatrix | None = matrix
        self._op, self._streamed = op, bool(streamed)
        self._adjoint: DistributedSparseMatrix | None = None

    def _multiplied(self, x: Array) -> Array:
        return self.multiply(x)

    def _adjoint_multiplied(self, x: Array) -> Array:
        self._handle  # ValueError if it is closed
        adjoint = self._adjoint
        if adjoint is None:
            turns = self._op == b"N"
            adjoint = self._adjoint = DistributedSparseMatrix(
                self._matrix, transposed=turns, conjugated=turns, streamed=self._streamed)
        # The adjoint of a^T is conj(a).
        return adjoint.multiply(x.conj()).conj() if self._op == b"T" else adjoint.multiply(x)

    def close(self) -> None:
        super().close()
        self._matrix = self._adjoint = None

    @property
    def format(self) -> str:
        """The format in which the devices store the matrix; never "automatic"."""
        return str(sparse_functions().hg_distributed_format(self._handle.pointer), "utf-8")

    @property
    def is_resident(self) -> bool:
        """True if the arrays are in device memory; False if each product transfers them."""
        return bool(sparse_functions().hg_distributed_is_resident(self._handle.pointer))

    def multiply(self, x: Array, *, alpha: complex = 1, beta: complex = 0,
                 out: Array | None = None) -> Array:
        """out := alpha op(a) x + beta out

        x: (n,) or (n, columns), of the matrix's type; copied unless its columns are contiguous. out: (m,) or
        (m, columns) with contiguous columns; must not overlap x; default: a new array. If beta is 0, out is
        not read. Returns out.
        """
        x, out = as_array(x), as_array(out)
        alpha, X, beta, out, Y = operands(self.shape, self.dtype, x, alpha, beta, out)
        checked(sparse_functions().hg_distributed_multiply(self._handle.pointer, X.columns, alpha, *X.stored,
                                                           beta, *Y.stored))
        return out

    def __matmul__(self, x: Array) -> Array:
        x = as_array(x)
        return self.multiply(x) if isinstance(x, np.ndarray) else NotImplemented

    def __repr__(self) -> str:
        if self.closed:
            return "<hg.DistributedSparseMatrix, closed>"
        return (f"<hg.DistributedSparseMatrix of {self.shape[0]} x {self.shape[1]}, {self.dtype} as "
                f"{self.format}>")


def spmv(a: object, x: Array, *, transposed: bool = False, conjugated: bool = False, alpha: complex = 1,
         beta: complex = 0, out: Array | None = None) -> Array:
    """A single product out := alpha op(a) x + beta out; op(a) is a^T if `transposed`, a^H if also
    `conjugated`, and a otherwise

    a: a SparseMatrix or a SciPy sparse matrix. x, out: as for DistributedSparseMatrix.multiply(). Returns
    out. The product runs on the CPU, which reads host memory faster than any link does, unless HG_HOST_BELOW
    is 0. For many products with one matrix, use DistributedSparseMatrix.

    >>> a = hg.SparseMatrix((np.array([1., 2., 3.]), np.array([0, 2, 1]), np.array([0, 2, 3])), (2, 3))
    >>> hg.spmv(a, np.array([1., 2.]), transposed=True, alpha=2)
    array([ 2., 12.,  4.])
    """
    matrix: SparseMatrix = as_sparse("a", a)
    op = letter(transposed, conjugated)
    shape = matrix.shape[::-1] if transposed else matrix.shape
    alpha, X, beta, out, Y = operands(shape, matrix.dtype, x, alpha, beta, out)
    if transposed and X.columns > 1:  # transpose once, not in each column's product
        matrix, op = matrix.H if conjugated else matrix.T, b"N"
    for column in range(X.columns):
        addresses = (M.address + column * (M.by_columns or 0) * matrix.dtype.itemsize for M in (X, Y))
        checked(sparse_functions().hg_spmv(op, alpha, matrix._handle.pointer, next(addresses), beta,
                                           next(addresses)))
    return out
