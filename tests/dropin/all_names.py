"""Calls every routine of libhgblas.so by each of its Fortran and CBLAS names, and checks what it gives.

    all_names.py [library]   loads that library first, for its own use alone, as Python does with extensions

The file HGBLAS_NAMES lists the names. A routine there needs a function here.
"""

import ctypes
import itertools
import json
import os
import pathlib
import sys
import typing

import numpy

NAMES = json.loads(pathlib.Path(os.environ["HGBLAS_NAMES"]).read_text(encoding="utf-8"))
INTEGERS = {32: ctypes.c_int, 64: ctypes.c_int64}
COL_MAJOR = 102
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


class Choice(typing.NamedTuple):
    """An argument that is a letter in Fortran and a number in CBLAS."""
    letter: str
    number: int


NO_TRANS, LEFT, UPPER, NON_UNIT = Choice("N", 111), Choice("L", 141), Choice("U", 121), Choice("N", 131)


def calls(routine, real, arguments, right, output=-1, layout=True):
    """Yields each name of a routine of BLAS with arguments, and what says whether the result is right. Whole numbers
    among `arguments` are sizes, one of its arrays is written: the last, if `output` does not say another. CBLAS has a
    layout, unless there is none."""
    output = [value for value in arguments if isinstance(value, numpy.ndarray)][output]
    for family in ("fortran", "cblas"):
        for name, size in names_of(routine, family):
            x = output.copy("F")
            numbers = {int: size, float: real}
            given = [COL_MAJOR] if family == "cblas" and layout else []
            for value in arguments:
                if isinstance(value, numpy.ndarray):
                    given.append(data(x if value is output else value.copy("F")))
                elif isinstance(value, Choice):
                    given.append(letter(value.letter) if family == "fortran" else value.number)
                else:
                    number = numbers[type(value)](value)
                    given.append(by_address(number) if family == "fortran" else number)
            yield name, given, lambda x=x: right(x)


def product(a, b):
    """Exact, without BLAS, whose calls are counted."""
    return numpy.einsum("ik,kj->ij", a.astype(int), b.astype(int))


def gemm(routine, element, real):
    a, b, c = integers(M, K, element), integers(K, N, element), integers(M, N, element)
    return calls(routine, real, [NO_TRANS, NO_TRANS, M, N, K, 2.0, a, M, b, K, -1.0, c, M],
                 lambda x: x == 2 * product(a, b) - c)


def symm(routine, element, real):
    a, b, c = integers(M, M, element), integers(M, N, element), integers(M, N, element)
    whole = numpy.triu(a) + numpy.triu(a, 1).T
    return calls(routine, real, [LEFT, UPPER, M, N, 2.0, a, M, b, M, -1.0, c, M],
                 lambda x: x == 2 * product(whole, b) - c)


def syrk(routine, element, real):
    a, c = integers(N, K, element), integers(N, N, element)
    wanted = numpy.triu(2 * product(a, a.T) - c) + numpy.tril(c, -1)
    return calls(routine, real, [UPPER, NO_TRANS, N, K, 2.0, a, N, -1.0, c, N], lambda x: x == wanted)


def syr2k(routine, element, real):
    a, b, c = integers(N, K, element), integers(N, K, element), integers(N, N, element)
    wanted = numpy.triu(2 * (product(a, b.T) + product(b, a.T)) - c) + numpy.tril(c, -1)
    return calls(routine, real, [UPPER, NO_TRANS, N, K, 2.0, a, N, b, N, -1.0, c, N], lambda x: x == wanted)


def trmm(routine, element, real):
    a, b = integers(M, M, element), integers(M, N, element)
    return calls(routine, real, [LEFT, UPPER, NO_TRANS, NON_UNIT, M, N, 2.0, a, M, b, M],
                 lambda x: x == 2 * product(numpy.triu(a), b))


