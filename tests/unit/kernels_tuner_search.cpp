#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "support/stub_runner.hpp"
#include "tools/tuner/search/search.hpp"
#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/search/surrogate.hpp"

namespace hg::kernels {
namespace {

using test::StubRunner;

TuningProblem large(ElementType type) {
    return gemm_problem({.type = type, .m = 4096, .n = 4096, .k = 4096});
}

SearchOptions search_options(StubRunner& runner, SearchMethod method = SearchMethod::coordinate,
                             bool full = false) {
    SearchOptions o;
    o.method = method;
    o.full = full;
    o.clock = runner.clock();
    return o;
}

/// The planted best of a space.
double least_cost(const SearchSpace& space, const StubRunner& runner) {
    return test::least_seconds(space, [&](const TunableKernel& p) { return runner.costs().seconds(p); });
}

/// The best over what a search found, 1 at most; checks its time and that nothing was measured twice
/// but by the leaders.
double quality(const DeviceModel& device, ElementType type, std::uint64_t seed, bool full, double noise = 0) {
    StubRunner runner(seed);
    runner.noise = noise;
    const SearchOptions o = search_options(runner, SearchMethod::coordinate, full);
    const SearchResult result = search(large(type), device, runner, o);
    EXPECT_LE(runner.now(), 60) << "seed " << seed;
    EXPECT_LE(runner.runs() - std::ssize(result.measured), 15) << "seed " << seed;
    const SearchSpace space(large(type), device, o);
    return least_cost(space, runner) / runner.costs().seconds(result.measured.at(0).kernel);
}

TEST(TunerSearch, CoordinatesFindTheBestOfEveryPlantedMachine) {
    for (const DeviceModel& device : {test::some_gpu(), test::some_cpu()})
        for (const ElementType type : {ElementType::f64, ElementType::f32})
            for (std::uint64_t seed = 1; seed <= 10; ++seed)
                EXPECT_GE(quality(device, type, seed, false), 0.97) << "seed " << seed;
}

TEST(TunerSearch, CoordinatesFindTheBestInTheNoiseOfRealTimes) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        EXPECT_GE(quality(test::some_gpu(), ElementType::f64, seed, false, 0.01), 0.97) << "seed " << seed;
}

TEST(TunerSearch, CoordinatesFindTheBestOfLargeSpacesButForAFew) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const double q = quality(test::some_gpu(), ElementType::f64, seed, true);
        EXPECT_GE(q, 0.75) << "seed " << seed;
        found += q >= 0.97;
    }
    EXPECT_GE(found, 2);
}

TEST(TunerSearch, ExhaustiveMeasuresAllOnceAndFindsTheBest) {
    StubRunner runner(4);
    SearchOptions o = search_options(runner, SearchMethod::exhaustive);
    o.seconds = 1e9;
    const TuningProblem shape = large(ElementType::f64);
    const SearchSpace space(shape, test::some_gpu(), o);
    const SearchResult result = search(shape, test::some_gpu(), runner, o);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.measured.size(), space.kernels().size());
    EXPECT_EQ(result.measured.front().outcome.seconds, least_cost(space, runner));
    std::set<std::string> names;
    for (const Measured& m : result.measured) {
        EXPECT_TRUE(names.insert(m.kernel.name).second) << m.kernel.name;
        EXPECT_TRUE(runner.was_expected(m.kernel));
        EXPECT_LE(runner.runs_of(m.kernel, shape), 4);
    }
}

TEST(TunerSearch, LinearSkipsHopelessBlockings) {
    StubRunner runner(4);
    SearchOptions o = search_options(runner, SearchMethod::linear);
    o.seconds = 1e9;
    const TuningProblem shape = large(ElementType::f64);
    const SearchResult result = search(shape, test::some_gpu(), runner, o);
    const SearchSpace space(shape, test::some_gpu(), o);
    EXPECT_LT(result.measured.size(), space.kernels().size());
    EXPECT_GE(least_cost(space, runner) / result.measured.front().outcome.seconds, 0.9);
    // What it leaves out shares its blocking with a kernel that is 1.5 times as slow as the best.
    const double hopeless = 1.5 * result.measured.front().outcome.seconds;
    for (const TunableKernel& kernel : space.kernels()) {
        const GemmParameters p = gemm_parameters(kernel);
        const auto same_blocking = [&](const Measured& m) {
            const GemmParameters q = gemm_parameters(m.kernel);
            return p.family == q.family && p.tile_m == q.tile_m && p.tile_n == q.tile_n &&
                   p.tile_k == q.tile_k && p.work_m == q.work_m && p.work_n == q.work_n;
        };
        const auto known = std::find_if(result.measured.begin(), result.measured.end(),
                                        [&](const Measured& m) { return m.kernel.name == kernel.name; });
        if (known != result.measured.end()) continue;
        const auto judged = std::find_if(result.measured.begin(), result.measured.end(), same_blocking);
        ASSERT_NE(judged, result.measured.end()) << kernel.name;
        EXPECT_GT(judged->outcome.seconds, hopeless) << kernel.name;
    }
}

