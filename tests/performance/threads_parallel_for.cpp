#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "runtime/threads/parallel_for.hpp"

namespace hg {
namespace {

/// What a loop of this many threads costs beside its work.
void empty_loop(benchmark::State& state) {
    const auto threads = static_cast<int>(state.range(0));
    for (auto _ : state)
        parallel_for(threads, [](std::int64_t first, std::int64_t) { benchmark::DoNotOptimize(first); },
                     {.threads = threads});
}
BENCHMARK(empty_loop)->Arg(1)->Arg(2)->Arg(4)->Arg(8)->Arg(16)->UseRealTime();

/// The same with threads that are made for each loop.
void empty_threads(benchmark::State& state) {
    for (auto _ : state) {
        std::vector<std::jthread> threads;
        for (std::int64_t i = 0; i < state.range(0); ++i)
            threads.emplace_back([i] { benchmark::DoNotOptimize(i); });
    }
}
BENCHMARK(empty_threads)->Arg(1)->Arg(2)->Arg(4)->Arg(8)->Arg(16)->UseRealTime();

/// Rate of a loop bound by memory, by MiB that are written.
void fill(benchmark::State& state) {
    std::vector<double> values(static_cast<std::size_t>(state.range(0)) << 17);
    for (auto _ : state)
        parallel_for(static_cast<std::int64_t>(values.size()),
                     [&](std::int64_t first, std::int64_t last) {
                         std::fill(values.data() + first, values.data() + last, 1.0);
                     },
                     {.least = std::int64_t{1} << 17});
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * values.size() * sizeof(double)));
}
BENCHMARK(fill)->Arg(1)->Arg(4)->Arg(16)->Arg(256)->UseRealTime();

}  // namespace
}  // namespace hg

BENCHMARK_MAIN();