def trsm(routine, element, real):
    a = numpy.asfortranarray(numpy.triu(integers(M, M, element), 1) + numpy.eye(M, dtype=element))
    wanted = integers(M, N, element)
    b = numpy.asfortranarray(product(a, wanted).astype(element))
    return calls(routine, real, [LEFT, UPPER, NO_TRANS, NON_UNIT, M, N, 1.0, a, M, b, M], lambda x: x == wanted)


def vector(count, element):
    return integers(count, 1, element)[:, 0]


def level1(prefix, element, real):
    """The routines of vectors that write one."""
    x, y = vector(N, element), vector(N, element)
    def of(name, arguments, right, output=-1):
        return calls(prefix + name, real, arguments, right, output, layout=False)
    yield from of("copy", [N, x, 1, y, 1], lambda z: z == x)
    yield from of("swap", [N, x, 1, y, 1], lambda z: z == y, 0)
    yield from of("scal", [N, 2.0, x, 1], lambda z: z == 2 * x)
    yield from of("axpy", [N, 2.0, x, 1, y, -1], lambda z: z == 2 * x[::-1] + y)
    yield from of("rot", [N, x, 1, y, 1, 3.0, 2.0], lambda z: z == 3 * y - 2 * x)


def results(prefix, element, real):
    """The routines that return a number, with what they return. Places are counted from 1 in Fortran."""
    x, y = vector(N, element), vector(N, element)
    x[2] = 12
    wanted = {"dot": (x * y).sum(), "nrm2": numpy.sqrt((x * x).sum()), "asum": abs(x).sum(), "amax": 2}
    for name, value in wanted.items():
        routine = "i" + prefix + name if name == "amax" else prefix + name
        for family in ("fortran", "cblas"):
            for symbol, size in names_of(routine, family):
                numbers = [size(number) for number in (N, 1, 1)]
                n, incx, incy = map(by_address, numbers) if family == "fortran" else numbers
                given = [n, data(x), incx] + ([data(y), incy] if name == "dot" else [])
                found = call(symbol, given, size if name == "amax" else real)
                right = value + (name == "amax" and family == "fortran")
                check(symbol, lambda found=found, right=right: abs(found - right) <= 1e-6 * abs(right))


def level2(prefix, element, real):
    a, square, x, y = integers(M, N, element), integers(M, M, element), vector(N, element), vector(M, element)
    v = vector(M, element)
    upper, symmetric = numpy.triu(square), numpy.triu(square) + numpy.triu(square, 1).T
    unit = numpy.asfortranarray(numpy.triu(square, 1) + numpy.eye(M, dtype=element))
    def of(name, arguments, right):
        return calls(prefix + name, real, arguments, right)
    def times(matrix, column):
        return product(matrix, column[:, None])[:, 0]
    def updated(change):
        return lambda z: z == numpy.triu(square + change) + numpy.tril(square, -1)
    yield from of("gemv", [NO_TRANS, M, N, 2.0, a, M, x, 1, -1.0, y, 1], lambda z: z == 2 * times(a, x) - y)
    yield from of("ger", [M, N, 2.0, y, 1, x, 1, a, M], lambda z: z == a + 2 * numpy.outer(y, x))
    yield from of("symv", [UPPER, M, 2.0, square, M, v, 1, -1.0, y, 1], lambda z: z == 2 * times(symmetric, v) - y)
    yield from of("syr", [UPPER, M, 2.0, v, 1, square, M], updated(2 * numpy.outer(v, v)))
    yield from of("syr2", [UPPER, M, 2.0, v, 1, y, 1, square, M], updated(2 * (numpy.outer(v, y) + numpy.outer(y, v))))
    yield from of("trmv", [UPPER, NO_TRANS, NON_UNIT, M, square, M, v, 1], lambda z: z == times(upper, v))
    solved = times(unit, v).astype(element)
    yield from of("trsv", [UPPER, NO_TRANS, NON_UNIT, M, unit, M, solved, 1], lambda z: z == v)


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


