"""Every name of a routine, with integers of 32 and of 64 bits, reaches the devices, or the next library that has it."""

import ctypes
import json
import os
import pathlib
import sys

import dropin

PROGRAM = [sys.executable, "-B", str(pathlib.Path(__file__).parent / "all_names.py")]
WHEEL_BLAS = os.environ["HG_WHEEL_BLAS"]
NAMES = json.loads(pathlib.Path(os.environ["HGBLAS_NAMES"]).read_text(encoding="utf-8"))
CALLS = {routine.upper(): sum(len(families.get(family, {})) for family in ("fortran", "cblas"))
         for routine, families in NAMES.items()}

library = ctypes.CDLL(dropin.LIBRARY)
missing = [name for families in NAMES.values() for family in families.values() for name in family
           if not hasattr(library, name)]
assert not missing, f"libhgblas.so does not export {missing}"

for devices in ("host,host", "pthread"):
    _, calls = dropin.run(PROGRAM, devices, light=True, HG_OFFLOAD="always")
    # NumPy makes an inner product of its own when it is imported. What the CPU's LAPACK calls by its name when it works for
    # a host device is the CPU's.
    calls["SDOT", "devices"] = min(calls["SDOT", "devices"], CALLS["SDOT"])
    calls = {(routine, where): count for (routine, where), count in calls.items()
             if where == "devices" or not dropin.LIGHT.fullmatch(routine)}
    assert calls == {(routine, "devices"): count for routine, count in CALLS.items()}, calls

# Routines of LAPACK call others by their names, so there may be more.
done, calls = dropin.run([*PROGRAM, WHEEL_BLAS], light=True, HG_OFFLOAD="never")
assert all(where == "cpu" and count >= CALLS[routine] for (routine, where), count in calls.items()), calls
assert {routine for routine, _ in calls} == set(CALLS), calls
for name in ("scipy_dgemm_64_", "scipy_cblas_dgemm64_"):
    assert done.stdout.count(f"the wheel's {name}") == 1, done.stdout
