"""hg's routines behind the names of numpy.linalg and scipy.linalg."""

from __future__ import annotations

import functools
import importlib
import inspect
import operator
import sys
import threading
from types import ModuleType, TracebackType
from typing import Any, Callable

import numpy as np

from . import _numpy_linalg, _scipy_linalg
from ._devices import devices
from ._forms import Form

GIVEN = {"original", "threshold"}  # arguments of each form that are not the original's
GPU_ORDER = 512  # smaller calls gain little
PLACES = {"numpy.linalg": _numpy_linalg.FORMS, "scipy.linalg": _scipy_linalg.FORMS}

_lock = threading.RLock()
_active: list[Acceleration] = []  # the last one says from which order on hg computes
_replaced: list[tuple[ModuleType, str, Any, Any]] = []  # module, name, what was there, what is there now


def dispatcher(original: Callable[..., Any], form: Form) -> Callable[..., Any]:
    """A function that lets hg compute the calls that it takes, and leaves all others to the original."""
    signature, known = inspect.signature(original), inspect.signature(form).parameters
    needed = {name for name, parameter in known.items() if parameter.default is parameter.empty} - GIVEN

    def by_name(arguments: tuple[Any, ...], options: dict[str, Any]) -> dict[str, Any] | None:
        """The arguments that the form takes; None if the call has others, or is wrong."""
        try:
            bound = signature.bind(*arguments, **options)
        except TypeError:
            return None
        if any(name not in known for name in bound.arguments):
            return None
        bound.apply_defaults()
        if not needed.issubset(bound.arguments):  # of a version that lacks some
            return None
        return {name: value for name, value in bound.arguments.items() if name in known}

    @functools.wraps(original)
    def dispatched(*arguments: Any, **options: Any) -> Any:
        active = _active[-1:]  # a copy, because another thread may end it
        if not active or not is_large(arguments, options, active[0].threshold):
            return original(*arguments, **options)
        named = by_name(arguments, options)
        result = NotImplemented if named is None else form(original, active[0].threshold, **named)
        return original(*arguments, **options) if result is NotImplemented else result

    return dispatched


def is_large(arguments: tuple[Any, ...], options: dict[str, Any], threshold: int) -> bool:
    """Whether it may be: small calls end here, after a microsecond."""
    first = arguments[0] if arguments else next(iter(options.values()), None)
    if isinstance(first, tuple) and first:  # factors with pivots
        first = first[0]
    return type(first) in (np.ndarray, np.matrix) and max(first.shape, default=0) >= threshold


def install() -> None:
    """Replaces the functions wherever NumPy's and SciPy's own modules name them."""
    for package, forms in PLACES.items():
        try:
            home = importlib.import_module(package)
        except ImportError:  # SciPy need not be there
            continue
        for name, form in forms.items():
            original = getattr(home, name)
            replacement = dispatcher(original, form)
            for path, module in list(sys.modules.items()):
                if path.startswith(package) and vars(module).get(name) is original:
                    setattr(module, name, replacement)
                    _replaced.append((module, name, original, replacement))


def uninstall() -> None:
    """Restores what was there, except where somebody else has replaced hg's functions since."""
    for module, name, original, replacement in reversed(_replaced):
        if vars(module).get(name) is replacement:
            setattr(module, name, original)
    _replaced.clear()


def least_order(threshold: int | None) -> int:
    """The threshold, checked; by default the least order from which GPUs gain."""
    if threshold is None:
        return GPU_ORDER if any(device.kind == "gpu" for device in devices()) else sys.maxsize
    order = operator.index(threshold)
    if order < 1:
        raise ValueError(f"threshold is {threshold}; at least 1 is needed")
    return order


class Acceleration:
    """The effect of a call of accelerate(), until undo() or the end of a `with` block."""

    def __init__(self, threshold: int) -> None:
        self.threshold = threshold

    def undo(self) -> None:
        """Ends this acceleration; the last one restores NumPy's and SciPy's functions. A second undo() does
        nothing."""
        with _lock:
            if self in _active:
                _active.remove(self)
                if not _active:
                    uninstall()

    def __enter__(self) -> Acceleration:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.undo()


def accelerate(threshold: int | None = None) -> Acceleration:
    """Makes NumPy's and SciPy's functions for linear algebra use hg

        numpy.linalg   solve, inv, cholesky, qr, lstsq, det, slogdet
        scipy.linalg   the same but slogdet, and lu_factor, lu_solve, cho_factor, cho_solve, solve_triangular

    Call it at the start of a program, or use it in a `with` block; undo() of the returned object ends it.
    Arguments, results, types and exceptions are those of NumPy and SciPy. Results may be Fortran-ordered
    where NumPy returns C-ordered arrays.

    threshold: hg computes calls of at least this order; default: 512 if hg uses a GPU, otherwise none. The
    order of other shapes is the cube root of m n k, the sizes of a product that takes about as long. NumPy
    and SciPy compute all other calls: smaller ones, stacks of matrices, element types that hg lacks,
    subclasses of arrays except numpy.matrix, and options that hg has no routine for, such as qr with
    pivoting. For lstsq with at least twice as many rows as columns, hg computes R of a = Q R, and NumPy or
    SciPy solves the smaller problem with R.

    The names change for all threads of the process. Functions that a program imported earlier by `from
    numpy.linalg import solve` stay NumPy's. If several accelerations are active, the threshold of the last
    one counts.

    >>> a = np.array([[4., 2.], [2., 5.]])
    >>> with hg.accelerate(threshold=2):
    ...     np.linalg.cholesky(a)
    array([[2., 0.],
           [1., 2.]])
    """
    acceleration = Acceleration(least_order(threshold))
    with _lock:
        if not _active:
            install()
        _active.append(acceleration)
    return acceleration
