// What a call costs beside its arithmetic. Aims: a small hg::dgemm within 2 us of the cblas_dgemm it ends in;
// a program that is cached found in less than 1 us.

#include <benchmark/benchmark.h>
#include <cblas.h>

#include <vector>

#include <hg/blas/gemm.hpp>
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/session.hpp>

namespace hg {
namespace {

MachineOptions host_device(std::optional<std::int64_t> host_below) {
    MachineOptions options;
    options.devices = "host";
    options.host_below = host_below;
    return options;
}

/// Matrices of order n.
struct Square {
    explicit Square(std::int64_t order)
        : n(order), a(static_cast<std::size_t>(n * n), 0.5), b(a), c(a.size(), 0.0) {}
    std::int64_t n;
    std::vector<double> a, b, c;
};

void cblas(benchmark::State& state) {
    Square s(state.range(0));
    const auto n = static_cast<int>(s.n);
    for (auto _ : state)
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, s.a.data(), n, s.b.data(), n,
                    1.0, s.c.data(), n);
}

void multiply(benchmark::State& state, Session& session, Layout layout) {
    Square s(state.range(0));
    for (auto _ : state)
        gemm<double>(session, layout, Op::none, Op::none, s.n, s.n, s.n, 1.0, s.a.data(), s.n, s.b.data(),
                     s.n, 1.0, s.c.data(), s.n);
}

void hg_col_major(benchmark::State& state) {
    Session session(host_device(std::nullopt));
    multiply(state, session, Layout::col_major);
}

void hg_row_major(benchmark::State& state) {
    Session session(host_device(std::nullopt));
    multiply(state, session, Layout::row_major);
}

/// With the machine's queues, its program cached.
void hg_on_the_host_device(benchmark::State& state) {
    Session session(host_device(0));
    multiply(state, session, Layout::col_major);
}

void find_cached_program(benchmark::State& state) {
    Session session(host_device(0));
    const GemmProblem problem{.m = 640, .n = 640, .k = 640};
    const auto build = [&] { return gemm_program(problem, session.division_target(), session.kernels()); };
    for (auto _ : state) benchmark::DoNotOptimize(session.program(problem.key(), build).size());
}

BENCHMARK(cblas)->Arg(8)->Arg(64)->Arg(128)->UseRealTime();
BENCHMARK(hg_col_major)->Arg(8)->Arg(64)->Arg(128)->UseRealTime();
BENCHMARK(hg_row_major)->Arg(8)->Arg(64)->Arg(128)->UseRealTime();
BENCHMARK(hg_on_the_host_device)->Arg(64)->UseRealTime();
BENCHMARK(find_cached_program)->UseRealTime();

}  // namespace
}  // namespace hg

BENCHMARK_MAIN();
