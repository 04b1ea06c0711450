#include "runtime/machine/measure/peak_survey.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/machine/measure/kernels/memory_pattern.hpp"
#include "runtime/machine/measure/timing.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr double kGpuLaunch = 10e-3;  ///< the intended seconds of a launch
constexpr double kCpuLaunch = 3e-3;
constexpr std::int64_t kMostRounds = 1 << 16;
constexpr int kNumbers = 16;  ///< the independent numbers of a work-item
constexpr int kGpuItems = 256;
constexpr int kCpuItems = 64;
constexpr int kMatrixItems = 256;
constexpr int kBarrierItems = 128;
/// The numbers in a vector. The fastest choice depends on the device.
constexpr int kVectors[] = {1, 2, 4, 8, 16};

int units_of(const DeviceInfo& info) {
    return static_cast<int>(std::max<std::int64_t>(1, info.compute_units));
}

/// Returns a kernel with multiply-adds on 16 numbers of each work-item, and with enough work-items and
/// work-groups to keep all compute units busy. For f16, it uses NVIDIA's instructions if the device has them;
/// these have no vectors of 1.
PeakKernel peak_candidate(const DeviceInfo& info, PeakType type, int vector) {
    return {.type = type,
            .vector = vector,
            .chains = std::max(1, kNumbers / vector),
            .items = info.is_gpu ? kGpuItems : kCpuItems,
            .groups = units_of(info) * (info.is_gpu ? 8 : 4),
            .ptx = type == PeakType::f16 && info.traits.nvidia_capability >= 53};
}

/// Returns the number of rounds with which a launch takes between half of `launch` and about `launch`
/// seconds. `seconds` runs a launch with the given rounds and returns its time.
template <class Seconds>
std::int64_t peak_rounds(double launch, const Seconds& seconds) {
    for (std::int64_t rounds = 1;;) {
        const double spent = seconds(rounds);
        if (spent >= launch / 2 || rounds >= kMostRounds) return rounds;
        const double factor = std::clamp(launch / std::max(spent, 1e-7), 2.0, 64.0);
        rounds = std::min(static_cast<std::int64_t>(static_cast<double>(rounds) * factor), kMostRounds);
    }
}

double launch_of(const DeviceInfo& info) {
    return info.is_gpu ? kGpuLaunch : kCpuLaunch;
}

/// Returns false if the device cannot run the kernel.
bool takes(const DeviceInfo& info, const PeakKernel& k) {
    if (k.vector > 0 && k.type == PeakType::f64 && !info.has_f64) return false;
    if (k.vector > 0 && k.type == PeakType::f16 && (k.ptx ? k.vector == 1 : !info.has_f16)) return false;
    return info.is_host || unmet_need(peak_kernel(k)->needs, info.traits).empty();
}

double barrier_seconds(DeviceWork& work) {
    constexpr double kFew = 1000, kMany = 11000;
    const int units = units_of(work.info());
    const InstructionPtr barrier = group_barrier(units, kBarrierItems);
    work.prepare(*barrier);
    const DeviceWords counter(work, 1), values(work, units), result(work, units);
    const auto seconds = [&](double rounds) {
        counter.write({0});
        const KernelCall call{barrier, {counter.live(), values.live(), result.live()}, {ScalarValue(rounds)}};
        return work.run({&call, 1}).front();
    };
    seconds(kFew);
    const double few = seconds(kFew);
    const double spent = std::max(seconds(kMany) - few, 1e-9);
    const std::vector<std::int32_t> found = result.read();
    for (int g = 0; g < units; ++g)
        if (found[static_cast<std::size_t>(g)] != (g + 1) % units + 1)
            throw Error(ErrorCode::device_failed, barrier->name + ": wrong results");
    return spent / (kMany - kFew);
}

PeakLatencies measure_launches(DeviceWork& work) {
    constexpr int kFew = 64, kMany = 512, kTimes = 20;
    const InstructionPtr nothing = memory_pattern(ElementType::f32);
    work.prepare(*nothing);
    const DeviceWords words(work, 1);
    LiveRegister one = words.live();
    one.shape.type = ElementType::f32;
    const KernelCall call{nothing, {one}, {ScalarValue(0.0)}};
    const auto row = [&](int count) { return work.run_unobserved({&call, 1}, count); };
    row(kFew);
    std::vector<double> rows, events, kernels;
    for (int i = 0; i < kTimes; ++i) {
        events.push_back(row(1));
        kernels.push_back(work.run({&call, 1}).front());
        if (i % 4 == 0) rows.push_back((row(kMany) - row(kFew)) / (kMany - kFew));
    }
    PeakLatencies found{std::max(median(rows), 1e-9), median(events), median(kernels)};
    if (work.info().is_gpu) found.group_barrier = barrier_seconds(work);
    return found;
}

