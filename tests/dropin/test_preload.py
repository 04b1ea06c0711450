"""NumPy's products reach the devices, or do not, as HG_OFFLOAD says."""

import sys

import dropin

PRODUCTS = """
import numpy
a = numpy.random.rand(300, 200)
b = numpy.random.rand(200, 250)
for t, factor in ((numpy.float64, 1), (numpy.float32, 1),
                  (numpy.complex128, 1 - 2j), (numpy.complex64, 1 - 2j)):
    x, y = (factor * a).astype(t), b.astype(t)
    wanted = numpy.einsum("ij,jk->ik", x, y)
    assert numpy.allclose(x @ y, wanted, rtol=1e-4)
    assert numpy.allclose(x.T.copy().T @ y, wanted, rtol=1e-4)
"""

for offload, where in (("never", "cpu"), ("always", "devices"), ("auto", "cpu")):
    for devices in ("host", "host,host", "pthread"):
        _, calls = dropin.run([sys.executable, "-c", PRODUCTS], devices, HG_OFFLOAD=offload)
        assert calls == {(f"{letter}GEMM", where): 2 for letter in "DSZC"}, (offload, devices, calls)
_, calls = dropin.run([sys.executable, "-c", PRODUCTS], HG_OFFLOAD_MIN_DGEMM="200",
                      HG_OFFLOAD_MIN_SGEMM="1000", HG_OFFLOAD_MIN_ZGEMM="200", HG_OFFLOAD_MIN_CGEMM="1000")
assert calls == {("DGEMM", "devices"): 2, ("SGEMM", "cpu"): 2, ("ZGEMM", "devices"): 2,
                 ("CGEMM", "cpu"): 2}, calls

# Level 1 stays on the CPU unless a number of elements says otherwise. Increments of 0 repeat an element, on
# the CPU.
VECTORS = """
import ctypes, numpy
blas = ctypes.CDLL(None)
x, y = numpy.arange(1.0, 201.0), numpy.zeros(200)
def integer(value):
    return ctypes.byref(ctypes.c_int(value))
def data(array):
    return array.ctypes.data_as(ctypes.c_void_p)
blas.ddot_.restype = ctypes.c_double
for n in (50, 200):
    assert blas.ddot_(integer(n), data(x), integer(1), data(x), integer(1)) == (x[:n] ** 2).sum()
blas.dcopy_(integer(200), data(x), integer(0), data(y), integer(1))
assert (y == x[0]).all()
blas.dscal_(integer(200), ctypes.byref(ctypes.c_double(2)), data(y), integer(-1))
assert (y == x[0]).all()
"""
FIRST = {("DDOT", "cpu"): 2, ("DCOPY", "cpu"): 1, ("DSCAL", "cpu"): 1}
for variables, wanted in (({}, FIRST), ({"HG_OFFLOAD_MIN_DDOT": "100"},
                                        {**FIRST, ("DDOT", "cpu"): 1, ("DDOT", "devices"): 1}),
                          ({"HG_OFFLOAD": "always"}, {**FIRST, ("DDOT", "cpu"): 0, ("DDOT", "devices"): 2})):
    _, calls = dropin.run([sys.executable, "-c", VECTORS], light=True, **variables)
    assert {key: calls.get(key, 0) for key in wanted} == wanted, (variables, calls)
