#include "tools/tuner/probe/peak_candidate.hpp"

#include <algorithm>
#include <cmath>

namespace hg::kernels {
namespace {

constexpr double kGpuLaunch = 10e-3;
constexpr double kCpuLaunch = 3e-3;
constexpr std::int64_t kMostRounds = 1 << 16;
constexpr int kNumbers = 16;  ///< of a work-item, that do not wait for each other
constexpr int kGpuItems = 256;
constexpr int kCpuItems = 64;

}  // namespace

PeakKernel peak_candidate(const DeviceInfo& info, PeakType type, int vector) {
    const int units = static_cast<int>(std::max<std::int64_t>(1, info.compute_units));
    return {.type = type,
            .vector = vector,
            .chains = std::max(1, kNumbers / vector),
            .items = info.is_gpu ? kGpuItems : kCpuItems,
            .groups = units * (info.is_gpu ? 8 : 4),
            .ptx = type == PeakType::f16 && info.traits.nvidia_capability >= 53};
}

double peak_launch_seconds(const DeviceInfo& info) {
    return info.is_gpu ? kGpuLaunch : kCpuLaunch;
}

std::int64_t peak_rounds(double launch, const std::function<double(std::int64_t rounds)>& seconds) {
    for (std::int64_t rounds = 1;;) {
        const double spent = seconds(rounds);
        if (spent >= launch / 2 || rounds >= kMostRounds) return rounds;
        const double factor = std::clamp(launch / std::max(spent, 1e-7), 2.0, 64.0);
        rounds = std::min(static_cast<std::int64_t>(static_cast<double>(rounds) * factor), kMostRounds);
    }
}

}  // namespace hg::kernels
