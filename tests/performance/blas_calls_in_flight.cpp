// Eight products of one size on matrices of their own: one after the other, and all submitted at once. On the
// devices of HG_DEVICES.

#include <benchmark/benchmark.h>

#include <vector>

#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>

namespace hg {
namespace {

constexpr std::size_t kCalls = 8;

Session& session() {
    static Session shared([] {
        MachineOptions options = MachineOptions::from_environment();
        options.host_below = 0;
        return options;
    }());
    return shared;
}

struct Products {
    explicit Products(std::int64_t order)
        : n(order), a(kCalls, std::vector<double>(static_cast<std::size_t>(n * n), 0.5)), b(a), c(a) {}
    std::int64_t n;
    std::vector<std::vector<double>> a, b, c;
};

void count_flops(benchmark::State& state) {
    const auto n = static_cast<double>(state.range(0));
    state.counters["flops"] =
        benchmark::Counter(2 * n * n * n * kCalls, benchmark::Counter::kIsIterationInvariantRate);
}

void one_by_one(benchmark::State& state) {
    Products p(state.range(0));
    for (auto _ : state)
        for (std::size_t i = 0; i < kCalls; ++i)
            gemm<double>(session(), Layout::col_major, Op::none, Op::none, p.n, p.n, p.n, 1, p.a[i].data(),
                         p.n, p.b[i].data(), p.n, 0, p.c[i].data(), p.n);
    count_flops(state);
}
BENCHMARK(one_by_one)->RangeMultiplier(2)->Range(64, 8192)->Unit(benchmark::kMicrosecond)->UseRealTime();

void all_at_once(benchmark::State& state) {
    Products p(state.range(0));
    for (auto _ : state) {
        std::vector<Call> calls;
        for (std::size_t i = 0; i < kCalls; ++i)
            calls.push_back(gemm_async<double>(session(), Layout::col_major, Op::none, Op::none, p.n, p.n,
                                               p.n, 1, p.a[i].data(), p.n, p.b[i].data(), p.n, 0,
                                               p.c[i].data(), p.n));
        for (const Call& call : calls) call.wait();
    }
    count_flops(state);
}
BENCHMARK(all_at_once)->RangeMultiplier(2)->Range(64, 8192)->Unit(benchmark::kMicrosecond)->UseRealTime();

}  // namespace
}  // namespace hg

BENCHMARK_MAIN();