def definite_system(element):
    """A symmetric positive definite matrix with an exact factor, and right-hand sides with their solution. What is above its
    diagonal does not count."""
    lower = numpy.tril(rng.integers(0, 3, (M, M)), -1) + 4 * numpy.eye(M)
    a = numpy.einsum("ik,jk->ij", lower, lower)
    x = integers(M, N, element)
    b = numpy.asfortranarray(numpy.einsum("ik,kj->ij", a, x).astype(element))
    return numpy.asfortranarray((numpy.tril(a) + numpy.triu(numpy.full((M, M), 77), 1)).astype(element)), b, x


def potrf_and_potrs(prefix, element):
    """potrf and potrs of one name, one after the other."""
    a, b, wanted = definite_system(element)
    for (factor, size), (solve, _) in zip(names_of(prefix + "potrf", "fortran"), names_of(prefix + "potrs", "fortran")):
        f, x, m, n, info = a.copy("F"), b.copy("F"), size(M), size(N), size(-1)
        yield factor, [letter("L"), by_address(m), data(f), by_address(m), by_address(info)], solve, [
            letter("L"), by_address(m), by_address(n), data(f), by_address(m), data(x), by_address(m),
            by_address(info)], lambda x=x, info=info: near(x, wanted) & (info.value == 0)


def posv(routine, element):
    a, b, wanted = definite_system(element)
    for name, size in names_of(routine, "fortran"):
        f, x, m, n, info = a.copy("F"), b.copy("F"), size(M), size(N), size(-1)
        yield name, [letter("L"), by_address(m), by_address(n), data(f), by_address(m), data(x), by_address(m),
                     by_address(info)], lambda x=x, info=info: near(x, wanted) & (info.value == 0)


def potri(routine, element):
    """A factor whose diagonal consists of powers of two, so that its inverse is exact, and so is the result."""
    lower = numpy.tril(rng.integers(0, 3, (M, M)), -1) + 2 * numpy.eye(M)
    inverse = numpy.eye(M)
    for row in range(M):
        inverse[row] = (inverse[row] - numpy.einsum("k,kj->j", lower[row, :row], inverse[:row])) / 2
    wanted = numpy.tril(numpy.einsum("ki,kj->ij", inverse, inverse)) + numpy.triu(numpy.full((M, M), 77), 1)
    for name, size in names_of(routine, "fortran"):
        x, m, info = numpy.asfortranarray((lower + numpy.triu(wanted, 1)).astype(element)), size(M), size(-1)
        yield name, [letter("L"), by_address(m), data(x), by_address(m), by_address(info)], (
            lambda x=x, info=info: near(x / abs(wanted).max(), wanted / abs(wanted).max()) & (info.value == 0))


def tall_system(element):
    """A matrix with more rows than columns, and right-hand sides with their solution, which leaves no residual."""
    a = integers(M, N, element) + 20 * numpy.eye(M, N, dtype=element)
    x = integers(N, 1, element)
    return numpy.asfortranarray(a), numpy.asfortranarray(numpy.einsum("ik,kj->ij", a, x)), x


def geqrf_ormqr_and_orgqr(prefix, element):
    """Each name of geqrf with the same kind of name of ormqr, and of orgqr."""
    a, b, x = tall_system(element)
    names = (names_of(prefix + routine, "fortran") for routine in ("geqrf", "ormqr", "orgqr"))
    for (factor, size), (multiply, _), (make, _) in zip(*names):
        f, c, m, n, one, info = a.copy("F"), b.copy("F"), size(M), size(N), size(1), size(-1)
        tau, work, lwork = numpy.zeros(N, element), numpy.zeros(64 * M, element), size(64 * M)
        rest = [data(work), by_address(lwork), by_address(info)]
        call(factor, [by_address(m), by_address(n), data(f), by_address(m), data(tau), *rest])
        r = numpy.triu(f[:N])
        call(multiply, [letter("L"), letter("T"), by_address(m), by_address(one), by_address(n), data(f), by_address(m),
                        data(tau), data(c), by_address(m), *rest])
        check(multiply, lambda: near(c[:N], numpy.einsum("ik,kj->ij", r, x)) & (info.value == 0))
        call(make, [by_address(m), by_address(n), by_address(n), data(f), by_address(m), data(tau), *rest])
        check(f"{factor}, {make}", lambda: near(numpy.einsum("ik,kj->ij", f, r), a) & (info.value == 0))


