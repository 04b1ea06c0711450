"""Every routine by each of its names: on the devices, and on the CPU where nothing is to be offloaded."""

import os

import dropin

FACES, TRIANGLES, HERMITIAN, REFLECTORS = (os.environ[name] for name in ("FACES", "TRIANGLES", "HERMITIAN", "REFLECTORS"))
# Fortran, 32 and 64 bits; CBLAS, three names, two layouts; LAPACKE, six names, column-major, and one wrong call each.
PRODUCTS = 2 + 6
# With all letters, by each name of a routine: side and uplo; uplo, trans and two values of beta; all four of trmm.
TRIANGULAR = {"SYMM": 4, "SYRK": 12, "SYR2K": 12, "TRMM": 24}
COMPLEX_TRIANGULAR = {**TRIANGULAR, "SYRK": 8, "SYR2K": 8}
COMPLEX_OTHERS = {"GEMM": 9, "HEMM": 4, "HERK": 8, "HER2K": 8, "TRSM": 24}


def counts(letters, by_name):
    return {(letter + routine, "devices"): PRODUCTS * count for letter in letters for routine, count in by_name.items()}


for devices in ("host", "pthread"):
    done, calls = dropin.run([FACES], devices, HG_OFFLOAD="always")
    for letter in "DS":
        for routine in ("GEMM", "TRSM"):
            assert calls[letter + routine, "devices"] >= PRODUCTS, calls
            assert (letter + routine, "cpu") not in calls, calls
    for letter in "DSZC":
        # What is row-major in LAPACKE has no CPU's LAPACKE behind it here, and is transposed for the CPU's LAPACK.
        # Of the LAPACKE's, each with NaN in A goes back to the CPU.
        for routine in ("GETRF", "GETRS", "GESV"):
            assert calls[letter + routine, "devices"] >= 2 + 6, calls
    for routine in ("DSGESV", "DSPOSV", "ZCGESV", "ZCPOSV"):
        assert calls[routine, "devices"] == 2, calls
    print(devices, done.stdout.strip(), calls)
    done, calls = dropin.run([TRIANGLES], devices, HG_OFFLOAD="always")
    assert calls == {**counts("DS", TRIANGULAR), **counts("ZC", COMPLEX_TRIANGULAR)}, calls
    print(devices, done.stdout.strip(), calls)
    done, calls = dropin.run([HERMITIAN], devices, HG_OFFLOAD="always")
    assert calls == counts("ZC", COMPLEX_OTHERS), calls
    print(devices, done.stdout.strip(), calls)

    done, calls = dropin.run([REFLECTORS], devices, HG_OFFLOAD="always")
    for letter in "DSZC":
        of_q = ("UNMQR", "UNGQR") if letter in "ZC" else ("ORMQR", "ORGQR")
        for routine in ("GEQRF", *of_q, "GELS"):
            assert calls[letter + routine, "devices"] >= 2 + 6, calls
    print(devices, done.stdout.strip(), calls)

for program in (FACES, REFLECTORS):
    _, calls = dropin.run([program], HG_OFFLOAD="never")
    assert calls and not [key for key in calls if key[1] == "devices"], calls
# Nothing behind libhgblas.so at all: what hg has serves.
for program in (FACES, TRIANGLES, HERMITIAN, REFLECTORS):
    done, calls = dropin.run([program], HG_OFFLOAD="never", HG_CPU_BLAS="none")
    assert done.stderr.count("there is no BLAS of the CPU") == 1, done.stderr
    assert not [key for key in calls if key[1] == "devices"], calls
