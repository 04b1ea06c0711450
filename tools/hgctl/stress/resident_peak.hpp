#pragma once

#include <cstdint>
#include <vector>

#include "kernels/probe/peak_kernel.hpp"
#include "tools/workload/resident/resident_device.hpp"

namespace hgctl {

/// Multiply-adds as `hgctl probe peak` runs them, on one device.
struct ResidentPeak {
    hg::kernels::PeakKernel kernel;
    std::int64_t rounds = 1;
    ResidentMatrix result;  ///< i32, a row for each work-item
    ResidentStep step;      ///< one launch, which writes the result

    /// Operations of a launch, two a multiply-add.
    [[nodiscard]] double operations() const { return kernel.operations(rounds); }
    /// What the result must be.
    [[nodiscard]] std::vector<std::int32_t> expected() const;
};

/// With the vectors that are fastest on a device, and with the rounds that make a launch some milliseconds
/// long. `type` is f32 or f64. Throws what ResidentDevice throws.
ResidentPeak fastest_peak(ResidentDevice& device, hg::ElementType type);

}  // namespace hgctl
