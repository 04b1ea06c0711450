"""Calls every routine of libhgblas.so by each of its Fortran and CBLAS names, and checks what it gives.

    all_names.py [library]   loads that library first, for its own use alone, as Python does with extensions

The file HGBLAS_NAMES lists the names. A routine there needs a function in names_of_blas.py or names_of_lapack.py.
"""

import ctypes
import itertools
import sys

import names_of_blas as blas
import names_of_lapack as lapack
from calls import ELEMENTS, NAMES, REALS, call, called, check

OF_BLAS = (blas.gemm, blas.gemmt, blas.symm, blas.syrk, blas.syr2k, blas.trmm, blas.trsm)
HERMITIAN = (blas.hemm, blas.herk, blas.her2k)


def make(calls):
    for name, given, is_right in calls:
        call(name, given)
        check(name, is_right)


if len(sys.argv) > 1:
    stand_in = ctypes.CDLL(sys.argv[1], ctypes.RTLD_LOCAL)
for prefix, element in ELEMENTS.items():
    for function in OF_BLAS + (HERMITIAN if prefix in "zc" else ()):
        make(function(prefix + function.__name__, element, REALS[prefix]))
    make(blas.level1(prefix, element, REALS[prefix]))
    blas.results(prefix, element, REALS[prefix])
    make((blas.complex_level2 if prefix in "zc" else blas.level2)(prefix, element, REALS[prefix]))
    for function in (lapack.gesv, lapack.posv, lapack.gels, lapack.potri):
        make(function(prefix + function.__name__, element))
    lapack.geqrf_and_what_takes_q(prefix, element)
    for factor_name, matrix, solve_name, sides, both_right in itertools.chain(
            lapack.getrf_and_getrs(prefix, element), lapack.potrf_and_potrs(prefix, element)):
        call(factor_name, matrix)
        call(solve_name, sides)
        check(f"{factor_name}, {solve_name}", both_right)
for double, single in ("ds", "zc"):
    make(lapack.mixed_gesv(f"{double}{single}gesv", ELEMENTS[double], ELEMENTS[single]))
    make(lapack.mixed_posv(f"{double}{single}posv", ELEMENTS[double], ELEMENTS[single]))
wanted_names = {name for families in NAMES.values() for family in ("fortran", "cblas") for name in families.get(family, {})}
assert called == wanted_names, f"these names are not called here: {sorted(wanted_names - called)}"
