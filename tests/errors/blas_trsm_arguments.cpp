#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "support/trsm_calls.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// A good call of trsm on B of 4 x 5, to be spoilt one argument at a time.
struct Arguments {
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
};

Session& session() {
    static auto* const shared = std::make_unique<Session>(test::test_options()).release();
    return *shared;
}

void call(Arguments& x) {
    trsm<double>(session(), x.layout, x.side, x.uplo, x.op, x.diag, x.m, x.n, x.alpha, x.A, x.lda, x.B,
                 x.ldb);
}

template <class Spoil>
void expect_fault(int number, const std::string& name, Spoil spoil) {
    Arguments x;
    spoil(x);
    try {
        call(x);
        FAIL() << "argument " << number << " (" << name << ") was accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.context().argument, number) << error.what();
        EXPECT_EQ(error.context().argument_name, name) << error.what();
        EXPECT_EQ(error.message().rfind("dtrsm: argument", 0), 0u) << error.message();
    }
    EXPECT_EQ(x.b, std::vector<double>(100, 7)) << "nothing may be touched";
}

TEST(TrsmArguments, WrongOnesAreNumberedAndNamed) {
    expect_fault(1, "layout", [](Arguments& x) { x.layout = static_cast<Layout>('X'); });
    expect_fault(2, "side", [](Arguments& x) { x.side = static_cast<Side>('l'); });
    expect_fault(3, "uplo", [](Arguments& x) { x.uplo = static_cast<Uplo>(0); });
    expect_fault(4, "op", [](Arguments& x) { x.op = static_cast<Op>('n'); });
    expect_fault(5, "diag", [](Arguments& x) { x.diag = static_cast<Diag>('V'); });
    expect_fault(6, "m", [](Arguments& x) { x.m = -1; });
    expect_fault(7, "n", [](Arguments& x) { x.n = std::numeric_limits<std::int64_t>::min(); });
    expect_fault(9, "A", [](Arguments& x) { x.A = nullptr; });
    expect_fault(10, "lda", [](Arguments& x) { x.lda = 3; });
    expect_fault(11, "B", [](Arguments& x) { x.B = nullptr; });
    expect_fault(12, "ldb", [](Arguments& x) { x.ldb = 3; });
}

TEST(TrsmArguments, LeadingDimensionsFollowLayoutAndSide) {
    expect_fault(10, "lda", [](Arguments& x) { x.side = Side::right; });
    expect_fault(12, "ldb", [](Arguments& x) { x.layout = Layout::row_major; });
    expect_fault(12, "ldb", [](Arguments& x) { x.ldb = std::numeric_limits<std::int64_t>::max() / 8; });
}

TEST(TrsmArguments, EmptyMatricesAreLeftAlone) {
    for (const auto& [m, n] : {std::pair(0, 5), std::pair(4, 0), std::pair(0, 0)}) {
        Arguments x;
        x.m = m;
        x.n = n;
        x.A = nullptr;
        x.B = nullptr;
        EXPECT_NO_THROW(call(x));
    }
}

TEST(TrsmArguments, AlphaOfZeroClearsBAndReadsNothing) {
    Arguments x;
    x.alpha = 0;
    x.A = nullptr;
    x.ldb = 6;
    x.b.assign(100, std::numeric_limits<double>::quiet_NaN());
    call(x);
    for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(x.b[i] == 0, i % 6 < 4) << i;
}

}  // namespace
}  // namespace hg
