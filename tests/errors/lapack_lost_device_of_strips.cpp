#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <string>

#include "support/cholesky_samples.hpp"
#include "support/faulty_session.hpp"
#include "support/qr_samples.hpp"
#include <hg/lapack/gels.hpp>
#include <hg/lapack/geqrf.hpp>
#include <hg/lapack/potri.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Matrix;
using test::QrFactors;

constexpr std::int64_t kOrder = 300;

/// Whether all memory of `got` is that of `right` except for rounding, and NaN where that has it: far quicker than the
/// oracle, which `right` has passed.
template <class T>
testing::AssertionResult is_expected(const Matrix<T>& right, const Matrix<T>& got) {
    for (std::size_t i = 0; i < right.data.size(); ++i) {
        const T x = right.data[i], y = got.data[i];
        if (!(std::abs(y - x) <= 1e-11 * (1 + std::abs(x))) && !(test::is_nan(x) && test::is_nan(y)))
            return testing::AssertionFailure() << "element " << i << " is " << y << " instead of " << x;
    }
    return testing::AssertionSuccess();
}

/// A call that checks what it made, and what it left if it throws.
using CheckedCall = std::function<void(Session&)>;

/// Wherever a device fails, the call ends: with the right result, or with an error that says what A holds. The next call
/// is right.
void expect_result_or_clean_error(const CheckedCall& call, const std::string& partially_written) {
    test::FaultySession<2> x(test::test_options());
    for (test::FaultPlan& plan : x.plans) plan.recovers = true;
    call(x.session);
    std::array<std::array<int, 3>, 2> counts{};
    for (DeviceIndex d = 0; d < 2; ++d)
        for (std::size_t o = 0; o < test::kOperations.size(); ++o)
            counts[d][o] = x.plans[d].count(test::kOperations[o]);
    int right = 0, failed = 0;
    for (DeviceIndex d = 0; d < 2; ++d)
        for (std::size_t o = 0; o < test::kOperations.size(); ++o)
            for (int position = 0; position < counts[d][o]; position += std::max(1, counts[d][o] / 3)) {
                x.fail(d, test::kOperations[o], position, ErrorCode::device_lost);
                try {
                    call(x.session);
                    ++right;
                } catch (const Error& error) {
                    EXPECT_EQ(error.code(), ErrorCode::device_lost);
                    EXPECT_NE(error.message().find(partially_written), std::string::npos) << error.what();
                    ++failed;
                }
                x.fail(d, test::kOperations[o], -1, ErrorCode::device_lost);
                call(x.session);
            }
    EXPECT_GT(right, 0) << "before anything is stored, other devices begin again";
    EXPECT_GT(failed, 0);
}

TEST(StripFaults, OfCholeskyFactorizations) {
    const Matrix<double> A = test::definite_matrix<double>(Uplo::lower, kOrder, 4);
    Session sound(test::first_test_devices(1));
    const Matrix<double> expected = test::factor_definite(sound, Uplo::lower, A).factor;
    ASSERT_TRUE(test::is_cholesky_factor(Uplo::lower, A, expected, kOrder));
    expect_result_or_clean_error(
        [&](Session& session) {
            const test::CholeskyFactor<double> f = test::factor_definite(session, Uplo::lower, A);
            EXPECT_EQ(f.info, 0);
            EXPECT_TRUE(is_expected(expected, f.factor));
        },
        "A holds neither the matrix nor its factor");
}

TEST(StripFaults, OfInverses) {
    const Matrix<double> A = test::definite_matrix<double>(Uplo::lower, kOrder, 4);
    Session sound(test::first_test_devices(1));
    const Matrix<double> factor = test::factor_definite(sound, Uplo::lower, A).factor;
    Matrix<double> expected = factor;
    EXPECT_EQ(potri<double>(sound, Uplo::lower, kOrder, expected.data.data(), expected.ld), 0);
    expect_result_or_clean_error(
        [&](Session& session) {
            Matrix<double> X = factor;
            EXPECT_EQ(potri<double>(session, Uplo::lower, kOrder, X.data.data(), X.ld), 0);
            EXPECT_TRUE(is_expected(expected, X));
        },
        "A is between its factor and its inverse");
}

template <class T>
void lose_devices_of_qr(std::int64_t order) {
    const Matrix<T> A(Layout::col_major, order + 20, order, 1, 5);
    const auto factored = [&](Session& session) {
        QrFactors<T> q{A, std::vector<T>(static_cast<std::size_t>(order))};
        geqrf<T>(session, A.rows, A.cols, q.factors.data.data(), A.ld, q.tau.data());
        return q;
    };
    Session sound(test::first_test_devices(1));
    const QrFactors<T> expected = factored(sound);
    ASSERT_TRUE(test::is_qr(A, expected));
    expect_result_or_clean_error(
        [&](Session& session) {
            const QrFactors<T> q = factored(session);
            EXPECT_TRUE(is_expected(expected.factors, q.factors));
            for (std::size_t j = 0; j < q.tau.size(); ++j)
                ASSERT_LE(std::abs(q.tau[j] - expected.tau[j]), 1e-11) << j;
        },
        "A holds neither the matrix nor its factors");
}

TEST(StripFaults, OfQrFactorizations) {
    lose_devices_of_qr<double>(kOrder);
    lose_devices_of_qr<std::complex<double>>(kOrder / 2);
}

/// B holds what it held, if there is no solution. A has a solution without a residual: X is all ones.
template <class T>
void lose_devices_of_least_squares(std::int64_t order) {
    const Matrix<T> A(Layout::col_major, order + 20, order, 1, 6);
    Matrix<T> B(Layout::col_major, A.rows, 1, 0, 1);
    for (std::int64_t i = 0; i < A.rows; ++i) {
        B(i, 0) = 0;
        for (std::int64_t j = 0; j < A.cols; ++j) B(i, 0) += A(i, j);
    }
    expect_result_or_clean_error(
        [&](Session& session) {
            Matrix<T> factors = A, X = B;
            try {
                EXPECT_EQ(gels<T>(session, Op::none, A.rows, A.cols, 1, factors.data.data(), A.ld,
                                  X.data.data(), X.ld),
                          0);
            } catch (const Error&) {
                EXPECT_EQ(X.data, B.data);
                throw;
            }
            for (std::int64_t j = 0; j < A.cols; ++j) ASSERT_LE(std::abs(X(j, 0) - T{1}), 1e-10) << j;
        },
        "A holds neither the matrix nor its factors");
}

TEST(StripFaults, OfLeastSquares) {
    lose_devices_of_least_squares<double>(kOrder);
    lose_devices_of_least_squares<std::complex<double>>(kOrder / 2);
}

}  // namespace
}  // namespace hg
