#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Records what a run has done to the caller's memory, and which devices failed in it. A run that throws has
/// written some tiles completely, some partially and some not at all. The journal distinguishes them, so that
/// a caller can have the rest computed elsewhere. Read it after Machine::run() has returned or thrown.
class RunJournal {
  public:
    /// Returns how many bytes of an ST's tile have reached the caller's memory, counted column by column
    /// without gaps. If only a triangle is stored, the other triangle counts as stored too. The rest of the
    /// tile is unchanged. Returns no value if the number is unknown, because a direct transfer into pinned
    /// memory was in flight when its device failed.
    [[nodiscard]] std::optional<std::int64_t> stored_bytes(CommandId store) const;
    /// Returns true if the device could not be made ready, or if one of its commands failed.
    [[nodiscard]] bool failed(DeviceIndex device) const;

    // The machine calls the functions below from its threads.

    /// Discards the previous run.
    void begin(const Program& program);
    /// An ST begins. `straight`: directly into the caller's pinned memory, not in parts.
    void store_begins(CommandId store, bool straight) noexcept {
        stored_[index(store)].store(straight ? kUnknown : 0, std::memory_order_relaxed);
    }
    /// The first `bytes` bytes of an ST's tile are stored.
    void stored(CommandId store, std::int64_t bytes) noexcept {
        stored_[index(store)].store(bytes, std::memory_order_relaxed);
    }
    /// The device could not be made ready, or one of its commands failed.
    void device_failed(DeviceIndex device) noexcept {
        failed_[device].store(true, std::memory_order_relaxed);
    }

  private:
    static constexpr std::int64_t kUnknown = -1;

    std::vector<std::atomic<std::int64_t>> stored_;  ///< by command
    std::vector<std::atomic<bool>> failed_;          ///< by device
};

}  // namespace hg
