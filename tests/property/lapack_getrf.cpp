#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "support/lu_samples.hpp"

namespace hg {
namespace {

using test::Factorization;
using test::Matrix;

/// Random shapes, of any rank, with elements that tie now and then.
template <class T>
void any_matrix_is_factored(Session& session) {
    const auto m = *rc::gen::inRange<std::int64_t>(0, 200);
    const auto n = *rc::gen::inRange<std::int64_t>(0, 200);
    const auto pivoting = *rc::gen::element(Pivoting::partial, Pivoting::tournament);
    const auto levels = *rc::gen::element(2, 1000, 1 << 20);
    Matrix<T> A =
        test::random_matrix<T>(m, n, *rc::gen::inRange(0U, 1000U), *rc::gen::inRange<std::int64_t>(0, 5));
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) A(i, j) = std::round(A(i, j) * static_cast<T>(levels));
    const auto zero_column = *rc::gen::inRange<std::int64_t>(0, 400);
    for (std::int64_t i = 0; i < m && zero_column < n; ++i) A(i, zero_column) = 0;
    const Factorization<T> f = factor(session, A, pivoting);
    const auto result = is_factorization(A, f, pivoting);
    RC_LOG() << result.message();
    RC_ASSERT(result);
    RC_ASSERT(f.info >= 0 && f.info <= std::min(m, n));
    for (std::int64_t i = 0; i < f.info; ++i) RC_ASSERT((f.factors(i, i) == T{0}) == (i + 1 == f.info));
}

/// Factors of which all steps are exact are LAPACK's, bit by bit.
void any_exact_matrix_has_its_factors(Session& session) {
    const auto m = *rc::gen::inRange<std::int64_t>(1, 200);
    const auto n = *rc::gen::inRange<std::int64_t>(1, 200);
    std::vector<bool> singular(static_cast<std::size_t>(std::min(m, n)));
    for (std::int64_t i = *rc::gen::inRange(0, 4); i > 0; --i)
        singular[*rc::gen::inRange<std::size_t>(0, singular.size())] = true;
    const auto A = test::exact_matrix<double>(m, n, *rc::gen::inRange(0U, 1000U), singular);
    const auto result = same_factorization(test::factor_by_definition(A), factor(session, A));
    RC_LOG() << result.message();
    RC_ASSERT(result);
}

TEST(LuProperty, AnyShapeAndRank) {
    Session session(test::test_options());
    EXPECT_TRUE(
        rc::check("getrf<double> is right for any matrix", [&] { any_matrix_is_factored<double>(session); }));
    EXPECT_TRUE(
        rc::check("getrf<float> is right for any matrix", [&] { any_matrix_is_factored<float>(session); }));
    EXPECT_TRUE(rc::check("exact factors are LAPACK's", [&] { any_exact_matrix_has_its_factors(session); }));
}

}  // namespace
}  // namespace hg
