#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/planted_routine.hpp"
#include "support/stub_runner.hpp"
#include "tools/tuner/search/sampled_cells.hpp"
#include "tools/tuner/tuner.hpp"

namespace hg::kernels {
namespace {

/// Kernels of width 8 are the fastest at the cells' own sizes and slow beside them; those of width 4 are
/// nearly as fast everywhere.
struct NarrowPeaks {
    std::set<std::int64_t> sizes{};  ///< that were measured
    std::int64_t broken = 0;
    test::FunctionRunner runner{[this](const Candidate& candidate) -> Outcome {
        const std::int64_t n = candidate.problem.extents[0];
        sizes.insert(n);
        if (n == broken) return {Verdict::wrong, 0, "x(3) is wrong"};
        const int width = candidate.kernel.values[0];
        const bool is_cell = n == 100 || n == 1000 || n == 10000;
        const double each = width == 8 ? (is_cell ? 0.8 : 3) : width == 4 ? 1 : 2;
        return {Verdict::good, each * 1e-9 * static_cast<double>(n), {}};
    }};
};

TuneReport tuned(test::FunctionRunner& runner, int samples) {
    TuneOptions options;
    options.routine = &test::planted_routine::routine();
    options.types = {ElementType::f64};
    options.grid.sizes = {{100, 1000, 10000}};
    options.samples = samples;
    options.search.clock = runner.clock();
    return tune(test::some_gpu(), "1", runner, options);
}

TEST(TunerSampledCells, AKernelThatIsFastAtTheCentreAloneLosesTheCell) {
    for (const auto& [samples, width] : {std::pair(1, 8), std::pair(3, 4)}) {
        NarrowPeaks peaks;
        const TuneReport report = tuned(peaks.runner, samples);
        ASSERT_EQ(report.cells.size(), 6U);
        for (const TunedCell& cell : report.cells) {
            const std::int64_t n = cell.problem.extents[0];
            EXPECT_TRUE(n == 100 || n == 1000 || n == 10000) << n;
            EXPECT_EQ(cell.result.measured.front().kernel.values[0], width) << n;
            const double each = width == 8 ? 0.8 : 1;
            EXPECT_NEAR(cell.result.measured.front().outcome.seconds, each * 1e-9 * static_cast<double>(n),
                        1e-12);
        }
        EXPECT_EQ(peaks.sizes.size(), 3U * static_cast<std::size_t>(samples));
    }
}

TEST(TunerSampledCells, WhatFailsAtOneSizeFailsForTheCell) {
    NarrowPeaks peaks;
    const TuningGrid grid{.sizes = {{100, 1000, 10000}}, .single = {}};
    ASSERT_EQ(samples_of(grid, {1000}, 3), (std::vector<Extents>{{464}, {1000}, {2154}}));
    peaks.broken = 2154;
    SampledCells cells(peaks.runner, grid, 3);
    const TuningProblem problem{&test::planted_routine::routine(), ElementType::f64, 0, {1000}};
    const Outcome outcome = cells.run({test::planted_routine::default_kernel(problem, {}), problem});
    EXPECT_EQ(outcome.verdict, Verdict::wrong);
    EXPECT_EQ(outcome.detail, "x(3) is wrong (at 2154)");
}

TEST(TunerSampledCells, SamplesLieInTheCell) {
    const TuningGrid grid{.sizes = {{100, 1000, 10000}, {1, 400}}, .single = {}};
    for (const int samples : {2, 5, 8}) {
        const std::vector<Extents> found = samples_of(grid, {1000, 400}, samples);
        ASSERT_EQ(found.size(), static_cast<std::size_t>(samples));
        std::set<std::int64_t> rows, columns;
        for (const Extents& sample : found) {
            EXPECT_TRUE(sample[0] > 316 && sample[0] < 3163) << sample[0];
            EXPECT_TRUE(sample[1] > 19 && sample[1] <= 400) << sample[1];
            rows.insert(sample[0]);
            columns.insert(sample[1]);
        }
        EXPECT_EQ(rows.size(), found.size());
        EXPECT_EQ(columns.size(), found.size());
    }
    EXPECT_EQ(samples_of(grid, {1000, 1}, 1), (std::vector<Extents>{{1000, 1}}));
    // Short vectors have fewer sizes than samples.
    EXPECT_EQ(samples_of({.sizes = {{1, 3}}, .single = {}}, {1}, 8), (std::vector<Extents>{{1}, {2}}));
}

TEST(TunerSampledCells, SamplesOfSingleCellsKeepTheirProportions) {
    const TuningGrid grid{.sizes = {}, .single = {{64, 64}, {256, 256}, {1024, 16}}};
    for (const Extents& sample : samples_of(grid, {64, 64}, 4)) {
        EXPECT_EQ(sample[0], sample[1]);
        EXPECT_TRUE(sample[0] >= 64 && sample[0] <= 128) << sample[0];
    }
    EXPECT_EQ(samples_of(grid, {1024, 16}, 4), (std::vector<Extents>{{1024, 16}}));
}

}  // namespace
}  // namespace hg::kernels
