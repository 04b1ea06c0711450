#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <vector>

#include "support/any_devices.hpp"
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/dsposv.hpp>
#include <hg/lapack/gels.hpp>
#include <hg/lapack/geqrf.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>
#include <hg/lapack/orgqr.hpp>
#include <hg/lapack/ormqr.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potrf.hpp>
#include <hg/lapack/potri.hpp>
#include <hg/lapack/potrs.hpp>

namespace hg {
namespace {

using test::definite_matrix;
using test::expect_same_bits;
using test::random_elements;

constexpr std::int64_t kAnyOrder = 417, kAnySides = 37;

template <class T>
std::vector<T> joined(std::vector<T> a, const std::vector<T>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

template <class T>
class AnyDevicesLapack : public testing::Test {
  protected:
    using Elements = std::vector<T>;
    const Elements general = random_elements<T>(kAnyOrder * kAnyOrder, 1);
    const Elements definite = definite_matrix<T>(kAnyOrder, 2);
    const Elements sides = random_elements<T>(kAnyOrder * kAnySides, 3);
    std::vector<std::int64_t> pivots = std::vector<std::int64_t>(kAnyOrder);
};
TYPED_TEST_SUITE(AnyDevicesLapack, test::FloatingTypes);
using RefinedTypes = testing::Types<double, std::complex<double>>;

TYPED_TEST(AnyDevicesLapack, FactorsByGaussHaveTheSameBits) {
    using T = TypeParam;
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::tournament, Pivoting::none})
        for (const std::int64_t n : {kAnyOrder, kAnyOrder / 2})
            expect_same_bits("getrf", [&](Session& s) {
                std::vector<T> a = pivoting == Pivoting::none ? this->definite : this->general;
                EXPECT_EQ(getrf<T>(s, kAnyOrder, n, a.data(), kAnyOrder, this->pivots.data(),
                                   {.pivoting = pivoting}),
                          0);
                return a;
            });
}

TYPED_TEST(AnyDevicesLapack, SolutionsByGaussHaveTheSameBits) {
    using T = TypeParam;
    expect_same_bits("gesv", [&](Session& s) {
        std::vector<T> a = this->general, b = this->sides;
        EXPECT_EQ(
            gesv<T>(s, kAnyOrder, kAnySides, a.data(), kAnyOrder, this->pivots.data(), b.data(), kAnyOrder),
            0);
        for (const Op op : {Op::none, Op::conj_trans})
            getrs<T>(s, op, kAnyOrder, kAnySides, a.data(), kAnyOrder, this->pivots.data(), b.data(),
                     kAnyOrder);
        return joined(a, b);
    });
    constexpr std::int64_t kMany = 301;  // more than one program solves for
    expect_same_bits("gesv of many sides", [&](Session& s) {
        std::vector<T> a = this->general, b = random_elements<T>(kAnyOrder * kMany, 4);
        EXPECT_EQ(gesv<T>(s, kAnyOrder, kMany, a.data(), kAnyOrder, this->pivots.data(), b.data(), kAnyOrder),
                  0);
        return joined(a, b);
    });
}

TYPED_TEST(AnyDevicesLapack, CholeskyHasTheSameBits) {
    using T = TypeParam;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        expect_same_bits("posv and potri", [&](Session& s) {
            std::vector<T> a = this->definite, b = this->sides;
            EXPECT_EQ(posv<T>(s, uplo, kAnyOrder, kAnySides, a.data(), kAnyOrder, b.data(), kAnyOrder), 0);
            potrs<T>(s, uplo, kAnyOrder, kAnySides, a.data(), kAnyOrder, b.data(), kAnyOrder);
            std::vector<T> inverse = a;
            EXPECT_EQ(potri<T>(s, uplo, kAnyOrder, inverse.data(), kAnyOrder), 0);
            return joined(joined(a, inverse), b);
        });
}

TYPED_TEST(AnyDevicesLapack, QrHasTheSameBits) {
    using T = TypeParam;
    constexpr std::int64_t kN = 203;
    expect_same_bits("geqrf, ormqr and orgqr", [&](Session& s) {
        std::vector<T> a = this->general, tau(kN), b = this->sides;
        EXPECT_EQ(geqrf<T>(s, kAnyOrder, kN, a.data(), kAnyOrder, tau.data()), 0);
        if constexpr (is_complex(element_type_of<T>())) {
            unmqr<T>(s, Side::left, Op::conj_trans, kAnyOrder, kAnySides, kN, a.data(), kAnyOrder, tau.data(),
                     b.data(), kAnyOrder);
            std::vector<T> q = a;
            ungqr<T>(s, kAnyOrder, kN, kN, q.data(), kAnyOrder, tau.data());
            return joined(joined(a, q), b);
        } else {
            ormqr<T>(s, Side::left, Op::trans, kAnyOrder, kAnySides, kN, a.data(), kAnyOrder, tau.data(),
                     b.data(), kAnyOrder);
            std::vector<T> q = a;
            orgqr<T>(s, kAnyOrder, kN, kN, q.data(), kAnyOrder, tau.data());
            return joined(joined(a, q), b);
        }
    });
    expect_same_bits("gels", [&](Session& s) {
        std::vector<T> a = this->general, b = this->sides;
        EXPECT_EQ(gels<T>(s, Op::none, kAnyOrder, kN, kAnySides, a.data(), kAnyOrder, b.data(), kAnyOrder),
                  0);
        return joined(a, b);
    });
}

template <class T>
class AnyDevicesRefinement : public AnyDevicesLapack<T> {};
TYPED_TEST_SUITE(AnyDevicesRefinement, RefinedTypes);

TYPED_TEST(AnyDevicesRefinement, SolutionsHaveTheSameBits) {
    using T = TypeParam;
    expect_same_bits("dsgesv and dsposv", [&](Session& s) {
        std::vector<T> a = this->general, x(kAnyOrder * kAnySides), y = x;
        std::int64_t iter = 0;
        const auto refined = [&](const auto& solve_lu, const auto& solve_cholesky) {
            EXPECT_EQ(solve_lu(s, kAnyOrder, kAnySides, a.data(), kAnyOrder, this->pivots.data(),
                               this->sides.data(), kAnyOrder, x.data(), kAnyOrder, &iter),
                      0);
            EXPECT_GE(iter, 0);
            a = this->definite;
            EXPECT_EQ(solve_cholesky(s, Uplo::lower, kAnyOrder, kAnySides, a.data(), kAnyOrder,
                                     this->sides.data(), kAnyOrder, y.data(), kAnyOrder, &iter),
                      0);
            EXPECT_GE(iter, 0);
        };
        if constexpr (is_complex(element_type_of<T>()))
            refined([](auto&&... all) { return zcgesv(all...); },
                    [](auto&&... all) { return zcposv(all...); });
        else
            refined([](auto&&... all) { return dsgesv(all...); },
                    [](auto&&... all) { return dsposv(all...); });
        return joined(x, y);
    });
}

}  // namespace
}  // namespace hg
