#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/cholesky_samples.hpp"
#include "support/faulty_session.hpp"
#include "support/lu_samples.hpp"
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/dsposv.hpp>

namespace hg {
namespace {

using test::Matrix;

/// Refinement may lack memory or fail: double precision serves.
TEST(CpuFinishes, RefinementThatFailsGoesOnInDoublePrecision) {
    Matrix<double> A = test::random_matrix<double>(300, 300, 20), B = test::random_matrix<double>(300, 2, 21);
    test::FaultySession<1> x(test::test_options());
    std::vector<std::int64_t> ipiv(300);
    const Matrix<double> before = A;
    Matrix<double> X = B;
    std::int64_t iter = 7;
    x.fail(0, Operation::exec, 1, ErrorCode::out_of_memory);
    EXPECT_EQ(dsgesv(x.session, Layout::col_major, 300, 2, A.data.data(), A.ld, ipiv.data(), B.data.data(),
                     B.ld, X.data.data(), X.ld, &iter),
              0);
    EXPECT_EQ(iter, -1);
    EXPECT_EQ(x.failed_runs(), 1U);
    EXPECT_TRUE(is_factorization(before, test::Factorization<double>{A, ipiv, 0}));
    EXPECT_NE(X.data, B.data);
}

TEST(CpuFinishes, DefiniteRefinementThatFailsGoesOnInDoublePrecision) {
    const Matrix<double> before = test::definite_matrix<double>(Uplo::lower, 300, 20),
                         B = test::random_matrix<double>(300, 2, 21);
    test::FaultySession<1> x(test::test_options());
    for (const int position : {1, 5}) {
        Matrix<double> A = before, X = B;
        std::int64_t iter = 7;
        const std::uint64_t failed = x.failed_runs();
        x.fail(0, Operation::exec, position, ErrorCode::out_of_memory);
        EXPECT_EQ(dsposv(x.session, Layout::col_major, Uplo::lower, 300, 2, A.data.data(), A.ld,
                         B.data.data(), B.ld, X.data.data(), X.ld, &iter),
                  0);
        EXPECT_EQ(iter, -1);
        EXPECT_EQ(x.failed_runs(), failed + 1);
        EXPECT_TRUE(is_cholesky_factor(Uplo::lower, before, A, 300));
        EXPECT_NE(X.data, B.data);
    }
}

}  // namespace
}  // namespace hg
