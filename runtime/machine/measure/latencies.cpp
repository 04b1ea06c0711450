#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/machine/measure/copying_target.hpp"
#include "runtime/machine/measure/links.hpp"
#include "runtime/machine/measure/timing.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

constexpr ElementType kType = ElementType::f32;
constexpr std::int64_t kMostCommands = 256;
constexpr std::int64_t kFewKernels = 64;
constexpr std::int64_t kManyKernels = 512;
constexpr int kCallRuns = 5;
constexpr std::int64_t kSmall = 32;     ///< the order of a tile with a negligible transfer time
constexpr std::int64_t kLarge = 1024;   ///< 4 MiB: half of CallCost::kFirstBytes each way
constexpr std::int64_t kStreamed = 24;  ///< the number of tiles of order kLarge

/// Measures the time between the ends of the first and the last LD.
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

class LatencyProbe {
  public:
    LatencyProbe(Machine& machine, DeviceIndex device, InstructionPtr zero, InstructionPtr scale)
        : machine_(machine), device_(device), zero_(std::move(zero)), scale_(std::move(scale)) {}

    /// Returns the seconds of an LD in a sequence of LDs, each to its own register, so that none waits for
    /// another.
    double transfer(std::int64_t loads) {
        ProgramBuilder builder(copying(machine_.target()));
        const HostTile tile = tile_of(builder, kSmall, 1);
        for (std::int64_t i = 0; i < loads; ++i) builder.load(square(builder, kSmall), tile);
        const Program program = std::move(builder).finish();
        const auto pinned = machine_.allocate_pinned(kSmall * kSmall * size_of(kType));
        const auto* data = reinterpret_cast<const float*>(pinned->data());
        const Bindings bindings = Bindings{}.matrix("X", data, kSmall);
        machine_.run_untraced(program, bindings);
        double best = std::numeric_limits<double>::infinity();
        for (int i = 0; i < kCallRuns; ++i) {
            Stretch stretch(program);
            machine_.run_untraced(program, bindings, &stretch);
            best = std::min(best, stretch.seconds());
        }
        return best / static_cast<double>(loads - 1);
    }

    /// Returns the seconds of an EXEC in a sequence of EXECs that are neither awaited nor observed.
    double launch() {
        const auto seconds = [&](std::int64_t count) {
            ProgramBuilder builder(copying(machine_.target()));
            const RegisterId x = square(builder, kSmall);
            for (std::int64_t i = 0; i < count; ++i) builder.exec(zero_, {x});
            return seconds_of(std::move(builder).finish(), Bindings{});
        };
        return std::max(seconds(kManyKernels) - seconds(kFewKernels), 1e-9) /
               static_cast<double>(kManyKernels - kFewKernels);
    }

    CallCost call(std::int64_t large) {
        const double small_call = one_call(kSmall);
        const double large_call = one_call(large);
        const auto more = static_cast<double>(2 * (large * large - kSmall * kSmall) * size_of(kType));
        const double streaming = stream(large);
        const auto streamed = static_cast<double>(2 * large * large * kStreamed * size_of(kType));
        // The stream contains the cost of a small call once. Without this cost, a larger size is never
        // slower.
        const double rate = more / std::max(large_call - small_call, 1e-9);
        return {small_call, rate, std::max(rate, streamed / std::max(streaming - small_call, 1e-9))};
    }

  private:
    RegisterId square(ProgramBuilder& builder, std::int64_t order) const {
        return builder.reg(device_, kType, order, order);
    }
    /// Returns the first of `tiles` tiles of "X" that are side by side.
    static HostTile tile_of(ProgramBuilder& builder, std::int64_t order, std::int64_t tiles) {
        return {builder.matrix("X", kType, order, order * tiles), 0, 0, order, order};
    }

    double seconds_of(const Program& program, const Bindings& bindings) {
        return best_seconds(kCallRuns, [&] { machine_.run_untraced(program, bindings); });
    }
    /// Returns the seconds of the program with "X" in pageable memory.
    double seconds_of(ProgramBuilder&& builder, std::int64_t order, std::int64_t cols) {
        std::vector<float> data(static_cast<std::size_t>(order * cols));
        return seconds_of(std::move(builder).finish(), Bindings{}.matrix("X", data.data(), order));
    }

    /// A minimal call: a tile is loaded, modified and stored.
    double one_call(std::int64_t order) {
        ProgramBuilder builder(copying(machine_.target()));
        const HostTile tile = tile_of(builder, order, 1);
        const RegisterId x = square(builder, order);
        builder.load(x, tile);
        builder.exec(scale_, {x}, {1.0});
        builder.store(tile, x);
        return seconds_of(std::move(builder), order, order);
    }

    /// Tiles that are side by side are loaded, and stored as soon as they have arrived.
    double stream(std::int64_t order) {
        ProgramBuilder builder(copying(machine_.target()));
        HostTile tile = tile_of(builder, order, kStreamed);
        for (std::int64_t i = 0; i < kStreamed; ++i, tile.col += order) {
            const RegisterId x = square(builder, order);
            builder.load(x, tile);
            builder.store(tile, x);
        }
        return seconds_of(std::move(builder), order, order * kStreamed);
    }

    Machine& machine_;
    DeviceIndex device_;
    InstructionPtr zero_, scale_;
};

}  // namespace

Latencies measure_latencies(Machine& machine, DeviceIndex device, const InstructionPtr& zero,
                            const InstructionPtr& scale, std::int64_t bytes) {
    const std::int64_t fitting = machine.target().devices[device].memory / 2 / size_of(kType);
    const std::int64_t most = bytes > 0 ? std::min(fitting, bytes / kStreamed / size_of(kType)) : fitting;
    std::int64_t large = kLarge;
    while (large > 2 * kSmall && large * large > most) large /= 2;
    LatencyProbe probe(machine, device, zero, scale);
    return {probe.transfer(std::clamp<std::int64_t>(fitting / (kSmall * kSmall), 2, kMostCommands)),
            probe.launch(), probe.call(large)};
}

}  // namespace hg
