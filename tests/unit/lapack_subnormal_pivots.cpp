#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/blas/trsm.hpp>
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/dsposv.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/posv.hpp>

namespace hg {
namespace {

/// Pivots below the least normal number have no finite reciprocal. A quotient may be finite all the same.
template <class T>
class SubnormalPivots : public testing::Test {
  protected:
    using Real = decltype(std::abs(T{}));
    static constexpr Real kTiny = std::numeric_limits<Real>::min() / 64;

    /// On the CPU's BLAS, and on devices.
    template <class Body>
    static void on_both(const Body& body) {
        MachineOptions options = test::test_options();
        if (test::on_host() || std::is_same_v<T, double>) {  // compilers take a second for each kernel
            Session devices(options);
            body(devices, "devices");
        }
        options.host_below = 1e9;
        Session cpu(options);
        body(cpu, "the CPU");
        EXPECT_EQ(cpu.statistics().runs, 0U);
    }
    /// Of order n, with tiny pivots but for the last column.
    static std::vector<T> tiny_matrix(std::int64_t n) {
        std::vector<T> a(static_cast<std::size_t>(n * n));
        for (std::int64_t j = 0; j < n; ++j) {
            for (std::int64_t i = j + 1; i < n; ++i) a[static_cast<std::size_t>(i + j * n)] = kTiny / 4;
            a[static_cast<std::size_t>(j * (n + 1))] = kTiny;
        }
        return a;
    }
    /// Elements of `x` are `expected` but for a few digits, which subnormal numbers do not have.
    static void expect_all(const std::vector<T>& x, T expected, const std::string& what) {
        for (const T& element : x)
            ASSERT_LT(std::abs(element - expected), 1e-3) << what << ": " << element << " for " << expected;
    }
};
using SubnormalTypes = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(SubnormalPivots, SubnormalTypes);

TYPED_TEST(SubnormalPivots, AreDividedBy) {
    using T = TypeParam;
    for (const std::int64_t n : {1, 2, 40})
        this->on_both([&](Session& s, const std::string& where) {
            std::vector<T> a = this->tiny_matrix(n), b(static_cast<std::size_t>(n));
            std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
            for (std::int64_t i = 0; i < n; ++i)  // A times ones
                b[static_cast<std::size_t>(i)] = this->kTiny + this->kTiny / 4 * static_cast<float>(i);
            const std::vector<T> sides = b, lower = a;
            for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none}) {
                a = lower;
                b = sides;
                EXPECT_EQ(gesv<T>(s, Layout::col_major, n, 1, a.data(), n, pivots.data(), b.data(), n,
                                  {.pivoting = pivoting}),
                          0);
                this->expect_all(b, T{1}, "gesv on " + where);
            }
            b = sides;
            trsm<T>(s, Layout::col_major, Side::left, Uplo::lower, Op::none, Diag::non_unit, n, 1, T{1},
                    lower.data(), n, b.data(), n);
            this->expect_all(b, T{1}, "trsm on " + where);
        });
}

TYPED_TEST(SubnormalPivots, OfDefiniteMatricesHaveNormalRoots) {
    using T = TypeParam;
    this->on_both([&](Session& s, const std::string& where) {
        std::vector<T> a{T{this->kTiny}, T{0}, T{0}, T{1}}, b{T{this->kTiny}, T{1}};
        EXPECT_EQ(posv<T>(s, Layout::col_major, Uplo::lower, 2, 1, a.data(), 2, b.data(), 2), 0);
        this->expect_all(b, T{1}, "posv on " + where);
    });
}

/// Single precision makes of them Inf, or singular matrices: double precision solves.
TEST(SubnormalPivotsOfRefinement, AreSolvedForInDouble) {
    for (const double scale : {1e-30, 1e-38, 1e-40, 1e-44, 1e-50, 1e-300, 1e-310, 1e30, 1e39, 1e300})
        for (const double solution : {1e-3, 1.0, 1e4}) {
            if (scale * solution > 1e300 || scale * solution < 1e-307) continue;
            MachineOptions options = test::test_options();
            options.host_below = 1e9;
            Session session(options);
            const auto solved = [&](const auto& solve, auto one) {
                std::vector<decltype(one)> a{one * scale}, b{one * (scale * solution)}, x{one};
                std::int64_t iter = 0;
                EXPECT_EQ(solve(session, a.data(), b.data(), x.data(), &iter), 0) << scale;
                EXPECT_LT(std::abs(x[0] - solution) / solution, 1e-6)
                    << scale << " " << solution << " " << iter;
            };
            std::int64_t pivot = 0;
            solved(
                [&](Session& s, double* a, const double* b, double* x, std::int64_t* iter) {
                    return dsgesv(s, Layout::col_major, 1, 1, a, 1, &pivot, b, 1, x, 1, iter);
                },
                1.0);
            solved(
                [&](Session& s, double* a, const double* b, double* x, std::int64_t* iter) {
                    return dsposv(s, Layout::col_major, Uplo::lower, 1, 1, a, 1, b, 1, x, 1, iter);
                },
                1.0);
            using C64 = std::complex<double>;
            solved(
                [&](Session& s, C64* a, const C64* b, C64* x, std::int64_t* iter) {
                    return zcgesv(s, Layout::col_major, 1, 1, a, 1, &pivot, b, 1, x, 1, iter);
                },
                C64(1.0));
            solved(
                [&](Session& s, C64* a, const C64* b, C64* x, std::int64_t* iter) {
                    return zcposv(s, Layout::col_major, Uplo::lower, 1, 1, a, 1, b, 1, x, 1, iter);
                },
                C64(1.0));
        }
}

}  // namespace
}  // namespace hg
