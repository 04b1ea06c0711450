#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>

namespace hg {

/// Page-locked host memory: devices transfer to and from it at full speed. It is ordinary memory if no device
/// has page-locked memory. It is freed on destruction.
class PinnedMemory {
  public:
    PinnedMemory() = default;
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;
    virtual ~PinnedMemory() = default;

    /// The first byte; it stays where it is.
    [[nodiscard]] virtual std::byte* data() noexcept = 0;
    /// Bytes.
    [[nodiscard]] virtual std::int64_t size() const noexcept = 0;
};

/// The ranges of host memory known to be pinned. Thread-safe.
class PinnedRanges {
  public:
    /// Adds [begin, begin + bytes), which overlaps no range that is known.
    void add(const std::byte* begin, std::int64_t bytes);
    /// Forgets the range that begins at `begin`, if there is one.
    void remove(const std::byte* begin);
    /// True if any byte of [begin, begin + bytes) lies in a pinned range.
    [[nodiscard]] bool overlaps(const std::byte* begin, std::int64_t bytes) const;
    /// True if all of [begin, begin + bytes) lies in one pinned range.
    [[nodiscard]] bool contains(const std::byte* begin, std::int64_t bytes) const;

  private:
    mutable std::shared_mutex mutex_;
    std::map<const std::byte*, std::int64_t> ranges_;
};

}  // namespace hg
