#pragma once

#include <algorithm>
#include <cstdint>

#include "sparse/matrix/prefix_sum.hpp"
#include "sparse/matrix/row_shares.hpp"
#include <hg/sparse/host_array.hpp>

namespace hg::sparse {

/// In how many parts `entries` are counted: each part has a count for every bucket, which take no more memory
/// than the entries do.
constexpr std::int64_t parts_for_buckets(std::int64_t entries, std::int64_t buckets) noexcept {
    return std::clamp<std::int64_t>(entries / std::max<std::int64_t>(buckets, kWorkOfShare), 1, 128);
}

/// Puts entries into buckets, those of a bucket in the order in which they came. Linear time, in parallel.
///
/// @param visit  visit(part, take) calls take(bucket, entry...) for all entries of a part, in order; it is
///               called twice
/// @param place  place(position, entry...) puts an entry at its place
/// @param start  becomes the first position of each bucket and the number of entries: buckets + 1 elements
template <class Visit, class Place>
void into_buckets(std::int64_t buckets, std::int64_t parts, const Visit& visit, const Place& place,
                  std::int64_t* start) {
    HostArray<std::int64_t> counts(parts * buckets);
    for_shares(parts, [&](std::int64_t part) {
        std::int64_t* count = counts.data() + part * buckets;
        std::fill_n(count, buckets, 0);
        visit(part, [&](std::int64_t bucket, auto... /*entry*/) { ++count[bucket]; });
    });
    const auto length = [&](std::int64_t bucket) {
        std::int64_t sum = 0;
        for (std::int64_t part = 0; part < parts; ++part) sum += counts[part * buckets + bucket];
        return sum;
    };
    prefix_sum(buckets, length, start);
    for_ranges(buckets, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t bucket = first; bucket < last; ++bucket) {
            std::int64_t position = start[bucket];
            for (std::int64_t part = 0; part < parts; ++part) {
                const std::int64_t count = counts[part * buckets + bucket];
                counts[part * buckets + bucket] = position;
                position += count;
            }
        }
    });
    for_shares(parts, [&](std::int64_t part) {
        std::int64_t* next = counts.data() + part * buckets;
        visit(part, [&](std::int64_t bucket, auto... entry) { place(next[bucket]++, entry...); });
    });
}

}  // namespace hg::sparse
