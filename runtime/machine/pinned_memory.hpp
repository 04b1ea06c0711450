#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>

namespace hg {

/// Page-locked host memory: devices transfer to and from it at full speed. If no device has page-locked
/// memory, it is ordinary memory. The destructor frees it.
class PinnedMemory {
  public:
    PinnedMemory() = default;
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;
    virtual ~PinnedMemory() = default;

    /// Returns the first byte, whose address never changes.
    [[nodiscard]] virtual std::byte* data() noexcept = 0;
    /// Returns the size in bytes.
    [[nodiscard]] virtual std::int64_t size() const noexcept = 0;
};

/// The ranges of host memory that are known to be pinned. Thread-safe.
class PinnedRanges {
  public:
    /// Adds [begin, begin + bytes), which must not overlap a known range.
    void add(const std::byte* begin, std::int64_t bytes);
    /// Removes the range that begins at `begin`, if there is one.
    void remove(const std::byte* begin);
    /// Returns true if any byte of [begin, begin + bytes) is in a pinned range.
    [[nodiscard]] bool overlaps(const std::byte* begin, std::int64_t bytes) const;
    /// Returns true if all of [begin, begin + bytes) is in one pinned range.
    [[nodiscard]] bool contains(const std::byte* begin, std::int64_t bytes) const;

  private:
    mutable std::shared_mutex mutex_;
    std::map<const std::byte*, std::int64_t> ranges_;
};

}  // namespace hg
