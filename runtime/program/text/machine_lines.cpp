#include "runtime/program/text/machine_lines.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include <hg/runtime/program/instruction.hpp>

namespace hg {
namespace {

constexpr std::int64_t kMostInteger = std::numeric_limits<std::int64_t>::max();

template <class Object, class Value>
struct Property {
    std::string_view name;
    Value Object::*member;
};

constexpr std::array<Property<Target, double>, 4> kShared{{{"host_copies", &Target::host_copy_rate},
                                                           {"links_in", &Target::links_in},
                                                           {"links_out", &Target::links_out},
                                                           {"links_both", &Target::links_both}}};

constexpr std::array<Property<HostDelays, double>, 9> kDelays{
    {{"beside_one_way", &HostDelays::beside_one_way},
     {"beside_both_ways", &HostDelays::beside_both_ways},
     {"awaited", &HostDelays::awaited},
     {"start", &HostDelays::start},
     {"wake", &HostDelays::wake},
     {"first_piece", &HostDelays::first_piece},
     {"last_piece", &HostDelays::last_piece},
     {"piece_alone", &HostDelays::piece_alone},
     {"each_column", &HostDelays::each_column}}};

constexpr std::array<Property<DeviceModel, std::int64_t>, 2> kMemory{
    {{"memory", &DeviceModel::memory}, {"largest", &DeviceModel::largest_slot}}};

constexpr std::array<Property<DeviceModel, double>, 8> kFigures{
    {{"link_in", &DeviceModel::link_in},
     {"link_out", &DeviceModel::link_out},
     {"link_both", &DeviceModel::link_both},
     {"link_latency", &DeviceModel::link_latency},
     {"rate_f64", &DeviceModel::rate_f64},
     {"rate_f32", &DeviceModel::rate_f32},
     {"memory_rate", &DeviceModel::memory_rate},
     {"launch_latency", &DeviceModel::launch_latency}}};

/// Written only if a device differs from the default.
constexpr std::array<Property<DeviceModel, double>, 1> kRareFigures{
    {{"shortest_kernel", &DeviceModel::shortest_kernel}}};
constexpr std::array<Property<DeviceModel, bool>, 2> kRareSwitches{
    {{"is_gpu", &DeviceModel::is_gpu}, {"shares_host_memory", &DeviceModel::shares_host_memory}}};
constexpr std::array<Property<DeviceTraits, std::int64_t>, 3> kLimits{
    {{"compute_units", &DeviceTraits::compute_units},
     {"local_memory", &DeviceTraits::local_memory},
     {"max_work_group", &DeviceTraits::max_work_group}}};
constexpr std::array<Property<DeviceTraits, int>, 1> kCapabilities{
    {{"nvidia_capability", &DeviceTraits::nvidia_capability}}};
constexpr std::array<Property<DeviceTraits, bool>, 1> kTraits{{{"is_host", &DeviceTraits::is_host}}};
constexpr std::array<Property<DeviceTraits, std::string>, 3> kWords{
    {{"product", &DeviceTraits::product},
     {"vendor", &DeviceTraits::vendor},
     {"architecture", &DeviceTraits::architecture}}};

void read(LineScanner& line, std::string_view key, double& value) {
    value = line.number(key);
    if (!(value >= 0)) line.fail(std::string(key) + " must be a number of 0 or more");
}
void read(LineScanner& line, std::string_view key, std::int64_t& value) {
    value = line.integer("the value of " + std::string(key), kMostInteger);
}
void read(LineScanner& line, std::string_view key, int& value) {
    value =
        static_cast<int>(line.integer("the value of " + std::string(key), std::numeric_limits<int>::max()));
}
void read(LineScanner& line, std::string_view, bool& value) {
    value = line.integer("0 or 1", 1) == 1;
}
void read(LineScanner& line, std::string_view, std::string& value) {
    value = line.quoted();
}

/// Reads the value of a property if the table has it, and returns whether it does.
template <class Object, class Value, std::size_t N>
bool read_one(LineScanner& line, std::string_view key, Object& object,
              const std::array<Property<Object, Value>, N>& table) {
    const auto found = std::ranges::find(table, key, &Property<Object, Value>::name);
    if (found == table.end()) return false;
    read(line, key, object.*(found->member));
    return true;
}

template <class Object, std::size_t N>
void read_all(LineScanner& line, const char* what, Object& object,
              const std::array<Property<Object, double>, N>& table) {
    while (!line.at_end()) {
        const std::string_view key = line.identifier("a property");
        if (!read_one(line, key, object, table))
            line.fail(std::string(what) + " no property called " + std::string(key));
    }
}

/// Returns a text that can stand in quotes.
std::string quotable(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '"' || c == '\\' || c == '\n' || c == '\r'; }, '_');
    return text;
}

