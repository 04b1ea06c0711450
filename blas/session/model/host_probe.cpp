#include "blas/session/model/host_probe.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "blas/cost/flops.hpp"
#include "host_blas/cpu_blas.hpp"

namespace hg {
namespace {

constexpr std::int64_t kOrder = 512;
constexpr int kRuns = 3;
constexpr int kThinRuns = 2;
/// Of thin products: few take as long as to read the matrix, the last ones as long as the flops.
constexpr std::array<std::int64_t, 5> kColumns{1, 4, 16, 64, 256};

/// The best seconds of so many runs after the first one, which wakes threads and brings pages.
template <class Run>
double best_seconds(int runs, const Run& run) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < runs + 1; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        run();
        const auto end = std::chrono::steady_clock::now();
        if (i > 0) best = std::min(best, std::chrono::duration<double>(end - begin).count());
    }
    return std::max(best, 1e-9);
}

template <class T>
double measured_rate() {
    const auto elements = static_cast<std::size_t>(kOrder * kOrder);
    std::vector<T> a(elements, T(0.5));
    std::vector<T> c(elements, T(0));
    return gemm_flops(kOrder, kOrder, kOrder) / best_seconds(kRuns, [&] {
               cpu_gemm<T>(false, false, kOrder, kOrder, kOrder, T(1), a.data(), kOrder, a.data(), kOrder,
                           T(0), c.data(), kOrder);
           });
}

}  // namespace

HostRates measure_host_rates() {
    return {measured_rate<double>(), measured_rate<float>()};
}

template <class T>
std::vector<OrderRate> measure_thin_products(std::int64_t bytes) {
    const auto order = static_cast<std::int64_t>(std::sqrt(static_cast<double>(bytes) / sizeof(T)));
    const std::vector<T> a(static_cast<std::size_t>(order * order), T(0.5));
    const std::vector<T> b(static_cast<std::size_t>(order * kColumns.back()), T(0.5));
    std::vector<T> c(b.size());
    std::vector<OrderRate> curve;
    for (const std::int64_t columns : kColumns) {
        const double seconds = best_seconds(kThinRuns, [&] {
            cpu_gemm<T>(false, false, order, columns, order, T(1), a.data(), order, b.data(), order, T(0),
                        c.data(), order);
        });
        curve.push_back({columns, static_cast<double>(a.size() * sizeof(T)) / seconds});
    }
    return curve;
}

template std::vector<OrderRate> measure_thin_products<double>(std::int64_t);
template std::vector<OrderRate> measure_thin_products<float>(std::int64_t);

}  // namespace hg
