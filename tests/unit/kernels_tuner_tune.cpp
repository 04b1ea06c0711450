#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <set>
#include <string>

#include "support/stub_runner.hpp"
#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/tuner.hpp"
#include "tools/tuner/tuning_plan.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::StubRunner;

const Extents kDeep{128, 128, 8192};

TuningGrid sample_grid() {
    TuningGrid grid;
    for (const std::int64_t n : {512, 1024, 2048, 4096, 8192}) grid.single.push_back({n, n, n});
    grid.single.insert(grid.single.end(), {{8192, 8192, 512}, {8192, 128, 8192}, {128, 8192, 8192}, kDeep});
    return grid;
}

/// A GPU of 132 units: groups run in waves, each as long as its tile is large and its part of k deep. Parts
/// of k make more groups, and cost their sum.
double modelled_seconds(const StubRunner& runner, const GemmParameters& p, const GemmShape& s) {
    constexpr double kUnit = 0.5e12;  // flop/s
    const double tile_m = p.tile_m > 0 ? p.tile_m : 16;
    const double tile_n = p.tile_n > 0 ? p.tile_n : 16;
    const double groups = std::ceil(static_cast<double>(s.m) / tile_m) *
                          std::ceil(static_cast<double>(s.n) / tile_n) * p.split_k;
    const double each = 2 * tile_m * tile_n * static_cast<double>(s.k) / p.split_k / kUnit;
    const double sum = p.split_k > 1 ? 5e-6 + static_cast<double>(s.m * s.n * p.split_k) * 1e-12 : 0;
    return runner.costs().seconds(p) * 1e3 * std::ceil(groups / 132) * each + 5e-6 + sum;
}

void model_shapes(StubRunner& runner) {
    runner.cost = [&](const GemmParameters& p, const GemmShape& s) { return modelled_seconds(runner, p, s); };
}

TuneOptions tune_options(StubRunner& runner, std::vector<ElementType> types = {ElementType::f64}) {
    TuneOptions o;
    o.routine = &gemm_routine();
    o.types = std::move(types);
    o.grid = sample_grid();
    o.search.clock = runner.clock();
    return o;
}

const TunedCell& cell_of(const TuneReport& report, const TuningProblem& problem) {
    return *std::find_if(report.cells.begin(), report.cells.end(),
                         [&](const TunedCell& cell) { return cell.problem == problem; });
}

/// Seconds of the best kernel of a space on a shape.
double best_seconds(const StubRunner& runner, const TuningProblem& problem, const std::vector<int>& parts) {
    SearchOptions o;
    o.parts = parts;
    double best = std::numeric_limits<double>::infinity();
    const SearchSpace space(problem, test::some_gpu(), o);
    for (const TunableKernel& kernel : space.kernels())
        best = std::min(best, modelled_seconds(runner, gemm_parameters(kernel), gemm_shape(problem)));
    return best;
}

TEST(TunerTune, WhatIsInUseCompetesOnEveryCell) {
    StubRunner runner(1);
    model_shapes(runner);
    TuneOptions o = tune_options(runner);
    o.grid.single = {{512, 512, 512}, {4096, 4096, 4096}};
    GemmParameters unlikely{.family = GemmFamily::local, .tile_m = 8, .tile_n = 4, .tile_k = 8};
    const DeviceModel device = test::some_gpu();
    Database database;
    TunedGemm known{device.traits.product,
                    device.traits.vendor,
                    device.traits.architecture,
                    true,
                    {},
                    unlikely,
                    1e12,
                    "1",
                    "2026-11-21"};
    known.shape = {ElementType::f64, false, false, 512, 512, 512};
    database.merge({known}, Rung::user);
    o.in_use = gemm_in_use(database, device);
    const TuneReport report = tune(device, "580.159", runner, o);
    ASSERT_EQ(report.cells.size(), 8u);
    for (const TunedCell& cell : report.cells) {
        EXPECT_NE(cell.in_use.find("_8x4x8"), std::string::npos) << cell.in_use;
        EXPECT_TRUE(std::any_of(cell.result.measured.begin(), cell.result.measured.end(),
                                [&](const Measured& m) { return m.kernel.name == cell.in_use; }))
            << cell.problem.extents[0];
    }
}

