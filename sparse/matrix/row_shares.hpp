#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "runtime/threads/parallel_for.hpp"

namespace hg::sparse {

/// Nonzeros and rows that are worth a share of their own.
inline constexpr std::int64_t kWorkOfShare = 1 << 15;
/// More shares than threads, so that they end at about the same time.
inline constexpr std::int64_t kMostShares = 512;

/// How many shares `work` is divided into, by its size alone.
constexpr std::int64_t shares_of(std::int64_t work) noexcept {
    return std::clamp<std::int64_t>(work / kWorkOfShare, 1, kMostShares);
}

/// The begin of share `share` of `shares` of [0, count).
constexpr std::int64_t begin_of_share(std::int64_t share, std::int64_t shares, std::int64_t count) noexcept {
    return count / shares * share + std::min(share, count % shares);
}

/// The first row of share `share` of `shares` with equal sums of rows and nonzeros.
inline std::int64_t first_row_of_share(std::span<const std::int64_t> row_start, std::int64_t share,
                                       std::int64_t shares) noexcept {
    const auto rows = static_cast<std::int64_t>(row_start.size()) - 1;
    if (share >= shares) return rows;
    const std::int64_t before = row_start.front();
    const std::int64_t goal = begin_of_share(share, shares, rows + row_start.back() - before);
    std::int64_t low = 0, high = rows;
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (row_start[static_cast<std::size_t>(middle)] - before + middle < goal)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Calls body(share) for each of the shares, in parallel. body must not throw.
template <class Body>
void for_shares(std::int64_t shares, const Body& body) noexcept {
    parallel_for(shares, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t share = first; share < last; ++share) body(share);
    });
}

/// Calls body(first, last) for ranges of [0, count), in parallel.
template <class Body>
void for_ranges(std::int64_t count, const Body& body) noexcept {
    parallel_for(count, body, {.least = kWorkOfShare});
}

/// Calls body(first, last) for ranges of rows with about equal numbers of nonzeros, in parallel.
template <class Body>
void for_rows(std::span<const std::int64_t> row_start, const Body& body) noexcept {
    const auto rows = static_cast<std::int64_t>(row_start.size()) - 1;
    const std::int64_t shares = shares_of(rows + row_start.back() - row_start.front());
    for_shares(shares, [&](std::int64_t share) {
        const std::int64_t first = first_row_of_share(row_start, share, shares);
        const std::int64_t last = first_row_of_share(row_start, share + 1, shares);
        if (first < last) body(first, last);
    });
}

/// Calls body(i) for each i of [0, count), in parallel.
template <class Body>
void for_each_index(std::int64_t count, const Body& body) noexcept {
    for_ranges(count, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) body(i);
    });
}

/// Calls body(row) for each row, in parallel, with about equal numbers of nonzeros for each thread.
template <class Body>
void for_each_row(std::span<const std::int64_t> row_start, const Body& body) noexcept {
    for_rows(row_start, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row) body(row);
    });
}

}  // namespace hg::sparse
