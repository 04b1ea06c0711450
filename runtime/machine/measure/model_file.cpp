#include "runtime/machine/measure/model_file.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "runtime/files/owned_json.hpp"
#include "runtime/machine/device/host_device.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using nlohmann::json;

constexpr const char* kFile = "machine.json";
constexpr const char* kFormat = "hg machine model 1";
// Planning requires rates of at least 1; no current rate is near the maximum.
constexpr double kSlowest = 1;
constexpr double kFastest = 1e18;
constexpr double kLongest = 3600;  ///< seconds
constexpr double kMostThreads = 1024;
constexpr int kDeepest = 8;  ///< nesting

/// Returns the CPU and its cores, on which the host's speed of copying and computing depends.
std::string host_key() {
    return kind_of(describe_host_device());
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[16];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &utc)};
}

const json& member(const json& object, const std::string& name) {
    static const NoDestructor<json> none;
    const auto found = object.find(name);
    return found == object.end() ? *none : *found;
}

bool is_text(const json& value, const std::string& text) {
    return value.is_string() && value.get_ref<const std::string&>() == text;
}

/// Returns a figure of a file whose figures are all possible, or 0 for an unknown one.
double figure(const json& object, const std::string& name) {
    const json& value = member(object, name);
    return value.is_number() ? value.get<double>() : 0;
}

/// Returns false for a number that is not a possible rate or number of seconds of a machine. 0 means unknown.
bool can_be(const std::string& name, double number) {
    if (number == 0) return true;
    if (name == "link_latency" || name == "launch_latency" || name == "seconds")
        return number > 0 && number <= kLongest;
    return number >= kSlowest && number <= kFastest;
}

/// Returns a message about the first impossible number of a file, or an empty string if all are possible.
std::string wrong_figure(const json& node, const std::string& name, int depth = 0) {
    if (node.is_number() && !can_be(name, node.get<double>()))
        return "its '" + name + "' is " + node.dump() + ", which cannot be";
    if (!node.is_structured()) return "";
    if (depth == kDeepest) return "it is nested too deep";
    for (const auto& [key, value] : node.items()) {
        std::string wrong = wrong_figure(value, node.is_object() ? key : name, depth + 1);
        if (!wrong.empty()) return wrong;
    }
    return "";
}

// Objects are filled member by member, because initializer lists end in destructors that allocate memory; see
// OwnedJson.

/// Replaces a value by an empty object.
json& emptied(json& value) {
    const OwnedJson old(std::exchange(value, json::object()));
    return value;
}

void put(json& object, const std::string& name, double value) {
    if (value > 0 && !name.empty()) object[name] = value;
}

LinkRates read_links(const json& object) {
    const LinkRates rates{figure(object, "in"), figure(object, "out"), figure(object, "both")};
    return rates.in > 0 && rates.out > 0 && rates.both > 0 ? rates : LinkRates{};
}

void put_links(json& links, const LinkRates& rates) {
    links["in"] = rates.in;
    links["out"] = rates.out;
    links["both"] = rates.both;
}

std::vector<OrderRate> read_curve(const json& list) {
    std::vector<OrderRate> curve;
    if (!list.is_array()) return curve;
    for (const json& point : list) {
        const bool good =
            point.is_array() && point.size() == 2 && point[0].is_number_integer() && point[1].is_number();
        if (!good) return {};
        curve.push_back({point[0].get<std::int64_t>(), point[1].get<double>()});
        if (curve.back().order < 1 || curve.back().rate <= 0) return {};
    }
    return curve;
}

MemoryRates read_memory(const json& memory) {
    MemoryRates rates;
    rates.rate = figure(memory, "rate");
    if (rates.rate <= 0) return {};
    rates.sread = read_curve(member(memory, "sread"));
    rates.smset = read_curve(member(memory, "smset"));
    if (const json& command = member(memory, "command"); command.is_string())
        rates.command = command.get<std::string>();
    return rates;
}

void put_curve(json& list, const std::vector<OrderRate>& curve) {
    list = json::array();
    for (std::size_t i = 0; i < curve.size(); ++i) {
        list[i][0] = curve[i].order;
        list[i][1] = curve[i].rate;
    }
}

/// Keeps curves that were not measured again, unless they come from another driver.
void put_memory(json& memory, const MemoryRates& rates, const std::string& driver) {
    if (member(memory, "driver") != driver) emptied(memory);
    memory["rate"] = rates.rate;
    memory["date"] = today();
    memory["driver"] = driver;
    memory["command"] = rates.command;
    if (!rates.sread.empty()) put_curve(emptied(memory["sread"]), rates.sread);
    if (!rates.smset.empty()) put_curve(emptied(memory["smset"]), rates.smset);
}

