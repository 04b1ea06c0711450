#pragma once

#include <atomic>
#include <cstdint>

#include "sparse/matrix/row_shares.hpp"

namespace hg::sparse {

/// least := min(least, value)
inline void lower_to(std::atomic<std::int64_t>& least, std::int64_t value) noexcept {
    std::int64_t seen = least.load(std::memory_order_relaxed);
    while (value < seen && !least.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
}

/// The first i in [0, count) for which is_faulty(i); `count` if there is none. Looks in parallel.
template <class IsFaulty>
std::int64_t first_fault(std::int64_t count, const IsFaulty& is_faulty) noexcept {
    std::atomic<std::int64_t> found{count};
    for_ranges(count, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i)
            if (is_faulty(i)) return lower_to(found, i);
    });
    return found.load();
}

/// The same for rows whose nonzeros is_faulty looks at.
template <class IsFaulty>
std::int64_t first_faulty_row(std::span<const std::int64_t> row_start, const IsFaulty& is_faulty) noexcept {
    const auto rows = static_cast<std::int64_t>(row_start.size()) - 1;
    std::atomic<std::int64_t> found{rows};
    for_rows(row_start, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i)
            if (is_faulty(i)) return lower_to(found, i);
    });
    return found.load();
}

}  // namespace hg::sparse
