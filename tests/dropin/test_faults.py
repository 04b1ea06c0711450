"""Calls with kernels' files that can't be read, and calls that nothing can do. tests/faults lets single
places fail."""

import os
import pathlib
import shutil
import sys
import tempfile

import dropin

# Files of compiled kernels that can't be read.
with tempfile.TemporaryDirectory() as folder:
    def warm_calls():
        return dropin.run([os.environ["LIFE"], "product"], "pthread", HG_OFFLOAD="always",
                          HG_CACHE_DIR=folder)[1]

    warm_calls()
    files = [file for file in pathlib.Path(folder).rglob("*.kernel") if file.is_file()]
    assert files, "no kernel was kept"
    for file in files:
        file.unlink()
        file.mkdir()
    assert warm_calls()

# A call that nothing can do, as there is neither a BLAS nor hg's engine: its results are NaN, in one triangle
# alone if the other is not the call's.
UPDATE = """
import ctypes, math
process = ctypes.CDLL(None)
n, one = ctypes.c_int64(3), ctypes.c_double(1)
a, c = (ctypes.c_double * 6)(1, 2, 3), (ctypes.c_double * 9)(*range(9))
k, ref = ctypes.c_int64(1), ctypes.byref
process.dsyrk_64_(b"L", b"N", ref(n), ref(k), ref(one), a, ref(n), ref(one), c, ref(n))
"""
REAL = """
assert [i for i in range(9) if math.isnan(c[i])] == [0, 1, 2, 4, 5, 8], list(c)
assert (c[3], c[6], c[7]) == (3, 6, 7), list(c)
"""
# Both parts of each element.
COMPLEX_UPDATE = UPDATE.replace("(ctypes.c_double * 9)(*range(9))",
                                "(ctypes.c_double * 18)(*range(18))").replace(
    "dsyrk", "zherk") + """
assert [i for i in range(18) if math.isnan(c[i])] == [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 16, 17], list(c)
assert c[6:8] + c[12:16] == [6, 7, 12, 13, 14, 15], list(c)
"""
with tempfile.TemporaryDirectory() as folder:
    alone = shutil.copy(dropin.LIBRARY, folder)
    for routine, program in (("DSYRK", UPDATE + REAL), ("ZHERK", COMPLEX_UPDATE)):
        done, calls = dropin.run([sys.executable, "-c", program], LD_PRELOAD=alone)
        assert calls == {(routine, "cpu"): 1} and "libhgblas_engine" in done.stderr, (done.stderr, calls)
