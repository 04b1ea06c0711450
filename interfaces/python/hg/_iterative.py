"""Iterative solvers for sparse linear systems."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ._distributed import require_type
from ._sparse import as_sparse, vector
from ._sparse_library import OBSERVER, CSolveReport, CSolverOptions, checked, sparse_functions
from ._typing import Array

PRECONDITIONERS = ("none", "jacobi", "block_jacobi", "chebyshev")
Observe = Callable[[int, float], object]
MOST_HISTORY = 1 << 24  # numbers; that many iterations take hours


class SolveReport(NamedTuple):
    """The result of a solver

    - reason: why it ended: "converged", "limit", "indefinite", "breakdown" or "stagnated"
    - iterations: iterations that counted
    - history: |r| / |b| at the start and after each iteration: iterations + 1 numbers
    - residual: |b - a x| / |b| of the returned x, recomputed at the end in double precision
    - seconds: duration of the whole call
    - begin_seconds: the part of `seconds` before the first iteration
    - iteration_seconds: the part of `seconds` that all iterations took together
    """

    reason: str
    iterations: int
    history: Array
    residual: float
    seconds: float
    begin_seconds: float
    iteration_seconds: float

    @property
    def converged(self) -> bool:
        """True if `residual` is at most 1.1 times the tolerance."""
        return self.reason == "converged"


class Observer:
    """A Python function that the C solver calls. If it raises an exception, `raised` holds the exception and
    the solver stops."""

    def __init__(self, observe: Observe | None) -> None:
        self.observe = observe
        self.raised: BaseException | None = None
        self.function: Any = (OBSERVER() if observe is None  # type: ignore[call-overload]
                              else OBSERVER(self.told))

    def told(self, iterations: int, residual: float, _context: object) -> int:
        try:
            if self.observe is not None:
                self.observe(iterations, residual)
            return 0
        except BaseException as error:  # KeyboardInterrupt, too
            self.raised = error
            return 1


def solved(method: str, a: object, b: Array, x0: Array | None, tolerance: float,
           most_iterations: int, preconditioner: str, block: int, observe: Observe | None, restart: int = 30,
           stride: int = 16, degree: int = 3) -> tuple[Array, SolveReport]:
    """Solves a x = b by the C function hg_solve_<method>()."""
    matrix = as_sparse("a", a)
    order, dtype = matrix.shape[0], matrix.dtype
    if matrix.shape != (order, order):
        raise ValueError(f"a has shape {matrix.shape}; a square matrix is needed")
    for name, array in [("b", b)] + ([] if x0 is None else [("x0", x0)]):
        require_type(name, array, dtype)
        if array.shape != (order,):
            raise ValueError(f"{name} has shape {array.shape}; ({order},) is needed")
    if preconditioner not in PRECONDITIONERS:
        raise ValueError(
            f"preconditioner is {preconditioner!r}; none, jacobi, block_jacobi or chebyshev is needed")
    b, x = vector("b", b), np.zeros(order, dtype) if x0 is None else np.array(x0)
    most = operator.index(most_iterations)
    history = np.empty(min(max(most, 0) + 1, MOST_HISTORY))
    observer = Observer(observe)
    options = CSolverOptions(ctypes.sizeof(CSolverOptions), tolerance, most, preconditioner.encode(),
                             operator.index(block), operator.index(degree), operator.index(restart),
                             operator.index(stride), x0 is not None, observer.function)
    report = CSolveReport(ctypes.sizeof(CSolveReport), history.ctypes.data, len(history))
    info = getattr(sparse_functions(), f"hg_solve_{method}")(matrix._handle.pointer, b.ctypes.data,
                                                             x.ctypes.data, ctypes.byref(options),
                                                             ctypes.byref(report))
    if observer.raised is not None:
        raise observer.raised
    checked(info)
    return x, SolveReport(report.reason.decode(), report.iterations, history[:report.iterations + 1].copy(),
                          report.residual, report.seconds, report.begin_seconds, report.iteration_seconds)


def solve_cg(a: object, b: Array, *, x0: Array | None = None, tolerance: float = 1e-10,
             most_iterations: int = 1000, preconditioner: str = "jacobi", block: int = 8, degree: int = 3,
             stride: int = 16, observe: Observe | None = None) -> tuple[Array, SolveReport]:
    """Solves a x = b by conjugate gradients, for a hermitian positive definite a

    hg does not check that a is hermitian.

    - a: a SparseMatrix or a SciPy sparse matrix, (n, n)
    - b: (n,), of a's type
    - x0: initial guess, (n,), of a's type; default: zeros
    - tolerance: the solver has converged when |b - a x| / |b| is at most 1.1 times this value. In single
      precision, about 1e-6 is the smallest useful tolerance
    - most_iterations: the solver stops after this number of iterations
    - preconditioner: "none"; "jacobi"; "block_jacobi": diagonal blocks of `block` rows; "chebyshev"
      (solve_cg() only): a polynomial in a of degree `degree`, which takes `degree` products with a for each
      application
    - block: 1 to 32
    - degree: 1 to 32
    - stride: iterations of a run, after which the host checks the residual, 1 to 1000
    - observe: observe(iterations, residual) is called whenever the host checks the residual, with the number
      of iterations so far and |r| / |b|. If it raises an exception, the solver stops and the exception
      propagates

    Returns x and a SolveReport, whose `reason` says why the solver ended. If it is "stagnated", rounding
    keeps the residual above the tolerance, and x is the best solution found. If it is "limit", "indefinite"
    or "breakdown", x is the result of the last iteration. If a device fails, raises Error.

    >>> a = hg.SparseMatrix((np.array([2., 4.]), (np.array([0, 1]), np.array([0, 1]))), (2, 2))
    >>> x, report = hg.solve_cg(a, np.array([2., 8.]))
    >>> x, report.reason, report.iterations
    (array([1., 2.]), 'converged', 1)
    """
    return solved("cg", a, b, x0, tolerance, most_iterations, preconditioner, block, observe, stride=stride,
                  degree=degree)


def solve_bicgstab(a: object, b: Array, *, x0: Array | None = None, tolerance: float = 1e-10,
                   most_iterations: int = 1000, preconditioner: str = "jacobi", block: int = 8,
                   stride: int = 16, observe: Observe | None = None) -> tuple[Array, SolveReport]:
    """Solves a x = b by stabilized biconjugate gradients, for any nonsingular a; the arguments are those of
    solve_cg()

    >>> a = hg.SparseMatrix((np.array([2., 1., 4.]), (np.array([0, 0, 1]), np.array([0, 1, 1]))), (2, 2))
    >>> x, report = hg.solve_bicgstab(a, np.array([4., 8.]))
    >>> x.round(9), report.reason
    (array([1., 2.]), 'converged')
    """
    return solved("bicgstab", a, b, x0, tolerance, most_iterations, preconditioner, block, observe,
                  stride=stride)


def solve_gmres(a: object, b: Array, *, x0: Array | None = None, tolerance: float = 1e-10,
                most_iterations: int = 1000, preconditioner: str = "jacobi", block: int = 8,
                restart: int = 30, observe: Observe | None = None) -> tuple[Array, SolveReport]:
    """Solves a x = b by GMRES, restarted after `restart` vectors (1 to 200), for any nonsingular a; the other
    arguments are those of solve_cg(), except that most_iterations is the number of products with a

    >>> a = hg.SparseMatrix((np.array([2., 1., 4.]), (np.array([0, 0, 1]), np.array([0, 1, 1]))), (2, 2))
    >>> x, report = hg.solve_gmres(a, np.array([4., 8.]))
    >>> x.round(9), report.reason
    (array([1., 2.]), 'converged')
    """
    return solved("gmres", a, b, x0, tolerance, most_iterations, preconditioner, block, observe,
                  restart=restart)
