#include "blas/session/model/host_probe.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "blas/cost/flops.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {
namespace {

constexpr std::int64_t kOrder = 512;
constexpr int kCopyRuns = 3;

template <class T>
double measured_rate() {
    const auto elements = static_cast<std::size_t>(kOrder * kOrder);
    std::vector<T> a(elements, T(0.5));
    std::vector<T> c(elements, T(0));
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kCopyRuns + 1; ++i) {  // the first one wakes the threads
        const auto begin = std::chrono::steady_clock::now();
        kernels::cpu_gemm<T>(false, false, kOrder, kOrder, kOrder, T(1), a.data(), kOrder, a.data(), kOrder,
                             T(0), c.data(), kOrder);
        const auto end = std::chrono::steady_clock::now();
        if (i > 0) best = std::min(best, std::chrono::duration<double>(end - begin).count());
    }
    return gemm_flops(kOrder, kOrder, kOrder) / std::max(best, 1e-9);
}

}  // namespace

HostRates measure_host_rates() {
    return {measured_rate<double>(), measured_rate<float>()};
}

}  // namespace hg
