"""NumPy's products reach the devices, or do not, as HG_OFFLOAD says."""

import sys

import dropin

PRODUCTS = """
import numpy
a = numpy.random.rand(300, 200)
b = numpy.random.rand(200, 250)
for t in (numpy.float64, numpy.float32):
    x, y = a.astype(t), b.astype(t)
    wanted = numpy.einsum("ij,jk->ik", x, y)
    assert numpy.allclose(x @ y, wanted, rtol=1e-4)
    assert numpy.allclose(x.T.copy().T @ y, wanted, rtol=1e-4)
"""

for offload, where in (("never", "cpu"), ("always", "devices"), ("auto", "cpu")):
    for devices in ("host", "host,host", "pthread"):
        _, calls = dropin.run([sys.executable, "-c", PRODUCTS], devices, HG_OFFLOAD=offload)
        assert calls == {("DGEMM", where): 2, ("SGEMM", where): 2}, (offload, devices, calls)
_, calls = dropin.run([sys.executable, "-c", PRODUCTS], HG_OFFLOAD_MIN_DGEMM="200", HG_OFFLOAD_MIN_SGEMM="1000")
assert calls == {("DGEMM", "devices"): 2, ("SGEMM", "cpu"): 2}, calls
