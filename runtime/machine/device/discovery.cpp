#include "runtime/machine/device/discovery.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/machine/device/host_device.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/lower_case.hpp"
#include "runtime/machine/opencl/opencl_device.hpp"
#include "runtime/machine/opencl/opencl_platforms.hpp"
#include "runtime/machine/staging/staging.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::size_t kMostCopies = 64;

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        parts.push_back(trimmed(list.substr(begin, end - begin)));
        begin = end + 1;
    }
    return parts;
}

std::optional<std::size_t> as_position(const std::string& text) {
    std::size_t position = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), position);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return position;
}

/// An entry that asks for several devices on one: "2xcpu" is {2, "cpu"}.
struct Copies {
    std::size_t count = 0;  ///< 0: the entry does not
    std::string entry;
};

Copies copies_of(const std::string& entry) {
    const std::size_t sign = entry.find_first_not_of("0123456789");
    if (sign == 0 || sign == std::string::npos || entry[sign] != 'x') return {};
    const auto count = as_position(entry.substr(0, sign));
    if (!count || *count == 0 || *count > kMostCopies || sign + 1 == entry.size())
        throw Error(ErrorCode::invalid_argument,
                    "HG_DEVICES names '" + entry + "', but must be of the form NxDEVICE, with N from 1 to " +
                        std::to_string(kMostCopies) + ", such as 2xcpu");
    return {*count, entry.substr(sign + 1)};
}

/// The positions of the wanted devices in list_devices(). That of the host device, and of a device that an
/// entry NxDEVICE names, may occur several times.
class Selection {
  public:
    explicit Selection(const std::vector<OpenClChoice>& found) : found_(found) {}

    std::vector<std::size_t> select(const std::string& wanted) {
        if (trimmed(wanted).empty())
            select_best();
        else
            for (const std::string& entry : split(wanted)) select_entry(entry);
        return positions_;
    }

  private:
    void select_best() {
        const bool any_gpu = std::any_of(found_.begin(), found_.end(),
                                         [](const OpenClChoice& choice) { return choice.info.is_gpu; });
        for (std::size_t i = 0; i < found_.size(); ++i)
            if (found_[i].info.is_gpu || !any_gpu) add(i);
        if (found_.empty()) add(host());
    }

    void select_entry(const std::string& entry) {
        const std::string part = lower_case(entry);
        if (const Copies copies = copies_of(part); copies.count > 0)
            positions_.insert(positions_.end(), copies.count, matching(copies.entry, entry).front());
        else
            for (const std::size_t position : matching(part, entry)) add(position);
    }

    /// The devices of an entry in lower case. Throws Error{invalid_argument} with the entry as given if there
    /// are none.
    [[nodiscard]] std::vector<std::size_t> matching(const std::string& part, const std::string& entry) const {
        if (part == "host") return {host()};
        if (const auto position = as_position(part)) {
            if (*position > host()) throw no_such_device(entry);
            return {*position};
        }
        std::vector<std::size_t> positions;
        for (std::size_t i = 0; i < found_.size() && !part.empty(); ++i) {
            const DeviceInfo& info = found_[i].info;
            if (lower_case(info.name).find(part) != std::string::npos ||
                (part == "cpu" && found_[i].is_cpu) || (part == "gpu" && info.is_gpu))
                positions.push_back(i);
        }
        if (positions.empty()) throw no_such_device(entry);
        return positions;
    }

    void add(std::size_t position) {
        const bool already = std::find(positions_.begin(), positions_.end(), position) != positions_.end();
        if (!already || position == host()) positions_.push_back(position);
    }

    [[nodiscard]] std::size_t host() const { return found_.size(); }

    [[nodiscard]] Error no_such_device(const std::string& entry) const {
        std::string text = "HG_DEVICES names '" + entry + "', but there is no such device here. There are:";
        for (std::size_t i = 0; i < found_.size(); ++i)
            text += "\n  " + std::to_string(i) + ": " + found_[i].info.name;
        text += "\n  " + std::to_string(host()) + ": host (" + describe_host_device().name + ")";
        if (std::none_of(found_.begin(), found_.end(), [](const auto& choice) { return choice.is_cpu; }))
            text +=
                "\nAn OpenCL driver for the CPU, such as PoCL (Debian: pocl-opencl-icd), adds a device cpu";
        return Error(ErrorCode::invalid_argument, text);
    }

    const std::vector<OpenClChoice>& found_;
    std::vector<std::size_t> positions_;
};

/// One of the devices of a machine: its position in list_devices(), and which one it is of those there.
struct Place {
    std::size_t position = 0;
    std::int64_t number = 0;
    std::int64_t copies = 1;
};

