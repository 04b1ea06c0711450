#include "runtime/machine/device/selection.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "runtime/machine/device/host_device.hpp"
#include "runtime/machine/lower_case.hpp"
#include "runtime/machine/opencl/platforms/device_parts.hpp"
#include "runtime/program/base/pocl.hpp"
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

/// An entry that asks for parts of a device: "0/2" is {"0", "2"}, and "0/2.1" is {"0", "2", 1}.
struct Parts {
    std::string entry;
    std::string way;  ///< empty: the entry asks for whole devices
    std::optional<std::size_t> one{};
};

/// The name of a device may have slashes and dots, too.
Parts parts_in(const std::string& entry) {
    const std::size_t slash = entry.rfind('/');
    if (slash == std::string::npos) return {entry, {}};
    const std::size_t dot = std::min(entry.find('.', slash), entry.size());
    const std::string way = entry.substr(slash + 1, dot - slash - 1);
    const auto one = dot < entry.size() ? as_position(entry.substr(dot + 1)) : std::nullopt;
    if (!is_way_to_divide(way) || (dot < entry.size() && !one)) return {entry, {}};
    return {entry.substr(0, slash), way, one};
}

/// Adds the devices of each entry in turn.
class Selection {
  public:
    explicit Selection(const std::vector<OpenClChoice>& found) : found_(found) {}

    std::vector<SelectedDevice> select(const std::string& wanted) {
        if (trimmed(wanted).empty())
            select_best();
        else
            for (const std::string& entry : split(wanted)) select_entry(entry);
        require_one_division();
        return std::move(selected_);
    }

  private:
    void select_best() {
        const bool any_gpu = std::any_of(found_.begin(), found_.end(),
                                         [](const OpenClChoice& choice) { return choice.info.is_gpu; });
        for (std::size_t i = 0; i < found_.size(); ++i)
            if (found_[i].info.is_gpu || !any_gpu) add(device_at(i));
        if (found_.empty()) add(host());
    }

    /// The whole of a device and its parts, or parts of two kinds, would share memory and cores unnoticed.
    void require_one_division() const {
        const auto way = [](const SelectedDevice& device) {
            const std::string& part = device.choice.info.part;
            return part.substr(0, part.rfind('.'));
        };
        for (const SelectedDevice& one : selected_)
            for (const SelectedDevice& other : selected_)
                if (!one.is_host() && one.position == other.position && way(one) != way(other))
                    throw Error(ErrorCode::invalid_argument,
                                "HG_DEVICES selects " + one.choice.info.name +
                                    " as a whole and in parts, or in parts of two kinds");
    }

    void select_entry(const std::string& entry) {
        const std::string part = lower_case(entry);
        if (const Copies copies = copies_of(part); copies.count > 0)
            selected_.insert(selected_.end(), copies.count, matching(copies.entry, entry).front());
        else
            for (const SelectedDevice& device : matching(part, entry)) add(device);
    }

    /// The devices, or parts of them, of an entry in lower case. Throws Error{invalid_argument} with the
    /// entry as given if there are none.
    [[nodiscard]] std::vector<SelectedDevice> matching(const std::string& part,
                                                       const std::string& entry) const {
        const Parts parts = parts_in(part);
        std::vector<SelectedDevice> devices = whole_devices(parts.entry, entry);
        if (parts.way.empty()) return devices;
        std::vector<SelectedDevice> divided;
        for (const SelectedDevice& device : devices) {
            if (device.is_host()) throw no_such_device(entry);
            const std::vector<OpenClChoice> all = parts_of(device.choice, parts.way);
            for (std::size_t i = 0; i < all.size(); ++i)
                if (!parts.one || *parts.one == i) divided.push_back({all[i], device.position});
        }
        if (divided.empty()) throw no_such_device(entry);
        return divided;
    }

    [[nodiscard]] std::vector<SelectedDevice> whole_devices(const std::string& part,
                                                            const std::string& entry) const {
        if (part == "host") return {host()};
        if (const auto position = as_position(part)) {
            if (*position > found_.size()) throw no_such_device(entry);
            return {device_at(*position)};
        }
        std::vector<SelectedDevice> devices;
        for (std::size_t i = 0; i < found_.size() && !part.empty(); ++i) {
            const DeviceInfo& info = found_[i].info;
            if (lower_case(info.name).find(part) != std::string::npos ||
                (part == "cpu" && found_[i].is_cpu) || (part == "gpu" && info.is_gpu))
                devices.push_back(device_at(i));
        }
        if (devices.empty()) throw no_such_device(entry);
        return devices;
    }

    void add(const SelectedDevice& device) {
        const auto is_same = [&](const SelectedDevice& other) {
            return other.choice.info.identity == device.choice.info.identity;
        };
        if (device.is_host() || std::ranges::none_of(selected_, is_same)) selected_.push_back(device);
    }

    [[nodiscard]] SelectedDevice device_at(std::size_t i) const {
        if (i == found_.size()) return host();
        return {found_[i], static_cast<int>(i)};
    }
    [[nodiscard]] SelectedDevice host() const {
        return {{.device = {}, .info = describe_host_device()}, static_cast<int>(found_.size())};
    }

    [[nodiscard]] Error no_such_device(const std::string& entry) const {
        std::string text = "HG_DEVICES names '" + entry + "', but there is no such device here. There are:";
        for (std::size_t i = 0; i < found_.size(); ++i)
            text += "\n  " + std::to_string(i) + ": " + found_[i].info.name;
        text += "\n  " + std::to_string(found_.size()) + ": host (" + describe_host_device().name + ")";
        if (std::none_of(found_.begin(), found_.end(), [](const auto& choice) { return choice.is_cpu; }))
            text +=
                "\nAn OpenCL driver for the CPU, such as PoCL (Debian: " + std::string(pocl::kDebianPackage) +
                "), adds a device cpu";
        return Error(ErrorCode::invalid_argument, text);
    }

    const std::vector<OpenClChoice>& found_;
    std::vector<SelectedDevice> selected_;
};

/// Devices on one share its memory equally.
void share_memory(std::vector<SelectedDevice>& devices) {
    std::map<std::string, std::int64_t> count;
    for (SelectedDevice& device : devices) device.number = count[device.choice.info.identity]++;
    for (SelectedDevice& device : devices) {
        if (device.is_host()) continue;
        DeviceInfo& info = device.choice.info;
        info.memory /= count[info.identity];
        info.largest_buffer = std::min(info.largest_buffer, info.memory);
        if (device.number > 0) info.identity += "+" + std::to_string(device.number);
    }
}

}  // namespace

std::vector<SelectedDevice> select_devices(const std::vector<OpenClChoice>& found,
                                           const std::string& wanted) {
    std::vector<SelectedDevice> devices = Selection(found).select(wanted);
    share_memory(devices);
    return devices;
}

}  // namespace hg
