#pragma once

#include <cstdint>

namespace hg {

/// to := from^T. `from` is rows x cols, `to` cols x rows, both column-major; they don't overlap. Several
/// threads work on large matrices.
template <class T>
void transpose(std::int64_t rows, std::int64_t cols, const T* from, std::int64_t ld_from, T* to,
               std::int64_t ld_to) noexcept;

/// to := from^H, of real elements from^T, likewise.
template <class T>
void adjoin(std::int64_t rows, std::int64_t cols, const T* from, std::int64_t ld_from, T* to,
            std::int64_t ld_to) noexcept;

}  // namespace hg
