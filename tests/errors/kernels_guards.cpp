#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "kernels/lu/lu_panel.hpp"
#include "support/guarded_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/kernels/trsv.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg::test {
namespace {

/// LD of all operands, the instruction, ST of those that it writes.
Program program_of_sample(const GuardedSample& sample, const Target& target) {
    ProgramBuilder builder(target);
    std::vector<RegisterId> registers;
    std::vector<ParameterId> matrices;
    for (const SampleOperand& o : sample.operands) {
        matrices.push_back(
            builder.matrix("M" + std::to_string(matrices.size()), o.shape.type, o.shape.rows, o.shape.cols));
        registers.push_back(builder.reg(0, o.shape.type, o.shape.rows, o.shape.cols));
        builder.load(registers.back(), {matrices.back(), 0, 0, o.shape.rows, o.shape.cols});
    }
    builder.exec(sample.instruction, registers,
                 std::vector<Scalar>(sample.scalars.begin(), sample.scalars.end()));
    for (std::size_t o = 0; o < registers.size(); ++o)
        if (writes(sample.instruction->operands[o].access))
            builder.store({matrices[o], 0, 0, sample.operands[o].shape.rows, sample.operands[o].shape.cols},
                          registers[o]);
    return std::move(builder).finish();
}

void bind_operand(Bindings& bindings, const std::string& name, SampleOperand& o) {
    if (o.shape.type == ElementType::i32)
        bindings.matrix(name, o.as<std::int32_t>(), o.shape.ld);
    else if (o.shape.type == ElementType::f64)
        bindings.matrix(name, o.as<double>(), o.shape.ld);
    else
        bindings.matrix(name, o.as<std::complex<double>>(), o.shape.ld);
}

/// The error of a run; empty: there is none. Operands that are written get the result.
std::string error_of_run(Machine& machine, const Program& program, GuardedSample& sample) {
    Bindings bindings;
    for (std::size_t o = 0; o < sample.operands.size(); ++o)
        bind_operand(bindings, "M" + std::to_string(o), sample.operands[o]);
    try {
        machine.run(program, bindings);
        return {};
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
        EXPECT_NE(error.context().command.find("EXEC " + sample.instruction->name), std::string::npos)
            << error.what();
        EXPECT_FALSE(error.context().device.empty());
        return error.message();
    }
}

void expect_alike(const SampleOperand& got, const SampleOperand& wanted, const std::string& what) {
    if (got.shape.type == ElementType::i32) {
        EXPECT_EQ(got.data, wanted.data) << what;
        return;
    }
    for (std::size_t i = 0; i < got.data.size() / sizeof(double); ++i) {
        const double is = reinterpret_cast<const double*>(got.data.data())[i];
        const double should_be = reinterpret_cast<const double*>(wanted.data.data())[i];
        if (std::isnan(should_be)) continue;
        EXPECT_NEAR(is, should_be, 1e-13) << what << " at " << i;
    }
}

/// Runs a sample as it is: the result is the host implementation's.
void expect_right(Machine& machine, GuardedSample sample) {
    GuardedSample wanted = sample;
    const std::vector<HostOperand> operands = wanted.on_host();
    wanted.instruction->host({operands, wanted.scalars});
    EXPECT_EQ(error_of_run(machine, program_of_sample(sample, machine.target()), sample), "");
    for (std::size_t o = 0; o < sample.operands.size(); ++o)
        expect_alike(sample.operands[o], wanted.operands[o],
                     sample.instruction->name + " " + sample.instruction->operands[o].name);
}

TEST(Guards, DataThatFitsGivesTheResult) {
    Machine machine(test_options());
    for (const GuardedSample& sample : guarded_samples()) expect_right(machine, sample);
}

/// Each kind of number in some places of each operand of integers that is read. All devices say the same of
/// it.
TEST(Guards, NoDataMakesAKernelLeaveItsOperands) {
    Machine machine(test_options());
    for (const GuardedSample& original : guarded_samples()) {
        const Program program = program_of_sample(original, machine.target());
        verify(program);
        std::size_t refused = 0;
        for (std::size_t o = 0; o < original.operands.size(); ++o) {
            if (original.operands[o].shape.type != ElementType::i32) continue;
            if (!reads(original.instruction->operands[o].access)) continue;
            for (const std::size_t at : some_places(original.operands[o]))
                for (const std::int32_t number : kNoPlaces) {
                    GuardedSample sample = original;
                    sample.operands[o].as<std::int32_t>()[at] = number;
                    const std::string fault = guarded_fault(sample);
                    EXPECT_EQ(error_of_run(machine, program, sample), fault) << sample.instruction->name;
                    refused += !fault.empty();
                }
        }
        EXPECT_GT(refused, 3U) << original.instruction->name;
    }
}

TEST(Guards, AnErrorNamesTheInstructionTheOperandAndTheElement) {
    Machine machine(test_options());
    GuardedSample sample = guarded_samples().front();
    sample.operands[0].as<std::int32_t>()[3] = 200000000;
    EXPECT_EQ(error_of_run(machine, program_of_sample(sample, machine.target()), sample),
              "gather_f64: index(3,0) is 200000000; x has 7 rows");
    sample.operands[0].as<std::int32_t>()[3] = 1;
    EXPECT_EQ(error_of_run(machine, program_of_sample(sample, machine.target()), sample), "")
        << "the machine serves on";
}

/// What is inside the operands of a builder that vouches for them is not looked at.
TEST(Guards, ABuilderLeavesThemOut) {
    Machine machine(test_options());
    ProgramBuilder builder(machine.target());
    builder.leave_out_guards();
    EXPECT_FALSE(std::move(builder).finish().is_guarded());
    EXPECT_TRUE(program_of_sample(guarded_samples().front(), machine.target()).is_guarded());
}

/// Work-groups take blocks by a number in `state`, which the kernel alone uses: any number gives the right
/// result.
TEST(Guards, ATriangularSolveBeginsAtItsFirstBlock) {
    Machine machine(test_options());
    const kernels::TrsvParameters p{
        .blocking = {.block = 16, .inner = 4, .vector = 1, .items = 16, .ahead = 0, .groups = 2}};
    std::vector<double> a(std::size_t{40} * 40, 0.01);
    for (std::size_t i = 0; i < 40; ++i) a[i * 41] = 2;
    const std::int64_t columns = 3 * 2 * 16 + 2 * 3;
    GuardedSample inverses{kernels::trsv_inverses(p),
                           {sample_operand(a, 40, 40), sample_numbers(16, columns), sample_integers(4)},
                           {0.0, 0.0}};
    const std::vector<HostOperand> operands = inverses.on_host();
    inverses.instruction->host({operands, inverses.scalars});
    for (const std::int32_t first : kNoPlaces) {
        GuardedSample solve{kernels::trsv_solve(p), inverses.operands, {0.0, 0.0, 0.0}};
        solve.operands.push_back(sample_numbers(40));
        solve.operands[2].as<std::int32_t>()[0] = first;
        GuardedSample wanted = solve;
        const std::vector<HostOperand> on_host = wanted.on_host();
        wanted.instruction->host({on_host, wanted.scalars});
        EXPECT_EQ(error_of_run(machine, program_of_sample(solve, machine.target()), solve), "");
        expect_alike(solve.operands[3], wanted.operands[3], "x");
    }
}

/// Words that look like those of other work-groups, with positions far behind the panel.
TEST(Guards, APanelKnowsNothingOfWhatItsScratchHeld) {
    Machine machine(test_options());
    const InstructionPtr panel =
        kernels::lu_panel(kernels::CooperativePanel{.width = 8, .items = 32, .groups = 1, .portable = true});
    std::vector<std::int32_t> words(static_cast<std::size_t>(kernels::lu_scratch_elements()));
    for (std::size_t w = 0; w + 1 < words.size(); w += 2) {
        words[w] = 3000;
        words[w + 1] = 7 * 256 + 1;
    }
    GuardedSample sample{
        panel,
        {sample_numbers(20, 4), sample_integers(8, 3), sample_operand(words, kernels::lu_scratch_elements())},
        {7.0}};
    GuardedSample wanted = sample;
    const std::vector<HostOperand> operands = wanted.on_host();
    wanted.instruction->host({operands, wanted.scalars});
    EXPECT_EQ(error_of_run(machine, program_of_sample(sample, machine.target()), sample), "");
    expect_alike(sample.operands[0], wanted.operands[0], "A");
    expect_alike(sample.operands[1], wanted.operands[1], "moves");
}

}  // namespace
}  // namespace hg::test
