"""Arrays of other libraries, in their own memory."""

from __future__ import annotations

import functools
from typing import Any, Callable, TypeVar

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

HOST_DEVICES = (1, 3)  # DLPack's kDLCPU and kDLCUDAHost
NO_ARRAYS = (np.ndarray, np.generic, str, bytes, int, float, complex, list, dict, type, type(None))


def of_dlpack(value: Any) -> Any:
    """The array of an object with DLPack's protocol; TypeError unless it lies in host memory."""
    device = value.__dlpack_device__()[0]
    if device not in HOST_DEVICES:
        raise TypeError(f"an argument of type {type(value).__name__} is in device memory (DLPack device type "
                        f"{int(device)}); hg needs it in host memory")
    return np.from_dlpack(value)


def as_array(value: Any) -> Any:
    """A NumPy array in the memory of an object with `__array_interface__`, DLPack or the buffer protocol,
    also inside a tuple. Other values are returned unchanged."""
    if isinstance(value, NO_ARRAYS):
        return value
    if type(value) is tuple:
        return tuple(map(as_array, value))
    if hasattr(value, "__array_interface__"):
        return np.asarray(value)
    if hasattr(value, "__dlpack__"):
        return of_dlpack(value)
    try:
        return np.asarray(memoryview(value))
    except TypeError:
        return value


def taking_arrays(function: Function) -> Function:
    """The function, for arrays of other libraries, too."""

    @functools.wraps(function)
    def taking(*arguments: Any, **options: Any) -> Any:
        options = {name: as_array(value) for name, value in options.items()}
        return function(*map(as_array, arguments), **options)

    return taking  # type: ignore[return-value]
