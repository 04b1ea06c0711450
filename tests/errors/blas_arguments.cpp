#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "support/argument_faults.hpp"
#include "support/gemm_calls.hpp"
#include "support/trsm_calls.hpp"
#include <hg/blas/host_buffer.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

Session& session() {
    static auto* const shared = std::make_unique<Session>(test::test_options()).release();
    return *shared;
}

/// A good call of gemm on 4 x 5 x 6, to be partially_written one argument at a time.
struct GoodGemm {
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

    static constexpr const char* kRoutine = "dgemm";
    void call() { gemm<double>(session(), layout, op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
    [[nodiscard]] const std::vector<double>& output() const { return c; }
};

/// A good call of trsm on B of 4 x 5, to be partially_written one argument at a time.
struct GoodTrsm {
    Layout layout = Layout::col_major;
    Side side = Side::left;
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
    std::int64_t m = 4, n = 5;
    double alpha = 1;
    std::vector<double> a = std::vector<double>(100, 1);
    const double* A = a.data();
    std::int64_t lda = 4;
    std::vector<double> b = std::vector<double>(100, 7);
    double* B = b.data();
    std::int64_t ldb = 4;

    static constexpr const char* kRoutine = "dtrsm";
    void call() { trsm<double>(session(), layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb); }
    [[nodiscard]] const std::vector<double>& output() const { return b; }
};

using test::expect_fault;

TEST(GemmArguments, WrongOnesAreNumberedAndNamed) {
    expect_fault<GoodGemm>(1, "layout", [](GoodGemm& x) { x.layout = static_cast<Layout>('X'); });
    expect_fault<GoodGemm>(2, "op_a", [](GoodGemm& x) { x.op_a = static_cast<Op>('n'); });
    expect_fault<GoodGemm>(3, "op_b", [](GoodGemm& x) { x.op_b = static_cast<Op>(0); });
    expect_fault<GoodGemm>(4, "m", [](GoodGemm& x) { x.m = -1; });
    expect_fault<GoodGemm>(5, "n", [](GoodGemm& x) { x.n = -1; });
    expect_fault<GoodGemm>(6, "k", [](GoodGemm& x) { x.k = std::numeric_limits<std::int64_t>::min(); });
    expect_fault<GoodGemm>(8, "A", [](GoodGemm& x) { x.A = nullptr; });
    expect_fault<GoodGemm>(9, "lda", [](GoodGemm& x) { x.lda = 3; });
    expect_fault<GoodGemm>(10, "B", [](GoodGemm& x) { x.B = nullptr; });
    expect_fault<GoodGemm>(11, "ldb", [](GoodGemm& x) { x.ldb = 5; });
    expect_fault<GoodGemm>(13, "C", [](GoodGemm& x) { x.C = nullptr; });
    expect_fault<GoodGemm>(14, "ldc", [](GoodGemm& x) { x.ldc = -4; });
}

TEST(GemmArguments, LeadingDimensionsFollowLayoutAndOp) {
    expect_fault<GoodGemm>(9, "lda", [](GoodGemm& x) { x.op_a = Op::trans, x.lda = 5; });
    expect_fault<GoodGemm>(11, "ldb", [](GoodGemm& x) { x.op_b = Op::conj_trans, x.ldb = 4; });
    expect_fault<GoodGemm>(9, "lda", [](GoodGemm& x) { x.layout = Layout::row_major, x.lda = 5, x.ldc = 5; });
    expect_fault<GoodGemm>(
        11, "ldb", [](GoodGemm& x) { x.layout = Layout::row_major, x.lda = 6, x.ldb = 4, x.ldc = 5; });
    expect_fault<GoodGemm>(14, "ldc", [](GoodGemm& x) { x.layout = Layout::row_major, x.lda = 6; });
    expect_fault<GoodGemm>(9, "lda", [](GoodGemm& x) { x.m = 0, x.lda = 0; });
}

TEST(GemmArguments, SizesBeyondAnyMemoryAreRefused) {
    expect_fault<GoodGemm>(9, "lda",
                           [](GoodGemm& x) { x.lda = std::numeric_limits<std::int64_t>::max() / 4; });
    expect_fault<GoodGemm>(11, "ldb", [](GoodGemm& x) { x.ldb = std::numeric_limits<std::int64_t>::max(); });
    expect_fault<GoodGemm>(14, "ldc", [](GoodGemm& x) { x.ldc = std::int64_t{1} << 60; });
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

TEST(TrsmArguments, WrongOnesAreNumberedAndNamed) {
    expect_fault<GoodTrsm>(1, "layout", [](GoodTrsm& x) { x.layout = static_cast<Layout>('X'); });
    expect_fault<GoodTrsm>(2, "side", [](GoodTrsm& x) { x.side = static_cast<Side>('l'); });
    expect_fault<GoodTrsm>(3, "uplo", [](GoodTrsm& x) { x.uplo = static_cast<Uplo>(0); });
    expect_fault<GoodTrsm>(4, "op", [](GoodTrsm& x) { x.op = static_cast<Op>('n'); });
    expect_fault<GoodTrsm>(5, "diag", [](GoodTrsm& x) { x.diag = static_cast<Diag>('V'); });
    expect_fault<GoodTrsm>(6, "m", [](GoodTrsm& x) { x.m = -1; });
    expect_fault<GoodTrsm>(7, "n", [](GoodTrsm& x) { x.n = std::numeric_limits<std::int64_t>::min(); });
    expect_fault<GoodTrsm>(9, "A", [](GoodTrsm& x) { x.A = nullptr; });
    expect_fault<GoodTrsm>(10, "lda", [](GoodTrsm& x) { x.lda = 3; });
    expect_fault<GoodTrsm>(11, "B", [](GoodTrsm& x) { x.B = nullptr; });
    expect_fault<GoodTrsm>(12, "ldb", [](GoodTrsm& x) { x.ldb = 3; });
}

TEST(TrsmArguments, LeadingDimensionsFollowLayoutAndSide) {
    expect_fault<GoodTrsm>(10, "lda", [](GoodTrsm& x) { x.side = Side::right; });
    expect_fault<GoodTrsm>(12, "ldb", [](GoodTrsm& x) { x.layout = Layout::row_major; });
    expect_fault<GoodTrsm>(12, "ldb",
                           [](GoodTrsm& x) { x.ldb = std::numeric_limits<std::int64_t>::max() / 8; });
}

TEST(TrsmArguments, EmptyMatricesAreLeftAlone) {
    for (const auto& [m, n] : {std::pair(0, 5), std::pair(4, 0), std::pair(0, 0)}) {
        GoodTrsm x;
        x.m = m;
        x.n = n;
        x.A = nullptr;
        x.B = nullptr;
        EXPECT_NO_THROW(x.call());
    }
}

TEST(TrsmArguments, AlphaOfZeroClearsBAndReadsNothing) {
    GoodTrsm x;
    x.alpha = 0;
    x.A = nullptr;
    x.ldb = 6;
    x.b.assign(100, std::numeric_limits<double>::quiet_NaN());
    x.call();
    for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(x.b[i] == 0, i % 6 < 4) << i;
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
