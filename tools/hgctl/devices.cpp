// hgctl devices: what this process can compute on.
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/machine/device/device_model.hpp"
#include "runtime/machine/device/discovery.hpp"
#include "tools/cli/pages/command_tree.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_check.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/report_files.hpp"
#include <hg/kernels/database.hpp>

namespace hgctl {
namespace {

const char* kind(const hg::DeviceInfo& info) {
    if (info.is_host) return "host";
    return info.is_gpu ? "gpu" : "other";
}

/// 90 as "9.0"; empty for 0.
std::string capability_text(int capability) {
    if (capability == 0) return "";
    return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

using Listing = hg::DeviceListing;

/// Which rung of the database of tuned kernels serves a device.
Column<Listing>::Get kernels_for(hg::ElementType type, const hg::kernels::Database& database) {
    return [type, &database](const Listing& d) -> std::string {
        if (d.info.is_host) return "host";
        if (hg::needs_f64(type) && !d.info.has_f64) return "none";
        return std::string(name(database.rung(type, hg::guess_target({&d.info}, 0).devices[0])));
    };
}

ReportTable device_table(const std::vector<Listing>& all, const std::vector<Listing>& selected,
                         const hg::kernels::Database& kernels) {
    return table_of<Listing>(
        {{"position", "position", [](auto& d) { return Value(d.position, d.entry()); }},
         {"part", "", [](auto& d) { return d.info.part; }},
         {"selected", "used",
          [&](auto& d) {
              const auto uses = std::ranges::count(selected, d.entry(), &Listing::entry);
              return Value(uses > 0, uses > 0 ? std::string(static_cast<std::size_t>(uses), '*') : " ");
          }},
         {"name", "name", [](auto& d) { return d.info.name; }},
         {"kind", "kind", [](auto& d) { return kind(d.info); }},
         {"vendor", "", [](auto& d) { return d.info.vendor; }},
         {"memory", "memory", kByteSize, [](auto& d) { return d.info.memory; }},
         {"compute_units", "units", [](auto& d) { return d.info.compute_units; }},
         {"f64", "f64", [](auto& d) { return Value(d.info.has_f64, d.info.has_f64 ? "yes" : "no"); }},
         {"platform", "platform", [](auto& d) { return d.info.platform; }},
         {"driver", "driver", [](auto& d) { return d.info.driver; }},
         {"version", "", [](auto& d) { return d.info.version; }},
         {"largest_buffer", "", [](auto& d) { return d.info.largest_buffer; }},
         {"local_memory", "", [](auto& d) { return d.info.local_memory; }},
         {"kernel_local_memory", "", [](auto& d) { return d.info.traits.local_memory; }},
         {"max_work_group", "", [](auto& d) { return d.info.max_work_group; }},
         {"unified_memory", "", [](auto& d) { return d.info.unified_memory; }},
         {"architecture", "", [](auto& d) { return d.info.traits.architecture; }},
         {"compute_capability", "", [](auto& d) { return capability_text(d.info.traits.nvidia_capability); }},
         {"kernels/f64", "", kernels_for(hg::ElementType::f64, kernels)},
         {"kernels/f32", "", kernels_for(hg::ElementType::f32, kernels)}},
        all);
}

/// For people: where kernels come from.
ReportTable kernel_table(const std::vector<Listing>& all, const hg::kernels::Database& kernels) {
    return table_of<Listing>(
        {{"", "position", &Listing::entry},
         {"", "architecture", [](auto& d) { return d.info.traits.architecture; }},
         {"", "capability", [](auto& d) { return capability_text(d.info.traits.nvidia_capability); }},
         {"", "local memory", kByteSize,
          [](auto& d) { return Value(d.info.traits.local_memory, d.info.is_host ? "-" : ""); }},
         {"", "f64 kernels", kernels_for(hg::ElementType::f64, kernels)},
         {"", "f32 kernels", kernels_for(hg::ElementType::f32, kernels)}},
        all);
}

/// All devices, each followed by its parts among those selected.
std::vector<Listing> with_parts(const std::vector<Listing>& selected) {
    std::vector<Listing> all;
    for (const Listing& device : hg::list_devices()) {
        all.push_back(device);
        for (const Listing& part : selected)
            if (part.position == device.position && !part.info.part.empty() &&
                std::ranges::find(all, part.entry(), &Listing::entry) == all.end())
                all.push_back(part);
    }
    return all;
}

ReportTable check_table(const std::vector<DeviceCheck>& checks) {
    return table_of<DeviceCheck>(
        {{"device", "position", &DeviceCheck::device},
         {"type", "type", &DeviceCheck::type},
         {"runs", "runs", [](auto& check) { return Value(check.runs, joined_words(check.runs)); }},
         {"fails", "fails", [](auto& check) { return Value(check.fails, joined_words(check.fails)); }},
         {"reason", "", &DeviceCheck::reason}},
        checks);
}

/// For people, a line for each different reason.
void add_reasons(Report& report, const std::vector<DeviceCheck>& checks) {
    std::set<std::string> said;
    for (const DeviceCheck& check : checks)
        if (!check.reason.empty() && said.insert(check.device + check.reason).second)
            report.line("Device " + check.device + ", " + check.type + ": " + check.reason);
}

struct DevicesOptions {
    bool check = false;
    ReportFiles files;
};

int run_devices(const DevicesOptions& options) {
    const ReportFiles& files = options.files;
    files.check();
    const std::vector<Listing> selected = hg::selected_devices(machine_options(""));
    const std::vector<Listing> all = with_parts(selected);
    const hg::kernels::Database kernels = tuned_kernels(hg::MachineOptions::from_environment().cache_folder);
    const bool only_host = std::ranges::all_of(all, [](const Listing& d) { return d.info.is_host; });
    Report report("hgctl devices");
    report.table("devices", device_table(all, selected, kernels)).line("");
    report.line(only_host ? "There is no OpenCL device; the host device (the CPU without OpenCL) serves."
                          : std::string("A run uses the ") + (selected.size() == 1 ? "device" : "devices") +
                                " marked *; HG_DEVICES selects others.");
    report.line("").table("", kernel_table(all, kernels)).line("");
    report.line(
        "Kernels tuned by the user, for this device, its architecture or its vendor; default: for none of "
        "these;");
    report.line("host: host implementations. 'hgctl tune all' tunes.");
    const std::vector<DeviceCheck> checks = options.check ? check_devices(all) : std::vector<DeviceCheck>();
    if (options.check) report.line("").table("checks", check_table(checks));
    add_reasons(report, checks);
    files.write(report);
    return std::ranges::all_of(checks, [](const DeviceCheck& c) { return c.reason.empty(); }) ? kGood
                                                                                              : kCheckFailed;
}

}  // namespace

void add_devices(Command& app) {
    auto options = std::make_shared<DevicesOptions>();
    Command command = app.subcommand("devices", "List all devices and mark those that a run uses");
    command.flag("--check", options->check,
                 "Make small calls in all element types on each device, and say which ones it cannot do");
    options->files.add_options(command);
    command.callback([options] { return run_devices(*options); });
}

}  // namespace hgctl
