#pragma once

#include <cstdint>
#include <functional>

namespace hg {

/// Calls body(first, last) for ranges that together make [0, count), each index once; on several threads
/// where there are bytes enough to be worth them. For work bound by memory. `body` must not throw.
///
/// @param bytes_each what the work on one index reads and writes.
void for_each_range(std::int64_t count, std::int64_t bytes_each,
                    const std::function<void(std::int64_t first, std::int64_t last)>& body);

}  // namespace hg
