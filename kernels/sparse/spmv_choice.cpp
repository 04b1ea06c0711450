#include "kernels/sparse/spmv_choice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/sparse/spmv_rules.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kItemsOfUnit = 1024;  ///< work-items that keep a compute unit of a GPU busy
constexpr std::int64_t kLongRow = 4096;      ///< elements of a row that others wait for

int power_from(double value, int most) {
    const double bounded = std::clamp(value, 1.0, static_cast<double>(most));
    return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::ceil(bounded))));
}

double mean_of(const SpmvFigures& f) {
    return static_cast<double>(f.elements) / static_cast<double>(std::max<std::int64_t>(f.rows, 1));
}

/// Elements of a row that others wait for if they are more than this share of all.
bool has_long_row(const SpmvFigures& f, std::int64_t share) {
    return f.longest > kLongRow && f.longest > f.elements / share;
}

/// Work-items of a row: what a row is long enough for, if `wanted` or so many rows that a few do.
int lanes_on_gpu(const SpmvFigures& f, const SpmvUse& use, double wanted, int most) {
    const double units = static_cast<double>(use.compute_units * kItemsOfUnit);
    const double needed = units / static_cast<double>(std::max<std::int64_t>(f.rows, 1));
    const double useful = mean_of(f) / 2;
    return power_from(std::max(wanted, std::min(needed, useful)), most);
}

/// Columns of X in a pass, and fewer elements at once if they are many: sums and elements of X stand in registers.
SpmvBlocking with_columns(SpmvBlocking b, const SpmvUse& use) {
    const int most = use.type == ElementType::c64 ? 8 : 16;
    b.columns = power_from(static_cast<double>(use.columns), most);
    if (b.columns > 1) b.unroll = std::clamp(16 / b.columns, 1, b.unroll);
    if (b.lanes > 1 && b.columns > 4) b.items = std::min(b.items, 128);
    return b;
}

SpmvBlocking blocking_on_gpu(SpmvKernel kernel, const SpmvFigures& f, const SpmvUse& use) {
    switch (kernel) {
        case SpmvKernel::csr_rows:
            return with_columns({.lanes = lanes_on_gpu(f, use, mean_of(f) / 3.5, 32)}, use);
        case SpmvKernel::sell:
            return with_columns({.lanes = lanes_on_gpu(f, use, mean_of(f) / 6, 4)}, use);
        case SpmvKernel::ell:
            return with_columns({}, use);
        case SpmvKernel::csr_merge:
        case SpmvKernel::coo:
            return {.columns = power_from(static_cast<double>(use.columns), 16)};
    }
    return {};
}

/// A work-item of a CPU is a pass of a loop; slices are as high as its vectors are wide.
SpmvBlocking blocking_on_cpu(SpmvKernel kernel, const SpmvUse& use) {
    const int columns = power_from(static_cast<double>(use.columns), 4);
    if (leaves_rest(kernel)) return {.items = 1, .work = 2048, .columns = columns};
    SpmvBlocking b{.items = 64, .unroll = 1, .columns = columns};
    if (kernel == SpmvKernel::sell) b.slice = static_cast<int>(64 / size_of(use.type));
    return b;
}

}  // namespace

SpmvBlocking default_spmv_blocking(SpmvKernel kernel, const SpmvFigures& figures,
                                   const SpmvUse& use) noexcept {
    return use.is_gpu ? blocking_on_gpu(kernel, figures, use) : blocking_on_cpu(kernel, use);
}

std::int64_t spmv_sorted(const SpmvFigures& f) noexcept {
    constexpr std::int64_t kWindow = 1024;  ///< so that neighbouring work-items write y near each other
    return 10 * std::sqrt(f.variance) > mean_of(f) ? kWindow : 1;
}

SpmvChoice choose_spmv(const SpmvFigures& f, const SpmvUse& use) noexcept {
    const double mean = mean_of(f);
    const double deviation = std::sqrt(f.variance);
    SpmvChoice choice;
    if (has_long_row(f, use.is_gpu ? kLongRow : 16) || (use.is_gpu && deviation > 4 * mean))
        choice.kernel = SpmvKernel::csr_merge;
    else if (use.is_gpu && deviation < mean && static_cast<double>(f.longest) <= 8 * mean)
        choice.kernel = SpmvKernel::sell;
    choice.blocking = default_spmv_blocking(choice.kernel, f, use);
    if (choice.kernel == SpmvKernel::sell) choice.sorted = spmv_sorted(f);
    return choice;
}

}  // namespace hg::kernels
