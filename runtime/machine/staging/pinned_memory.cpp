#include <iterator>
#include <mutex>

#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

void PinnedRanges::add(const std::byte* begin, std::int64_t bytes) {
    const std::unique_lock lock(mutex_);
    ranges_[begin] = bytes;
}

void PinnedRanges::remove(const std::byte* begin) {
    const std::unique_lock lock(mutex_);
    ranges_.erase(begin);
}

bool PinnedRanges::overlaps(const std::byte* begin, std::int64_t bytes) const {
    const std::shared_lock lock(mutex_);
    const auto after = ranges_.lower_bound(begin + bytes);
    if (after == ranges_.begin()) return false;
    const auto last = std::prev(after);
    return last->first + last->second > begin;
}

bool PinnedRanges::contains(const std::byte* begin, std::int64_t bytes) const {
    const std::shared_lock lock(mutex_);
    auto range = ranges_.upper_bound(begin);
    if (range == ranges_.begin()) return false;
    --range;
    return begin + bytes <= range->first + range->second;
}

}  // namespace hg
