#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>

#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

/// The ranges of the caller's own memory that were registered. Each is pinned by the first device that can. A
/// range that no device can pin is only kept in the list: transfers stage it like any other memory. One
/// caller at a time.
class CallerMemory {
  public:
    /// Pinned ranges are added to `pinned`.
    explicit CallerMemory(std::shared_ptr<PinnedRanges> pinned) : pinned_(std::move(pinned)) {}
    ~CallerMemory();
    CallerMemory(const CallerMemory&) = delete;
    CallerMemory& operator=(const CallerMemory&) = delete;

    /// Throws Error{invalid_argument} for null, for less than a byte, for addresses at which the process has
    /// no memory, and for memory that is registered or pinned already, in part or whole.
    void add(std::byte* data, std::int64_t bytes, std::span<const std::unique_ptr<Device>> devices);
    /// Throws Error{invalid_argument} if no registered range begins at `data`.
    void remove(std::byte* data);

  private:
    struct Range {
        std::int64_t bytes = 0;
        std::shared_ptr<PinnedMemory> pin;  ///< null if no device can
    };
    [[nodiscard]] bool overlaps(const std::byte* data, std::int64_t bytes) const;

    std::shared_ptr<PinnedRanges> pinned_;
    std::map<const std::byte*, Range> ranges_;
};

}  // namespace hg
