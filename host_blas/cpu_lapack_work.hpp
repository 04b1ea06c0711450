#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "host_blas/element_arithmetic.hpp"

namespace hg {

/// A call of LAPACK that is running in this thread, for in_cpu_lapack().
class CpuLapackCall {
  public:
    CpuLapackCall() noexcept { in_lapack = true; }
    ~CpuLapackCall() { in_lapack = before_; }
    CpuLapackCall(const CpuLapackCall&) = delete;
    CpuLapackCall& operator=(const CpuLapackCall&) = delete;

    static inline thread_local constinit bool in_lapack = false;

  private:
    const bool before_ = in_lapack;
};

/// Calls a routine of LAPACK twice: to query the length of its work array, and with the array. Returns info.
/// `call(work, lwork, &info)` makes the call; `least` is a length that always suffices. Throws std::bad_alloc
/// before anything is touched.
template <class T, class Call>
int with_work(std::int64_t least, const Call& call) {
    const CpuLapackCall this_call;
    T best = 0;
    int info = 0;
    call(&best, std::int64_t{-1}, &info);
    // Single precision may have rounded a large length down.
    const double length = static_cast<double>(std::real(best)) *
                          (1 + static_cast<double>(std::numeric_limits<PartOf<T>>::epsilon()));
    const double most = std::numeric_limits<int>::max();
    const std::int64_t lwork =
        std::max({std::int64_t{1}, least, static_cast<std::int64_t>(std::min(length, most))});
    const auto work = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(lwork));
    call(work.get(), lwork, &info);
    return info;
}

}  // namespace hg
