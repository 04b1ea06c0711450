#include "tools/hgctl/probe/survey_progress.hpp"

#include <iostream>

#include "tools/hgctl/commands.hpp"
#include "tools/tuner/worker/timing.hpp"

namespace hgctl {

SurveyProgress::SurveyProgress(std::size_t devices)
    : devices_(devices), begin_(hg::kernels::steady_seconds()), bar_("starting", 1) {}

std::function<bool(const std::string& what, double share)> SurveyProgress::of_device(std::size_t device) {
    return [this, device](const std::string& what, double share) {
        const double done = (static_cast<double>(device) + share) / static_cast<double>(devices_);
        const double spent = hg::kernels::steady_seconds() - begin_;
        bar_.reach(done, done > 0 ? spent * (1 - done) / done : 0, what);
        return !interrupted();
    };
}

int survey_status(bool interrupted) {
    if (!interrupted) return kGood;
    std::cerr << "hgctl: interrupted; this is what was measured so far\n";
    return kCheckFailed;
}

}  // namespace hgctl
