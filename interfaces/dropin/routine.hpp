#pragma once

#include <cstddef>
#include <cstdint>

#include "interfaces/generated/routine_names.hpp"

namespace hg::dropin {

inline constexpr std::size_t kRoutines = kRoutineNames.size();

constexpr std::size_t index_of(Routine routine) noexcept {
    return static_cast<std::size_t>(routine);
}

/// Returns the variant of a routine for elements of type T.
template <class T, Routine... variants>
constexpr Routine variant_of() noexcept {
    Routine found{};
    const auto look_at = [&](Routine variant) {
        if (kRoutineTypes[index_of(variant)] == element_type_of<T>()) found = variant;
    };
    (look_at(variants), ...);
    return found;
}

/// Returns the flops of a call if all matrices are square and of this order.
double flops_of_order(Routine routine, std::int64_t order) noexcept;

}  // namespace hg::dropin
