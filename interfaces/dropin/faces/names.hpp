#pragma once

#include <cstdint>

// The names by which programs know a routine: for integers of 32 and, with some "64", of 64 bits; with
// "scipy_" those of the BLAS inside NumPy's and SciPy's wheels. FACE(name, element type, integer type) makes
// the function of a name.

#define HG_FORTRAN_NAMES_OF(FACE, name, T) \
    FACE(name##_, T, int)                  \
    FACE(name##_64_, T, std::int64_t)      \
    FACE(scipy_##name##_, T, int)          \
    FACE(scipy_##name##_64_, T, std::int64_t)

#define HG_FORTRAN_NAMES(FACE, routine)           \
    HG_FORTRAN_NAMES_OF(FACE, d##routine, double) \
    HG_FORTRAN_NAMES_OF(FACE, s##routine, float)

#define HG_CBLAS_NAMES_OF(FACE, name, T)     \
    FACE(cblas_##name, T, int)               \
    FACE(cblas_##name##_64, T, std::int64_t) \
    FACE(cblas_##name##64_, T, std::int64_t) \
    FACE(scipy_cblas_##name, T, int)         \
    FACE(scipy_cblas_##name##64_, T, std::int64_t)

#define HG_CBLAS_NAMES(FACE, routine)           \
    HG_CBLAS_NAMES_OF(FACE, d##routine, double) \
    HG_CBLAS_NAMES_OF(FACE, s##routine, float)

// FACE(name, looks for NaN, element type, integer type): what has "work" in its name does not look for NaN.

#define HG_LAPACKE_NAMES_OF(FACE, name, T)                 \
    FACE(LAPACKE_##name, true, T, int)                     \
    FACE(LAPACKE_##name##_64, true, T, std::int64_t)       \
    FACE(LAPACKE_##name##64_, true, T, std::int64_t)       \
    FACE(LAPACKE_##name##_work, false, T, int)             \
    FACE(LAPACKE_##name##_work_64, false, T, std::int64_t) \
    FACE(LAPACKE_##name##_work64_, false, T, std::int64_t)

#define HG_LAPACKE_NAMES(FACE, routine)           \
    HG_LAPACKE_NAMES_OF(FACE, d##routine, double) \
    HG_LAPACKE_NAMES_OF(FACE, s##routine, float)
