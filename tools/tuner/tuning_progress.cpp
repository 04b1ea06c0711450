#include "tools/tuner/tuning_progress.hpp"

#include <algorithm>

#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {

void TuningProgress::operator()(const TuningProblem& problem, double done, double elapsed) {
    if (!tell_) return;
    const double share = std::clamp(done, 0.0, 1.0);
    most_ = std::max(most_, (before_ + share) / types_);
    const double left = std::max(0.0, std::min(budget_ - elapsed, budget_ * (1 - share)));
    tell_({kind_text(problem) + " " + extent_text(problem), most_, left + budget_ * (types_ - before_ - 1)});
}

}  // namespace hg::kernels
