#include "blas/session/model/link_probe.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <hg/kernels/scale.hpp>
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

constexpr std::int64_t kRows = 1 << 10;
constexpr std::int64_t kColumnBytes = kRows * 4;
constexpr std::int64_t kLargestTile = std::int64_t{32} << 20;
/// Of each matrix, for each device: more than caches hold if there are GPUs, else so little that it takes no
/// time.
constexpr std::int64_t kBytesOfGpu = std::int64_t{128} << 20;
constexpr std::int64_t kBytesOfOther = std::int64_t{32} << 20;
constexpr int kSweepsOfGpu = 4;
constexpr int kSweepsOfOther = 1;
constexpr int kSweepRuns = 3;

struct Directions {
    bool in = false;
    bool out = false;
};
constexpr Directions kIn{true, false};
constexpr Directions kOut{false, true};
constexpr Directions kBoth{true, true};

/// The host matrices: each device has `cols` columns of its own, moved in tiles, `sweeps` times over.
struct Shape {
    std::int64_t devices, cols, tile_cols;
    int sweeps;

    [[nodiscard]] std::int64_t all_cols() const { return devices * cols; }
    [[nodiscard]] std::int64_t bytes() const { return all_cols() * kColumnBytes; }
};

/// In which each device's columns of a matrix, over all sweeps, have `wanted` bytes; 0: as many as usual.
Shape probe_shape(const Target& target, std::int64_t wanted) {
    const bool gpus = std::all_of(target.devices.begin(), target.devices.end(),
                                  [](const DeviceModel& device) { return device.is_gpu; });
    const int sweeps = gpus ? kSweepsOfGpu : kSweepsOfOther;
    const std::int64_t bytes = wanted > 0 ? std::max(wanted / sweeps, kColumnBytes)
                               : gpus     ? kBytesOfGpu
                                          : kBytesOfOther;
    // Four tiles at least, so that the first and the last weigh little.
    std::int64_t tile_bytes = std::min(kLargestTile, bytes / 4);
    for (const DeviceModel& device : target.devices)
        tile_bytes = std::min({tile_bytes, device.largest_slot, device.memory / 8});
    const std::int64_t tile_cols = std::max<std::int64_t>(1, tile_bytes / kColumnBytes);
    const std::int64_t tiles = std::clamp<std::int64_t>(bytes / kColumnBytes / tile_cols, 1, 64);
    return {static_cast<std::int64_t>(target.devices.size()), tiles * tile_cols, tile_cols, sweeps};
}

/// Loads from "M" and stores to "N", as `directions` say, on each of `devices`.
class TransferProgram {
  public:
    TransferProgram(const Target& target, const Shape& shape, std::vector<DeviceIndex> devices,
                    Directions directions)
        : shape_(shape), devices_(std::move(devices)), directions_(directions), builder_(target) {}

    Program build() && {
        if (directions_.in) in_ = builder_.matrix("M", ElementType::f32, kRows, shape_.all_cols());
        if (directions_.out) out_ = builder_.matrix("N", ElementType::f32, kRows, shape_.all_cols());
        if (directions_.out)
            for (const DeviceIndex d : devices_) {
                sources_.push_back(builder_.reg(d, ElementType::f32, kRows, shape_.tile_cols));
                builder_.exec(kernels::zero(ElementType::f32), {sources_.back()});
            }
        for (int sweep = 0; sweep < shape_.sweeps; ++sweep)
            for (std::int64_t col = 0; col < shape_.cols; col += shape_.tile_cols) append_tiles(col);
        return std::move(builder_).finish();
    }

  private:
    void append_tiles(std::int64_t col) {
        for (std::size_t i = 0; i < devices_.size(); ++i) {
            const std::int64_t first = devices_[i] * shape_.cols + col;
            if (directions_.in)
                builder_.load(builder_.reg(devices_[i], ElementType::f32, kRows, shape_.tile_cols),
                              {in_, 0, first, kRows, shape_.tile_cols});
            if (directions_.out) builder_.store({out_, 0, first, kRows, shape_.tile_cols}, sources_[i]);
        }
    }

    Shape shape_;
    std::vector<DeviceIndex> devices_;
    Directions directions_;
    ProgramBuilder builder_;
    ParameterId in_{};
    ParameterId out_{};
    std::vector<RegisterId> sources_;
};

/// Seconds in which at least one of the intervals is under way.
double covered(std::vector<Interval> intervals) {
    std::sort(intervals.begin(), intervals.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    double total = 0;
    double reached = 0;
    for (const Interval& interval : intervals) {
        total += std::max(0.0, interval.end - std::max(reached, interval.begin));
        reached = std::max(reached, interval.end);
    }
    return total;
}

/// What staging copies did in a run.
struct Copies {
    double seconds = 0;
    double bytes = 0;
};

Copies copies_of(const Trace& trace) {
    std::vector<Interval> list;
    Copies result;
    for (const Interval& interval : trace.intervals())
        if (interval.track == Track::copy) {
            list.push_back(interval);
            result.bytes += static_cast<double>(interval.bytes);
        }
    result.seconds = covered(std::move(list));
    return result;
}

class LinkProbe {
  public:
    LinkProbe(Machine& machine, std::int64_t bytes)
        : machine_(machine), shape_(probe_shape(machine.target(), bytes)) {
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
        copies_ = {};
        rates.staged = rates_of(all_);
        if (copies_.seconds > 0) rates.host_copy = copies_.bytes / copies_.seconds;
        return rates;
    }

  private:
    LinkRates rates_of(const std::vector<DeviceIndex>& devices) {
        return {rate(devices, kIn), rate(devices, kOut), rate(devices, kBoth)};
    }

    double rate(const std::vector<DeviceIndex>& devices, Directions directions) {
        const Program program = TransferProgram(machine_.target(), shape_, devices, directions).build();
        Bindings bindings;
        if (directions.in) bindings.matrix("M", std::as_const(in_), kRows);
        if (directions.out) bindings.matrix("N", out_, kRows);
        double best = 0;
        Copies copies;
        for (int i = 0; i < kSweepRuns + 1; ++i) {
            Trace trace;
            machine_.run_untraced(program, bindings, &trace);
            if (i == 0) continue;  // the first one makes the memory and the kernels
            if (best != 0 && trace.seconds() >= best) continue;
            best = trace.seconds();
            copies = copies_of(trace);
        }
        copies_.seconds += copies.seconds;
        copies_.bytes += copies.bytes;
        const double one_way = static_cast<double>(shape_.cols * kColumnBytes * shape_.sweeps) *
                               static_cast<double>(devices.size());
        return one_way * (directions.in && directions.out ? 2 : 1) / best;
    }

    Machine& machine_;
    Shape shape_;
    std::vector<DeviceIndex> all_;
    float* in_ = nullptr;
    float* out_ = nullptr;
    Copies copies_;
};

}  // namespace

TransferRates measure_links(Machine& machine, std::int64_t bytes) {
    return LinkProbe(machine, bytes).measure();
}

}  // namespace hg
