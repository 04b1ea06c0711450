#include "blas/rates.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "kernels/gemm.hpp"
#include "kernels/scale.hpp"
#include "runtime/program/builder.hpp"

namespace hg {
namespace {

constexpr std::int64_t kGpuOrder = 2048;
constexpr std::int64_t kCpuOrder = 512;
constexpr int kMostRepeats = 256;
constexpr double kLongEnough = 0.02;  ///< seconds: then the launch and the clock no longer count
constexpr int kRuns = 3;

using RateTable = std::map<std::string, double>;

InstructionPtr measured_instruction(const DeviceModel& device, ElementType type) {
    return kernels::gemm(kernels::default_gemm(type, device.is_gpu));
}

/// Makes A, B and C zero on the device, then C := A B + C `repeats` times; nothing goes through a link.
Program exec_only(const Target& target, DeviceIndex device, ElementType type, std::int64_t order,
                  int repeats) {
    ProgramBuilder builder(target);
    const RegisterId a = builder.reg(device, type, order, order);
    const RegisterId b = builder.reg(device, type, order, order);
    const RegisterId c = builder.reg(device, type, order, order);
    for (RegisterId r : {a, b, c}) builder.exec(kernels::zero(type), {r});
    const InstructionPtr gemm = measured_instruction(target.devices[device], type);
    for (int i = 0; i < repeats; ++i) builder.exec(gemm, {a, b, c}, {1.0, 1.0});
    return std::move(builder).finish();
}

double seconds_of(Machine& machine, const Program& program) {
    const auto start = std::chrono::steady_clock::now();
    machine.run(program, {});
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double best_seconds(Machine& machine, const Program& program) {
    machine.prepare(program);
    double best = seconds_of(machine, program);
    for (int i = 1; i < kRuns; ++i) best = std::min(best, seconds_of(machine, program));
    return best;
}

std::filesystem::path table_path(const std::string& cache_folder) {
    return std::filesystem::path(cache_folder) / "rates.json";
}

RateTable read_table(const std::string& cache_folder) {
    RateTable table;
    if (cache_folder.empty()) return table;
    std::ifstream file(table_path(cache_folder));
    const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
    if (!json.is_object()) return table;
    for (const auto& [key, value] : json.items())
        if (value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() > 0)
            table[key] = value.get<double>();
    return table;
}

/// A table that cannot be written is measured again next time: not worth failing for.
void write_table(const std::string& cache_folder, const RateTable& table) {
    if (cache_folder.empty()) return;
    std::error_code ignored;
    std::filesystem::create_directories(cache_folder, ignored);
    const std::filesystem::path path = table_path(cache_folder);
    const std::filesystem::path temporary = path.string() + "." + std::to_string(getpid());
    {
        std::ofstream file(temporary);
        file << nlohmann::json(table).dump(2) << "\n";
        if (!file.flush()) {
            file.close();
            std::filesystem::remove(temporary, ignored);
            return;
        }
    }
    std::filesystem::rename(temporary, path, ignored);
}

std::string table_key(const DeviceInfo& info, const DeviceModel& device, ElementType type) {
    // A driver may name devices in any bytes; JSON text is UTF-8.
    std::string key = info.name + " | " + info.driver + " | " + std::to_string(info.compute_units) +
                      " units | " + measured_instruction(device, type)->name;
    std::replace_if(
        key.begin(), key.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return key;
}

}  // namespace

double measure_gemm_rate(Machine& machine, const Target& target, DeviceIndex device, ElementType type) {
    const DeviceModel& model = target.devices[device];
    const std::int64_t fitting = std::min(model.memory / 4, model.largest_slot) / size_of(type);
    const std::int64_t order =
        std::min(model.is_gpu ? kGpuOrder : kCpuOrder, static_cast<std::int64_t>(std::sqrt(fitting)));
    if (order < 1) return model.rate(type);
    const double flops = 2.0 * std::pow(static_cast<double>(order), 3);
    for (int repeats = 1;; repeats *= 4) {
        const Program program = exec_only(target, device, type, order, repeats);
        const double seconds = best_seconds(machine, program);
        if (seconds >= kLongEnough || repeats >= kMostRepeats) return flops * repeats / seconds;
    }
}

void set_measured_rates(Target& target, Machine& machine, const std::string& cache_folder) {
    RateTable table = read_table(cache_folder);
    bool measured = false;
    for (std::size_t d = 0; d < target.devices.size(); ++d)
        for (ElementType type : {ElementType::f32, ElementType::f64}) {
            DeviceModel& model = target.devices[d];
            if (type == ElementType::f64 && !model.has_f64) continue;
            const std::string key = table_key(machine.device(d), model, type);
            if (!table.contains(key)) {
                table[key] = measure_gemm_rate(machine, target, static_cast<DeviceIndex>(d), type);
                measured = true;
            }
            (type == ElementType::f64 ? model.rate_f64 : model.rate_f32) = table[key];
        }
    if (measured) write_table(cache_folder, table);
}

}  // namespace hg
