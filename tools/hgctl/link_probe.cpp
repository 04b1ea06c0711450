#include "link_probe.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/scale.hpp"
#include "runtime/machine/trace.hpp"
#include "runtime/program/builder.hpp"

namespace hgctl {
namespace {

constexpr std::int64_t kRows = 1 << 10;
constexpr int kSweeps = 2;
constexpr int kRuns = 3;

/// The host matrix "M" of a probe: each device has `cols` columns of its own, moved in tiles.
struct Shape {
    std::int64_t devices, cols, tile_cols;

    [[nodiscard]] std::int64_t elements() const { return kRows * cols * devices; }
    [[nodiscard]] double bytes_moved() const { return static_cast<double>(elements()) * 4 * kSweeps; }
};

Shape probe_shape(const hg::Target& target, std::int64_t bytes_per_device) {
    std::int64_t tile_bytes = std::min<std::int64_t>(std::int64_t{32} << 20, bytes_per_device);
    for (const hg::DeviceModel& device : target.devices)
        tile_bytes = std::min({tile_bytes, device.largest_slot, device.memory / 4});
    const std::int64_t tile_cols = std::max<std::int64_t>(1, tile_bytes / (4 * kRows));
    const std::int64_t tiles = std::max<std::int64_t>(1, bytes_per_device / (4 * kRows * tile_cols));
    return {static_cast<std::int64_t>(target.devices.size()), tiles * tile_cols, tile_cols};
}

/// Calls tile(device, host tile) for every tile of every device, `kSweeps` times over.
template <class Body>
void for_each_tile(const Shape& shape, hg::ParameterId matrix, const Body& tile) {
    for (int sweep = 0; sweep < kSweeps; ++sweep)
        for (std::int64_t col = 0; col < shape.cols; col += shape.tile_cols)
            for (std::int64_t d = 0; d < shape.devices; ++d)
                tile(static_cast<hg::DeviceIndex>(d),
                     hg::HostTile{matrix, 0, d * shape.cols + col, kRows, shape.tile_cols});
}

hg::Program load_program(const hg::Target& target, const Shape& shape) {
    hg::ProgramBuilder b(target);
    const hg::ParameterId m = b.matrix("M", hg::ElementType::f32, kRows, shape.cols * shape.devices);
    for_each_tile(shape, m, [&](hg::DeviceIndex d, const hg::HostTile& tile) {
        b.load(b.reg(d, hg::ElementType::f32, tile.rows, tile.cols), tile);
    });
    return std::move(b).finish();
}

hg::Program store_program(const hg::Target& target, const Shape& shape) {
    hg::ProgramBuilder b(target);
    const hg::ParameterId m = b.matrix("M", hg::ElementType::f32, kRows, shape.cols * shape.devices);
    std::vector<hg::RegisterId> sources;
    for (hg::DeviceIndex d = 0; d < target.devices.size(); ++d) {
        sources.push_back(b.reg(d, hg::ElementType::f32, kRows, shape.tile_cols));
        b.exec(hg::kernels::zero(hg::ElementType::f32), {sources.back()});
    }
    for_each_tile(shape, m, [&](hg::DeviceIndex d, const hg::HostTile& tile) { b.store(tile, sources[d]); });
    return std::move(b).finish();
}

/// Seconds in which at least one of the intervals is under way.
double covered(std::vector<hg::Interval> intervals) {
    std::sort(intervals.begin(), intervals.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    double total = 0;
    double reached = 0;
    for (const hg::Interval& interval : intervals) {
        total += std::max(0.0, interval.end - std::max(reached, interval.begin));
        reached = std::max(reached, interval.end);
    }
    return total;
}

struct Copies {
    double seconds = 0;
    double bytes = 0;
};

/// The staging copies of one run.
Copies copies(const hg::Trace& trace) {
    std::vector<hg::Interval> list;
    Copies result;
    for (const hg::Interval& interval : trace.intervals())
        if (interval.track == hg::Track::copy) {
            list.push_back(interval);
            result.bytes += static_cast<double>(interval.bytes);
        }
    result.seconds = covered(std::move(list));
    return result;
}

/// Runs `program` on M at `data` and keeps the best of the runs in `seconds` and `staged`.
struct Best {
    double seconds = 0;
    Copies staged;
};

Best run_probe(hg::Machine& machine, const hg::Program& program, float* data) {
    Best best;
    for (int i = 0; i < kRuns + 1; ++i) {
        hg::Trace trace;
        machine.run(program, hg::Bindings{}.matrix("M", data, kRows), &trace);
        if (i == 0) continue;  // the first one makes the memory and the kernels
        if (best.seconds == 0 || trace.seconds() < best.seconds) best = {trace.seconds(), copies(trace)};
    }
    return best;
}

}  // namespace

LinkRates probe_links(hg::Machine& machine, std::int64_t bytes_per_device) {
    const Shape shape = probe_shape(machine.target(), bytes_per_device);
    const hg::Program loads = load_program(machine.target(), shape);
    const hg::Program stores = store_program(machine.target(), shape);
    LinkRates rates;
    {
        const auto pinned = machine.allocate_pinned(shape.elements() * 4);
        auto* data = reinterpret_cast<float*>(pinned->data());
        rates.link_in = shape.bytes_moved() / run_probe(machine, loads, data).seconds;
        rates.link_out = shape.bytes_moved() / run_probe(machine, stores, data).seconds;
    }
    std::vector<float> pageable(static_cast<std::size_t>(shape.elements()));
    const Best in = run_probe(machine, loads, pageable.data());
    const Best out = run_probe(machine, stores, pageable.data());
    rates.staged_in = shape.bytes_moved() / in.seconds;
    rates.staged_out = shape.bytes_moved() / out.seconds;
    const double copying = in.staged.seconds + out.staged.seconds;
    if (copying > 0) rates.host_copy = (in.staged.bytes + out.staged.bytes) / copying;
    return rates;
}

}  // namespace hgctl
