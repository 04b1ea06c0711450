#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "lapack/substitution/substitution_layout.hpp"
#include "support/moved_elements.hpp"
#include "support/simulated_plans.hpp"
#include <hg/lapack/substitution_program.hpp>

namespace hg {
namespace {

using test::fast_gpus;
using test::moved_elements;

constexpr Factors kAllFactors[] = {Factors::lu, Factors::lower, Factors::upper};

Program program_for(const SubstitutionProblem& problem, const Target& target) {
    return substitution_program(problem, target, kernels::Database::shipped());
}

/// On all devices, which keep what is said.
Program program_with_resident(ResidentFactors kept, const SubstitutionProblem& problem,
                              const Target& target) {
    SubstitutionLayout layout = substitution_layout(problem, target);
    layout.kept = kept;
    return substitution_program(problem, layout, target, kernels::Database::shipped());
}

std::size_t devices_that_load(const Program& program) {
    std::size_t used = 0;
    for (DeviceIndex d = 0; d < program.devices().size(); ++d)
        if (!program.queue({d, QueueKind::load}).empty()) ++used;
    return used;
}

TEST(SubstitutionProgram, VerifiesForAllProblemsAndDevices) {
    for (const Factors factors : kAllFactors)
        for (const Op op : {Op::none, Op::trans})
            for (const std::int64_t n : {1, 129, 1000, 5000})
                for (const std::int64_t nrhs : {1, 4, 5, 256})
                    for (const std::size_t devices : {1U, 2U, 3U})
                        for (const ResidentFactors kept :
                             {ResidentFactors::diagonals, ResidentFactors::nothing})
                            EXPECT_NO_THROW(verify(program_with_resident(
                                kept, {.factors = factors, .op = op, .n = n, .nrhs = nrhs},
                                fast_gpus(devices))))
                                << n << ", " << nrhs << " right-hand sides, on " << devices;
}

TEST(SubstitutionProgram, VerifiesIfDevicesKeepATriangle) {
    for (const Factors factors : {Factors::lower, Factors::upper})
        for (const std::int64_t nrhs : {1, 20})
            for (const std::size_t devices : {1U, 3U})
                EXPECT_NO_THROW(verify(program_with_resident(ResidentFactors::triangle,
                                                             {.factors = factors, .n = 5000, .nrhs = nrhs},
                                                             fast_gpus(devices))));
}

std::int64_t commands_of(const Program& program, const std::string& instruction) {
    return std::ranges::count_if(program.commands(), [&](const Command& command) {
        return command.operation == Operation::exec &&
               program.instructions()[command.subject]->name == instruction;
    });
}

/// Nine block columns: of the second triangle eight together and the narrower last one, for each device its
/// own.
TEST(SubstitutionProgram, InvertsTheTrianglesOfTheSecondSubstitutionTogether) {
    const SubstitutionProblem problem{.n = 8500, .nrhs = 16};
    EXPECT_EQ(commands_of(program_with_resident(ResidentFactors::diagonals, problem, fast_gpus(1)),
                          "triangle_trust_f64"),
              9 + 2);
    EXPECT_EQ(commands_of(program_with_resident(ResidentFactors::diagonals, problem, fast_gpus(2)),
                          "triangle_trust_f64"),
              9 + 3);
    EXPECT_EQ(commands_of(program_with_resident(ResidentFactors::nothing, problem, fast_gpus(1)),
                          "triangle_trust_f64"),
              9 + 9);
}

TEST(SubstitutionProgram, FactorsOfLuMoveOnce) {
    for (const std::int64_t n : {1, 700, 9000})
        for (const Op op : {Op::none, Op::trans})
            for (const std::int64_t nrhs : {1, 16}) {
                const Program program = program_for({.op = op, .n = n, .nrhs = nrhs}, fast_gpus(1));
                EXPECT_EQ(moved_elements(program, Operation::load, "A"), n * n);
                EXPECT_EQ(moved_elements(program, Operation::load, "X"), n * nrhs);
                EXPECT_EQ(moved_elements(program, Operation::store, "X"), n * nrhs);
            }
}

/// But for what lies in the other triangle of the blocks on the diagonal.
TEST(SubstitutionProgram, ATriangleOfCholeskyMovesOnce) {
    const std::int64_t n = 9000;
    for (const Factors factors : {Factors::lower, Factors::upper}) {
        const Program program = program_for({.factors = factors, .n = n, .nrhs = 1}, fast_gpus(1));
        EXPECT_GE(moved_elements(program, Operation::load, "A"), n * (n + 1) / 2);
        EXPECT_LT(moved_elements(program, Operation::load, "A"), n * (n + 1100) / 2);
    }
}

TEST(SubstitutionProgram, StreamsFactorsThroughLittleMemory) {
    for (const Factors factors : kAllFactors) {
        const SubstitutionProblem problem{.factors = factors, .n = 8000, .nrhs = 30};
        for (const std::size_t devices : {1U, 2U})
            verify(program_for(problem, fast_gpus(devices, std::int64_t{60} << 20)));
    }
    EXPECT_THROW((void)program_for({.n = 8000, .nrhs = 30}, fast_gpus(1, std::int64_t{2} << 20)), Error);
}

/// Little beyond the time that the factors take on the link.
TEST(SubstitutionProgram, ArithmeticHidesBehindTheLink) {
    const Target target = fast_gpus(1);
    for (const std::int64_t n : {8192, 32768})
        for (const std::int64_t nrhs : {1, 4, 16, 64})
            for (const Op op : {Op::none, Op::trans}) {
                const SubstitutionProblem problem{.op = op, .n = n, .nrhs = nrhs};
                const double link =
                    static_cast<double>(n) * static_cast<double>(n) * 8 / target.devices.front().link_in;
                EXPECT_LT(simulate(program_for(problem, target), target).makespan, 1.2 * link)
                    << n << ", " << nrhs << " right-hand sides, op " << static_cast<char>(op);
            }
}

TEST(SubstitutionProgram, DevicesShareTheLinks) {
    const SubstitutionProblem problem{.n = 32768, .nrhs = 1, .pinned = true};
    const auto seconds = [&](std::size_t devices) {
        Target target = fast_gpus(devices);
        target.host_copy_rate = 1e30;
        return simulate(program_for(problem, target), target).makespan;
    };
    EXPECT_LT(seconds(2), 0.65 * seconds(1));
    EXPECT_GT(devices_that_load(program_for(problem, fast_gpus(2))), 1U);
}

TEST(SubstitutionProgram, ADeviceMoreNeverSlowsACall) {
    for (const std::int64_t n : {700, 4096, 20000})
        for (const std::int64_t nrhs : {1, 100}) {
            const SubstitutionProblem problem{.n = n, .nrhs = nrhs};
            test::expect_more_devices_are_no_slower(
                problem.key(), {1, 2, 3}, [&](const Target& target) { return program_for(problem, target); });
        }
}

TEST(SubstitutionProgram, EqualProblemsAloneHaveEqualKeys) {
    const SubstitutionProblem problem{.n = 100, .nrhs = 3};
    SubstitutionProblem other = problem;
    EXPECT_EQ(problem.key(), other.key());
    other.op = Op::trans;
    EXPECT_NE(problem.key(), other.key());
    other = problem;
    other.factors = Factors::lower;
    EXPECT_NE(problem.key(), other.key());
    other = problem;
    other.nrhs = 4;
    EXPECT_NE(problem.key(), other.key());
}

}  // namespace
}  // namespace hg
