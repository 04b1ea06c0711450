#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::interfaces {

// The work arrays in LAPACK's argument lists, which hg does not use. Callers query the best length first, and
// LAPACK refuses arrays that are shorter than the least length.

/// The lwork of a query: the call only stores the best length in work(1).
inline constexpr std::int64_t kAsksForWork = -1;

/// Converts the info of a call without work arrays to that of a call with LAPACK's argument list, which has
/// `count` work arrays from argument `first` on.
constexpr int info_behind(int info, int first, int count) noexcept {
    constexpr int kMostArguments = 100;
    return info <= -first && info >= -kMostArguments ? info - count : info;
}

/// The functions ..._work return the least length of work for a call's letters and sizes.
constexpr std::int64_t geqrf_work(std::int64_t m, std::int64_t n) noexcept {
    return m == 0 ? 1 : std::max<std::int64_t>(1, n);  // since LAPACK 3.10.1; the others ignore such sizes
}
constexpr std::int64_t ormqr_work(Side side, Op /*op*/, std::int64_t m, std::int64_t n,
                                  std::int64_t /*k*/) noexcept {
    return std::max<std::int64_t>(1, side == Side::left ? n : m);
}
constexpr std::int64_t orgqr_work(std::int64_t /*m*/, std::int64_t n, std::int64_t /*k*/) noexcept {
    return std::max<std::int64_t>(1, n);
}
constexpr std::int64_t unmqr_work(Side side, Op op, std::int64_t m, std::int64_t n, std::int64_t k) noexcept {
    return ormqr_work(side, op, m, n, k);
}
constexpr std::int64_t ungqr_work(std::int64_t m, std::int64_t n, std::int64_t k) noexcept {
    return orgqr_work(m, n, k);
}
constexpr std::int64_t gels_work(Op /*op*/, std::int64_t m, std::int64_t n, std::int64_t nrhs) noexcept {
    const std::int64_t order = std::min(m, n);
    return std::max<std::int64_t>(1, order + std::max(order, nrhs));
}
constexpr std::int64_t getri_work(std::int64_t n) noexcept {
    return std::max<std::int64_t>(1, n);
}
constexpr std::int64_t sytrf_work(Uplo /*uplo*/, std::int64_t /*n*/) noexcept {
    return 1;
}
constexpr std::int64_t hetrf_work(Uplo uplo, std::int64_t n) noexcept {
    return sytrf_work(uplo, n);
}
constexpr std::int64_t sysv_work(Uplo /*uplo*/, std::int64_t /*n*/, std::int64_t /*nrhs*/) noexcept {
    return 1;
}
constexpr std::int64_t hesv_work(Uplo uplo, std::int64_t n, std::int64_t nrhs) noexcept {
    return sysv_work(uplo, n, nrhs);
}

/// Returns a length as an element of work, rounded up if necessary.
template <Element T>
T work_length(std::int64_t length) noexcept {
    using Real = RealOf<T>;
    const Real rounded = static_cast<Real>(length);
    return static_cast<double>(rounded) < static_cast<double>(length)
               ? std::nextafter(rounded, std::numeric_limits<Real>::max())
               : rounded;
}

/// Throws Error{invalid_argument} unless a length is sufficient or a query.
inline void require_work(std::string_view routine, int number, std::int64_t length, std::int64_t least) {
    if (length < least && length != kAsksForWork)
        require_argument(false, routine, number, "lwork",
                         "must be at least " + std::to_string(least) + ", or -1 for a query, but is " +
                             std::to_string(length));
}

}  // namespace hg::interfaces
