#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/order.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using sources::built;
using sources::commands;

/// What commands need, for tests of single statements.
const std::string kDeclared =
    "matrix A f64 64x64\n"
    "scalar alpha\n"
    "register r f64 16x16\n";

TEST(ProgramSource, IsTheProgramThatTheBuilderMakes) {
    const Target target = samples::target(2);
    const Program program = built(sources::kGemm, {{"m", 4}, {"n", 3}, {"k", 5}, {"tile", 8}}, target);
    EXPECT_EQ(print(program), print(samples::gemm(target, 4, 3, 5, 8)));
    verify(program);
}

/// Blocks of C on devices in turn; in each, the products of smaller tiles as windows, with ragged edges.
Program two_levels(const Target& target, std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t block,
                   std::int64_t tile) {
    ProgramBuilder b(target);
    const ParameterId a = b.matrix("A", ElementType::f64, m, k);
    const ParameterId bb = b.matrix("B", ElementType::f64, k, n);
    const ParameterId c = b.matrix("C", ElementType::f64, m, n);
    const Scalar alpha = b.scalar("alpha");
    std::int64_t turn = 0;
    for (std::int64_t i = 0; i < m; i += block)
        for (std::int64_t j = 0; j < n; j += block) {
            const auto device = static_cast<DeviceIndex>(turn++ % std::ssize(target.devices));
            const std::int64_t rows = std::min(block, m - i);
            const std::int64_t cols = std::min(block, n - j);
            const RegisterId rc = b.reg(device, ElementType::f64, rows, cols, block);
            b.load(rc, {c, i, j, rows, cols});
            for (std::int64_t l = 0; l < k; l += block) {
                const std::int64_t depth = std::min(block, k - l);
                const RegisterId ra = b.reg(device, ElementType::f64, rows, depth, block);
                const RegisterId rb = b.reg(device, ElementType::f64, depth, cols, block);
                b.load(ra, {a, i, l, rows, depth});
                b.load(rb, {bb, l, j, depth, cols});
                for (std::int64_t p = 0; p < rows; p += tile)
                    for (std::int64_t q = 0; q < cols; q += tile) {
                        const std::int64_t height = std::min(tile, rows - p);
                        const std::int64_t width = std::min(tile, cols - q);
                        b.exec(samples::multiply(),
                               {b.window(ra, p, 0, height, depth), b.window(rb, 0, q, depth, width),
                                b.window(rc, p, q, height, width)},
                               {alpha});
                    }
            }
            b.store({c, i, j, rows, cols}, rc);
        }
    return std::move(b).finish();
}

TEST(ProgramSource, MakesATiledProductOfTwoLevels) {
    const std::string text = R"(
# C += alpha A B
param m
param n = m
param k = n + 3          # by default a little longer
param block = 32
param tile = block / 2
matrix A f64 m x k
matrix B f64 k x n
matrix C f64 m x n
scalar alpha
devices gpus

sub product(register a, register b, register c, int rows, int depth, int cols) {
    for p in 0..rows step tile {
        for q in 0..cols step tile {
            let height = min(tile, rows - p)
            let width = min(tile, cols - q)
            window at = a[p, 0] height x depth
            window bt = b[0, q] depth x width
            window ct = c[p, q] height x width
            EXEC multiply at bt ct ; $alpha
        }
    }
}

for i in 0..m step block {
    for j in 0..n step block {
        let turn = i / block * ceil(n, block) + j / block
        let rows = min(block, m - i)
        let cols = min(block, n - j)
        register c f64 rows x cols ld block @ gpus[turn % count(gpus)]
        LD c <- C[i, j] rows x cols
        for l in 0..k step block {
            let depth = min(block, k - l)
            register a f64 rows x depth ld block @ gpus[turn % count(gpus)]
            register b f64 depth x cols ld block @ gpus[turn % count(gpus)]
            LD a <- A[i, l]
            LD b <- B[l, j]
            product(a, b, c, rows, depth, cols)
        }
        ST C[i, j] rows x cols <- c
    }
}
)";
    const Target target = samples::target(3);
    const Program program = built(text, {{"m", 71}}, target);
    EXPECT_EQ(print(program), print(two_levels(target, 71, 71, 74, 32, 16)));
    verify(program);
}

