"""Which argument is wrong: with one or two wrong arguments, every function of C and every symbol for Fortran that is made from
a row of routines.py says the number of the first one.

HG_LIBRARY names libhg_lapack.so, INTERFACES the folder of routines.py.
"""

import ctypes
import itertools
import os
import sys
import unittest

sys.path.insert(0, os.environ["INTERFACES"])

from generator.routine import Kind  # noqa: E402
from routines import ROUTINES  # noqa: E402

LIBRARY = ctypes.CDLL(os.environ["HG_LIBRARY"])
# For whatever an argument points to: 64 elements of any type, and pivots that are rows.
MEMORY = (ctypes.c_int64 * 256)(*[1] * 256)
NULL = None


class DoubleComplex(ctypes.Structure):
    """Passed as C passes double _Complex."""
    _fields_ = [("real", ctypes.c_double), ("imag", ctypes.c_double)]


class FloatComplex(ctypes.Structure):
    """Passed as C passes float _Complex."""
    _fields_ = [("real", ctypes.c_float), ("imag", ctypes.c_float)]


SCALARS = {"double": ctypes.c_double, "float": ctypes.c_float,
           "std::complex<double>": DoubleComplex, "std::complex<float>": FloatComplex}
# Letters that every routine takes: trans of complex matrices is 'N' or one of the others.
LETTERS = {"side": b"L", "uplo": b"L", "diag": b"N"}
POINTERS = (Kind.MATRIX, Kind.VECTOR, Kind.TAU, Kind.PIVOTS, Kind.RESULT, Kind.INDEX, Kind.COUNT, Kind.WORK)
WRONG = {Kind.CHOICE: b"?", Kind.SIZE: -1, Kind.LEADING: 0, Kind.INCREMENT: 0, Kind.LENGTH: 0}


def right(argument):
    if argument.kind == Kind.CHOICE:
        return LETTERS.get(argument.name, b"N")
    if argument.kind == Kind.SCALAR:
        return 1
    return {Kind.SIZE: 2, Kind.LEADING: 4, Kind.INCREMENT: 1, Kind.LENGTH: 128}.get(argument.kind, MEMORY)


def by_value(routine, element, integer, argument, value):
    """An argument as C takes it."""
    if argument.kind in POINTERS:
        return ctypes.c_void_p(ctypes.addressof(value) if value is not NULL else None)
    if argument.kind == Kind.CHOICE:
        return ctypes.c_char(value)
    if argument.kind == Kind.SCALAR:
        return SCALARS[(element.real if routine.is_real(argument) else element).c](value)
    return integer(value)


def by_reference(routine, element, argument, value):
    """The same as Fortran takes it."""
    passed = by_value(routine, element, ctypes.c_int, argument, value)
    return passed if argument.kind in POINTERS else ctypes.byref(passed)


def call_c(routine, name, element, integer, values):
    function = LIBRARY[name]
    function.restype = integer
    return function(*(by_value(routine, element, integer, *pair) for pair in zip(routine.without_work, values)))


def call_async(routine, name, element, integer, values):
    """The handle is the last argument."""
    function = LIBRARY[name]
    function.restype = integer
    handle = ctypes.c_void_p(1)
    given = ctypes.byref(handle) if values[-1] is not NULL else ctypes.c_void_p()
    info = function(*(by_value(routine, element, integer, *pair) for pair in zip(routine.without_work, values)), given)
    if values[-1] is NULL or handle.value is None:
        return info
    return f"{info}, and *call is not null: {'nothing' if info else 'the call'} was submitted"


def call_fortran(routine, name, element, _, values):
    info = ctypes.c_int(1)
    LIBRARY[name](*(by_reference(routine, element, *pair) for pair in zip(routine.parsed, values)), ctypes.byref(info))
    return info.value


def forms(routine, name):
    """(function, its arguments, how it is called, its integers)."""
    yield f"hg_{name}", routine.without_work, call_c, ctypes.c_int64
    yield f"hg_{name}_int32", routine.without_work, call_c, ctypes.c_int
    yield f"hg_{name}_", routine.parsed, call_fortran, ctypes.c_int
    if routine.asynchronous:
        yield f"hg_{name}_async", routine.without_work, call_async, ctypes.c_int64
        yield f"hg_{name}_async_int32", routine.without_work, call_async, ctypes.c_int


def can_be_wrong(argument):
    """Pivots that are read may be null; what they hold is looked at in the call."""
    return argument.kind not in (Kind.SCALAR, Kind.WORK) and (argument.kind != Kind.PIVOTS or argument.is_written)


def try_all(routine, element, function, arguments, call, integer, faults):
    """One wrong argument, and two; adds to faults, and returns how many calls were made."""
    values = [right(argument) for argument in arguments]
    # Memory that hg does not use may be null.
    wrong = {number: WRONG.get(argument.kind, NULL) for number, argument in enumerate(arguments)
             if can_be_wrong(argument)}
    if call is call_async:
        values.append(MEMORY)
        wrong[len(arguments)] = NULL
    pairs = [*((number,) for number in wrong), *itertools.combinations(sorted(wrong), 2)]
    for numbers in pairs:
        given = [wrong[i] if i in numbers else value for i, value in enumerate(values)]
        info = call(routine, function, element, integer, given)
        if info != -1 - numbers[0]:
            faults.append((function, [i + 1 for i in numbers], info))
    return len(pairs)


class FirstWrongArgument(unittest.TestCase):
    def test_is_the_one_that_is_told(self):
        tried = 0
        faults = []
        for routine in ROUTINES:
            for name, element in routine.variants:
                for function, arguments, call, integer in forms(routine, name):
                    tried += try_all(routine, element, function, arguments, call, integer, faults)
        self.assertGreater(tried, 10000)
        self.assertFalse(faults[:20], f"{len(faults)} of {tried}")


if __name__ == "__main__":
    unittest.main()
