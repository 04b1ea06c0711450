// Host cost of deciding between programs: building, simulating and bounding one of 20,000 commands. Aim: a
// program on eight devices built in under 20 ms, simulated in well under 50 ms.

#include <benchmark/benchmark.h>

#include "tests/support/fast_gpus.hpp"
#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/shared_loads.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace {

/// GPUs whose links together pass more than the host's memory does, no two of them in step.
hg::Target gpus(std::size_t devices) {
    hg::Target target = hg::test::fast_gpus(devices);
    for (std::size_t d = 0; d < devices; ++d) target.devices[d].link_in -= 1e8 * static_cast<double>(d);
    return target;
}

/// C += A B with 16 x 16 tiles of C and 26 steps: 20,480 commands.
hg::ProgramBuilder builder(const hg::Target& target) {
    return samples::gemm_builder(target, 16, 16, 26, 2048);
}

void build(benchmark::State& state) {
    const hg::Target target = gpus(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(builder(target).finish().size());
}

void find_shared_loads(benchmark::State& state) {
    const hg::Program program = builder(gpus(static_cast<std::size_t>(state.range(0)))).finish();
    for (auto _ : state) benchmark::DoNotOptimize(hg::find_shared_loads(program.parts()).users.data());
}

void simulate(benchmark::State& state) {
    const hg::Target target = gpus(static_cast<std::size_t>(state.range(0)));
    const hg::Program program = builder(target).finish();
    for (auto _ : state) state.counters["makespan"] = hg::simulate(program, target).makespan;
}

void bounds(benchmark::State& state) {
    const hg::Target target = gpus(static_cast<std::size_t>(state.range(0)));
    const hg::Program program = builder(target).finish();
    for (auto _ : state) state.counters["best"] = hg::bounds(program, target).best();
}

BENCHMARK(build)->Arg(1)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(find_shared_loads)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(simulate)->Arg(1)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(bounds)->Arg(8)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
