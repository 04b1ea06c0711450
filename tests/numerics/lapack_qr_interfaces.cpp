#include <gtest/gtest.h>

#include <complex>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "host_blas/by_address.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/types.hpp>
#include <hg/hg.h>

extern "C" {
void hg_dgeqrf_(const int*, const int*, double*, const int*, double*, double*, const int*, int*);
void hg_sgeqrf_(const int*, const int*, float*, const int*, float*, float*, const int*, int*);
void hg_dormqr_(const char*, const char*, const int*, const int*, const int*, const double*, const int*,
                const double*, double*, const int*, double*, const int*, int*);
void hg_sormqr_(const char*, const char*, const int*, const int*, const int*, const float*, const int*,
                const float*, float*, const int*, float*, const int*, int*);
void hg_dorgqr_(const int*, const int*, const int*, double*, const int*, const double*, double*, const int*,
                int*);
void hg_sorgqr_(const int*, const int*, const int*, float*, const int*, const float*, float*, const int*,
                int*);
void hg_dgels_(const char*, const int*, const int*, const int*, double*, const int*, double*, const int*,
               double*, const int*, int*);
void hg_sgels_(const char*, const int*, const int*, const int*, float*, const int*, float*, const int*,
               float*, const int*, int*);
void hg_zgeqrf_(const int*, const int*, std::complex<double>*, const int*, std::complex<double>*,
                std::complex<double>*, const int*, int*);
void hg_zunmqr_(const char*, const char*, const int*, const int*, const int*, const std::complex<double>*,
                const int*, const std::complex<double>*, std::complex<double>*, const int*,
                std::complex<double>*, const int*, int*);
void hg_zungqr_(const int*, const int*, const int*, std::complex<double>*, const int*,
                const std::complex<double>*, std::complex<double>*, const int*, int*);
void hg_zgels_(const char*, const int*, const int*, const int*, std::complex<double>*, const int*,
               std::complex<double>*, const int*, std::complex<double>*, const int*, int*);
}

namespace hg {
namespace {

using Number = std::complex<double>;

/// These faces use the process-wide session: it is made on the devices of the tests.
class QrInterfaces : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }
};

// [3 5; 4 -10] = Q R with Q = [-3 -4; -4 3] / 5 and R = [-5 5; 0 -10]; tau = [8/5, 0], v = [1, 1/2].
const std::vector<double> kSquare{3, 4, 5, -10};

template <class T>
void expect_all_near(const std::vector<T>& found, const std::vector<double>& wanted) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_LE(std::abs(found[i] - T(static_cast<RealOf<T>>(wanted[i]))),
                  50 * std::numeric_limits<RealOf<T>>::epsilon())
            << i;
}

/// The calls take LAPACK's arguments without work and info, and return info. `adjoint` is the letter of Q^T, or of Q^H.
template <class T>
void expect_qr(char adjoint, auto geqrf, auto ormqr, auto orgqr, auto gels) {
    const auto typed = [](const std::vector<double>& x) {
        std::vector<T> elements;
        for (const double element : x) elements.push_back(T(static_cast<RealOf<T>>(element)));
        return elements;
    };
    std::vector<T> A = typed(kSquare), tau(2), C = typed({-5, 0});
    EXPECT_EQ(geqrf(2, 2, A.data(), 2, tau.data()), 0);
    expect_all_near(A, {-5, 0.5, 5, -10});
    expect_all_near(tau, {1.6, 0});
    EXPECT_EQ(ormqr('l', 'n', 2, 1, 2, A.data(), 2, tau.data(), C.data(), 2), 0);
    expect_all_near(C, {3, 4});
    EXPECT_EQ(ormqr('R', 'N', 1, 2, 2, A.data(), 2, tau.data(), C.data(), 1), 0);
    expect_all_near(C, {-5, 0});
    EXPECT_EQ(ormqr('R', adjoint, 1, 2, 2, A.data(), 2, tau.data(), C.data(), 1), 0);
    expect_all_near(C, {3, 4});
    EXPECT_EQ(orgqr(2, 2, 2, A.data(), 2, tau.data()), 0);
    expect_all_near(A, {-0.6, -0.8, -0.8, 0.6});
    A = typed({1, 1, 1, 1, 2, 3}), C = typed({2, 3, 4});
    EXPECT_EQ(gels('n', 3, 2, 1, A.data(), 3, C.data(), 3), 0);
    expect_all_near(std::vector<T>{C[0], C[1]}, {1, 1});
    A = typed({1, 1, 1, 0, 0, 0}), C = typed({3, 3, 7});
    EXPECT_EQ(gels(adjoint, 3, 1, 1, A.data(), 3, C.data(), 3), 0);
    expect_all_near(C, {1, 1, 1});
    A = typed({1, 1, 1, 0, 0, 0});
    EXPECT_EQ(gels('N', 3, 2, 1, A.data(), 3, C.data(), 3), 2) << "its rank is 1";
    EXPECT_EQ(geqrf(2, 2, A.data(), 1, tau.data()), -4);
    EXPECT_EQ(ormqr('L', 'N', 2, 1, 3, A.data(), 2, tau.data(), C.data(), 2), -5);
    EXPECT_EQ(ormqr('L', 'N', 2, 1, 2, A.data(), 2, tau.data(), C.data(), 1), -10);
    EXPECT_EQ(orgqr(2, 3, 2, A.data(), 2, tau.data()), -2);
    EXPECT_EQ(gels('N', 2, 3, 1, A.data(), 2, C.data(), 2), -8);
}

