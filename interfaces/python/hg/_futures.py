"""Calls that return before the work is done."""

from __future__ import annotations

import contextlib
import functools
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Callable, TypeVar

from ._library import arithmetic, wanted_arithmetic
from ._matrix import submission

Result = TypeVar("Result")
MOST_CALLS = 64  # in flight; further calls wait until one has completed


@functools.lru_cache(maxsize=None)
def pool() -> ThreadPoolExecutor:
    """A thread waits for each call in flight."""
    return ThreadPoolExecutor(MOST_CALLS, thread_name_prefix="hg")


def submit(function: Callable[..., Result], /, *arguments: Any, **options: Any) -> Future[Result]:
    """Starts a call of one of hg's functions, and returns a concurrent.futures.Future of its result

    submit() returns as soon as hg has accepted the first routine of the call. Calls that touch the same
    memory run in the order in which they were submitted; other calls overlap. Until the future is done, you
    must not write arrays that the call reads, nor touch arrays that it writes; other calls of hg may use
    them. The call has the arithmetic() of the submitting thread. result() raises the exception that the call
    raised.

    solve(), lstsq() and qr() consist of several routines, and functions of vectors and sparse matrices are
    not asynchronous: before you submit a call that uses their results, wait for their futures.

    >>> a = np.array([[1., 2.], [3., 4.]])
    >>> futures = [hg.submit(hg.gemm, a, a), hg.submit(hg.solve, a, np.array([5., 11.]))]
    >>> futures[0].result(), futures[1].result().round(9)
    (array([[ 7., 10.],
           [15., 22.]]), array([1., 2.]))
    """
    taken, mode = threading.Event(), wanted_arithmetic()

    def call() -> Result:
        submission.taken = taken
        try:
            with arithmetic(mode) if mode else contextlib.nullcontext():
                return function(*arguments, **options)
        finally:
            submission.taken = None
            taken.set()

    future = pool().submit(call)
    taken.wait()
    return future
