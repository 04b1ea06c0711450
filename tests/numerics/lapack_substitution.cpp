// Solves with factors, by substitution: each type of elements, judged by the rules of
// tools/workload/rule/routines.
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "lapack/substitution/substitution_builder.hpp"
#include "support/device_problems.hpp"
#include <hg/lapack/getrs.hpp>
#include <hg/runtime/machine/bindings.hpp>

namespace hg {
namespace {

using test::data_of;
using test::is_right;
using test::Problem;
using test::works;

constexpr Op kSystems[]{Op::none, Op::trans, Op::conj_trans};
/// Of kernels of level 2, of products, and so many that they are two triangular solves.
constexpr std::int64_t kRightHandSides[]{1, 3, 16, 64, 300};

class Substitution : public test::DeviceProblems {
  protected:
    static std::unique_ptr<Problem> getrs(Op op, std::int64_t n, std::int64_t nrhs) {
        return make("getrs", {.op = op, .n = n, .nrhs = nrhs, .gap = 5});
    }
};

/// Of sizes that are parts of kernels.
class SubstitutionSizes : public Substitution {
  protected:
    [[nodiscard]] bool optimises() const override { return false; }
};

TEST_P(SubstitutionSizes, FactorsOfLuSolveAllSystems) {
    for (const std::int64_t nrhs : kRightHandSides)
        for (const Op op : kSystems) {
            const std::uint64_t runs = session_->statistics().runs;
            EXPECT_TRUE(works(*session_, *getrs(op, needs_f64(GetParam()) ? 300 : 150, nrhs)));
            EXPECT_EQ(session_->statistics().runs, runs + (nrhs <= 256 ? 1 : 2));
        }
}

TEST_P(Substitution, FactorsOfCholeskySolve) {
    if (!needs_f64(GetParam())) return;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const std::int64_t nrhs : kRightHandSides)
            EXPECT_TRUE(works(
                *session_,
                *test::make_problem("potrs", GetParam(), {.uplo = uplo, .n = 300, .nrhs = nrhs, .gap = 5})));
}

TEST_P(Substitution, WithoutInterchangesRowsStayWhereTheyAre) {
    for (const Op op : kSystems) {
        const auto problem = getrs(op, 170, 2);
        for (std::int64_t i = 0; i < 170; ++i)
            problem->pivots()[static_cast<std::size_t>(i)] = i + 1;  // for the rule
        test::with_elements(GetParam(), [&]<class T>() {
            hg::getrs<T>(*session_, hg::Layout::col_major, op, 170, 2, data_of<T>(*problem, "A"),
                         problem->ld("A"), nullptr, data_of<T>(*problem, "B"), problem->ld("B"));
        });
        EXPECT_TRUE(is_right(*problem));
    }
}

/// A third of A at once, or less.
TEST_P(Substitution, MatricesMayBeLargerThanTheDevices) {
    if (GetParam() != ElementType::f64) return;
    MachineOptions options = test::test_options();
    options.memory_limit = std::int64_t{5} << 18;
    Session small(options);
    for (const std::int64_t nrhs : {1, 16})
        for (const Op op : {Op::none, Op::trans}) EXPECT_TRUE(works(small, *getrs(op, 700, nrhs)));
    EXPECT_EQ(small.statistics().runs, 4U) << "the devices must do it";
}

/// By a program on the first `devices` of the machine, which simulation might have found too many. Returns X.
std::vector<std::byte> solution_on(Machine& machine, std::size_t devices, const SubstitutionProblem& problem,
                                   Problem& system) {
    const Target target = machine.target();
    SubstitutionLayout layout = substitution_layout(problem, target);
    layout.devices.resize(devices);
    layout.block = 128;
    Bindings bindings;
    bindings.matrix("A", data_of<double>(system, "A"), system.ld("A"));
    bindings.matrix("X", data_of<double>(system, "B"), system.ld("B"));
    system.restore();
    machine.run(substitution_program(problem, layout, target, kernels::Database::shipped()), bindings);
    return system.result_bits();
}

TEST_P(Substitution, BitsDoNotDependOnTheNumberOfDevices) {
    if (GetParam() != ElementType::f64) return;
    Machine& machine = session_->machine();
    if (machine.device_count() < 2) GTEST_SKIP() << "there is one device";
    const std::int64_t n = 600;
    for (const Factors factors : {Factors::lu, Factors::lower, Factors::upper})
        for (const Op op : {Op::none, Op::trans})
            for (const std::int64_t nrhs : {1, 3, 16}) {
                const SubstitutionProblem problem{.factors = factors, .op = op, .n = n, .nrhs = nrhs};
                const auto system = getrs(op, n, nrhs);
                const auto expected = solution_on(machine, 1, problem, *system);
                for (std::size_t devices = 2; devices <= machine.device_count(); ++devices)
                    EXPECT_EQ(solution_on(machine, devices, problem, *system), expected)
                        << devices << " devices, " << nrhs << " right-hand sides";
            }
}

/// The public calls, on one device and on all.
TEST_P(SubstitutionSizes, CallsGiveTheSameBitsOnAllDevices) {
    if (GetParam() != ElementType::f64) return;
    for (const std::int64_t nrhs : {1, 5})
        for (const Op op : kSystems) expect_same_bits_on_fewer(*getrs(op, 520, nrhs));
}

INSTANTIATE_TEST_SUITE_P(All, Substitution, testing::ValuesIn(test::types_worth_compiling()),
                         test::name_of_type);
INSTANTIATE_TEST_SUITE_P(All, SubstitutionSizes, testing::ValuesIn(test::types_worth_compiling()),
                         test::name_of_type);

}  // namespace
}  // namespace hg
