#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>

#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

/// The registered ranges of the caller's own memory. The first device that can pin a range does so. If no
/// device can, the range only remains in the list, and transfers stage it like any other memory. One thread
/// at a time may call this.
class CallerMemory {
  public:
    /// Adds pinned ranges to `pinned`.
    explicit CallerMemory(std::shared_ptr<PinnedRanges> pinned) : pinned_(std::move(pinned)) {}
    ~CallerMemory();
    CallerMemory(const CallerMemory&) = delete;
    CallerMemory& operator=(const CallerMemory&) = delete;

    /// Throws Error{invalid_argument} for null, for less than one byte, for unmapped addresses, and for
    /// memory that is already registered or pinned, even in part.
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
