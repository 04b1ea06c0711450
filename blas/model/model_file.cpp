#include "blas/model/model_file.hpp"

#include <unistd.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "blas/model/kernel_probe.hpp"
#include "blas/model/probe.hpp"
#include "runtime/machine/host_device.hpp"
#include "runtime/machine/log.hpp"

namespace hg {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "hg machine model 1";
constexpr double kLargest = 1e18;  ///< no rate of today is above it

/// The CPU and its cores: what decides how fast the host copies and computes.
std::string host_key() {
    return kind_of(HostDevice::describe());
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[16];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &utc)};
}

const json& member(const json& object, const std::string& name) {
    static const json none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

/// A figure that can be: finite and positive; 0 otherwise.
double figure(const json& object, const std::string& name) {
    const json& value = member(object, name);
    if (!value.is_number()) return 0;
    const auto number = value.get<double>();
    return std::isfinite(number) && number > 0 && number < kLargest ? number : 0;
}

void put(json& object, const std::string& name, double value) {
    if (value > 0 && !name.empty()) object[name] = value;
}

LinkRates read_links(const json& object) {
    const LinkRates rates{figure(object, "in"), figure(object, "out"), figure(object, "both")};
    return rates.in > 0 && rates.out > 0 && rates.both > 0 ? rates : LinkRates{};
}

json links_json(const LinkRates& rates) {
    return {{"in", rates.in}, {"out", rates.out}, {"both", rates.both}};
}

void read_kind(DeviceRates& rates, const json& kind) {
    const json& call = member(kind, "call");
    rates.link_latency = figure(kind, "link_latency");
    rates.launch_latency = figure(kind, "launch_latency");
    rates.call = {figure(call, "seconds"), figure(call, "rate"), figure(call, "streamed")};
    if (rates.call.rate <= 0 || rates.call.streamed <= 0 || rates.link_latency <= 0 ||
        rates.launch_latency <= 0)
        rates.call = {};
}

void read_machine(MachineModel& model, const json& machine) {
    const json& alone = member(machine, "links_alone");
    if (!alone.is_array() || alone.size() != model.devices.size()) return;
    for (std::size_t d = 0; d < alone.size(); ++d) model.devices[d].link = read_links(alone[d]);
    model.links = read_links(member(machine, "links"));
    model.staged = read_links(member(machine, "staged"));
    model.host_copy = figure(machine, "host_copy");
}

json machine_json(const MachineModel& model) {
    json alone = json::array();
    for (const DeviceRates& device : model.devices) alone.push_back(links_json(device.link));
    json machine{{"date", today()},
                 {"links_alone", alone},
                 {"links", links_json(model.links)},
                 {"staged", links_json(model.staged)}};
    put(machine, "host_copy", model.host_copy);
    return machine;
}

/// The file's contents; an empty table where there is none that can be used.
json read_tables(const std::string& path, bool warn) {
    json tables{{"format", kFormat}, {"devices", {}}, {"machines", {}}, {"hosts", {}}};
    std::ifstream file(path);
    if (!file) return tables;
    json found = json::parse(file, nullptr, false);
    bool good = found.is_object() && member(found, "format") == kFormat;
    for (const char* table : {"devices", "machines", "hosts"})
        good = good && (member(found, table).is_object() || member(found, table).is_null());
    if (good) return found;
    if (warn) log(LogLevel::warn, path + " is damaged or not a file of hg's: ignored");
    return tables;
}

bool replace_file(const std::string& path, const std::string& text) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    const std::string temporary = path + "." + std::to_string(getpid());
    std::ofstream file(temporary);
    file << text;
    file.close();
    if (file) std::filesystem::rename(temporary, path, error);
    if (file && !error) return true;
    std::filesystem::remove(temporary, error);
    return false;
}

}  // namespace

ModelFile::ModelFile(std::string folder, const Machine& machine, const kernels::Database& database)
    : folder_(std::move(folder)), machine_(machine), database_(database) {}

std::string ModelFile::path() const {
    return std::filesystem::path(folder_) / "machine.json";
}

std::string ModelFile::kernel_of(std::size_t device, ElementType type) const {
    return probed_kernel(machine_.target().devices[device], type, database_);
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
    if (folder_.empty()) return model;
    const json tables = read_tables(path(), true);
    for (std::size_t d = 0; d < model.devices.size(); ++d) {
        const json& kind = member(member(tables, "devices"), kind_key(d));
        const json& kernels = member(kind, "kernels");
        read_kind(model.devices[d], kind);
        model.devices[d].rate_f64 = figure(kernels, kernel_of(d, ElementType::f64));
        model.devices[d].rate_f32 = figure(kernels, kernel_of(d, ElementType::f32));
    }
    read_machine(model, member(member(tables, "machines"), machine_key()));
    const json& host = member(member(tables, "hosts"), host_key());
    model.host = {figure(host, "f64"), figure(host, "f32")};
    return model;
}

bool ModelFile::save(const MachineModel& model) const {
    if (folder_.empty()) return false;
    json tables = read_tables(path(), false);
    for (std::size_t d = 0; d < model.devices.size(); ++d) {
        const DeviceRates& rates = model.devices[d];
        json& kind = tables["devices"][kind_key(d)];
        if (!kind.is_object()) kind = json::object();
        kind["date"] = today();
        put(kind, "link_latency", rates.link_latency);
        put(kind, "launch_latency", rates.launch_latency);
        if (rates.call.seconds > 0)
            kind["call"] = {{"seconds", rates.call.seconds},
                            {"rate", rates.call.rate},
                            {"streamed", rates.call.streamed}};
        if (!member(kind, "kernels").is_object()) kind["kernels"] = json::object();
        put(kind["kernels"], kernel_of(d, ElementType::f64), rates.rate_f64);
        put(kind["kernels"], kernel_of(d, ElementType::f32), rates.rate_f32);
    }
    if (model.links.in > 0) tables["machines"][machine_key()] = machine_json(model);
    if (model.host.f64 > 0)
        tables["hosts"][host_key()] = {{"date", today()}, {"f64", model.host.f64}, {"f32", model.host.f32}};
    if (replace_file(path(), tables.dump(2) + "\n")) return true;
    log(LogLevel::warn, path() + " cannot be written: the machine will be measured again");
    return false;
}

}  // namespace hg
