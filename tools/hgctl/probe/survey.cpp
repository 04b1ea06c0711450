#include "tools/hgctl/probe/survey.hpp"

#include <iostream>

#include "runtime/machine/measure/timing.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/ending_signals.hpp"

namespace hgctl {

bool survey_devices(const std::vector<OneDevice>& devices, const DeviceSurvey& survey) {
    const Interruption interruption;
    const double begin = hg::steady_seconds();
    ProgressBar bar("starting", 1);
    for (std::size_t d = 0; d < devices.size() && !interruption.requested(); ++d) {
        hg::DeviceWork work(make_device(devices[d]));
        survey(devices[d], work, [&](const std::string& what, double share) {
            const double done = (static_cast<double>(d) + share) / static_cast<double>(devices.size());
            const double spent = hg::steady_seconds() - begin;
            bar.reach(done, done > 0 ? spent * (1 - done) / done : 0, what);
            return !interruption.requested();
        });
    }
    return interruption.requested();
}

int survey_status(bool interrupted) {
    if (!interrupted) return kGood;
    std::cerr << "hgctl: interrupted; this is what was measured so far\n";
    return kCheckFailed;
}

}  // namespace hgctl
