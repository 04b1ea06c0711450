#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/hg.h>

namespace hg {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Free {
    void operator()(hg_program* program) const { hg_program_free(program); }
};
using Held = std::unique_ptr<hg_program, Free>;

/// C := alpha A A, in one piece.
const char* const kSquare = R"(hg program 2
param n
matrix A f64 n x n
matrix C f64 n x n
scalar alpha
register a f64 n x n
register c f64 n x n
LD a <- A[0, 0]
hg.gemm(N, N, alpha, a, a, 0, c)
ST C[0, 0] <- c
)";

/// It uses the process-wide session, which is made on the devices of the tests.
class CFaceProgram : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }

    static std::int64_t build(const std::string& text, Held& program,
                              const std::vector<hg_parameter>& parameters = {{"n", 2}}) {
        hg_program* built = nullptr;
        const std::int64_t info = hg_program_build(text.c_str(), "square.hgs", nullptr, parameters.data(),
                                                   static_cast<std::int64_t>(parameters.size()), &built);
        program.reset(built);
        return info;
    }

    std::int64_t run(const hg_program* program) {
        return hg_program_run(program, matrices_.data(), static_cast<std::int64_t>(matrices_.size()),
                              scalars_.data(), static_cast<std::int64_t>(scalars_.size()));
    }

    std::vector<double> a_{1, 3, 2, 4};
    std::vector<double> c_{0, 0, -7, 0, 0, -7};  // of leading dimension 3
    std::vector<hg_matrix> matrices_{{"A", "f64", a_.data(), 2}, {"C", "f64", c_.data(), 3}};
    std::vector<hg_scalar> scalars_{{"alpha", 2, 0}};
};

TEST_F(CFaceProgram, BuildsASourceAndRunsIt) {
    Held program;
    ASSERT_EQ(build(kSquare, program), 0) << hg_last_error();
    EXPECT_EQ(hg_program_verify(program.get()), 0);
    for (int i = 0; i < 2; ++i) {
        ASSERT_EQ(run(program.get()), 0) << hg_last_error();
        EXPECT_EQ(c_, (std::vector<double>{14, 30, -7, 20, 44, -7}));
    }
    scalars_[0].real = 1;
    std::thread([&] { EXPECT_EQ(run(program.get()), 0); }).join();
    EXPECT_EQ(c_, (std::vector<double>{7, 15, -7, 10, 22, -7}));
}

TEST_F(CFaceProgram, SaysWhatItNeeds) {
    Held program;
    ASSERT_EQ(build(kSquare, program, {{"n", 5}}), 0);
    EXPECT_GE(hg_program_size(program.get()), 3);
    std::int64_t count = 0;
    const hg_matrix_parameter* const matrices = hg_program_matrices(program.get(), &count);
    ASSERT_EQ(count, 2);
    EXPECT_STREQ(matrices[0].name, "A");
    EXPECT_STREQ(matrices[0].type, "f64");
    EXPECT_EQ(matrices[0].rows, 5);
    EXPECT_EQ(matrices[0].cols, 5);
    EXPECT_EQ(matrices[0].written, 0);
    EXPECT_EQ(matrices[1].written, 1);
    const char* const* const scalars = hg_program_scalars(program.get(), &count);
    ASSERT_EQ(count, 1);
    EXPECT_STREQ(scalars[0], "alpha");
}

TEST_F(CFaceProgram, ReadsItsOwnText) {
    Held program, read;
    ASSERT_EQ(build(kSquare, program), 0);
    const std::string text = hg_program_text(program.get());
    EXPECT_THAT(text, StartsWith("hg program 1\n"));
    ASSERT_EQ(build(text, read, {}), 0) << hg_last_error();
    EXPECT_EQ(hg_program_text(read.get()), text);
    ASSERT_EQ(run(read.get()), 0) << hg_last_error();
    EXPECT_EQ(c_[0], 14);
}

TEST_F(CFaceProgram, WaitsForCallsThatWereSubmitted) {
    constexpr std::int64_t n = 200;
    constexpr int kCalls = 10;
    Held program;
    ASSERT_EQ(build(kSquare, program, {{"n", n}}), 0);
    const std::vector<double> ones(n * n, 1);
    std::vector<double> A(n * n), C(n * n);
    std::vector<hg_call*> calls(kCalls);
    for (hg_call*& call : calls)  // A := A + the matrix of ones
        ASSERT_EQ(
            hg_dgemm_async('N', 'N', n, n, n, 1.0 / n, ones.data(), n, ones.data(), n, 1, A.data(), n, &call),
            0);
    matrices_ = {{"A", "f64", A.data(), n}, {"C", "f64", C.data(), n}};
    ASSERT_EQ(run(program.get()), 0);
    for (hg_call*& call : calls) {
        EXPECT_EQ(hg_test(call), 1);
        EXPECT_EQ(hg_wait(&call), 0);
    }
    EXPECT_NEAR(C[0], 2.0 * n * kCalls * kCalls, 1e-6);
}

