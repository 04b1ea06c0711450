#include "kernels/tuner/tuning_progress.hpp"

#include <algorithm>
#include <string>

namespace hg::kernels {
namespace {

std::string label(const GemmShape& s) {
    return std::string(hg::name(s.type)) + " " + (s.transpose_a ? "t" : "n") + (s.transpose_b ? "t" : "n") +
           " " + std::to_string(s.m) + " x " + std::to_string(s.n) + " x " + std::to_string(s.k);
}

}  // namespace

void TuningProgress::operator()(const GemmShape& shape, double done, double elapsed) {
    if (!tell_) return;
    const double share = std::clamp(done, 0.0, 1.0);
    most_ = std::max(most_, (before_ + share) / types_);
    const double left = std::max(0.0, std::min(budget_ - elapsed, budget_ * (1 - share)));
    tell_({label(shape), most_, left + budget_ * (types_ - before_ - 1)});
}

}  // namespace hg::kernels
