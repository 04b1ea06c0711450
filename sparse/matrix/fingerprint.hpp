#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "sparse/matrix/mixed_bits.hpp"
#include "sparse/matrix/row_shares.hpp"

namespace hg::sparse {

/// A number for the places of nonzeros. Rows are mixed each by itself and then added, so that no order of
/// threads matters.
template <class Column>
std::uint64_t fingerprint(std::int64_t cols, std::span<const std::int64_t> row_start, const Column* column) {
    const auto rows = static_cast<std::int64_t>(row_start.size()) - 1;
    std::atomic<std::uint64_t> sum{0};
    for_rows(row_start, [&](std::int64_t first, std::int64_t last) {
        std::uint64_t mine = 0;
        for (std::int64_t i = first; i < last; ++i) {
            std::uint64_t row = static_cast<std::uint64_t>(i);
            for (auto k = row_start[static_cast<std::size_t>(i)];
                 k < row_start[static_cast<std::size_t>(i + 1)]; ++k)
                row = mixed_bits(row ^ static_cast<std::uint64_t>(column[k]));
            mine += mixed_bits(row, static_cast<std::uint64_t>(i));
        }
        sum.fetch_add(mine, std::memory_order_relaxed);
    });
    return mixed_bits(sum.load(),
                      mixed_bits(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(cols)));
}

}  // namespace hg::sparse
