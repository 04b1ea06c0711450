#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <hg/runtime/machine/machine.hpp>

namespace hg {

/// Pinned memory that calls borrow. The largest pieces that nobody holds are cached, because pinning takes
/// half a second per GiB. Thread-safe.
class Workspaces {
  public:
    Workspaces();
    Workspaces(const Workspaces&) = delete;
    Workspaces& operator=(const Workspaces&) = delete;

    /// Returns memory of at least `bytes` bytes: a cached piece, or else a new one of `machine`. It returns
    /// to the cache when its last holder releases it, and must not outlive this object. Throws
    /// Error{out_of_memory}.
    [[nodiscard]] std::shared_ptr<PinnedMemory> borrow(std::int64_t bytes, Machine& machine);
    /// Frees what nobody holds.
    void clear();

  private:
    [[nodiscard]] std::shared_ptr<PinnedMemory> take(std::int64_t bytes);
    void give_back(std::shared_ptr<PinnedMemory> memory) noexcept;

    std::mutex mutex_;
    std::vector<std::shared_ptr<PinnedMemory>> kept_;  ///< pieces that nobody holds, smallest first
};

}  // namespace hg