def gels(routine, element):
    a, b, wanted = tall_system(element)
    for name, size in names_of(routine, "fortran"):
        f, x, m, n, one, info = a.copy("F"), b.copy("F"), size(M), size(N), size(1), size(-1)
        work, lwork = numpy.zeros(64 * M, element), size(64 * M)
        yield name, [letter("N"), by_address(m), by_address(n), by_address(one), data(f), by_address(m), data(x),
                     by_address(m), data(work), by_address(lwork), by_address(info)], (
                         lambda x=x, info=info: near(x[:N], wanted) & (info.value == 0))


def dsgesv():
    a, b, wanted = system(numpy.float64)
    for name, size in names_of("dsgesv", "fortran"):
        f, x, m, n, info, steps = a.copy("F"), b * 0, size(M), size(N), size(-1), size(-9)
        ipiv = numpy.zeros(M, numpy.int64 if size is ctypes.c_int64 else numpy.int32)
        work, swork = numpy.zeros(M * N), numpy.zeros(M * (M + N), numpy.float32)
        yield name, [by_address(m), by_address(n), data(f), by_address(m), data(ipiv), data(b), by_address(m), data(x),
                     by_address(m), data(work), data(swork), by_address(steps), by_address(info)], (
                         lambda x=x, info=info: near(x, wanted) & (info.value == 0))


def dsposv():
    a, b, wanted = definite_system(numpy.float64)
    for name, size in names_of("dsposv", "fortran"):
        f, x, m, n, info, steps = a.copy("F"), b * 0, size(M), size(N), size(-1), size(-9)
        work, swork = numpy.zeros(M * N), numpy.zeros(M * (M + N), numpy.float32)
        yield name, [letter("L"), by_address(m), by_address(n), data(f), by_address(m), data(b), by_address(m), data(x),
                     by_address(m), data(work), data(swork), by_address(steps), by_address(info)], (
                         lambda x=x, info=info: near(x, wanted) & (info.value == 0))


def call(name, arguments, returned=None):
    function = process[name]
    function.restype = returned
    called.add(name)
    return function(*arguments)


def check(name, right):
    assert numpy.all(right()), name
    print(name)


if len(sys.argv) > 1:
    stand_in = ctypes.CDLL(sys.argv[1], ctypes.RTLD_LOCAL)
called = set()
for prefix, element_type, real_type in (("d", numpy.float64, ctypes.c_double), ("s", numpy.float32, ctypes.c_float)):
    of_blas = [function(prefix + function.__name__, element_type, real_type)
               for function in (gemm, symm, syrk, syr2k, trmm, trsm)]
    of_blas += [function(prefix, element_type, real_type) for function in (level1, level2)]
    results(prefix, element_type, real_type)
    for its_name, given, is_right in itertools.chain(*of_blas, gesv(prefix + "gesv", element_type),
                                                       posv(prefix + "posv", element_type),
                                                       gels(prefix + "gels", element_type),
                                                       potri(prefix + "potri", element_type)):
        call(its_name, given)
        check(its_name, is_right)
    geqrf_ormqr_and_orgqr(prefix, element_type)
    for factor_name, matrix, solve_name, sides, is_right in itertools.chain(
            getrf_and_getrs(prefix, element_type), potrf_and_potrs(prefix, element_type)):
        call(factor_name, matrix)
        call(solve_name, sides)
        check(f"{factor_name}, {solve_name}", is_right)
for its_name, given, is_right in itertools.chain(dsgesv(), dsposv()):
    call(its_name, given)
    check(its_name, is_right)
wanted_names = {name for families in NAMES.values() for family in ("fortran", "cblas") for name in families.get(family, {})}
assert called == wanted_names, f"these names are not called here: {sorted(wanted_names - called)}"