TEST(TunerTune, EveryCellGetsAResultToMerge) {
    StubRunner runner(1);
    model_shapes(runner);
    const TuneOptions o = tune_options(runner, {ElementType::f64, ElementType::f32});
    const TuneReport report = tune(test::some_gpu(), "580.159", runner, o);
    EXPECT_TRUE(report.complete);
    EXPECT_EQ(report.fault, "");
    ASSERT_EQ(report.cells.size(), 2 * 4 * o.grid.single.size());
    const std::vector<TunedGemm> results = tuned_gemms(report.results);
    ASSERT_EQ(results.size(), report.cells.size());
    for (std::size_t i = 0; i < report.cells.size(); ++i) {
        const TunedCell& cell = report.cells[i];
        const TunedGemm& tuned = results[i];
        EXPECT_EQ(gemm_problem(tuned.shape), cell.problem);
        EXPECT_EQ(tuned.shape.type, i < report.cells.size() / 2 ? ElementType::f64 : ElementType::f32);
        EXPECT_EQ(tuned.parameters.type, tuned.shape.type);
        EXPECT_EQ(tuned.parameters.transpose_a, tuned.shape.transpose_a);
        EXPECT_EQ(tuned.parameters.transpose_b, tuned.shape.transpose_b);
        EXPECT_FALSE(tuned.parameters.overwrite);
        EXPECT_DOUBLE_EQ(tuned.rate,
                         gemm_routine().amount(cell.problem) / cell.result.measured.front().outcome.seconds);
        EXPECT_EQ(tuned.product, "NVIDIA H200");
        EXPECT_EQ(tuned.vendor, "NVIDIA");
        EXPECT_EQ(tuned.architecture, "sm_90");
        EXPECT_TRUE(tuned.is_gpu);
        EXPECT_EQ(tuned.driver, "580.159");
        EXPECT_TRUE(std::regex_match(tuned.date, std::regex(R"(20\d\d-[01]\d-[0-3]\d)"))) << tuned.date;
        std::set<std::string> names;
        for (const Measured& m : cell.result.measured)
            EXPECT_TRUE(names.insert(m.kernel.name).second) << m.kernel.name << " twice";
    }
}

TEST(TunerTune, FindsThePlantedBestWithinItsBudget) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        StubRunner runner(seed);
        model_shapes(runner);
        const TuneReport report = tune(test::some_gpu(), "driver", runner, tune_options(runner));
        EXPECT_LE(runner.now(), 150 + 5) << "seed " << seed;
        for (const TunedCell& cell : report.cells) {
            const bool large = cell.problem.extents[0] == 8192 && cell.problem.extents[1] == 8192;
            const double best = best_seconds(runner, cell.problem, {1});
            EXPECT_GE(best / cell.result.measured.front().outcome.seconds, large ? 0.97 : 0.5)
                << "seed " << seed << ": " << extent_text(cell.problem);
        }
    }
}

TEST(TunerTune, DeepCellsGetPartsOfK) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        StubRunner runner(seed);
        model_shapes(runner);
        const TuneReport report = tune(test::some_gpu(), "driver", runner, tune_options(runner));
        const TuningProblem deep{&gemm_routine(), ElementType::f64, 0, kDeep};
        const Measured& winner = cell_of(report, deep).result.measured.front();
        EXPECT_GT(gemm_parameters(winner.kernel).split_k, 1) << "seed " << seed;
        EXPECT_LT(winner.outcome.seconds, 0.5 * best_seconds(runner, deep, {1})) << "seed " << seed;
        for (const TunedCell& cell : report.cells)
            EXPECT_TRUE(cell.problem.extents[1] < 8192 ||
                        gemm_parameters(cell.result.measured.front().kernel).split_k == 1);
    }
}

TEST(TunerTune, AShortBudgetLeavesCellsAndSaysSo) {
    for (const double budget : {1.0, 20.0, 45.0}) {
        StubRunner runner(2);
        model_shapes(runner);
        TuneOptions o = tune_options(runner);
        o.budget_seconds = budget;
        const TuneReport report = tune(test::some_gpu(), "driver", runner, o);
        EXPECT_FALSE(report.complete) << budget;
        EXPECT_FALSE(report.results.empty()) << budget;
        EXPECT_LT(report.cells.size(), 4 * o.grid.single.size()) << budget;
        EXPECT_LE(runner.now(), budget + 5) << budget;
    }
}

