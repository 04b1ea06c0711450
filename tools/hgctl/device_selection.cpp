#include "tools/hgctl/device_selection.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "runtime/machine/device/device_model.hpp"
#include "runtime/machine/device/discovery.hpp"
#include "runtime/machine/measure/model_file.hpp"
#include "tools/report/quantity.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

void add_devices_option(Command& app, std::string& devices) {
    app.option("--devices,--device", devices,
               "Devices to use, as in HG_DEVICES: positions from 'hgctl devices', parts of names, cpu, gpu, "
               "host; 2xcpu: two devices on the CPU; 0/2: the halves of device 0");
}

void add_arithmetic_option(Command& app, std::string& arithmetic) {
    std::vector<std::string> words;
    for (const hg::Arithmetic way : hg::kArithmetics) words.emplace_back(hg::name(way));
    app.words("--arithmetic", arithmetic, words, "Arithmetic for products, as in HG_ARITHMETIC");
}

namespace {

/// Throws what selecting the devices throws, naming the option instead of HG_DEVICES.
void require_devices(const hg::MachineOptions& options) {
    constexpr std::string_view kVariable = "HG_DEVICES";
    try {
        static_cast<void>(hg::selected_devices(options));
    } catch (const hg::Error& error) {
        const std::string_view text = error.what();
        if (!text.starts_with(kVariable)) throw;
        throw hg::Error(error.code(), "--devices" + std::string(text.substr(kVariable.size())));
    }
}

}  // namespace

hg::MachineOptions machine_options(const std::string& devices, const std::string& arithmetic) {
    hg::MachineOptions options = hg::MachineOptions::from_environment();
    if (!devices.empty()) {
        options.devices = devices;
        require_devices(options);
    }
    options.arithmetic = hg::parse_arithmetic(arithmetic).value_or(options.arithmetic);
    options.host_below = 0;
    return options;
}

std::vector<std::string> device_names(const hg::MachineOptions& options) {
    std::vector<std::string> names;
    for (const hg::DeviceListing& device : hg::selected_devices(options)) names.push_back(device.info.name);
    return names;
}

std::vector<std::string> device_names(const hg::Machine& machine) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < machine.device_count(); ++i) names.push_back(machine.device(i).name);
    return names;
}

std::string positions_text(const std::vector<hg::DeviceListing>& listings) {
    std::string text;
    for (const hg::DeviceListing& listing : listings) text += (text.empty() ? "1x" : ",1x") + listing.entry();
    return text;
}

hg::MachineOptions first_devices(hg::MachineOptions options, const std::vector<hg::DeviceListing>& selected,
                                 int count) {
    if (count < 1 || static_cast<std::size_t>(count) > selected.size())
        refuse(count_text(static_cast<std::size_t>(std::max(0, count)), "device") + " requested, but " +
               count_text(selected.size(), "device") + " selected; HG_DEVICES selects others");
    options.devices = positions_text({selected.begin(), selected.begin() + count});
    return options;
}

void add_one_device_option(Command& app, std::string& device) {
    app.option("--device", device,
               "Device to use: a position from 'hgctl devices', part of a name, or host (default: the first "
               "GPU, else the first device)");
}

namespace {

OneDevice alone(hg::MachineOptions options, const hg::DeviceListing& listing) {
    options.devices = listing.entry();
    const hg::Target target = hg::guess_target({&listing.info}, options.memory_limit);
    return {listing, target.devices.front(), std::move(options)};
}

}  // namespace

OneDevice one_device(const std::string& device) {
    const hg::MachineOptions options = machine_options(device);
    return alone(options, hg::selected_devices(options).front());
}

std::vector<OneDevice> chosen_devices(const std::string& devices) {
    if (devices.empty()) return {one_device("")};
    const hg::MachineOptions options = machine_options(devices);
    std::vector<OneDevice> chosen;
    for (const hg::DeviceListing& listing : hg::selected_devices(options))
        chosen.push_back(alone(options, listing));
    return chosen;
}

hg::kernels::Database tuned_kernels(const std::string& folder) {
    return hg::kernels::Database::with_user_results(
        folder, [](const std::string& warning) { std::cerr << "hgctl: " << warning << '\n'; });
}

hg::MemoryRates memory_rates(const OneDevice& device) {
    const std::string& folder = device.options.cache_folder;
    if (folder.empty() || !std::filesystem::exists(std::filesystem::path(folder) / "machine.json")) return {};
    const hg::Machine machine(device.options);
    const hg::MachineModel model = hg::ModelFile(folder, machine).load();
    return model.devices.empty() ? hg::MemoryRates{} : model.devices.front().memory;
}

std::unique_ptr<hg::Device> make_device(const OneDevice& device) {
    return std::move(hg::make_devices(device.options).front());
}

}  // namespace hgctl
