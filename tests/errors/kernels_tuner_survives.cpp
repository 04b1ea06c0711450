#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "support/planted_costs.hpp"
#include "support/stub_runner.hpp"
#include "tools/tuner/gemm/gemm_routine.hpp"
#include "tools/tuner/search/search.hpp"
#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/tuner.hpp"
#include "tools/tuner/worker/worker.hpp"

/// Whole searches and tunes with a child process, in which kernels do whatever kernels do.
namespace hg::kernels {
namespace {

constexpr std::uint64_t kSeed = 11;
constexpr double kLimit = 2;

const std::vector<std::string> kFatal{"abort", "segv", "hang", "exit", "garbage", "cut", "lost"};

struct Planted {
    std::vector<std::string> arguments;
    TunableKernel best;  ///< of the kernels that behave
    std::set<std::string> bad;
};

/// Of the fastest kernels every other one misbehaves, each in another way.
Planted plant_among_the_fastest(const SearchSpace& space) {
    const test::PlantedCosts costs(kSeed);
    std::vector<TunableKernel> kernels = space.kernels();
    std::sort(kernels.begin(), kernels.end(), [&](const TunableKernel& x, const TunableKernel& y) {
        return costs.seconds(x) < costs.seconds(y);
    });
    std::vector<std::string> behaviours = kFatal;
    behaviours.insert(behaviours.end(), {"wrong", "refused"});
    Planted planted{{HG_TEST_WORKER, std::to_string(kSeed)}, kernels.at(1), {}};
    for (std::size_t i = 0; i < behaviours.size(); ++i) {
        const std::string kernel = kernels.at(2 * i).name;
        planted.arguments.push_back(kernel + "=" + behaviours[i]);
        planted.bad.insert(kernel);
    }
    return planted;
}

WorkerOptions worker(const Planted& planted, int compilers) {
    WorkerOptions options;
    options.command = planted.arguments;
    options.compile_command = {HG_TEST_WORKER, std::to_string(kSeed)};
    options.compilers = compilers;
    options.seconds = kLimit;
    return options;
}

TEST(TunerSurvives, AnExhaustiveSearchFindsThePlantedBest) {
    const TuningProblem shape = gemm_problem({.m = 512, .n = 512, .k = 512});
    SearchOptions options;
    options.method = SearchMethod::exhaustive;
    const Planted planted = plant_among_the_fastest(SearchSpace(shape, test::some_cpu(), options));
    for (const int compilers : {0, 2}) {
        WorkerRunner runner(worker(planted, compilers));
        const SearchResult result = search(shape, test::some_cpu(), runner, options);
        EXPECT_TRUE(result.complete);
        EXPECT_EQ(result.measured.front().kernel.name, planted.best.name);
        std::size_t bad = 0;
        for (const Measured& m : result.measured) {
            const bool is_bad = planted.bad.contains(m.kernel.name);
            EXPECT_EQ(m.outcome.verdict == Verdict::good, !is_bad) << m.kernel.name << m.outcome.detail;
            bad += is_bad;
        }
        EXPECT_EQ(bad, planted.bad.size());
        if (compilers > 0) continue;
        EXPECT_EQ(runner.processes_started(), static_cast<std::int64_t>(1 + kFatal.size()));
    }
}

TEST(TunerSurvives, TheQuickSearchNeverTakesAPlantedOne) {
    const TuningProblem shape = gemm_problem({.m = 512, .n = 512, .k = 512});
    const Planted planted = plant_among_the_fastest(SearchSpace(shape, test::some_cpu(), {}));
    WorkerRunner runner(worker(planted, 2));
    const SearchResult result = search(shape, test::some_cpu(), runner, {});
    const test::PlantedCosts costs(kSeed);
    EXPECT_EQ(result.measured.front().outcome.verdict, Verdict::good);
    EXPECT_GE(costs.seconds(planted.best) / costs.seconds(result.measured.front().kernel), 0.9);
}

TEST(TunerSurvives, AWholeTune) {
    const TuningProblem shape = gemm_problem({.m = 512, .n = 512, .k = 512});
    const Planted planted = plant_among_the_fastest(SearchSpace(shape, test::some_cpu(), {}));
    WorkerRunner runner(worker(planted, 1));
    TuneOptions options;
    options.routine = &gemm_routine();
    options.types = {ElementType::f64};
    options.grid.single = {{512, 512, 512}, {64, 64, 64}, {64, 64, 4096}};
    options.budget_seconds = 60;
    const TuneReport report = tune(test::some_cpu(), "driver", runner, options);
    EXPECT_TRUE(report.complete) << report.fault;
    EXPECT_EQ(report.results.size(), 12U);
    for (const TunedKernel& tuned : report.results)
        EXPECT_FALSE(planted.bad.contains(tuned.kernel)) << tuned.kernel;
}

TEST(TunerSurvives, AWorkerThatNeverStarts) {
    WorkerOptions options;
    options.command = {HG_TEST_WORKER, "quits"};
    WorkerRunner runner(options);
    TuneOptions tuning;
    tuning.routine = &gemm_routine();
    tuning.grid.single = {{512, 512, 512}};
    const TuneReport report = tune(test::some_cpu(), "driver", runner, tuning);
    EXPECT_FALSE(report.complete);
    EXPECT_TRUE(report.results.empty());
    EXPECT_NE(report.fault.find("exit status 3"), std::string::npos) << report.fault;
}

}  // namespace
}  // namespace hg::kernels
