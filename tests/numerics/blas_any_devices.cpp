#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/any_devices.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/hermitian.hpp>
#include <hg/blas/level2.hpp>
#include <hg/blas/symm.hpp>
#include <hg/blas/syr2k.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trmm.hpp>
#include <hg/blas/trsm.hpp>

namespace hg {
namespace {

using test::definite_matrix;
using test::expect_same_bits;
using test::random_elements;

constexpr Layout kColumns = Layout::col_major;

/// Sizes of a call, which no block divides.
struct Extents {
    std::int64_t m, n, k;
};
constexpr Extents kExtents[] = {{419, 300, 517}, {300, 643, 77}};

/// C := 1.25 C + alpha..., by one of the routines that write C.
template <class T>
class Products {
  public:
    explicit Products(const Extents& extents) : e_(extents) {}

    std::vector<T> gemm(Session& s, Op op_a, Op op_b) const {
        std::vector<T> c = random_elements<T>(e_.m * e_.n, 3);
        hg::gemm<T>(s, kColumns, op_a, op_b, e_.m, e_.n, e_.k, kAlpha, a_.data(),
                    op_a == Op::none ? e_.m : e_.k, b_.data(), op_b == Op::none ? e_.k : e_.n, kBeta,
                    c.data(), e_.m);
        return c;
    }
    std::vector<T> symm(Session& s, Side side, Uplo uplo) const {
        std::vector<T> c = random_elements<T>(e_.m * e_.n, 3);
        const std::int64_t order = side == Side::left ? e_.m : e_.n;
        const std::vector<T> a = random_elements<T>(order * order, 4);
        hg::symm<T>(s, kColumns, side, uplo, e_.m, e_.n, kAlpha, a.data(), order, b_.data(), e_.m, kBeta,
                    c.data(), e_.m);
        if constexpr (is_complex(element_type_of<T>()))
            hg::hemm<T>(s, kColumns, side, uplo, e_.m, e_.n, kAlpha, a.data(), order, b_.data(), e_.m, kBeta,
                        c.data(), e_.m);
        return c;
    }
    std::vector<T> rank_k(Session& s, Uplo uplo, bool transposed) const {
        std::vector<T> c = random_elements<T>(e_.n * e_.n, 3);
        const Op op = transposed ? Op::trans : Op::none;
        const std::int64_t lda = transposed ? e_.k : e_.n;
        hg::syrk<T>(s, kColumns, uplo, op, e_.n, e_.k, kAlpha, b_.data(), lda, kBeta, c.data(), e_.n);
        hg::syr2k<T>(s, kColumns, uplo, op, e_.n, e_.k, kAlpha, b_.data(), lda, b_.data() + 9, lda, kBeta,
                     c.data(), e_.n);
        if constexpr (is_complex(element_type_of<T>())) {
            const Op adjoint = transposed ? Op::conj_trans : Op::none;
            hg::herk<T>(s, kColumns, uplo, adjoint, e_.n, e_.k, 1.5F, b_.data(), lda, 0.5F, c.data(), e_.n);
            hg::her2k<T>(s, kColumns, uplo, adjoint, e_.n, e_.k, kAlpha, b_.data(), lda, b_.data() + 9, lda,
                         0.5F, c.data(), e_.n);
        }
        return c;
    }
    /// A product with a triangle, then a solve with it.
    std::vector<T> triangle(Session& s, Side side, Uplo uplo, Op op) const {
        std::vector<T> c = random_elements<T>(e_.m * e_.n, 3);
        const std::int64_t order = side == Side::left ? e_.m : e_.n;
        const std::vector<T> a = definite_matrix<T>(order, 4);
        hg::trmm<T>(s, kColumns, side, uplo, op, Diag::non_unit, e_.m, e_.n, kAlpha, a.data(), order,
                    c.data(), e_.m);
        hg::trsm<T>(s, kColumns, side, uplo, op, Diag::non_unit, e_.m, e_.n, kBeta, a.data(), order, c.data(),
                    e_.m);
        return c;
    }

