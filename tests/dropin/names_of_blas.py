"""Calls of BLAS by each name of a routine, with what says whether the result is right."""

import ctypes

import numpy

from calls import (LEFT, M, N, K, NO_TRANS, NON_UNIT, UPPER, adjoint, by_address, call, calls, check, data, hermitian,
                   integers, names_of, product, scalar)


def gemm(routine, element, real):
    a, b, c = integers(M, K, element), integers(K, N, element), integers(M, N, element)
    return calls(routine, real, [NO_TRANS, NO_TRANS, M, N, K, scalar(2, element), a, M, b, K,
                                  scalar(-1, element), c, M],
                 lambda x: x == 2 * product(a, b) - c)


def gemmt(routine, element, real):
    a, b, c = integers(N, K, element), integers(K, N, element), integers(N, N, element)
    wanted = numpy.triu(2 * product(a, b) - c) + numpy.tril(c, -1)
    return calls(routine, real, [UPPER, NO_TRANS, NO_TRANS, N, K, scalar(2, element), a, N, b, K,
                                  scalar(-1, element), c, N],
                 lambda x: x == wanted)


def symm(routine, element, real):
    a, b, c = integers(M, M, element), integers(M, N, element), integers(M, N, element)
    whole = numpy.triu(a) + numpy.triu(a, 1).T
    return calls(routine, real, [LEFT, UPPER, M, N, scalar(2, element), a, M, b, M, scalar(-1, element), c, M],
                 lambda x: x == 2 * product(whole, b) - c)


def hemm(routine, element, real):
    a, b, c = integers(M, M, element), integers(M, N, element), integers(M, N, element)
    whole = hermitian(numpy.triu(a) + adjoint(numpy.triu(a, 1)))
    return calls(routine, real, [LEFT, UPPER, M, N, 2 + 1j, a, M, b, M, -1j, c, M],
                 lambda x: x == (2 + 1j) * product(whole, b) - 1j * c)


def syrk(routine, element, real):
    a, c = integers(N, K, element), integers(N, N, element)
    wanted = numpy.triu(2 * product(a, a.T) - c) + numpy.tril(c, -1)
    return calls(routine, real, [UPPER, NO_TRANS, N, K, scalar(2, element), a, N, scalar(-1, element), c, N],
                 lambda x: x == wanted)


def herk(routine, element, real):
    a, c = integers(N, K, element), integers(N, N, element)
    wanted = hermitian(numpy.triu(2 * product(a, adjoint(a)) - c)) + numpy.tril(c, -1)
    return calls(routine, real, [UPPER, NO_TRANS, N, K, 2.0, a, N, -1.0, c, N], lambda x: x == wanted)


def syr2k(routine, element, real):
    a, b, c = integers(N, K, element), integers(N, K, element), integers(N, N, element)
    wanted = numpy.triu(2 * (product(a, b.T) + product(b, a.T)) - c) + numpy.tril(c, -1)
    return calls(routine, real, [UPPER, NO_TRANS, N, K, scalar(2, element), a, N, b, N, scalar(-1, element), c, N],
                 lambda x: x == wanted)


def her2k(routine, element, real):
    a, b, c = integers(N, K, element), integers(N, K, element), integers(N, N, element)
    half = (2 + 1j) * product(a, adjoint(b))
    wanted = hermitian(numpy.triu(half + adjoint(half) - c)) + numpy.tril(c, -1)
    return calls(routine, real, [UPPER, NO_TRANS, N, K, 2 + 1j, a, N, b, N, -1.0, c, N], lambda x: x == wanted)


def trmm(routine, element, real):
    a, b = integers(M, M, element), integers(M, N, element)
    return calls(routine, real, [LEFT, UPPER, NO_TRANS, NON_UNIT, M, N, scalar(2, element), a, M, b, M],
                 lambda x: x == 2 * product(numpy.triu(a), b))


def trsm(routine, element, real):
    a = numpy.asfortranarray(numpy.triu(integers(M, M, element), 1) + numpy.eye(M, dtype=element))
    wanted = integers(M, N, element)
    b = numpy.asfortranarray(product(a, wanted).astype(element))
    return calls(routine, real, [LEFT, UPPER, NO_TRANS, NON_UNIT, M, N, scalar(1, element), a, M, b, M],
                 lambda x: x == wanted)


def vector(count, element):
    return integers(count, 1, element)[:, 0]


