#pragma once

#include <bit>
#include <cstdint>

#include "tools/hgctl/distributed/rank_model.hpp"

namespace hgctl {

/// Levels of a binary tree over `ranks` ranks.
inline double tree_levels(std::int64_t ranks) {
    return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(ranks - 1)));
}

/// Latencies of a message that is spread over ranks by halves, then rolled around.
inline double spread_roll_latency(const NetworkModel& network, std::int64_t ranks) {
    return (tree_levels(ranks) + static_cast<double>(ranks - 1)) * network.latency;
}

/// Seconds until all ranks have `elements` doubles of one of them: spread, then rolled around.
inline double broadcast_seconds(const NetworkModel& network, std::int64_t elements, std::int64_t ranks) {
    const double share = static_cast<double>(ranks - 1) / static_cast<double>(ranks);
    return spread_roll_latency(network, ranks) +
           2 * share * 8.0 * static_cast<double>(elements) / network.bandwidth;
}

}  // namespace hgctl
