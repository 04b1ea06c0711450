#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/expected_error.hpp"
#include "tests/support/source_checks.hpp"
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using testing::HasSubstr;

const std::string kSaxpy = R"(hg program 2
param tile = 64
matrix X f32 100 x 3
matrix Y f32 100 x 3
register x1 f32 100 x 3
register y1 f32 100 x 3 ld 128
instruction saxpy.v1 from "kernels/saxpy.cl" (X: read f32, Y: read_write f32; a: f32)
    entry "my_saxpy"   # in the file
    geometry (ceil(rows(X) * cols(X), tile) * tile, ld(Y)) local (tile, 2)
    flops 2 * rows(X) * cols(X)   bytes 12 * rows(X) *
        cols(X)
    needs local 4096 compute_units 2
    options "-DTILE=16"
LD x1 <- X[0, 0]
LD y1 <- Y[0, 0]
EXEC saxpy.v1 x1 y1 ; 0.5
ST Y[0, 0] <- y1
)";

SourceLibrary with_files() {
    SourceLibrary library;
    library.read = [](const std::string& path) -> std::string {
        if (path.ends_with(".cl")) return "// " + path;
        throw Error(ErrorCode::io, path + ": no such file");
    };
    return library;
}

Program program_of(const std::string& text, const SourceValues& values = {},
                   const SourceLibrary& library = with_files()) {
    return ProgramSource::parse(text, "saxpy.hgs").build(samples::target(), values, library);
}

