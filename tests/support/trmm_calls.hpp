#pragma once

#include "blas/level3/triangle/trmm_builder.hpp"
#include "blas/level3/triangle/trmm_planner.hpp"
#include "support/trsm_calls.hpp"
#include <hg/blas/trmm.hpp>
#include <hg/blas/trmm_program.hpp>

/// Products with a triangle, an oracle for them and their bounds.
namespace hg::test {

/// One TRMM call with its matrices. NaN stands in the other triangle of A, and on a diagonal of ones.
template <class T>
struct TrmmSample : TrsmSample<T> {
    [[nodiscard]] Matrix<T> make_a() const {
        const std::int64_t k = this->order();
        Matrix<T> a(this->layout, k, k, this->gap, this->seed);
        for (std::int64_t j = 0; j < k; ++j)
            for (std::int64_t i = 0; i < k; ++i)
                if (i == j ? this->diag == Diag::unit : (i > j) != (this->uplo == Uplo::lower))
                    a(i, j) = std::numeric_limits<T>::quiet_NaN();
        return a;
    }
    [[nodiscard]] std::string text() const {
        std::string text = TrsmSample<T>::text();
        return text.replace(1, 4, "trmm");
    }
    [[nodiscard]] TrmmProblem problem() const {
        return {.type = element_type_of<T>(),
                .side = this->side,
                .uplo = this->uplo,
                .op = this->op,
                .diag = this->diag,
                .m = this->m,
                .n = this->n};
    }
};

/// hg::trmm on a sample's matrices; returns B.
template <class T>
Matrix<T> call_trmm(Session& session, const TrmmSample<T>& s, const Matrix<T>& a, Matrix<T> b) {
    trmm<T>(session, s.layout, s.side, s.uplo, s.op, s.diag, s.m, s.n, s.alpha, a.data.data(), a.ld,
            b.data.data(), b.ld);
    return b;
}

/// The product by its definition: sums over the triangle alone.
template <class T>
Matrix<long double> product_by_definition(const TrmmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b) {
    const Matrix<T> full = op_of(s, a);
    const bool left = s.side == Side::left;
    const bool lower = (s.uplo == Uplo::lower) == (s.op == Op::none);  // op(A) is
    Matrix<long double> product(Layout::col_major, s.m, s.n, 0, 1);
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i) {
            const std::int64_t line = left ? i : j;  // of op(A): a row, or a column for Side::right
            const bool up_to = lower == left;
            const std::int64_t first = up_to ? 0 : line, count = up_to ? line + 1 : s.order() - line;
            const long double sum =
                long_dot(count, (left ? full : b).row(i, first), (left ? b : full).column(j, first));
            product(i, j) = static_cast<long double>(s.alpha) * sum;
        }
    return product;
}

/// The Frobenius norm of the elements that are finite.
template <class T>
double finite_norm(Matrix<T> x) {
    for (T& element : x.data)
        if (!std::isfinite(element)) element = 0;
    return x.norm();
}

/// Whether got is the product within |B - Bref| <= 3 eps sqrt(k + 2) |alpha| |A| |B| in the Frobenius norm,
/// over those elements that are finite; the others are the right Inf or NaN; and its gaps are as they were.
template <class T>
testing::AssertionResult trmm_is_right(const TrmmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b,
                                       const Matrix<T>& got) {
    const Matrix<long double> wanted = product_by_definition(s, a, b);
    long double squares = 0;
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i)
            if (std::isfinite(wanted(i, j))) {
                squares += std::pow(static_cast<long double>(got(i, j)) - wanted(i, j), 2);
            } else if (std::isnan(wanted(i, j)) ? !std::isnan(got(i, j))
                                                : static_cast<long double>(got(i, j)) != wanted(i, j)) {
                return testing::AssertionFailure() << s.text() << ": element " << i << ", " << j << " is "
                                                   << got(i, j) << " instead of " << wanted(i, j);
            }
    const double bound = 3 * std::numeric_limits<T>::epsilon() *
                         std::sqrt(static_cast<double>(s.order() + 2)) * std::fabs(s.alpha) *
                         finite_norm(op_of(s, a)) * finite_norm(b);
    const auto error = static_cast<double>(std::sqrt(squares));
    if (!(error <= bound))
        return testing::AssertionFailure() << s.text() << ": error " << error << " above its bound " << bound;
    if (!got.gaps_untouched()) return testing::AssertionFailure() << s.text() << ": wrote between m and ldb";
    return testing::AssertionSuccess();
}

/// Calls hg::trmm on given matrices and checks the result, and that the devices asked for made it.
template <class T>
testing::AssertionResult trmm_works(Session& session, const TrmmSample<T>& s, const Matrix<T>& a,
                                    const Matrix<T>& b) {
    const std::uint64_t failed_runs = session.statistics().failed_runs;
    const Matrix<T> got = call_trmm(session, s, a, b);
    if (session.statistics().failed_runs != failed_runs)
        return testing::AssertionFailure() << s.text() << ": a device failed";
    return trmm_is_right(s, a, b, got);
}

}  // namespace hg::test
