#include <gtest/gtest.h>

#include "lapack/common/row_interchanges.hpp"
#include "lapack/lu/host_getrf.hpp"
#include "support/lu_samples.hpp"

namespace hg {
namespace {

using test::factor_by_definition;
using test::Factorization;
using test::Matrix;
using test::random_matrix;

MachineOptions all_on_host() {
    MachineOptions options = test::test_options();
    options.host_below = 100000;
    return options;
}

TEST(LuHostCalls, AreRightAndNoRuns) {
    Session session(all_on_host());
    for (Pivoting pivoting : {Pivoting::partial, Pivoting::tournament, Pivoting::none})
        for (const auto& [m, n] : {std::pair{1, 1}, {15, 40}, {40, 15}, {100, 100}, {33, 160}, {160, 33}}) {
            Matrix<double> A = random_matrix<double>(m, n, 3);
            Matrix<float> S = random_matrix<float>(m, n, 4);
            for (std::int64_t i = 0; i < std::min(m, n); ++i) A(i, i) += 200, S(i, i) += 200;
            EXPECT_TRUE(is_factorization(A, factor(session, A, pivoting), pivoting));
            EXPECT_TRUE(is_factorization(S, factor(session, S, pivoting), pivoting));
        }
    EXPECT_EQ(session.statistics().runs, 0u);
    EXPECT_EQ(session.statistics().host_calls, 36u);
}

TEST(LuHostCalls, WithoutPivotingGoOnPastZeros) {
    Session session(all_on_host());
    std::vector<bool> singular(90);
    singular[17] = singular[60] = true;
    const Matrix<double> A = test::exact_matrix<double>(90, 90, 5, singular, false);
    const Factorization<double> expected = factor_by_definition(A, Pivoting::none);
    ASSERT_EQ(expected.info, 18);
    EXPECT_TRUE(same_factorization(expected, factor(session, A, Pivoting::none)));
}

TEST(LuHostCalls, EndWhereTheDevicesBegin) {
    MachineOptions options = test::test_options();
    options.host_below = 40;
    Session session(options);
    // 2/3 n^3 flops against 2 x 40^3.
    EXPECT_EQ(factor(session, random_matrix<double>(57, 57, 1)).info, 0);
    EXPECT_EQ(session.statistics().runs, 0u);
    EXPECT_EQ(factor(session, random_matrix<double>(60, 60, 1)).info, 0);
    EXPECT_EQ(session.statistics().runs, 1u);
}

TEST(RowInterchanges, AreUndoneBackwards) {
    const test::Pivots ipiv{3, 2, 5, 5, 5};
    const Matrix<double> B = random_matrix<double>(5, 7, 1);
    Matrix<double> forward = B;
    interchange_rows(Interchange::forward, 5, 7, ipiv.data(), forward.data.data(), forward.ld);
    Matrix<double> expected = B;
    test::interchange_rows_of(expected, ipiv);
    EXPECT_EQ(forward.data, expected.data);
    interchange_rows(Interchange::backward, 5, 7, ipiv.data(), forward.data.data(), forward.ld);
    EXPECT_EQ(forward.data, B.data);
}

TEST(RowInterchanges, OfLargeMatricesAreTheSameOnSeveralThreads) {
    const std::int64_t n = 1500, columns = 1201;
    std::mt19937 random(5);
    test::Pivots ipiv;
    for (std::int64_t i = 0; i < n; ++i)
        ipiv.push_back(std::uniform_int_distribution<std::int64_t>(i + 1, n)(random));
    const Matrix<float> B = random_matrix<float>(n, columns, 1);
    Matrix<float> got = B, expected = B;
    interchange_rows(Interchange::forward, n, columns, ipiv.data(), got.data.data(), got.ld);
    test::interchange_rows_of(expected, ipiv);
    EXPECT_EQ(got.data, expected.data);
}

}  // namespace
}  // namespace hg
