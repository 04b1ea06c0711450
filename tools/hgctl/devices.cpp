// hgctl devices: what this process can compute on.
#include <algorithm>
#include <iostream>
#include <memory>

#include "runtime/machine/device/device_model.hpp"
#include "runtime/machine/device/discovery.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/json_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
#include <hg/kernels/database.hpp>

namespace hgctl {
namespace {

const char* kind(const hg::DeviceInfo& info) {
    if (info.is_host) return "host";
    return info.is_gpu ? "gpu" : "other";
}

bool is_among(const std::vector<hg::DeviceListing>& list, int position) {
    return std::any_of(list.begin(), list.end(),
                       [&](const auto& listing) { return listing.position == position; });
}

/// Tells which rung of the database of tuned kernels serves a device.
class KernelSources {
  public:
    KernelSources()
        : database_(hg::kernels::Database::with_user_results(
              hg::MachineOptions::from_environment().cache_folder,
              [](const std::string& warning) { std::cerr << "hgctl: " << warning << '\n'; })) {}

    [[nodiscard]] std::string of(const hg::DeviceInfo& info, hg::ElementType type) const {
        if (info.is_host) return "host";
        if (hg::needs_f64(type) && !info.has_f64) return "none";
        return std::string(name(database_.rung(type, hg::guess_target({&info}, 0).devices[0])));
    }

  private:
    hg::kernels::Database database_;
};

/// 90 as "9.0"; empty for 0.
std::string capability_text(int capability) {
    if (capability == 0) return "";
    return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

void print_table(const std::vector<hg::DeviceListing>& all, const std::vector<hg::DeviceListing>& selected) {
    Table table({"position", "used", "name", "kind", "memory", "units", "f64", "platform", "driver"},
                {0, 1, 2, 3, 7, 8});
    for (const auto& [position, info] : all)
        table.add({std::to_string(position), is_among(selected, position) ? "*" : "", info.name, kind(info),
                   bytes_text(info.memory), std::to_string(info.compute_units), info.has_f64 ? "yes" : "no",
                   info.platform, info.driver});
    table.print(std::cout);
    const bool only_host = std::all_of(all.begin(), all.end(), [](const auto& d) { return d.info.is_host; });
    std::cout << '\n';
    if (only_host)
        std::cout << "There is no OpenCL device; the host device (the CPU without OpenCL) serves.\n";
    else
        std::cout << "A run uses " << (selected.size() == 1 ? "the device" : "the devices")
                  << " marked *; HG_DEVICES selects others.\n";
}

void print_kernels(const std::vector<hg::DeviceListing>& all, const KernelSources& sources) {
    Table table({"position", "architecture", "capability", "local memory", "f64 kernels", "f32 kernels"},
                {1, 4, 5});
    for (const auto& [position, info] : all)
        table.add({std::to_string(position), info.traits.architecture,
                   capability_text(info.traits.nvidia_capability),
                   info.is_host ? "" : bytes_text(info.traits.local_memory),
                   sources.of(info, hg::ElementType::f64), sources.of(info, hg::ElementType::f32)});
    std::cout << '\n';
    table.print(std::cout);
    std::cout << "\nKernels tuned by the user, for this device, its architecture or its vendor; default: for "
                 "none of these;\nhost: host implementations. 'hgctl tune all' tunes.\n";
}

Json as_json(const std::vector<hg::DeviceListing>& all, const std::vector<hg::DeviceListing>& selected,
             const KernelSources& sources) {
    Json devices = Json::array();
    for (const auto& [position, info] : all)
        devices.push_back({{"position", position},
                           {"selected", is_among(selected, position)},
                           {"kind", kind(info)},
                           {"name", info.name},
                           {"vendor", info.vendor},
                           {"platform", info.platform},
                           {"driver", info.driver},
                           {"version", info.version},
                           {"memory", info.memory},
                           {"largest_buffer", info.largest_buffer},
                           {"local_memory", info.local_memory},
                           {"kernel_local_memory", info.traits.local_memory},
                           {"max_work_group", info.max_work_group},
                           {"compute_units", info.compute_units},
                           {"unified_memory", info.unified_memory},
                           {"f64", info.has_f64},
                           {"architecture", info.traits.architecture},
                           {"compute_capability", capability_text(info.traits.nvidia_capability)},
                           {"kernels",
                            {{"f64", sources.of(info, hg::ElementType::f64)},
                             {"f32", sources.of(info, hg::ElementType::f32)}}}});
    return {{"devices", devices}};
}

void run_devices(const JsonReport& json) {
    json.check();
    const std::vector<hg::DeviceListing> all = hg::list_devices();
    const std::vector<hg::DeviceListing> selected = hg::selected_devices(machine_options(""));
    const KernelSources sources;
    json.write(as_json(all, selected, sources));
    if (json.replaces_text()) return;
    print_table(all, selected);
    print_kernels(all, sources);
}

}  // namespace

void add_devices(Command& app, int& status) {
    auto json = std::make_shared<JsonReport>();
    Command command = app.subcommand("devices", "List the devices and which of them a run uses");
    json->add_option(command);
    command.callback([json, &status] {
        run_devices(*json);
        status = kGood;
    });
}

}  // namespace hgctl
