"""Objects that live on devices until they are closed."""

from __future__ import annotations

import ctypes
import weakref
from types import TracebackType
from typing import Any, Callable, TypeVar

Own = TypeVar("Own", bound="Closing")


class Pointer(ctypes.c_void_p):
    """An object that a C function made. It is freed when nothing refers to this pointer any more: a call in
    flight does."""


def owned(pointer: ctypes.c_void_p, free: Callable[..., object], *kept: object) -> Pointer:
    """A pointer to an object that free(pointer, *kept) frees. Until then, `kept` stays alive."""
    own = Pointer(pointer.value)
    # Not freed at exit: daemon threads may be using it until the process ends.
    weakref.finalize(own, free, pointer, *kept).atexit = False
    return own


class Closing:
    """An object with a handle until close(), or the end of a `with` block."""

    _kept: Any = None

    @property
    def _handle(self) -> Any:
        if self._kept is None:
            raise ValueError(f"the {type(self).__name__} is closed")
        return self._kept

    @_handle.setter
    def _handle(self, handle: object) -> None:
        self._kept = handle

    @property
    def closed(self) -> bool:
        """True after close()."""
        return self._kept is None

    def close(self) -> None:
        """Frees its memory as soon as no call uses it. Later calls raise ValueError. A second close() does
        nothing."""
        self._kept = None

    def __enter__(self: Own) -> Own:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()
