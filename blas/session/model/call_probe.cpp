#include "blas/session/model/call_probe.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

constexpr ElementType kType = ElementType::f32;
constexpr std::int64_t kMostCommands = 256;
constexpr std::int64_t kFewKernels = 64;
constexpr std::int64_t kManyKernels = 512;
constexpr int kCallRuns = 5;
constexpr std::int64_t kSmall = 32;     ///< order of a tile that moves in no time
constexpr std::int64_t kLarge = 1024;   ///< 4 MiB: half of CallCost::kFirstBytes each way
constexpr std::int64_t kStreamed = 24;  ///< tiles of that order

/// Time between the ends of the first and the last LD.
class Stretch final : public Observer {
  public:
    explicit Stretch(const Program& program) : program_(program) {}

    void on_interval(const Interval& interval) noexcept override {
        if (interval.track != Track::queue || program_.command(interval.command).operation != Operation::load)
            return;
        const std::lock_guard lock(mutex_);
        first_ = std::min(first_, interval.end);
        last_ = std::max(last_, interval.end);
    }
    [[nodiscard]] double seconds() const { return last_ - first_; }

  private:
    const Program& program_;
    std::mutex mutex_;
    double first_ = std::numeric_limits<double>::infinity();
    double last_ = 0;
};

/// Tiles are loaded, each into a register of its own, so that none waits for another.
Program many_loads(const Target& target, DeviceIndex device, std::int64_t loads) {
    ProgramBuilder builder(target);
    const ParameterId matrix = builder.matrix("X", kType, kSmall, kSmall);
    for (std::int64_t i = 0; i < loads; ++i)
        builder.load(builder.reg(device, kType, kSmall, kSmall), {matrix, 0, 0, kSmall, kSmall});
    return std::move(builder).finish();
}

/// One kernel after the other.
Program many_kernels(const Target& target, DeviceIndex device, std::int64_t count) {
    ProgramBuilder builder(target);
    const InstructionPtr zero = kernels::zero(kType);
    const RegisterId x = builder.reg(device, kType, kSmall, kSmall);
    for (std::int64_t i = 0; i < count; ++i) builder.exec(zero, {x});
    return std::move(builder).finish();
}

/// A call in small: a tile is loaded, touched, and stored.
Program one_call(const Target& target, DeviceIndex device, std::int64_t order) {
    ProgramBuilder builder(target);
    const HostTile tile{builder.matrix("X", kType, order, order), 0, 0, order, order};
    const RegisterId x = builder.reg(device, kType, order, order);
    builder.load(x, tile);
    builder.exec(kernels::scale(kType), {x}, {1.0});
    builder.store(tile, x);
    return std::move(builder).finish();
}

/// Tiles side by side are loaded, and stored as soon as they are there.
Program stream(const Target& target, DeviceIndex device, std::int64_t order, std::int64_t tiles) {
    ProgramBuilder builder(target);
    const ParameterId matrix = builder.matrix("X", kType, order, order * tiles);
    for (std::int64_t i = 0; i < tiles; ++i) {
        const RegisterId x = builder.reg(device, kType, order, order);
        builder.load(x, {matrix, 0, i * order, order, order});
        builder.store({matrix, 0, i * order, order, order}, x);
    }
    return std::move(builder).finish();
}

/// The best of a few runs.
template <class Run>
double best_of_runs(Run run) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kCallRuns; ++i) best = std::min(best, run());
    return best;
}

double seconds_of(Machine& machine, const Program& program, const Bindings& bindings) {
    machine.run_untraced(program, bindings);
    return best_of_runs([&] {
        const auto begin = std::chrono::steady_clock::now();
        machine.run_untraced(program, bindings);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    });
}

/// Of a program on `cols` columns of "X", in pageable memory.
double seconds_of(Machine& machine, const Program& program, std::int64_t order, std::int64_t cols) {
    std::vector<float> data(static_cast<std::size_t>(order * cols));
    return seconds_of(machine, program, Bindings{}.matrix("X", data.data(), order));
}

/// Seconds an LD takes in a row of such.
double transfer_latency(Machine& machine, DeviceIndex device, std::int64_t loads) {
    const Program program = many_loads(machine.target(), device, loads);
    const auto pinned = machine.allocate_pinned(kSmall * kSmall * size_of(kType));
    const auto* data = reinterpret_cast<const float*>(pinned->data());
    const Bindings bindings = Bindings{}.matrix("X", data, kSmall);
    machine.run_untraced(program, bindings);
    return best_of_runs([&] {
        Stretch stretch(program);
        machine.run_untraced(program, bindings, &stretch);
        return stretch.seconds() / static_cast<double>(loads - 1);
    });
}

/// Seconds an EXEC takes in a row of such, which nobody awaits or watches.
double launch_latency(Machine& machine, DeviceIndex device) {
    const auto seconds = [&](std::int64_t count) {
        return seconds_of(machine, many_kernels(machine.target(), device, count), Bindings{});
    };
    return std::max(seconds(kManyKernels) - seconds(kFewKernels), 1e-9) /
           static_cast<double>(kManyKernels - kFewKernels);
}

CallCost call_cost(Machine& machine, DeviceIndex device, std::int64_t large) {
    const Target& target = machine.target();
    const double small_call = seconds_of(machine, one_call(target, device, kSmall), kSmall, kSmall);
    const double large_call = seconds_of(machine, one_call(target, device, large), large, large);
    const auto more = static_cast<double>(2 * (large * large - kSmall * kSmall) * size_of(kType));
    const double streaming =
        seconds_of(machine, stream(target, device, large, kStreamed), large, large * kStreamed);
    const auto streamed = static_cast<double>(2 * large * large * kStreamed * size_of(kType));
    // What a small call costs is in the stream once; without it, more bytes never go slower.
    const double rate = more / std::max(large_call - small_call, 1e-9);
    return {small_call, rate, std::max(rate, streamed / std::max(streaming - small_call, 1e-9))};
}

}  // namespace

Latencies measure_latencies(Machine& machine, DeviceIndex device, std::int64_t bytes) {
    const std::int64_t fitting = machine.target().devices[device].memory / 2 / size_of(kType);
    const std::int64_t most = bytes > 0 ? std::min(fitting, bytes / kStreamed / size_of(kType)) : fitting;
    std::int64_t large = kLarge;
    while (large > 2 * kSmall && large * large > most) large /= 2;

    Latencies result;
    result.transfer = transfer_latency(
        machine, device, std::clamp<std::int64_t>(fitting / (kSmall * kSmall), 2, kMostCommands));
    result.launch = launch_latency(machine, device);
    result.call = call_cost(machine, device, large);
    return result;
}

}  // namespace hg
