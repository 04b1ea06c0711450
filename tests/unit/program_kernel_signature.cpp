#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "runtime/program/base/opencl_words.hpp"
#include "runtime/program/check/kernel_signature.hpp"
#include "runtime/program/check/unused.hpp"
#include "tests/support/program_sources.hpp"

namespace {

using namespace hg;
using testing::ElementsAre;
using testing::HasSubstr;

/// An instruction from a file: X is read, Y is written, a is a scalar.
Instruction axpy(const std::string& source) {
    Instruction i;
    i.name = "axpy";
    i.entry = "axpy";
    i.operands = {{"X", Access::read, ElementType::f32}, {"Y", Access::read_write, ElementType::f32}};
    i.scalars = {{"a", ElementType::f32}};
    i.source = source;
    i.origin.file = "axpy.cl";
    return i;
}

std::string source_with(const std::string& x, const std::string& y, const std::string& a = "float a") {
    return "// kernel void axpy(int);\n#define kernel_of(x) \\\n  kernel void x(int a) {}\n\n"
           "__attribute__((vec_type_hint(float)))\nkernel /* ( */ void "
           "__attribute__((reqd_work_group_size(8, "
           "1, 1)))\naxpy(" +
           x + ", long xf, int xm, int xn, int xl,\n     " + y +
           ", const long yf, uint ym, unsigned int yn, int yl, " + a +
           ") {\n}\nkernel void other(void);\n__kernel void last() { }\n";
}

std::string fault_with(const std::string& x, const std::string& y, const std::string& a = "float a") {
    const Instruction i = axpy(source_with(x, y, a));
    const auto found = signature_in_source(i);
    return found ? signature_fault(i, found->arguments) : "no signature";
}

TEST(KernelSignature, IsReadFromASource) {
    const auto found = kernel_signatures(source_with("global const float *restrict X", "__global float4* Y"));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].name, "axpy");
    EXPECT_EQ(found[0].line, 7);
    ASSERT_EQ(found[0].arguments.size(), 11U);
    EXPECT_EQ(found[0].arguments[0].type, "float*");
    EXPECT_EQ(found[0].arguments[0].name, "X");
    EXPECT_TRUE(found[0].arguments[0].is_const);
    EXPECT_EQ(found[0].arguments[5].type, "float4*");
    EXPECT_EQ(found[0].arguments[5].space, "global");
    EXPECT_FALSE(found[0].arguments[5].is_const);
    EXPECT_EQ(found[0].arguments[6].type, "long");
    EXPECT_FALSE(found[0].arguments[6].is_const);
    EXPECT_EQ(found[0].arguments[8].type, "uint");
    EXPECT_EQ(found[1].name, "last");
    for (const char* text : {"", "kernel", "kernel void", "kernel void f(", "kernel void f(int a", "/*", "\"",
                             "#define a \\", "kernel void f(int) {"})
        EXPECT_LE(kernel_signatures(text).size(), 1U) << text;
}

TEST(KernelSignature, IsComparedWithTheOperands) {
    const std::string x = "global const float* X";
    const std::string y = "global float* Y";
    EXPECT_EQ(fault_with(x, y), "");
    EXPECT_EQ(fault_with("constant float* X", y), "");
    EXPECT_EQ(fault_with("float const global* X", "global float* const Y"), "");
    EXPECT_EQ(fault_with("global const REAL* X", "global REAL* Y", "REAL a"), "");
    EXPECT_EQ(
        fault_with("global const double* X", y),
        "argument 1 (X) of kernel axpy of instruction axpy is double*, not float* (elements of operand X)");
    EXPECT_THAT(fault_with("global float* X", y), HasSubstr("operand X is declared read: make it const"));
    EXPECT_THAT(
        fault_with(x, "global const float* Y"),
        HasSubstr("argument 6 (Y) of kernel axpy of instruction axpy is a pointer to const; operand Y "
                  "is declared read_write"));
    EXPECT_THAT(fault_with(x, "constant float* Y"), HasSubstr("points to constant memory"));
    EXPECT_THAT(fault_with("local float* X", y), HasSubstr("is a local pointer"));
    EXPECT_THAT(fault_with(x, y, "int a"), HasSubstr("argument 11 (a)"));
}

TEST(KernelSignature, CannotBeToldOfTwoKernelsNorOfOneWithOtherArguments) {
    const std::string source = source_with("global const float* X", "global float* Y");
    EXPECT_FALSE(signature_in_source(axpy(source + source)));
    EXPECT_FALSE(signature_in_source(axpy("kernel void axpy(MATRICES) {}")));
    EXPECT_FALSE(signature_in_source(axpy("KERNEL(axpy) {}")));
}

TEST(KernelSignature, WordsOfOpenClNameNoKernel) {
    for (const char* const word : {"dot", "abs", "kernel", "work_group_broadcast", "all", "do"})
        EXPECT_TRUE(is_opencl_word(word)) << word;
    for (const char* const word : {"axpy", "dots", "bs", "kernel void"})
        EXPECT_FALSE(is_opencl_word(word)) << word;
    Instruction i = axpy("kernel void dot() {}");
    i.entry = "dot";
    i.geometry = [](const ExecShape&) { return Geometry{}; };
    try {
        check_instruction(i);
        FAIL() << "dot is a function of OpenCL C";
    } catch (const Error& error) {
        EXPECT_THAT(error.message(), HasSubstr("cannot be called dot, which OpenCL C itself defines"));
    }
}

std::vector<CommandId> unused_in(const std::string& statements) {
    return unused_results(
        sources::built("matrix M f64 4x4\nregister r f64 4x4\nregister s f64 4x4\n" + statements));
}

TEST(UnusedResults, AreWhatNothingReadsOrStores) {
    const auto id = [](std::uint32_t command) { return static_cast<CommandId>(command); };
    EXPECT_THAT(unused_in("LD r <- M[0, 0]\nEXEC copy r s\nST M[0, 0] <- s\n"), ElementsAre());
    EXPECT_THAT(unused_in("LD r <- M[0, 0]\nEXEC copy r s\n"), ElementsAre(id(1)));
    EXPECT_THAT(unused_in("LD r <- M[0, 0]\nLD s <- M[0, 0]\nST M[0, 0] <- r\n"), ElementsAre(id(1)));
    EXPECT_THAT(unused_in("LD r <- M[0, 0]\nLD r <- M[0, 0]\nST M[0, 0] <- r\n"), ElementsAre(id(0)));
    EXPECT_THAT(unused_in("LD r <- M[0, 0]\nEXEC scale r ; 2\n"), ElementsAre(id(1)));
    EXPECT_THAT(unused_in("resident t f64 4x4\nLD t <- M[0, 0]\nEXEC scale t ; 2\n"), ElementsAre());
}

}  // namespace