/// The kernels for a row of the table, which shows the best of them.
struct Candidates {
    std::string unit;
    std::vector<PeakKernel> kernels;
};

std::vector<Candidates> candidates_of(const DeviceInfo& info) {
    std::vector<Candidates> all;
    if (!info.is_host)
        for (const PeakType type : kVectorPeaks)
            for (const int vector : kVectors)
                all.push_back({type == PeakType::i32 ? "mad" : "fma", {peak_candidate(info, type, vector)}});
    if (info.traits.nvidia_capability < 80) return all;
    for (const PeakType type : kMatrixPeaks) {
        Candidates& row = all.emplace_back(Candidates{"matrix", {}});
        for (const int chains : {4, 8})
            row.kernels.push_back({.type = type,
                                   .vector = 0,
                                   .chains = chains,
                                   .items = kMatrixItems,
                                   .groups = units_of(info) * 4,
                                   .narrow = type == PeakType::f64 && info.traits.nvidia_capability < 90});
    }
    return all;
}

struct UnitsOfCapability {
    int capability;
    const char* unit;
    const char* type;
    double operations;  ///< of a compute unit per clock cycle
};

// From the CUDA C++ Programming Guide, "Arithmetic Instructions", and for matrix units from the data sheets
// of A100 and H100.
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

std::vector<std::int32_t> DeviceWords::read() const {
    std::vector<std::int32_t> words(static_cast<std::size_t>(count_));
    work_.store(live(), words.data());
    return words;
}

PeakRun::PeakRun(DeviceWork& work, const PeakKernel& k)
    : work_(&work), result_(work, k.work_items()), call_{peak_kernel(k), {result_.live()}, {}} {
    work.prepare(*call_.instruction);
    const std::int64_t rounds = peak_rounds(launch_of(work.info()), [&](std::int64_t tried) {
        call_.scalars = k.scalars(tried);
        return work.run({&call_, 1}).front();
    });
    operations_ = k.operations(rounds);
    for (std::int64_t item = 0; item < k.work_items(); ++item) expected_.push_back(k.result(item, rounds));
}

double PeakRun::rate() {
    const Effort effort{.seconds = 8 * launch_of(work_->info()), .least = 3, .most = 8};
    return operations_ / std::max(work_->launch_times(call_, effort).best, 1e-9);
}

void PeakRun::require_right() const {
    if (result_.read() != expected_)
        throw Error(ErrorCode::device_failed, call_.instruction->name + ": wrong results");
}

PeakRun fastest_peak(DeviceWork& work, ElementType type) {
    const PeakType peak_type = needs_f64(type) ? PeakType::f64 : PeakType::f32;
    std::optional<PeakRun> fastest;
    double best = 0;
    for (const int vector : kVectors) {
        PeakRun run(work, peak_candidate(work.info(), peak_type, vector));
        if (const double rate = run.rate(); rate > best) {
            best = rate;
            fastest.emplace(std::move(run));
        }
    }
    return std::move(*fastest);
}

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

PeakSurvey survey_peak(DeviceWork& work, const SurveyProgress& go_on) {
    PeakSurvey survey;
    const DeviceInfo& info = work.info();
    if (!go_on("latencies", 0)) return survey;
    survey.latencies = measure_launches(work);
    const std::vector<Candidates> all = candidates_of(info);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& [unit, kernels] = all[i];
        const std::string type(name(kernels.front().type));
        if (!go_on(unit + " " + type, static_cast<double>(i) / static_cast<double>(all.size()))) break;
        PeakRate best{unit, type, kernels.front().vector, 0, makers_peak(info, unit, type), ""};
        for (const PeakKernel& kernel : kernels) {
            if (!takes(info, kernel)) continue;
            PeakRun run(work, kernel);
            const double rate = run.rate();
            run.require_right();
            if (rate <= best.rate) continue;
            best.rate = rate;
            best.kernel = name(kernel);
        }
        if (best.rate > 0) survey.rates.push_back(std::move(best));
    }
    return survey;
}

}  // namespace hg
