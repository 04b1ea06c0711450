"""Calls of LAPACK by each name of a routine, with what says whether the result is right."""

import ctypes

import numpy

from calls import M, N, adjoint, by_address, call, check, data, integers, is_complex, letter, names_of, rng


def with_parts(matrix, element):
    """The matrix or, if elements are complex, itself and its imaginary double: its product by 1 + 2i."""
    return matrix * (1 + 2j) if is_complex(element) else matrix


def product(a, b, element):
    """Without BLAS, whose calls are counted."""
    wide = numpy.result_type(element, numpy.float64)
    return numpy.asfortranarray(numpy.einsum("ik,kj->ij", a.astype(wide), b.astype(wide)).astype(element))


def system(element):
    """A matrix with exact factors whose rows are interchanged, and right-hand sides with their solution."""
    lower = numpy.tril(rng.integers(0, 2, (M, M)), -1) * 0.5 + numpy.eye(M)
    upper = numpy.triu(rng.integers(-4, 4, (M, M)), 1) + 8 * numpy.eye(M)
    a = numpy.asfortranarray(product(lower, with_parts(upper, element), element)[::-1])
    x = integers(M, N, element)
    return a, product(a, x, element), x


def near(x, wanted):
    """Within rounding of the largest number wanted."""
    return abs(x - wanted) <= 16 * numpy.finfo(x.dtype).eps * abs(wanted).max()


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
    """A positive definite matrix with an exact factor, and right-hand sides with their solution. What is above its diagonal
    does not count."""
    lower = with_parts(numpy.tril(rng.integers(0, 3, (M, M)), -1), element) + 4 * numpy.eye(M)
    a = product(lower, adjoint(lower), element)
    x = integers(M, N, element)
    b = product(a, x, element)
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
    lower = with_parts(numpy.tril(rng.integers(0, 3, (M, M)), -1), element) + 2 * numpy.eye(M)
    inverse = numpy.eye(M, dtype=lower.dtype)
    for row in range(M):
        inverse[row] = (inverse[row] - numpy.einsum("k,kj->j", lower[row, :row], inverse[:row])) / 2
    wanted = numpy.tril(numpy.einsum("ki,kj->ij", inverse.conj(), inverse)) + numpy.triu(numpy.full((M, M), 77), 1)
    for name, size in names_of(routine, "fortran"):
        x, m, info = numpy.asfortranarray((lower + numpy.triu(wanted, 1)).astype(element)), size(M), size(-1)
        yield name, [letter("L"), by_address(m), data(x), by_address(m), by_address(info)], (
            lambda x=x, info=info: near(x, wanted) & (info.value == 0))


def tall_system(element):
    """A matrix with more rows than columns, and right-hand sides with their solution, which leaves no residual."""
    a = integers(M, N, element) + 20 * numpy.eye(M, N, dtype=element)
    x = integers(N, 1, element)
    return numpy.asfortranarray(a), numpy.asfortranarray(numpy.einsum("ik,kj->ij", a, x)), x


def geqrf_and_what_takes_q(prefix, element):
    """Each name of geqrf with the same kind of name of ormqr or unmqr, and of orgqr or ungqr."""
    a, b, x = tall_system(element)
    of_q, trans = ("un", "C") if is_complex(element) else ("or", "T")
    names = (names_of(prefix + routine, "fortran") for routine in ("geqrf", of_q + "mqr", of_q + "gqr"))
    for (factor, size), (multiply, _), (make, _) in zip(*names):
        f, c, m, n, one, info = a.copy("F"), b.copy("F"), size(M), size(N), size(1), size(-1)
        tau, work, lwork = numpy.zeros(N, element), numpy.zeros(64 * M, element), size(64 * M)
        rest = [data(work), by_address(lwork), by_address(info)]
        call(factor, [by_address(m), by_address(n), data(f), by_address(m), data(tau), *rest])
        r = numpy.triu(f[:N])
        call(multiply, [letter("L"), letter(trans), by_address(m), by_address(one), by_address(n), data(f), by_address(m),
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


def mixed_gesv(routine, element, single):
    a, b, wanted = system(element)
    for name, size in names_of(routine, "fortran"):
        f, x, m, n, info, steps = a.copy("F"), b * 0, size(M), size(N), size(-1), size(-9)
        ipiv = numpy.zeros(M, numpy.int64 if size is ctypes.c_int64 else numpy.int32)
        work = [data(numpy.zeros(M * N, element)), data(numpy.zeros(M * (M + N), single))]
        work += [data(numpy.zeros(M))] if is_complex(element) else []
        yield name, [by_address(m), by_address(n), data(f), by_address(m), data(ipiv), data(b), by_address(m), data(x),
                     by_address(m), *work, by_address(steps), by_address(info)], (
                         lambda x=x, info=info: near(x, wanted) & (info.value == 0))


def mixed_posv(routine, element, single):
    a, b, wanted = definite_system(element)
    for name, size in names_of(routine, "fortran"):
        f, x, m, n, info, steps = a.copy("F"), b * 0, size(M), size(N), size(-1), size(-9)
        work = [data(numpy.zeros(M * N, element)), data(numpy.zeros(M * (M + N), single))]
        work += [data(numpy.zeros(M))] if is_complex(element) else []
        yield name, [letter("L"), by_address(m), by_address(n), data(f), by_address(m), data(b), by_address(m), data(x),
                     by_address(m), *work, by_address(steps), by_address(info)], (
                         lambda x=x, info=info: near(x, wanted) & (info.value == 0))
