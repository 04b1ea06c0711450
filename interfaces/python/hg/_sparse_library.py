"""Loads libhg_sparse.so when it is first needed, and provides its functions."""

from __future__ import annotations

import ctypes
import functools
import pathlib
import types
from typing import Any

from . import _library
from ._errors import Error
from ._library import INFO, POINTER, TEXT, TYPES, declared, last_error

NAME = "libhg_sparse.so.0"
SIZE, FLAGS, LETTER, SCALAR = ctypes.c_int64, ctypes.c_int, ctypes.c_char, TYPES["hg_double_complex"]
SORT, SUM_DUPLICATES = 1, 2  # HG_SORT, HG_SUM_DUPLICATES
OBSERVER = ctypes.CFUNCTYPE(ctypes.c_int, SIZE, ctypes.c_double, POINTER)
LEAST_ARGUMENT = -1000  # from here to -1, info means a wrong argument

OF_CSR = [INFO, SIZE, SIZE, POINTER, POINTER, POINTER, TEXT, FLAGS, POINTER]
OF_COO = [INFO, SIZE, SIZE, POINTER, POINTER, POINTER, SIZE, TEXT, FLAGS, POINTER]
SOLVE = [INFO, POINTER, POINTER, POINTER, POINTER, POINTER]
DECLARATIONS: dict[str, list[Any]] = {
    "hg_sparse_from_csr": OF_CSR, "hg_sparse_from_csr_int32": OF_CSR,
    "hg_sparse_from_coo": OF_COO, "hg_sparse_from_coo_int32": OF_COO,
    "hg_sparse_adopt_csr": [INFO, SIZE, SIZE, POINTER, POINTER, POINTER, TEXT, POINTER],
    "hg_sparse_transposed": [INFO, POINTER, LETTER, POINTER],
    "hg_sparse_csr": [POINTER, POINTER],
    "hg_sparse_free": [None, POINTER],
    "hg_sparse_read": [INFO, TEXT, TEXT, FLAGS, POINTER],
    "hg_sparse_write": [INFO, POINTER, TEXT],
    "hg_sparse_distribute": [INFO, POINTER, LETTER, POINTER, POINTER],
    "hg_distributed_multiply": [INFO, POINTER, SIZE, SCALAR, POINTER, SIZE, SCALAR, POINTER, SIZE],
    "hg_distributed_format": [TEXT, POINTER],
    "hg_distributed_is_resident": [ctypes.c_int, POINTER],
    "hg_distributed_free": [None, POINTER],
    "hg_spmv": [INFO, LETTER, SCALAR, POINTER, POINTER, SCALAR, POINTER],
    "hg_solve_cg": SOLVE, "hg_solve_bicgstab": SOLVE, "hg_solve_gmres": SOLVE,
}


class CCsr(ctypes.Structure):
    """hg_csr of <hg/hg.h>."""
    _fields_ = [("type", TEXT), ("rows", SIZE), ("cols", SIZE), ("nonzeros", SIZE), ("row_start", POINTER),
                ("column", POINTER), ("wide_column", POINTER), ("value", POINTER)]


class CSpmvOptions(ctypes.Structure):
    """hg_spmv_options."""
    _fields_ = [("size", SIZE), ("format", TEXT), ("lanes", SIZE), ("slice", SIZE), ("window", SIZE),
                ("width", SIZE), ("streamed", SIZE)]


class CSolverOptions(ctypes.Structure):
    """hg_solver_options."""
    _fields_ = [("size", SIZE), ("tolerance", ctypes.c_double), ("most_iterations", SIZE),
                ("preconditioner", TEXT), ("block", SIZE), ("degree", SIZE), ("restart", SIZE),
                ("stride", SIZE), ("starts_from_x", SIZE), ("observe", OBSERVER), ("context", POINTER)]


class CSolveReport(ctypes.Structure):
    """hg_solve_report."""
    _fields_ = [("size", SIZE), ("history", POINTER), ("room", SIZE), ("reason", TEXT), ("iterations", SIZE),
                ("residual", ctypes.c_double), ("seconds", ctypes.c_double),
                ("begin_seconds", ctypes.c_double), ("iteration_seconds", ctypes.c_double)]


def places() -> list[pathlib.Path]:
    """The paths to try: next to libhg_lapack.so, and in the build tree's folder `sparse`."""
    if pathlib.PurePath(_library.PATH).name == _library.PATH:
        return []
    beside = pathlib.Path(_library.PATH)
    folder = beside.resolve().parent
    return [beside.parent / NAME, folder / NAME, folder.parent / "sparse" / NAME]


@functools.lru_cache(maxsize=None)
def sparse_functions() -> types.SimpleNamespace:
    """The functions of <hg/hg.h> for sparse matrices, by name. Raises ImportError if the library is not
    found."""
    found = [str(path) for path in places() if path.exists()]
    try:
        library = ctypes.CDLL(found[0] if found else NAME)
    except OSError as error:
        looked = "".join(f"\n    {path}" for path in places())
        raise ImportError(
            f"hg: cannot load {NAME}, which sparse matrices need. Looked for:{looked}\n    {NAME} on the "
            f"loader's path: {error}\nBuild hg with `./hg build`, or set HG_LIBRARY to the path of the "
            f"{_library.NAME} next to it."
        ) from error
    return types.SimpleNamespace(**declared(library, DECLARATIONS))


def checked(info: int) -> int:
    """Returns info if it is 0 or more. Raises ValueError for a wrong argument, and Error for any other
    failure."""
    if LEAST_ARGUMENT <= info < 0:
        raise ValueError(last_error())
    if info < 0:
        raise Error(last_error(), info)
    return info
