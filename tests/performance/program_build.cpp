// Host cost of a program of a million commands, on one core: appending them, planning memory, deriving
// dependencies, and the size of the result. Aim: plan and dependencies under 1 s, under 200 bytes a command.

#include <benchmark/benchmark.h>

#include "runtime/program/build/memory_plan.hpp"
#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/dependency.hpp>
#include <hg/runtime/program/graph.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

/// C += A B with 50 x 50 tiles of C and 133 steps: 3 x 133 + 2 commands a tile, 1,002,500 in all.
hg::ProgramBuilder million_commands() {
    return samples::gemm_builder(samples::target(2), 50, 50, 133, 512);
}

hg::ProgramParts without_plan(const hg::Program& program) {
    hg::ProgramParts parts = program.parts();
    parts.slots.clear();
    parts.slot_of_register.clear();
    parts.dependencies.clear();
    parts.first_dependency.clear();
    return parts;
}

void set_counters(benchmark::State& state, const hg::Program& program) {
    state.counters["commands"] = static_cast<double>(program.size());
    state.counters["bytes/command"] =
        static_cast<double>(program.footprint()) / static_cast<double>(program.size());
    state.counters["edges/command"] =
        static_cast<double>(program.dependency_count()) / static_cast<double>(program.size());
}

void append(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(million_commands().size());
}

void plan_and_derive(benchmark::State& state) {
    const hg::Program program = million_commands().finish();
    hg::ProgramParts parts = without_plan(program);
    for (auto _ : state) {
        hg::MemoryPlan plan = hg::plan_memory(parts);
        parts.slots = std::move(plan.slots);
        parts.slot_of_register = std::move(plan.slot_of_register);
        benchmark::DoNotOptimize(hg::derive_dependencies(parts, {}).edges.data());
    }
    set_counters(state, program);
}

void build_whole(benchmark::State& state) {
    for (auto _ : state) {
        const hg::Program program = million_commands().finish();
        set_counters(state, program);
    }
}

void verify_whole(benchmark::State& state) {
    const hg::Program program = million_commands().finish();
    for (auto _ : state) hg::verify(program);
}

/// What `hgctl program graph` does beside simulation and drawing.
void reduce_and_fold(benchmark::State& state) {
    const hg::Program program = million_commands().finish();
    const hg::Simulation run = hg::simulate(program, samples::target(2));
    for (auto _ : state) {
        const std::vector<bool> implied = hg::implied_dependencies(program);
        const hg::CriticalChain chain = hg::critical_chain(program, run);
        const hg::PhaseGraph graph = hg::fold(program, hg::phases(program, 50), run, chain, implied);
        state.counters["edges"] = static_cast<double>(graph.edges.size());
    }
}

BENCHMARK(append)->Unit(benchmark::kMillisecond);
BENCHMARK(plan_and_derive)->Unit(benchmark::kMillisecond);
BENCHMARK(build_whole)->Unit(benchmark::kMillisecond);
BENCHMARK(verify_whole)->Unit(benchmark::kMillisecond);
BENCHMARK(reduce_and_fold)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
