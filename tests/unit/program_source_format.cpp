#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/expected_error.hpp"
#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/source_format.hpp>

namespace {

using namespace hg;
using testing::HasSubstr;

/// The standard form of statements that follow the line `hg program 2`.
std::string formatted(const std::string& statements) {
    const std::string header = "hg program 2\n";
    const std::string text = format_source(header + statements);
    EXPECT_EQ(format_source(text), text);
    return text.substr(header.size());
}

TEST(ProgramSourceFormat, PutsOneStatementOnALine) {
    EXPECT_EQ(formatted("param   n=8\nfor i in 0..n step 2 { for j in i..n { BAR } }"),
              "param n = 8\n"
              "for i in 0..n step 2 {\n"
              "    for j in i..n {\n"
              "        BAR\n"
              "    }\n"
              "}\n");
}

TEST(ProgramSourceFormat, PutsSpacesAroundOperators) {
    const auto expect = [](const std::string& from, const std::string& to) {
        const std::string declared =
            "matrix A f64 9 x 9\nscalar s\ndevices all\nregister r f64 4 x 4\nregister t[2] f64 4 x 4\nlet n "
            "= 4\n"
            "sub f(register u, int i) {\n}\n";
        EXPECT_EQ(formatted(declared + from + "\n"), declared + to + "\n");
    };
    expect("let a=-n*( n+1 )-  -2%n", "let a = -n * (n + 1) - -2 % n");
    expect("let a=min( n,3 , ceil(n ,2))+count( all )", "let a = min(n, 3, ceil(n, 2)) + count(all)");
    expect("if not(n< -1)and n>=2 or(n!=3){\nBAR\n}\nelse if n==1{BAR} else{BAR}",
           "if not (n < -1) and n >= 2 or (n != 3) {\n    BAR\n} else if n == 1 {\n    BAR\n} else {\n    "
           "BAR\n}");
    expect("LD r<-A[0,n]4x4 lower", "LD r <- A[0, n] 4 x 4 lower");
    expect("LD t [ 1 ]<-A[ n-4,+1 ](n)x(2*2)after\"m\"", "LD t[1] <- A[n - 4, +1] (n) x (2 * 2) after \"m\"");
    expect("register q f64 (n)x 16 ld(n+4)@all[ 0 ]", "register q f64 (n) x 16 ld (n + 4) @ all[0]");
    expect("EXEC a.b-c r t[0];$s,-0.5,( n ),(2,-1)", "EXEC a.b-c r t[0] ; $s, -0.5, (n), (2, -1)");
    expect("EXEC2 a.b-c r t[0];$s", "EXEC2 a.b-c r t[0] ; $s");
    expect("MARK\"m\"@all[0].EXEC2", "MARK \"m\" @ all[0].EXEC2");
    expect("MARK\"a  #b\"@all[0].ST after\"x\" ,\"y\"", "MARK \"a  #b\" @ all[0].ST after \"x\", \"y\"");
    expect("f ( r,n )", "f(r, n)");
    expect("hg . gemm( T,N,-1.5, r,$ s , 2e-3,r )", "hg.gemm(T, N, -1.5, r, $s, 2e-3, r)");
    expect("for i in-1..-n step-1{BAR}", "for i in -1..-n step -1 {\n    BAR\n}");
    expect("device  d   memory\t100 link_in 2.5e+10", "device d memory 100 link_in 2.5e+10");
    expect("machine  \"a  #b\"   host_copies\t1e9 # c\ndevice d",
           "machine \"a  #b\" host_copies 1e9    # c\ndevice d");
    expect("let x = 2\nwindow w=r[ 0,0 ]x x x", "let x = 2\nwindow w = r[0, 0] x x x");
}

TEST(ProgramSourceFormat, IndentsTheClausesOfAnInstruction) {
    EXPECT_EQ(formatted("param bytes = 3\n"
                        "instruction saxpy.v-1 from\"a.cl\"(X:read f32,Y :read_write f32;a:f32)entry\"e\"\n"
                        "# where\n\n"
                        "geometry(ceil(rows( X )*cols(X),64)*64,\nld(Y))local(64,1) flops bytes*2 bytes 3*\n"
                        "bytes\n"
                        " needs local 4096 work_group(64)\n"
                        "BAR\n"),
              "param bytes = 3\n"
              "instruction saxpy.v-1 from \"a.cl\" (X: read f32, Y: read_write f32; a: f32)  entry \"e\"\n"
              "    # where\n"
              "    geometry (ceil(rows(X) * cols(X), 64) * 64,\n"
              "        ld(Y)) local (64, 1)  flops bytes * 2  bytes 3 *\n"
              "        bytes\n"
              "    needs local 4096 work_group (64)\n"
              "BAR\n");
}

TEST(ProgramSourceFormat, KeepsCommentsAndSingleBlankLines) {
    EXPECT_EQ(
        formatted(
            "\n\n\n# about it  \r\nparam n=1# one\nparam number=2 # two\n\n\nlet a = min( # first\n 1,\n\n"
            "# second\n2)\nif n==1 {# yes\n\n\n# body\n\n\nBAR\n\n# end\n\n} # over\n# now\nelse { }\n\n\n"
            "device d memory 9 # small\n# last"),
        "\n"
        "# about it\n"
        "param n = 1         # one\n"
        "param number = 2    # two\n"
        "\n"
        "let a = min(    # first\n"
        "    1,\n"
        "    # second\n"
        "    2)\n"
        "if n == 1 {    # yes\n"
        "    # body\n"
        "\n"
        "    BAR\n"
        "\n"
        "    # end\n"
        "}    # over\n"
        "# now\n"
        "else {\n"
        "}\n"
        "\n"
        "device d memory 9    # small\n"
        "# last\n");
}

TEST(ProgramSourceFormat, RefusesWhatIsNoSource) {
    EXPECT_THAT(test::error_of([] { return format_source("hg program 2\nlet a =\n", "a.hgs"); }).what(),
                HasSubstr("a.hgs:3:1: expected an integer"));
}

std::string content(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The examples are written in the standard form. Seeds of the fuzzer are not.
TEST(ProgramSourceFormat, DoesNotChangePrograms) {
    const SourceLibrary library = sources::library_of_everything();
    std::size_t count = 0;
    for (const char* folder : {"examples/programs", "tests/fuzz/corpus/program_source"})
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(HG_ROOT) / folder)) {
            if (entry.path().extension() != ".hgs") continue;
            SCOPED_TRACE(entry.path());
            const std::string text = content(entry.path());
            const std::string standard = format_source(text);
            EXPECT_EQ(format_source(standard), standard);
            if (std::string_view(folder) == "examples/programs") {
                EXPECT_EQ(standard, text);
            }
            SourceValues values;
            const ProgramSource source = ProgramSource::parse(text);
            for (const SourceParameter& parameter : source.parameters())
                if (parameter.default_value.empty()) values[parameter.name] = 4;
            EXPECT_EQ(print(ProgramSource::parse(standard).build(samples::target(2), values, library)),
                      print(source.build(samples::target(2), values, library)));
            ++count;
        }
    EXPECT_GE(count, 6);
}

}  // namespace