  private:
    static constexpr T kAlpha = T{1.5F}, kBeta = T{-1.25F};
    Extents e_;
    std::vector<T> a_ = random_elements<T>(e_.m * e_.k, 1);
    std::vector<T> b_ = random_elements<T>((e_.k + e_.m + 1) * e_.n, 2);
};

template <class T>
class AnyDevices : public testing::Test {};
TYPED_TEST_SUITE(AnyDevices, test::FloatingTypes);

TYPED_TEST(AnyDevices, ProductsHaveTheSameBits) {
    for (const Extents& extents : kExtents) {
        const Products<TypeParam> products(extents);
        expect_same_bits("gemm NN", [&](Session& s) { return products.gemm(s, Op::none, Op::none); });
        expect_same_bits("gemm TC", [&](Session& s) { return products.gemm(s, Op::trans, Op::conj_trans); });
        expect_same_bits("symm L", [&](Session& s) { return products.symm(s, Side::left, Uplo::lower); });
        expect_same_bits("symm R", [&](Session& s) { return products.symm(s, Side::right, Uplo::upper); });
        expect_same_bits("syrk N", [&](Session& s) { return products.rank_k(s, Uplo::lower, false); });
        expect_same_bits("syrk T", [&](Session& s) { return products.rank_k(s, Uplo::upper, true); });
    }
}

TYPED_TEST(AnyDevices, TrianglesHaveTheSameBits) {
    const Products<TypeParam> wide(kExtents[0]), tall(kExtents[1]);
    expect_same_bits("L lower",
                     [&](Session& s) { return wide.triangle(s, Side::left, Uplo::lower, Op::none); });
    expect_same_bits("L upper^H",
                     [&](Session& s) { return tall.triangle(s, Side::left, Uplo::upper, Op::conj_trans); });
    expect_same_bits("R lower^T",
                     [&](Session& s) { return wide.triangle(s, Side::right, Uplo::lower, Op::trans); });
    expect_same_bits("R upper",
                     [&](Session& s) { return tall.triangle(s, Side::right, Uplo::upper, Op::none); });
}

/// Triangles whose inverse can't be trusted are solved with element by element.
TYPED_TEST(AnyDevices, IllConditionedTrianglesHaveTheSameBits) {
    using T = TypeParam;
    constexpr std::int64_t kOrder = 150, kOthers = 331;
    std::vector<T> a = random_elements<T>(kOrder * kOrder, 1);
    for (T& x : a) x *= T{0.25F};
    for (std::int64_t i = 0; i < kOrder; ++i) a[static_cast<std::size_t>(i * (kOrder + 1))] = T{0.25F};
    for (const auto& [side, uplo] : {std::pair(Side::left, Uplo::lower), std::pair(Side::right, Uplo::upper),
                                     std::pair(Side::right, Uplo::lower)})
        expect_same_bits("trsm", [&](Session& s) {
            std::vector<T> b = random_elements<T>(kOrder * kOthers, 2);
            const std::int64_t m = side == Side::left ? kOrder : kOthers;
            const std::int64_t n = side == Side::left ? kOthers : kOrder;
            trsm<T>(s, kColumns, side, uplo, Op::none, Diag::non_unit, m, n, T{1}, a.data(), kOrder, b.data(),
                    m);
            EXPECT_TRUE(std::all_of(b.begin(), b.end(), [](T x) { return std::isfinite(std::abs(x)); }));
            return b;
        });
}

TYPED_TEST(AnyDevices, MatricesTimesVectorsHaveTheSameBits) {
    using T = TypeParam;
    constexpr std::int64_t kM = 1201, kN = 907;
    const std::vector<T> a = definite_matrix<T>(kM, 1), x = random_elements<T>(kM, 2);
    for (const Op op : {Op::none, Op::conj_trans}) {
        expect_same_bits("gemv", [&](Session& s) {
            std::vector<T> y = random_elements<T>(kM, 3);
            gemv<T>(s, kColumns, op, kM, kN, T{1.5F}, a.data(), kM, x.data(), 1, T{0.5F}, y.data(), 1);
            return y;
        });
        expect_same_bits("trmv and trsv", [&](Session& s) {
            std::vector<T> y = x;
            trmv<T>(s, kColumns, Uplo::lower, op, Diag::non_unit, kM, a.data(), kM, y.data(), 1);
            trsv<T>(s, kColumns, Uplo::upper, op, Diag::non_unit, kM, a.data(), kM, y.data(), 1);
            return y;
        });
    }
    expect_same_bits("symv and ger", [&](Session& s) {
        std::vector<T> y = random_elements<T>(kM, 3), c = a;
        if constexpr (is_complex(element_type_of<T>())) {
            hemv<T>(s, kColumns, Uplo::lower, kM, T{1.5F}, a.data(), kM, x.data(), 1, T{0.5F}, y.data(), 1);
            gerc<T>(s, kColumns, kM, kN, T{1.5F}, x.data(), 1, y.data(), 1, c.data(), kM);
        } else {
            symv<T>(s, kColumns, Uplo::lower, kM, T{1.5F}, a.data(), kM, x.data(), 1, T{0.5F}, y.data(), 1);
            ger<T>(s, kColumns, kM, kN, T{1.5F}, x.data(), 1, y.data(), 1, c.data(), kM);
        }
        c.insert(c.end(), y.begin(), y.end());
        return c;
    });
}

}  // namespace
}  // namespace hg
