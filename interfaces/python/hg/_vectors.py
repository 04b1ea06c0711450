"""Products with vectors, and products of whatever `@` takes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._level3 import product
from ._library import call
from ._matrix import (ALL, COMPLEX, Matrix, common_letter, factors_of, require_apart, require_array, result,
                      run)
from ._typing import Array


def increment(array: Array) -> int | None:
    """Elements between those of a vector, as BLAS takes them; None if memory runs backwards or apart."""
    (stride,) = array.strides
    if array.size <= 1:
        return 1
    return stride // array.itemsize if stride > 0 and stride % array.itemsize == 0 else None


def spread(array: Array) -> tuple[Array, int]:
    """A vector to read, and its increment; a copy if it has none."""
    found = increment(array) if array.flags.aligned else None
    return (array, found) if found is not None else (np.array(array), 1)


def require_vector(name: str, array: Array, length: int) -> None:
    if array.shape != (length,):
        raise ValueError(f"{name} has shape {array.shape}; ({length},) is needed")


def gemv(a: Array, x: Array, *, alpha: complex = 1, beta: complex = 0, out: Array | None = None) -> Array:
    """out := alpha a x + beta out

    a: (m, n), with contiguous rows or columns: `a.T` is the transposed matrix; x: (n,); out: (m,), with a
    positive stride; default: a new array. x is copied if its stride is not positive. If beta is 0, out is not
    read. Returns out. The call runs on the CPU, which reads host memory faster than any link does.

    >>> hg.gemv(np.array([[1., 2.], [3., 4.]]), np.array([1., 10.]))
    array([21., 43.])
    """
    letter = common_letter(ALL, a=a, x=x, out=out)
    alpha, beta = factors_of(a.dtype, alpha=alpha, beta=beta)
    A = Matrix("a", a)
    require_vector("x", x, A.columns)
    out = result(out, beta, (A.rows,), a.dtype)
    step = increment(out)
    if step is None or not out.flags.aligned:
        raise ValueError(f"out has a stride of {out.strides[0]} bytes; a positive multiple of an element's "
                         "size is needed")
    if not out.flags.writeable:
        raise ValueError("out is read-only, and would be written")
    require_apart("out", out, a=a, x=x)
    x, incx = spread(x)
    S = A if A.op == b"N" else A.T
    run(f"{letter}gemv", trans=A.op, m=S.rows, n=S.columns, alpha=alpha, A=A, x=x, incx=incx, beta=beta,
        y=out, incy=step)
    return out


def dot(x: Array, y: Array) -> Any:
    """The sum of x_i y_i, without conjugates."""
    letter = common_letter(ALL, a=x, b=y)
    require_vector("b", y, len(x))
    (x, incx), (y, incy) = spread(x), spread(y)
    found = np.zeros(1, x.dtype)
    call(f"hg_{letter}dot{'u' if letter in COMPLEX.values() else ''}", len(x), x.ctypes.data, incx,
         y.ctypes.data, incy, found.ctypes.data)
    return found[0]


def matmul(a: Array, b: Array, *, out: Array | None = None) -> Any:
    """a @ b: of two matrices, of a matrix and a vector, of a vector and a matrix, or of two vectors

    a: (m, n) or (n,); b: (n, k) or (n,). Returns the product, (m, k), (m,) or (k,), in `out` if it is given,
    or a number for two vectors. gemm() and gemv() also scale and add.

    >>> a = np.array([[1., 2.], [3., 4.]])
    >>> hg.matmul(a, a), hg.matmul(np.array([1., 10.]), a)
    (array([[ 7., 10.],
           [15., 22.]]), array([31., 42.]))
    """
    for name, array in (("a", a), ("b", b)):
        require_array(name, array)
        if array.ndim not in (1, 2):
            raise ValueError(f"{name} has {array.ndim} dimensions; 1 or 2, a vector or a matrix, are needed")
    if a.ndim == b.ndim == 2:
        return product("gemm", a, b, alpha=1, beta=0, out=out)
    if a.ndim == 2 or b.ndim == 2:
        matrix, vector = (a, b) if a.ndim == 2 else (b.T, a)
        return gemv(matrix, vector, out=out)
    if out is not None:
        raise ValueError("the product of two vectors is a number, which out can't hold")
    return dot(a, b)
