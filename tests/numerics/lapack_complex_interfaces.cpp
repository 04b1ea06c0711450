// Linear systems of complex elements by the names of C and of older Fortran.
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <cstdlib>

#include "support/complex_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/hg.h>

extern "C" {
#define HG_TEST_SYMBOLS(letter, T)                                                                      \
    void hg_##letter##getrf_(const int*, const int*, T*, const int*, int*, int*);                       \
    void hg_##letter##getrs_(const char*, const int*, const int*, const T*, const int*, const int*, T*, \
                             const int*, int*);                                                         \
    void hg_##letter##gesv_(const int*, const int*, T*, const int*, int*, T*, const int*, int*);        \
    void hg_##letter##potrf_(const char*, const int*, T*, const int*, int*);                            \
    void hg_##letter##potrs_(const char*, const int*, const int*, const T*, const int*, T*, const int*, \
                             int*);                                                                     \
    void hg_##letter##posv_(const char*, const int*, const int*, T*, const int*, T*, const int*, int*); \
    void hg_##letter##potri_(const char*, const int*, T*, const int*, int*);
HG_TEST_SYMBOLS(z, std::complex<double>)
HG_TEST_SYMBOLS(c, std::complex<float>)
#undef HG_TEST_SYMBOLS
void hg_zcgesv_(const int*, const int*, std::complex<double>*, const int*, int*, const std::complex<double>*,
                const int*, std::complex<double>*, const int*, std::complex<double>*, std::complex<float>*,
                double*, int*, int*);
void hg_zcposv_(const char*, const int*, const int*, std::complex<double>*, const int*,
                const std::complex<double>*, const int*, std::complex<double>*, const int*,
                std::complex<double>*, std::complex<float>*, double*, int*, int*);
}

namespace hg {
namespace {

using test::residual_of;

constexpr int kFaceOrder = 40;

/// The process-wide session is made on the devices of the tests.
class ComplexSystemFace : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }
};

/// Hermitian positive definite, so that it serves all of them.
template <class T>
test::Matrix<T> face_matrix() {
    test::Matrix<T> A(Layout::col_major, kFaceOrder, kFaceOrder, 1, 3);
    for (std::int64_t j = 0; j < kFaceOrder; ++j) {
        A(j, j) = 16;
        for (std::int64_t i = 0; i < j; ++i) A(i, j) = std::conj(A(j, i));
    }
    return A;
}

template <class T>
test::Matrix<T> face_sides() {
    return {Layout::col_major, kFaceOrder, 2, 1, 4};
}

template <class T>
void expect_solved(Op op, const test::Matrix<T>& X, const char* what) {
    EXPECT_LT(residual_of(op, face_matrix<T>(), X, face_sides<T>()), 16) << what;
}

/// As Fortran's programs call them.
template <class T, class Getrf, class Getrs, class Gesv>
void expect_lu_of_fortran(Getrf* getrf, Getrs* getrs, Gesv* gesv) {
    test::Matrix<T> A = face_matrix<T>(), X = face_sides<T>();
    const int n = kFaceOrder, nrhs = 2, ld = kFaceOrder + 1;
    std::vector<int> ipiv(kFaceOrder);
    int info = -7;
    getrf(&n, &n, A.data.data(), &ld, ipiv.data(), &info);
    EXPECT_EQ(info, 0);
    for (const char op : {'N', 'T', 'C'}) {
        X = face_sides<T>();
        getrs(&op, &n, &nrhs, A.data.data(), &ld, ipiv.data(), X.data.data(), &ld, &info);
        EXPECT_EQ(info, 0);
        expect_solved<T>(op == 'N' ? Op::none : op == 'T' ? Op::trans : Op::conj_trans, X, "getrs");
    }
    A = face_matrix<T>(), X = face_sides<T>();
    gesv(&n, &nrhs, A.data.data(), &ld, ipiv.data(), X.data.data(), &ld, &info);
    EXPECT_EQ(info, 0);
    expect_solved<T>(Op::none, X, "gesv");
    const int wrong = -1;
    gesv(&n, &wrong, A.data.data(), &ld, ipiv.data(), X.data.data(), &ld, &info);
    EXPECT_EQ(info, -2);
}

