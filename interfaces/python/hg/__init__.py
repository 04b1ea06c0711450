"""hg for NumPy: matrix products, triangular solves, linear systems, least squares, sparse matrices and your
own programs, on all GPUs of the node.

    >>> import numpy as np, hg
    >>> hg.gemm(np.array([[1., 2.], [3., 4.]]), np.array([[5., 6.], [7., 8.]]))
    array([[19., 22.],
           [43., 50.]])

Arrays are float64, float32, complex128 or complex64; all arrays of a call have the same type. hg uses arrays
without a copy if their rows or their columns are contiguous: C- and Fortran-ordered arrays, their transposes,
and slices of them. There is no argument for a transposed matrix: pass `a.T`. hg refuses other arrays;
`np.ascontiguousarray(a)` makes a copy that it accepts.

You can call hg from several threads. Each call releases the interpreter lock while it runs. HG_DEVICES
selects devices. `hg.c` contains the functions of <hg/hg.h>.
"""

from . import _library

try:
    from . import _routines
except ImportError as error:
    raise ImportError(
        "hg: _routines.py is missing: these are the package's sources. `./hg build` writes the complete "
        "package to build/release/python; `pip install -e interfaces/python` adds the file here") from error

from ._accelerate import Acceleration, accelerate
from ._devices import Device, FallBack, devices, fall_backs
from ._distributed import DistributedSparseMatrix, spmv
from ._errors import Error, LinAlgError, LinAlgWarning
from ._futures import submit
from ._inputs import taking_arrays
from ._inverse import cond, det, inv, slogdet
from ._iterative import SolveReport, solve_bicgstab, solve_cg, solve_gmres
from ._lapack import cholesky, cholesky_inverse, cholesky_solve, lu, lu_solve, solve, solve_mixed
from ._library import arithmetic, c, trim
from ._program import Program
from ._qr import lstsq, qr, qr_factor, qr_multiply
from ._routines import *
from ._sparse import SparseMatrix, read_matrix_market, write_matrix_market
from ._vectors import gemv, matmul

__version__: str = _library.VERSION

__all__ = ["Acceleration", "Device", "DistributedSparseMatrix", "Error", "FallBack", "LinAlgError",
           "LinAlgWarning", "Program", "SolveReport", "SparseMatrix", "accelerate", "arithmetic", "c",
           "cholesky", "cholesky_inverse", "cholesky_solve", "cond", "det", "devices", "fall_backs", "gemv",
           "inv", "lstsq", "lu", "lu_solve", "matmul", "qr", "qr_factor", "qr_multiply",
           "read_matrix_market", "slogdet", "solve", "solve_bicgstab", "solve_cg", "solve_gmres",
           "solve_mixed", "spmv", "submit", "trim", "write_matrix_market"]
__all__ += _routines.__all__

for _name in set(__all__) - {"accelerate", "arithmetic", "c", "devices", "fall_backs", "submit", "trim"}:
    if not isinstance(globals()[_name], type):
        globals()[_name] = taking_arrays(globals()[_name])
