#pragma once

#include <cstddef>
#include <vector>

#include "interfaces/dropin/entry_points/call.hpp"
#include "interfaces/dropin/entry_points/numbers.hpp"
#include "interfaces/work_length.hpp"

namespace hg::dropin {

// The work arrays of LAPACK's routines, which devices do not need.

/// Stores the length of work that a call needs in its work array, if it has one.
template <class Call>
void tell_work(const Call& call) noexcept {
    if constexpr (requires { call.lwork; })
        if (call.work != nullptr) {
            using T = std::remove_pointer_t<decltype(call.work)>;
            call.work[0] = interfaces::work_length<T>(call.least_work());
        }
}

/// Calls routine(work, lwork) of the CPU's LAPACK with the caller's work array, or with one of the best
/// length if the caller has none. Throws std::bad_alloc before anything is touched.
template <class Call, class Routine>
void with_work(const Call& call, const Routine& routine) {
    if (call.work != nullptr) return routine(call.work, narrow(call.lwork));
    std::remove_cvref_t<decltype(*call.work)> best{};
    routine(&best, narrow(interfaces::kAsksForWork));
    if (!is_valid_call(call)) return;
    std::vector<std::remove_cvref_t<decltype(best)>> work(
        std::max(static_cast<std::size_t>(real_part(best)), static_cast<std::size_t>(call.least_work())));
    routine(work.data(), narrow(static_cast<std::int64_t>(work.size())));
}

}  // namespace hg::dropin
