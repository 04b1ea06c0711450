#include "runtime/program/simulate/compute_units.hpp"

#include <algorithm>
#include <limits>

namespace hg {

double ComputeUnits::Lane::next_event() const {
    if (kernels.empty()) return std::numeric_limits<double>::infinity();
    if (runs) return end;
    return std::max(kernels.front().launched, free + kernels.front().gap);
}

void ComputeUnits::launch(QueueKind queue, const Kernel& kernel) {
    Lane& lane = lanes_[queue == QueueKind::exec2 ? 1 : 0];
    lane.kernels.push_back(kernel);
    if (lane.kernels.size() > 1) return;
    lane.kernels.front().ready = std::max(kernel.ready, lane.free);
}

double ComputeUnits::next_event() const {
    return std::min(lanes_[0].next_event(), lanes_[1].next_event());
}

void ComputeUnits::advance(double now, std::vector<Kernel>& ended) {
    for (Lane& lane : lanes_) {
        if (lane.kernels.empty() || lane.next_event() > now) continue;
        if (!lane.runs) {
            lane.runs = true;
            lane.end = now + lane.kernels.front().seconds * factor_;
        } else {
            ended.push_back(lane.kernels.front());
            lane.kernels.pop_front();
            lane.runs = false;
            lane.free = now;
            if (!lane.kernels.empty()) lane.kernels.front().ready = std::max(lane.kernels.front().ready, now);
        }
    }
    share(now);
}

/// Updates the ends of running kernels after others have begun or ended.
void ComputeUnits::share(double now) {
    const double factor = std::max(1.0, lanes_[0].share() + lanes_[1].share());
    if (factor == factor_) return;
    for (Lane& lane : lanes_)
        if (lane.runs) lane.end = now + (lane.end - now) / factor_ * factor;
    factor_ = factor;
}

}  // namespace hg
