"""QR factorizations and least squares by each of their names: on the devices, and on the CPU if nothing is to
be offloaded."""

import os

import dropin

REFLECTORS = os.environ["REFLECTORS"]

for devices in ("host", "pthread"):
    done, calls = dropin.run([REFLECTORS], devices, HG_OFFLOAD="always")
    for letter in "DSZC":
        of_q = ("UNMQR", "UNGQR") if letter in "ZC" else ("ORMQR", "ORGQR")
        for routine in ("GEQRF", *of_q, "GELS"):
            assert calls[letter + routine, "devices"] >= 2 + 6, calls
    print(devices, done.stdout.strip(), calls)

_, calls = dropin.run([REFLECTORS], HG_OFFLOAD="never")
assert calls and not [key for key in calls if key[1] == "devices"], calls
# Nothing behind libhgblas.so at all: what hg has serves.
done, calls = dropin.run([REFLECTORS], HG_OFFLOAD="never", HG_CPU_BLAS="none")
assert done.stderr.count("there is no BLAS of the CPU") == 1, done.stderr
assert not [key for key in calls if key[1] == "devices"], calls
