#pragma once

#include <cstdint>
#include <vector>

#include "sparse/matrix/row_shares.hpp"

namespace hg::sparse {

/// start[i] becomes the sum of length(k) for all k < i, for i from 0 to count: start has count + 1 elements.
/// Returns start[count]. length(i) is called twice for each i, in any order, and must not throw.
template <class Length>
std::int64_t prefix_sum(std::int64_t count, const Length& length, std::int64_t* start) {
    const std::int64_t shares = shares_of(count);
    std::vector<std::int64_t> before(static_cast<std::size_t>(shares + 1), 0);
    for_shares(shares, [&](std::int64_t share) {
        std::int64_t sum = 0;
        for (auto i = begin_of_share(share, shares, count); i < begin_of_share(share + 1, shares, count); ++i)
            sum += length(i);
        before[static_cast<std::size_t>(share + 1)] = sum;
    });
    for (std::size_t share = 1; share < before.size(); ++share) before[share] += before[share - 1];
    for_shares(shares, [&](std::int64_t share) {
        std::int64_t sum = before[static_cast<std::size_t>(share)];
        for (auto i = begin_of_share(share, shares, count); i < begin_of_share(share + 1, shares, count);
             ++i) {
            start[i] = sum;
            sum += length(i);
        }
    });
    return start[count] = before.back();
}

}  // namespace hg::sparse
