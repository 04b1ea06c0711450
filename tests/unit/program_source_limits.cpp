#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "runtime/program/build/program_bytes.hpp"
#include "tests/support/source_checks.hpp"

namespace {

using namespace hg;
using sources::fault_of;
using testing::HasSubstr;

/// Statements are refused at this place with this message.
void expect_too_much(const std::string& statements, const std::string& place, const std::string& message) {
    sources::expect_refused("hg program 2\n" + statements, place, message);
}

/// `count` times the text, with the turn's number in the place of each `#`.
std::string repeated(const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i)
        for (const char c : text) all += c == '#' ? std::to_string(i) : std::string(1, c);
    return all;
}

TEST(ProgramSourceLimits, OfTheSource) {
    const std::size_t most = std::size_t{64} << 20;
    std::string text = "hg program 2\n#";
    text.resize(most, ' ');
    EXPECT_FALSE(fault_of(text));
    const std::optional<Error> error = fault_of(text + ' ');
    ASSERT_TRUE(error.has_value());
    EXPECT_STREQ(error->what(), "t.hgs: the source has 67108865 bytes; it can have 67108864 at most");
}

TEST(ProgramSourceLimits, OfWords) {
    const std::string name(255, 'n');
    EXPECT_FALSE(fault_of("hg program 2\nlet " + name + " = 1\n"));
    expect_too_much("let " + name + "n = 1\n", "2:5", "a name has at most 255 letters");
    const std::string mark(4096, 'm');
    EXPECT_FALSE(fault_of("hg program 2\nMARK \"" + mark + "\"\n"));
    expect_too_much("MARK \"" + mark + "m\"\n", "2:6", "a text has at most 4096 bytes");
}

TEST(ProgramSourceLimits, OfDeclarations) {
    expect_too_much(repeated("param p# = 1\n", 10001), "10002:7", "a source has at most 10000 parameters");
    expect_too_much(repeated("matrix M# f64 1x1\n", 10001), "10002:8", "a source has at most 10000 matrices");
    expect_too_much(repeated("scalar s#\n", 10001), "10002:8", "a source has at most 10000 scalars");
    expect_too_much(repeated("device d#\n", 10001), "10002:8", "a source has at most 10000 devices");
    expect_too_much(repeated("instruction i# from \"a\" (X: read f64) geometry (1)\n", 10001), "10002:13",
                    "too many instructions");
    expect_too_much("register r f64 1x1\n" + repeated("EXEC i# r\n", 10001), "10003:6",
                    "a source names at most 10000 instructions");
}

TEST(ProgramSourceLimits, OfArguments) {
    EXPECT_FALSE(fault_of("hg program 2\nsub f(" + repeated("int v#,", 63) + "int v) { }\n"));
    expect_too_much("sub f(" + repeated("int v#,\n", 64) + "int v) { }\n", "66:1",
                    "a sub has at most 64 arguments");
    expect_too_much(
        "instruction f from \"a\" (" + repeated("X#: read f64,\n", 256) + "X: read f64) geometry (1)\n",
        "258:1", "an instruction takes at most 256 operands and scalars");
}

