#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "tests/support/expected_error.hpp"
#include "tests/support/source_checks.hpp"
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using testing::HasSubstr;

constexpr const char* kDevice =
    " memory 17179869184 largest 4294967296 link_in 2.5e+10 link_out 2.5e+10 link_both 5e+10 link_latency "
    "1e-05 "
    "rate_f64 5e+12 rate_f32 1e+13 memory_rate 1e+12 launch_latency 5e-06 has_f64 1\n";

const std::string kText = std::string("hg program 1\n") + "device gpu" + kDevice +
                          "matrix A f64 6x4\n"
                          "scalar alpha\n"
                          "slot s0@gpu 160\n"
                          "register r0@gpu.s0 f64 4x4 ld 5\n"
                          "instruction scale\n"
                          "0: LD r0@gpu.s0 <- A[2,0] 4x4 f64\n"
                          "1: EXEC scale r0@gpu.s0 ; $alpha   after 0 (RAW s0)\n"
                          "2: EXEC scale r0@gpu.s0 ; -0.1   after 1 (RAW s0)\n"
                          "3: ST A[2,0] 4x4 f64 <- r0@gpu.s0   after 0 (WAR host A), 2 (RAW s0)\n"
                          "4: MARK \"phase # 1\" @gpu.ST   after 3\n"
                          "5: BAR \"\" @gpu.EXEC   after 0, 1, 2, 3, 4\n";

Program sample() {
    ProgramBuilder b(samples::target());
    const ParameterId a = b.matrix("A", ElementType::f64, 6, 4);
    const Scalar alpha = b.scalar("alpha");
    const RegisterId r = b.reg(0, ElementType::f64, 4, 4, 5);
    b.load(r, {a, 2, 0, 4, 4});
    b.exec(samples::scale(), {r}, {alpha});
    b.exec(samples::scale(), {r}, {-0.1});
    const CommandId store = b.store({a, 2, 0, 4, 4}, r);
    b.mark("phase # 1", std::vector{store}, {0, QueueKind::store});
    b.barrier();
    return std::move(b).finish();
}

TEST(Text, ShowsAProgram) {
    EXPECT_EQ(print(sample()), kText);
}

TEST(Text, ShowsOneCommand) {
    EXPECT_EQ(print_command(sample(), CommandId{1}), "1: EXEC scale r0@gpu.s0 ; $alpha   after 0 (RAW s0)");
}

TEST(Text, GoesToAStream) {
    std::ostringstream out;
    print(sample(), out);
    EXPECT_EQ(out.str(), kText);
}

TEST(Text, ReadsWhatItShows) {
    const Program p = parse(kText, samples::find);
    EXPECT_NO_THROW(verify(p));
    EXPECT_EQ(print(p), kText);
    EXPECT_EQ(p.registers()[0], sample().registers()[0]);
    EXPECT_EQ(p.scalar_operands(CommandId{1})[0], Scalar::bound(0));
    EXPECT_EQ(p.scalar_operands(CommandId{2})[0], Scalar(-0.1));
    EXPECT_EQ(p.mark_name(CommandId{4}), "phase # 1");
}

TEST(Text, PinnedMatricesReadBack) {
    ProgramBuilder b(samples::target());
    b.pinned_matrix("exchange", ElementType::f64, 3, 4);
    b.matrix("A", ElementType::f64, 3, 4);
    const Program program = std::move(b).finish();
    EXPECT_THAT(print(program), HasSubstr("\nmatrix exchange f64 3x4 pinned\nmatrix A f64 3x4\n"));
    const Program again = sources::read_back(program);
    EXPECT_TRUE(again.matrices()[0].is_pinned);
    EXPECT_FALSE(again.matrices()[1].is_pinned);
}

TEST(Text, TrianglesOfTilesReadBack) {
    const Program program = sources::built(
        "matrix A f64 6x4\nregister r f64 4x4 ld 5\nLD r <- A[2, 0] lower\nST A[2, 0] upper <- r\n");
    EXPECT_THAT(print(program), HasSubstr("LD r0@gpu.s0 <- A[2,0] 4x4 lower f64"));
    sources::read_back(program);
    EXPECT_EQ(program.transfer_bytes(CommandId{1}), 10 * 8);
}

TEST(Text, AllowsCommentsBlankLinesTabsAndCarriageReturns) {
    const Program p =
        parse("# a program\r\n\n  hg\tprogram 1 # version\r\n\n device  x  memory 5\r\nmatrix A f32 1 x 1#\n",
              samples::find);
    EXPECT_EQ(p.devices()[0].memory, 5);
    EXPECT_EQ(p.matrices()[0].name, "A");
}

TEST(Text, PropertiesOfADeviceHaveDefaults) {
    const Program p = parse("hg program 1\ndevice x rate_f32 inf has_f64 0", samples::find);
    EXPECT_EQ(p.devices()[0].rate_f32, std::numeric_limits<double>::infinity());
    EXPECT_FALSE(p.devices()[0].has_f64);
    EXPECT_EQ(p.devices()[0].link_in, DeviceModel{}.link_in);
}

