"""Iterative solvers of sparse systems."""

from __future__ import annotations

import ctypes
import operator
from typing import NamedTuple

import numpy as np

from ._placed import require_type
from ._sparse import as_sparse, vector
from ._sparse_library import CSolveReport, CSolverOptions, checked, sparse_functions

PRECONDITIONERS = ("none", "jacobi", "block_jacobi")
MOST_HISTORY = 1 << 24  # numbers: so many iterations take hours


class SolveReport(NamedTuple):
    """What a solver did."""

    reason: str  # why it ended: "converged", "limit", "indefinite" or "breakdown"
    iterations: int  # that counted
    history: np.ndarray  # |r| / |b| at the start and after each iteration: iterations + 1 numbers
    residual: float  # |b - a x| / |b|, computed anew at the end
    seconds: float  # of the call

    @property
    def converged(self) -> bool:
        """True if the residual is small enough."""
        return self.reason == "converged"


def solved(method: str, a: object, b: np.ndarray, x0: np.ndarray | None, tolerance: float, most_iterations: int, preconditioner: str,
           block: int, restart: int = 30, stride: int = 16) -> tuple[np.ndarray, SolveReport]:
    """Has one of the solvers of C solve a x = b."""
    matrix = as_sparse("a", a)
    order, dtype = matrix.shape[0], matrix.dtype
    if matrix.shape != (order, order):
        raise ValueError(f"a has shape {matrix.shape}; a square matrix is needed")
    for name, array in [("b", b)] + ([] if x0 is None else [("x0", x0)]):
        require_type(name, array, dtype)
        if array.shape != (order,):
            raise ValueError(f"{name} has shape {array.shape}; ({order},) is needed")
    if preconditioner not in PRECONDITIONERS:
        raise ValueError(f"preconditioner is {preconditioner!r}; none, jacobi or block_jacobi is needed")
    b, x = vector("b", b), np.zeros(order, dtype) if x0 is None else np.array(x0)
    most = operator.index(most_iterations)
    history = np.empty(min(max(most, 0) + 1, MOST_HISTORY))
    options = CSolverOptions(ctypes.sizeof(CSolverOptions), tolerance, most, preconditioner.encode(), operator.index(block),
                             operator.index(restart), operator.index(stride), x0 is not None)
    report = CSolveReport(ctypes.sizeof(CSolveReport), history.ctypes.data, len(history))
    checked(getattr(sparse_functions(), f"hg_solve_{method}")(matrix._handle.pointer, b.ctypes.data, x.ctypes.data,
                                                              ctypes.byref(options), ctypes.byref(report)))
    return x, SolveReport(report.reason.decode(), report.iterations, history[:report.iterations + 1].copy(), report.residual,
                          report.seconds)


def solve_cg(a: object, b: np.ndarray, *, x0: np.ndarray | None = None, tolerance: float = 1e-10, most_iterations: int = 1000,
             preconditioner: str = "jacobi", block: int = 8, stride: int = 16) -> tuple[np.ndarray, SolveReport]:
    """Solves a x = b by conjugate gradients; a is hermitian and positive definite, which is not checked

    a: a SparseMatrix, or a sparse matrix of SciPy's, (n, n); b, and x0, a first guess: (n,), of a's type. It ends if |r| / |b| is at
    most `tolerance`. preconditioner: "none", "jacobi" or "block_jacobi", of diagonal blocks of `block` rows, 1 to 32. stride:
    iterations of a run, after which the host looks, 1 to 1000.

    Returns x and a SolveReport, whose `reason` tells why it ended. If that is not "converged", x is what the last iteration has made
    of it. If a device fails, Error says why.

    >>> a = hg.SparseMatrix((np.array([2., 4.]), (np.array([0, 1]), np.array([0, 1]))), (2, 2))
    >>> x, report = hg.solve_cg(a, np.array([2., 8.]))
    >>> x, report.reason, report.iterations
    (array([1., 2.]), 'converged', 1)
    """
    return solved("cg", a, b, x0, tolerance, most_iterations, preconditioner, block, stride=stride)


def solve_bicgstab(a: object, b: np.ndarray, *, x0: np.ndarray | None = None, tolerance: float = 1e-10, most_iterations: int = 1000,
                   preconditioner: str = "jacobi", block: int = 8, stride: int = 16) -> tuple[np.ndarray, SolveReport]:
    """Solves a x = b by stabilized biconjugate gradients, for any regular a; the arguments are those of solve_cg()

    >>> a = hg.SparseMatrix((np.array([2., 1., 4.]), (np.array([0, 0, 1]), np.array([0, 1, 1]))), (2, 2))
    >>> x, report = hg.solve_bicgstab(a, np.array([4., 8.]))
    >>> x.round(9), report.reason
    (array([1., 2.]), 'converged')
    """
    return solved("bicgstab", a, b, x0, tolerance, most_iterations, preconditioner, block, stride=stride)


def solve_gmres(a: object, b: np.ndarray, *, x0: np.ndarray | None = None, tolerance: float = 1e-10, most_iterations: int = 1000,
                preconditioner: str = "jacobi", block: int = 8, restart: int = 30) -> tuple[np.ndarray, SolveReport]:
    """Solves a x = b by GMRES, restarted after `restart` vectors, 1 to 200, for any regular a; else as solve_cg()

    >>> a = hg.SparseMatrix((np.array([2., 1., 4.]), (np.array([0, 0, 1]), np.array([0, 1, 1]))), (2, 2))
    >>> x, report = hg.solve_gmres(a, np.array([4., 8.]))
    >>> x.round(9), report.reason
    (array([1., 2.]), 'converged')
    """
    return solved("gmres", a, b, x0, tolerance, most_iterations, preconditioner, block, restart=restart)
