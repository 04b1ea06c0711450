#include "device_selection.hpp"

#include <algorithm>

#include "quantity.hpp"
#include "runtime/program/error.hpp"

namespace hgctl {

void add_devices_option(CLI::App& app, std::string& devices) {
    app.add_option(
        "--devices", devices,
        "Devices to use, as in HG_DEVICES: positions that 'hgctl devices' shows, parts of names, host");
}

hg::MachineOptions machine_options(const std::string& devices) {
    hg::MachineOptions options = hg::MachineOptions::from_environment();
    if (!devices.empty()) options.devices = devices;
    return options;
}

hg::MachineOptions first_devices(hg::MachineOptions options, const std::vector<hg::DeviceListing>& selected,
                                 int count) {
    if (count < 1 || static_cast<std::size_t>(count) > selected.size())
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        count_text(static_cast<std::size_t>(std::max(0, count)), "device") + " asked for; " +
                            count_text(selected.size(), "device") + " selected (HG_DEVICES selects others)");
    options.devices.clear();
    for (int i = 0; i < count; ++i)
        options.devices +=
            (i == 0 ? "" : ",") + std::to_string(selected[static_cast<std::size_t>(i)].position);
    return options;
}

}  // namespace hgctl
