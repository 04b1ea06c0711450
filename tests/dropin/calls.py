"""How a routine of libhgblas.so is called by each of its Fortran and CBLAS names, which the file HGBLAS_NAMES lists."""

import ctypes
import json
import os
import pathlib
import typing

import numpy

NAMES = json.loads(pathlib.Path(os.environ["HGBLAS_NAMES"]).read_text(encoding="utf-8"))
INTEGERS = {32: ctypes.c_int, 64: ctypes.c_int64}
ELEMENTS = {"d": numpy.float64, "s": numpy.float32, "z": numpy.complex128, "c": numpy.complex64}
REALS = {"d": ctypes.c_double, "s": ctypes.c_float, "z": ctypes.c_double, "c": ctypes.c_float}
COL_MAJOR = 102
M, N, K = 7, 5, 6
process = ctypes.CDLL(None)
rng = numpy.random.default_rng(1)
called = set()


def names_of(routine, family):
    """Each name of a routine with its type of integers."""
    return [(name, INTEGERS[bits]) for name, bits in NAMES[routine][family].items()]


def data(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def by_address(value):
    return ctypes.byref(value)


def complex_number(element):
    """What makes a complex scalar, which Fortran and CBLAS pass by address."""
    return lambda value: numpy.array([value], element)


def letter(text):
    return ctypes.c_char_p(text.encode())


def integers(rows, cols, element):
    parts = rng.integers(-9, 9, (2, rows, cols))
    return numpy.asfortranarray((parts[0] + 1j * parts[1]).astype(element) if is_complex(element)
                                else parts[0].astype(element))


def is_complex(element):
    return numpy.issubdtype(element, numpy.complexfloating)


def scalar(value, element):
    """A scalar of the elements' type, as calls() takes it."""
    return complex(value) if is_complex(element) else float(value)


def adjoint(a):
    return a.conj().T


class Choice(typing.NamedTuple):
    """An argument that is a letter in Fortran and a number in CBLAS."""
    letter: str
    number: int


NO_TRANS, LEFT, UPPER, NON_UNIT = Choice("N", 111), Choice("L", 141), Choice("U", 121), Choice("N", 131)


def calls(routine, real, arguments, right, output=-1, layout=True):
    """Yields each name of a routine of BLAS with arguments, and what says whether the result is right. Whole numbers
    among `arguments` are sizes, one of its arrays is written: the last, if `output` does not say another. CBLAS has a
    layout, unless there is none."""
    numbers_of = {float: real, complex: complex_number(ELEMENTS[routine[0]])}
    output = [value for value in arguments if isinstance(value, numpy.ndarray)][output]
    for family in ("fortran", "cblas"):
        for name, size in names_of(routine, family):
            x = output.copy("F")
            numbers = {int: size, **numbers_of}
            given = [COL_MAJOR] if family == "cblas" and layout else []
            for value in arguments:
                if isinstance(value, numpy.ndarray):
                    given.append(data(x if value is output else value.copy("F")))
                elif isinstance(value, Choice):
                    given.append(letter(value.letter) if family == "fortran" else value.number)
                else:
                    number = numbers[type(value)](value)
                    if isinstance(number, numpy.ndarray):
                        given.append(data(number))
                    else:
                        given.append(by_address(number) if family == "fortran" else number)
            yield name, given, lambda x=x: right(x)


def product(a, b):
    """Exact, without BLAS, whose calls are counted."""
    exact = numpy.complex128 if is_complex(a.dtype) else int
    return numpy.einsum("ik,kj->ij", a.astype(exact), b.astype(exact))


def hermitian(a):
    """Without the imaginary parts of its diagonal."""
    return a - 1j * numpy.diag(numpy.diag(a).imag)


def call(name, arguments, returned=None):
    function = process[name]
    function.restype = returned
    called.add(name)
    return function(*arguments)


def check(name, right):
    assert numpy.all(right()), name
    print(name)
