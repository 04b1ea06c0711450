#pragma once

#include "tools/tuner/worker/device_work.hpp"

namespace hg::kernels {

/// Seconds that a launch takes, of several samples. A sample of short launches is the mean of a batch.
struct LaunchTimes {
    double best = 0;
    double worst = 0;
    double mean = 0;
    int samples = 0;
};

/// How long a launch is measured.
struct Effort {
    double seconds = 0.02;  ///< of device time, in all
    int least = 3;          ///< samples
    int most = 20;
};

/// Times of a prepared kernel by the device's own clock. It has run before. Throws what the device reports.
LaunchTimes launch_times(DeviceWork& work, const KernelCall& call, const Effort& effort);

/// One sample: seconds of a launch, the mean of a batch if launches are short.
double launch_seconds(DeviceWork& work, const KernelCall& call);

}  // namespace hg::kernels
