#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdlib>

#include "interfaces/c/guard.hpp"
#include "support/complex_samples.hpp"
#include "support/lu_samples.hpp"
#include <hg/hg.h>
#include <hg/lapack/async.hpp>
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/geqrf.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrs.hpp>
#include <hg/lapack/orgqr.hpp>
#include <hg/lapack/ormqr.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::factor;
using test::Matrix;
using test::Pivots;
using test::random_matrix;

TEST(LapackAsync, AFactorizationAndItsSolvesKeepTheirOrder) {
    Session session(test::test_options());
    constexpr std::int64_t n = 130, nrhs = 3;
    const Matrix<double> A = random_matrix<double>(n, n, 1);
    const Matrix<double> B = random_matrix<double>(n, nrhs, 2);
    const auto expected = factor(session, A);
    Matrix<double> X = B;
    getrs<double>(session, Op::none, n, nrhs, expected.factors.data.data(), A.ld, expected.ipiv.data(),
                  X.data.data(), X.ld);

    Matrix<double> F = A, first = B, second = B;
    Pivots ipiv(n, -7);
    const Call factoring = getrf_async<double>(session, n, n, F.data.data(), F.ld, ipiv.data());
    const Call one = getrs_async<double>(session, Op::none, n, nrhs, F.data.data(), F.ld, ipiv.data(),
                                         first.data.data(), first.ld);
    const Call two = getrs_async<double>(session, Op::none, n, nrhs, F.data.data(), F.ld, ipiv.data(),
                                         second.data.data(), second.ld);
    EXPECT_EQ(two.wait(), 0);
    EXPECT_TRUE(factoring.test());
    EXPECT_EQ(one.wait(), 0);
    EXPECT_EQ(F.data, expected.factors.data);
    EXPECT_EQ(ipiv, expected.ipiv);
    EXPECT_EQ(first.data, X.data);
    EXPECT_EQ(second.data, X.data);
}

TEST(LapackAsync, SystemsUnderWayTogetherHaveTheBitsOfOneByOne) {
    Session session(test::test_options());
    constexpr std::int64_t n = 120;
    std::vector<Matrix<double>> A, B, F, X;
    std::vector<Pivots> ipiv(4, Pivots(n));
    for (unsigned i = 0; i < 4; ++i) {
        A.push_back(random_matrix<double>(n, n, 10 + i));
        B.push_back(random_matrix<double>(n, 2, 20 + i));
    }
    F = A;
    X = B;
    std::vector<Call> calls;
    for (std::size_t i = 0; i < 4; ++i)
        calls.push_back(gesv_async<double>(session, n, 2, F[i].data.data(), F[i].ld, ipiv[i].data(),
                                           X[i].data.data(), X[i].ld));
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(calls[i].wait(), 0);
        Matrix<double> f = A[i], x = B[i];
        Pivots pivots(n);
        EXPECT_EQ(gesv<double>(session, n, 2, f.data.data(), f.ld, pivots.data(), x.data.data(), x.ld), 0);
        EXPECT_EQ(F[i].data, f.data);
        EXPECT_EQ(X[i].data, x.data);
        EXPECT_EQ(ipiv[i], pivots);
    }
}

/// unmqr and ungqr are to complex elements what ormqr and orgqr are to real ones.
template <class T>
void expect_qr_in_order() {
    Session session(test::test_options());
    constexpr std::int64_t m = 150, n = 90, nrhs = 5;
    constexpr Op adjoint = RealElement<T> ? Op::trans : Op::conj_trans;
    const auto multiply = [&](auto... values) {
        if constexpr (RealElement<T>)
            return ormqr<T>(session, Side::left, adjoint, m, nrhs, n, values...);
        else
            return unmqr<T>(session, Side::left, adjoint, m, nrhs, n, values...);
    };
    const auto make = [&](auto... values) {
        if constexpr (RealElement<T>)
            return orgqr<T>(session, m, n, n, values...);
        else
            return ungqr<T>(session, m, n, n, values...);
    };
    const Matrix<T> A(Layout::col_major, m, n, 2, 1), B(Layout::col_major, m, nrhs, 2, 2);
    Matrix<T> F = A, C = B;
    std::vector<T> tau(n);
    EXPECT_EQ(geqrf<T>(session, m, n, F.data.data(), F.ld, tau.data()), 0);
    EXPECT_EQ(multiply(F.data.data(), F.ld, tau.data(), C.data.data(), C.ld), 0);
    Matrix<T> Q = F;
    EXPECT_EQ(make(Q.data.data(), Q.ld, tau.data()), 0);

    Matrix<T> f = A, c = B;
    std::vector<T> t(n, T{-7});
    const auto submit_product = [&] {
        if constexpr (RealElement<T>)
            return ormqr_async<T>(session, Side::left, adjoint, m, nrhs, n, f.data.data(), f.ld, t.data(),
                                  c.data.data(), c.ld);
        else
            return unmqr_async<T>(session, Side::left, adjoint, m, nrhs, n, f.data.data(), f.ld, t.data(),
                                  c.data.data(), c.ld);
    };
    const auto submit_columns = [&] {
        if constexpr (RealElement<T>)
            return orgqr_async<T>(session, m, n, n, f.data.data(), f.ld, t.data());
        else
            return ungqr_async<T>(session, m, n, n, f.data.data(), f.ld, t.data());
    };
    const Call factoring = geqrf_async<T>(session, m, n, f.data.data(), f.ld, t.data());
    const Call multiplying = submit_product();
    const Call making = submit_columns();
    EXPECT_EQ(making.wait(), 0);
    EXPECT_TRUE(factoring.test());
    EXPECT_TRUE(multiplying.test());
    EXPECT_EQ(t, tau);
    EXPECT_EQ(c.data, C.data);
    EXPECT_EQ(f.data, Q.data);
    EXPECT_EQ(gels_async<T>(session, Op::none, m, n, nrhs, f.data.data(), f.ld, c.data.data(), c.ld).wait(),
              0);
}

