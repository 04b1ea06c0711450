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

/// All devices together.
double sum_of(double hg::DeviceModel::*rate, const hg::Target& target) {
    double sum = 0;
    for (const hg::DeviceModel& device : target.devices) sum += device.*rate;
    return sum;
}

/// Whether a call that takes the CPU so long is not worth a program.
bool is_cpus(double cpu, const hg::Target& target, double cpu_rate) {
    // No device is reached sooner than this, and none is faster than its kernels.
    constexpr double kShortestCall = 50e-6;
    return cpu < kShortestCall || sum_of(&hg::DeviceModel::rate_f64, target) <= cpu_rate;
}

double bytes_of(std::int64_t rows, std::int64_t cols) {
    return 8 * static_cast<double>(rows) * static_cast<double>(cols);
}

}  // namespace

double seconds_of_call(double flops, const hg::Target& target, double cpu_rate,
                       const std::function<hg::Program()>& program) {
    const double cpu = flops / cpu_rate;
    if (is_cpus(cpu, target, cpu_rate)) return cpu;
    return std::min(cpu, hg::simulate(program(), target).makespan);
}

double least_seconds(const LeastWork& work, const hg::Target& target) {
    const auto links = [&](double hg::DeviceModel::*rate, double together) {
        return std::min(sum_of(rate, target), together);
    };
    const double bytes = work.bytes_in + work.bytes_out;
    return std::max({work.flops / sum_of(&hg::DeviceModel::rate_f64, target),
                     work.bytes_in / links(&hg::DeviceModel::link_in, target.links_in),
                     work.bytes_out / links(&hg::DeviceModel::link_out, target.links_out),
                     bytes / links(&hg::DeviceModel::link_both, target.links_both),
                     bytes / target.host_copy_rate});
}

double LocalCosts::seconds(double flops, const LeastWork& work,
                           const std::function<hg::Program()>& program) const {
    const double cpu = flops / rank_.cpu.gemm_rate;
    if (is_cpus(cpu, rank_.target, rank_.cpu.gemm_rate)) return cpu;
    const double least = std::min(cpu, least_seconds(work, rank_.target));
    if (detail_ == Detail::least || least == cpu) return least;
    return seconds_of_call(flops, rank_.target, rank_.cpu.gemm_rate, program);
}

double LocalCosts::gemm_at(std::int64_t m, std::int64_t n, std::int64_t k) {
    const auto [known, is_new] = gemms_.try_emplace({m, n, k});
    if (is_new)
        known->second =
            seconds(hg::gemm_flops(m, n, k),
                    {.flops = hg::gemm_flops(m, n, k),
                     .bytes_in = bytes_of(m, k) + bytes_of(k, n) + bytes_of(m, n),
                     .bytes_out = bytes_of(m, n)},
                    [&] { return hg::gemm_program({.m = m, .n = n, .k = k}, rank_.target, database_); });
    return known->second;
}

double LocalCosts::trsm_at(std::int64_t m, std::int64_t n) {
    const auto [known, is_new] = trsms_.try_emplace({m, n, 0});
    if (is_new)
        known->second =
            seconds(hg::trsm_flops(m, n), {.bytes_in = bytes_of(m, n), .bytes_out = bytes_of(m, n)}, [&] {
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
