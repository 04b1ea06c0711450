#pragma once

#include <cstdint>

namespace hg::kernels {

/// What the rates of a routine count.
enum class RateUnit : std::uint8_t {
    flops,  ///< operations
    bytes   ///< bytes that must move between memory and what computes
};

}  // namespace hg::kernels
