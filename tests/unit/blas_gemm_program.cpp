#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/expected_error.hpp"
#include <hg/blas/gemm_program.hpp>
#include <hg/kernels/library.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

Target target_of(std::size_t devices, std::int64_t memory = std::int64_t{16} << 30) {
    Target target;
    for (std::size_t d = 0; d < devices; ++d) {
        DeviceModel device;
        device.name = "gpu" + std::to_string(d);
        device.memory = memory;
        device.largest_slot = memory / 4;
        target.devices.push_back(device);
    }
    return target;
}

std::map<Operation, std::size_t> count(const Program& program) {
    std::map<Operation, std::size_t> commands;
    for (const Command& c : program.commands()) ++commands[c.operation];
    return commands;
}

TEST(GemmProgram, IsSoundForManyProblemsAndTargets) {
    for (std::size_t devices : {1u, 2u, 3u})
        for (std::int64_t memory : {std::int64_t{1} << 20, std::int64_t{8} << 20, std::int64_t{16} << 30})
            for (Op op_a : {Op::none, Op::trans})
                for (bool reads_c : {true, false})
                    for (bool product : {true, false}) {
                        const GemmProblem problem{.op_a = op_a,
                                                  .op_b = Op::trans,
                                                  .m = 700,
                                                  .n = 500,
                                                  .k = 300,
                                                  .product = product,
                                                  .reads_c = reads_c,
                                                  .block = 64};
                        const Program program = gemm_program(problem, target_of(devices, memory));
                        ASSERT_NO_THROW(verify(program));
                        for (std::size_t d = 0; d < devices; ++d)
                            ASSERT_LE(program.device_bytes(static_cast<DeviceIndex>(d)), memory);
                    }
}

TEST(GemmProgram, LoadsEachTileOnceWhereMemoryAllows) {
    const GemmProblem problem{.m = 1024, .n = 1024, .k = 1024, .block = 128};
    const auto commands = count(gemm_program(problem, target_of(1)));
    // 8 blocks along m and k; 7 and two halves along n.
    EXPECT_EQ(commands.at(Operation::load), 8u * 8 + 2 * 8 * 9);
    EXPECT_EQ(commands.at(Operation::store), 8u * 9);
    EXPECT_EQ(commands.at(Operation::exec), 8u * 9 * 8);
}

TEST(GemmProgram, LittleMemoryCostsTrafficNotSoundness) {
    const GemmProblem problem{.m = 1024, .n = 1024, .k = 1024, .reads_c = false, .block = 64};
    const Program rich = gemm_program(problem, target_of(1));
    const Program poor = gemm_program(problem, target_of(1, 40 * 64 * 64 * 8));
    verify(poor);
    EXPECT_LT(count(rich).at(Operation::load), count(poor).at(Operation::load));
    EXPECT_EQ(count(rich).at(Operation::exec), count(poor).at(Operation::exec));
    // A window of C blocks keeps it well below two loads a product.
    EXPECT_LT(count(poor).at(Operation::load), count(poor).at(Operation::exec));
}

TEST(GemmProgram, DoesNotReadWhatItOverwrites) {
    const GemmProblem problem{.m = 300, .n = 200, .k = 100, .reads_c = false, .block = 64};
    const Program program = gemm_program(problem, target_of(2));
    EXPECT_EQ(program.scalars().size(), 1u);
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        if (program.command(id).operation == Operation::load) {
            EXPECT_NE(program.matrices()[index(program.tile(id).parameter)].name, "C");
        }
    }
}

TEST(GemmProgram, WithoutAProductThereIsOnlyC) {
    for (bool reads_c : {true, false}) {
        const Program program = gemm_program(
            {.m = 300, .n = 200, .product = false, .reads_c = reads_c, .block = 64}, target_of(1));
        ASSERT_EQ(program.matrices().size(), 1u);
        EXPECT_EQ(program.matrices()[0].name, "C");
        EXPECT_EQ(program.instructions()[0]->name, reads_c ? "scale_f64" : "zero_f64");
    }
}

TEST(GemmProgram, MemoryForNotEvenOneTileIsAnErrorWithTheFigures) {
    test::expect_error(ErrorCode::out_of_memory, {"16384 bytes", "10000 bytes"},
                       [&] { return gemm_program({.m = 400, .n = 400, .k = 400}, target_of(1, 10000)); });
}

TEST(GemmProgram, PrintsAndParsesBack) {
    const Program program = gemm_program({.m = 300, .n = 200, .k = 100, .block = 64}, target_of(2));
    EXPECT_EQ(print(parse(print(program), kernels::find)), print(program));
}

TEST(GemmProgram, HidesTransfersBehindArithmetic) {
    const GemmProblem problem{.m = 16384, .n = 16384, .k = 16384};
    const Target target = target_of(1);
    const Simulation run = simulate(gemm_program(problem, target), target);
    EXPECT_LT(run.makespan, 1.1 * 2.0 * std::pow(16384.0, 3) / target.devices[0].rate_f64);
}

TEST(GemmProgram, KeysTellProblemsApart) {
    const GemmProblem problem{.m = 1, .n = 2, .k = 3};
    GemmProblem other = problem;
    EXPECT_EQ(problem.key(), other.key());
    other.op_a = Op::trans;
    EXPECT_NE(problem.key(), other.key());
    const std::string transposed = other.key();
    other.op_a = Op::conj_trans;
    EXPECT_EQ(transposed, other.key()) << "the same for real types";
    other = problem;
    other.type = ElementType::f32;
    EXPECT_NE(problem.key(), other.key());
    other = problem;
    other.reads_c = false;
    EXPECT_NE(problem.key(), other.key());
}

}  // namespace
}  // namespace hg