TEST(TunerSearch, EveryMethodKeepsItsTime) {
    for (const SearchMethod method :
         {SearchMethod::coordinate, SearchMethod::linear, SearchMethod::exhaustive})
        for (const double seconds : {0.1, 2.0, 15.0}) {
            StubRunner runner(2);
            SearchOptions o = search_options(runner, method);
            o.seconds = seconds;
            const SearchResult result = search(large(ElementType::f64), test::some_gpu(), runner, o);
            EXPECT_LE(runner.now(), std::max(seconds, 0.3) + 1e-9);
            EXPECT_FALSE(result.complete);
            ASSERT_FALSE(result.measured.empty());
            EXPECT_EQ(result.measured.front().outcome.verdict, Verdict::good);
        }
}

TEST(TunerSearch, BadKernelsNeverWin) {
    const TuningProblem shape = large(ElementType::f64);
    for (const Verdict verdict : {Verdict::wrong, Verdict::rejected, Verdict::crashed, Verdict::timed_out}) {
        StubRunner runner(3);
        SearchOptions o = search_options(runner, SearchMethod::exhaustive);
        o.seconds = 1e9;
        const SearchSpace space(shape, test::some_gpu(), o);
        std::size_t planted = 0;
        for (std::size_t i = 0; i < space.kernels().size(); i += 3, ++planted)
            runner.plant(space.kernels()[i], {verdict, 1e-12, "planted"});
        const SearchResult result = search(shape, test::some_gpu(), runner, o);
        EXPECT_EQ(result.measured.front().outcome.verdict, Verdict::good);
        const auto bad = std::count_if(result.measured.begin(), result.measured.end(),
                                       [](const Measured& m) { return m.outcome.verdict != Verdict::good; });
        EXPECT_EQ(static_cast<std::size_t>(bad), planted);
        EXPECT_EQ(result.measured.back().outcome.detail, "planted");
    }
}

TEST(TunerSearch, NothingGoodIsNoWinner) {
    StubRunner runner(3);
    const TuningProblem shape = large(ElementType::f64);
    for (const SearchMethod method :
         {SearchMethod::coordinate, SearchMethod::linear, SearchMethod::exhaustive}) {
        const SearchOptions o = search_options(runner, method);
        const SearchSpace space(shape, test::some_gpu(), o);
        for (const TunableKernel& p : space.kernels()) runner.plant(p, {Verdict::crashed, 0, "planted"});
        const SearchResult result = search(shape, test::some_gpu(), runner, o);
        ASSERT_FALSE(result.measured.empty());
        EXPECT_EQ(result.measured.front().outcome.verdict, Verdict::crashed);
    }
    SearchOptions none = search_options(runner);
    none.families = {"mma"};
    EXPECT_TRUE(search(large(ElementType::f32), test::some_gpu(), runner, none).measured.empty())
        << "mma is for f64 alone";
}

TEST(TunerSearch, LeadersRunAgainAndALuckyTimeDoesNotWin) {
    const TuningProblem shape = large(ElementType::f64);
    StubRunner runner(5);
    SearchOptions o = search_options(runner, SearchMethod::exhaustive);
    o.seconds = 1e9;
    const SearchSpace space(shape, test::some_gpu(), o);
    const GemmParameters lucky = gemm_parameters(space.kernels()[20]);
    // All take 1 s but one of 1.1 s, which is timed at 0.95 s when it is first run.
    int runs = 0;
    runner.cost = [&](const GemmParameters& p, const GemmShape&) {
        if (name(p) != name(lucky)) return p.tile_m == lucky.tile_m ? 1.0 : 1.05;
        return runs++ == 0 ? 0.95 : 1.1;
    };
    const SearchResult result = search(shape, test::some_gpu(), runner, o);
    EXPECT_EQ(result.measured.front().outcome.seconds, 1.0);
    EXPECT_EQ(runs, 4);
}

TEST(TunerSearch, LeadersThatFailWhenTheyRunAgainAreNone) {
    std::string first;
    int runs_of_first = 0;
    test::FunctionRunner runner([&](const Candidate& candidate) -> Outcome {
        const std::string& kernel = candidate.kernel.name;
        if (first.empty()) first = kernel;
        if (kernel != first) return {Verdict::good, 1.01, {}};
        if (runs_of_first++ == 0) return {Verdict::good, 1.0, {}};
        return {Verdict::wrong, 0, "now and then"};
    });
    SearchOptions o;
    o.method = SearchMethod::exhaustive;
    const SearchResult result = search(large(ElementType::f64), test::some_gpu(), runner, o);
    EXPECT_EQ(result.measured.front().outcome.verdict, Verdict::good);
    EXPECT_NE(result.measured.front().kernel.name, first);
    EXPECT_EQ(result.measured.back().outcome.detail, "now and then");
}

