#include "tools/tuner/search/sampled_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {
namespace {

struct ServedRange {
    double low;
    double high;

    /// The size at a part of the range, 0 to 1, by logarithms.
    [[nodiscard]] std::int64_t at(double part) const {
        return std::max<std::int64_t>(std::llround(low * std::pow(high / low, part)), 1);
    }
};

/// The digits of a number in a base, the last one first, behind the point: van der Corput's sequence.
double radical_inverse(int number, int base) {
    double inverse = 0;
    double digit = 1.0 / base;
    for (; number > 0; number /= base, digit /= base) inverse += digit * (number % base);
    return inverse;
}

/// The part of an extent that each sample takes, each part once.
std::vector<int> parts_of(std::size_t extent, int samples) {
    constexpr std::array kBases{2, 3, 5};
    std::vector<int> parts(static_cast<std::size_t>(samples));
    std::iota(parts.begin(), parts.end(), 0);
    if (extent == 0) return parts;
    const int base = kBases[(extent - 1) % kBases.size()];
    std::ranges::sort(parts, {}, [&](int part) { return radical_inverse(part, base); });
    return parts;
}

/// From the midpoint to the next smaller size to that of the next larger one.
ServedRange range_of(const Extents& sizes, std::int64_t size) {
    std::int64_t below = size, above = size;
    for (const std::int64_t other : sizes) {
        if (other < size && (below == size || other > below)) below = other;
        if (other > size && (above == size || other < above)) above = other;
    }
    const auto middle = static_cast<double>(size);
    return {std::sqrt(middle * static_cast<double>(below)), std::sqrt(middle * static_cast<double>(above))};
}

bool is_combination(const TuningGrid& grid, const Extents& cell) {
    if (grid.sizes.size() != cell.size()) return false;
    for (std::size_t i = 0; i < cell.size(); ++i)
        if (std::ranges::find(grid.sizes[i], cell[i]) == grid.sizes[i].end()) return false;
    return true;
}

/// For each extent the sizes of the single cells that have a cell's proportions.
std::vector<Extents> proportional_sizes(const TuningGrid& grid, const Extents& cell) {
    std::vector<Extents> sizes(cell.size());
    for (const Extents& other : grid.single) {
        bool same = true;
        for (std::size_t i = 0; i < cell.size(); ++i) same = same && other[i] * cell[0] == other[0] * cell[i];
        for (std::size_t i = 0; same && i < cell.size(); ++i) sizes[i].push_back(other[i]);
    }
    return sizes;
}

}  // namespace

std::vector<Extents> samples_of(const TuningGrid& grid, const Extents& cell, int samples) {
    if (samples == 1) return {cell};
    const bool spread = is_combination(grid, cell);
    const std::vector<Extents> sizes = spread ? grid.sizes : proportional_sizes(grid, cell);
    std::vector<Extents> found(static_cast<std::size_t>(samples), cell);
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const ServedRange range = range_of(sizes[i], cell[i]);
        const std::vector<int> parts = parts_of(spread ? i : 0, samples);
        for (std::size_t sample = 0; sample < found.size(); ++sample)
            found[sample][i] = range.at((parts[sample] + 0.5) / samples);
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<Candidate> SampledCells::samples_of(const Candidate& candidate) const {
    std::vector<Candidate> list;
    for (Extents& extents : kernels::samples_of(grid_, candidate.problem.extents, samples_)) {
        TuningProblem problem = candidate.problem;
        problem.extents = std::move(extents);
        list.push_back({for_problem(candidate.kernel, problem), problem});
    }
    return list;
}

void SampledCells::expect(const std::vector<Candidate>& candidates) {
    std::vector<Candidate> all;
    for (const Candidate& candidate : candidates)
        for (Candidate& sample : samples_of(candidate)) all.push_back(std::move(sample));
    runner_.expect(all);
}

Outcome SampledCells::run(const Candidate& candidate) {
    const auto amount = candidate.problem.routine->amount;
    const std::vector<Candidate> samples = samples_of(candidate);
    double seconds_of_one = 0;
    for (const Candidate& sample : samples) {
        Outcome outcome = runner_.run(sample);
        if (outcome.verdict != Verdict::good) {
            outcome.detail += " (at " + extent_text(sample.problem) + ")";
            return outcome;
        }
        seconds_of_one += outcome.seconds / amount(sample.problem);
    }
    const double mean = seconds_of_one / static_cast<double>(samples.size());
    return {Verdict::good, mean * amount(candidate.problem), {}};
}

}  // namespace hg::kernels