TEST(TunerTune, SlowKernelsKeepTheBudgetToo) {
    for (const double each : {1.0, 4.0})
        for (const SearchMethod method : {SearchMethod::coordinate, SearchMethod::exhaustive}) {
            StubRunner runner(2);
            runner.seconds_each = each;
            TuneOptions o = tune_options(runner);
            o.search.method = method;
            o.search.seconds = o.budget_seconds = 20;
            const TuneReport report = tune(test::some_gpu(), "driver", runner, o);
            EXPECT_FALSE(report.complete);
            EXPECT_FALSE(report.results.empty());
            EXPECT_LE(runner.now(), 20 + each) << each;
        }
}

TEST(TunerTune, AnExhaustiveSearchSaysHowManyOfHowManyAndUsesItsBudget) {
    for (const double budget : {60.0, 1e9}) {
        StubRunner runner(2);
        TuneOptions o = tune_options(runner);
        o.grid = {};
        o.grid.single = {{256, 256, 256}};
        o.search.method = SearchMethod::exhaustive;
        o.search.families = {"local"};
        o.search.seconds = o.budget_seconds = budget;
        runner.seconds_each = 1.5;
        const TuneReport report = tune(test::some_gpu(), "driver", runner, o);
        const bool all = budget > 60;
        EXPECT_EQ(report.complete, all);
        ASSERT_EQ(report.cells.size(), 4u);
        for (const TunedCell& cell : report.cells) {
            EXPECT_EQ(cell.result.complete, all);
            EXPECT_EQ(cell.result.tried == cell.result.candidates, all);
            EXPECT_EQ(cell.result.candidates,
                      SearchSpace(cell.problem, test::some_gpu(), o.search).kernels().size());
            EXPECT_GE(cell.result.tried, 5u);
        }
        if (!all) {
            EXPECT_GT(runner.now(), 0.9 * budget);
            EXPECT_LE(runner.now(), budget);
        }
    }
}

TEST(TunerTune, ProgressRisesToItsEnd) {
    StubRunner runner(3);
    model_shapes(runner);
    const TuneOptions o = tune_options(runner, {ElementType::f64, ElementType::f32});
    double last = 0;
    std::set<std::string> labels;
    tune(test::some_gpu(), "driver", runner, o, [&](const TuneProgress& p) {
        EXPECT_GE(p.fraction, last);
        EXPECT_LE(p.fraction, 1);
        EXPECT_GE(p.seconds_left, 0);
        EXPECT_LE(p.seconds_left, 300);
        last = p.fraction;
        labels.insert(p.what);
    });
    EXPECT_GT(last, 0.85);
    EXPECT_TRUE(labels.contains("f64 nn 8192 x 8192 x 8192"));
    EXPECT_TRUE(labels.contains("f32 tt 128 x 128 x 8192"));
}

TEST(TunerTune, DevicesWithoutDoublesTuneFloatsAlone) {
    StubRunner runner(3);
    model_shapes(runner);
    DeviceModel device = test::some_gpu();
    device.has_f64 = false;
    const TuneReport report =
        tune(device, "driver", runner, tune_options(runner, {ElementType::f64, ElementType::f32}));
    EXPECT_FALSE(report.results.empty());
    for (const TunedKernel& tuned : report.results) EXPECT_EQ(tuned.type, ElementType::f32);
}

TEST(TunerTune, WhereNothingIsGoodThereIsNoResult) {
    test::FunctionRunner runner([](const Candidate&) -> Outcome {
        return {Verdict::rejected, 0, "planted"};
    });
    StubRunner clock(1);
    const TuneOptions o = tune_options(clock);
    const TuneReport report = tune(test::some_gpu(), "driver", runner, o);
    EXPECT_TRUE(report.results.empty());
    EXPECT_FALSE(report.complete);
    EXPECT_FALSE(report.cells.empty());
}

TEST(TunerTune, AnErrorOfTheRunnerKeepsWhatWasFound) {
    StubRunner stub(4);
    model_shapes(stub);
    test::FunctionRunner runner([&](const Candidate& candidate) {
        if (stub.runs() >= 250) throw Error(ErrorCode::io, "no process to measure in");
        return stub.run(candidate);
    });
    const TuneReport report = tune(test::some_gpu(), "driver", runner, tune_options(stub));
    EXPECT_FALSE(report.complete);
    EXPECT_NE(report.fault.find("no process to measure in"), std::string::npos) << report.fault;
    EXPECT_FALSE(report.results.empty());
}

TEST(TunerTune, NoCellsAreNoWork) {
    StubRunner runner(1);
    TuneOptions o = tune_options(runner);
    o.grid = {};
    const TuneReport report = tune(test::some_gpu(), "driver", runner, o);
    EXPECT_TRUE(report.complete);
    EXPECT_TRUE(report.cells.empty());
    EXPECT_EQ(runner.runs(), 0);
}

