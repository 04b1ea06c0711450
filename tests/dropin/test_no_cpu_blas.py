"""Where libhgblas.so stands in every place of the CPU's BLAS, hg says what to install: nothing else can do
its calls."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import dropin

CALL = """
import ctypes, sys
hg = ctypes.CDLL(sys.argv[1])
a, one, order = (ctypes.c_double * 1)(3), ctypes.c_double(1), ctypes.c_int64(1)
letter = ctypes.c_char(b"N")
hg.hg_dgemm.restype, hg.hg_last_error.restype = ctypes.c_int64, ctypes.c_char_p
for _ in range(2):
    info = hg.hg_dgemm(letter, letter, order, order, order, one, a, order, a, order, one, a, order)
    print(info, a[0], hg.hg_last_error().decode())
"""

linked = subprocess.run(["ldd", os.environ["HG_BLAS_LIBRARY"]], capture_output=True, text=True,
                        check=True).stdout
with tempfile.TemporaryDirectory() as folder:
    for name in re.findall(r"(lib\S*(?:blas|lapack|mkl)\S*\.so\S*) =>", linked):
        if not name.startswith("libhg"):
            (pathlib.Path(folder) / name).symlink_to(os.path.realpath(dropin.LIBRARY))
    nothing = {"LD_LIBRARY_PATH": folder, "HG_OFFLOAD": "never"}
    done, _ = dropin.run([sys.executable, "-c", CALL, os.environ["HG_BLAS_LIBRARY"]], LD_PRELOAD="",
                         **nothing)
    lines = done.stdout.splitlines()
    assert len(lines) == 2, done
    for line in lines:
        assert int(line.split()[0]) < 0 and line.split()[1] == "3.0", done
        assert "found no d" in line and "is built on hg" in line and "libopenblas0" in line, done
    done, _ = dropin.run([os.environ["LIFE"], "product"], check=False, **nothing)
    assert done.returncode == 1 and "product: wrong" in done.stdout, done
    assert done.stderr.count("hg: ") == 1 and "libopenblas0" in done.stderr, done.stderr
