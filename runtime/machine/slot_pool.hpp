#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/machine/device.hpp"

namespace hg {

/// One device's memory for slots, kept between runs: a program whose slots have the sizes of those before
/// allocates nothing. One caller at a time.
class SlotPool {
  public:
    SlotPool(Device& device, std::int64_t capacity) : device_(device), capacity_(capacity) {}

    /// A buffer of `bytes` that is no run's yet, for a run.
    /// Throws Error{out_of_memory}.
    DeviceMemory* reserve(std::int64_t bytes, std::uint64_t run);
    /// Ends all that a run has reserved.
    void release(std::uint64_t run) noexcept;
    /// Gives memory that is no run's back to the device; false where there was none.
    bool free_idle() noexcept;

  private:
    static constexpr std::uint64_t kNoRun = 0;

    struct Buffer {
        std::int64_t bytes = 0;
        std::uint64_t run = kNoRun;
        std::unique_ptr<DeviceMemory> memory;
    };
    [[nodiscard]] std::int64_t total_bytes() const noexcept;
    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes);

    Device& device_;
    std::int64_t capacity_;
    std::vector<Buffer> buffers_;
};

}  // namespace hg
