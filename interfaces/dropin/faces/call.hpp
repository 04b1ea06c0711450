#pragma once

#include <algorithm>
#include <limits>
#include <tuple>

#include "interfaces/dropin/costs.hpp"
#include "interfaces/dropin/faces/matrix.hpp"
#include "interfaces/dropin/faces/sizes.hpp"
#include "interfaces/dropin/offload.hpp"

namespace hg::dropin {

// What is the same for the calls of all routines. The generated structs hold what is not.

/// act(matrix) for each matrix, in the order of the arguments.
template <class Call, class Act>
constexpr void for_each_matrix(Call& call, const Act& act) noexcept {
    std::apply([&](const auto&... matrix) { (act(matrix), ...); }, call.matrices_of(call.arguments));
}

/// All but leading dimensions.
template <class Call>
bool has_valid_sizes(const Call& call) noexcept {
    const auto sizes = call.sizes();
    return call.has_valid_choices() && *std::min_element(sizes.begin(), sizes.end()) >= 0;
}

/// As BLAS and LAPACK look at arguments; they do not look at pointers.
template <class Call>
bool is_valid_call(const Call& call) noexcept {
    bool valid = has_valid_sizes(call);
    for_each_matrix(call,
                    [&](const auto& matrix) { valid = valid && matrix.ld >= at_least_1(matrix.shape.rows); });
    return valid;
}

/// Whether all sizes fit the CPU BLAS's integers.
template <class Call>
bool cpu_takes(const Call& call) noexcept {
    const auto sizes = call.sizes();
    std::int64_t largest = *std::max_element(sizes.begin(), sizes.end());
    for_each_matrix(call, [&](const auto& matrix) { largest = std::max<std::int64_t>(largest, matrix.ld); });
    return largest <= std::numeric_limits<int>::max();
}

template <class Call>
Work work_of(const Call& call) noexcept {
    const EquivalentProduct p = product(call.arguments);
    return {Call::kRoutine, flops(call.arguments), {Call::kWorksIn, p.m, p.n, p.k}};
}

}  // namespace hg::dropin
