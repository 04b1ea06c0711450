#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tools/workload/operands/listed_call.hpp"

namespace hgctl {

// Pivots and indices have 64 bits in hg, and those of int in other libraries.

inline std::vector<int> narrow(const ListedOperand& operand) {
    const auto* const wide = static_cast<const std::int64_t*>(operand.data);
    return {wide, wide + operand.rows};
}
/// `first`: what the library counts indices from. Pivots are counted from 1 everywhere.
inline void widen(const std::vector<int>& narrow, const ListedOperand& operand, void* to, int first = 0) {
    const int less = operand.kind == ListedOperand::Kind::index ? first : 0;
    std::ranges::transform(narrow, static_cast<std::int64_t*>(to), [=](int place) { return place - less; });
}

}  // namespace hgctl