TEST_F(QrInterfaces, OfC) {
    expect_qr<double>('t', hg_dgeqrf, hg_dormqr, hg_dorgqr, hg_dgels);
    expect_qr<float>('t', hg_sgeqrf, hg_sormqr, hg_sorgqr, hg_sgels);
    expect_qr<std::complex<double>>('c', hg_zgeqrf, hg_zunmqr, hg_zungqr, hg_zgels);
    expect_qr<std::complex<float>>('c', hg_cgeqrf, hg_cunmqr, hg_cungqr, hg_cgels);
}

/// Those of complex elements have Q^H in place of Q^T, which they refuse; the diagonal of R is real.
TEST_F(QrInterfaces, OfComplexElementsHaveAdjoints) {
    std::vector<Number> A{{0, 3}, {0, 4}, {1, 0}, {0, -1}}, tau(2), C{{2, 1}, {-1, 3}};
    const std::vector<Number> before = C;
    ASSERT_EQ(hg_zgeqrf(2, 2, A.data(), 2, tau.data()), 0);
    EXPECT_EQ(A[0], Number(-5)) << "-sign(0) |(3i, 4i)|";
    EXPECT_EQ(A[3].imag(), 0);
    EXPECT_EQ(hg_zunmqr('L', 'T', 2, 1, 2, A.data(), 2, tau.data(), C.data(), 2), -2);
    EXPECT_NE(std::string(hg_last_error()).find("zunmqr"), std::string::npos) << hg_last_error();
    EXPECT_EQ(C, before);
    EXPECT_EQ(hg_zgels('T', 2, 2, 1, A.data(), 2, C.data(), 2), -1);
    EXPECT_EQ(hg_zunmqr('L', 'C', 2, 1, 2, A.data(), 2, tau.data(), C.data(), 2), 0);
    // Q is (3i, 4i) / -5 in its first column: Q^H C begins with its adjoint's product with C.
    EXPECT_LE(std::abs(C[0] - (Number(0, -3) * before[0] + Number(0, -4) * before[1]) / -5.0), 1e-14);
    EXPECT_EQ(hg_zunmqr('L', 'N', 2, 1, 2, A.data(), 2, tau.data(), C.data(), 2), 0);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_LE(std::abs(C[i] - before[i]), 1e-14) << i;
}

/// A symbol of Fortran with a work array of the length that it asks for.
template <class T>
auto with_work(auto* function) {
    return [function](auto... values) -> std::int64_t {
        int info = -77;
        T best = -77;
        const int ask = -1;
        function(address_of(values)..., &best, &ask, &info);
        if (info != 0) return info;
        const int lwork = static_cast<int>(std::real(best)), little = lwork - 1;
        std::vector<T> work(static_cast<std::size_t>(lwork));
        function(address_of(values)..., work.data(), &little, &info);
        EXPECT_LT(info, -6) << "it needs all that it asks for";
        function(address_of(values)..., work.data(), &lwork, &info);
        EXPECT_TRUE(info != 0 || work[0] == best) << work[0];
        return info;
    };
}

TEST_F(QrInterfaces, OfFortran) {
    expect_qr<double>('t', with_work<double>(hg_dgeqrf_), with_work<double>(hg_dormqr_),
                      with_work<double>(hg_dorgqr_), with_work<double>(hg_dgels_));
    expect_qr<float>('t', with_work<float>(hg_sgeqrf_), with_work<float>(hg_sormqr_),
                     with_work<float>(hg_sorgqr_), with_work<float>(hg_sgels_));
    expect_qr<Number>('c', with_work<Number>(hg_zgeqrf_), with_work<Number>(hg_zunmqr_),
                      with_work<Number>(hg_zungqr_), with_work<Number>(hg_zgels_));
}

