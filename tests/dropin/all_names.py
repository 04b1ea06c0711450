"""Calls every routine of libhgblas.so by each of its Fortran and CBLAS names, and checks what it gives.

    all_names.py [library]   loads that library first, for its own use alone, as Python does with extensions

The file HGBLAS_NAMES lists the names. A routine there needs a function here.
"""

import ctypes
import json
import os
import pathlib
import sys

import numpy

NAMES = json.loads(pathlib.Path(os.environ["HGBLAS_NAMES"]).read_text(encoding="utf-8"))
INTEGERS = {32: ctypes.c_int, 64: ctypes.c_int64}
COL_MAJOR, NO_TRANS, LEFT, UPPER, NON_UNIT = 102, 111, 141, 121, 131
M, N, K = 7, 5, 6
process = ctypes.CDLL(None)
rng = numpy.random.default_rng(1)


def names_of(routine, family):
    """Each name of a routine with its type of integers."""
    return [(name, INTEGERS[bits]) for name, bits in NAMES[routine][family].items()]


def data(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def by_address(value):
    return ctypes.byref(value)


def letter(text):
    return ctypes.c_char_p(text.encode())


def integers(rows, cols, element):
    return numpy.asfortranarray(rng.integers(-9, 9, (rows, cols)).astype(element))


def gemm(routine, element, real):
    """Yields each name of the routine with arguments, and what says whether the result is right."""
    a, b, c = integers(M, K, element), integers(K, N, element), integers(M, N, element)
    wanted = 2 * (a.astype(int) @ b.astype(int)) - c
    for name, size in names_of(routine, "fortran"):
        x, sizes = c.copy("F"), [size(value) for value in (M, N, K)]
        alpha, beta, ld = real(2), real(-1), [size(value) for value in (M, K, M)]
        yield name, [letter("N"), letter("N"), *map(by_address, sizes), by_address(alpha), data(a), by_address(ld[0]),
                     data(b), by_address(ld[1]), by_address(beta), data(x), by_address(ld[2])], lambda x=x: x == wanted
    for name, size in names_of(routine, "cblas"):
        x = c.copy("F")
        yield name, [COL_MAJOR, NO_TRANS, NO_TRANS, size(M), size(N), size(K), real(2), data(a), size(M), data(b),
                     size(K), real(-1), data(x), size(M)], lambda x=x: x == wanted


def trsm(routine, element, real):
    a = numpy.asfortranarray(numpy.triu(integers(M, M, element), 1) + numpy.eye(M, dtype=element))
    wanted = integers(M, N, element)
    b = numpy.asfortranarray((a.astype(int) @ wanted.astype(int)).astype(element))
    for name, size in names_of(routine, "fortran"):
        x, m, n, one = b.copy("F"), size(M), size(N), real(1)
        yield name, [letter("L"), letter("U"), letter("N"), letter("N"), by_address(m), by_address(n), by_address(one),
                     data(a), by_address(m), data(x), by_address(m)], lambda x=x: x == wanted
    for name, size in names_of(routine, "cblas"):
        x = b.copy("F")
        yield name, [COL_MAJOR, LEFT, UPPER, NO_TRANS, NON_UNIT, size(M), size(N), real(1), data(a), size(M), data(x),
                     size(M)], lambda x=x: x == wanted


def system(element):
    """A matrix with exact factors whose rows are interchanged, and right-hand sides with their solution."""
    lower = numpy.tril(rng.integers(0, 2, (M, M)), -1) * 0.5 + numpy.eye(M)
    upper = numpy.triu(rng.integers(-4, 4, (M, M)), 1) + 8 * numpy.eye(M)
    # Sums without BLAS, whose calls are counted.
    a = numpy.asfortranarray(numpy.einsum("ik,kj->ij", lower, upper)[::-1].astype(element))
    x = integers(M, N, element)
    return a, numpy.asfortranarray(numpy.einsum("ik,kj->ij", a.astype(float), x).astype(element)), x


def near(x, wanted):
    return abs(x - wanted) <= 1e3 * numpy.finfo(x.dtype).eps


def getrf_and_getrs(prefix, element):
    """getrf and getrs of one name, one after the other."""
    a, b, wanted = system(element)
    for (factor, size), (solve, _) in zip(names_of(prefix + "getrf", "fortran"), names_of(prefix + "getrs", "fortran")):
        f, x, m, n, info = a.copy("F"), b.copy("F"), size(M), size(N), size(-1)
        ipiv = numpy.zeros(M, numpy.int64 if size is ctypes.c_int64 else numpy.int32)
        yield factor, [by_address(m), by_address(m), data(f), by_address(m), data(ipiv), by_address(info)], solve, [
            letter("N"), by_address(m), by_address(n), data(f), by_address(m), data(ipiv), data(x), by_address(m),
            by_address(info)], lambda x=x, info=info: near(x, wanted) & (info.value == 0)


def gesv(routine, element):
    a, b, wanted = system(element)
    for name, size in names_of(routine, "fortran"):
        f, x, m, n, info = a.copy("F"), b.copy("F"), size(M), size(N), size(-1)
        ipiv = numpy.zeros(M, numpy.int64 if size is ctypes.c_int64 else numpy.int32)
        yield name, [by_address(m), by_address(n), data(f), by_address(m), data(ipiv), data(x), by_address(m),
                     by_address(info)], lambda x=x, info=info: near(x, wanted) & (info.value == 0)


def dsgesv():
    a, b, wanted = system(numpy.float64)
    for name, size in names_of("dsgesv", "fortran"):
        f, x, m, n, info, steps = a.copy("F"), b * 0, size(M), size(N), size(-1), size(-9)
        ipiv = numpy.zeros(M, numpy.int64 if size is ctypes.c_int64 else numpy.int32)
        work, swork = numpy.zeros(M * N), numpy.zeros(M * (M + N), numpy.float32)
        yield name, [by_address(m), by_address(n), data(f), by_address(m), data(ipiv), data(b), by_address(m), data(x),
                     by_address(m), data(work), data(swork), by_address(steps), by_address(info)], (
                         lambda x=x, info=info: near(x, wanted) & (info.value == 0))


def call(name, arguments):
    function = process[name]
    function.restype = None
    function(*arguments)
    called.add(name)


def check(name, right):
    assert numpy.all(right()), name
    print(name)


if len(sys.argv) > 1:
    stand_in = ctypes.CDLL(sys.argv[1], ctypes.RTLD_LOCAL)
called = set()
for prefix, element_type, real_type in (("d", numpy.float64, ctypes.c_double), ("s", numpy.float32, ctypes.c_float)):
    for its_name, given, is_right in [*gemm(prefix + "gemm", element_type, real_type),
                                      *trsm(prefix + "trsm", element_type, real_type),
                                      *gesv(prefix + "gesv", element_type)]:
        call(its_name, given)
        check(its_name, is_right)
    for factor_name, matrix, solve_name, sides, is_right in getrf_and_getrs(prefix, element_type):
        call(factor_name, matrix)
        call(solve_name, sides)
        check(f"{factor_name}, {solve_name}", is_right)
for its_name, given, is_right in dsgesv():
    call(its_name, given)
    check(its_name, is_right)
wanted_names = {name for families in NAMES.values() for family in ("fortran", "cblas") for name in families.get(family, {})}
assert called == wanted_names, f"these names are not called here: {sorted(wanted_names - called)}"
