"""A program with integers of 64 bits under names without suffix gets what its own BLAS gives."""

import os

import dropin

PROGRAM = os.environ["HG_ILP64_PROGRAM"]
if not PROGRAM:
    dropin.skip("Debian's package libblas64-3 was not installed when this was built")

done, calls = dropin.run([PROGRAM], HG_OFFLOAD="always")
assert done.stdout == "23 34 31 46\n" * 2, done.stdout
# The reference cblas_dgemm calls dgemm_ by its name.
assert set(calls) == {("DGEMM", "cpu")} and calls["DGEMM", "cpu"] in (2, 3), calls
