#include "kernels/sparse/spmv_choice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/sparse/spmv_estimate.hpp"
#include "kernels/sparse/spmv_rules.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kItemsOfUnit = 1024;  ///< work-items that keep a compute unit of a GPU busy
constexpr std::int64_t kLongRow = 4096;      ///< elements of a row that others wait for
constexpr double kFull = 1.1;                ///< places for each element of slices that need no order

int power_from(double value, int most) {
    const double bounded = std::clamp(value, 1.0, static_cast<double>(most));
    return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::ceil(bounded))));
}

double mean_of(const SpmvFigures& f) {
    return static_cast<double>(f.elements) / static_cast<double>(std::max<std::int64_t>(f.rows, 1));
}

/// Work-items of a row: what a row is long enough for, if `wanted` or so many rows that a few do.
int lanes_on_gpu(const SpmvFigures& f, const SpmvUse& use, double wanted, int most) {
    const double units = static_cast<double>(use.compute_units * kItemsOfUnit);
    const double needed = units / static_cast<double>(std::max<std::int64_t>(f.rows, 1));
    const double useful = mean_of(f) / 2;
    return power_from(std::max(wanted, std::min(needed, useful)), most);
}

/// Columns of X in a pass, and fewer elements at once if they are many: sums and elements of X stand in
/// registers.
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
            // Scattered columns are found in caches if a work-item goes through a row alone, as its
            // neighbours do.
            return with_columns(
                {.lanes = lanes_on_gpu(f, use, is_scattered(f.scatter) ? 1 : mean_of(f) / 6, 4)}, use);
        case SpmvKernel::ell:
            return with_columns({}, use);
        case SpmvKernel::csr_merge:
        case SpmvKernel::coo:
            // An odd number of places: work-items then begin in banks of their own.
            return {.work = 7, .columns = power_from(static_cast<double>(use.columns), 16)};
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

SpmvChoice sell_of_width(const SpmvFigures& f, const SpmvUse& use, std::int64_t width) {
    return {SpmvKernel::sell, default_spmv_blocking(SpmvKernel::sell, f, use), spmv_sorted(f, width), width};
}

}  // namespace

SpmvBlocking default_spmv_blocking(SpmvKernel kernel, const SpmvFigures& figures,
                                   const SpmvUse& use) noexcept {
    return use.is_gpu ? blocking_on_gpu(kernel, figures, use) : blocking_on_cpu(kernel, use);
}

std::int64_t spmv_sorted(const SpmvFigures& f, std::int64_t width) noexcept {
    constexpr std::int64_t kNear = 1024, kFar = std::int64_t{1} << 19;
    const double most = static_cast<double>(width > 0 ? width : f.longest);
    const double kept = static_cast<double>(f.elements) - RowLengths(f).beyond(most);
    if (estimated_places(f, most, SpmvBlocking{}.slice, 1) <= kFull * kept) return 1;
    return is_scattered(f.scatter) ? kFar : kNear;
}

std::int64_t spmv_width(const SpmvFigures& f, const SpmvUse& use) noexcept {
    SpmvChoice choice = sell_of_width(f, use, 0);
    double least = estimated_bytes(f, use, choice);
    for (std::int64_t width = 1; width < f.longest; width *= 2) {
        const SpmvChoice next = sell_of_width(f, use, width);
        if (const double bytes = estimated_bytes(f, use, next); bytes < least) {
            least = bytes;
            choice = next;
        }
    }
    return choice.width;
}

SpmvChoice choose_spmv(const SpmvFigures& f, const SpmvUse& use) noexcept {
    const SpmvChoice rows{SpmvKernel::csr_rows, default_spmv_blocking(SpmvKernel::csr_rows, f, use)};
    const SpmvChoice shares{SpmvKernel::csr_merge, default_spmv_blocking(SpmvKernel::csr_merge, f, use)};
    if (!use.is_gpu) return f.longest > kLongRow && f.longest > f.elements / 16 ? shares : rows;
    const SpmvChoice slices = sell_of_width(f, use, spmv_width(f, use));
    const auto bytes = [&](const SpmvChoice& choice) { return estimated_bytes(f, use, choice); };
    return std::min({slices, rows, shares},
                    [&](const auto& a, const auto& b) { return bytes(a) < bytes(b); });
}

}  // namespace hg::kernels
