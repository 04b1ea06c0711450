// hgctl devices: what this process can compute on.
#include <algorithm>
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "device_selection.hpp"
#include "json_report.hpp"
#include "quantity.hpp"
#include "runtime/machine/discovery.hpp"
#include "table.hpp"

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

nlohmann::ordered_json as_json(const std::vector<hg::DeviceListing>& all,
                               const std::vector<hg::DeviceListing>& selected) {
    nlohmann::ordered_json devices = nlohmann::ordered_json::array();
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
                           {"compute_units", info.compute_units},
                           {"unified_memory", info.unified_memory},
                           {"f64", info.has_f64}});
    return {{"devices", devices}};
}

void run_devices(const JsonReport& json) {
    json.check();
    const std::vector<hg::DeviceListing> all = hg::list_devices();
    const std::vector<hg::DeviceListing> selected = hg::selected_devices(machine_options(""));
    json.write(as_json(all, selected));
    if (!json.replaces_text()) print_table(all, selected);
}

}  // namespace

void add_devices(CLI::App& app, int& status) {
    auto json = std::make_shared<JsonReport>();
    CLI::App* command = app.add_subcommand("devices", "List the devices and which of them a run uses");
    json->add_option(*command);
    command->callback([json, &status] {
        run_devices(*json);
        status = kGood;
    });
}

}  // namespace hgctl