std::vector<Place> places(const std::vector<std::size_t>& positions) {
    std::map<std::size_t, std::int64_t> count;
    std::vector<Place> all;
    for (const std::size_t position : positions) all.push_back({position, count[position]++});
    for (Place& place : all) place.copies = count[place.position];
    return all;
}

/// Devices on one share its memory equally.
DeviceInfo info_at(const Place& place, DeviceInfo info) {
    if (info.is_host) return info;
    if (place.number > 0) info.identity += "+" + std::to_string(place.number);
    info.memory /= place.copies;
    info.largest_buffer = std::min(info.largest_buffer, info.memory);
    return info;
}

/// Returns the staging resources of each platform; all platforms share `given` if it has a pool.
std::map<std::string, Staging> make_staging(const std::vector<OpenClChoice>& found,
                                            const std::vector<std::size_t>& positions,
                                            const MachineOptions& options, const Staging& given) {
    std::map<std::string, int> devices;
    for (const std::size_t position : positions)
        if (position < found.size()) ++devices[found[position].info.platform];
    std::map<std::string, Staging> staging;
    for (const auto& [platform, count] : devices)
        staging.emplace(platform, given.pool ? given : Staging::make(options, given.threads, count));
    return staging;
}

/// Returns the OpenCL devices that were found, and the host device after them.
std::vector<DeviceListing> list(const std::vector<OpenClChoice>& found) {
    std::vector<DeviceListing> listings;
    for (const OpenClChoice& choice : found)
        listings.push_back({static_cast<int>(listings.size()), choice.info});
    listings.push_back({static_cast<int>(listings.size()), describe_host_device()});
    return listings;
}

/// Returns the names by which a node's processes identify the selected devices. Host devices are numbered.
std::vector<ShareCandidate> candidates(const std::vector<OpenClChoice>& found,
                                       const std::vector<std::size_t>& positions) {
    std::vector<ShareCandidate> list;
    for (const Place& place : places(positions))
        if (place.position < found.size())
            list.push_back(
                {info_at(place, found[place.position].info).identity, found[place.position].info.is_gpu});
        else
            list.push_back({"host-" + std::to_string(place.number), false});
    return list;
}

std::vector<std::unique_ptr<Device>> make(const std::vector<OpenClChoice>& found,
                                          const std::vector<std::size_t>& positions,
                                          const MachineOptions& options,
                                          const std::shared_ptr<StagingPool>& pool) {
    const auto copies = std::make_shared<CopyThreads>(options.staging_threads);
    const std::map<std::string, Staging> staging = make_staging(found, positions, options, {copies, pool});
    std::vector<std::unique_ptr<Device>> devices;
    for (const Place& place : places(positions)) {
        if (place.position == found.size()) {
            devices.push_back(make_host_device(copies));
            continue;
        }
        OpenClChoice choice = found[place.position];
        choice.info = info_at(place, choice.info);
        const Staging& shared = staging.at(choice.info.platform);
        devices.push_back(make_opencl_device(std::move(choice), options, shared));
    }
    return devices;
}

}  // namespace

std::vector<DeviceListing> list_devices() {
    return list(find_opencl_devices());
}

std::vector<DeviceListing> selected_devices(const MachineOptions& options) {
    const std::vector<OpenClChoice> found = find_opencl_devices();
    const std::vector<DeviceListing> all = list(found);
    std::vector<DeviceListing> selected;
    for (const Place& place : places(Selection(found).select(options.devices)))
        selected.push_back({all[place.position].position, info_at(place, all[place.position].info)});
    return selected;
}

std::vector<std::unique_ptr<Device>> make_devices(const MachineOptions& options,
                                                  const std::shared_ptr<StagingPool>& pool) {
    const std::vector<OpenClChoice> found = find_opencl_devices();
    return make(found, Selection(found).select(options.devices), options, pool);
}

SharedSelection make_shared_devices(const MachineOptions& options) {
    const std::vector<OpenClChoice> found = find_opencl_devices();
    std::vector<std::size_t> positions = Selection(found).select(options.devices);
    DeviceShare share(options.share, candidates(found, positions));
    if (share.is_shared()) {
        std::vector<std::size_t> chosen;
        for (const std::size_t i : share.chosen()) chosen.push_back(positions[i]);
        if (chosen.empty()) {
            log(LogLevel::warn, "other processes have all devices: this one computes on the host device");
            chosen.push_back(found.size());
        }
        positions = std::move(chosen);
    }
    return {make(found, positions, options, nullptr), std::move(share)};
}

}  // namespace hg
