"""SciPy's and NumPy's products, linear systems and orthogonal factors reach the devices."""

import importlib.util
import sys

import dropin

if importlib.util.find_spec("scipy") is None:
    dropin.skip("Debian's package python3-scipy is not installed")

PROGRAM = """
import numpy
import scipy.linalg
from scipy.linalg import blas
rng = numpy.random.default_rng(1)
for t, letter in ((numpy.float64, "d"), (numpy.float32, "s")):
    gemm, symm, syrk, syr2k, trmm = (getattr(blas, letter + name)
                                     for name in ("gemm", "symm", "syrk", "syr2k", "trmm"))
    a = numpy.asfortranarray(rng.integers(-9, 9, (120, 90)).astype(t))
    b = numpy.asfortranarray(rng.integers(-9, 9, (90, 110)).astype(t))
    c = numpy.asfortranarray(rng.integers(-9, 9, (120, 110)).astype(t))
    wanted = 2 * numpy.einsum("ij,jk->ik", a, b) - c
    assert (gemm(2, a, b, -1, c) == wanted).all(), t
    assert (gemm(2, a.T.copy("F"), b.T.copy("F"), -1, c, trans_a=1, trans_b=1) == wanted).all(), t
    assert (2 * (a @ b) - c == wanted).all(), t

    square = numpy.einsum("ij,kj->ik", a, a)
    same = numpy.asfortranarray(rng.integers(-9, 9, (120, 120)).astype(t))
    assert (a @ a.T == square).all(), t
    updated = numpy.tril(2 * square - same) + numpy.triu(same, 1)
    assert (syrk(2, a, -1, same, lower=1) == updated).all(), t
    assert (syrk(2, a.T.copy("F"), -1, same, trans=1, lower=1) == updated).all(), t
    assert (syr2k(1, a, a, -1, same, lower=1) == updated).all(), t
    triangle = numpy.tril(same)
    whole = triangle + numpy.tril(same, -1).T
    assert (symm(2, same, c, -1, c, lower=1) == 2 * numpy.einsum("ij,jk->ik", whole, c) - c).all(), t
    assert (trmm(2, same, c, lower=1) == 2 * numpy.einsum("ij,jk->ik", triangle, c)).all(), t

    a = (rng.standard_normal((150, 150)) + 20 * numpy.eye(150)).astype(t)
    b = rng.standard_normal((150, 4)).astype(t)
    for x in (scipy.linalg.lu_solve(scipy.linalg.lu_factor(a), b), numpy.linalg.solve(a, b)):
        assert abs(numpy.einsum("ij,jk->ik", a, x) - b).max() <= 100 * numpy.finfo(t).eps, t
"""
COMPLEX = """
import numpy
import scipy.linalg
from scipy.linalg import blas
rng = numpy.random.default_rng(3)
def numbers(rows, cols, t):
    return numpy.asfortranarray((rng.integers(-9, 9, (rows, cols)) +
                                 1j * rng.integers(-9, 9, (rows, cols))).astype(t))
for t, letter in ((numpy.complex128, "z"), (numpy.complex64, "c")):
    gemm, symm, hemm, syrk, herk, her2k, trmm = (
        getattr(blas, letter + name) for name in ("gemm", "symm", "hemm", "syrk", "herk", "her2k", "trmm"))
    a, b, c, same = numbers(120, 90, t), numbers(90, 110, t), numbers(120, 110, t), numbers(120, 120, t)
    ab = numpy.einsum("ij,jk->ik", a, b)
    assert (gemm(2j, a, b, -1, c) == 2j * ab - c).all(), t
    assert (gemm(1, a.conj().T.copy("F"), b.T.copy("F"), trans_a=2, trans_b=1) == ab).all(), t
    assert (a @ b == ab).all(), t
    square, hermitian = numpy.einsum("ij,kj->ik", a, a), numpy.einsum("ij,kj->ik", a, a.conj())
    assert (a @ a.T == square).all() and (a @ a.conj().T == hermitian).all(), t

    def updated(change):
        return numpy.tril(change) + numpy.triu(same, 1)
    real = same - 1j * numpy.diag(numpy.diag(same).imag)
    assert (syrk(2j, a, -1, same, lower=1) == updated(2j * square - same)).all(), t
    assert (herk(2, a, -1, same, lower=1) == updated(2 * hermitian - real)).all(), t
    assert (her2k(1j, a, 1j * a, -1, same, lower=1) == updated(2 * hermitian - real)).all(), t
    triangle, below = numpy.tril(same), numpy.tril(same, -1)
    for routine, whole in ((symm, triangle + below.T), (hemm, numpy.tril(real) + below.conj().T)):
        assert (routine(2, same, c, -1j, c, lower=1) == 2 *
                numpy.einsum("ij,jk->ik", whole, c) - 1j * c).all(), t
    assert (trmm(2, same, c, trans_a=2, lower=1) == 2 *
            numpy.einsum("ji,jk->ik", triangle.conj(), c)).all(), t

    a = (numbers(150, 150, t) / 9 + 40 * numpy.eye(150)).astype(t)
    b = numbers(150, 4, t)
    factors = scipy.linalg.lu_factor(a)
    for x in (scipy.linalg.lu_solve(factors, b), numpy.linalg.solve(a, b)):
        assert abs(numpy.einsum("ij,jk->ik", a, x) - b).max() <= 2000 * numpy.finfo(t).eps, t
    x = scipy.linalg.lu_solve(factors, b, trans=2)
    assert abs(numpy.einsum("ji,jk->ik", a.conj(), x) - b).max() <= 2000 * numpy.finfo(t).eps, t
    h = (a + a.conj().T).astype(t)
    x = scipy.linalg.cho_solve(scipy.linalg.cho_factor(h), b)
    assert abs(numpy.einsum("ij,jk->ik", h, x) - b).max() <= 4000 * numpy.finfo(t).eps, t
"""
# Both factor by LAPACK's geqrf, and make Q by orgqr or multiply by it by ormqr; NumPy's lstsq and svd, too,
# if a matrix has many more rows than columns.
ORTHOGONAL = """
import numpy
import scipy.linalg
rng = numpy.random.default_rng(2)
a = rng.standard_normal((200, 30))
def near(x, y):
    assert abs(x - y).max() <= 1e-12
for q, r in (numpy.linalg.qr(a), scipy.linalg.qr(a, mode="economic")):
    near(numpy.einsum("ij,jk->ik", q, r), a)
    near(numpy.einsum("ji,jk->ik", q, q), numpy.eye(30))
near(scipy.linalg.qr_multiply(a, numpy.ones((30, 2)), "left")[0],
     numpy.einsum("ij,jk->ik", q, numpy.ones((30, 2))))
x = rng.standard_normal((30, 2))
b = numpy.einsum("ij,jk->ik", a, x)
near(numpy.linalg.lstsq(a, b, rcond=None)[0], x)
near(numpy.linalg.svd(a, compute_uv=False),
     numpy.sqrt(numpy.linalg.eigvalsh(numpy.einsum("ji,jk->ik", a, a))[::-1]))
near(scipy.linalg.lapack.dgels(a, b)[1][:30], x)

z, w = a + 1j * rng.standard_normal((200, 30)), x - 2j * x[::-1]
for q, r in (numpy.linalg.qr(z), scipy.linalg.qr(z, mode="economic")):
    near(numpy.einsum("ij,jk->ik", q, r), z)
    near(numpy.einsum("ji,jk->ik", q.conj(), q), numpy.eye(30))
near(scipy.linalg.qr_multiply(z, numpy.ones((30, 2)) + 0j, "left")[0],
     numpy.einsum("ij,jk->ik", q, numpy.ones((30, 2))))
near(scipy.linalg.lapack.zgels(z, numpy.einsum("ij,jk->ik", z, w))[1][:30], w)
"""
# SciPy's solve factors by sysv or hesv. Then LAPACK's own sycon or hecon takes the factors.
INDEFINITE = """
import numpy
import scipy.linalg
rng = numpy.random.default_rng(3)
a = rng.standard_normal((150, 150)) + 1j * rng.standard_normal((150, 150))
b = rng.standard_normal((150, 3))
for kind, a in (("sym", a.real + a.real.T), ("sym", a + a.T), ("her", a + a.conj().T)):
    for lower in (False, True):
        x = scipy.linalg.solve(numpy.tril(a) if lower else numpy.triu(a), b, assume_a=kind, lower=lower)
        assert abs(numpy.einsum("ij,jk->ik", a, x) - b).max() <= 1e-10, (kind, lower)
"""
# NumPy solves in double precision.
CALLS = {"DGEMM": 3, "SGEMM": 3, "DSYRK": 3, "SSYRK": 3, "DSYR2K": 1, "SSYR2K": 1, "DSYMM": 1, "SSYMM": 1,
         "DTRMM": 1, "STRMM": 1, "DGETRF": 1, "SGETRF": 1, "DGETRS": 1, "SGETRS": 1, "DGESV": 2}
