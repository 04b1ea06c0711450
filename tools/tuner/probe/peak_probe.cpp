#include "tools/tuner/probe/peak_probe.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "kernels/probe/memory_pattern.hpp"
#include "kernels/probe/peak_kernel.hpp"
#include "tools/tuner/probe/launch_times.hpp"
#include "tools/tuner/probe/peak_candidate.hpp"
#include "tools/tuner/worker/timing.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr int kMatrixItems = 256;
constexpr int kBarrierItems = 128;

/// Operands of i32 in the device's memory.
class Words {
  public:
    Words(DeviceWork& work, std::int64_t count)
        : work_(work), count_(count), memory_(work.device().allocate(count * size_of(ElementType::i32))) {}

    [[nodiscard]] LiveRegister live() const {
        return {{ElementType::i32, 0, count_, 1, count_}, memory_.get()};
    }
    [[nodiscard]] std::vector<std::int32_t> read() const {
        std::vector<std::int32_t> words(static_cast<std::size_t>(count_));
        work_.store(live(), words.data());
        return words;
    }
    void clear() const {
        const std::vector<std::int32_t> zeros(static_cast<std::size_t>(count_));
        work_.load(zeros.data(), live());
    }

  private:
    DeviceWork& work_;
    std::int64_t count_;
    std::unique_ptr<DeviceMemory> memory_;
};

class PeakProbe {
  public:
    explicit PeakProbe(DeviceWork& work)
        : work_(work),
          info_(work.device().info()),
          units_(static_cast<int>(std::max<std::int64_t>(1, info_.compute_units))),
          launch_(peak_launch_seconds(info_)) {}

    /// The rate of a kernel; nothing if the device lacks what it needs.
    std::optional<double> rate(const PeakKernel& k) {
        const ElementType scalar = k.type == PeakType::f64   ? ElementType::f64
                                   : k.type == PeakType::i32 ? ElementType::i32
                                                             : ElementType::f32;
        if (scalar == ElementType::f64 && !info_.has_f64) return {};
        if (k.type == PeakType::f16 && !k.ptx && !info_.has_f16) return {};
        return rate(k, peak_arithmetic(k), {ScalarValue(-1.0), ScalarValue(8.0)},
                    [&](std::int64_t item, std::int64_t) { return k.result(item); });
    }
    std::optional<double> rate(const MatrixPeak& k) {
        return rate(k, peak_matrix(k), {ScalarValue(1.0)},
                    [&](std::int64_t, std::int64_t rounds) { return k.result(rounds); });
    }
    PeakLatencies latencies();

  private:
    template <class Kernel, class Result>
    std::optional<double> rate(const Kernel& k, const InstructionPtr& instruction,
                               std::vector<ScalarValue> scalars, const Result& result) {
        if (!info_.is_host && !unmet_need(instruction->needs, info_.traits).empty()) return {};
        work_.device().prepare(*instruction);
        const Words words(work_, std::int64_t{k.items} * k.groups);
        KernelCall call{instruction, {words.live()}, std::move(scalars)};
        call.scalars.insert(call.scalars.begin(), ScalarValue(1.0));
        const std::int64_t rounds = peak_rounds(launch_, [&](std::int64_t tried) {
            call.scalars.front() = ScalarValue(static_cast<double>(tried));
            return work_.run({&call, 1}).front();
        });
        const LaunchTimes times = launch_times(work_, call, {.seconds = 8 * launch_, .least = 3, .most = 8});
        const std::vector<std::int32_t> found = words.read();
        for (std::size_t item = 0; item < found.size(); ++item)
            if (found[item] != result(static_cast<std::int64_t>(item), rounds))
                throw Error(ErrorCode::device_failed, instruction->name + ": wrong results");
        return k.operations(rounds) / times.best;
    }

    double barrier_seconds();

    DeviceWork& work_;
    const DeviceInfo& info_;
    int units_;
    double launch_;
};

PeakLatencies PeakProbe::latencies() {
    constexpr std::size_t kFew = 64, kMany = 512;
    constexpr int kTimes = 20;
    const InstructionPtr nothing = memory_pattern(ElementType::f32);
    work_.device().prepare(*nothing);
    const Words words(work_, 1);
    LiveRegister one = words.live();
    one.shape.type = ElementType::f32;
    const KernelCall call{nothing, {one}, {ScalarValue(0.0)}};
    work_.run_in_a_row(call, kFew);
    PeakLatencies found;
    std::vector<double> rows, events, kernels;
    for (int i = 0; i < kTimes; ++i) {
        events.push_back(work_.run_in_a_row(call, 1));
        kernels.push_back(work_.run({&call, 1}).front());
        if (i % 4 == 0)
            rows.push_back((work_.run_in_a_row(call, kMany) - work_.run_in_a_row(call, kFew)) /
                           static_cast<double>(kMany - kFew));
    }
    found.launch = std::max(median(rows), 1e-9);
    found.event = median(events);
    found.kernel = median(kernels);
    if (info_.is_gpu) found.group_barrier = barrier_seconds();
    return found;
}

