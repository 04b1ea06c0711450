#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "blas/cost/host_choice.hpp"
#include "blas/session/learned_times.hpp"
#include "blas/session/model/complete_model.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// A session's performance model of its machine: rates from its cache folder, rates that it measures, and
/// first guesses for the rest. Decisions never change during a session, and all its programs are built for
/// the same target; what runs teach may only change how many devices a plan uses. Thread-safe.
class PerformanceModel {
  public:
    /// The machine and the database must outlive the object. It uses the options `devices`, `cache_folder`,
    /// `host_below` and `transfer_probe_bytes`. If the devices were chosen by default and none is a GPU, all
    /// calls run on the host, because the CPU BLAS is faster on that CPU.
    PerformanceModel(Machine& machine, const kernels::Database& kernels, const MachineOptions& options);

    /// See Session's functions of the same names.
    [[nodiscard]] const MachineModel& model();
    [[nodiscard]] const Target& target();
    [[nodiscard]] const Target& division_target();
    [[nodiscard]] LearnedTimes* learned_times();
    [[nodiscard]] const HostChoice& host_choice() {
        // std::call_once would take longer than a small product.
        if (!has_chosen_.load(std::memory_order_acquire)) choose();
        return host_choice_;
    }

  private:
    /// Returns the rates that are known now. With `parts`, first measures the missing rates of these parts
    /// and saves them.
    MachineModel known(const std::optional<ModelParts>& parts = std::nullopt);
    [[nodiscard]] Target with_rates(const MachineModel& model) const;
    [[nodiscard]] bool devices_differ() const;
    [[nodiscard]] bool has_choice() const;
    void choose();

    Machine& machine_;
    const kernels::Database& kernels_;
    const ModelFile file_;
    const std::optional<std::int64_t> host_below_;
    const bool chosen_devices_;
    const std::int64_t transfer_probe_bytes_;

    std::mutex mutex_;  ///< protects known_ and measurements
    std::optional<MachineModel> known_;

    std::once_flag measured_;
    MachineModel model_;
    Target target_;
    std::once_flag divided_;
    Target division_target_;
    std::once_flag learning_;
    std::optional<LearnedTimes> learned_times_;
    std::once_flag chosen_;
    std::atomic<bool> has_chosen_{false};
    HostChoice host_choice_;
};

}  // namespace hg
