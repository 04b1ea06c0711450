#include "tools/hgctl/distributed/local_costs.hpp"

#include <algorithm>

#include "blas/cost/flops.hpp"
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/trsm_program.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hgctl {
namespace {

/// The sizes around `size` that are simulated, and how far it is from the first to the second.
struct Bracket {
    std::int64_t low = 1;
    std::int64_t high = 1;
    double share = 0;
};

Bracket bracket(std::int64_t size) {
    Bracket found;
    std::int64_t power = 1;
    while (2 * power <= size) power *= 2;
    const std::int64_t middle = power + power / 2;
    found.low = size >= middle ? middle : power;
    found.high = size == found.low ? found.low : size > middle ? 2 * power : middle;
    if (found.high > found.low)
        found.share = static_cast<double>(size - found.low) / static_cast<double>(found.high - found.low);
    return found;
}

/// `seconds` at a size, from its values around it.
template <class Seconds>
double between(const Bracket& around, const Seconds& seconds) {
    const double low = seconds(around.low);
    return around.share > 0 ? low + around.share * (seconds(around.high) - low) : low;
}

}  // namespace

double seconds_of_call(double flops, const hg::Target& target, double cpu_rate,
                       const std::function<hg::Program()>& program) {
    const double cpu = flops / cpu_rate;
    double devices_rate = 0;
    for (const hg::DeviceModel& device : target.devices) devices_rate += device.rate_f64;
    // No device is reached sooner than this, and none is faster than its kernels.
    constexpr double kShortestCall = 50e-6;
    if (cpu < kShortestCall || devices_rate <= cpu_rate) return cpu;
    return std::min(cpu, hg::simulate(program(), target).makespan);
}

double LocalCosts::gemm_at(std::int64_t m, std::int64_t n, std::int64_t k) {
    const auto [known, is_new] = gemms_.try_emplace({m, n, k});
    if (is_new)
        known->second = seconds_of_call(hg::gemm_flops(m, n, k), rank_.target, rank_.cpu.gemm_rate, [&] {
            return hg::gemm_program({.m = m, .n = n, .k = k}, rank_.target, database_);
        });
    return known->second;
}

double LocalCosts::trsm_at(std::int64_t m, std::int64_t n) {
    const auto [known, is_new] = trsms_.try_emplace({m, n, 0});
    if (is_new)
        known->second = seconds_of_call(hg::trsm_flops(m, n), rank_.target, rank_.cpu.gemm_rate, [&] {
            return hg::trsm_program({.diag = hg::Diag::unit, .m = m, .n = n}, rank_.target, database_);
        });
    return known->second;
}

double LocalCosts::gemm(std::int64_t m, std::int64_t n, std::int64_t k) {
    if (m == 0 || n == 0 || k == 0) return 0;
    return between(bracket(m), [&](std::int64_t rows) {
        return between(bracket(n), [&](std::int64_t cols) { return gemm_at(rows, cols, k); });
    });
}

double LocalCosts::trsm(std::int64_t m, std::int64_t n) {
    if (m == 0 || n == 0) return 0;
    return between(bracket(n), [&](std::int64_t cols) { return trsm_at(m, cols); });
}

}  // namespace hgctl
