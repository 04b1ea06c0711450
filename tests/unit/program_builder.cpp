#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/expected_error.hpp"
#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;

struct Builder : testing::Test {
    ProgramBuilder b{samples::target(2)};
    ParameterId m = b.matrix("M", ElementType::f64, 10, 20);
    RegisterId r = b.reg(0, ElementType::f64, 4, 5);

    /// `call` throws invalid_argument with `text` in its message, and leaves the builder as it was.
    template <class Call>
    void expect_error(Call call, const std::string& text) {
        const std::size_t before = b.size();
        test::expect_error(ErrorCode::invalid_argument, {text}, call);
        EXPECT_EQ(b.size(), before);
    }
};

TEST_F(Builder, NeedsADevice) {
    expect_error([] { ProgramBuilder none{Target{}}; }, "at least one device");
}

TEST_F(Builder, TakesAsManyDevicesAsAnIndexCanCount) {
    expect_error([] { ProgramBuilder many{samples::target(kMostDevices + 1)}; }, "at most 65535");
    EXPECT_EQ(ProgramBuilder(samples::target(kMostDevices)).finish().devices().size(), kMostDevices);
}

TEST_F(Builder, RefusesBadMatrices) {
    expect_error([&] { b.matrix("", ElementType::f64, 1, 1); }, "needs a name");
    expect_error([&] { b.matrix("a b", ElementType::f64, 1, 1); }, "needs a name");
    expect_error([&] { b.matrix("M", ElementType::f64, 1, 1); }, "are called M");
    expect_error([&] { b.matrix("N", ElementType::f64, -1, 1); }, "negative");
    expect_error([&] { b.matrix("N", ElementType::f64, std::int64_t{1} << 40, std::int64_t{1} << 40); },
                 "too many");
}

TEST_F(Builder, RefusesBadRegisters) {
    expect_error([&] { b.reg(2, ElementType::f64, 1, 1); }, "device 2");
    expect_error([&] { b.reg(0, ElementType::f64, 0, 1); }, "at least one element");
    expect_error([&] { b.reg(0, ElementType::f64, 4, 4, 3); }, "leading dimension 3");
    expect_error([&] { b.reg(0, ElementType::f64, std::int64_t{1} << 31, 1); }, "too large");
}

TEST_F(Builder, RefusesTransfersThatDoNotFit) {
    expect_error([&] { b.load(RegisterId{9}, {m, 0, 0, 4, 5}); }, "register that does not exist");
    expect_error([&] { b.load(r, {ParameterId{3}, 0, 0, 4, 5}); }, "matrix that does not exist");
    expect_error([&] { b.load(r, {m, 0, 0, 5, 4}); }, "4x5");
    expect_error([&] { b.load(r, {m, 7, 0, 4, 5}); }, "outside matrix M");
    expect_error([&] { b.store({m, 0, 16, 4, 5}, r); }, "outside matrix M");
    expect_error([&] { b.store({m, -1, 0, 4, 5}, r); }, "outside matrix M");
    const RegisterId single = b.reg(0, ElementType::f32, 4, 5);
    expect_error([&] { b.load(single, {m, 0, 0, 4, 5}); }, "the register holds f32, matrix M holds f64");
}

TEST_F(Builder, RefusesInstructionsThatDoNotFit) {
    const RegisterId other = b.reg(1, ElementType::f64, 4, 5);
    const RegisterId single = b.reg(0, ElementType::f32, 4, 5);
    expect_error([&] { b.exec(nullptr, {r}); }, "needs an instruction");
    expect_error([&] { b.exec(samples::clear(), {r, r}); }, "takes 1 registers, not 2");
    expect_error([&] { b.exec(samples::scale(), {r}); }, "takes 1 scalars, not 0");
    expect_error([&] { b.exec(samples::clear(), {RegisterId{77}}); }, "no such register");
    expect_error([&] { b.exec(samples::clear(), {single}); }, "is f64, not f32");
    expect_error([&] { b.exec(samples::copy(), {r, other}); }, "lies on another device");
    expect_error([&] { b.exec(samples::scale(), {r}, {Scalar::bound(0)}); }, "no such scalar");
    expect_error([&] { b.exec(samples::scale(), {r}, {ScalarValue(2, -1)}); }, "is real (f64), not (2,-1)");
}

