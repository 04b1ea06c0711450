"""Every name of a routine, with integers of 32 and of 64 bits, reaches the devices, the next library that has
it, or the BLAS that hg was linked with. Rules judge what each call leaves."""

import ctypes
import json
import os
import pathlib
import re
import sys

import dropin

PROGRAM = [sys.executable, "-B", str(pathlib.Path(__file__).parent / "all_names.py")]
WHEEL_BLAS, CPU_BLAS = os.environ["HG_WHEEL_BLAS"], os.environ["CPU_BLAS"]
NAMES = json.loads(pathlib.Path(os.environ["HGBLAS_NAMES"]).read_text(encoding="utf-8"))
OF_LAPACK = re.compile(r"(GETR[FSI]|POTR[FSI]|(SY|HE)(TR[FS]|SV)|..?GESV|..?POSV|GEQRF|..MQR|..GQR|GELS)$")

library = ctypes.CDLL(dropin.LIBRARY)
missing = [name for families in NAMES.values() for family in families.values() for name in family
           if not hasattr(library, name)]
assert not missing, f"libhgblas.so does not export {missing}"


def run(*arguments, **variables):
    """Returns the output, the calls that reached libhgblas.so, and those that were made."""
    done, calls = dropin.run([*PROGRAM, *arguments], light=True, **variables)
    made = json.loads(done.stdout.splitlines()[-1])
    assert {routine.lower() for routine, _ in calls} == made.keys() == NAMES.keys(), calls
    return done, calls, {routine.upper(): count for routine, count in made.items()}


for devices, *choices in (["host,host", "--all-choices"], ["pthread"]):
    _, calls, made = run(*choices, devices=devices, HG_OFFLOAD="always")
    # The CPU's LAPACK calls routines by their names, so there may be more.
    fewer = {routine: count for routine, count in made.items() if calls.get((routine, "devices"), 0) < count}
    assert not fewer, f"{fewer} calls, of which fewer reached the devices: {calls}"
    # The CPU has wrong calls of LAPACKE and row-major ones, and the vectors of its LAPACK.
    on_cpu = {routine for routine, where in calls if where == "cpu" and not dropin.LIGHT.fullmatch(routine)}
    assert all(map(OF_LAPACK.search, on_cpu)), on_cpu

BEHIND = {"LD_PRELOAD": f"{dropin.LIBRARY} {CPU_BLAS}", "OPENBLAS_NUM_THREADS": "1"}
for arguments, variables in (([WHEEL_BLAS], BEHIND), (["--all-choices"], {"HG_CPU_BLAS": "none"})):
    done, calls, made = run(*arguments, HG_OFFLOAD="never", **variables)
    assert all(where == "cpu" and count >= made[routine] for (routine, where), count in calls.items()), calls
    for name in ("scipy_dgemm_64_", "scipy_cblas_dgemm64_") if arguments == [WHEEL_BLAS] else ():
        assert done.stdout.count(f"the wheel's {name}") == 1, done.stdout
    assert "hg: " not in done.stderr, done.stderr
