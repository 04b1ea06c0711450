#include "kernels/sparse/spmv_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace hg::kernels {
namespace {

// Of an H100, whose memory moves 3 MB in a microsecond.
constexpr double kBytesOfLaunch = 8e6;
constexpr double kBytesOfStep = 1e6;  ///< while a work-item waits for one element of its row
constexpr double kMergeFactor = 1.2;  ///< time of shares over that of rows: their scans and barriers
constexpr double kListFactor = 1.1;   ///< likewise that of coo
constexpr double kRowsFactor = 1.05;  ///< of csr_rows, whose loads are not aligned

/// The lengths that have this number of bits, the shortest and one more than the longest.
struct Bin {
    double first, end;
};
Bin bin_at(std::size_t bits, std::int64_t longest) {
    if (bits == 0) return {0, 1};
    const double first = std::ldexp(1.0, static_cast<int>(bits) - 1);
    return {first, std::min(2 * first, static_cast<double>(longest) + 1)};
}

double as_number(std::int64_t n) {
    return static_cast<double>(n);
}

/// Work-items that would keep the device busy over those there are.
double idle_factor(const SpmvUse& use, double items) {
    constexpr double kItemsAtWork = 1024;
    return std::max(1.0, as_number(use.compute_units) * kItemsAtWork / std::max(items, 1.0));
}

}  // namespace

double RowLengths::mean() const noexcept {
    return as_number(figures_.elements) / as_number(std::max<std::int64_t>(figures_.rows, 1));
}

double RowLengths::exceeded_by_one_of(double count) const noexcept {
    const double longest = as_number(figures_.longest);
    if (count >= as_number(figures_.rows)) return longest;
    if (figures_.histogram.empty())
        return std::min(longest, mean() + std::sqrt(2 * std::log(count) * figures_.variance));
    double wanted = as_number(figures_.rows) / count;
    for (std::size_t bits = figures_.histogram.size(); bits-- > 0;) {
        const double rows = as_number(figures_.histogram[bits]);
        const Bin bin = bin_at(bits, figures_.longest);
        if (rows >= wanted) return bin.end - 1 - wanted / rows * (bin.end - 1 - bin.first);
        wanted -= rows;
    }
    return 0;
}

double RowLengths::beyond(double width) const noexcept {
    if (figures_.histogram.empty()) return std::max(0.0, as_number(figures_.longest) - width);
    double all = 0;
    for (std::size_t bits = 0; bits < figures_.histogram.size(); ++bits) {
        const Bin bin = bin_at(bits, figures_.longest);
        const double first = std::max(bin.first, width);
        if (first >= bin.end) continue;
        const double share = (bin.end - first) / (bin.end - bin.first);
        all += as_number(figures_.histogram[bits]) * share * ((first + bin.end - 1) / 2 - width);
    }
    return all;
}

double RowLengths::longest_of(double count, double width) const noexcept {
    const double usual = std::min(exceeded_by_one_of(count), width);
    const double windows = std::max(1.0, as_number(figures_.rows) / count);
    return std::min(width, usual + std::max(0.0, beyond(usual) - beyond(width)) / windows);
}

double estimated_places(const SpmvFigures& figures, double width, double slice, double sorted) noexcept {
    const RowLengths lengths(figures);
    const double rows = as_number(figures.rows);
    const double kept = as_number(figures.elements) - lengths.beyond(width);
    if (sorted < slice) return std::max(kept, rows * lengths.longest_of(slice, width));
    // Slices of a window fall from its longest row to its shortest one: half of that is empty in a slice's
    // height.
    const double usual = std::min(lengths.exceeded_by_one_of(sorted), width);
    const double windows = std::max(1.0, rows / sorted);
    return kept + windows * slice * (lengths.longest_of(sorted, width) - usual / 2);
}

double estimated_bytes(const SpmvFigures& f, const SpmvUse& use, const SpmvChoice& choice) noexcept {
    const RowLengths lengths(f);
    const double value = as_number(size_of(use.type)), index = 4;
    const double rows = as_number(f.rows), elements = as_number(f.elements), longest = as_number(f.longest);
    const double lanes = choice.blocking.lanes;
    switch (choice.kernel) {
        case SpmvKernel::csr_rows: {
            const double places = elements + rows * (lanes - 1) / 2;
            const double moved = places * (value + index) * kRowsFactor + rows * (value + index);
            return kBytesOfLaunch +
                   std::max(moved * idle_factor(use, rows * lanes), longest / lanes * kBytesOfStep);
        }
        case SpmvKernel::csr_merge:
            return 2 * kBytesOfLaunch +
                   kMergeFactor * (elements * (value + index) + rows * (value + 2 * index));
        case SpmvKernel::sell: {
            const double width = choice.width > 0 ? as_number(choice.width) : longest;
            const double places = estimated_places(f, width, choice.blocking.slice, as_number(choice.sorted));
            const double moved = places * (value + index) + rows * (value + index);
            const double of_list =
                choice.width == 0
                    ? 0
                    : 2 * kBytesOfLaunch + kListFactor * lengths.beyond(width) * (value + 2 * index);
            return kBytesOfLaunch + of_list +
                   std::max(moved * idle_factor(use, rows * lanes), width / lanes * kBytesOfStep);
        }
        case SpmvKernel::ell:
        case SpmvKernel::coo:
            break;
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace hg::kernels
