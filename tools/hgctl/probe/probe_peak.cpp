// hgctl probe peak: how fast a device computes, with each kind of instruction, and what a launch costs.
#include <memory>
#include <string>
#include <vector>

#include "runtime/machine/measure/peak_survey.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/probe/survey.hpp"
#include "tools/report/report_files.hpp"

namespace hgctl {
namespace {

using hg::PeakRate;
using hg::PeakSurvey;

struct PeakOptions {
    std::string devices;
    ReportFiles files;
};

/// Operations on integers are no flops.
std::string peak_rate_text(const PeakRate& rate) {
    const bool tera = rate.rate >= 1e12;
    return fixed(rate.rate / (tera ? 1e12 : 1e9), tera ? 2 : 1) + (tera ? " T" : " G") +
           (rate.type.starts_with('i') ? "OP/s" : "FLOP/s");
}

Columns<PeakRate> peak_columns(const std::string& device) {
    return {{"device", "", [=](auto&) { return device; }},
            {"unit", "unit", &PeakRate::unit},
            {"type", "type", &PeakRate::type},
            {"vector", "vector", [](auto& r) { return known(r.vector); }},
            {"rate", "rate", [](auto& r) { return Value(r.rate, peak_rate_text(r)); }},
            {"makers", "", [](auto& r) { return known(r.makers); }},
            {"", "of the maker's", kPercent<1>,
             [](auto& r) { return r.makers > 0 ? Value(r.rate / r.makers) : Value(nullptr); }},
            {"kernel", "", &PeakRate::kernel}};
}

void add_device(Report& report, const hg::DeviceInfo& info, const PeakSurvey& survey) {
    Report& device = report.item("devices", info.name + ", driver " + info.driver);
    device.fact("name", info.name).fact("driver", info.driver);
    device.table("rates", table_of(peak_columns(info.name), survey.rates));
    const double single = survey.best("fma", "f32");
    const double ratio = single > 0 ? survey.best("fma", "f64") / single : 0;
    device.fact("double_to_single", known(ratio));
    if (ratio > 0) device.line("Double to single precision: " + fixed(ratio, 3));
    const auto& [launch, event, kernel, group_barrier] = survey.latencies;
    const auto text = [](double seconds) { return seconds > 0 ? seconds_text(seconds) : "-"; };
    device.line("A launch in a row of launches " + text(launch) + ", launch to event " + text(event) +
                ", an empty kernel " + text(kernel) + ", a barrier between groups " + text(group_barrier));
    device.fact("latencies/launch", known(launch))
        .fact("latencies/event", known(event))
        .fact("latencies/kernel", known(kernel))
        .fact("latencies/group_barrier", known(group_barrier));
}

int run_probe_peak(const PeakOptions& options) {
    options.files.check();
    const std::vector<OneDevice> devices = chosen_devices(options.devices);
    Report report("hgctl probe peak");
    const bool interrupted = survey_devices(
        devices, [&](const OneDevice& device, hg::DeviceWork& work, const hg::SurveyProgress& go_on) {
            add_device(report, device.listing.info, survey_peak(work, go_on));
        });
    report.fact("interrupted", interrupted);
    options.files.write(report);
    return survey_status(interrupted);
}

}  // namespace

void add_probe_peak(Command& probe) {
    auto options = std::make_shared<PeakOptions>();
    Command command = probe.subcommand(
        "peak",
        "Multiply-adds by type and vector width, matrix units, launches, barriers between work-groups");
    add_devices_option(command, options->devices);
    options->files.add_options(command);
    command.callback([options] { return run_probe_peak(*options); });
}

}  // namespace hgctl
