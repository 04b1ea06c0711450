#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/machine/device.hpp"

namespace hg {

/// One device's memory for slots, kept between runs: a program whose slots have the sizes of those before
/// allocates nothing.
class SlotPool {
  public:
    SlotPool(Device& device, std::int64_t capacity) : device_(device), capacity_(capacity) {}

    /// Makes every buffer free for reserve() again.
    void release_all() noexcept;
    /// A buffer of `bytes` that is not reserved yet.
    /// Throws Error{out_of_memory}.
    DeviceMemory* reserve(std::int64_t bytes);
    /// Gives all memory back to the device.
    void clear() noexcept { buffers_.clear(); }

  private:
    struct Buffer {
        std::int64_t bytes = 0;
        bool reserved = false;
        std::unique_ptr<DeviceMemory> memory;
    };
    [[nodiscard]] std::int64_t total_bytes() const noexcept;
    /// Returns false where nothing was idle.
    bool free_idle() noexcept;
    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes);

    Device& device_;
    std::int64_t capacity_;
    std::vector<Buffer> buffers_;
};

}  // namespace hg
