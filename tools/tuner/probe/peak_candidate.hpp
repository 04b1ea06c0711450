#pragma once

#include <cstdint>
#include <functional>

#include "kernels/probe/peak_kernel.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg::kernels {

/// Numbers of a vector. Which of them is fastest depends on the device.
inline constexpr int kPeakVectors[] = {1, 2, 4, 8, 16};

/// Multiply-adds on 16 numbers of each work-item, with work-items and work-groups that keep all compute units busy. f16
/// is by NVIDIA's instructions if the device has them; these take no vector of 1.
PeakKernel peak_candidate(const DeviceInfo& info, PeakType type, int vector);

/// Seconds that a launch is to take, so that neither launching nor the clock's steps count.
double peak_launch_seconds(const DeviceInfo& info);

/// The rounds that make a launch take from half of `launch` seconds to about `launch`. `seconds` runs a launch of the
/// given rounds and returns what it took.
std::int64_t peak_rounds(double launch, const std::function<double(std::int64_t rounds)>& seconds);

}  // namespace hg::kernels
