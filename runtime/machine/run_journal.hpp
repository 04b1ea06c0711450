#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// What a run has done to the caller's memory, and which devices failed in it. A run that throws has written
/// some tiles whole, some in part and some not at all. The journal tells them apart, so that a caller can
/// have the rest computed elsewhere. Read it when Machine::run() has returned or thrown.
class RunJournal {
  public:
    /// Bytes of an ST's tile that have reached the caller's memory, counted column by column without gaps. If
    /// a triangle is stored, the other one counts as if it were, too. The rest of the tile is as it was. No
    /// value if that is not known: a transfer straight into pinned memory was under way when its device
    /// failed.
    [[nodiscard]] std::optional<std::int64_t> stored_bytes(CommandId store) const;
    /// True if the device could not be made ready, or if one of its commands failed.
    [[nodiscard]] bool failed(DeviceIndex device) const;

    // What follows is called by the machine, from its threads.

    /// Forgets the last run.
    void begin(const Program& program);
    /// An ST begins. `straight`: into the caller's pinned memory, not in parts.
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