TEST(ProgramSource, TellsItsParameters) {
    const ProgramSource source = ProgramSource::parse(
        "hg program 2\nparam m\nparam b = min(m / 2, # at most\n 2048)\nparam c = 7 # seven\n");
    ASSERT_EQ(source.parameters().size(), 3);
    EXPECT_EQ(source.parameters()[0].name, "m");
    EXPECT_EQ(source.parameters()[0].default_value, "");
    EXPECT_EQ(source.parameters()[2].name, "c");
    EXPECT_EQ(source.parameters()[2].default_value, "7");
    EXPECT_TRUE(source.target().devices.empty());
}

TEST(ProgramSource, RunsOnDevicesOfItsOwn) {
    const Program program = built(
        "device small memory 4096 largest 2048 has_f64 0   # of little use\n"
        "device large link_in 1e+11\n"
        "devices all\n"
        "register a f32 2 x 2 @ large\n"
        "for device d in all { register b f32 2x2 @ d \n MARK \"x\" @ d.LD }\n");
    ASSERT_EQ(program.devices().size(), 2);
    EXPECT_EQ(program.devices()[0].largest_slot, 2048);
    EXPECT_FALSE(program.devices()[0].has_f64);
    EXPECT_EQ(program.devices()[1].link_in, 1e11);
    EXPECT_EQ(program.registers()[0].device, 1);
    EXPECT_EQ(commands(program), "0: MARK \"x\" @small.LD\n1: MARK \"x\" @large.LD\n");
}

TEST(ProgramSource, LoadsAndStoresTiles) {
    EXPECT_EQ(commands(built(kDeclared + "LD r <- A[0, 16]\nLD r <- A[48, 48] 16 x 16 lower\n"
                                         "ST A[(1 + 1) * 8,\n 0] upper <- r\n")),
              "0: LD r0@gpu.s0 <- A[0,16] 16x16 f64\n"
              "1: LD r0@gpu.s0 <- A[48,48] 16x16 lower f64\n"
              "2: ST A[16,0] 16x16 upper f64 <- r0@gpu.s0\n");
}

TEST(ProgramSource, HasNamesThatAreX) {
    EXPECT_EQ(commands(built("param x = 8\nmatrix A f64 16x16\nregister r f64 x x x\n"
                             "LD r <- A[x, 0]x x(x)\nST A[0, x] <- r\n")),
              "0: LD r0@gpu.s0 <- A[8,0] 8x8 f64\n1: ST A[0,8] 8x8 f64 <- r0@gpu.s0\n");
    EXPECT_EQ(
        commands(built(
            "matrix A f64 16x16\nregister x[2] f64 2 * 4 x 8\nLD x[1] <- A[0, 0] 8x8\n"
            "window y = x[1][0, 0] 8 x 2\nEXEC scale y ; 2\nfor x1 in 0..1 { EXEC scale x[x1 + 1] ; 3 }\n")),
        "0: LD r1@gpu.s0 <- A[0,0] 8x8 f64\n1: EXEC scale r2@gpu.s0 ; 2\n2: EXEC scale r1@gpu.s0 ; 3\n");
    EXPECT_EQ(commands(built(
                  "matrix A f64 4x4\nregister r f64 4x4\nsub x(register x) { LD x <- A[0, 0] }\nx(r)\n")),
              "0: LD r0@gpu.s0 <- A[0,0] 4x4 f64\n");
}

