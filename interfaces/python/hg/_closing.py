"""What lives on devices until it is closed."""

from __future__ import annotations

import ctypes
import weakref
from types import TracebackType
from typing import Any, Callable, TypeVar

Own = TypeVar("Own", bound="Closing")


class Pointer(ctypes.c_void_p):
    """What a function of C has made, freed with the last object that holds this: a call in flight does so, too.
    """


def owned(pointer: ctypes.c_void_p, free: Callable[..., object], *kept: object) -> Pointer:
    """A pointer that frees what it points to by free(pointer, *kept); what it needs meanwhile, `kept`, may go
    then."""
    own = Pointer(pointer.value)
    weakref.finalize(own, free, pointer, *kept).atexit = False  # threads may use it until the process ends
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
        """Frees its memory as soon as no call uses it. Later calls raise ValueError. May be repeated."""
        self._kept = None

    def __enter__(self: Own) -> Own:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()