COMPLEX_CALLS = {letter + routine: count for letter in "ZC" for routine, count in
                 {"GEMM": 4, "SYRK": 2, "HERK": 1, "HER2K": 1, "SYMM": 1, "HEMM": 1, "TRMM": 1, "GETRF": 1,
                  "GETRS": 2, "POTRF": 1, "POTRS": 1}.items()} | {"ZGESV": 2}

for devices in ("host,host", "pthread"):
    for offload, where in (("always", "devices"), ("never", "cpu")):
        _, calls = dropin.run([sys.executable, "-c", COMPLEX], devices, HG_OFFLOAD=offload)
        # The CPU's LAPACK may solve by BLAS's.
        calls = {key: count for key, count in calls.items()
                 if key not in (("ZTRSM", "cpu"), ("CTRSM", "cpu"))}
        assert calls == {(routine, where): count
                         for routine, count in COMPLEX_CALLS.items()}, (devices, offload, calls)
        _, calls = dropin.run([sys.executable, "-c", PROGRAM], devices, HG_OFFLOAD=offload)
        assert calls == {(routine, where): count for routine, count in CALLS.items()}, (
            devices, offload, calls)
    # A trace that cannot be written is no reason to give up what is done.
    _, calls = dropin.run([sys.executable, "-c", PROGRAM], devices, HG_OFFLOAD="always",
                          HG_TRACE="/no/such/trace.json")
    assert calls == {(routine, "devices"): count for routine, count in CALLS.items()}, (devices, calls)

for devices in ("host,host", "pthread"):
    for offload, where in (("always", "devices"), ("never", "cpu")):
        for program, counts in (
                (ORTHOGONAL, {"DGEQRF": 5, "DORGQR": 2, "DORMQR": 2, "DGELS": 1, "ZGEQRF": 2, "ZUNGQR": 2,
                              "ZUNMQR": 1, "ZGELS": 1}),
                (INDEFINITE, {"DSYSV": 2, "ZSYSV": 2, "ZHESV": 2})):
            _, calls = dropin.run([sys.executable, "-c", program], devices, HG_OFFLOAD=offload)
            # What calls they make of each other is LAPACK's own.
            for routine, least in counts.items():
                assert calls[routine, where] >= least, (devices, offload, calls)

# With an order given for one routine, no other goes there.
_, calls = dropin.run([sys.executable, "-c", PROGRAM], HG_OFFLOAD_MIN_DSYRK="100",
                      HG_OFFLOAD_MIN_DSYMM="1000")
assert calls == {(routine, "devices" if routine == "DSYRK" else "cpu"): count
                 for routine, count in CALLS.items()}, calls
