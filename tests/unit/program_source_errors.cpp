#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "tests/support/source_checks.hpp"

namespace {

using namespace hg;
using sources::expect_refused;
using sources::fault_of;
using testing::HasSubstr;

struct FaultyStatement {
    const char* statements;  ///< from line 5 on, after what kPrelude declares
    const char* place;       ///< line:column
    const char* message;
};

const std::string kPrelude =
    "hg program 2\n"
    "matrix A f64 6000 x 6000\nscalar alpha\n"
    "register a f64 2048 x 2048\n";

const FaultyStatement kFaulty[] = {
    // Lexis
    {"let i = 3abc", "5:9", "a name must not begin with a digit"},
    {"let i = 99999999999999999999", "5:9", "does not fit in 64 bits"},
    {"EXEC scale a ; 1e999", "5:16", "the number 1e999 is out of range for a double"},
    {"MARK \"x", "5:6", "closing quote"},
    {"MARK \"x\\\"", "5:6", "closing quote"},
    {"let i = 1 ~ 2", "5:11", "`~` has no meaning"},
    {"let i = \xc3\xa4", "5:9", "this byte has no meaning"},
    {"let for = 1", "5:5", "`for` is a reserved word"},
    {"let f64 = 1", "5:5", "`f64` is a reserved word"},
    {"let EXEC2 = 1", "5:5", "`EXEC2` is a reserved word"},
    // Statements
    {"let i = 1 let j = 2", "5:11", "expected the end of the line, found `let`"},
    {"i = 1", "5:1", "no statement begins with `i`"},
    {"{ }", "5:1", "expected a statement, found `{`"},
    {"if 1 < 2\n{ }", "5:9", "expected `{`, but the line ends"},
    {"for i in 0..2 {\nMARK \"x\"", "7:1", "expected `}`, but the source ends"},
    {"let i = (1 + 2", "6:1", "expected `)`, but the source ends"},
    {"let i = 1 +", "6:1", "expected an integer, but the source ends"},
    {"for i in 0 2 { }", "5:12", "expected `..`"},
    {"for i in 0..9 { matrix B f64 1x1 }", "5:17", "`matrix` is allowed only outside blocks"},
    {"if 0 < 1 { sub f() { } }", "5:12", "`sub` is allowed only outside blocks"},
    {"policy fast", "5:8", "expected program or priority"},
    {"hg program 2", "5:4", "expected `.`"},
    {"else { }", "5:1", "expected a statement, found `else`"},
    {"LD a A[0, 0]", "5:6", "expected `<-`, found `A`"},
    {"LD a <- A[0 0]", "5:13", "expected `,`, found `0`"},
    {"ST A[0, 0] a", "5:12", "`a` is a register, not an integer"},
    {"register b f64 4", "5:17", "expected `x`, but the line ends"},
    {"for i in 0..3 step { }", "5:20", "expected an integer, found `{`"},
    {"MARK", "5:5", "expected the name of a mark in double quotes, but the line ends"},
    {"LD a <- A[0, 0] after x", "5:23", "expected the name of a mark in double quotes, found `x`"},
    {"devices gpus\nMARK \"x\" @ gpus[0].TX", "6:20", "expected LD, EXEC, EXEC2 or ST, found `TX`"},
    {"EXEC", "5:5", "expected the name of an instruction, but the line ends"},
    {"EXEC2", "5:6", "expected the name of an instruction, but the line ends"},
    {"EXEC3 clear a", "5:1", "no statement begins with `EXEC3`"},
    {"hg.(a)", "5:4", "expected the name of a routine, found `(`"},
    // Names
    {"LD q <- A[0, 0]", "5:4", "no register is called `q`"},
    {"LD a <- q[0, 0]", "5:9", "no matrix is called `q`"},
    {"EXEC q a", "5:1", "no instruction is called `q`"},
    {"EXEC2 q a", "5:1", "no instruction is called `q`"},
    {"EXEC scale a ; $q", "5:17", "no scalar is called `q`"},
    {"let i = q", "5:9", "no integer is called `q`"},
    {"let i = a", "5:9", "`a` is a register, not an integer"},
    {"LD A <- A[0, 0]", "5:4", "`A` is a matrix, not a register"},
    {"let a = 1", "5:5", "`a` is already a register, declared in line 4"},
    {"let i = i", "5:9", "no integer is called `i`"},
    {"for i in 0..2 { let k = i }\nlet j = k", "6:9", "no integer is called `k`"},
    {"register b f64 1x1 @ gpus[0]", "5:22", "no device is called `gpus`"},
    {"devices gpus\nregister b f64 1x1 @ gpus[2]", "6:22", "device 2 is out of range in a list of 2"},
    {"devices gpus\nregister b f64 1x1 @ gpus", "6:26", "expected `[`, but the line ends"},
    {"let i = count(a)", "5:15", "`a` is a register, not a list of devices"},
    {"let i = sqrt(4)", "5:9", "no function is called `sqrt`"},
    {"let i = rows(a)", "5:9", "only in an instruction's"},
    {"hg.gemm(a, a)", "5:1", "no routine is called `hg.gemm`"},
    {"LD a <- A[0, 0] after \"x\"", "5:1", "no mark called \"x\" comes before"},
    {"sub f() { EXEC clear a }", "5:22", "a sub does not see the program's register `a`"},
    {"param a = 1", "5:7", "`a` is already a register, declared in line 4"},
    {"for device d in alpha { }", "5:17", "`alpha` is a scalar, not a list of devices"},
    {"MARK \"x\" @ q.LD", "5:12", "no device is called `q`"},
    {"devices gpus\nMARK \"x\" @ gpus[1 - 2].LD", "6:12", "device -1 is out of range in a list of 2"},
    // Subs
    {"sub f(int b) { }\nf(1, 2)", "6:1", "`f` has 1 arguments, not more"},
    {"sub f(int b, register c) { }\nf(1)", "6:1", "`f` has 2 arguments, not 1"},
    {"sub f(int b) { }\nf(a)", "6:3", "`a` is a register, not an integer"},
    {"sub f(int b) { f(b) }", "5:16", "sub `f` calls itself"},
    {"sub f(int b) { g(b) }\nsub g(int b) { f(b) }", "5:16", "no sub is called `g`"},
    {"sub f(b) { }", "5:7", "expected int, register, device, matrix or scalar, found `b`"},
    {"sub f(int b, int b) { }", "5:18", "`b` is already an integer"},
    {"sub f(int) { }", "5:10", "expected the name of an argument, found `)`"},
    {"sub f(matrix M, scalar s) { }\nf(alpha, A)", "6:3", "`alpha` is a scalar, not a matrix"},
    {"sub f(device d) { }\nf(a)", "6:3", "`a` is a register, not a device"},
    // Expressions
    {"let i = 1 < 2", "5:11", "an integer is needed here, not a condition"},
    {"if 1 { }", "5:4", "`if` takes a condition, not an integer"},
    {"if not 1 { }", "5:8", "`not` takes a condition"},
    {"if 1 < 2 and 3 { }", "5:14", "`and` takes a condition"},
    {"if 1 < 2 < 3 { }", "5:10", "comparisons cannot be chained"},
    {"if (1 < 2) + 1 == 3 { }", "5:7", "arithmetic takes integers"},
    {"let i = 0.5", "5:9", "not an integer is allowed only as a scalar"},
    {"let i = 9223372036854775807 + 1", "5:29", "the result overflows 64 bits"},
    {"let i = -9223372036854775807 - 2", "5:30", "the result overflows 64 bits"},
    {"let i = 4611686018427387904 * 2", "5:29", "the result overflows 64 bits"},
    {"let i = (-9223372036854775807 - 1) / -1", "5:36", "the quotient overflows 64 bits"},
    {"let i = abs(-9223372036854775807 - 1)", "5:9", "the result overflows 64 bits"},
    {"let i = 1 / (2 - 2)", "5:11", "division by 0"},
    {"let i = 1 % 0", "5:11", "division by 0"},
    {"let i = ceil(1, 0)", "5:9", "division by 0"},
    {"for i in 0..2 step 0 { }", "5:1", "a loop's step must not be 0"},
    {"if (1 < 2) < 3 { }", "5:7", "comparisons take integers"},
    {"if 3 < (1 < 2) { }", "5:11", "comparisons take integers"},
    {"let b = min()", "5:13", "expected an integer, found `)`"},
    {"let b = abs(1, 2)", "5:14", "expected `)`, found `,`"},
    {"let b = ceil(1)", "5:15", "expected `,`, found `)`"},
    // Machine
    {"LD a <- A[4096, 0]", "5:9", "tile A[4096, 0] 2048 x 2048 ends at row 6144, A has 6000 rows"},
    {"LD a <- A[0, 4096]", "5:9", "ends at column 6144, A has 6000 columns"},
    {"LD a <- A[0, -1]", "5:9", "begins at column -1"},
    {"LD a <- A[9223372036854775807, 0]", "5:9", "ends at row 9223372036854777855"},
    {"LD a <- A[0, 0] -1 x 2048", "5:9", "has a negative extent"},
    {"LD a <- A[0, 0] 8 x 8", "5:1", "the register holds 2048x2048 elements, the tile 8x8"},
    {"matrix B f64 -1 x 3", "5:8", "matrix B has a negative extent"},
    {"register b f64 0 x 3", "5:10", "a register must hold at least one element"},
    {"register b f64 4 x 3 ld 3", "5:10", "leading dimension 3 is below its rows, 4"},
    {"register b f64 4 x 3 ld 0", "5:10", "leading dimension 0 is below its rows, 4"},
    {"register b[-1] f64 4 x 3", "5:10", "an array of -1 registers"},
    {"register b[2] f64 4 x 3\nEXEC clear b[2]", "6:12", "register 2 is out of range in an array of 2"},
    {"register b[2] f64 4 x 3\nEXEC clear b", "6:13", "expected `[`, but the line ends"},
    {"register b f65 4 x 3", "5:12", "an element type (f32, f64, i32, c32, c64), found `f65`"},
    {"window w = a[1, 0] 8 x 8", "5:8", "not a multiple of 64"},
    {"window w = a[0, 0] 4096 x 8", "5:8", "reaches beyond its register"},
    {"EXEC scale a", "5:1", "scale takes 1 scalars, not 0"},
    {"EXEC scale a a ; 1", "5:1", "scale takes 1 registers, not 2"},
    {"EXEC scale a ; -$alpha", "5:16", "cannot be negated"},
    {"EXEC scale a ; 1 2", "5:18", "expected the end of the line"},
    {"EXEC scale a ; i", "5:16", "expected a number, an integer expression in ( )"},
    {"EXEC scale a ; (1, 2)", "5:1", "scalar s of scale is real (f64), not (1,2)"},
    {"BAR \"x\" after \"y\"", "5:9", "a barrier waits for all commands before it"},
    {"device d memory much", "5:8", "expected the value of memory, found 'much'"},
    {"device d colour 7", "5:8", "a device has no property called colour"},
    {"EXEC scale a ; 1,", "6:1", "expected a number, an integer expression in ( )"},
    {"EXEC scale a ; $alpha $alpha", "5:23", "expected the end of the line"},
    {"window w = a[0, 0] 8 x 8\nEXEC copy a w", "6:1", "operands X and Y of copy overlap"},
    {"register b f32 2048 x 2048\nLD b <- A[0, 0]", "6:1", "the register holds f32, matrix A holds f64"},
    {"register b f64 2147483648 x 2", "5:10", "too large to address"},
    {"matrix B f64 9223372036854775807 x 9223372036854775807", "5:8", "too many elements"},
    {"instruction f \"a.cl\" (X: read f64) geometry (1)", "5:15", "expected `from` and a file"},
    {"instruction f from \"a.cl\" (X: read f64) geometry (1, 1, 1, 1)", "5:60", "at most 3 dimensions"},
    {"instruction f from \"a.cl\" (X: read f64) geometry (1)", "5:13",
     "files of kernels cannot be read here: a.cl"},
    {"param p = count(gpus)", "5:11", "a parameter's default may use only numbers and parameters"},
    {"let i = 1\nparam p = i", "6:11", "a parameter's default may use only numbers and parameters"},
};

TEST(ProgramSourceErrors, HaveTheirPlace) {
    for (const FaultyStatement& faulty : kFaulty)
        expect_refused(kPrelude + faulty.statements + "\n", faulty.place, faulty.message);
}

TEST(ProgramSourceErrors, NameTheCallsOfASub) {
    const std::optional<Error> error = fault_of(kPrelude +
                                                "sub inner(register r, int i) { LD r <- A[i, 0] }\n"
                                                "sub outer(register r, int i) {\n inner(r, 2 * i)\n }\n"
                                                "outer(a, 0)\nouter(a, 2048)\n");
    EXPECT_STREQ(
        error->what(),
        "t.hgs:5:40: tile A[4096, 0] 2048 x 2048 ends at row 6144, A has 6000 rows; called in line 7; "
        "called in line 10");
}

TEST(ProgramSourceErrors, AskForTheFirstLine) {
    expect_refused("", "1:1", "a source begins with the line `hg program 2`");
    expect_refused("param b\nhg program 2\n", "1:1", "a source begins");
    expect_refused("# first\nhg program 1\n", "2:12", "this is a program of version 1");
    EXPECT_FALSE(fault_of("# comment\r\n\n  hg program 2 # that is it"));
}

TEST(ProgramSourceErrors, NameParametersThatDoNotFit) {
    const std::string source = "hg program 2\nparam m\nparam n = m * 2\n";
    const std::optional<Error> missing = fault_of(source);
    ASSERT_TRUE(missing.has_value());
    EXPECT_EQ(missing->code(), ErrorCode::invalid_argument);
    EXPECT_THAT(missing->what(), HasSubstr("t.hgs:2:7: parameter m has no default"));
    const std::optional<Error> unknown = fault_of(source, {{"m", 1}, {"q", 1}});
    ASSERT_TRUE(unknown.has_value());
    EXPECT_EQ(unknown->code(), ErrorCode::invalid_argument);
    EXPECT_THAT(unknown->what(), HasSubstr("no parameter called q; it has m, n"));
    expect_refused(source, "3:13", "the result overflows", {{"m", std::int64_t{1} << 62}});
    EXPECT_FALSE(fault_of(source, {{"m", std::int64_t{1} << 62}, {"n", 1}}));
}

/// `statements` as the body of the source, with `depth` of `open` before it and of `close` after it.
std::string nested(const std::string& open, const std::string& statements, const std::string& close,
                   int depth) {
    std::string text = "hg program 2\n";
    for (int i = 0; i < depth; ++i) text += open;
    text += statements;
    for (int i = 0; i < depth; ++i) text += close;
    return text + "\n";
}

TEST(ProgramSourceErrors, BoundNesting) {
    EXPECT_FALSE(fault_of(nested("if 1 == 1 {", "", "}", 200)));
    EXPECT_THAT(fault_of(nested("if 1 == 1 {", "", "}", 201))->what(), HasSubstr("nested deeper than 200"));
    EXPECT_FALSE(fault_of(nested("let i = " + std::string(200, '('), "1", std::string(200, ')'), 1)));
    for (const std::string open : {"(", "-", "abs("})
        EXPECT_THAT(fault_of(nested("let i = ", nested(open, "1", "", 100000).substr(13), "", 1))->what(),
                    HasSubstr("nested deeper than 200"));
    EXPECT_THAT(fault_of(nested("if ", nested("not ", "1 == 1", "", 100000).substr(13), "{ }", 1))->what(),
                HasSubstr("nested deeper than 200"));
    EXPECT_THAT(fault_of(nested("let i = ", nested("1 + ", "1", "", 100000).substr(13), "", 1))->what(),
                HasSubstr("at most 1000 parts"));
    std::string subs = "hg program 2\nsub f_0() { }\n";
    for (int i = 1; i < 210; ++i)
        subs += "sub f_" + std::to_string(i) + "() { f_" + std::to_string(i - 1) + "() }\n";
    expect_refused(subs, "202:15", "blocks and calls are nested deeper than 200");
}

TEST(ProgramSourceErrors, TakesLongChains) {
    std::string text = "hg program 2\nparam i = 7\nif i == 0 { }";
    for (int i = 1; i < 20000; ++i) text += " else if i == " + std::to_string(i) + " { }";
    EXPECT_FALSE(fault_of(text));
}

TEST(ProgramSourceErrors, AreAllThatAnyBytesCause) {
    const std::string good = "hg program 2\nparam m = 2\n" + sources::kGemm.substr(9) +
                             "sub f(int i) { if i > 0 { MARK \"x\" } else { BAR } }\nf(3)\n";
    std::uint32_t state = 1;
    const auto random = [&](std::size_t below) {
        state = state * 1664525 + 1013904223;
        return (state >> 8) % below;
    };
    for (int turn = 0; turn < 2000; ++turn) {
        std::string text = good;
        for (std::size_t change = 0; change <= random(4); ++change) {
            const std::size_t at = random(text.size());
            const std::size_t kind = random(3);
            if (kind == 0)
                text[at] = static_cast<char>(random(256));
            else if (kind == 1)
                text.erase(at, random(20));
            else
                text.insert(at, text.substr(random(text.size()), random(20)));
        }
        static_cast<void>(fault_of(text, {{"n", 2}, {"k", 2}, {"tile", 8}}));
    }
}

}  // namespace