TEST(ProgramSource, TakesScalarsOfEveryKind) {
    const std::string text = commands(
        built(kDeclared + "for i in 0..1 {\n"
                          "EXEC clear r\nEXEC scale r ; -0.1\nEXEC scale r ; $alpha\nEXEC scale r ; 3\n"
                          "EXEC scale r ; (i - 2)\nEXEC scale r ; 1e-3\nEXEC scale r ; -inf\n"
                          "EXEC scale r ; -0\nEXEC scale r ; (-0)\nEXEC scale r ; (-0.5)\n"
                          "}\n"));
    EXPECT_EQ(
        text,
        "0: EXEC clear r0@gpu.s0\n"
        "1: EXEC scale r0@gpu.s0 ; -0.1\n2: EXEC scale r0@gpu.s0 ; $alpha\n3: EXEC scale r0@gpu.s0 ; 3\n"
        "4: EXEC scale r0@gpu.s0 ; -2\n5: EXEC scale r0@gpu.s0 ; 0.001\n6: EXEC scale r0@gpu.s0 ; -inf\n"
        "7: EXEC scale r0@gpu.s0 ; -0\n8: EXEC scale r0@gpu.s0 ; 0\n9: EXEC scale r0@gpu.s0 ; -0.5\n");
}

TEST(ProgramSource, WaitsForMarksAndBarriers) {
    const Program program =
        built("devices gpus\n" + kDeclared +
              "MARK \"a\"\nMARK \"b\" after \"a\"\nMARK \"a\" @ gpus[0].ST\n"
              "LD r <- A[0, 0] after \"a\", \"b\"\nBAR \"all\"\nEXEC scale r ; 1 after \"all\"\nBAR\n");
    EXPECT_EQ(sources::waited_for(program, 1), "0");
    EXPECT_EQ(sources::waited_for(program, 3), "2, 1");
    EXPECT_EQ(sources::waited_for(program, 5), "4, 3 (RAW s0)");
    EXPECT_EQ(program.command(CommandId{2}).queue, QueueKind::store);
}

TEST(ProgramSource, HasArraysOfRegisters) {
    EXPECT_EQ(
        commands(built(
            "devices gpu\nmatrix A f64 64x8\nparam count_of = 4\nregister t[count_of] f64 16 x 8 @ gpu[0]\n"
            "for i in 0..count(t) { LD t[i] <- A[16 * i, 0] }\n"
            "window w = t[count_of - 1][8, 0] 8 x 8\nEXEC scale w ; 2\n")),
        "0: LD r0@gpu.s0 <- A[0,0] 16x8 f64\n1: LD r1@gpu.s1 <- A[16,0] 16x8 f64\n"
        "2: LD r2@gpu.s2 <- A[32,0] 16x8 f64\n3: LD r3@gpu.s3 <- A[48,0] 16x8 f64\n"
        "4: EXEC scale r4@gpu.s3 ; 2\n");
}

/// The marks of a program in their order, one letter each.
std::string marks(const std::string& statements, const SourceValues& values = {}) {
    const Program program = built(statements, values);
    std::string text;
    for (std::size_t c = 0; c < program.size(); ++c) text += program.mark_name(static_cast<CommandId>(c));
    return text;
}

TEST(ProgramSource, LoopsUpAndDown) {
    const auto turns = [](const std::string& range) {
        std::string text = "for i in " + range + " {\n";
        for (int i = -2; i < 8; ++i)
            text += "if i == " + std::to_string(i) + " { MARK \"" + std::to_string(i) + ",\" }\n";
        return marks(text + "}\n");
    };
    EXPECT_EQ(turns("0..4"), "0,1,2,3,");
    EXPECT_EQ(turns("0..7 step 3"), "0,3,6,");
    EXPECT_EQ(turns("0..6 step 3"), "0,3,");
    EXPECT_EQ(turns("3..-1 step -1"), "3,2,1,0,");
    EXPECT_EQ(turns("7..0 step -3"), "7,4,1,");
    EXPECT_EQ(turns("4..4"), "");
    EXPECT_EQ(turns("4..0"), "");
    EXPECT_EQ(turns("0..4 step -1"), "");
    EXPECT_EQ(turns("5..9223372036854775807 step 9223372036854775807"), "5,");
    EXPECT_EQ(turns("7..-9223372036854775807 step -9223372036854775807"), "7,");
}