void write(TextWriter& text, std::string_view key, bool value) {
    text.put(' ', key, ' ', value ? '1' : '0');
}
void write(TextWriter& text, std::string_view key, const std::string& value) {
    text.put(' ', key, " \"", quotable(value), '"');
}
template <class Number>
void write(TextWriter& text, std::string_view key, Number value) {
    text.put(' ', key, ' ', value);
}

template <class Object, class Value, std::size_t N>
void write_all(TextWriter& text, const Object& object, const std::array<Property<Object, Value>, N>& table) {
    for (const auto& [name, member] : table) write(text, name, object.*member);
}

template <class Object, class Value, std::size_t N>
void write_rare(TextWriter& text, const Object& object, const std::array<Property<Object, Value>, N>& table) {
    const Object usual{};
    for (const auto& [name, member] : table)
        if (object.*member != usual.*member) write(text, name, object.*member);
}

bool shares_nothing(const Target& target) {
    const Target none;
    return target.name.empty() && !target.unmeasured &&
           std::ranges::all_of(kShared, [&](const auto& p) { return target.*p.member == none.*p.member; });
}

void put_device(TextWriter& text, const DeviceModel& device, const std::string& label) {
    text.put("device ", label);
    write_all(text, device, kMemory);
    write_all(text, device, kFigures);
    write(text, "has_f64", device.has_f64);
    write_rare(text, device, kRareFigures);
    write_rare(text, device, kRareSwitches);
    write_rare(text, device.traits, kLimits);
    write_rare(text, device.traits, kCapabilities);
    write_rare(text, device.traits, kTraits);
    write_rare(text, device.traits, kWords);
    text.put('\n');
}

}  // namespace

bool MachineLines::take(LineScanner& line) {
    if (line.take_word("machine"))
        machine(line);
    else if (line.take_word("delays"))
        delays(line);
    else if (line.take_word("device"))
        device(line);
    else
        return false;
    return true;
}

void MachineLines::machine(LineScanner& line) {
    if (std::exchange(has_machine_, true)) line.fail("there is a second 'machine'");
    target_.name = line.quoted();
    target_.unmeasured = line.take_word("unmeasured");
    read_all(line, "a machine has", target_, kShared);
}

void MachineLines::delays(LineScanner& line) {
    if (std::exchange(has_delays_, true)) line.fail("there is a second 'delays'");
    read_all(line, "delays have", target_.delays, kDelays);
}

void MachineLines::device(LineScanner& line) {
    DeviceModel model;
    model.name = line.device_name();
    if (target_.devices.size() >= kMostDevices) line.fail("too many devices");
    if (!devices_.add(model.name)) line.fail("two devices are called " + model.name);
    while (!line.at_end()) {
        const std::string_view key = line.identifier("a property of the device");
        const auto has = [&](auto& object, const auto&... tables) {
            return (read_one(line, key, object, tables) || ...);
        };
        constexpr std::array<Property<DeviceModel, bool>, 1> kDoubles{{{"has_f64", &DeviceModel::has_f64}}};
        if (!has(model, kMemory, kFigures, kDoubles, kRareFigures, kRareSwitches) &&
            !has(model.traits, kLimits, kCapabilities, kTraits, kWords))
            line.fail("a device has no property called " + std::string(key));
    }
    target_.devices.push_back(std::move(model));
}

DeviceIndex MachineLines::device_position(LineScanner& line) const {
    return static_cast<DeviceIndex>(devices_.at(line, line.device_name(), "device"));
}

std::vector<std::string> device_labels(std::span<const DeviceModel> devices) {
    std::vector<std::string> labels;
    for (const DeviceModel& device : devices) {
        labels.push_back(device.name.empty() ? "device" : device.name);
        for (char& c : labels.back())
            if (!is_identifier({&c, 1}) && c != '-') c = '_';
    }
    const auto counts = [&] {
        std::map<std::string, int> result;
        for (const std::string& label : labels) ++result[label];
        return result;
    };
    const auto before = counts();
    for (std::size_t d = 0; d < labels.size(); ++d) {
        if (before.at(labels[d]) == 1) continue;
        if (labels[d].back() >= '0' && labels[d].back() <= '9') labels[d] += '-';
        labels[d] += std::to_string(d);
    }
    if (counts().size() < labels.size())
        for (std::size_t d = 0; d < labels.size(); ++d) labels[d] = "device" + std::to_string(d);
    return labels;
}

void put_machine(TextWriter& text, const Target& target, std::span<const std::string> labels) {
    if (!shares_nothing(target)) {
        text.put("machine \"", quotable(target.name), '"');
        if (target.unmeasured) text.put(" unmeasured");
        write_all(text, target, kShared);
        text.put('\n');
    }
    if (target.delays != HostDelays{}) {
        text.put("delays");
        write_all(text, target.delays, kDelays);
        text.put('\n');
    }
    for (std::size_t d = 0; d < target.devices.size(); ++d) put_device(text, target.devices[d], labels[d]);
}

}  // namespace hg
