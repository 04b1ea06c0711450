#pragma once

#include <cstdint>

#include <hg/kernels/gemv.hpp>

/// What instructions that multiply a matrix by a vector must keep to.
namespace hg::kernels {

inline constexpr int kGemvTotalItems = 256;  ///< work-items of a work-group of gemv_total()
inline constexpr int kMostGemvTotalLanes = 64;

/// What the scalar `unit` says of a triangle's diagonal, beside 0. The last two are for complex elements.
inline constexpr int kOnes = 1;
inline constexpr int kLeftOut = 2;    ///< it counts as zeros
inline constexpr int kRealParts = 3;  ///< the real parts alone count

/// The parameters with their defaults written out.
GemvParameters with_defaults(GemvParameters parameters) noexcept;

/// Rows or columns of A of a work-group: elements of y.
std::int64_t gemv_block(const GemvParameters& parameters) noexcept;
/// Columns or rows of A that a work-group takes at once.
std::int64_t gemv_strip(const GemvParameters& parameters) noexcept;

/// Bytes of local memory.
std::int64_t gemv_local_memory(const GemvParameters& parameters) noexcept;

/// The operands a and b that a coefficient has: 0 to 2.
constexpr int operands_of(VectorCoefficient coefficient) noexcept {
    return static_cast<int>(coefficient);
}

}  // namespace hg::kernels
