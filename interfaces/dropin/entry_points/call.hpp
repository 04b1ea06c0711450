#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>

#include "blas/call/argument_list.hpp"
#include "blas/level2/row_major.hpp"
#include "blas/level3/row_major.hpp"
#include "interfaces/dropin/entry_points/matrix.hpp"
#include "interfaces/dropin/entry_points/sizes.hpp"
#include "interfaces/dropin/offload.hpp"
#include "interfaces/generated/engine_table.hpp"
#include "interfaces/work_length.hpp"

namespace hg::dropin {

// The code that all routines share. The generated structs contain the rest.

/// Checks the arguments of a call other than its sizes and matrices: letters, sizes that depend on each
/// other, and vectors.
class ListChecks : public ArgumentList<ListChecks> {
  public:
    void option(std::string_view /*name*/, bool valid, std::string_view /*must_be*/) noexcept {
        valid_choices = valid_choices && valid;
    }
    using ArgumentList::vector;
    template <class T>
    void vector(std::string_view /*name*/, T* /*data*/, const Strided& elements,
                bool /*used*/ = true) noexcept {
        valid_increments = valid_increments && elements.is_valid();
        farthest = std::max(farthest, elements.distance());
    }

    bool valid_choices = true;
    bool valid_increments = true;  ///< devices accept the increments
    std::int64_t farthest = 1;     ///< the largest increment
};

template <class Call>
ListChecks checks_of(const Call& call) noexcept {
    ListChecks checks;
    list_arguments(call.arguments, checks);
    return checks;
}

/// Makes a row-major call column-major. Does nothing if letters are wrong, because the letters of the other
/// triangle or operation might be valid.
template <class Call>
void make_column_major(Call& call) noexcept {
    if (!checks_of(call).valid_choices) return;
    if constexpr (requires { call.by_rows; }) {
        const auto [arguments, conjugated] = by_columns(call.arguments);
        if (conjugated) call.by_rows = call.arguments;
        call.arguments = arguments;
    } else {
        call.arguments = transposed(call.arguments);
    }
}

/// Calls act(matrix) for each matrix, in the order of the arguments.
template <class Call, class Act>
constexpr void for_each_matrix(Call& call, const Act& act) noexcept {
    std::apply([&](const auto&... matrix) { (act(matrix), ...); }, call.matrices_of(call.arguments));
}

/// Returns true if letters and sizes are valid. Does not check leading dimensions.
template <class Call>
bool has_valid_sizes(const Call& call) noexcept {
    const auto sizes = call.sizes();
    return checks_of(call).valid_choices && *std::min_element(sizes.begin(), sizes.end()) >= 0;
}

/// Returns true if a call only queries the length of its work array.
template <class Call>
bool asks_for_work(const Call& call) noexcept {
    if constexpr (requires { call.lwork; })
        return call.work != nullptr && call.lwork == interfaces::kAsksForWork;
    else
        return false;
}

/// Returns false if a call's work array is too short.
template <class Call>
bool has_valid_work(const Call& call) noexcept {
    if constexpr (requires { call.lwork; })
        return call.work == nullptr || asks_for_work(call) || call.lwork >= call.least_work();
    else
        return true;
}

/// Returns true if the arguments are valid for BLAS and LAPACK, which do not check pointers. Also returns
/// false for increments of 0, and for negative ones for which the reference BLAS does nothing: these calls
/// belong to the CPU BLAS.
template <class Call>
bool is_valid_call(const Call& call) noexcept {
    bool valid = has_valid_sizes(call) && checks_of(call).valid_increments && has_valid_work(call);
    for_each_matrix(call,
                    [&](const auto& matrix) { valid = valid && matrix.ld >= at_least_1(matrix.shape.rows); });
    return valid;
}

/// Returns whether all sizes fit the integers of the CPU BLAS.
template <class Call>
bool cpu_takes(const Call& call) noexcept {
    const auto sizes = call.sizes();
    std::int64_t largest = std::max(*std::max_element(sizes.begin(), sizes.end()), checks_of(call).farthest);
    for_each_matrix(call, [&](const auto& matrix) { largest = std::max<std::int64_t>(largest, matrix.ld); });
    return largest <= std::numeric_limits<int>::max();
}

template <class Call>
Work work_of(const Call& call) noexcept {
    const GemmEquivalent p = call.arguments.gemm_equivalent();
    return {Call::kRoutine, call.arguments.flops(), {Call::kWorksIn, p.m, p.n, p.k, p.calls}};
}

}  // namespace hg::dropin
