#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "kernels/cpu/by_address.hpp"
#include "support/test_devices.hpp"
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
}

namespace hg {
namespace {

/// These faces use the process-wide session: it is made on the devices of the tests.
class QrFaces : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }
};

// [3 5; 4 -10] = Q R with Q = [-3 -4; -4 3] / 5 and R = [-5 5; 0 -10]; tau = [8/5, 0], v = [1, 1/2].
const std::vector<double> kSquare{3, 4, 5, -10};

template <class T>
void expect_all_near(const std::vector<T>& found, const std::vector<double>& wanted) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], wanted[i], 50 * std::numeric_limits<T>::epsilon()) << i;
}

/// The calls take LAPACK's arguments without work and info, and return info.
template <class T>
void expect_qr(auto geqrf, auto ormqr, auto orgqr, auto gels) {
    const auto typed = [](const std::vector<double>& x) { return std::vector<T>(x.begin(), x.end()); };
    std::vector<T> A = typed(kSquare), tau(2), C = typed({-5, 0});
    EXPECT_EQ(geqrf(2, 2, A.data(), 2, tau.data()), 0);
    expect_all_near(A, {-5, 0.5, 5, -10});
    expect_all_near(tau, {1.6, 0});
    EXPECT_EQ(ormqr('l', 'n', 2, 1, 2, A.data(), 2, tau.data(), C.data(), 2), 0);
    expect_all_near(C, {3, 4});
    EXPECT_EQ(ormqr('R', 'N', 1, 2, 2, A.data(), 2, tau.data(), C.data(), 1), 0);
    expect_all_near(C, {-5, 0});
    EXPECT_EQ(ormqr('R', 't', 1, 2, 2, A.data(), 2, tau.data(), C.data(), 1), 0);
    expect_all_near(C, {3, 4});
    EXPECT_EQ(orgqr(2, 2, 2, A.data(), 2, tau.data()), 0);
    expect_all_near(A, {-0.6, -0.8, -0.8, 0.6});
    A = typed({1, 1, 1, 1, 2, 3}), C = typed({2, 3, 4});
    EXPECT_EQ(gels('n', 3, 2, 1, A.data(), 3, C.data(), 3), 0);
    expect_all_near(std::vector<T>{C[0], C[1]}, {1, 1});
    A = typed({1, 1, 1, 0, 0, 0}), C = typed({3, 3, 7});
    EXPECT_EQ(gels('T', 3, 1, 1, A.data(), 3, C.data(), 3), 0);
    expect_all_near(C, {1, 1, 1});
    A = typed({1, 1, 1, 0, 0, 0});
    EXPECT_EQ(gels('N', 3, 2, 1, A.data(), 3, C.data(), 3), 2) << "its rank is 1";
    EXPECT_EQ(geqrf(2, 2, A.data(), 1, tau.data()), -4);
    EXPECT_EQ(ormqr('L', 'N', 2, 1, 3, A.data(), 2, tau.data(), C.data(), 2), -5);
    EXPECT_EQ(ormqr('L', 'N', 2, 1, 2, A.data(), 2, tau.data(), C.data(), 1), -10);
    EXPECT_EQ(orgqr(2, 3, 2, A.data(), 2, tau.data()), -2);
    EXPECT_EQ(gels('N', 2, 3, 1, A.data(), 2, C.data(), 2), -8);
}

TEST_F(QrFaces, OfC) {
    expect_qr<double>(hg_dgeqrf, hg_dormqr, hg_dorgqr, hg_dgels);
    expect_qr<float>(hg_sgeqrf, hg_sormqr, hg_sorgqr, hg_sgels);
}

/// A symbol of Fortran with a work array of the length that it asks for.
template <class T>
auto with_work(auto* function) {
    return [function](auto... values) -> std::int64_t {
        int info = -77;
        T best = -77;
        const int ask = -1;
        function(kernels::address_of(values)..., &best, &ask, &info);
        if (info != 0) return info;
        const int lwork = static_cast<int>(best), little = lwork - 1;
        std::vector<T> work(static_cast<std::size_t>(lwork));
        function(kernels::address_of(values)..., work.data(), &little, &info);
        EXPECT_LT(info, -6) << "it needs all that it asks for";
        function(kernels::address_of(values)..., work.data(), &lwork, &info);
        EXPECT_TRUE(info != 0 || work[0] == best) << work[0];
        return info;
    };
}

TEST_F(QrFaces, OfFortran) {
    expect_qr<double>(with_work<double>(hg_dgeqrf_), with_work<double>(hg_dormqr_),
                      with_work<double>(hg_dorgqr_), with_work<double>(hg_dgels_));
    expect_qr<float>(with_work<float>(hg_sgeqrf_), with_work<float>(hg_sormqr_), with_work<float>(hg_sorgqr_),
                     with_work<float>(hg_sgels_));
}

TEST_F(QrFaces, OfFortranTellTheLengthOfWorkAndTouchNothingElse) {
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

}  // namespace
}  // namespace hg
