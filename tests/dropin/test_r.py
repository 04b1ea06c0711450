"""R's products reach the devices."""

import shutil

import dropin

if shutil.which("Rscript") is None:
    dropin.skip("Debian's package r-base-core is not installed")

PROGRAM = """
a <- matrix((0:10799 %% 17) - 8, 120, 90)
b <- matrix((0:9899 %% 13) - 6, 90, 110)
exact <- matrix(0, 120, 110)
for (k in 1:90) exact <- exact + a[, k] * rep(b[k, ], each = 120)
stopifnot(identical(a %*% b, exact), identical(crossprod(t(a), b), exact), identical(tcrossprod(a, t(b)), exact))
"""

for devices in ("host,host", "pthread"):
    for offload, where in (("always", "devices"), ("never", "cpu")):
        _, calls = dropin.run(["Rscript", "--vanilla", "-e", PROGRAM], devices, HG_OFFLOAD=offload)
        assert calls == {("DGEMM", where): 3}, (devices, offload, calls)
