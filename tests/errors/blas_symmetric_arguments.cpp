#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "support/argument_faults.hpp"
#include "support/gemm_calls.hpp"
#include <hg/blas/symm.hpp>
#include <hg/blas/syr2k.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trmm.hpp>

namespace hg {
namespace {

using test::expect_fault;

Session& checked_session() {
    static auto* const shared = std::make_unique<Session>(test::test_options()).release();
    return *shared;
}

/// Arguments of good calls with m = 4, n = 5 and k = 6, to be spoilt one at a time.
struct GoodArguments {
    Layout layout = Layout::col_major;
    Side side = Side::left;
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
    std::int64_t m = 4, n = 5, k = 6;
    double alpha = 1, beta = 0.5;
    std::vector<double> in = std::vector<double>(100, 1), out = std::vector<double>(100, 7);
    const double *A = in.data(), *B = in.data();
    std::int64_t lda = 5, ldb = 5, ldc = 5;
    double* C = out.data();

    [[nodiscard]] const std::vector<double>& output() const { return out; }
};

struct GoodSymm : GoodArguments {
    static constexpr const char* kRoutine = "dsymm";
    void call() { symm(checked_session(), layout, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc); }
};

struct GoodSyrk : GoodArguments {
    static constexpr const char* kRoutine = "dsyrk";
    void call() { syrk(checked_session(), layout, uplo, op, n, k, alpha, A, lda, beta, C, ldc); }
};

struct GoodSyr2k : GoodArguments {
    static constexpr const char* kRoutine = "dsyr2k";
    void call() { syr2k(checked_session(), layout, uplo, op, n, k, alpha, A, lda, B, ldb, beta, C, ldc); }
};

struct GoodTrmm : GoodArguments {
    static constexpr const char* kRoutine = "dtrmm";
    void call() { trmm(checked_session(), layout, side, uplo, op, diag, m, n, alpha, A, lda, C, ldc); }
};

TEST(SymmArguments, WrongOnesAreNumberedAndNamed) {
    expect_fault<GoodSymm>(1, "layout", [](GoodSymm& x) { x.layout = static_cast<Layout>('X'); });
    expect_fault<GoodSymm>(2, "side", [](GoodSymm& x) { x.side = static_cast<Side>('l'); });
    expect_fault<GoodSymm>(3, "uplo", [](GoodSymm& x) { x.uplo = static_cast<Uplo>(0); });
    expect_fault<GoodSymm>(4, "m", [](GoodSymm& x) { x.m = -1; });
    expect_fault<GoodSymm>(5, "n", [](GoodSymm& x) { x.n = -1; });
    expect_fault<GoodSymm>(7, "A", [](GoodSymm& x) { x.A = nullptr; });
    expect_fault<GoodSymm>(8, "lda", [](GoodSymm& x) { x.lda = 3; });
    expect_fault<GoodSymm>(8, "lda", [](GoodSymm& x) { x.side = Side::right, x.lda = 4; });
    expect_fault<GoodSymm>(9, "B", [](GoodSymm& x) { x.B = nullptr; });
    expect_fault<GoodSymm>(10, "ldb", [](GoodSymm& x) { x.ldb = 3; });
    expect_fault<GoodSymm>(10, "ldb", [](GoodSymm& x) { x.layout = Layout::row_major, x.ldb = 4; });
    expect_fault<GoodSymm>(12, "C", [](GoodSymm& x) { x.C = nullptr; });
    expect_fault<GoodSymm>(13, "ldc", [](GoodSymm& x) { x.ldc = std::int64_t{1} << 60; });
}

TEST(SyrkArguments, WrongOnesAreNumberedAndNamed) {
    expect_fault<GoodSyrk>(1, "layout", [](GoodSyrk& x) { x.layout = static_cast<Layout>('X'); });
    expect_fault<GoodSyrk>(2, "uplo", [](GoodSyrk& x) { x.uplo = static_cast<Uplo>('l'); });
    expect_fault<GoodSyrk>(3, "op", [](GoodSyrk& x) { x.op = static_cast<Op>('n'); });
    expect_fault<GoodSyrk>(4, "n", [](GoodSyrk& x) { x.n = -1; });
    expect_fault<GoodSyrk>(5, "k", [](GoodSyrk& x) { x.k = std::numeric_limits<std::int64_t>::min(); });
    expect_fault<GoodSyrk>(7, "A", [](GoodSyrk& x) { x.A = nullptr; });
    expect_fault<GoodSyrk>(8, "lda", [](GoodSyrk& x) { x.lda = 4; });
    expect_fault<GoodSyrk>(8, "lda", [](GoodSyrk& x) { x.op = Op::conj_trans, x.lda = 5; });
    expect_fault<GoodSyrk>(8, "lda", [](GoodSyrk& x) { x.layout = Layout::row_major; });
    expect_fault<GoodSyrk>(10, "C", [](GoodSyrk& x) { x.C = nullptr; });
    expect_fault<GoodSyrk>(11, "ldc", [](GoodSyrk& x) { x.ldc = 4; });
}

TEST(Syr2kArguments, WrongOnesAreNumberedAndNamed) {
    expect_fault<GoodSyr2k>(1, "layout", [](GoodSyr2k& x) { x.layout = static_cast<Layout>('X'); });
    expect_fault<GoodSyr2k>(2, "uplo", [](GoodSyr2k& x) { x.uplo = static_cast<Uplo>('l'); });
    expect_fault<GoodSyr2k>(3, "op", [](GoodSyr2k& x) { x.op = static_cast<Op>('n'); });
    expect_fault<GoodSyr2k>(4, "n", [](GoodSyr2k& x) { x.n = -1; });
    expect_fault<GoodSyr2k>(5, "k", [](GoodSyr2k& x) { x.k = -1; });
    expect_fault<GoodSyr2k>(7, "A", [](GoodSyr2k& x) { x.A = nullptr; });
    expect_fault<GoodSyr2k>(8, "lda", [](GoodSyr2k& x) { x.lda = 4; });
    expect_fault<GoodSyr2k>(9, "B", [](GoodSyr2k& x) { x.B = nullptr; });
    expect_fault<GoodSyr2k>(10, "ldb", [](GoodSyr2k& x) { x.ldb = 4; });
    expect_fault<GoodSyr2k>(10, "ldb", [](GoodSyr2k& x) { x.op = Op::trans, x.lda = 6; });
    expect_fault<GoodSyr2k>(12, "C", [](GoodSyr2k& x) { x.C = nullptr; });
    expect_fault<GoodSyr2k>(13, "ldc", [](GoodSyr2k& x) { x.ldc = 4; });
}

TEST(TrmmArguments, WrongOnesAreNumberedAndNamed) {
    expect_fault<GoodTrmm>(1, "layout", [](GoodTrmm& x) { x.layout = static_cast<Layout>('X'); });
    expect_fault<GoodTrmm>(2, "side", [](GoodTrmm& x) { x.side = static_cast<Side>('l'); });
    expect_fault<GoodTrmm>(3, "uplo", [](GoodTrmm& x) { x.uplo = static_cast<Uplo>(0); });
    expect_fault<GoodTrmm>(4, "op", [](GoodTrmm& x) { x.op = static_cast<Op>('n'); });
    expect_fault<GoodTrmm>(5, "diag", [](GoodTrmm& x) { x.diag = static_cast<Diag>('V'); });
    expect_fault<GoodTrmm>(6, "m", [](GoodTrmm& x) { x.m = -1; });
    expect_fault<GoodTrmm>(7, "n", [](GoodTrmm& x) { x.n = -1; });
    expect_fault<GoodTrmm>(9, "A", [](GoodTrmm& x) { x.A = nullptr; });
    expect_fault<GoodTrmm>(10, "lda", [](GoodTrmm& x) { x.lda = 3; });
    expect_fault<GoodTrmm>(10, "lda", [](GoodTrmm& x) { x.side = Side::right, x.lda = 4; });
    expect_fault<GoodTrmm>(11, "B", [](GoodTrmm& x) { x.C = nullptr; });
    expect_fault<GoodTrmm>(12, "ldb", [](GoodTrmm& x) { x.ldc = 3; });
    expect_fault<GoodTrmm>(12, "ldb", [](GoodTrmm& x) { x.layout = Layout::row_major, x.ldc = 4; });
}

/// Empty outputs are left alone; without a depth, or if alpha is 0, neither A nor B is read.
template <class Call>
void expect_no_reads() {
    Call x;
    x.m = x.n = 0;
    x.A = x.B = nullptr;
    x.C = nullptr;
    EXPECT_NO_THROW(x.call());
    Call y;
    y.alpha = 0;
    y.A = y.B = nullptr;
    y.call();
    EXPECT_EQ(y.out[0], Call::kRoutine == std::string_view("dtrmm") ? 0 : 3.5);
}

TEST(SymmetricArguments, NullIsFineWhereNothingIsTouched) {
    expect_no_reads<GoodSymm>();
    expect_no_reads<GoodSyrk>();
    expect_no_reads<GoodSyr2k>();
    expect_no_reads<GoodTrmm>();
    GoodSyrk x;
    x.k = 0;
    x.beta = 0;
    x.call();
    for (std::size_t j = 0; j < 5; ++j)
        for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(x.out[i + 5 * j], i >= j ? 0 : 7) << i << ' ' << j;
}

}  // namespace
}  // namespace hg