TEST(ProgramSourceLimits, OfWhatIsBuilt) {
    expect_too_much("register r f64 1x1\nfor i in 0..100000000 { window w = r[0, 0] 1x1 }\n", "3:1",
                    "too many registers: 100000001 up to here, 100000000 are allowed");
    // 1 GiB in all, found before anything is built.
    const std::string tile = "matrix A f64 8x8\nregister r f64 8x8\n";
    expect_too_much(
        tile + "for i in 0..100000000 { LD r <- A[0, 0] }\n", "4:1",
        "100000000 commands and 1 registers up to here take about 20.8 GB of memory, more than the 1.1 GB "
        "that a program may take");
    expect_too_much(tile + "for i in 0..10000 { for j in 0..10000 { ST A[0, 0] <- r } }\n", "4:1", "20.8 GB");
    expect_too_much("sub f() { for i in 0..10000 { BAR } }\nfor i in 0..10000 { f() }\n", "3:1", "commands");
    expect_too_much("for i in 0..10000000 { if i >= 0 { MARK \"" + std::string(4000, 'm') + "\" } }\n",
                    "2:36", "commands and 0 registers up to here take about 1.1 GB");
    expect_too_much("register r f64 8x8\nfor i in 0..99999999 { window w = r[0, 0] 1x1 }\n", "3:1",
                    "0 commands and 100000000 registers up to here take about 10.4 GB");
    expect_too_much("register t[99999999] f64 1x1\n", "2:10",
                    "99999999 registers up to here take about 10.4 GB");
    expect_too_much(
        "MARK \"a\"\nfor i in 0..1000000 { MARK \"b\" after \"a\"" + repeated(", \"a\"", 99) + " }\n", "3:1",
        "1000001 commands and 0 registers up to here take about 2.7 GB");
    expect_too_much("for i in 0..2000000000 { if i < 0 { } }\n", "2:1",
                    "too many steps: 2000000001 up to here, 1000000000 are allowed");
    expect_too_much("for i in 0..5 {\nregister t[9223372036854775807 - i] f64 1x1\n}\n", "3:10",
                    "too many registers: more than 10^15");
}

/// Found before anything is built.
TEST(ProgramSourceLimits, OfHugeProgramsAreFoundQuickly) {
    const std::string mark = "{ MARK \"x\" }\n";
    expect_too_much("for i in 0..100000001 " + mark, "2:1",
                    "too many commands: 100000001 up to here, 100000000 are");
    expect_too_much("for i in 0..20000 { for j in 0..i " + mark + "}\n", "2:21",
                    "commands and 0 registers up to here take about 1.1 GB");
    expect_too_much("for i in 0..9000000000000000000 { for j in 0..9000000000000000000 " + mark + "}\n",
                    "2:35", "more than 10^15");
    expect_too_much("register t[100000001] f64 1 x 1\n", "2:10", "too many registers: 100000001");
    expect_too_much("for i in 0..100000001 { register t f64 1 x 1 }\n", "2:1",
                    "too many registers: 100000001");
    expect_too_much("for i in 0..2000000000 { let k = i }\n", "2:1", "too many steps");
    expect_too_much("for i in 0..60000 { for j in 0..i { for k in 0..1000 { } } }\n", "2:21",
                    "too many steps");
    std::string doubling = "sub f_0() " + mark;
    for (int i = 1; i < 60; ++i) {
        const std::string call = "f_" + std::to_string(i - 1) + "()";
        doubling += "sub f_" + std::to_string(i) + "() { " + call + "\n" + call + "\n }\n";
    }
    expect_too_much(doubling + "f_59()\n", "67:1",
                    "4194304 commands and 0 registers up to here take about 1.1 GB");
}

/// Text in format 1 has the same limit, line by line.
TEST(ProgramSourceLimits, OfAnyProgramAreThoseOfItsMemory) {
    ProgramParts parts;
    parts.commands.resize(5'300'000);
    EXPECT_EQ(too_large(parts), "");
    parts.commands.resize(5'400'000);
    EXPECT_EQ(too_large(parts),
              "5400000 commands, 0 registers and 0 dependencies up to here take about 1.1 GB of memory, "
              "more than the 1.1 GB that a program may take");
    parts.commands.resize(5'300'000);
    parts.dependencies.resize(600'000);
    EXPECT_THAT(too_large(parts), HasSubstr("600000 dependencies up to here take"));
}

TEST(ProgramSourceLimits, BlankLinesTakeNoTime) {
    const std::string text = "hg program 2\ninstruction f from \"a\" (X: read f64) geometry (1)" +
                             std::string(std::size_t{8} << 20, '\n') + "flops 1\n";
    EXPECT_NO_THROW(static_cast<void>(ProgramSource::parse(text)));
}

}  // namespace
