#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "support/test_devices.hpp"
#include "tools/tuner/gemv/gemv_routine.hpp"
#include "tools/tuner/rank_update/rank_update_routine.hpp"
#include "tools/tuner/symv/symv_routine.hpp"
#include "tools/tuner/trsv/trsv_routine.hpp"
#include "tools/tuner/worker/measure.hpp"

/// Routines of level 2 with one matrix, but for gemv, as the tuner sees them.
namespace hg::kernels {
namespace {

struct MatrixCase {
    TunableKernel kernel;
    TuningProblem problem;
    std::size_t written;  ///< the operand of the last instruction that has the result
};

/// Each routine with small work-groups, and trmv and trsv with those that all devices run.
std::vector<MatrixCase> matrix_cases(ElementType type) {
    std::vector<MatrixCase> cases;
    for (const bool transposed : {false, true})
        cases.push_back(
            {tunable_trsv({type, transposed, {.block = 16, .inner = 4, .items = 1, .ahead = 0, .groups = 2}}),
             {&trsv_routine(), type, transposed ? 1 : 0, {70}},
             3});
    for (const bool transposed : {false, true}) {
        GemvBlocking blocking{4, 4, 2, 1, 1, 2, transposed ? 3 : 1};
        (transposed ? blocking.columns : blocking.rows) = 2;
        cases.push_back(
            {tunable_gemv({.type = type, .transpose = transposed, .triangle = true, .blocking = blocking}),
             {&trmv_routine(), type, transposed ? 1 : 0, {70}},
             1});
    }
    constexpr SymvBlocking kAlone{.vector = 2, .tile = 16, .strip = 2, .row_items = 1, .column_items = 1};
    constexpr SymvBlocking kPatches{.vector = 2,
                                    .tile = 16,
                                    .tall = 2,
                                    .strip = 4,
                                    .row_items = 4,
                                    .column_items = 4,
                                    .prefetch = 1,
                                    .sum_items = 2};
    for (const bool upper : {false, true})
        cases.push_back({tunable_symv({type, upper, upper || !test::on_host() ? kAlone : kPatches}),
                         {&symv_routine(), type, upper ? 1 : 0, {70}},
                         1});
    constexpr RankUpdateBlocking kSmall{.vector = 2, .items = 4, .columns = 4, .unroll = 2};
    for (const RankUpdate operation : kRankUpdates) {
        const TunableRoutine& routine = rank_update_routine(operation);
        const bool upper = operation == RankUpdate::syr2;
        const Extents extents = operation == RankUpdate::ger ? Extents{70, 30} : Extents{70};
        cases.push_back(
            {tunable_rank_update({.operation = operation, .type = type, .upper = upper, .blocking = kSmall}),
             {&routine, type, upper ? 1 : 0, extents},
             operation == RankUpdate::syr ? 1U : 2U});
    }
    return cases;
}

/// The instructions of a kernel, the last of which changes an element of its result.
std::vector<InstructionPtr> planted_in_result(const MatrixCase& c, const TunableKernel& kernel,
                                              double factor) {
    std::vector<InstructionPtr> all = c.problem.routine->instructions(kernel);
    auto last = std::make_shared<Instruction>(*all.back());
    last->host = [sound = last->host, factor, written = c.written](const HostCall& call) {
        sound(call);
        call.operands[written].as<double>()[0] *= factor;
    };
    all.back() = last;
    return all;
}

TEST(TunerMatrixVector, KernelsOfEveryOperationAreGood) {
    Measurer measurer(std::move(make_devices(test::test_options()).front()));
    for (const ElementType type : {ElementType::f64, ElementType::f32}) {
        if (type == ElementType::f32 && !test::on_host()) continue;  // compilers take a second for each
        for (const MatrixCase& c : matrix_cases(type)) {
            if (c.problem.operation != 0 && !test::on_host()) continue;
            const Outcome outcome = measurer.run({c.kernel, c.problem});
            EXPECT_EQ(outcome.verdict, Verdict::good) << c.kernel.name << ": " << outcome.detail;
        }
    }
}

TEST(TunerMatrixVector, WrongElementsAreFound) {
    if (!test::on_host()) GTEST_SKIP() << "the fault is planted in the host's implementation";
    for (const MatrixCase& c : matrix_cases(ElementType::f64))
        for (const auto& [factor, verdict] :
             {std::pair(1.0, Verdict::good), std::pair(1.0 + 1e-9, Verdict::wrong)}) {
            Measurer measurer(
                std::move(make_devices(test::test_options()).front()),
                [&c, by = factor](const TunableKernel& kernel) { return planted_in_result(c, kernel, by); });
            EXPECT_EQ(measurer.run({c.kernel, c.problem}).verdict, verdict) << c.kernel.name;
        }
}

}  // namespace
}  // namespace hg::kernels
