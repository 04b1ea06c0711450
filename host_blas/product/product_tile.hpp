#pragma once

#include <cstdint>

namespace hg {

constexpr std::int64_t kTileColumns = 6;
template <class Real>
constexpr std::int64_t kTileRows = 64 / sizeof(Real);  ///< a vector of AVX-512, two of AVX2

/// C := A B for a tile of real numbers: A kTileRows x depth, column by column; B depth x kTileColumns, row by
/// row; C kTileRows x kTileColumns, column by column. A begins at a multiple of 64 bytes, and so does C. All
/// elements are summed in the order of the depth, by the same instructions.
void multiply_tile(std::int64_t depth, const double* a, const double* b, double* c) noexcept;
void multiply_tile(std::int64_t depth, const float* a, const float* b, float* c) noexcept;

}  // namespace hg
