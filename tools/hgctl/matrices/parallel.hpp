#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace hgctl {

/// body(first, last) on parts of [0, size), one thread each: at most `threads`, 0 for as many as there are
/// cores, and so few that a part has `least` items or more. Runs in the caller's thread if one is enough.
template <class Body>
void in_parallel(std::int64_t size, const Body& body, unsigned threads = 0, std::int64_t least = 1) {
    const std::int64_t wanted = threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    const std::int64_t parts = std::clamp<std::int64_t>(size / std::max<std::int64_t>(1, least), 1, wanted);
    const std::int64_t part = (size + parts - 1) / parts;
    if (parts == 1) {
        if (size > 0) body(std::int64_t{0}, size);
        return;
    }
    std::vector<std::jthread> running;
    for (std::int64_t first = 0; first < size; first += part)
        running.emplace_back([&body, first, last = std::min(size, first + part)] { body(first, last); });
}

}  // namespace hgctl