TEST(Text, DevicesOfOneNameAreTold) {
    Target t = samples::target(3);
    t.devices[2].name = "NVIDIA H200 (1)";
    const std::string text = print(sources::read_back(samples::gemm(t, 3, 1, 1, 4)));
    for (const char* name :
         {"device gpu0 ", "device gpu1 ", "device NVIDIA_H200__1_ ", "r0@gpu0.s0", "r3@gpu1.s"})
        EXPECT_THAT(text, HasSubstr(name));
}

TEST(Text, DevicesWhoseNamesStillCollideGetPositions) {
    Target t = samples::target(3);
    t.devices[2].name = "gpu1";
    EXPECT_THAT(print(sources::read_back(samples::gemm(t, 3, 1, 1, 4))), HasSubstr("device device2 "));
}

TEST(Text, MatricesMayBeCalledLikeSlots) {
    EXPECT_NO_THROW(verify(sources::read_back(sources::built(
        "matrix s0 f64 4x4\nregister r f64 4x4\nLD r <- s0[0, 0]\nEXEC scale r ; 1\nST s0[0, 0] <- r\n"))));
}

TEST(Text, NumbersReadBackAsTheyWere) {
    for (double value :
         {0.1, -0.0, 1e-320, 1.7976931348623157e308, std::numeric_limits<double>::infinity(), std::nan("")}) {
        ProgramBuilder b(samples::target());
        const RegisterId r = b.reg(0, ElementType::f64, 1, 1);
        b.exec(samples::clear(), {r});
        const CommandId c = b.exec(samples::scale(), {r}, {value});
        const double read =
            parse(print(std::move(b).finish()), samples::find).scalar_operands(c)[0].value.real;
        EXPECT_EQ(std::isnan(read), std::isnan(value));
        if (!std::isnan(value)) {
            EXPECT_EQ(read, value);
            EXPECT_EQ(std::signbit(read), std::signbit(value));
        }
    }
}

TEST(Text, ShowsComplexNumbersAsPairs) {
    ProgramParts parts = sample().parts();
    parts.scalar_operands.back() = ScalarValue(2, -1);
    EXPECT_EQ(print_command(Program(std::move(parts)), CommandId{2}),
              "2: EXEC scale r0@gpu.s0 ; (2,-1)   after 1 (RAW s0)");
}

TEST(Text, PairsWithoutAnImaginaryPartAreReal) {
    std::string text = kText;
    text.replace(text.find("-0.1"), 4, "( -0.1 , 0 )");
    EXPECT_EQ(print(parse(text, samples::find)), kText);
}