TEST_F(QrInterfaces, OfFortranTellTheLengthOfWorkAndTouchNothingElse) {
    const int seven = 7, three = 3, two = 2, ask = -1, little = 2;
    double work = 0;
    int info = -77;
    hg_dgeqrf_(&seven, &three, nullptr, &seven, nullptr, &work, &ask, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(work, 3);
    hg_dormqr_("R", "T", &seven, &three, &two, nullptr, &three, nullptr, nullptr, &seven, &work, &ask, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(work, 7);
    hg_dorgqr_(&seven, &three, &two, nullptr, &seven, nullptr, &work, &ask, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(work, 3);
    hg_dgels_("N", &seven, &three, &two, nullptr, &seven, nullptr, &seven, &work, &ask, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(work, 6);
    hg_dgeqrf_(&seven, &three, nullptr, &two, nullptr, &work, &ask, &info);
    EXPECT_EQ(info, -4) << "what is wrong comes first";
    std::vector<double> A(21, 5), tau(3, 5);
    hg_dgeqrf_(&seven, &three, A.data(), &seven, tau.data(), &work, &little, &info);
    EXPECT_EQ(info, -7);
    EXPECT_NE(std::string(hg_last_error()).find("dgeqrf: argument 7 (lwork) must be at least 3"),
              std::string::npos)
        << hg_last_error();
    EXPECT_EQ(A, std::vector<double>(21, 5));
    EXPECT_EQ(tau, std::vector<double>(3, 5));
}

/// The rules of LAPACK since 3.10.1.
template <class T>
void expect_work_of_empty(const char* adjoint, auto geqrf, auto ormqr, auto orgqr, auto gels) {
    const int none = 0, one = 1, two = 2, three = 3, four = 4, ask = -1;
    T C[3]{};
    const auto length = [](const auto& function, const int& lwork, auto... arguments) {
        T work(-7);
        int info = -77;
        function(arguments..., &work, &lwork, &info);
        return std::pair(info, std::real(work));
    };
    const auto of_geqrf = [&](const int& m, const int& n, const int& lwork) {
        return length(geqrf, lwork, &m, &n, C, &one, C);
    };
    for (const int* n : {&none, &three}) {
        EXPECT_EQ(of_geqrf(none, *n, ask), std::pair(0, RealOf<T>(1)));
        EXPECT_EQ(of_geqrf(none, *n, one), std::pair(0, RealOf<T>(1)));
        EXPECT_EQ(of_geqrf(none, *n, none), std::pair(-7, RealOf<T>(-7)));
    }
    EXPECT_EQ(of_geqrf(one, none, ask), std::pair(0, RealOf<T>(1)));
    EXPECT_EQ(of_geqrf(one, three, two), std::pair(-7, RealOf<T>(-7)));
    T* const nothing = nullptr;
    const auto of_ormqr = [&](const int& lwork) {
        return length(ormqr, lwork, "L", adjoint, &none, &three, &none, nothing, &one, nothing, C, &one);
    };
    EXPECT_EQ(of_ormqr(ask), std::pair(0, RealOf<T>(3)));
    EXPECT_EQ(of_ormqr(two), std::pair(-12, RealOf<T>(-7)));
    EXPECT_EQ(of_ormqr(three).first, 0);
    EXPECT_EQ(length(orgqr, ask, &three, &none, &none, nothing, &three, nothing), std::pair(0, RealOf<T>(1)));
    EXPECT_EQ(length(orgqr, none, &three, &none, &none, nothing, &three, nothing),
              std::pair(-8, RealOf<T>(-7)));
    const auto of_gels = [&](const int& lwork) {
        return length(gels, lwork, "N", &none, &none, &four, nothing, &one, C, &one);
    };
    EXPECT_EQ(of_gels(ask), std::pair(0, RealOf<T>(4)));
    EXPECT_EQ(of_gels(three), std::pair(-10, RealOf<T>(-7)));
    EXPECT_EQ(of_gels(four).first, 0);
}

TEST_F(QrInterfaces, OfFortranTakeLapacksLengthsOfWorkForEmptyMatrices) {
    expect_work_of_empty<double>("T", hg_dgeqrf_, hg_dormqr_, hg_dorgqr_, hg_dgels_);
    expect_work_of_empty<float>("T", hg_sgeqrf_, hg_sormqr_, hg_sorgqr_, hg_sgels_);
    expect_work_of_empty<std::complex<double>>("C", hg_zgeqrf_, hg_zunmqr_, hg_zungqr_, hg_zgels_);
}

}  // namespace
}  // namespace hg
