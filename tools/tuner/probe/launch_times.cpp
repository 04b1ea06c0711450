#include "tools/tuner/probe/launch_times.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace hg::kernels {
namespace {

constexpr double kSample = 200e-6;  ///< seconds of a batch
constexpr int kMostLaunches = 32;

double batch_seconds(DeviceWork& work, const KernelCall& call, int launches) {
    const std::vector<KernelCall> calls(static_cast<std::size_t>(launches), call);
    const std::vector<double> seconds = work.run(calls);
    return std::accumulate(seconds.begin(), seconds.end(), 0.0) / launches;
}

int launches_in_batch(double launch) {
    return static_cast<int>(
        std::clamp(std::ceil(kSample / std::max(launch, 1e-9)), 1.0, 1.0 * kMostLaunches));
}

}  // namespace

double launch_seconds(DeviceWork& work, const KernelCall& call) {
    const double once = batch_seconds(work, call, 1);
    const int launches = launches_in_batch(once);
    return launches == 1 ? once : batch_seconds(work, call, launches);
}

LaunchTimes launch_times(DeviceWork& work, const KernelCall& call, const Effort& effort) {
    const int launches = launches_in_batch(batch_seconds(work, call, 1));
    LaunchTimes times;
    double spent = 0;
    while (times.samples < effort.least || (times.samples < effort.most && spent < effort.seconds)) {
        const double launch = batch_seconds(work, call, launches);
        times.best = times.samples == 0 ? launch : std::min(times.best, launch);
        times.worst = std::max(times.worst, launch);
        times.mean += (launch - times.mean) / ++times.samples;
        spent += launch * launches;
    }
    return times;
}

}  // namespace hg::kernels
