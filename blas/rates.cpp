#include "blas/rates.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <system_error>
#include <vector>

#include "blas/register_gemm.hpp"
#include "kernels/scale.hpp"
#include "runtime/program/builder.hpp"

namespace hg {
namespace {

constexpr std::int64_t kGpuOrder = 4096;
constexpr std::int64_t kCpuOrder = 512;
constexpr int kMostRepeats = 256;
constexpr double kLongEnough = 0.02;  ///< seconds: then the launch and the clock no longer count
constexpr int kRuns = 3;

using RateTable = std::map<std::string, double>;

/// The order of the square product that is measured; 0 where the device has no memory for any.
std::int64_t measured_order(const DeviceModel& device, ElementType type) {
    const std::int64_t fitting = std::min(device.memory / 4, device.largest_slot) / size_of(type);
    return std::min(device.is_gpu ? kGpuOrder : kCpuOrder,
                    static_cast<std::int64_t>(std::sqrt(static_cast<double>(fitting))));
}

RegisterGemm measured_gemm(const kernels::Database& database, const DeviceModel& device, ElementType type) {
    const std::int64_t order = measured_order(device, type);
    return {database, device, type, Op::none, Op::none, order, order, order};
}

/// Loads X once, then C := X X + C `repeats` times, with C from zero.
Program repeated_product(const Target& target, DeviceIndex device, const RegisterGemm& gemm,
                         std::int64_t order, int repeats) {
    const ElementType type = gemm.choice().parameters.type;
    ProgramBuilder builder(target);
    const ParameterId matrix = builder.matrix("X", type, order, order);
    const RegisterId x = builder.reg(device, type, order, order);
    const RegisterId c = builder.reg(device, type, order, order);
    builder.load(x, {matrix, 0, 0, order, order});
    builder.exec(kernels::zero(type), {c});
    for (int i = 0; i < repeats; ++i) gemm.append(builder, 1.0, x, x, 1.0, c);
    return std::move(builder).finish();
}

/// Adds up the time between the ends of the first and the last product: the load does not count.
class ProductTime final : public Observer {
  public:
    explicit ProductTime(const Program& program) : program_(program) {}

    void on_interval(const Interval& interval) noexcept override {
        if (interval.track != Track::queue || !is_product(interval.command)) return;
        const std::lock_guard lock(mutex_);
        first_ = std::min(first_, interval.end);
        last_ = std::max(last_, interval.end);
    }
    [[nodiscard]] double seconds() const { return last_ - first_; }

  private:
    [[nodiscard]] bool is_product(CommandId command) const {
        return program_.command(command).operation == Operation::exec &&
               program_.operands(command).size() == 3;
    }

    const Program& program_;
    std::mutex mutex_;
    double first_ = std::numeric_limits<double>::infinity();
    double last_ = 0;
};

/// Random numbers in [-0.5, 0.5): zeros would need less power, and run faster on some devices.
template <class T>
std::vector<T> random_matrix(std::int64_t order) {
    std::minstd_rand generator(1);
    std::vector<T> matrix(static_cast<std::size_t>(order * order));
    for (T& x : matrix) x = static_cast<T>(generator()) / static_cast<T>(std::minstd_rand::max()) - T(0.5);
    return matrix;
}

template <class T>
double measured_rate(Machine& machine, const Target& target, DeviceIndex device, const RegisterGemm& gemm,
                     std::int64_t order) {
    const std::vector<T> matrix = random_matrix<T>(order);
    const double flops = 2.0 * std::pow(static_cast<double>(order), 3);
    for (int repeats = 2;; repeats *= 4) {
        const Program program = repeated_product(target, device, gemm, order, repeats);
        machine.prepare(program);
        double best = std::numeric_limits<double>::infinity();
        for (int i = 0; i < kRuns; ++i) {
            ProductTime time(program);
            machine.run(program, Bindings{}.matrix("X", matrix.data(), order), &time);
            best = std::min(best, time.seconds());
        }
        if (best >= kLongEnough || repeats >= kMostRepeats) return flops * (repeats - 1) / best;
    }
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

std::string table_key(const DeviceInfo& info, const RegisterGemm& gemm) {
    // A driver may name devices in any bytes; JSON text is UTF-8.
    std::string key = info.name + " | " + info.driver + " | " + std::to_string(info.compute_units) +
                      " units | " + kernels::name(gemm.choice().parameters);
    std::replace_if(
        key.begin(), key.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return key;
}

}  // namespace

double measure_gemm_rate(Machine& machine, const Target& target, DeviceIndex device, ElementType type,
                         const kernels::Database& database) {
    const DeviceModel& model = target.devices[device];
    const std::int64_t order = measured_order(model, type);
    if (order < 1) return model.rate(type);
    const RegisterGemm gemm = measured_gemm(database, model, type);
    return type == ElementType::f64 ? measured_rate<double>(machine, target, device, gemm, order)
                                    : measured_rate<float>(machine, target, device, gemm, order);
}

void set_measured_rates(Target& target, Machine& machine, const kernels::Database& database,
                        const std::string& cache_folder) {
    RateTable table = read_table(cache_folder);
    bool measured = false;
    for (std::size_t d = 0; d < target.devices.size(); ++d)
        for (ElementType type : {ElementType::f32, ElementType::f64}) {
            DeviceModel& model = target.devices[d];
            if (type == ElementType::f64 && !model.has_f64) continue;
            const std::string key = table_key(machine.device(d), measured_gemm(database, model, type));
            if (!table.contains(key)) {
                table[key] = measure_gemm_rate(machine, target, static_cast<DeviceIndex>(d), type, database);
                measured = true;
            }
            (type == ElementType::f64 ? model.rate_f64 : model.rate_f32) = table[key];
        }
    if (measured) write_table(cache_folder, table);
}

}  // namespace hg
