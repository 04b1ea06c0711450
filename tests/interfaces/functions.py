"""Calls of hg's functions of C and of its symbols for Fortran, which are made from the rows of routines.py.

HG_LIBRARY names libhg_lapack.so.0, HG_RULE the library of the rules."""

import ctypes
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))

from choices import ROUTINES, Kind  # noqa: E402

LIBRARY = ctypes.CDLL(os.environ["HG_LIBRARY"])
LIBRARY.hg_last_error.restype = ctypes.c_char_p
LIBRARY.hg_wait.restype = ctypes.c_int64
NULL = None


def complex_number(part):
    """Passed as C passes a complex number."""
    return type("Complex", (ctypes.Structure,), {"_fields_": [("real", part), ("imag", part)]})


SCALARS = {"double": ctypes.c_double, "float": ctypes.c_float,
           "std::complex<double>": complex_number(ctypes.c_double),
           "std::complex<float>": complex_number(ctypes.c_float)}
POINTERS = (Kind.MATRIX, Kind.VECTOR, Kind.TAU, Kind.PIVOTS, Kind.RESULT, Kind.INDEX, Kind.COUNT, Kind.WORK)


def last_error():
    """What was wrong with this thread's last call."""
    return LIBRARY.hg_last_error().decode()


class Function:
    """A function of a routine for a type: hg_dgemm with one of the suffixes of its forms."""

    def __init__(self, routine, name, element, suffix):
        self.routine, self.element, self.blas_name, self.name = routine, element, name, f"hg_{name}{suffix}"
        self.in_fortran, self.returns_at_once = suffix == "_", "async" in suffix
        self.integer = ctypes.c_int if suffix == "_" or "int32" in suffix else ctypes.c_int64
        self.array_integer = ctypes.c_int64 if self.returns_at_once else self.integer
        self.first_index = 1 if suffix in ("_", "_int32", "_int64") else 0
        self.arguments = routine.parsed if self.in_fortran else routine.without_work

    def passed(self, argument, value):
        """A letter, a number or an address as the function takes it."""
        if argument.kind in POINTERS:
            return ctypes.c_void_p(value)
        if argument.kind == Kind.CHOICE:
            passed = ctypes.c_char(value.encode())
        elif argument.kind == Kind.SCALAR:
            parts = (value.real, value.imag) if isinstance(value, complex) else (value,)
            kind = SCALARS[(self.element.real if self.routine.is_real(argument) else self.element).c]
            passed = kind(*parts[:len(getattr(kind, "_fields_", "1"))])
        else:
            passed = self.integer(value)
        return ctypes.byref(passed) if self.in_fortran else passed

    def __call__(self, values, has_handle=True):
        """Returns info, of a call that was submitted when it has ended."""
        function, given = LIBRARY[self.name], [self.passed(*pair) for pair in zip(self.arguments, values)]
        if self.in_fortran:
            info = ctypes.c_int(-77)
            function(*given, ctypes.byref(info))
            return info.value
        function.restype = self.integer
        if not self.returns_at_once:
            return function(*given)
        call = ctypes.c_void_p(1)
        info = function(*given, ctypes.byref(call) if has_handle else ctypes.c_void_p())
        if info == 0:
            return LIBRARY.hg_wait(ctypes.byref(call))
        return f"{info}, and *call is not null" if has_handle and call.value is not None else info


def functions():
    """All functions of all routines."""
    for routine in ROUTINES:
        suffixes = (["", "_int32", "_"] + ["_async", "_async_int32"] * routine.asynchronous
                    + ["_int64"] * bool(routine.of(Kind.INDEX)))
        for name, element in routine.variants:
            yield from (Function(routine, name, element, suffix) for suffix in suffixes)
