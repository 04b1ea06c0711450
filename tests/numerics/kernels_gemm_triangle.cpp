#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_triangle.hpp"
#include "support/kernel_runs.hpp"
#include "support/shared_devices.hpp"

namespace hg::kernels {
namespace {

using test::GemmSample;
using test::Matrix;

constexpr std::array kTriangles{GemmTriangle::c_lower, GemmTriangle::c_upper, GemmTriangle::a_lower,
                                GemmTriangle::a_upper, GemmTriangle::b_lower, GemmTriangle::b_upper};

bool is_lower(GemmTriangle triangle) {
    return triangle == GemmTriangle::c_lower || triangle == GemmTriangle::a_lower ||
           triangle == GemmTriangle::b_lower;
}

/// Fills the other triangle of op(X), without the diagonal.
template <class T>
void fill_other(Matrix<T>& x, bool lower, bool transposed, T value) {
    for (std::int64_t j = 0; j < x.cols; ++j)
        for (std::int64_t i = 0; i < x.rows; ++i)
            if (i != j && (i > j) == (lower == transposed)) x(i, j) = value;
}

/// The wanted triangle of `got`; elsewhere, but for what lies between columns, what `right` has.
template <class T>
Matrix<T> in_triangle(const Matrix<T>& got, const Matrix<T>& right, bool lower) {
    Matrix<T> result = got;
    for (std::int64_t j = 0; j < got.cols; ++j)
        for (std::int64_t i = 0; i < got.rows; ++i)
            if (lower ? i < j : i > j) result(i, j) = right(i, j);
    return result;
}

/// What a machine with the test's devices cannot run is skipped with the reason.
class TriangleNumerics : public test::MachineSuite<testing::TestWithParam<GemmFamily>> {
  protected:
    template <class T>
    static Matrix<T> whole_product(GemmParameters p, const GemmSample<T>& s, const Matrix<T>& a,
                                   const Matrix<T>& b, const Matrix<T>& c) {
        if (p.family != GemmFamily::mma) return run_reference(s, p.overwrite, a, b, c);
        p.triangle = GemmTriangle::none;
        return run_kernel(*machine_, p, s, a, b, c);
    }

    /// The bits of the whole product, or on the host device, whose BLAS may round otherwise, its numbers.
    template <class T>
    static void is_the_product(GemmParameters p, GemmSample<T> s) {
        const bool lower = is_lower(p.triangle);
        auto a = s.make_a();
        auto b = s.make_b();
        auto c = s.make_c();
        if (is_of_a(p.triangle)) fill_other(a, lower, s.op_a != Op::none, T{0});
        if (is_of_b(p.triangle)) fill_other(b, lower, s.op_b != Op::none, T{0});
        const auto expected = whole_product(p, s, a, b, c);
        auto poisoned = c;
        if (is_of_c(p.triangle)) fill_other(poisoned, lower, false, std::numeric_limits<T>::quiet_NaN());
        auto got = run_kernel(*machine_, p, s, a, b, poisoned);
        if (is_of_c(p.triangle)) got = in_triangle(got, expected, lower);
        const std::string what = name(for_sample(p, s)) + ": " + s.text();
        EXPECT_TRUE(gemm_is_right(s, a, b, c, got)) << what;
        EXPECT_TRUE(test::on_host() || got.data == expected.data) << what << ": not the product's bits";
    }

    /// Sizes of one element, of whole tiles and with edges.
    template <class T>
    static void triangle_is_right(GemmParameters p, Op op_a, Op op_b) {
        for (const std::int64_t order : {1, 96, 139}) {
            GemmSample<T> s{.op_a = op_a, .op_b = op_b, .m = order, .n = order, .k = order};
            const std::int64_t other = order == 96 ? 64 : 1 + order / 2;
            (is_of_a(p.triangle) ? s.n : is_of_b(p.triangle) ? s.m : s.k) = other;
            s.alpha = T{-0.75};
            p.overwrite = op_a == op_b;
            s.beta = p.overwrite ? T{0} : T{1.5};
            s.gap = order % 3;
            is_the_product(p, s);
        }
    }

    /// Each triangle, with all ops if the family has ways of its own for them, else with some. Kernels take
    /// long to compile.
    template <class T>
    static void all_triangles_are_right() {
        GemmParameters p = test::quick_kernel(*machine_, GetParam(), element_type_of<T>());
        if (const std::string missing = test::what_is_missing(*machine_, p); !missing.empty())
            GTEST_SKIP() << name(p) << ": " << missing;
        const bool all =
            sizeof(T) == 8 && (p.family == GemmFamily::mma || p.family == GemmFamily::pipelined ||
                               p.family == GemmFamily::blocked);
        for (std::size_t i = 0; i < kTriangles.size(); ++i)
            for (std::size_t ops = 0; ops < 4; ++ops) {
                if (!all && ops != i % 4) continue;
                p.triangle = kTriangles[i];
                triangle_is_right<T>(p, ops % 2 == 0 ? Op::none : Op::trans,
                                     ops / 2 == 0 ? Op::none : Op::trans);
            }
    }
};

TEST_P(TriangleNumerics, RunsOnTheDevicesAskedFor) {
    EXPECT_EQ(machine_->device(0).is_host, test::on_host());
}

TEST_P(TriangleNumerics, AllAreTheProductF64) {
    all_triangles_are_right<double>();
}

TEST_P(TriangleNumerics, AllAreTheProductF32) {
    all_triangles_are_right<float>();
}

/// Else a triangle would take as long as the whole of C.
TEST_P(TriangleNumerics, TilesOfTheOtherTriangleAreLeftAlone) {
    GemmParameters p = with_defaults(test::quick_kernel(*machine_, GetParam(), ElementType::f64));
    if (const std::string missing = test::what_is_missing(*machine_, p); !missing.empty())
        GTEST_SKIP() << name(p) << ": " << missing;
    if (test::on_host()) GTEST_SKIP() << "tiles are those of kernels";
    const std::int64_t n = 2 * std::max({p.tile_m, p.tile_n, 1});
    const GemmSample<double> s{.m = n, .n = n, .k = 20, .alpha = 1, .beta = 1};
    const auto a = s.make_a();
    const auto b = s.make_b();
    const auto c = s.make_c();
    for (const bool lower : {true, false}) {
        p.triangle = lower ? GemmTriangle::c_lower : GemmTriangle::c_upper;
        const auto got = run_kernel(*machine_, p, s, a, b, c);
        EXPECT_EQ(got(0, n - 1) == c(0, n - 1), lower) << name(p);
        EXPECT_EQ(got(n - 1, 0) == c(n - 1, 0), !lower) << name(p);
    }
}

INSTANTIATE_TEST_SUITE_P(Families, TriangleNumerics, testing::ValuesIn(gemm_families()),
                         [](const auto& family) { return std::string(name(family.param)); });

}  // namespace
}  // namespace hg::kernels
