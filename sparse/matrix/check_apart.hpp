#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "runtime/program/base/host_region.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/sparse_matrix.hpp>

namespace hg::sparse {

/// Whether regions share a byte; exact also if their columns lie between each other at different strides.
inline bool share_bytes(const HostRegion& a, const HostRegion& b) noexcept {
    if (!overlap(a, b)) return false;
    if (a.columns == 1 || b.columns == 1 || a.stride == b.stride) return true;
    const auto distance = static_cast<const char*>(b.data) - static_cast<const char*>(a.data);
    for (std::int64_t j = 0; j < b.columns; ++j) {
        const std::int64_t begin = distance + j * b.stride, end = begin + b.column_bytes;
        if (end <= 0) continue;
        const std::int64_t last = std::min(a.columns - 1, (end - 1) / a.stride);  // to begin before the end
        if (begin < last * a.stride + a.column_bytes) return true;
    }
    return false;
}

/// The region of a vector.
template <class E>
HostRegion region_of(std::span<const E> vector) noexcept {
    const auto bytes = static_cast<std::int64_t>(vector.size_bytes());
    return {vector.data(), bytes, 1, bytes, false};
}

/// Throws Error{invalid_argument} if what a product writes, argument `number`, shares memory with x or with
/// an array of A.
template <Element T>
void check_apart(const char* routine, int number, const char* written_name, const HostRegion& written,
                 const char* x_name, const HostRegion& x, const SparseMatrix<T>& A) {
    const auto check = [&](const HostRegion& read, const char* its_name) {
        if (share_bytes(read, written))
            require_argument(false, routine, number, written_name, std::string("overlaps ") + its_name);
    };
    check(x, x_name);
    check(region_of(A.values()), "the values of A");
    check(region_of(A.columns()), "the columns of A");
    check(region_of(A.wide_columns()), "the columns of A");
    check(region_of(A.row_start()), "the row starts of A");
}

}  // namespace hg::sparse
