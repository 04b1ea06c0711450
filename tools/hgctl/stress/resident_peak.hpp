#pragma once

#include <cstdint>
#include <vector>

#include "kernels/probe/peak_kernel.hpp"
#include "tools/workload/resident/resident_device.hpp"

namespace hgctl {

/// Multiply-adds as `hgctl probe peak` runs them, on one device: with the vectors that are fastest there, and with the
/// rounds that make a launch some milliseconds long. The constructor finds both; they stay as they are.
class ResidentPeak {
  public:
    /// Compiles, allocates and measures. `type` is f32 or f64. Throws what ResidentDevice throws.
    ResidentPeak(ResidentDevice& device, hg::ElementType type);

    /// One launch, which writes the result.
    [[nodiscard]] ResidentStep step() const { return step_of(fastest_); }
    /// Operations of a launch, two a multiply-add.
    [[nodiscard]] double operations() const { return fastest_.operations(); }
    /// i32, a row for each work-item.
    [[nodiscard]] const ResidentMatrix& result() const noexcept { return result_; }
    /// What the result must be.
    [[nodiscard]] std::vector<std::int32_t> expected() const;

  private:
    struct Candidate {
        hg::kernels::PeakKernel kernel;
        hg::InstructionPtr instruction;
        std::int64_t rounds = 1;

        [[nodiscard]] double operations() const { return kernel.operations(rounds); }
    };

    [[nodiscard]] ResidentStep step_of(const Candidate& candidate) const;
    /// Compiles, and finds the rounds.
    [[nodiscard]] Candidate candidate(ResidentDevice& device, const hg::kernels::PeakKernel& kernel) const;
    /// Operations/s: the best of some launches.
    [[nodiscard]] double rate(ResidentDevice& device, const Candidate& candidate) const;

    Candidate fastest_;
    ResidentMatrix result_;
};

}  // namespace hgctl