TEST(ProgramSource, ChoosesBranches) {
    const std::string text =
        "param i\n"
        "if i < 0 and not (i == -1) { MARK \"a\" } else if i <= 0 or i > 10 { MARK \"b\" }\n"
        "else { MARK \"c\" }\n"
        "if i != 3 { MARK \"d\" }\n";
    EXPECT_EQ(marks(text, {{"i", -2}}), "ad");
    EXPECT_EQ(marks(text, {{"i", -1}}), "bd");
    EXPECT_EQ(marks(text, {{"i", 11}}), "bd");
    EXPECT_EQ(marks(text, {{"i", 3}}), "c");
}

TEST(ProgramSource, UsesNamesAgainInOtherBlocks) {
    EXPECT_EQ(marks("for i in 0..2 { let k = i\n if k == 0 { MARK \"a\" } }\n"
                    "sub f(int i) { let k = i + 1\n if k == 8 { MARK \"b\" } }\n"
                    "let k = 7\nfor i in 0..1 { f(k)\n f(i) }\n"),
              "ab");
}

TEST(ProgramSource, GivesSubsEveryKindOfArgument) {
    EXPECT_EQ(commands(built("devices gpus\nmatrix A f64 16x16\nmatrix B f64 16x16\nscalar s\nlet two = 2\n"
                             "sub other(register t, scalar f) { EXEC scale t ; $f }\n"
                             "sub one(matrix M, device d, int i) {\n"
                             "  register t f64 8 x 8 @ d\n  LD t <- M[i, two]\n  other(t, s)\n}\n"
                             "one(A, gpus[1], 3)\n",
                             {}, samples::target(2))),
              "0: LD r0@gpu1.s0 <- A[3,2] 8x8 f64\n1: EXEC scale r0@gpu1.s0 ; $s\n");
}

/// The value of an expression, as the rows of a matrix.
std::int64_t value_of(const std::string& expression) {
    const Program program = built("matrix A f64 (" + expression + ") + 1000 x 1\n");
    return program.matrices()[0].rows - 1000;
}

TEST(ProgramSource, EvaluatesIntegers) {
    EXPECT_EQ(value_of("1 + 2 * 3 - 4"), 3);
    EXPECT_EQ(value_of("(1 + 2) * -3"), -9);
    EXPECT_EQ(value_of("10 - 4 - 3"), 3);
    EXPECT_EQ(value_of("7 / 2"), 3);
    EXPECT_EQ(value_of("-7 / 2"), -4);
    EXPECT_EQ(value_of("7 / -2"), -4);
    EXPECT_EQ(value_of("-7 / -2"), 3);
    EXPECT_EQ(value_of("7 % 3"), 1);
    EXPECT_EQ(value_of("-7 % 3"), 2);
    EXPECT_EQ(value_of("7 % -3"), -2);
    EXPECT_EQ(value_of("-7 % -1"), 0);
    EXPECT_EQ(value_of("ceil(7, 2)"), 4);
    EXPECT_EQ(value_of("ceil(-7, 2)"), -3);
    EXPECT_EQ(value_of("ceil(8, 2)"), 4);
    EXPECT_EQ(value_of("min(3, 1, 2) * 10 + max(3, 1, 2)"), 13);
    EXPECT_EQ(value_of("abs(-5) + abs(5) + +1"), 11);
    EXPECT_EQ(value_of("2 *\n   3"), 6);
    EXPECT_EQ(value_of("max(-9223372036854775807 - 1, -3)"), -3);
}

