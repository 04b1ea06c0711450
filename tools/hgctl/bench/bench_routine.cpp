#include "tools/hgctl/bench/bench_routine.hpp"

#include <algorithm>

#include "tools/hgctl/cli/quantity.hpp"

namespace hgctl {
namespace {

bool follows_from_n(const BenchCase& bench) {
    return std::all_of(bench.routine->sizes.begin(), bench.routine->sizes.end(), [&](const BenchSize& size) {
        return bench.*size.value == size.otherwise.value_or(bench.n);
    });
}

}  // namespace

const std::vector<BenchRoutine>& bench_routines() {
    static const std::vector<BenchRoutine> routines{
        gemm_bench(hg::ElementType::f64),  gemm_bench(hg::ElementType::f32),
        trsm_bench(hg::ElementType::f64),  trsm_bench(hg::ElementType::f32),
        getrf_bench(hg::ElementType::f64), getrf_bench(hg::ElementType::f32),
        gesv_bench(hg::ElementType::f64),  gesv_bench(hg::ElementType::f32)};
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