double PeakProbe::barrier_seconds() {
    constexpr double kFew = 1000, kMany = 11000;
    const InstructionPtr barrier = group_barrier(units_, kBarrierItems);
    work_.device().prepare(*barrier);
    const Words counter(work_, 1), values(work_, units_), result(work_, units_);
    const auto seconds = [&](double rounds) {
        counter.clear();
        const KernelCall call{barrier, {counter.live(), values.live(), result.live()}, {ScalarValue(rounds)}};
        return work_.run({&call, 1}).front();
    };
    seconds(kFew);
    const double few = seconds(kFew);
    const double spent = std::max(seconds(kMany) - few, 1e-9);
    const std::vector<std::int32_t> found = result.read();
    for (int g = 0; g < units_; ++g)
        if (found[static_cast<std::size_t>(g)] != (g + 1) % units_ + 1)
            throw Error(ErrorCode::device_failed, barrier->name + ": wrong results");
    return spent / (kMany - kFew);
}

/// The kernels of each row of the table: the best of them counts.
struct Candidates {
    std::string unit, type;
    int vector = 0;
    std::vector<PeakKernel> arithmetic;
    std::vector<MatrixPeak> matrix;
};

std::vector<Candidates> arithmetic_candidates(const DeviceInfo& info) {
    std::vector<Candidates> all;
    for (const PeakType type : kPeakTypes)
        for (const int vector : kPeakVectors) {
            const PeakKernel k = peak_candidate(info, type, vector);
            if (k.ptx && vector == 1) continue;
            all.push_back({type == PeakType::i32 ? "mad" : "fma", std::string(name(type)), vector, {k}, {}});
        }
    return all;
}

std::vector<Candidates> matrix_candidates(const DeviceInfo& info, int units) {
    std::vector<Candidates> all;
    if (info.traits.nvidia_capability < 80) return all;
    for (const MatrixFormat format : kMatrixFormats) {
        Candidates row{"matrix", std::string(name(format)), 0, {}, {}};
        for (const int chains : {4, 8})
            row.matrix.push_back({format, chains, kMatrixItems, units * 4,
                                  format != MatrixFormat::f64 || info.traits.nvidia_capability >= 90});
        all.push_back(std::move(row));
    }
    return all;
}

struct UnitsOfCapability {
    int capability;
    const char* unit;
    const char* type;
    double operations;  ///< of a compute unit in a clock
};

// CUDA C++ Programming Guide, "Arithmetic Instructions"; data sheets of A100 and H100 for matrix units.
constexpr UnitsOfCapability kMakers[]{
    {80, "fma", "f64", 64},       {80, "fma", "f32", 128},      {80, "fma", "f16", 512},
    {80, "mad", "i32", 128},      {80, "matrix", "f64", 128},   {80, "matrix", "f16", 2048},
    {80, "matrix", "bf16", 2048}, {80, "matrix", "tf32", 1024}, {80, "matrix", "i8", 4096},
    {86, "fma", "f64", 4},        {86, "fma", "f32", 256},      {86, "fma", "f16", 256},
    {86, "mad", "i32", 128},      {89, "fma", "f64", 4},        {89, "fma", "f32", 256},
    {89, "fma", "f16", 256},      {89, "mad", "i32", 128},      {90, "fma", "f64", 128},
    {90, "fma", "f32", 256},      {90, "fma", "f16", 512},      {90, "mad", "i32", 128},
    {90, "matrix", "f64", 256},   {90, "matrix", "f16", 4096},  {90, "matrix", "bf16", 4096},
    {90, "matrix", "tf32", 2048}, {90, "matrix", "i8", 8192},
};

}  // namespace

double PeakSurvey::best(const std::string& unit, const std::string& type) const {
    double most = 0;
    for (const PeakRate& r : rates)
        if (r.unit == unit && r.type == type) most = std::max(most, r.rate);
    return most;
}

double makers_peak(const DeviceInfo& device, const std::string& unit, const std::string& type) {
    for (const UnitsOfCapability& m : kMakers)
        if (m.capability == device.traits.nvidia_capability && m.unit == unit && m.type == type)
            return m.operations * static_cast<double>(device.compute_units) *
                   static_cast<double>(device.largest_clock) * 1e6;
    return 0;
}

PeakSurvey survey_peak(DeviceWork& work,
                       const std::function<bool(const std::string& what, double share)>& go_on) {
    PeakSurvey survey;
    const DeviceInfo& info = work.device().info();
    const int units = static_cast<int>(std::max<std::int64_t>(1, info.compute_units));
    PeakProbe probe(work);
    if (!go_on("latencies", 0)) return survey;
    survey.latencies = probe.latencies();
    std::vector<Candidates> all;
    if (!info.is_host) all = arithmetic_candidates(info);
    for (Candidates& row : matrix_candidates(info, units)) all.push_back(std::move(row));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Candidates& row = all[i];
        if (!go_on(row.unit + " " + row.type, static_cast<double>(i) / static_cast<double>(all.size())))
            break;
        PeakRate best{row.unit, row.type, row.vector, 0, makers_peak(info, row.unit, row.type), ""};
        const auto consider = [&](const auto& kernel) {
            if (const auto rate = probe.rate(kernel); rate && *rate > best.rate) {
                best.rate = *rate;
                best.kernel = name(kernel);
            }
        };
        for (const PeakKernel& k : row.arithmetic) consider(k);
        for (const MatrixPeak& k : row.matrix) consider(k);
        if (best.rate > 0) survey.rates.push_back(std::move(best));
    }
    return survey;
}

}  // namespace hg::kernels
