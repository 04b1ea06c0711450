"""A library that counts calls of BLAS, in front of libhgblas.so: calls pass both, and end."""

import os
import shutil
import sys

import dropin

COUNTER = os.environ["HG_CALL_COUNTER"]
BOTH = f"{COUNTER} {dropin.LIBRARY}"

# What NumPy and R load for themselves alone is behind both.
NUMPY = """
import numpy
a, b = numpy.random.rand(120, 90), numpy.random.rand(90, 110)
assert numpy.allclose(a @ b, numpy.einsum("ij,jk->ik", a, b))
s = numpy.random.rand(80, 80) + 80 * numpy.eye(80)
assert numpy.allclose(s @ numpy.linalg.solve(s, s), s)
"""
R = "a <- matrix(runif(6400), 80) + 80 * diag(80); stopifnot(max(abs(a %*% solve(a, a) - a)) < 1e-9)"
commands = [[sys.executable, "-c", NUMPY]]
if shutil.which("Rscript") is not None:
    commands.append(["Rscript", "--vanilla", "-e", R])
for offload, where in (("never", "cpu"), ("always", "devices")):
    for command in commands:
        done, calls = dropin.run(command, LD_PRELOAD=BOTH, HG_OFFLOAD=offload)
        assert calls[("DGEMM", where)] >= 1 and calls[("DGESV", where)] == 1, (command, calls)
        counted = int(done.stderr.split("counter: ")[1].split()[0])
        assert counted >= 2, (command, done.stderr)
    # Nothing but libhgblas.so is behind the counter.
    done, calls = dropin.run([os.environ["LIFE_LINKED"], "product"], LD_PRELOAD=COUNTER, HG_OFFLOAD=offload)
    assert calls == {("DGEMM", where): 1} and "counter: 1 calls" in done.stderr, (done.stderr, calls)

# A user who names the counter as the CPU's BLAS is told: results are NaN.
for offload in ("never", "always"):
    done, calls = dropin.run([os.environ["LIFE"], "product"], check=False, LD_PRELOAD=BOTH,
                             HG_CPU_BLAS=COUNTER, HG_OFFLOAD=offload)
    assert done.returncode == 1 and "product: wrong" in done.stdout, done
    assert "dgemm_ in " in done.stderr and "calls libhgblas.so again" in done.stderr, done.stderr
    assert done.stderr.count("hg: ") == 1 and ("DGEMM", "devices") not in calls, (done.stderr, calls)