TEST(TunerPlan, CellsComeOnceAndInOrder) {
    TuningGrid grid{.sizes = {{1, 2}, {3}, {4, 5}}, .single = {{9, 9, 9}, {2, 3, 4}}};
    const std::vector<Extents> expected{{9, 9, 9}, {2, 3, 4}, {1, 3, 4}, {1, 3, 5}, {2, 3, 5}};
    EXPECT_EQ(cells_of(grid), expected);
}

TEST(TunerPlan, SpreadingTakesTheFurthestNext) {
    std::vector<Extents> cells;
    for (const std::int64_t n : {1, 2, 4, 8, 16}) cells.push_back({n, n, n});
    const std::vector<Extents> expected{{16, 16, 16}, {1, 1, 1}, {4, 4, 4}, {2, 2, 2}, {8, 8, 8}};
    EXPECT_EQ(spread_out(cells, {16, 16, 16}), expected);
    EXPECT_EQ(spread_out({{7, 7, 7}}, {7, 7, 7}).size(), 1U);
}

TEST(TunerPlan, FinalistsAreTheFastestAndSmallerOnes) {
    SearchResult result;
    const auto add = [&](int tile, int order, Verdict verdict = Verdict::good) {
        result.measured.push_back({tunable_gemm({.tile_m = tile, .tile_n = tile, .order = order}),
                                   {verdict, 1e-3 * static_cast<double>(result.measured.size() + 1), ""}});
    };
    add(128, 1);
    add(128, 2);
    add(128, 3);
    add(256, 1);
    add(64, 1);
    add(64, 2);
    add(32, 1);
    add(16, 1, Verdict::wrong);
    std::vector<std::pair<int, int>> chosen;
    for (const TunableKernel& kernel : choose_finalists(gemm_routine(), result, 4)) {
        const GemmParameters p = gemm_parameters(kernel);
        chosen.emplace_back(p.tile_m, p.order);
    }
    const std::vector<std::pair<int, int>> expected{{128, 1}, {128, 2}, {64, 1}, {32, 1}};
    EXPECT_EQ(chosen, expected);
    EXPECT_TRUE(choose_finalists(gemm_routine(), {}, 4).empty());
}

TEST(TunerPlan, PartsPayWhereTilesAreFewAndKIsLong) {
    const DeviceModel device = test::some_gpu();
    const TunableKernel kernel = tunable_gemm({.tile_m = 128, .tile_n = 128});
    const auto parts = [&](std::int64_t m, std::int64_t n, std::int64_t k) {
        return gemm_routine().parts_worth_trying(gemm_problem({ElementType::f64, false, false, m, n, k}),
                                                 kernel, device);
    };
    EXPECT_EQ(parts(8192, 8192, 8192), (std::vector{1}));
    EXPECT_EQ(parts(128, 128, 256), (std::vector{1}));
    EXPECT_EQ(parts(128, 128, 1024), (std::vector{1, 2, 4}));
    EXPECT_EQ(parts(128, 128, 1 << 20), (std::vector{1, 2, 4, 8, 16, 32}));
}

TEST(TunerPlan, AbsorbingKeepsTheBetterOrder) {
    const auto result = [](std::vector<std::pair<int, double>> tiles) {
        SearchResult r;
        for (const auto& [tile, seconds] : tiles)
            r.measured.push_back({tunable_gemm({.tile_m = tile}),
                                  {seconds > 0 ? Verdict::good : Verdict::crashed, seconds, ""}});
        return r;
    };
    const auto tiles_of = [](const SearchResult& r) {
        std::vector<int> tiles;
        for (const Measured& m : r.measured) tiles.push_back(gemm_parameters(m.kernel).tile_m);
        return tiles;
    };
    SearchResult known = result({{16, 2.0}, {32, 3.0}, {48, 0}});
    absorb(known, result({{32, 1.0}, {96, 4.0}}));
    EXPECT_EQ(tiles_of(known), (std::vector{32, 96, 16, 48}));
    absorb(known, result({{16, 5.0}, {112, 6.0}}));
    EXPECT_EQ(tiles_of(known), (std::vector{32, 96, 16, 112, 48}));
    EXPECT_TRUE(has_winner(known));
    EXPECT_FALSE(has_winner(result({{16, 0}})));
    EXPECT_FALSE(has_winner({}));
}

}  // namespace
}  // namespace hg::kernels
