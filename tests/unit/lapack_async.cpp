#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

#include "interfaces/generated/lapack_routines.hpp"
#include "support/complex_samples.hpp"
#include "support/lu_samples.hpp"
#include "support/row_caller.hpp"
#include <hg/hg.h>
#include <hg/lapack/async.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Matrix;
using test::Pivots;
using test::random_matrix;
using test::RowCaller;

TEST(LapackAsync, AFactorizationAndItsSolvesKeepTheirOrder) {
    Session session(test::test_options());
    constexpr std::int64_t n = 130, nrhs = 3;
    const Matrix<double> A = random_matrix<double>(n, n, 1), B = random_matrix<double>(n, nrhs, 2);
    const auto results = [&](bool submits) {
        Matrix<double> F = A, first = B, second = B;
        Pivots ipiv(n, -7);
        RowCaller caller{session, submits};
        caller.make<double>(routines::Getrf{}, {n, n, F.data.data(), F.ld, ipiv.data(), {}});
        for (Matrix<double>* const x : {&first, &second})
            caller.make<double>(routines::Getrs{},
                                {Op::none, n, nrhs, F.data.data(), F.ld, ipiv.data(), x->data.data(), x->ld});
        caller.wait_for_chain();
        return std::tuple(F.data, ipiv, first.data, second.data);
    };
    EXPECT_EQ(results(true), results(false));
}

TEST(LapackAsync, SystemsUnderWayTogetherHaveTheBitsOfOneByOne) {
    Session session(test::test_options());
    constexpr std::int64_t n = 120;
    const auto results = [&](bool submits) {
        std::vector<Matrix<double>> F, X;
        std::vector<Pivots> ipiv(4, Pivots(n));
        RowCaller caller{session, submits};
        for (unsigned i = 0; i < 4; ++i) {
            F.push_back(random_matrix<double>(n, n, 10 + i));
            X.push_back(random_matrix<double>(n, 2, 20 + i));
        }
        for (std::size_t i = 0; i < 4; ++i)
            caller.make<double>(
                routines::Gesv{},
                {n, 2, F[i].data.data(), F[i].ld, ipiv[i].data(), X[i].data.data(), X[i].ld, {}});
        caller.wait();
        std::vector<std::vector<double>> elements;
        for (const auto* const matrices : {&F, &X})
            for (const Matrix<double>& matrix : *matrices) elements.push_back(matrix.data);
        return std::pair(elements, ipiv);
    };
    EXPECT_EQ(results(true), results(false));
}

template <class T>
class LapackAsyncQr : public testing::Test {};
using QrElements = testing::Types<double, std::complex<double>>;
TYPED_TEST_SUITE(LapackAsyncQr, QrElements);

/// unmqr and ungqr are to complex elements what ormqr and orgqr are to real ones.
TYPED_TEST(LapackAsyncQr, AFactorizationAndWhatIsDoneWithItKeepTheirOrder) {
    using T = TypeParam;
    Session session(test::test_options());
    constexpr std::int64_t m = 150, n = 90, nrhs = 5;
    const Matrix<T> A(Layout::col_major, m, n, 2, 1), B(Layout::col_major, m, nrhs, 2, 2);
    const auto results = [&](bool submits) {
        Matrix<T> F = A, C = B;
        std::vector<T> tau(n, T{-7});
        RowCaller caller{session, submits};
        const auto multiply_and_make = [&](const auto& multiplying, const auto& making, Op adjoint) {
            caller.make<T>(multiplying, {Side::left, adjoint, m, nrhs, n, F.data.data(), F.ld, tau.data(),
                                         C.data.data(), C.ld});
            caller.make<T>(making, {m, n, n, F.data.data(), F.ld, tau.data()});
        };
        caller.make<T>(routines::Geqrf{}, {m, n, F.data.data(), F.ld, tau.data()});
        if constexpr (RealElement<T>)
            multiply_and_make(routines::Ormqr{}, routines::Orgqr{}, Op::trans);
        else
            multiply_and_make(routines::Unmqr{}, routines::Ungqr{}, Op::conj_trans);
        caller.wait_for_chain();
        const auto found = std::tuple(F.data, tau, C.data);
        caller.make<T>(routines::Gels{}, {Op::none, m, n, nrhs, F.data.data(), F.ld, C.data.data(), C.ld});
        caller.wait();
        return found;
    };
    EXPECT_EQ(results(true), results(false));
}

TEST(LapackAsync, RefinementReportsItsSteps) {
    Session session(test::test_options());
    constexpr std::int64_t n = 80;
    Matrix<double> A = random_matrix<double>(n, n, 5);
    for (std::int64_t i = 0; i < n; ++i) A(i, i) += n;
    const Matrix<double> B = random_matrix<double>(n, 1, 6);
    const auto results = [&](bool submits) {
        Matrix<double> X = B;
        Pivots ipiv(n);
        std::int64_t steps = -9;
        RowCaller caller{session, submits};
        caller.make<double>(routines::Dsgesv{}, {n, 1, A.data.data(), A.ld, ipiv.data(), B.data.data(), B.ld,
                                                 X.data.data(), X.ld, &steps});
        caller.wait();
        EXPECT_GE(steps, 0);
        return std::pair(X.data, steps);
    };
    EXPECT_EQ(results(true), results(false));
}

TEST(LapackAsync, InfoTellsOfAZeroPivot) {
    Session session(test::test_options());
    std::vector<double> A(9, 0.0), B(3, 1.0);
    Pivots ipiv(3);
    EXPECT_EQ(
        gesv_async<double>(session, Layout::col_major, 3, 1, A.data(), 3, ipiv.data(), B.data(), 3).wait(),
        1);
    EXPECT_EQ(B, std::vector<double>(3, 1.0));
}

TEST(LapackAsync, WrongArgumentsAreFoundAtOnce) {
    Session session(test::test_options());
    double x = 1;
    EXPECT_THROW((void)getrf_async<double>(session, Layout::col_major, 1, 1, &x, 1, nullptr), Error);
    EXPECT_THROW((void)getrs_async<double>(session, Layout::col_major, Op::none, 2, 1, &x, 1, nullptr, &x, 2),
                 Error);
    EXPECT_THROW((void)gesv_async<double>(session, Layout::col_major, -1, 1, &x, 1, nullptr, &x, 1), Error);
    EXPECT_THROW((void)dsgesv_async(session, Layout::col_major, 1, 1, &x, 1, nullptr, &x, 1, &x, 1, nullptr),
                 Error);
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

}  // namespace
}  // namespace hg
