"""The devices of the process."""

from __future__ import annotations

import ctypes
from typing import NamedTuple

from ._library import call


class CDevice(ctypes.Structure):
    """hg_device of <hg/hg.h>."""
    _fields_ = [("name", ctypes.c_char_p), ("vendor", ctypes.c_char_p), ("platform", ctypes.c_char_p),
                ("kind", ctypes.c_char_p), ("memory", ctypes.c_int64), ("compute_units", ctypes.c_int64),
                ("has_f64", ctypes.c_int)]


class Device(NamedTuple):
    """A device that calls can use. `kind` is "gpu", "host" (the CPU without OpenCL) or "other"; `memory` is
    in bytes."""

    name: str
    vendor: str
    platform: str
    kind: str
    memory: int
    compute_units: int
    has_f64: bool


def devices() -> list[Device]:
    """The devices that HG_DEVICES selects, in hg's order; they are not started

    They are listed once in a process. Error if HG_DEVICES names none that exists.

    >>> device = hg.devices()[0]
    >>> device.kind in ("gpu", "host", "other"), device.memory > 0
    (True, True)
    """
    first, count = ctypes.POINTER(CDevice)(), ctypes.c_int64()
    call("hg_devices", ctypes.byref(first), ctypes.byref(count))
    return [Device(row.name.decode(errors="replace"), row.vendor.decode(errors="replace"),
                   row.platform.decode(errors="replace"), row.kind.decode(), row.memory, row.compute_units,
                   bool(row.has_f64)) for row in first[:count.value]]


class CFallBack(ctypes.Structure):
    """hg_fall_back of <hg/hg.h>."""
    _fields_ = [("device", ctypes.c_char_p), ("reason", ctypes.c_char_p), ("finished_by", ctypes.c_char_p),
                ("times", ctypes.c_int64)]


class FallBack(NamedTuple):
    """Work that a device could not do, so that others did it `times` times."""

    device: str
    reason: str
    finished_by: str
    times: int


def fall_backs() -> list[FallBack]:
    """The fall-backs of the process so far: work that others did because a device could not

    Each is also a warning on standard error when it happens first. At most 100 different ones are listed.

    >>> hg.fall_backs()
    []
    """
    first, count = ctypes.POINTER(CFallBack)(), ctypes.c_int64()
    call("hg_fall_backs", ctypes.byref(first), ctypes.byref(count))
    return [FallBack(row.device.decode(errors="replace"), row.reason.decode(errors="replace"),
                     row.finished_by.decode(errors="replace"), row.times) for row in first[:count.value]]
