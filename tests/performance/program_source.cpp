// Host cost of a program of a million commands from a source, on one core: reading a long source, counting
// and running loops, and the whole program with its plan and dependencies. Aim: under 2 s for a million
// commands.

#include <benchmark/benchmark.h>

#include "runtime/program/source/command_count.hpp"
#include "runtime/program/source/parse/parser.hpp"
#include "tests/support/program_sources.hpp"

namespace {

constexpr std::size_t kCommands = 1'000'000;

/// Every command by itself.
std::string straight_source() {
    std::string text = "hg program 2\nmatrix A f64 8000 x 8000\nregister r f64 8 x 8\n";
    for (std::size_t i = 0; i < kCommands / 2; ++i)
        text += "LD r <- A[" + std::to_string(i % 990) + ", 2 * 8] 8 x 8\nEXEC scale r ; 0.5\n";
    return text;
}

void set_commands(benchmark::State& state, const hg::Program& program) {
    state.counters["commands"] = static_cast<double>(program.size());
}

/// C += A B with 50 x 50 tiles of C and 133 steps, in loops: 1,002,500 commands.
void build_from_loops(benchmark::State& state) {
    const std::string text = "hg program 2\n" + sources::kGemm;
    const hg::SourceValues values{{"m", 50}, {"n", 50}, {"k", 133}, {"tile", 512}};
    for (auto _ : state)
        set_commands(state,
                     hg::ProgramSource::parse(text).build(samples::target(2), values, sources::library()));
}

void build_from_lines(benchmark::State& state) {
    const std::string text = straight_source();
    for (auto _ : state)
        set_commands(state, hg::ProgramSource::parse(text).build(samples::target(), {}, sources::library()));
}

void parse_lines(benchmark::State& state) {
    const std::string text = straight_source();
    for (auto _ : state) benchmark::DoNotOptimize(hg::ProgramSource::parse(text));
    state.counters["bytes/s"] =
        benchmark::Counter(static_cast<double>(text.size()), benchmark::Counter::kIsIterationInvariantRate);
}

/// Turns of a loop that are not alike.
void count_steps(benchmark::State& state) {
    const auto tree =
        hg::source::parse_source("hg program 2\nfor i in 0..10000000 { if i < 0 { BAR } }\n", "");
    std::vector<std::int64_t> cells(tree->cells);
    for (auto _ : state) hg::source::require_countable(*tree, cells, 1);
}

BENCHMARK(build_from_loops)->Unit(benchmark::kMillisecond);
BENCHMARK(build_from_lines)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_lines)->Unit(benchmark::kMillisecond);
BENCHMARK(count_steps)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
