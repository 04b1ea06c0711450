#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "support/level3_samples.hpp"
#include "support/test_devices.hpp"

namespace hg {
namespace {

using test::Level3;
using test::Level3Arguments;
using test::Level3Sample;
using test::Matrix;

TEST(Level3Async, ManyCallsAtOnceAreAllRight) {
    Session session(test::test_options());
    std::vector<Level3Sample<double>> samples;
    for (unsigned i = 0; i < 16; ++i)
        samples.push_back({{.routine = test::kSymmetricAndTriangular[i % 4],
                            .side = i % 3 ? Side::left : Side::right,
                            .uplo = i % 2 ? Uplo::upper : Uplo::lower},
                           40 + 11 * (i % 3),
                           70,
                           30 + 20 * (i % 5),
                           -1,
                           i % 3 ? 0.5 : 0.0,
                           i % 2,
                           i});
    std::vector<Matrix<double>> a, b, c, got;
    for (const auto& s : samples) {
        a.push_back(s.make_a());
        b.push_back(s.make_b());
        c.push_back(s.make_c());
    }
    got = c;
    std::vector<Call> calls;
    for (std::size_t i = 0; i < samples.size(); ++i)
        calls.push_back(samples[i].arguments(a[i], b[i], got[i]).submit(session));
    for (std::size_t i = 0; i < samples.size(); ++i) {
        EXPECT_EQ(calls[i].wait(), 0);
        EXPECT_TRUE(level3_is_right(samples[i], a[i], b[i], c[i], got[i])) << i;
    }
    EXPECT_EQ(session.statistics().failed_runs, 0U);
}

/// S := X X^T, Y := S X, X := L X, S := X Y^T + Y X^T + S: each needs what the one before it wrote, and the third
/// must not overtake those that read X.
TEST(Level3Async, CallsOnTheSameMatrixKeepTheirOrder) {
    Session session(test::test_options());
    constexpr std::int64_t n = 50;
    const Level3Sample<double> sample{{.routine = Level3::trmm}, n, n, n};
    const Matrix<double> triangle = sample.make_a();
    const auto chain = [&](const auto& make) {
        Matrix<double> x = sample.make_c(), y(Layout::col_major, n, n, 0, 9),
                       s(Layout::col_major, n, n, 0, 8);
        const auto call = [&](Level3 routine, const Matrix<double>& first, const Matrix<double>& second,
                              double beta, Matrix<double>& result) {
            make(Level3Arguments<double>{{.routine = routine},
                                         n,
                                         n,
                                         n,
                                         0.25,
                                         first.data.data(),
                                         n,
                                         second.data.data(),
                                         n,
                                         beta,
                                         result.data.data(),
                                         n});
        };
        for (int i = 0; i < 3; ++i) {
            call(Level3::syrk, x, x, 0, s);
            call(Level3::symm, s, x, 0.5, y);
            call(Level3::trmm, triangle, x, 0, x);
            call(Level3::syr2k, x, y, 1, s);
        }
        return std::vector{x, y, s};
    };
    constexpr std::size_t kCalls = 12;
    std::vector<Call> calls;
    const auto submit = [&](const Level3Arguments<double>& x) {
        calls.push_back(x.submit(session));
        if (calls.size() == kCalls) calls.clear();  // waits for them
    };
    const auto at_once = chain([&](const Level3Arguments<double>& x) { x.call(session); });
    const auto submitted = chain(submit);
    EXPECT_TRUE(calls.empty()) << "all are done before their matrices are looked at";
    for (std::size_t i = 0; i < at_once.size(); ++i)
        for (std::size_t p = 0; p < at_once[i].data.size(); ++p)
            ASSERT_NEAR(submitted[i].data[p], at_once[i].data[p], 1e-12) << i << ", " << p;
}

/// Two triangles that fill n + 1 rows and n columns without a common element: the upper one from row 0, the lower
/// one from row 1 on.
struct TwoTriangles {
    static constexpr std::int64_t n = 150, k = 40;