template <class T, class Potrf, class Potrs, class Posv>
void expect_cholesky_of_fortran(Potrf* potrf, Potrs* potrs, Posv* posv, Potrf* potri) {
    const int n = kFaceOrder, nrhs = 2, ld = kFaceOrder + 1;
    int info = -7;
    for (const char uplo : {'L', 'U'}) {
        test::Matrix<T> A = face_matrix<T>(), X = face_sides<T>();
        potrf(&uplo, &n, A.data.data(), &ld, &info);
        EXPECT_EQ(info, 0);
        potrs(&uplo, &n, &nrhs, A.data.data(), &ld, X.data.data(), &ld, &info);
        EXPECT_EQ(info, 0);
        expect_solved<T>(Op::none, X, "potrs");
        potri(&uplo, &n, A.data.data(), &ld, &info);
        EXPECT_EQ(info, 0);
        EXPECT_EQ(A(3, 3).imag(), 0) << "of the inverse";
        A = face_matrix<T>(), X = face_sides<T>();
        posv(&uplo, &n, &nrhs, A.data.data(), &ld, X.data.data(), &ld, &info);
        EXPECT_EQ(info, 0);
        expect_solved<T>(Op::none, X, "posv");
    }
}

TEST_F(ComplexSystemFace, OfOlderFortran) {
    expect_lu_of_fortran<std::complex<double>>(hg_zgetrf_, hg_zgetrs_, hg_zgesv_);
    expect_lu_of_fortran<std::complex<float>>(hg_cgetrf_, hg_cgetrs_, hg_cgesv_);
    expect_cholesky_of_fortran<std::complex<double>>(hg_zpotrf_, hg_zpotrs_, hg_zposv_, hg_zpotri_);
    expect_cholesky_of_fortran<std::complex<float>>(hg_cpotrf_, hg_cpotrs_, hg_cposv_, hg_cpotri_);
}

TEST_F(ComplexSystemFace, OfOlderFortranInMixedPrecision) {
    using T = std::complex<double>;
    const int n = kFaceOrder, nrhs = 2, ld = kFaceOrder + 1;
    test::Matrix<T> A = face_matrix<T>(), X = face_sides<T>();
    const test::Matrix<T> B = face_sides<T>();
    std::vector<int> ipiv(kFaceOrder);
    int info = -7, iter = -7;
    hg_zcgesv_(&n, &nrhs, A.data.data(), &ld, ipiv.data(), B.data.data(), &ld, X.data.data(), &ld, nullptr,
               nullptr, nullptr, &iter, &info);
    EXPECT_EQ(info, 0);
    EXPECT_GE(iter, 1);
    expect_solved<T>(Op::none, X, "zcgesv");
    X = face_sides<T>();
    iter = -7;
    hg_zcposv_("U", &n, &nrhs, A.data.data(), &ld, B.data.data(), &ld, X.data.data(), &ld, nullptr, nullptr,
               nullptr, &iter, &info);
    EXPECT_EQ(info, 0);
    EXPECT_GE(iter, 1);
    expect_solved<T>(Op::none, X, "zcposv");
}

TEST_F(ComplexSystemFace, OfC) {
    using T = std::complex<double>;
    const std::int64_t n = kFaceOrder, ld = kFaceOrder + 1;
    test::Matrix<T> A = face_matrix<T>(), X = face_sides<T>();
    std::vector<std::int64_t> ipiv(kFaceOrder);
    EXPECT_EQ(hg_zgesv(n, 2, A.data.data(), ld, ipiv.data(), X.data.data(), ld), 0);
    expect_solved<T>(Op::none, X, "hg_zgesv");
    A = face_matrix<T>(), X = face_sides<T>();
    EXPECT_EQ(hg_zposv('L', n, 2, A.data.data(), ld, X.data.data(), ld), 0);
    expect_solved<T>(Op::none, X, "hg_zposv");
    EXPECT_LT(hg_zposv('X', n, 2, A.data.data(), ld, X.data.data(), ld), 0);
    A = face_matrix<T>();
    hg_call* call = nullptr;
    EXPECT_EQ(hg_zpotrf_async('U', n, A.data.data(), ld, &call), 0);
    EXPECT_EQ(hg_wait(&call), 0);
    X = face_sides<T>();
    EXPECT_EQ(hg_zpotrs('U', n, 2, A.data.data(), ld, X.data.data(), ld), 0);
    expect_solved<T>(Op::none, X, "hg_zpotrs");
}

}  // namespace
}  // namespace hg
