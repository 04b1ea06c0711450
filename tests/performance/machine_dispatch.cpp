#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <vector>

#include "runtime/machine/staging/copy_threads.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

MachineOptions host_only() {
    MachineOptions options;
    options.devices = "host";
    return options;
}

InstructionPtr empty_instruction() {
    auto i = std::make_shared<Instruction>();
    i->name = "empty";
    i->operands = {{"x", Access::read, ElementType::f64}, {"y", Access::read_write, ElementType::f64}};
    i->host = [](const HostCall&) {};
    return i;
}

void count_commands(benchmark::State& state, const Program& program) {
    const auto commands = static_cast<double>(program.size());
    state.counters["per_command"] = benchmark::Counter(
        commands, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Host cost of an EXEC: one queue, no dependency that is not implied by its order.
void dispatch_exec(benchmark::State& state) {
    Machine machine(host_only());
    const InstructionPtr empty = empty_instruction();
    ProgramBuilder b(machine.target());
    std::vector<RegisterId> registers;
    for (int r = 0; r < 16; ++r) registers.push_back(b.reg(0, ElementType::f64, 1, 1));
    for (std::size_t c = 0; c < 100000; ++c) b.exec(empty, {registers[c % 16], registers[(c + 1) % 16]});
    const Program program = std::move(b).finish();
    for (auto _ : state) machine.run(program, {});
    count_commands(state, program);
}
BENCHMARK(dispatch_exec)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Host cost of a command where three queues wait for each other: LD, EXEC and ST of a tile of one element.
void dispatch_pipeline(benchmark::State& state) {
    Machine machine(host_only());
    const InstructionPtr empty = empty_instruction();
    ProgramBuilder b(machine.target());
    const ParameterId a = b.matrix("A", ElementType::f64, 1000, 1000);
    const RegisterId constant = b.reg(0, ElementType::f64, 1, 1);
    for (std::int64_t t = 0; t < 30000; ++t) {
        const HostTile tile{a, t % 1000, t / 1000, 1, 1};
        const RegisterId r = b.reg(0, ElementType::f64, 1, 1);
        b.load(r, tile);
        b.exec(empty, {constant, r});
        b.store(tile, r);
    }
    const Program program = std::move(b).finish();
    std::vector<double> data(1000000);
    const Bindings bindings = Bindings{}.matrix("A", data.data(), 1000);
    for (auto _ : state) machine.run(program, bindings);
    count_commands(state, program);
}
BENCHMARK(dispatch_pipeline)->Unit(benchmark::kMillisecond)->UseRealTime();

/// What a run costs beside its commands: binding, waking the queues, waiting for them.
void run_of_one_command(benchmark::State& state) {
    Machine machine(host_only());
    ProgramBuilder b(machine.target());
    const RegisterId x = b.reg(0, ElementType::f64, 1, 1);
    const RegisterId y = b.reg(0, ElementType::f64, 1, 1);
    b.exec(empty_instruction(), {x, y});
    const Program program = std::move(b).finish();
    for (auto _ : state) machine.run(program, {});
}
BENCHMARK(run_of_one_command)->Unit(benchmark::kMicrosecond)->UseRealTime();

/// Rate of staging copies by threads, KiB of a chunk, and microseconds between two chunks, as a link that is
/// slower than the copies makes them.
void staging_copy(benchmark::State& state) {
    constexpr std::int64_t kSource = std::int64_t{512} << 20;
    constexpr std::int64_t kRing = std::int64_t{64} << 20;
    const std::int64_t chunk = state.range(1) << 10;
    const std::chrono::microseconds pause(state.range(2));
    CopyThreads copies(static_cast<int>(state.range(0)));
    std::vector<std::byte> from(static_cast<std::size_t>(kSource), std::byte{1});
    std::vector<std::byte> to(static_cast<std::size_t>(kRing), std::byte{2});
    std::int64_t done = 0;
    for (auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        copies.copy({to.data() + done % kRing, chunk, from.data() + done % kSource, chunk, chunk, 1});
        done += chunk;
        const auto end = std::chrono::steady_clock::now();
        state.SetIterationTime(std::chrono::duration<double>(end - begin).count());
        while (std::chrono::steady_clock::now() < end + pause) {
        }
    }
    state.SetBytesProcessed(done);
}
BENCHMARK(staging_copy)
    ->ArgsProduct({{1, 2, 4, 8, 16, 32}, {1024, 2048, 4096, 16384}, {0, 100}})
    ->UseManualTime();

}  // namespace
}  // namespace hg

BENCHMARK_MAIN();
