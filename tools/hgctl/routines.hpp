#pragma once

/// each(name) for all routines beside levels 1 and 2 that `hgctl bench` and `hgctl check` know, in the order of their help.
/// Each has a bench/routines/bench_<name>.cpp or a description in one like it, and so for check.
#define HGCTL_ROUTINES(each)                                                                             \
    each(gemm) each(symm) each(hemm) each(syrk) each(herk) each(syr2k) each(her2k) each(trmm) each(trsm) \
        each(getrf) each(getrs) each(gesv) each(potrf) each(posv) each(potri) each(geqrf) each(gels)
