#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace hg::dropin {

/// The routines that libhgblas.so takes the place of. Each has several symbols: for Fortran, CBLAS and
/// LAPACKE, for integers of 32 and of 64 bits.
enum class Routine : unsigned char {
    dgemm,
    sgemm,
    dtrsm,
    strsm,
    dgetrf,
    sgetrf,
    dgetrs,
    sgetrs,
    dgesv,
    sgesv,
    dsgesv
};

inline constexpr std::array<std::string_view, 11> kRoutineNames{
    "DGEMM", "SGEMM", "DTRSM", "STRSM", "DGETRF", "SGETRF", "DGETRS", "SGETRS", "DGESV", "SGESV", "DSGESV"};
inline constexpr std::size_t kRoutines = kRoutineNames.size();

constexpr std::size_t index_of(Routine routine) noexcept {
    return static_cast<std::size_t>(routine);
}

/// The one for elements of type T.
template <class T>
constexpr Routine routine_for(Routine f64, Routine f32) noexcept {
    return sizeof(T) == sizeof(double) ? f64 : f32;
}

/// Flops of a call if all matrices are square ones of this order.
constexpr double flops_of_order(Routine routine, double order) noexcept {
    const double cube = order * order * order;
    switch (routine) {
        case Routine::dgemm:
        case Routine::sgemm:
        case Routine::dgetrs:
        case Routine::sgetrs:
            return 2 * cube;
        case Routine::dtrsm:
        case Routine::strsm:
            return cube;
        case Routine::dgetrf:
        case Routine::sgetrf:
            return 2 * cube / 3;
        case Routine::dgesv:
        case Routine::sgesv:
        case Routine::dsgesv:
            return 8 * cube / 3;
    }
    return cube;
}

}  // namespace hg::dropin