void read_kind(DeviceRates& rates, const json& kind) {
    const json& call = member(kind, "call");
    rates.link_latency = figure(kind, "link_latency");
    rates.launch_latency = figure(kind, "launch_latency");
    rates.call = {figure(call, "seconds"), figure(call, "rate"), figure(call, "streamed")};
    if (rates.call.rate <= 0 || rates.call.streamed <= 0 || rates.link_latency <= 0 ||
        rates.launch_latency <= 0)
        rates.call = {};
    rates.memory = read_memory(member(kind, "memory"));
}

void read_machine(MachineModel& model, const json& machine) {
    const json& alone = member(machine, "links_alone");
    if (!alone.is_array() || alone.size() != model.devices.size()) return;
    for (std::size_t d = 0; d < alone.size(); ++d) model.devices[d].link = read_links(alone[d]);
    model.links = read_links(member(machine, "links"));
    model.staged = read_links(member(machine, "staged"));
    model.host_copy = figure(machine, "host_copy");
    model.host_read = figure(machine, "host_read");
    model.staging_threads = static_cast<int>(std::min(figure(machine, "staging_threads"), kMostThreads));
}

void put_machine(json& machine, const MachineModel& model) {
    const bool same = read_links(member(machine, "links")) == model.links &&
                      figure(machine, "host_copy") == model.host_copy;
    if (!same) emptied(machine);
    machine["date"] = today();
    for (std::size_t d = 0; d < model.devices.size(); ++d)
        put_links(machine["links_alone"][d], model.devices[d].link);
    put_links(machine["links"], model.links);
    put_links(machine["staged"], model.staged);
    put(machine, "host_copy", model.host_copy);
    put(machine, "host_read", model.host_read);
    put(machine, "staging_threads", model.staging_threads);
}

void put_host(json& host, const HostRates& rates) {
    if (!host.is_object()) host = json::object();
    if (rates.f64 > 0) {
        host["date"] = today();
        host["f64"] = rates.f64;
        host["f32"] = rates.f32;
    }
    if (!rates.thin.empty()) put_curve(emptied(host["thin"]), rates.thin);
    if (!rates.thin_f32.empty()) put_curve(emptied(host["thin_f32"]), rates.thin_f32);
    if (rates.memory > 0) {
        json& memory = emptied(host["memory"]);
        memory["rate"] = rates.memory;
        memory["date"] = today();
    }
}

/// Returns the tables in a file's text. Throws Error{io} for a file that is damaged or not hg's.
OwnedJson parse_tables(const std::string& path, const std::string& text) {
    OwnedJson tables(json::parse(text, nullptr, false));
    // Not a comparison with the text itself, which would make the value in a function that is noexcept.
    const json format(kFormat);
    bool good = tables->is_object() && member(*tables, "format") == format;
    for (const char* table : {"devices", "machines", "hosts"})
        good = good && (member(*tables, table).is_object() || member(*tables, table).is_null());
    if (!good) throw Error(ErrorCode::io, path + ": it is damaged, or hg did not write it");
    if (const std::string wrong = wrong_figure(*tables, ""); !wrong.empty())
        throw Error(ErrorCode::io, path + ": " + wrong);
    return tables;
}

/// Returns the file's contents, or an empty table if there is no usable file.
OwnedJson read_tables(const CacheFolder& folder, bool warn) {
    try {
        if (const std::optional<std::string> text = folder.read(kFile))
            return parse_tables(folder.file(kFile), *text);
    } catch (const Error& error) {
        if (warn) log_once(LogLevel::warn, "ignored " + error.message());
    }
    OwnedJson empty(json::object());
    (*empty)["format"] = kFormat;
    return empty;
}

}  // namespace

