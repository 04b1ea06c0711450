"""Calls of LAPACK's QR factorizations by each Fortran name, with what says whether the result is right."""

import ctypes

import numpy

from calls import INTEGERS, NAMES, called, process

ELEMENTS = {"d": numpy.float64, "s": numpy.float32, "z": numpy.complex128, "c": numpy.complex64}
M, N = 7, 5
rng = numpy.random.default_rng(1)
by_address = ctypes.byref


def names_of(routine):
    """Each Fortran name of a routine with its type of integers."""
    return [(name, INTEGERS[bits]) for name, bits in NAMES[routine]["fortran"].items()]


def data(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def letter(text):
    return ctypes.c_char_p(text.encode())


def integers(rows, cols, element):
    parts = rng.integers(-9, 9, (2, rows, cols))
    is_complex = numpy.issubdtype(element, numpy.complexfloating)
    return (parts[0] + 1j * parts[1] if is_complex else parts[0]).astype(element)


def call(routine, name, *arguments):
    process[name].restype = None
    process[name](*arguments)
    called[routine] += 1


def check(name, x, wanted, info):
    """Within rounding of the largest number wanted."""
    allowed = 16 * numpy.finfo(x.dtype).eps * abs(wanted).max()
    assert numpy.all(abs(x - wanted) <= allowed) and info.value == 0, name


def tall_system(element):
    """A matrix with more rows than columns, and a right-hand side with a solution that leaves no residual."""
    a = integers(M, N, element) + 20 * numpy.eye(M, N, dtype=element)
    x = integers(N, 1, element)
    return numpy.asfortranarray(a), numpy.asfortranarray(numpy.einsum("ik,kj->ij", a, x)), x


def geqrf_and_what_takes_q(prefix):
    """Each name of geqrf with the same kind of name of ormqr or unmqr, and of orgqr or ungqr."""
    a, b, x = tall_system(ELEMENTS[prefix])
    of_q, trans = ("un", "C") if prefix in "zc" else ("or", "T")
    geqrf, mqr, gqr = prefix + "geqrf", f"{prefix}{of_q}mqr", f"{prefix}{of_q}gqr"
    for (factor, size), (multiply, _), (make, _) in zip(*map(names_of, (geqrf, mqr, gqr))):
        f, c, m, n, one, info = a.copy("F"), b.copy("F"), size(M), size(N), size(1), size(-1)
        tau, work, lwork = numpy.zeros(N, a.dtype), numpy.zeros(64 * M, a.dtype), size(64 * M)
        rest = [data(work), by_address(lwork), by_address(info)]
        call(geqrf, factor, by_address(m), by_address(n), data(f), by_address(m), data(tau), *rest)
        r = numpy.triu(f[:N])
        call(mqr, multiply, letter("L"), letter(trans), by_address(m), by_address(one), by_address(n),
             data(f), by_address(m), data(tau), data(c), by_address(m), *rest)
        check(multiply, c[:N], numpy.einsum("ik,kj->ij", r, x), info)
        call(gqr, make, by_address(m), by_address(n), by_address(n), data(f), by_address(m), data(tau), *rest)
        check(f"{factor}, {make}", numpy.einsum("ik,kj->ij", f, r), a, info)


def gels(prefix):
    a, b, wanted = tall_system(ELEMENTS[prefix])
    for name, size in names_of(prefix + "gels"):
        f, x, m, n, one, info = a.copy("F"), b.copy("F"), size(M), size(N), size(1), size(-1)
        work, lwork = numpy.zeros(64 * M, a.dtype), size(64 * M)
        call(prefix + "gels", name, letter("N"), by_address(m), by_address(n), by_address(one), data(f),
             by_address(m), data(x), by_address(m), data(work), by_address(lwork), by_address(info))
        check(name, x[:N], wanted, info)


def call_all():
    for prefix in ELEMENTS:
        geqrf_and_what_takes_q(prefix)
        gels(prefix)
