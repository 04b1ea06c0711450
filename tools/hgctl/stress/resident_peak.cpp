#include "tools/hgctl/stress/resident_peak.hpp"

#include <algorithm>
#include <utility>

#include "tools/tuner/probe/peak_candidate.hpp"

namespace hgctl {
namespace {

constexpr int kSamples = 3;

double seconds_of(ResidentDevice& device, const ResidentStep& step) {
    const ChainTimes times = device.run({&step, 1});
    return times.device > 0 ? times.device : times.wall;
}

/// Compiles, and finds the rounds.
ResidentPeak peak_of(ResidentDevice& device, const hg::kernels::PeakKernel& kernel) {
    const std::int64_t rows = std::int64_t{kernel.items} * kernel.groups;
    ResidentPeak peak{kernel, 1, device.matrix(hg::ElementType::i32, rows, 1, rows), {}};
    peak.step = {hg::kernels::peak_arithmetic(kernel),
                 {peak.result.live()},
                 {hg::ScalarValue(1.0), hg::ScalarValue(-1.0), hg::ScalarValue(8.0)}};
    device.prepare(*peak.step.instruction);
    const auto set_rounds = [&](std::int64_t rounds) {
        peak.rounds = rounds;
        peak.step.scalars.front() = hg::ScalarValue(static_cast<double>(rounds));
    };
    set_rounds(
        hg::kernels::peak_rounds(hg::kernels::peak_launch_seconds(device.info()), [&](std::int64_t rounds) {
            set_rounds(rounds);
            return seconds_of(device, peak.step);
        }));
    return peak;
}

/// Operations/s: the best of some launches.
double rate_of(ResidentDevice& device, const ResidentPeak& peak) {
    double least = seconds_of(device, peak.step);
    for (int i = 1; i < kSamples; ++i) least = std::min(least, seconds_of(device, peak.step));
    return peak.operations() / std::max(least, 1e-9);
}

}  // namespace

std::vector<std::int32_t> ResidentPeak::expected() const {
    std::vector<std::int32_t> results;
    for (std::int64_t item = 0; item < result.shape.rows; ++item) results.push_back(kernel.result(item));
    return results;
}

ResidentPeak fastest_peak(ResidentDevice& device, hg::ElementType type) {
    const auto peak_type =
        type == hg::ElementType::f64 ? hg::kernels::PeakType::f64 : hg::kernels::PeakType::f32;
    ResidentPeak fastest;
    double best = 0;
    for (const int vector : hg::kernels::kPeakVectors) {
        ResidentPeak peak = peak_of(device, hg::kernels::peak_candidate(device.info(), peak_type, vector));
        if (const double rate = rate_of(device, peak); rate > best) {
            best = rate;
            fastest = std::move(peak);
        }
    }
    return fastest;
}

}  // namespace hgctl
