#include "tools/hgctl/program/target_model.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "runtime/files/read_file.hpp"
#include "runtime/machine/lower_case.hpp"
#include "tools/hgctl/program/shipped_machines.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

constexpr std::size_t kMostFileBytes = std::size_t{1} << 24;

hg::Target read_machine_file(const std::string& path) {
    const std::string text = hg::read_existing_file(path, kMostFileBytes);
    try {
        return hg::parse_machine(text);
    } catch (const hg::Error& error) {
        hg::ErrorContext context = error.context();
        context.file = path;
        throw hg::Error(error.code(), error.message(), std::move(context));
    }
}

/// What the names of several devices have in common: "h200" of "h200-0" and "h200-1".
std::string common_name(const std::vector<hg::DeviceModel>& devices) {
    std::string name = devices.front().name;
    for (const hg::DeviceModel& device : devices) {
        const auto [mine, other] = std::ranges::mismatch(name, device.name);
        name.erase(mine, name.end());
    }
    while (name.ends_with('-') || name.ends_with('_')) name.pop_back();
    return name.empty() ? "device" : name;
}

void set_device_count(hg::Target& machine, std::size_t count, const std::string& name) {
    std::vector<hg::DeviceModel>& devices = machine.devices;
    const std::size_t known = devices.size();
    if (count > known) {
        const auto differs = [&](const hg::DeviceModel& d) {
            return d.traits.product != devices.front().traits.product || d.is_gpu != devices.front().is_gpu;
        };
        if (std::ranges::any_of(devices, differs))
            refuse("--machine " + name + " has " + count_text(known, "device") + " of several kinds, not " +
                   std::to_string(count));
        const std::string common = common_name(devices);
        for (std::size_t d = known; d < count; ++d) devices.push_back(devices[d % known]);
        for (hg::DeviceModel& device : devices) device.name = common;
    }
    devices.resize(count);
}

/// Throws hg::Error{invalid_argument} if the memory plan of a program exceeds a machine's memory, or if the
/// machine cannot run the program.
void require_room(const hg::Program& program, const hg::Target& machine) {
    for (hg::DeviceIndex d = 0; d < program.devices().size(); ++d) {
        const hg::DeviceModel& device = machine.devices[d];
        const auto does_not_fit = [&](const std::string& what, std::int64_t bytes, std::int64_t most) {
            refuse("the program needs " + what + " of " + bytes_text(bytes) + " on device " +
                   std::to_string(d) + "; the machine's " + device.name + " has " + bytes_text(most));
        };
        if (program.device_bytes(d) > device.memory)
            does_not_fit("memory", program.device_bytes(d), device.memory);
        for (const hg::Slot& slot : program.slots())
            if (slot.device == d && slot.bytes > device.largest_slot)
                does_not_fit("a slot", slot.bytes, device.largest_slot);
    }
    for (const hg::Register& reg : program.registers())
        if (hg::needs_f64(reg.type) && !machine.devices[reg.device].has_f64)
            refuse("the program computes in double precision, which the machine's " +
                   machine.devices[reg.device].name + " does not have");
}

}  // namespace

std::vector<std::string> machine_names() {
    std::vector<std::string> names;
    for (const ShippedMachine& machine : shipped_machines()) names.emplace_back(machine.name);
    return names;
}

hg::Target read_machine(const std::string& name_or_file, std::optional<std::size_t> count) {
    const auto shipped = shipped_machines();
    const auto found = std::ranges::find(shipped, hg::lower_case(name_or_file), &ShippedMachine::name);
    const bool is_file = found == shipped.end();
    if (is_file && !std::filesystem::exists(name_or_file))
        refuse("--machine: no machine is called '" + name_or_file +
               "', nor is there such a file; hgctl knows " + joined(machine_names()));
    hg::Target machine = is_file ? read_machine_file(name_or_file) : hg::parse_machine(found->text);
    set_device_count(machine, count.value_or(machine.devices.size()), name_or_file);
    return machine;
}

std::optional<std::size_t> device_count(const std::string& devices) {
    constexpr std::size_t kMost = 1024;
    if (devices.empty()) return std::nullopt;
    std::size_t count = 0;
    const char* const end = devices.data() + devices.size();
    const auto [stop, error] = std::from_chars(devices.data(), end, count);
    if (error != std::errc{} || stop != end || count < 1 || count > kMost)
        refuse("--devices: '" + devices + "' is not a whole number from 1 to " + std::to_string(kMost) +
               "; with --machine it is the number of that machine's devices");
    return count;
}

std::string machine_text(const hg::Target& machine) {
    return (machine.name.empty() ? "unnamed" : machine.name) + ", " +
           count_text(machine.devices.size(), "device") + (machine.unmeasured ? ", not measured" : "");
}

void add_machine(Report& report, const hg::Target& machine) {
    report.row("machine", machine_text(machine));
    report.fact("machine/name", machine.name).fact("machine/devices", machine.devices.size());
    report.fact("machine/measured", !machine.unmeasured);
}

void TargetRates::add_options(Command& command) {
    command
        .option("--machine", machine,
                "Machine to compute for: " + joined(machine_names()) +
                    ", or a file that hgctl probe --save wrote (default: the program's own)")
        .value_name("NAME|FILE");
    const auto add_rate = [&](const char* name, std::optional<double>& value, const char* help) {
        command.option(name, value, help).positive();
    };
    add_rate("--copy-rate", copy_rate,
             "Staging copies of the host, GB/s, all devices together (1e9: pinned memory; default: the "
             "machine's)");
    add_rate("--links-in", links_in, "All links from the host together, GB/s (default: the machine's)");
    add_rate("--links-out", links_out, "All links to the host together, GB/s (default: the machine's)");
    add_rate("--links-both", links_both, "All links, both directions at once, GB/s (default: the machine's)");
    add_rate("--link-in", link_in, "Host to one device, GB/s (default: the machine's)");
    add_rate("--link-out", link_out, "One device to the host, GB/s (default: the machine's)");
    add_rate("--link-both", link_both,
             "Both directions of a device's link together, GB/s (default: the sum, if one of them is given)");
    add_rate("--kernel-rate", kernel_rate, "Kernels of a device, GFLOP/s (default: the machine's)");
    command
        .option("--compute-units", compute_units,
                "Compute units of a device, which run work-groups in waves (default: the machine's)")
        .value_name("INT:INTEGER > 0")
        .whole_number(1);
}

void TargetRates::apply(hg::Target& target) const {
    const auto replace = [](double& rate, const std::optional<double>& giga) {
        if (giga) rate = *giga * 1e9;
    };
    replace(target.host_copy_rate, copy_rate);
    replace(target.links_in, links_in);
    replace(target.links_out, links_out);
    replace(target.links_both, links_both);
    for (hg::DeviceModel& device : target.devices) {
        replace(device.link_in, link_in);
        replace(device.link_out, link_out);
        // Links whose directions are given are as fast both ways at once, unless that is given too.
        if (link_in || link_out) device.link_both = device.link_in + device.link_out;
        replace(device.link_both, link_both);
        replace(device.rate_f64, kernel_rate);
        replace(device.rate_f32, kernel_rate);
        if (compute_units) device.traits.compute_units = *compute_units;
    }
}

hg::Target TargetRates::target_of(const hg::Program& program) const {
    hg::Target target = program.target();
    if (!machine.empty()) {
        target = read_machine(machine, program.devices().size());
        require_room(program, target);
    }
    apply(target);
    return target;
}

}  // namespace hgctl
