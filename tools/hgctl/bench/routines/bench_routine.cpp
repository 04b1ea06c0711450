#include "tools/hgctl/bench/routines/bench_routine.hpp"

#include <algorithm>
#include <iterator>

#include "tools/report/quantity.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

bool follows_from_n(const BenchCase& bench) {
    return std::all_of(bench.routine->sizes.begin(), bench.routine->sizes.end(), [&](const BenchSize& size) {
        return bench.*size.value == size.otherwise.value_or(bench.n);
    });
}

/// Of the part that counts.
double bytes_of(const BenchOperand& operand, hg::ElementType type) {
    const auto rows = static_cast<double>(operand.rows);
    const double elements =
        operand.is_triangle ? rows * (rows + 1) / 2 : rows * static_cast<double>(operand.cols);
    return static_cast<double>(hg::size_of(type)) * elements;
}

}  // namespace

PeerTime BenchProblem::run(Peer& peer, std::size_t /*variant*/) {
    throw hg::Error(hg::ErrorCode::device_failed, peer.name() + " has no such routine");
}

double BenchRoutine::host_bytes(const BenchCase& bench) const {
    double bytes = 0;
    for (const BenchOperand& x : operands(bench))
        bytes +=
            static_cast<double>(x.rows) * static_cast<double>(x.cols) * static_cast<double>(size_of(type));
    return bytes;
}

/// What is written comes back from the devices, a part of it from each.
Roofline BenchRoutine::roofline(const BenchCase& bench, const hg::Target& target,
                                const hg::HostRates& host) const {
    if (special_roofline != nullptr) return special_roofline(bench, target, host);
    Work work{.type = type, .flops = amount(bench), .pinned = bench.pinned};
    const Operands list = operands(bench);
    work.divided_out = bytes_of(list.back(), type);
    for (const BenchOperand& operand : list) {
        if (!operand.read) continue;
        const double bytes = bytes_of(operand, type);
        if (operand.needed == Needed::rows) work.rows_in += bytes;
        if (operand.needed == Needed::cols) work.cols_in += bytes;
        if (operand.needed == Needed::factors) work.rows_in += bytes / 2, work.cols_in += bytes / 2;
        if (operand.needed == Needed::all)
            (&operand == &list.back() ? work.divided_in : work.shared_in) += bytes;
    }
    return hgctl::roofline(work, target);
}

const RateWords& words_of(hg::kernels::RateUnit unit) {
    static constexpr RateWords kFlops{"gflops", "GFLOP/s", "kernels, links and host copies allow"};
    static constexpr RateWords kBytes{"gb_per_second", "GB/s",
                                      "the host's memory beyond its caches or the links allow"};
    return unit == hg::kernels::RateUnit::flops ? kFlops : kBytes;
}

const std::vector<BenchRoutine>& bench_routines() {
    static const std::vector<BenchRoutine> routines = [] {
        std::vector<BenchRoutine> list = level3_benches();
        std::ranges::move(lapack_benches(), std::back_inserter(list));
        std::ranges::move(vector_benches(), std::back_inserter(list));
        return list;
    }();
    return routines;
}

std::string size_text(const BenchCase& bench) {
    if (follows_from_n(bench)) return std::to_string(bench.n);
    std::string text;
    for (const BenchSize& size : bench.routine->sizes)
        text.append(text.empty() ? "" : " x ").append(std::to_string(bench.*size.value));
    return text;
}

std::string size_name(const BenchCase& bench) {
    if (follows_from_n(bench)) return "n";
    std::string text;
    for (const BenchSize& size : bench.routine->sizes)
        text.append(text.empty() ? "" : " x ").append(size.name);
    return text;
}

std::string title(const BenchCase& bench) {
    return bench.routine->name + " " + (follows_from_n(bench) ? "n = " : "") + size_text(bench) + ", " +
           count_text(static_cast<std::size_t>(bench.devices), "device") + ", " +
           (bench.pinned ? "pinned" : "pageable");
}

}  // namespace hgctl
