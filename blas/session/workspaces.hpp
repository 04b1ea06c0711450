#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <hg/runtime/machine/machine.hpp>

namespace hg {

/// Pinned memory that calls borrow. The largest pieces that nobody holds are kept: pinning takes half a
/// second a GiB. Thread-safe.
class Workspaces {
  public:
    Workspaces();
    Workspaces(const Workspaces&) = delete;
    Workspaces& operator=(const Workspaces&) = delete;

    /// Memory of at least `bytes` bytes: a kept one, else a new one of `machine`. It comes back here when its
    /// last holder lets go of it, and must not outlive this. Throws Error{out_of_memory}.
    [[nodiscard]] std::shared_ptr<PinnedMemory> borrow(std::int64_t bytes, Machine& machine);
    /// Frees what nobody holds.
    void clear();

  private:
    [[nodiscard]] std::shared_ptr<PinnedMemory> take(std::int64_t bytes);
    void give_back(std::shared_ptr<PinnedMemory> memory) noexcept;

    std::mutex mutex_;
    std::vector<std::shared_ptr<PinnedMemory>> kept_;  ///< that nobody holds, the smallest first
};

}  // namespace hg