TEST(LapackAsync, AQrFactorizationAndWhatIsDoneWithItKeepTheirOrder) {
    expect_qr_in_order<double>();
    expect_qr_in_order<std::complex<double>>();
}

TEST(LapackAsync, RefinementReportsItsSteps) {
    Session session(test::test_options());
    constexpr std::int64_t n = 80;
    Matrix<double> A = random_matrix<double>(n, n, 5);
    for (std::int64_t i = 0; i < n; ++i) A(i, i) += n;
    const Matrix<double> B = random_matrix<double>(n, 1, 6);
    Matrix<double> X = B, Y = B;
    Pivots ipiv(n);
    std::int64_t steps = -9, expected = -9;
    const Call call = dsgesv_async(session, n, 1, A.data.data(), A.ld, ipiv.data(), B.data.data(), B.ld,
                                   X.data.data(), X.ld, &steps);
    EXPECT_EQ(call.wait(), 0);
    EXPECT_EQ(dsgesv(session, n, 1, A.data.data(), A.ld, ipiv.data(), B.data.data(), B.ld, Y.data.data(),
                     Y.ld, &expected),
              0);
    EXPECT_EQ(steps, expected);
    EXPECT_GE(steps, 0);
    EXPECT_EQ(X.data, Y.data);
}

TEST(LapackAsync, InfoTellsOfAZeroPivot) {
    Session session(test::test_options());
    std::vector<double> A(9, 0.0), B(3, 1.0);
    Pivots ipiv(3);
    EXPECT_EQ(gesv_async<double>(session, 3, 1, A.data(), 3, ipiv.data(), B.data(), 3).wait(), 1);
    EXPECT_EQ(B, std::vector<double>(3, 1.0));
}

TEST(LapackAsync, WrongArgumentsAreFoundAtOnce) {
    Session session(test::test_options());
    double x = 1;
    EXPECT_THROW((void)getrf_async<double>(session, 1, 1, &x, 1, nullptr), Error);
    EXPECT_THROW((void)getrs_async<double>(session, Op::none, 2, 1, &x, 1, nullptr, &x, 2), Error);
    EXPECT_THROW((void)gesv_async<double>(session, -1, 1, &x, 1, nullptr, &x, 1), Error);
    EXPECT_THROW((void)dsgesv_async(session, 1, 1, &x, 1, nullptr, &x, 1, &x, 1, nullptr), Error);
}

/// The C face uses the process-wide session: it is made on the devices of the tests.
class CFaceAsync : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }
};

TEST_F(CFaceAsync, SolvesWhatItIsHanded) {
    // [0 2; 1 1] [x; y] = [4; 3], so x = 1, y = 2; then C := X^T X.
    std::vector<double> A{0, 1, 2, 1}, B{4, 3}, F = A, X = B;
    std::array<std::int64_t, 2> ipiv{};
    hg_call* factoring = nullptr;
    hg_call* solving = nullptr;
    hg_call* product = nullptr;
    EXPECT_EQ(hg_dgetrf_async(2, 2, F.data(), 2, ipiv.data(), &factoring), 0);
    EXPECT_EQ(hg_dgetrs_async('N', 2, 1, F.data(), 2, ipiv.data(), X.data(), 2, &solving), 0);
    double square = 0;
    EXPECT_EQ(hg_dgemm_async('T', 'N', 1, 1, 2, 1, X.data(), 2, X.data(), 2, 0, &square, 1, &product), 0);
    ASSERT_NE(product, nullptr);
    EXPECT_EQ(hg_wait(&product), 0);
    EXPECT_EQ(product, nullptr);
    EXPECT_EQ(square, 5);
    EXPECT_EQ(hg_test(factoring), 1);
    EXPECT_EQ(hg_wait(&factoring), 0);
    EXPECT_EQ(hg_wait(&solving), 0);
    EXPECT_EQ(hg_wait(&solving), 0) << "no call is no error";
    EXPECT_EQ(hg_wait(nullptr), 0);
    EXPECT_EQ(hg_test(nullptr), 1);
}

