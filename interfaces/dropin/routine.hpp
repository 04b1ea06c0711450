#pragma once

#include <cstddef>
#include <cstdint>

#include "interfaces/generated/routine_names.hpp"

namespace hg::dropin {

inline constexpr std::size_t kRoutines = kRoutineNames.size();

constexpr std::size_t index_of(Routine routine) noexcept {
    return static_cast<std::size_t>(routine);
}

/// Flops of a call if all matrices are square ones of this order.
double flops_of_order(Routine routine, std::int64_t order) noexcept;

}  // namespace hg::dropin
