#include "device_selection.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "quantity.hpp"
#include "runtime/program/error.hpp"

namespace hgctl {
namespace {

std::string lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

bool matches(const hg::DeviceListing& listing, const std::string& item) {
    if (is_number(item)) return std::to_string(listing.position) == item;
    if (item == "host") return listing.info.is_host;
    return !listing.info.is_host && lower_case(listing.info.name).find(item) != std::string::npos;
}

std::vector<hg::DeviceListing> default_devices(const std::vector<hg::DeviceListing>& all) {
    std::vector<hg::DeviceListing> gpus, others, hosts;
    for (const hg::DeviceListing& listing : all)
        (listing.info.is_host ? hosts : listing.info.is_gpu ? gpus : others).push_back(listing);
    return !gpus.empty() ? gpus : !others.empty() ? others : hosts;
}

}  // namespace

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

std::vector<hg::DeviceListing> selected_devices(const hg::MachineOptions& options,
                                                const std::vector<hg::DeviceListing>& all) {
    if (trimmed(options.devices).empty()) return default_devices(all);
    std::vector<hg::DeviceListing> selected;
    std::istringstream items(lower_case(options.devices));
    for (std::string item; std::getline(items, item, ',');) {
        item = trimmed(item);
        bool found = false;
        for (const hg::DeviceListing& listing : all) {
            if (item.empty() || !matches(listing, item)) continue;
            found = true;
            const bool known = std::any_of(
                selected.begin(), selected.end(),
                [&](const hg::DeviceListing& other) { return other.position == listing.position; });
            if (listing.info.is_host || !known) selected.push_back(listing);
        }
        if (!found && !item.empty())
            throw hg::Error(hg::ErrorCode::invalid_argument,
                            "no device is called '" + item + "'; 'hgctl devices' shows those there are");
    }
    return selected;
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
