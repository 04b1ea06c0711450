"""R's products and linear systems reach the devices."""

import shutil

import dropin

if shutil.which("Rscript") is None:
    dropin.skip("Debian's package r-base-core is not installed")

PROGRAM = """
a <- matrix((0:10799 %% 17) - 8, 120, 90)
b <- matrix((0:9899 %% 13) - 6, 90, 110)
exact <- matrix(0, 120, 110)
for (k in 1:90) exact <- exact + a[, k] * rep(b[k, ], each = 120)
stopifnot(identical(a %*% b, exact), identical(crossprod(t(a), b), exact),
          identical(tcrossprod(a, t(b)), exact))
square <- matrix(0, 120, 120)
for (k in 1:90) square <- square + a[, k] * rep(a[, k], each = 120)
stopifnot(identical(tcrossprod(a), square))
z <- a + 2i * a[120:1, ]
w <- b - 1i * b[, 110:1]
exact <- matrix(0i, 120, 110)
for (k in 1:90) exact <- exact + z[, k] * rep(w[k, ], each = 120)
options(matprod = "blas")
stopifnot(identical(z %*% w, exact), identical(crossprod(t(z), w), exact))

a <- matrix(runif(150 * 150), 150) + 20 * diag(150)
b <- matrix(runif(150 * 4), 150)
r <- b
x <- solve(a, b)
for (k in 1:150) r <- r - a[, k] * rep(x[k, ], each = 150)
stopifnot(max(abs(r)) <= 100 * .Machine$double.eps)

z <- a + 1i * matrix(runif(150 * 150), 150)
r <- b - 2i * b
x <- solve(z, r)
for (k in 1:150) r <- r - z[, k] * rep(x[k, ], each = 150)
stopifnot(max(Mod(r)) <= 200 * .Machine$double.eps)
"""

for devices in ("host,host", "pthread"):
    for offload, where in (("always", "devices"), ("never", "cpu")):
        _, calls = dropin.run(["Rscript", "--vanilla", "-e", PROGRAM], devices, HG_OFFLOAD=offload)
        assert calls == {("DGEMM", where): 3, ("DSYRK", where): 1, ("ZGEMM", where): 2, ("DGESV", where): 1,
                         ("ZGESV", where): 1}, (devices, offload, calls)
