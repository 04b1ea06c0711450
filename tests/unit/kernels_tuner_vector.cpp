#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "support/stub_runner.hpp"
#include "support/test_devices.hpp"
#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/tuner.hpp"
#include "tools/tuner/vectors/vectors.hpp"
#include "tools/tuner/worker/measure.hpp"

/// Level 1 of BLAS as the tuner sees it.
namespace hg::kernels {
namespace {

TuningProblem elements(VectorOperation operation, std::int64_t n, ElementType type = ElementType::f64) {
    return {&vector_routine(operation), type, 0, {n}};
}

Candidate candidate(VectorOperation operation, std::int64_t n, const VectorBlocking& blocking,
                    ElementType type = ElementType::f64) {
    return {tunable_vector({.operation = operation, .type = type, .blocking = blocking}),
            elements(operation, n, type)};
}

/// A machine on which launches, work-groups and steps cost time: each size has a blocking of its own.
double seconds_of(const TunableKernel& kernel, std::int64_t n) {
    const auto bytes_at_once =
        static_cast<double>(kernel.values[0]) * static_cast<double>(size_of(kernel.type));
    const double chunk = static_cast<double>(kernel.values[0]) * kernel.values[1] * kernel.values[2];
    const double groups = std::clamp(static_cast<double>(n) / chunk, 1.0, 1.0 * kernel.values[3]);
    const double steps = std::ceil(static_cast<double>(n) / chunk / groups);
    const double width = 1 + 0.1 * std::fabs(std::log2(bytes_at_once / 16));
    const double items = 1 + 0.05 * std::fabs(std::log2(kernel.values[2] / 128.0));
    return 4e-6 + 2e-6 * (groups > 1) + 5e-9 * groups +
           7e-7 * steps * (1 + 0.1 * kernel.values[1]) * width * items +
           static_cast<double>(n) / 4e11 * width;
}

TEST(TunerVector, AFewTrialsOfEachCellFindThePlantedBest) {
    test::FunctionRunner runner([](const Candidate& candidate) -> Outcome {
        return {Verdict::good, seconds_of(candidate.kernel, candidate.problem.extents[0]), {}};
    });
    TuneOptions options;
    options.routine = &vector_routine(VectorOperation::dot);
    options.types = {ElementType::f64};
    options.grid.sizes = {{10, 100, 1000, 10000, 100000, 1000000, 10000000}};
    options.search.clock = runner.clock();
    const TuneReport report = tune(test::some_gpu(), "driver", runner, options);
    EXPECT_TRUE(report.complete) << report.fault;
    ASSERT_EQ(report.results.size(), 7U);
    std::set<std::string> winners;
    int best_ones = 0;
    for (const TunedKernel& tuned : report.results) {
        const TuningProblem on = elements(VectorOperation::dot, tuned.extents.at(0));
        const double best = test::least_seconds(
            SearchSpace(on, test::some_gpu(), {}),
            [&](const TunableKernel& kernel) { return seconds_of(kernel, on.extents[0]); });
        const double seconds = 16.0 * static_cast<double>(tuned.extents[0]) / tuned.rate;
        EXPECT_LE(seconds, 1.1 * best) << tuned.extents[0] << ' ' << tuned.kernel;
        if (seconds <= 1.001 * best) ++best_ones;
        EXPECT_EQ(tuned.routine, "dot");
        winners.insert(tuned.kernel);
    }
    EXPECT_GE(best_ones, 4);
    EXPECT_GT(winners.size(), 2U) << "cells have kernels of their own";
    EXPECT_LE(runner.runs(), (3 + 6) * options.routine->trials_of_a_cell + 7 * 2);
}

TEST(TunerVector, SpacesHoldWhatASizeNeeds) {
    for (const VectorOperation operation : kVectorOperations)
        for (const ElementType type : {ElementType::f32, ElementType::f64}) {
            const SearchSpace tiny(elements(operation, 10, type), test::some_gpu(), {});
            EXPECT_LE(tiny.kernels().size(), 6U);
            const SearchSpace large(elements(operation, 10000000, type), test::some_gpu(), {});
            EXPECT_GT(large.kernels().size(), 300U);
            for (const TunableKernel& kernel : large.kernels()) {
                const VectorParameters p = parse_vector(kernel.name).value();
                EXPECT_TRUE(p.blocking.groups == 1 || !is_reduction(operation) ||
                            !one_group_is_enough(p, 10000000));
                EXPECT_LE(p.blocking.vector * size_of(type), 32);
            }
        }
}

TEST(TunerVector, KernelsOfOtherOperationsAreWrong) {
    using enum VectorOperation;
    for (const auto& [wanted, given] :
         {std::pair(copy, swap), std::pair(swap, copy), std::pair(asum, nrm2), std::pair(nrm2, asum)}) {
        Measurer measurer(std::move(make_devices(test::test_options()).front()),
                          [other = given](const TunableKernel& kernel) {
                              VectorParameters p = parse_vector(kernel.name).value();
                              p.operation = other;
                              return std::vector{vector_kernel(p)};
                          });
        const Outcome outcome = measurer.run(candidate(wanted, 1000, {2, 2, 16, 1}));
        EXPECT_EQ(outcome.verdict, Verdict::wrong) << name(wanted);
        EXPECT_NE(outcome.detail.find("wrong"), std::string::npos) << outcome.detail;
    }
}

}  // namespace
}  // namespace hg::kernels