TEST(ProgramSource, HandsCallsToTheLibrary) {
    SourceLibrary library = sources::library();
    std::string seen;
    library.routine = [&](ProgramBuilder& builder, std::string_view routine,
                          std::span<const RoutineArgument> arguments) {
        if (routine != "twice") return false;
        using Kind = RoutineArgument::Kind;
        for (const RoutineArgument& a : arguments) {
            seen += a.kind == Kind::word      ? a.word
                    : a.kind == Kind::integer ? "i" + std::to_string(a.integer)
                                              : "";
            seen += a.kind == Kind::scalar ? (a.scalar.is_literal() ? print(a.scalar.value) : "$") : "";
            seen += a.kind == Kind::reg ? "r" + std::to_string(index(a.reg)) : "";
            seen += ' ';
        }
        for (int i = 0; i < 2; ++i) builder.exec(samples::scale(), {arguments[2].reg}, {arguments[3].scalar});
        return true;
    };
    const ProgramSource source = ProgramSource::parse(
        "hg program 2\nscalar beta\nregister c f64 4 x 4\nregister t[2] f64 4 x 4\n"
        "EXEC clear t[1]\nfor i in 1..2 { hg.twice(N, lower, t[i], beta, i + 1, 0.5, -2.5, c, (i), -3) }\n");
    const Program program = source.build(samples::target(), {}, library);
    EXPECT_EQ(program.size(), 3);
    EXPECT_EQ(seen, "N lower r2 $ i2 0.5 -2.5 r0 i1 i-3 ");
}

TEST(ProgramSource, OrdersCommandsByPriority) {
    const std::string text =
        "matrix A f64 64 x 64\n"
        "register a f64 64 x 64\nregister b f64 64 x 64\nregister c f64 64 x 64\n"
        "EXEC clear c\nLD a <- A[0, 0]\nLD b <- A[0, 0]\nEXEC scale b ; 2\nEXEC scale b ; 3\nEXEC multiply b "
        "b c ; 1\n";
    const auto program_by = [&](const std::string& policy) {
        return ProgramSource::parse("hg program 2\n" + policy + text)
            .build(samples::target(), {}, sources::library());
    };
    const Program written = program_by("policy program\n");
    EXPECT_EQ(print(written), print(program_by("")));
    const Program ordered = program_by("policy priority\n");
    EXPECT_EQ(print(ordered), print(ordered_by_rank(written, samples::target())));
    EXPECT_NE(print(ordered), print(written));
}

TEST(ProgramSource, ComputesParametersAndKeepsLimits) {
    const ProgramSource source = ProgramSource::parse(
        "hg program 2\nparam m\nparam b = m / 2\nregister r f64 4 x 4\nfor i in 0..b { EXEC clear r }\n");
    EXPECT_EQ(source.values({{"m", 9}}), (SourceValues{{"m", 9}, {"b", 4}}));
    EXPECT_EQ(source.values({{"m", 9}, {"b", 3}}), (SourceValues{{"m", 9}, {"b", 3}}));
    EXPECT_THROW((void)source.values(), Error);
    const auto size_within = [&](double commands) {
        return source.build(samples::target(), {{"m", 9}}, sources::library(), {}, {.commands = commands})
            .size();
    };
    EXPECT_EQ(size_within(4), 4);
    EXPECT_THROW((void)size_within(3), Error);
}

TEST(ProgramSource, IsBuiltForSeveralValues) {
    const ProgramSource source =
        ProgramSource::parse("hg program 2\nparam n = 3\nfor i in 0..n { MARK \"\" }\n", "n.hgs");
    const ProgramSource copy = source;
    EXPECT_EQ(source.build(samples::target()).size(), 3);
    EXPECT_EQ(copy.build(samples::target(), {{"n", 0}}).size(), 0);
    EXPECT_EQ(source.build(samples::target(), {{"n", 100000}}).size(), 100000);
}

}  // namespace
