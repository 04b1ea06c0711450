#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "support/planted_routine.hpp"
#include "support/stub_runner.hpp"
#include "support/test_devices.hpp"
#include "tools/tuner/search/search.hpp"
#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/tunable_routines.hpp"
#include "tools/tuner/tuner.hpp"
#include "tools/tuner/worker/measure.hpp"
#include "tools/tuner/worker/protocol.hpp"
#include <hg/runtime/program/error.hpp>

/// What the tuner does for a routine that is not GEMM.
namespace hg::kernels {
namespace {

namespace made_up = test::planted_routine;

TuningProblem elements(std::int64_t n, int operation = 0) {
    return {&made_up::routine(), ElementType::f64, operation, {n}};
}

/// What the planted machine says, for each element.
double seconds_of(const TunableKernel& kernel, const TuningProblem& on, std::uint64_t seed) {
    return made_up::seconds(kernel, seed) * static_cast<double>(on.extents[0]) * 1e-3;
}
double best_seconds(const TuningProblem& on, std::uint64_t seed) {
    return test::least_seconds(SearchSpace(on, test::some_gpu(), {}),
                               [&](const TunableKernel& kernel) { return seconds_of(kernel, on, seed); });
}
test::FunctionRunner made_up_runner(std::uint64_t seed) {
    return test::FunctionRunner(
        [seed](const Candidate& candidate) -> Outcome {
            return {Verdict::good, seconds_of(candidate.kernel, candidate.problem, seed), {}};
        },
        0.1);
}

/// What the tuner takes for granted of each routine.
TEST(TunerRoutine, KernelsAndProblemsAreWhatTheRoutineSays) {
    std::vector<const TunableRoutine*> routines = tunable_routines();
    routines.push_back(&made_up::routine());
    for (const TunableRoutine* routine : routines)
        for (const DeviceModel& device : {test::some_gpu(), test::some_cpu()})
            for (int operation = 0; operation < std::ssize(routine->operations); ++operation) {
                const TuningProblem on{routine, ElementType::f64, operation,
                                       Extents(routine->extents.size(), 300)};
                EXPECT_GT(routine->amount(on), 0);
                const SearchSpace space(on, device, {});
                ASSERT_FALSE(space.kernels().empty());
                // The planted one reads names by making them all.
                const std::size_t step = routine == &made_up::routine() ? 16 : 1;
                for (std::size_t i = 0; i < space.kernels().size(); i += step)
                    EXPECT_EQ(routine->parse(space.kernels()[i].name), space.kernels()[i]);
                for (std::size_t i = 0; i < space.kernels().size(); i += 16) {
                    const TunableKernel& kernel = space.kernels()[i];
                    EXPECT_TRUE(kernel.name.starts_with(std::string(routine->names) + "_")) << kernel.name;
                    EXPECT_EQ(kernel.operation, operation);
                    EXPECT_EQ(kernel.values.size(), routine->fields.size());
                    EXPECT_EQ(for_problem(kernel, on), kernel) << kernel.name;
                    for (const KernelAxis& axis : space.axes(kernel.family))
                        EXPECT_LT(axis.field, routine->fields.size());
                    const TuningProblem small = routine->small_problem(on, kernel);
                    EXPECT_EQ(small.extents.size(), routine->extents.size());
                    EXPECT_GE(*std::ranges::min_element(small.extents), 1);
                }
                EXPECT_NE(space.nearest(routine->default_kernel(on, device)), nullptr);
            }
}

TEST(TunerRoutine, EverySearchFindsThePlantedBest) {
    for (const SearchMethod method : {SearchMethod::coordinate, SearchMethod::exhaustive})
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            auto runner = made_up_runner(seed);
            SearchOptions options;
            options.method = method;
            options.clock = runner.clock();
            const SearchResult result = search(elements(1000), test::some_gpu(), runner, options);
            EXPECT_EQ(result.candidates, 2U * 6 * 6 * 6);
            EXPECT_DOUBLE_EQ(result.measured.at(0).outcome.seconds, best_seconds(elements(1000), seed))
                << "seed " << seed;
        }
}

TEST(TunerRoutine, ALinearSearchJudgesKernelsThatShareTheirBlockingByTheFirst) {
    auto runner = made_up_runner(1);
    SearchOptions options;
    options.method = SearchMethod::linear;
    options.clock = runner.clock();
    const SearchResult result = search(elements(1000), test::some_gpu(), runner, options);
    EXPECT_TRUE(result.complete);
    // One kernel of each of 2 x 6 groups, or all 36.
    EXPECT_LT(result.measured.size(), result.candidates);
    EXPECT_EQ((result.measured.size() - 12) % 35, 0U);
}

TEST(TunerRoutine, EveryCellOfATuneGetsAResult) {
    auto runner = made_up_runner(2);
    TuneOptions options;
    options.routine = &made_up::routine();
    options.types = {ElementType::f64};
    options.grid.sizes = {{10, 100, 1000, 10000}};
    options.search.clock = runner.clock();
    std::set<std::string> labels;
    const TuneReport report = tune(test::some_gpu(), "driver", runner, options,
                                   [&](const TuneProgress& progress) { labels.insert(progress.what); });
    EXPECT_TRUE(report.complete) << report.fault;
    ASSERT_EQ(report.results.size(), 8U);
    for (const TunedKernel& tuned : report.results) {
        const TuningProblem on = elements(tuned.extents.at(0), tuned.operation == "down" ? 1 : 0);
        EXPECT_EQ(made_up::parse(tuned.kernel).value().operation, on.operation);
        EXPECT_DOUBLE_EQ(tuned.rate, static_cast<double>(tuned.extents[0]) / best_seconds(on, 2));
        EXPECT_EQ(tuned.routine, "planted");
        EXPECT_EQ(tuned.type, ElementType::f64);
    }
    EXPECT_EQ(report.results.front().extents, Extents{10});
    EXPECT_EQ(report.results.front().operation, "up");
    EXPECT_EQ(report.results.back().extents, Extents{10000});
    EXPECT_EQ(report.results.back().operation, "down");
    EXPECT_TRUE(labels.contains("f64 up 10000"));
    EXPECT_TRUE(labels.contains("f64 down 10"));
}

/// As kernels that are chosen for another size may be.
TEST(TunerRoutine, WhatIsInUseCompetesThoughASearchWouldNotTryIt) {
    auto runner = made_up_runner(2);
    TunableRoutine routine = made_up::routine();
    routine.trials_of_a_cell = 8;
    TuneOptions options;
    options.routine = &routine;
    options.types = {ElementType::f64};
    options.grid.sizes = {{100, 10000}};
    options.search.clock = runner.clock();
    options.in_use = [](const TuningProblem& problem) {
        return std::optional(made_up::kernel(problem, "direct", {128}));
    };
    const TuneReport report = tune(test::some_gpu(), "driver", runner, options);
    ASSERT_EQ(report.cells.size(), 4U);
    for (const TunedCell& cell : report.cells) {
        EXPECT_NE(cell.in_use.find("_128_4_4"), std::string::npos) << cell.in_use;
        EXPECT_EQ(std::ranges::count(cell.result.measured, cell.in_use,
                                     [](const Measured& m) { return m.kernel.name; }),
                  1);
    }
}

TEST(TunerRoutine, LinesTellRoutinesApart) {
    std::vector<const TunableRoutine*> routines = tunable_routines();
    routines.push_back(&made_up::routine());
    const Candidate candidates[]{
        {made_up::kernel(elements(7, 1), "staged", {8, 2, 1}), elements(7, 1)},
        {tunable_gemm({}), gemm_problem({.m = 1, .n = 2, .k = 3})},
    };
    for (const Candidate& candidate : candidates) {
        const auto read = parse_candidate(to_line(candidate), routines);
        ASSERT_TRUE(read) << to_line(candidate);
        EXPECT_EQ(read->kernel, candidate.kernel);
        EXPECT_EQ(read->problem, candidate.problem);
    }
    EXPECT_FALSE(parse_candidate(to_line(candidates[0]), tunable_routines()));
}

TEST(TunerRoutine, KernelsAreCheckedAndTimedByTheirRoutinesOperands) {
    Measurer measurer(std::move(make_devices(test::test_options()).front()));
    const auto run = [&](int width) {
        return measurer.run({made_up::kernel(elements(1000), "direct", {width}), elements(1000)});
    };
    const Outcome good = run(8);
    EXPECT_EQ(good.verdict, Verdict::good) << good.detail;
    EXPECT_DOUBLE_EQ(good.seconds, 1e-6 / 8);
    const Outcome wrong = run(64);
    EXPECT_EQ(wrong.verdict, Verdict::wrong);
    EXPECT_EQ(wrong.detail, "planted (129)");
    const Candidate other{made_up::kernel(elements(1000, 1), "direct", {8}), elements(1000)};
    EXPECT_EQ(measurer.run(other).verdict, Verdict::rejected);
    const Candidate none{made_up::kernel(elements(0), "direct", {8}), elements(0)};
    EXPECT_EQ(measurer.run(none).verdict, Verdict::rejected);
}

/// Operands that are counted, on a device with memory for those of 4000 alone.
class CountedOperands final : public TrialOperands {
  public:
    explicit CountedOperands(std::int64_t n) {
        if (n == 4000 && alive > 0) throw Error(ErrorCode::out_of_memory, "planted");
        ++alive;
        ++made;
    }
    ~CountedOperands() override { --alive; }
    std::string fault_of(const PreparedKernel& /*prepared*/) override { return {}; }
    double seconds_of(const PreparedKernel& /*prepared*/, int /*times*/) override { return 1e-3; }

    static inline int alive = 0;
    static inline int made = 0;
};

TEST(TunerRoutine, OperandsOfTheLastProblemsAreKept) {
    TunableRoutine counted = made_up::routine();
    counted.operands = [](DeviceWork&, const TuningProblem& problem,
                          const OperandLayout&) -> std::unique_ptr<TrialOperands> {
        return std::make_unique<CountedOperands>(problem.extents[0]);
    };
    for (const auto& [kept, wanted] : {std::pair(1, 7), std::pair(2, 5)}) {
        Measurer measurer(std::move(make_devices(test::test_options()).front()), {}, kept);
        CountedOperands::made = -2;  // but for the small problem
        for (const std::int64_t n : {1000, 2000, 1000, 3000, 1000, 2000, 4000}) {
            const TuningProblem problem{&counted, ElementType::f64, 0, {n}};
            EXPECT_EQ(measurer.run({made_up::kernel(problem, "direct", {8}), problem}).verdict,
                      Verdict::good);
            EXPECT_LE(CountedOperands::alive, kept);
        }
        EXPECT_EQ(CountedOperands::made, wanted);
        EXPECT_EQ(CountedOperands::alive, 1);
    }
}

}  // namespace
}  // namespace hg::kernels