TEST_F(CFaceAsync, AllOthersToo) {
    std::vector<float> A{0, 1, 2, 1}, B{4, 3}, F = A, X = B;
    std::vector<double> D{0, 1, 2, 1}, E{4, 3}, Y(2), T{2, 1, 0, 1}, Z{4, 3};
    const std::vector<float> t{2, 1, 0, 1};
    std::vector<float> z{4, 3};
    std::array<std::int64_t, 10> ipiv{};
    std::int64_t steps = -9;
    std::array<hg_call*, 7> calls{};
    EXPECT_EQ(hg_sgesv_async(2, 1, F.data(), 2, ipiv.data(), X.data(), 2, calls.data()), 0);
    EXPECT_EQ(hg_dsgesv_async(2, 1, D.data(), 2, &ipiv[2], E.data(), 2, Y.data(), 2, &steps, &calls[1]), 0);
    EXPECT_EQ(hg_dtrsm_async('L', 'L', 'N', 'N', 2, 1, 1, T.data(), 2, Z.data(), 2, &calls[2]), 0);
    EXPECT_EQ(hg_strsm_async('L', 'L', 'N', 'N', 2, 1, 1, t.data(), 2, z.data(), 2, &calls[3]), 0);
    std::vector<float> G = A, H = B;
    EXPECT_EQ(hg_sgetrf_async(2, 2, G.data(), 2, &ipiv[4], &calls[4]), 0);
    EXPECT_EQ(hg_sgetrs_async('N', 2, 1, G.data(), 2, &ipiv[4], H.data(), 2, &calls[5]), 0);
    std::vector<double> P{0, 1, 2, 1}, Q{4, 3};
    EXPECT_EQ(hg_dgesv_async(2, 1, P.data(), 2, &ipiv[6], Q.data(), 2, &calls[6]), 0);
    for (hg_call*& call : calls) EXPECT_EQ(hg_wait(&call), 0);
    EXPECT_EQ(X, (std::vector<float>{1, 2}));
    EXPECT_EQ(Y, (std::vector<double>{1, 2}));
    EXPECT_EQ(Z, (std::vector<double>{2, 1}));
    EXPECT_EQ(z, (std::vector<float>{2, 1}));
    EXPECT_EQ(H, (std::vector<float>{1, 2}));
    EXPECT_EQ(Q, (std::vector<double>{1, 2}));
    float s = 0;
    hg_call* product = nullptr;
    EXPECT_EQ(hg_sgemm_async('T', 'N', 1, 1, 2, 1, X.data(), 2, X.data(), 2, 0, &s, 1, &product), 0);
    EXPECT_EQ(hg_wait(&product), 0);
    EXPECT_EQ(s, 5);
}

TEST_F(CFaceAsync, NumbersWrongArgumentsAsTheCSignatureHasThem) {
    double x = 1;
    std::int64_t pivot = 0;
    hg_call* call = reinterpret_cast<hg_call*>(&x);
    EXPECT_EQ(hg_dgemm_async('N', 'N', 1, 1, -1, 1, &x, 1, &x, 1, 0, &x, 1, &call), -5);
    EXPECT_EQ(call, nullptr);
    EXPECT_NE(std::string(hg_last_error()).find("k"), std::string::npos);
    EXPECT_EQ(hg_dgemm_async('N', 'N', 1, 1, 1, 1, &x, 1, &x, 1, 0, &x, 1, nullptr), -14);
    EXPECT_EQ(hg_dtrsm_async('Q', 'L', 'N', 'N', 1, 1, 1, &x, 1, &x, 1, &call), -1);
    EXPECT_EQ(hg_strsm_async('L', 'L', 'N', 'N', 1, 1, 1, nullptr, 1, nullptr, 1, nullptr), -8);
    EXPECT_EQ(hg_dgetrf_async(1, 1, &x, 0, &pivot, &call), -4);
    EXPECT_EQ(hg_dgetrf_async(1, 1, &x, 1, &pivot, nullptr), -6);
    EXPECT_EQ(hg_dgetrs_async('N', 1, 1, &x, 1, &pivot, &x, 1, nullptr), -9);
    EXPECT_EQ(hg_dgesv_async(1, 1, &x, 1, &pivot, &x, 1, nullptr), -8);
    EXPECT_EQ(hg_dsgesv_async(1, 1, &x, 1, &pivot, &x, 1, &x, 1, nullptr, &call), -10);
    EXPECT_EQ(hg_dsgesv_async(1, 1, &x, 1, &pivot, &x, 1, &x, 1, &pivot, nullptr), -11);
}

}  // namespace
}  // namespace hg
