#include <gtest/gtest.h>

#include <limits>

#include "support/gemm_calls.hpp"
#include <hg/blas/host_buffer.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// A good call of gemm on 4 x 5 x 6, to be spoilt one argument at a time.
struct Arguments {
    Layout layout = Layout::col_major;
    Op op_a = Op::none, op_b = Op::none;
    std::int64_t m = 4, n = 5, k = 6;
    double alpha = 1;
    std::vector<double> a = std::vector<double>(100, 1), b = std::vector<double>(100, 1);
    const double* A = a.data();
    std::int64_t lda = 4;
    const double* B = b.data();
    std::int64_t ldb = 6;
    double beta = 0.5;
    std::vector<double> c = std::vector<double>(100, 7);
    double* C = c.data();
    std::int64_t ldc = 4;
};

Session& session() {
    static auto* const shared = std::make_unique<Session>(test::test_options()).release();
    return *shared;
}

template <class Spoil>
void expect_fault(int number, const std::string& name, Spoil spoil) {
    Arguments x;
    spoil(x);
    try {
        gemm<double>(session(), x.layout, x.op_a, x.op_b, x.m, x.n, x.k, x.alpha, x.A, x.lda, x.B, x.ldb,
                     x.beta, x.C, x.ldc);
        FAIL() << "argument " << number << " (" << name << ") was accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.context().argument, number) << error.what();
        EXPECT_EQ(error.context().argument_name, name) << error.what();
        EXPECT_EQ(error.message().rfind("dgemm: argument", 0), 0u) << error.message();
    }
    EXPECT_EQ(x.c, std::vector<double>(100, 7)) << "nothing may be touched";
}

TEST(GemmArguments, WrongOnesAreNumberedAndNamed) {
    expect_fault(1, "layout", [](Arguments& x) { x.layout = static_cast<Layout>('X'); });
    expect_fault(2, "op_a", [](Arguments& x) { x.op_a = static_cast<Op>('n'); });
    expect_fault(3, "op_b", [](Arguments& x) { x.op_b = static_cast<Op>(0); });
    expect_fault(4, "m", [](Arguments& x) { x.m = -1; });
    expect_fault(5, "n", [](Arguments& x) { x.n = -1; });
    expect_fault(6, "k", [](Arguments& x) { x.k = std::numeric_limits<std::int64_t>::min(); });
    expect_fault(8, "A", [](Arguments& x) { x.A = nullptr; });
    expect_fault(9, "lda", [](Arguments& x) { x.lda = 3; });
    expect_fault(10, "B", [](Arguments& x) { x.B = nullptr; });
    expect_fault(11, "ldb", [](Arguments& x) { x.ldb = 5; });
    expect_fault(13, "C", [](Arguments& x) { x.C = nullptr; });
    expect_fault(14, "ldc", [](Arguments& x) { x.ldc = -4; });
}

TEST(GemmArguments, LeadingDimensionsFollowLayoutAndOp) {
    expect_fault(9, "lda", [](Arguments& x) { x.op_a = Op::trans, x.lda = 5; });
    expect_fault(11, "ldb", [](Arguments& x) { x.op_b = Op::conj_trans, x.ldb = 4; });
    expect_fault(9, "lda", [](Arguments& x) { x.layout = Layout::row_major, x.lda = 5, x.ldc = 5; });
    expect_fault(11, "ldb",
                 [](Arguments& x) { x.layout = Layout::row_major, x.lda = 6, x.ldb = 4, x.ldc = 5; });
    expect_fault(14, "ldc", [](Arguments& x) { x.layout = Layout::row_major, x.lda = 6; });
    expect_fault(9, "lda", [](Arguments& x) { x.m = 0, x.lda = 0; });
}

TEST(GemmArguments, SizesBeyondAnyMemoryAreRefused) {
    expect_fault(9, "lda", [](Arguments& x) { x.lda = std::numeric_limits<std::int64_t>::max() / 4; });
    expect_fault(11, "ldb", [](Arguments& x) { x.ldb = std::numeric_limits<std::int64_t>::max(); });
    expect_fault(14, "ldc", [](Arguments& x) { x.ldc = std::int64_t{1} << 60; });
}

TEST(GemmArguments, NullIsFineWhereNothingIsTouched) {
    const double* none = nullptr;
    std::vector<double> c(20, 2);
    gemm<double>(session(), Layout::col_major, Op::none, Op::none, 4, 5, 6, 0, none, 4, none, 6, 3, c.data(),
                 4);
    EXPECT_EQ(c, std::vector<double>(20, 6)) << "alpha = 0 reads neither A nor B";
    gemm<double>(session(), Layout::col_major, Op::none, Op::none, 4, 5, 0, 1, none, 4, none, 1, 0.5,
                 c.data(), 4);
    EXPECT_EQ(c, std::vector<double>(20, 3));
    gemm<double>(session(), Layout::col_major, Op::none, Op::none, 0, 5, 6, 1, none, 1, none, 6, 0, nullptr,
                 1);
    gemm<double>(session(), Layout::col_major, Op::none, Op::none, 4, 0, 6, 1, none, 4, none, 6, 0, nullptr,
                 4);
}

TEST(GemmArguments, FloatCallsSaySgemm) {
    try {
        const float* none = nullptr;
        gemm<float>(session(), Layout::col_major, Op::none, Op::none, -1, 1, 1, 1, none, 1, none, 1, 0,
                    nullptr, 1);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.message(), "sgemm: argument 4 (m) must not be negative, but is -1");
    }
}

TEST(HostBufferArguments, NegativeAndImpossibleCountsAreRefused) {
    for (std::int64_t count : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()}) try {
            const HostBuffer<double> buffer(session(), count);
            FAIL() << count;
        } catch (const Error& error) {
            EXPECT_EQ(error.context().argument_name, "count");
        }
}

}  // namespace
}  // namespace hg