std::string with(const std::string& from, const std::string& to) {
    std::string text = kSaxpy;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

/// The instruction as kSaxpy declares it.
const Instruction& checked_saxpy(const Program& program, std::int64_t work_group) {
    EXPECT_EQ(program.instructions().size(), 1);
    const Instruction& saxpy = *program.instructions()[0];
    EXPECT_EQ(saxpy.name, "saxpy.v1");
    EXPECT_EQ(saxpy.source, "// kernels/saxpy.cl");
    EXPECT_EQ(saxpy.entry, "my_saxpy");
    EXPECT_EQ(saxpy.build_options, "-DTILE=16");
    EXPECT_EQ(saxpy.operands.at(0).access, Access::read);
    EXPECT_EQ(saxpy.operands.at(1).access, Access::read_write);
    EXPECT_EQ(saxpy.operands.at(1).name, "Y");
    EXPECT_EQ(saxpy.scalars.at(0).type, ElementType::f32);
    EXPECT_EQ(saxpy.operands.size() + saxpy.scalars.size(), 3);
    EXPECT_EQ(saxpy.needs.local_memory, 4096);
    EXPECT_EQ(saxpy.needs.work_group, work_group);
    EXPECT_EQ(saxpy.needs.compute_units, 2);
    EXPECT_FALSE(saxpy.host);
    const ExecOperands operands = program.exec_operands(CommandId{2});
    const Geometry geometry = saxpy.geometry(operands.shape());
    const auto items = static_cast<std::size_t>(work_group) / 2;
    EXPECT_EQ(geometry.global, (std::array<std::size_t, 3>{320, 128, 1}));
    EXPECT_EQ(geometry.local, (std::array<std::size_t, 3>{items, 2, 1}));
    EXPECT_EQ(program.cost(CommandId{2}).flops, 600);
    EXPECT_EQ(program.cost(CommandId{2}).bytes, 3600);
    return saxpy;
}

TEST(ProgramSourceInstructions, ComeFromFilesAndLaunchByTheShapesOfOperands) {
    checked_saxpy(program_of(kSaxpy), 128);
    const Program program = program_of(kSaxpy, {{"tile", 32}});
    const Instruction& saxpy = checked_saxpy(program, 64);
    const std::vector<Register> large(2, {.rows = 2'000'000'000, .cols = 2'000'000'000, .ld = 2'000'000'000});
    EXPECT_EQ(saxpy.cost({large, {}}).flops, 8e18);
    EXPECT_THROW(saxpy.geometry({std::vector<Register>(2), {}}), Error);
}

TEST(ProgramSourceInstructions, OutliveTheSource) {
    InstructionPtr saxpy;
    { saxpy = program_of(kSaxpy).instructions()[0]; }
    const std::vector<Register> shapes(2, {.rows = 4, .cols = 4, .ld = 4});
    EXPECT_EQ(saxpy->cost({shapes, {}}).bytes, 192);
}

/// The line of the program's text that declares saxpy.
std::string declaration(const Program& program) {
    const std::string text = print(program);
    const std::size_t begin = text.find("instruction ");
    return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(ProgramSourceInstructions, AreDeclaredInTexts) {
    const Program program = program_of(kSaxpy, {{"tile", 32}});
    EXPECT_EQ(declaration(program),
              "instruction saxpy.v1 from \"kernels/saxpy.cl\" (X: read f32, Y: read_write f32; a: f32) "
              "entry \"my_saxpy\" geometry (ceil(rows(X) * cols(X), 32) * 32, ld(Y)) local (32, 2) "
              "flops 2 * rows(X) * cols(X) bytes 12 * rows(X) * cols(X) needs local 4096 compute_units 2 "
              "options \"-DTILE=16\"");
    const Program again = sources::read_back(program, with_files());
    verify(again);
    checked_saxpy(again, 64);
}

TEST(ProgramSourceInstructions, AreDeclaredWithTheSameExpressions) {
    for (const auto& [written, printed] : std::vector<std::pair<std::string, std::string>>{
             {"rows(X) - (1 - (2 - 3)) + 4", "rows(X) - (1 - (2 - 3)) + 4"},
             {"(((rows(X) * 2) / (3 * 4)) % +5)", "rows(X) * 2 / (3 * 4) % 5"},
             {"(rows(X) + 1) * -(cols(X) - 2) * - -tile", "(rows(X) + 1) * -(cols(X) - 2) * --8"},
             {"-(rows(X) * 2) - low", "-(rows(X) * 2) - (-9223372036854775807 - 1)"},
             {"min(min(1, tile), max(2, 3, ld(Y)), abs(-low2))", "min(1, 8, max(2, 3, ld(Y)), abs(--3))"},
             {"min(1, min(2, 3)) + ceil(ceil(1, 2), (tile))", "min(1, min(2, 3)) + ceil(ceil(1, 2), 8)"}}) {
        const Program program = program_of(
            "hg program 2\nparam tile = 8\nparam low2 = -3\nparam low = -9223372036854775807 - 1\n"
            "register r f32 4 x 4\nregister s f32 4 x 4\n"
            "instruction i from \"a.cl\" (X: write f32, Y: write f32) geometry (1) flops " +
            written + "\nEXEC i r s\n");
        EXPECT_EQ(declaration(program),
                  "instruction i from \"a.cl\" (X: write f32, Y: write f32) geometry (1) flops " + printed);
        sources::read_back(program, with_files());
    }
}

TEST(ProgramSourceInstructions, AreReadFromTextsWithTheirPlaces) {
    const auto refusal_of = [](const std::string& line, const SourceLibrary& library = with_files()) {
        const Error error = test::error_of([&] { return parse("hg program 1\n\n" + line + "\n", library); });
        EXPECT_EQ(error.context().line, 3);
        return error;
    };
    const std::string good = "instruction i from \"a.cl\" (X: write f32) geometry (1)";
    EXPECT_NO_THROW(static_cast<void>(parse("hg program 1\n" + good + "  # the one\n", with_files())));
    EXPECT_THAT(refusal_of(good + " flops tile").what(), HasSubstr("line 3: no integer is called `tile`"));
    EXPECT_EQ(refusal_of(good + " 7").context().column, std::ssize(good) + 2);
    EXPECT_THAT(refusal_of(good + " }").what(), HasSubstr("expected the end of the line"));
    EXPECT_THAT(refusal_of("instruction i from a.cl").what(), HasSubstr("expected a file in double quotes"));
    EXPECT_THAT(refusal_of("instruction i").what(), HasSubstr("there is no instruction called i"));
    EXPECT_EQ(refusal_of("instruction i from \"a.c\" (X: write f32) geometry (1)").code(), ErrorCode::io);
    EXPECT_THAT(refusal_of(good, SourceLibrary{}).what(),
                HasSubstr("files of kernels cannot be read here: a.cl"));
    test::expect_error(ErrorCode::invalid_program,
                       {"files of kernels cannot be read here, for instruction i"},
                       [&] { return parse("hg program 1\n" + good, samples::find); });
}

TEST(ProgramSourceInstructions, HaveHostImplementationsOfLibraries) {
    SourceLibrary library = with_files();
    std::string asked;
    library.host = [&](const std::string& file, const std::string& instruction) {
        asked = file + " " + instruction;
        return [](const HostCall&) {};
    };
    const Program program = program_of(with("options \"-DTILE=16\"", "host \"libsaxpy.so\""), {}, library);
    EXPECT_EQ(asked, "libsaxpy.so my_saxpy");
    EXPECT_TRUE(program.instructions()[0]->host);
    EXPECT_THAT(print(program), HasSubstr(" needs local 4096 compute_units 2 host \"libsaxpy.so\"\n"));
    sources::read_back(program, library);
}

TEST(ProgramSourceInstructions, SayWhatIsWrongWithThem) {
    const auto expect = [](const std::string& text, const std::string& message) {
        EXPECT_THAT(test::error_of([&] { return program_of(text); }).what(), HasSubstr(message));
    };
    expect(with("saxpy.cl", "saxpy.txt"), "saxpy.hgs:7:13: kernels/saxpy.txt: no such file");
    expect(with("    geometry (ceil(rows(X) * cols(X), tile) * tile, ld(Y)) local (tile, 2)\n", ""),
           "saxpy.hgs:7:13: instruction saxpy.v1 needs a geometry");
    expect(with("local (tile, 2)", "local (tile)"),
           "9:66: the work-items have 2 dimensions, but a work-group has 1");
    expect(with("tile, ld(Y))", "tile, ld(Z))"), "no operand is called `Z`");
    expect(with("(tile, 2)", "(tile, 3)"),
           "128 work-items are not a multiple of 3, the size of a work-group");
    expect(with("(tile, 2)", "(tile, rows(X) - 100)"),
           "0 work-items in a work-group; there must be at least one");
    expect(with("(tile, 2)", "(9223372036854775807, 2)"),
           "9:88: the number of work-items in a work-group overflows 64 bits");
    expect(with("flops 2", "flops 2 / (rows(X) - 100)"), "division by 0");
    expect(with("local 4096", "local -1"), "instruction saxpy.v1 cannot need -1");
    expect(with("local 4096", "local 16 * rows(X)"), "`rows` is allowed only in an instruction's geometry");
    expect(with("local 4096", "memory 4096"), "expected local, work_group or compute_units");
    expect(with("Y: read_write", "X: read_write"), "7:60: two operands are called `X`");
    expect(with("X: read f32", "X: f32"), "expected read, write or read_write");
    expect(with("LD x1", "instruction saxpy.v1 from \"b.cl\" (X: read f32) geometry (1)\nLD x1"),
           "two instructions are called `saxpy.v1`");
    expect(with("options \"-DTILE=16\"", "host \"libsaxpy.so\""),
           "host implementations cannot be loaded here: libsaxpy.so");
    expect(with("instruction saxpy.v1", "EXEC saxpy.v1 x1 y1 ; 2\ninstruction saxpy.v1"),
           "instruction `saxpy.v1` is declared below");
    EXPECT_THAT(test::error_of([&] { return program_of(kSaxpy, {}, SourceLibrary{}); }).what(),
                HasSubstr("files of kernels cannot be read here: kernels/saxpy.cl"));
}

}  // namespace
