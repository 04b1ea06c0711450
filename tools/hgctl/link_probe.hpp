#pragma once

#include <cstdint>

#include "runtime/machine/machine.hpp"

namespace hgctl {

/// What the way between host memory and all devices of a machine together carries, bytes/s.
struct LinkRates {
    double link_in = 0;     ///< LD alone, from pinned memory
    double link_out = 0;    ///< ST alone, to pinned memory
    double staged_in = 0;   ///< LD alone, from pageable memory: link and staging copies together
    double staged_out = 0;  ///< ST alone, to pageable memory
    double host_copy = 0;   ///< staging copies while any is under way, LD and ST; 0 where nothing is staged
};

/// Measures the rates with programs of LD alone and ST alone, all devices at once, `bytes_per_device` of host
/// memory each: from pinned memory for the links, from pageable memory for staging. Best of three.
/// Takes some tenths of a second. Throws what Machine::run throws.
LinkRates probe_links(hg::Machine& machine, std::int64_t bytes_per_device = std::int64_t{256} << 20);

}  // namespace hgctl
