#pragma once

#include <cstdint>

namespace hg {

constexpr std::int64_t kTileColumns = 6;
template <class Real>
constexpr std::int64_t kTileRows = 64 / sizeof(Real);  ///< a vector of AVX-512, two of AVX2

/// C := A B for a tile of real numbers: A is kTileRows x depth, column by column; B is depth x kTileColumns,
/// row by row; C is kTileRows x kTileColumns, column by column. A and C begin at multiples of 64 bytes. All
/// elements are summed in the order of the inner dimension, by the same instructions.
void multiply_tile(std::int64_t depth, const double* a, const double* b, double* c) noexcept;
void multiply_tile(std::int64_t depth, const float* a, const float* b, float* c) noexcept;

}  // namespace hg