/// Lines that are wrong behind good ones, with their message.
const std::pair<const char*, const char*> kFaultyLines[] = {
    {"nonsense", "expected a declaration or the number of a command"},
    {"\x01\xff", "found '"},
    {"device", "expected the name of a device, but the line ends"},
    {"device g", "two devices are called g"},
    {"device h speed 1", "no property called speed"},
    {"device h link_in -1", "link_in must be a number of 0 or more"},
    {"device h link_in nan", "link_in must be a number of 0 or more"},
    {"device h link_in 1e999", "is out of range for a double"},
    {"device h memory 9223372036854775808", "the value of memory is too large"},
    {"device h has_f64 2", "0 or 1 is too large"},
    {"matrix A f64 1x1", "two matrices are called A"},
    {"matrix B f16 1x1", "'f16' is not an element type"},
    {"matrix B f64 1", "expected 'x', but the line ends"},
    {"matrix B f64 -1x1", "expected a number of elements"},
    {"matrix B f64 1099511627776x1099511627776", "cannot have"},
    {"matrix B f64 1x1 1", "expected the end of the line, found '1'"},
    {"scalar alpha", "two scalars are called alpha"},
    {"scalar $", "expected the name of a scalar"},
    {"slot s2@g 1", "there is no s2"},
    {"slot s0@g 1", "slot s1 comes next"},
    {"slot s1@h 1", "no device is called h"},
    {"slot s1@g", "expected bytes of the slot"},
    {"slot s99999999999999999999@g 1", "too large"},
    {"register r1@g.s1 f64 1x1", "there is no s1"},
    {"register r1@g.s0 f64 0x1", "at least one element"},
    {"register r1@g.s0 f64 4x1 ld 3", "leading dimension 3"},
    {"register r1@g.s0 f64 2147483647x2147483647", "too large to address"},
    {"instruction unknown", "there is no instruction called unknown"},
    {"instruction scale", "declared twice"},
    {"0: LD r0@g.s0 <- A[2,0] 4x4 f64", "command 1 comes next, not 0"},
    {"1 LD", "expected ':'"},
    {"1: JUMP", "expected LD, ST, EXEC, EXEC2, MARK or BAR, found 'JUMP'"},
    {"1: LD r0@g.s0 < A", "expected '<-'"},
    {"1: EXEC scale r0@g.s0 ; (2,-1)", "of scale is real (f64), not (2,-1)"},
    {"1: EXEC scale r0@g.s0 ; (2 -1)", "expected ',', found '-1)'"},
    {"1: EXEC scale r0@g.s0 ; (2,-1", "expected ')', but the line ends"},
    {"1: EXEC scale r0@g.s0 ; (2,$alpha)", "expected a scalar, found '$alpha)'"},
    {"1: LD r1@g.s0 <- A[2,0] 4x4 f64", "there is no r1"},
    {"1: LD r0@g.s0 <- B[2,0] 4x4 f64", "no matrix is called B"},
    {"1: LD r0@g.s0 <- A[3,0] 4x4 f64", "outside matrix A of 6x4"},
    {"1: LD r0@g.s0 <- A[2,0] 4x3 f64", "the tile 4x3"},
    {"1: LD r0@g.s0 <- A[2,0] 4x4 f32", "matrix A holds f64"},
    {"1: ST A[2,0] 4x4 f64 <- r0@g.s1", "there is no s1"},
    {"1: EXEC clear r0@g.s0", "no instruction is called clear"},
    {"1: EXEC scale", "expected a register like r0"},
    {"1: EXEC scale r0@g.s0", "expected ';'"},
    {"1: EXEC scale r0@g.s0 ; $beta", "no scalar is called beta"},
    {"1: EXEC scale r0@g.s0 ; 1 2", "expected the end of the line"},
    {"1: EXEC scale r0@g.s0 ; 1e999", "is out of range for a double"},
    {"1: MARK phase @g.EXEC", "expected '\"'"},
    {"1: MARK \"phase @g.EXEC", "closing quote"},
    {"1: MARK \"a\\b\" @g.EXEC", "closing quote"},
    {"1: MARK \"a\" @g.COPY", "expected LD, EXEC, EXEC2 or ST"},
    {"1: EXEC3 scale r0@g.s0 ; 1", "found 'EXEC3 scale"},
    {"1: EXEC2 scale", "expected a register like r0"},
    {"1: BAR \"\" @g.EXEC after", "expected the number of a command"},
    {"1: BAR \"\" @g.EXEC after 1", "only for commands before it, not for 1"},
    {"1: BAR \"\" @g.EXEC after 0,", "expected the number of a command"},
    {"1: BAR \"\" @g.EXEC after 0 (RAR s0)", "expected RAW, WAR or WAW"},
    {"1: BAR \"\" @g.EXEC after 0 (RAW s1)", "there is no s1"},
    {"1: BAR \"\" @g.EXEC after 0 (RAW host B)", "no matrix is called B"},
    {"1: BAR \"\" @g.EXEC after 0 (RAW s0", "expected ')'"}};

TEST(TextErrors, AreToldWithTheirLine) {
    const std::string good =
        "hg program 1\n"
        "device g\n"
        "matrix A f64 6x4\n"
        "scalar alpha\n"
        "slot s0@g 160\n"
        "register r0@g.s0 f64 4x4\n"
        "instruction scale\n"
        "0: LD r0@g.s0 <- A[2,0] 4x4 f64\n";
    ASSERT_NO_THROW((void)parse(good, samples::find));
    for (const auto& [line, message] : kFaultyLines) {
        SCOPED_TRACE(line);
        const std::string text = good + line + "\n\n\n";
        const Error error = test::error_of([&] { return parse(text, samples::find); });
        EXPECT_EQ(error.code(), ErrorCode::invalid_program);
        EXPECT_EQ(error.context().line, 9);
        EXPECT_THAT(error.message(), HasSubstr(message));
    }
}

TEST(TextErrors, TextWithoutItsFirstLine) {
    for (const char* text : {"", "\n\n", "device g", "hg program", "hg program 2", "hgprogram 1"}) {
        SCOPED_TRACE(text);
        const Error error = test::error_of([&] { return parse(text, samples::find); });
        EXPECT_EQ(error.code(), ErrorCode::invalid_program);
        EXPECT_GE(error.context().line, 1);
    }
}

TEST(TextErrors, RegisterNamedInAnotherPlaceThanDeclared) {
    EXPECT_THROW((void)parse("hg program 1\ndevice g\nmatrix A f64 4x4\nslot s0@g 128\nslot s1@g 128\n"
                             "register r0@g.s0 f64 4x4\n0: LD r0@g.s1 <- A[0,0] 4x4 f64\n",
                             samples::find),
                 Error);
}

TEST(TextErrors, WithoutALookupNoInstructionIsKnown) {
    EXPECT_THROW((void)parse("hg program 1\ninstruction scale\n", nullptr), Error);
}

}  // namespace