TEST_F(Builder, AskedByAnInstructionsOwnCheck) {
    const RegisterId x = b.reg(0, ElementType::f64, 3, 3);
    test::expect_error(ErrorCode::invalid_program, {"columns of A"}, [&] {
        return b.exec(samples::multiply(), {r, x, r}, {1.0});
    });
    EXPECT_EQ(b.size(), 0U);
}

TEST_F(Builder, RefusesTwoInstructionsOfOneNameAndStaysUsable) {
    const auto twin = std::make_shared<const Instruction>(*samples::clear());
    b.exec(samples::clear(), {r});
    for (int i = 0; i < 2; ++i) expect_error([&] { b.exec(twin, {r}); }, "two instructions are called clear");
    b.exec(samples::clear(), {r});
    const Program p = std::move(b).finish();
    EXPECT_EQ(p.instructions().size(), 1U);
    EXPECT_NO_THROW(verify(p));
}

TEST_F(Builder, CommandsWaitForMarksOnly) {
    const CommandId load = b.load(r, {m, 0, 0, 4, 5});
    expect_error([&] { b.store({m, 0, 0, 4, 5}, r, std::vector{load}); }, "only for marks and barriers");
    expect_error([&] { b.store({m, 0, 0, 4, 5}, r, std::vector{CommandId{7}}); }, "does not exist yet");
    expect_error([&] { b.mark("later", std::vector{CommandId{7}}); }, "does not exist yet");
    expect_error([&] { b.mark("a \"quote\""); }, "quotes");
    expect_error([&] { b.barrier("two\nlines"); }, "line ends");
    expect_error([&] { b.mark("far", {}, {5, QueueKind::exec}); }, "not in the target");
}

TEST_F(Builder, ScalarsOfOneNameAreOne) {
    EXPECT_EQ(b.scalar("alpha"), b.scalar("alpha"));
    EXPECT_NE(b.scalar("alpha"), b.scalar("beta"));
    expect_error([&] { b.scalar("$"); }, "needs a name");
}

TEST_F(Builder, RepeatedScalarsAreKeptOnce) {
    b.exec(samples::clear(), {r});
    for (int i = 0; i < 100; ++i) b.exec(samples::scale(), {r}, {3.0});
    EXPECT_EQ(std::move(b).finish().parts().scalar_operands.size(), 1U);
}

TEST_F(Builder, ScalarsKeepTheirSign) {
    b.exec(samples::clear(), {r});
    for (const double zero : {-0.0, 0.0, -0.0}) b.exec(samples::scale(), {r}, {zero});
    const Program program = std::move(b).finish();
    EXPECT_TRUE(std::signbit(program.scalar_operands(CommandId{1})[0].value.real));
    EXPECT_FALSE(std::signbit(program.scalar_operands(CommandId{2})[0].value.real));
    EXPECT_TRUE(std::signbit(program.scalar_operands(CommandId{3})[0].value.real));
}

/// A register of 32 x 32 with two halves.
struct BuilderWrites : testing::Test {
    ProgramBuilder b{samples::target()};
    ParameterId m = b.matrix("M", ElementType::f64, 32, 32);
    RegisterId whole = b.reg(0, ElementType::f64, 32, 32);
    RegisterId left = b.window(whole, 0, 0, 32, 16);
    RegisterId right = b.window(whole, 0, 16, 32, 16);
};

TEST_F(BuilderWrites, OfLoadsAndInstructionsAreKnown) {
    EXPECT_FALSE(b.is_written_since(whole, 0));
    b.load(whole, {m, 0, 0, 32, 32});
    EXPECT_TRUE(b.is_written_since(whole, 0));
    EXPECT_TRUE(b.is_written_since(left, 0));
    EXPECT_FALSE(b.is_written_since(whole, 1));
    b.store({m, 0, 0, 32, 32}, whole);  // only reads
    EXPECT_FALSE(b.is_written_since(whole, 1));
    b.exec(samples::scale(), {whole}, {1.0});
    EXPECT_TRUE(b.is_written_since(right, 1));
    EXPECT_FALSE(b.is_written_since(right, 3));
}

TEST_F(BuilderWrites, OfOneWindowLeaveAnotherAlone) {
    b.load(whole, {m, 0, 0, 32, 32});
    b.exec(samples::scale(), {left}, {1.0});
    EXPECT_TRUE(b.is_written_since(left, 1));
    EXPECT_TRUE(b.is_written_since(whole, 1));
    EXPECT_FALSE(b.is_written_since(right, 1));
}

}  // namespace