std::string kind_of(const DeviceInfo& info) {
    std::string kind =
        info.name + " | " + info.driver + " | " + std::to_string(info.compute_units) + " units";
    // A driver may return any bytes as a device's name, but JSON text is UTF-8.
    std::replace_if(
        kind.begin(), kind.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return kind;
}

ModelFile::ModelFile(std::string folder, const Machine& machine, ProductKernel kernel)
    : folder_(std::move(folder)), machine_(machine), kernel_(std::move(kernel)) {}

std::string ModelFile::path() const {
    return folder_.file(kFile);
}

std::string ModelFile::kernel_of(std::size_t device, ElementType type) const {
    return kernel_ ? kernel_(machine_.target().devices[device], type) : "";
}

std::string ModelFile::kind_key(std::size_t device) const {
    return kind_of(machine_.device(device)) + " | on " + host_key();
}

std::string ModelFile::machine_key() const {
    std::string key;
    std::size_t count = 0;
    for (std::size_t d = 0; d < machine_.device_count(); ++d) {
        ++count;
        const std::string kind = kind_of(machine_.device(d));
        if (d + 1 < machine_.device_count() && kind_of(machine_.device(d + 1)) == kind) continue;
        key += std::to_string(count) + " x " + kind + " | ";
        count = 0;
    }
    return key + "on " + host_key();
}

MachineModel ModelFile::load() const {
    MachineModel model;
    model.devices.resize(machine_.device_count());
    if (!folder_.keeps()) return model;
    const OwnedJson file = read_tables(folder_, true);
    const json& tables = *file;
    for (std::size_t d = 0; d < model.devices.size(); ++d) {
        const json& kind = member(member(tables, "devices"), kind_key(d));
        const json& kernels = member(kind, "kernels");
        read_kind(model.devices[d], kind);
        for (ElementType type : kPrecisions)
            model.devices[d].rate(type) = figure(kernels, kernel_of(d, type));
    }
    read_machine(model, member(member(tables, "machines"), machine_key()));
    const json& host = member(member(tables, "hosts"), host_key());
    model.host = {figure(host, "f64"), figure(host, "f32"), figure(member(host, "memory"), "rate"),
                  read_curve(member(host, "thin")), read_curve(member(host, "thin_f32"))};
    return model;
}

bool ModelFile::save(const MachineModel& model) const {
    return change(
        [&](OwnedJson& tables) {
            put_devices(tables, model);
            if (model.links.in > 0) put_machine((*tables)["machines"][machine_key()], model);
            if (model.host.f64 > 0 || model.host.memory > 0)
                put_host((*tables)["hosts"][host_key()], model.host);
        },
        {}, "the machine will be measured again");
}

void ModelFile::put_devices(OwnedJson& tables, const MachineModel& model) const {
    bool kernels_changed = false;
    for (std::size_t d = 0; d < model.devices.size(); ++d) {
        const DeviceRates& rates = model.devices[d];
        json& kind = (*tables)["devices"][kind_key(d)];
        if (!kind.is_object()) kind = json::object();
        kind["date"] = today();
        put(kind, "link_latency", rates.link_latency);
        put(kind, "launch_latency", rates.launch_latency);
        if (rates.call.seconds > 0) {
            json& call = emptied(kind["call"]);
            call["seconds"] = rates.call.seconds;
            call["rate"] = rates.call.rate;
            call["streamed"] = rates.call.streamed;
        }
        if (rates.memory.rate > 0) put_memory(kind["memory"], rates.memory, machine_.device(d).driver);
        json& kernels = kind["kernels"];
        if (!kernels.is_object()) kernels = json::object();
        for (ElementType type : kPrecisions) {
            kernels_changed |=
                rates.rate(type) > 0 && figure(kernels, kernel_of(d, type)) != rates.rate(type);
            put(kernels, kernel_of(d, type), rates.rate(type));
        }
    }
    if (kernels_changed) emptied((*tables)["machines"][machine_key()]["learned"]);
}

bool ModelFile::change(const std::function<void(OwnedJson& tables)>& edit, const LockWait& wait,
                       const char* consequence) const {
    if (!folder_.keeps()) return false;
    try {
        folder_.prepare();
        const FileLock alone(folder_.file(kFile) + ".lock", wait);
        OwnedJson tables = read_tables(folder_, false);
        edit(tables);
        folder_.replace(kFile, tables->dump(2, ' ', false, json::error_handler_t::replace) + "\n");
        return true;
    } catch (const Error& error) {
        log_once(LogLevel::warn, error.message() + "; " + consequence);
        return false;
    }
}

LearnedFactors ModelFile::load_learned(const std::string& version) const {
    LearnedFactors learned;
    if (!folder_.keeps()) return learned;
    const OwnedJson file = read_tables(folder_, true);
    const json& kept = member(member(member(*file, "machines"), machine_key()), "learned");
    const json& kinds = member(kept, "factors");
    if (!is_text(member(kept, "version"), version) || !kinds.is_object()) return learned;
    for (const auto& [kind, factors] : kinds.items()) {
        if (!factors.is_array()) continue;
        std::vector<double>& by_count = learned[kind];
        for (const json& factor : factors) by_count.push_back(factor.is_number() ? factor.get<double>() : 0);
    }
    return learned;
}

void ModelFile::save_learned(const std::string& version, const std::string& kind,
                             const std::vector<double>& factors) const {
    const auto edit = [&](OwnedJson& tables) {
        json& kept = (*tables)["machines"][machine_key()]["learned"];
        if (!is_text(member(kept, "version"), version)) emptied(kept);
        kept["version"] = version;
        json& list = emptied(kept["factors"][kind]);
        list = json::array();
        for (std::size_t i = 0; i < factors.size(); ++i) list[i] = factors[i];
    };
    // A call has no time to wait.
    static_cast<void>(
        change(edit, {.limit = std::chrono::milliseconds(100)}, "what calls taught is forgotten"));
}

}  // namespace hg
