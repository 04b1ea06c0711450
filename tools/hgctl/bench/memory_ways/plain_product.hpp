#pragma once

#include <cstdint>

namespace hgctl {

/// Columns [first, last) of C := A B by plain loops in the calling thread, blocked for the first cache. All
/// matrices are n x n, column-major and without gaps.
template <class T>
void plain_product(std::int64_t n, std::int64_t first, std::int64_t last, const T* a, const T* b, T* c);

extern template void plain_product(std::int64_t, std::int64_t, std::int64_t, const double*, const double*,
                                   double*);
extern template void plain_product(std::int64_t, std::int64_t, std::int64_t, const float*, const float*,
                                   float*);

}  // namespace hgctl
