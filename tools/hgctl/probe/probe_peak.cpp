// hgctl probe peak: how fast a device computes, with each kind of instruction, and what a launch costs.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/ending_signals.hpp"
#include "tools/hgctl/probe/peak_report.hpp"
#include "tools/hgctl/probe/survey_progress.hpp"
#include "tools/report/json_report.hpp"
#include "tools/tuner/probe/peak_probe.hpp"

namespace hgctl {
namespace {

struct PeakOptions {
    std::string devices;
    JsonReport json;
};

int run_probe_peak(const PeakOptions& options) {
    options.json.check();
    const std::vector<OneDevice> devices = chosen_devices(options.devices);
    PeakRun run;
    {
        SurveyProgress progress(devices.size());
        for (std::size_t d = 0; d < devices.size() && !progress.interrupted(); ++d) {
            hg::kernels::DeviceWork work(make_device(devices[d]));
            const hg::DeviceInfo& info = devices[d].listing.info;
            run.devices.push_back({info.name, info.driver, survey_peak(work, progress.of_device(d))});
        }
        run.interrupted = progress.interrupted();
    }
    options.json.write(peak_json(run));
    if (!options.json.replaces_text()) print_peak(std::cout, run);
    return survey_status(run.interrupted);
}

}  // namespace

void add_probe_peak(Command& probe, int& status) {
    auto options = std::make_shared<PeakOptions>();
    Command command = probe.subcommand(
        "peak",
        "Multiply-adds by type and vector width, matrix units, launches, barriers between work-groups");
    add_devices_option(command, options->devices);
    options->json.add_option(command);
    command.callback([options, &status] { status = run_probe_peak(*options); });
}

}  // namespace hgctl
