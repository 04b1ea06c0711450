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

std::int64_t work_items(const hg::kernels::PeakKernel& kernel) {
    return std::int64_t{kernel.items} * kernel.groups;
}

}  // namespace

ResidentPeak::ResidentPeak(ResidentDevice& device, hg::ElementType type) {
    const auto peak_type =
        type == hg::ElementType::f64 ? hg::kernels::PeakType::f64 : hg::kernels::PeakType::f32;
    double best = 0;
    for (const int vector : hg::kernels::kPeakVectors) {
        const auto kernel = hg::kernels::peak_candidate(device.info(), peak_type, vector);
        const std::int64_t rows = work_items(kernel);
        if (!result_.memory) result_ = device.matrix(hg::ElementType::i32, rows, 1, rows);
        Candidate tried = candidate(device, kernel);
        const double found = rate(device, tried);
        if (found <= best) continue;
        best = found;
        fastest_ = std::move(tried);
    }
}

std::vector<std::int32_t> ResidentPeak::expected() const {
    std::vector<std::int32_t> results;
    for (std::int64_t item = 0; item < work_items(fastest_.kernel); ++item)
        results.push_back(fastest_.kernel.result(item));
    return results;
}

ResidentStep ResidentPeak::step_of(const Candidate& candidate) const {
    return {candidate.instruction,
            {result_.live()},
            {hg::ScalarValue(static_cast<double>(candidate.rounds)), hg::ScalarValue(-1.0),
             hg::ScalarValue(8.0)}};
}

ResidentPeak::Candidate ResidentPeak::candidate(ResidentDevice& device,
                                                const hg::kernels::PeakKernel& kernel) const {
    Candidate made{kernel, hg::kernels::peak_arithmetic(kernel)};
    device.prepare(*made.instruction);
    hg::kernels::peak_rounds(hg::kernels::peak_launch_seconds(device.info()), [&](std::int64_t rounds) {
        made.rounds = rounds;
        return seconds_of(device, step_of(made));
    });
    return made;
}

double ResidentPeak::rate(ResidentDevice& device, const Candidate& candidate) const {
    double least = seconds_of(device, step_of(candidate));
    for (int i = 1; i < kSamples; ++i) least = std::min(least, seconds_of(device, step_of(candidate)));
    return candidate.operations() / std::max(least, 1e-9);
}

}  // namespace hgctl
