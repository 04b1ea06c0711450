#include "runtime/machine/measure/links.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>
#include <vector>

#include "runtime/machine/measure/copying_target.hpp"
#include "runtime/machine/measure/timing.hpp"
#include "runtime/machine/trace/spans.hpp"
#include "runtime/threads/available_cores.hpp"
#include "runtime/threads/parallel_for.hpp"
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

constexpr std::int64_t kRows = 1 << 10;
constexpr std::int64_t kColumnBytes = kRows * 4;
constexpr std::int64_t kLargestTile = std::int64_t{32} << 20;
/// The bytes of each matrix for each device: more than caches hold if there are GPUs, otherwise so few that
/// the measurement takes little time.
constexpr std::int64_t kBytesOfGpu = std::int64_t{128} << 20;
constexpr std::int64_t kBytesOfOther = std::int64_t{32} << 20;
constexpr int kSweepsOfGpu = 4;
constexpr int kSweepsOfOther = 1;
constexpr int kSweepRuns = 3;
/// More threads must copy this many times as fast: they take cores from others.
constexpr double kNotable = 1.03;

struct Directions {
    bool in = false;
    bool out = false;
};

/// The host matrices. Each device has its own `tiles` tiles side by side, which are moved `sweeps` times.
struct Shape {
    std::int64_t devices, tiles, tile_cols;
    int sweeps;

    [[nodiscard]] std::int64_t cols() const { return tiles * tile_cols; }
    [[nodiscard]] std::int64_t all_cols() const { return devices * cols(); }
    [[nodiscard]] std::int64_t bytes() const { return all_cols() * kColumnBytes; }
};

/// Returns the shape in which each device's columns of a matrix, over all sweeps, have `wanted` bytes, or the
/// default number if that is 0.
Shape probe_shape(const Target& target, std::int64_t wanted) {
    const bool gpus = std::all_of(target.devices.begin(), target.devices.end(),
                                  [](const DeviceModel& device) { return device.is_gpu; });
    const int sweeps = gpus ? kSweepsOfGpu : kSweepsOfOther;
    const std::int64_t bytes = wanted > 0 ? std::max(wanted / sweeps, kColumnBytes)
                               : gpus     ? kBytesOfGpu
                                          : kBytesOfOther;
    // Use at least four tiles, so that the first and the last have little influence.
    std::int64_t tile_bytes = std::min(kLargestTile, bytes / 4);
    for (const DeviceModel& device : target.devices)
        tile_bytes = std::min({tile_bytes, device.largest_slot, device.memory / 8});
    const std::int64_t tile_cols = std::max<std::int64_t>(1, tile_bytes / kColumnBytes);
    const std::int64_t tiles = std::clamp<std::int64_t>(bytes / kColumnBytes / tile_cols, 1, 64);
    return {static_cast<std::int64_t>(target.devices.size()), tiles, tile_cols, sweeps};
}

/// Returns a program that loads from "M" and stores to "N", depending on `directions`, on each of `devices`.
Program transfers(const Target& target, const Shape& shape, const std::vector<DeviceIndex>& devices,
                  Directions directions, const InstructionPtr& zero) {
    ProgramBuilder builder(copying(target));
    ParameterId in{}, out{};
    std::vector<RegisterId> sources;
    if (directions.in) in = builder.matrix("M", ElementType::f32, kRows, shape.all_cols());
    if (directions.out) {
        out = builder.matrix("N", ElementType::f32, kRows, shape.all_cols());
        for (const DeviceIndex d : devices) {
            sources.push_back(builder.reg(d, ElementType::f32, kRows, shape.tile_cols));
            builder.exec(zero, {sources.back()});
        }
    }
    for (std::int64_t tile = 0; tile < shape.sweeps * shape.tiles; ++tile)
        for (std::size_t i = 0; i < devices.size(); ++i) {
            const std::int64_t col = devices[i] * shape.cols() + tile % shape.tiles * shape.tile_cols;
            if (directions.in)
                builder.load(builder.reg(devices[i], ElementType::f32, kRows, shape.tile_cols),
                             {in, 0, col, kRows, shape.tile_cols});
            if (directions.out) builder.store({out, 0, col, kRows, shape.tile_cols}, sources[i]);
        }
    return std::move(builder).finish();
}

/// The staging copies in a run: the seconds during which at least one was in progress.
struct Copies {
    double seconds = 0;
    double bytes = 0;
};

Copies copies_of(const Trace& trace) {
    Spans spans;
    Copies result;
    for (const Interval& interval : trace.intervals())
        if (interval.track == Track::copy) {
            spans.add(interval.begin, interval.end);
            result.bytes += static_cast<double>(interval.bytes);
        }
    result.seconds = spans.covered();
    return result;
}