TEST(TunerSearch, StartsComeFirstAndShortenTheSearch) {
    const TuningProblem shape = large(ElementType::f64);
    StubRunner cold(6);
    const SearchResult first = search(shape, test::some_gpu(), cold, search_options(cold));
    StubRunner warm(6);
    SearchOptions o = search_options(warm);
    GemmParameters start = gemm_parameters(first.measured.front().kernel);
    start.type = ElementType::f32;  // starts may come from other types and operations
    start.transpose_a = true;
    o.starts = {tunable_gemm(start)};
    const SearchResult second = search(shape, test::some_gpu(), warm, o);
    EXPECT_LE(second.measured.front().outcome.seconds, first.measured.front().outcome.seconds);
    EXPECT_LT(warm.runs(), cold.runs());
}

TEST(TunerSearch, PartsOfKAreAnAxis) {
    const TuningProblem shape = gemm_problem({.type = ElementType::f64, .m = 64, .n = 64, .k = 65536});
    StubRunner runner(7);
    runner.cost = [&](const GemmParameters& p, const GemmShape&) {
        return runner.costs().seconds(p) * (p.split_k == 8 ? 0.2 : 1);
    };
    SearchOptions o = search_options(runner);
    o.parts = {1, 2, 4, 8, 16, 32};
    const SearchResult result = search(shape, test::some_gpu(), runner, o);
    EXPECT_EQ(gemm_parameters(result.measured.front().kernel).split_k, 8);
}

TEST(TunerSearch, ProgressCountsUp) {
    StubRunner runner(8);
    std::size_t last = 0;
    double best = std::numeric_limits<double>::infinity();
    const SearchResult result = search(large(ElementType::f64), test::some_gpu(), runner,
                                       search_options(runner, SearchMethod::linear),
                                       [&](std::size_t done, std::size_t expected, double seconds) {
                                           EXPECT_EQ(done, last + 1);
                                           EXPECT_GE(expected, done);
                                           EXPECT_LE(seconds, best);
                                           last = done;
                                           best = seconds;
                                       });
    EXPECT_EQ(last, result.measured.size());
}

TEST(TunerSearchSpace, LinesDifferInTheirAxisAlone) {
    const SearchSpace space(large(ElementType::f64), test::some_gpu(), {});
    for (const TunableKernel& p : space.kernels())
        for (const KernelAxis& axis : space.axes(p.family)) {
            const auto line = space.line(p, axis);
            EXPECT_EQ(std::count(line.begin(), line.end(), p), 1)
                << p.name << " along " << gemm_routine().fields[axis.field];
            EXPECT_TRUE(std::is_sorted(line.begin(), line.end(), [&](const auto& x, const auto& y) {
                return x.values[axis.field] < y.values[axis.field];
            }));
            for (TunableKernel q : line) {
                EXPECT_TRUE(space.contains(q));
                q.values[axis.field] = p.values[axis.field];
                EXPECT_EQ(for_problem(q, space.problem()).name, p.name);
            }
        }
}

TEST(TunerSearchSpace, NearestIsItselfOrOfItsFamily) {
    const SearchSpace space(large(ElementType::f64), test::some_gpu(), {});
    for (const TunableKernel& p : space.kernels()) EXPECT_EQ(space.nearest(p)->name, p.name);
    const TunableKernel odd =
        tunable_gemm({.family = GemmFamily::blocked, .type = ElementType::f32, .tile_m = 77, .work_n = 3});
    ASSERT_NE(space.nearest(odd), nullptr);
    EXPECT_EQ(space.nearest(odd)->family, "blocked");
    EXPECT_EQ(space.nearest(tunable_gemm({.family = GemmFamily::local})), nullptr) << "not searched on a GPU";
}

TEST(TunerSurrogate, KnowsWhatItWasTaughtAndOrdersNeighbours) {
    const SearchSpace space(large(ElementType::f64), test::some_gpu(), {});
    const test::PlantedCosts costs(9);
    const std::string family = space.families().front();
    std::vector<TunableKernel> known;
    std::vector<double> times;
    std::vector<TunableKernel> unknown;
    for (const std::size_t i : space.kernels_of(family)) {
        const TunableKernel& p = space.kernels()[i];
        if (i % 3 == 0) {
            unknown.push_back(p);
            continue;
        }
        known.push_back(p);
        times.push_back(std::log(costs.seconds(p)));
    }
    ASSERT_GE(unknown.size(), 10U);
    const Surrogate surrogate(space.axes(family), known, times);
    for (std::size_t i = 0; i < known.size(); ++i) EXPECT_NEAR(surrogate(known[i]), times[i], 0.05);
    // Of pairs it has not seen, most are in the right order.
    int right = 0;
    int all = 0;
    for (const TunableKernel& x : unknown)
        for (const TunableKernel& y : unknown)
            if (costs.seconds(x) < 0.9 * costs.seconds(y)) {
                ++all;
                right += surrogate(x) < surrogate(y);
            }
    ASSERT_GT(all, 20);
    EXPECT_GT(right, all * 9 / 10);
}

}  // namespace
}  // namespace hg::kernels
