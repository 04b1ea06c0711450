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
};

inline constexpr std::array<std::string_view, 4> kRoutineNames{"DGEMM", "SGEMM", "DTRSM", "STRSM"};
inline constexpr std::size_t kRoutines = kRoutineNames.size();

constexpr std::size_t index_of(Routine routine) noexcept {
    return static_cast<std::size_t>(routine);
}

/// Flops of a call where all matrices are square ones of this order.
constexpr double flops_of_order(Routine routine, double order) noexcept {
    const double cube = order * order * order;
    switch (routine) {
        case Routine::dgemm:
        case Routine::sgemm:
            return 2 * cube;
        case Routine::dtrsm:
        case Routine::strsm:
            return cube;
    }
    return cube;
}

}  // namespace hg::dropin