class LinkProbe {
  public:
    LinkProbe(Machine& machine, InstructionPtr zero, std::int64_t bytes)
        : machine_(machine), zero_(std::move(zero)), shape_(probe_shape(machine.target(), bytes)) {
        for (DeviceIndex d = 0; d < machine.device_count(); ++d) all_.push_back(d);
    }

    TransferRates measure() {
        TransferRates rates;
        {
            const auto in = machine_.allocate_pinned(shape_.bytes());
            const auto out = machine_.allocate_pinned(shape_.bytes());
            in_ = reinterpret_cast<float*>(in->data());
            out_ = reinterpret_cast<float*>(out->data());
            for (const DeviceIndex d : all_) rates.alone.push_back(rates_of({d}));
            rates.together = all_.size() == 1 ? rates.alone.front() : rates_of(all_);
        }
        const auto elements = static_cast<std::size_t>(shape_.bytes() / 4);
        std::vector<float> in(elements);
        std::vector<float> out(elements);
        in_ = in.data();
        out_ = out.data();
        rates.host_read = read_rate(in);
        const std::vector<int> counts = thread_counts();
        try {
            for (const int threads : counts) measure_staging(threads, rates);
        } catch (...) {
            machine_.set_staging_threads(counts.front());
            throw;
        }
        machine_.set_staging_threads(rates.staging_threads);
        return rates;
    }

  private:
    /// Returns the numbers of threads to try, ascending, the first of which is that of the machine.
    [[nodiscard]] std::vector<int> thread_counts() const {
        const int usual = machine_.staging_threads();
        const int most = available_cores() * 3 / 4;
        std::vector<int> counts{usual};
        while (counts.back() < most) counts.push_back(std::min(counts.back() + std::max(1, usual / 2), most));
        return counts;
    }

    /// Keeps the rates if these threads copy notably faster than fewer.
    void measure_staging(int threads, TransferRates& rates) {
        machine_.set_staging_threads(threads);
        if (machine_.staging_threads() != threads) return;  // the user has chosen another number
        copies_ = {};
        const LinkRates staged = rates_of(all_);
        if (staged.in + staged.both < kNotable * (rates.staged.in + rates.staged.both)) return;
        rates.staged = staged;
        rates.staging_threads = threads;
        if (copies_.seconds > 0) rates.host_copy = copies_.bytes / copies_.seconds;
    }

    static double read_rate(const std::vector<float>& from) {
        std::atomic<float> sum{0};
        const double seconds = best_seconds(kSweepRuns, [&] {
            parallel_for(static_cast<std::int64_t>(from.size()), [&](std::int64_t first, std::int64_t last) {
                sum = std::reduce(from.begin() + first, from.begin() + last, 0.0F);
            });
        });
        return static_cast<double>(from.size() * sizeof(float)) / seconds;
    }

    LinkRates rates_of(const std::vector<DeviceIndex>& devices) {
        return {rate(devices, {true, false}), rate(devices, {false, true}), rate(devices, {true, true})};
    }

    double rate(const std::vector<DeviceIndex>& devices, Directions directions) {
        const Program program = transfers(machine_.target(), shape_, devices, directions, zero_);
        Bindings bindings;
        if (directions.in) bindings.matrix("M", std::as_const(in_), kRows);
        if (directions.out) bindings.matrix("N", out_, kRows);
        double best = 0;
        Copies copies;
        for (int i = 0; i < kSweepRuns + 1; ++i) {
            Trace trace;
            machine_.run_untraced(program, bindings, &trace);
            if (i == 0) continue;  // the first run allocates memory and makes kernels
            if (best != 0 && trace.seconds() >= best) continue;
            best = trace.seconds();
            copies = copies_of(trace);
        }
        copies_.seconds += copies.seconds;
        copies_.bytes += copies.bytes;
        const double one_way = static_cast<double>(shape_.cols() * kColumnBytes * shape_.sweeps) *
                               static_cast<double>(devices.size());
        return one_way * (directions.in && directions.out ? 2 : 1) / best;
    }

    Machine& machine_;
    InstructionPtr zero_;
    Shape shape_;
    std::vector<DeviceIndex> all_;
    float* in_ = nullptr;
    float* out_ = nullptr;
    Copies copies_;
};

}  // namespace

TransferRates measure_links(Machine& machine, const InstructionPtr& zero, std::int64_t bytes) {
    return LinkProbe(machine, zero, bytes).measure();
}

}  // namespace hg
