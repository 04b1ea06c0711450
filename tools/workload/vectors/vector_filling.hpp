#pragma once

#include <cstdint>

#include "tools/workload/vectors/vector_form.hpp"

namespace hgctl {

/// Fills `count` elements from `data` on as the operand that stands there: random numbers, the same for equal seeds.
template <class T>
void fill(T* data, std::int64_t count, const VectorOperand& operand, std::uint64_t seed);

}  // namespace hgctl
