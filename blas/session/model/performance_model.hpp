#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "blas/cost/host_choice.hpp"
#include "blas/session/model/complete_model.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// What a session knows of its machine: what its cache folder has kept, what it measures itself, and first
/// guesses for the rest. A decision that was taken once does not change: all programs of one session are
/// built for one target. Thread-safe.
class PerformanceModel {
  public:
    /// The machine and the database must outlive this. Of the options it takes `devices`, `cache_folder`,
    /// `host_below` and `transfer_probe_bytes`. If nobody has chosen the devices and none is a GPU, all calls
    /// are the host's: the CPU's BLAS is faster on that CPU.
    PerformanceModel(Machine& machine, const kernels::Database& kernels, const MachineOptions& options);

    /// As Session's functions of these names.
    [[nodiscard]] const MachineModel& model();
    [[nodiscard]] const Target& target();
    [[nodiscard]] const Target& division_target();
    [[nodiscard]] const HostChoice& host_choice() {
        // std::call_once takes longer than the product of a small call.
        if (!has_chosen_.load(std::memory_order_acquire)) choose();
        return host_choice_;
    }

  private:
    /// All that is known now; with `parts`, after measuring what of these is not known and keeping it.
    MachineModel known(const std::optional<ModelParts>& parts = std::nullopt);
    [[nodiscard]] Target with_rates(const MachineModel& model) const;
    [[nodiscard]] bool devices_differ() const;
    void choose();

    Machine& machine_;
    const kernels::Database& kernels_;
    const ModelFile file_;
    const std::optional<std::int64_t> host_below_;
    const bool chosen_devices_;
    const std::int64_t transfer_probe_bytes_;

    std::mutex mutex_;  ///< of known_, and of measuring
    std::optional<MachineModel> known_;

    std::once_flag measured_;
    MachineModel model_;
    Target target_;
    std::once_flag divided_;
    Target division_target_;
    std::once_flag chosen_;
    std::atomic<bool> has_chosen_{false};
    HostChoice host_choice_;
};

}  // namespace hg