def level1(prefix, element, real):
    """The routines of vectors that write one."""
    x, y = vector(N, element), vector(N, element)
    two, by_real = scalar(2, element), {"z": "zd", "c": "cs"}.get(prefix, prefix)
    def of(name, arguments, right, output=-1, letters=prefix):
        return calls(letters + name, real, arguments, right, output, layout=False)
    yield from of("copy", [N, x, 1, y, 1], lambda z: z == x)
    yield from of("swap", [N, x, 1, y, 1], lambda z: z == y, 0)
    yield from of("scal", [N, two, x, 1], lambda z: z == 2 * x)
    if by_real != prefix:
        yield from of("scal", [N, 2.0, x, 1], lambda z: z == 2 * x, letters=by_real)
    yield from of("axpy", [N, two, x, 1, y, -1], lambda z: z == 2 * x[::-1] + y)
    yield from of("rot", [N, x, 1, y, 1, 3.0, 2.0], lambda z: z == 3 * y - 2 * x, letters=by_real)


def results_of(prefix, x, y):
    """What each routine that returns a number returns, by its name. Places are counted from 0."""
    place = {f"i{prefix}amax": 2}
    if not numpy.iscomplexobj(x):
        return {f"{prefix}dot": (x * y).sum(), f"{prefix}nrm2": numpy.sqrt((x * x).sum()), f"{prefix}asum": abs(x).sum(), **place}
    letters = {"z": "dz", "c": "sc"}[prefix]
    return {f"{prefix}dotu": (x * y).sum(), f"{prefix}dotc": (x.conj() * y).sum(),
            f"{letters}nrm2": numpy.sqrt((x * x.conj()).sum().real), f"{letters}asum": (abs(x.real) + abs(x.imag)).sum(), **place}


def results(prefix, element, real):
    """The routines that return a number, with what they return. Places are counted from 1 in Fortran. Of complex numbers CBLAS
    takes the address; Fortran returns them in registers, as C does."""
    class InRegisters(ctypes.Structure):
        _fields_ = [("real", real), ("imag", real)]

    x, y = vector(N, element), vector(N, element)
    x[2] = 40
    for routine, value in results_of(prefix, x, y).items():
        is_place = routine.endswith("amax")
        for family in ("fortran", "cblas"):
            for symbol, size in names_of(routine, family):
                numbers = [size(number) for number in (N, 1, 1)]
                n, incx, incy = map(by_address, numbers) if family == "fortran" else numbers
                given = [n, data(x), incx] + ([data(y), incy] if "dot" in routine else [])
                if not numpy.iscomplexobj(value):
                    found = call(symbol, given, size if is_place else real)
                elif family == "cblas":
                    memory = numpy.zeros(1, element)
                    call(symbol, [*given, data(memory)])
                    found = memory[0]
                else:
                    parts = call(symbol, given, InRegisters)
                    found = complex(parts.real, parts.imag)
                right = value + (is_place and family == "fortran")
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


def complex_level2(prefix, element, real):
    a, square, x, y = integers(M, N, element), integers(M, M, element), vector(N, element), vector(M, element)
    v, p = vector(M, element), 2 + 1j
    upper, whole = numpy.triu(square), hermitian(numpy.triu(square) + adjoint(numpy.triu(square, 1)))
    unit = numpy.asfortranarray(numpy.triu(square, 1) + numpy.eye(M, dtype=element))
    def of(name, arguments, right):
        return calls(prefix + name, real, arguments, right)
    def times(matrix, column):
        return product(matrix, column[:, None])[:, 0]
    def updated(change):
        return lambda z: z == hermitian(numpy.triu(square + change)) + numpy.tril(square, -1)
    def outer(left, right):
        return numpy.outer(left, right.conj())
    yield from of("gemv", [NO_TRANS, M, N, p, a, M, x, 1, -1j, y, 1], lambda z: z == p * times(a, x) - 1j * y)
    yield from of("geru", [M, N, p, y, 1, x, 1, a, M], lambda z: z == a + p * numpy.outer(y, x))
    yield from of("gerc", [M, N, p, y, 1, x, 1, a, M], lambda z: z == a + p * outer(y, x))
    yield from of("hemv", [UPPER, M, p, square, M, v, 1, -1j, y, 1], lambda z: z == p * times(whole, v) - 1j * y)
    yield from of("her", [UPPER, M, 2.0, v, 1, square, M], updated(2 * outer(v, v)))
    yield from of("her2", [UPPER, M, p, v, 1, y, 1, square, M],
                  updated(p * outer(v, y) + p.conjugate() * outer(y, v)))
    yield from of("trmv", [UPPER, NO_TRANS, NON_UNIT, M, square, M, v, 1], lambda z: z == times(upper, v))
    solved = times(unit, v).astype(element)
    yield from of("trsv", [UPPER, NO_TRANS, NON_UNIT, M, unit, M, solved, 1], lambda z: z == v)