    [[nodiscard]] Level3Sample<double> sample(Uplo uplo) const {
        return {{.routine = routine, .uplo = uplo}, n, n, k, 1, 0.5, 1, uplo == Uplo::lower ? 1U : 2U};
    }
    [[nodiscard]] Level3Arguments<double> call(Uplo uplo) {
        const Level3Sample<double> s = sample(uplo);
        const std::size_t i = uplo == Uplo::lower ? 0 : 1;
        Level3Arguments<double> arguments = s.arguments(a[i], b[i], c);
        arguments.C += uplo == Uplo::lower ? 1 : 0;
        arguments.ldc = n + 1;
        return arguments;
    }
    [[nodiscard]] testing::AssertionResult are_right(const Matrix<double>& before) const {
        for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
            const Level3Sample<double> s = sample(uplo);
            const std::int64_t from = uplo == Uplo::lower ? 1 : 0;
            const auto part = [&](const Matrix<double>& of) {
                Matrix<double> triangle = s.make_c();
                for (std::int64_t j = 0; j < n; ++j)
                    for (std::int64_t i = 0; i < n; ++i)
                        if (s.counts_in_c(i, j)) triangle(i, j) = of(i + from, j);
                return triangle;
            };
            const std::size_t i = uplo == Uplo::lower ? 0 : 1;
            if (const auto right = level3_is_right(s, a[i], b[i], part(before), part(c)); !right)
                return right;
        }
        return testing::AssertionSuccess();
    }

    Level3 routine;
    std::vector<Matrix<double>> a{sample(Uplo::lower).make_a(), sample(Uplo::upper).make_a()};
    std::vector<Matrix<double>> b{sample(Uplo::lower).make_b(), sample(Uplo::upper).make_b()};
    Matrix<double> c{Layout::col_major, n + 1, n, 0, 5};
};

TEST(Level3Async, TwoTrianglesOfOneMatrixAreBothRight) {
    Session session(test::test_options());
    for (const Level3 routine : {Level3::syrk, Level3::syr2k}) {
        TwoTriangles x{routine};
        const Matrix<double> before = x.c;
        const Call lower = x.call(Uplo::lower).submit(session);
        const Call upper = x.call(Uplo::upper).submit(session);
        EXPECT_EQ(lower.wait() + upper.wait(), 0);
        EXPECT_TRUE(x.are_right(before));
    }
}

/// The other triangle may be another thread's.
TEST(Level3Async, TwoThreadsMayHaveATriangleEach) {
    Session session(test::test_options());
    for (const Level3 routine : {Level3::syrk, Level3::syr2k})
        for (int i = 0; i < 3; ++i) {
            TwoTriangles x{routine};
            const Matrix<double> before = x.c;
            std::thread lower([&] { x.call(Uplo::lower).call(session); });
            x.call(Uplo::upper).call(session);
            lower.join();
            ASSERT_TRUE(x.are_right(before));
        }
}

/// Tiles of C := A B + beta C with A symmetric, and of B := L B: columns are independent of each other.
TEST(Level3Async, DisjointColumnsOfOneMatrixAreAllRight) {
    Session session(test::test_options());
    for (const Level3 routine : {Level3::symm, Level3::trmm}) {
        constexpr std::int64_t m = 90, n = 96, width = 24;
        const Level3Sample<double> s{{.routine = routine}, m, n, 0, -1, 0.5, 2};
        const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
        Matrix<double> got = c;
        std::vector<Call> calls;
        for (std::int64_t j = 0; j < n; j += width) {
            Level3Arguments<double> tile = s.arguments(a, b, got);
            tile.n = width;
            tile.B += routine == Level3::symm ? j * tile.ldb : 0;
            tile.C += j * tile.ldc;
            calls.push_back(tile.submit(session));
        }
        for (const Call& call : calls) EXPECT_EQ(call.wait(), 0);
        EXPECT_TRUE(level3_is_right(s, a, b, c, got));
    }
}

}  // namespace
}  // namespace hg