TEST_F(CFaceProgram, SaysWhereATextIsWrong) {
    Held program;
    EXPECT_EQ(build(std::string(kSquare) + "LD b <- A[0, 0]\n", program), HG_FAILED);
    EXPECT_STREQ(hg_last_error(), "square.hgs:11:4: no register is called `b`");
    EXPECT_EQ(program, nullptr);
    EXPECT_EQ(build("hg program 1\nmatrix A f64 2\n", program, {}), HG_FAILED);
    EXPECT_THAT(hg_last_error(), StartsWith("square.hgs:2: "));
    EXPECT_EQ(build("hg program 1\ndevice d\nmatrix A f64 2x2\nslot s0@d 32\nregister r0@d.s0 f64 2x2\n"
                    "0: ST A[0,0] 2x2 f64 <- r0@d.s0\n",
                    program, {}),
              HG_FAILED)
        << "nothing has written what it stores";
    EXPECT_THAT(hg_last_error(), HasSubstr("0: ST"));
    EXPECT_EQ(build("hg program 2\ninstruction f from \"none.cl\" (X: read f64)\n    geometry (1)\n"
                    "register r f64 1x1\nEXEC f r\n",
                    program, {}),
              HG_FAILED);
    EXPECT_THAT(hg_last_error(), HasSubstr("none.cl"));
}

TEST_F(CFaceProgram, CountsWrongArgumentsOfABuild) {
    Held program;
    EXPECT_EQ(build(kSquare, program, {}), -4);
    EXPECT_STREQ(hg_last_error(), "square.hgs:2:7: parameter n has no default: give it a value");
    EXPECT_EQ(build(kSquare, program, {{"n", 2}, {"m", 3}}), -4);
    EXPECT_THAT(hg_last_error(), HasSubstr("no parameter called m; it has n"));
    EXPECT_EQ(build(kSquare, program, {{"n", 2}, {"n", 2}}), -4);
    EXPECT_EQ(build(kSquare, program, {{nullptr, 2}}), -4);
    EXPECT_EQ(build("hg program 1\n", program), -4) << "only sources have parameters";
    hg_program* none = nullptr;
    EXPECT_EQ(hg_program_build(nullptr, nullptr, nullptr, nullptr, 0, &none), -1);
    EXPECT_EQ(hg_program_build(kSquare, nullptr, nullptr, nullptr, 1, &none), -4);
    EXPECT_EQ(hg_program_build(kSquare, nullptr, nullptr, nullptr, -1, &none), -5);
    EXPECT_EQ(hg_program_build(kSquare, nullptr, nullptr, nullptr, 0, nullptr), -4) << "the first wrong one";
    const hg_parameter n{"n", 2};
    EXPECT_EQ(hg_program_build(kSquare, nullptr, nullptr, &n, 1, nullptr), -6);
}

TEST_F(CFaceProgram, CountsWrongArgumentsOfARun) {
    Held program;
    ASSERT_EQ(build(kSquare, program), 0);
    const auto refused = [&](std::int64_t info, const std::string& words, auto change) {
        const std::vector<hg_matrix> matrices = matrices_;
        const std::vector<hg_scalar> scalars = scalars_;
        change();
        EXPECT_EQ(run(program.get()), info) << words;
        EXPECT_THAT(hg_last_error(), HasSubstr(words));
        matrices_ = matrices;
        scalars_ = scalars;
    };
    refused(-2, "matrix C is not bound", [&] { matrices_.pop_back(); });
    refused(-2, "has A twice", [&] { matrices_.push_back(matrices_[0]); });
    refused(-2, "no matrix called D", [&] { matrices_.push_back({"D", "f64", a_.data(), 2}); });
    refused(-2, "'f16'", [&] { matrices_[0].type = "f16"; });
    refused(-2, "of type f32; the program declares f64", [&] { matrices_[0].type = "f32"; });
    refused(-2, "leading dimension of matrix A is 1", [&] { matrices_[0].ld = 1; });
    refused(-2, "A is bound to a null pointer", [&] { matrices_[0].data = nullptr; });
    refused(-4, "scalar alpha is not bound", [&] { scalars_.clear(); });
    refused(-4, "no scalar called beta", [&] { scalars_.push_back({"beta", 1, 0}); });
    refused(-4, "alpha", [&] { scalars_[0].imag = 1; });
    EXPECT_EQ(c_[0], 0);
    EXPECT_EQ(hg_program_run(nullptr, nullptr, 0, nullptr, 0), -1);
    EXPECT_EQ(hg_program_run(program.get(), nullptr, 2, nullptr, 0), -2);
    EXPECT_EQ(hg_program_run(program.get(), nullptr, -1, nullptr, 0), -3);
    EXPECT_EQ(hg_program_run(program.get(), nullptr, 0, nullptr, -1), -5);
}

TEST_F(CFaceProgram, NoProgramHasNothing) {
    std::int64_t count = -1;
    EXPECT_EQ(hg_program_verify(nullptr), -1);
    EXPECT_EQ(hg_program_text(nullptr), nullptr);
    EXPECT_EQ(hg_program_size(nullptr), 0);
    EXPECT_EQ(hg_program_matrices(nullptr, &count), nullptr);
    EXPECT_EQ(count, 0);
    EXPECT_EQ(hg_program_scalars(nullptr, nullptr), nullptr);
    hg_program_free(nullptr);
}

}  // namespace
}  // namespace hg
