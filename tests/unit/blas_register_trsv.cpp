#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "support/test_devices.hpp"
#include "support/vector_runs.hpp"
#include <hg/blas/register_trsv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::HostVector;
using test::Matrix;
using test::VectorRun;

struct Solve {
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
    std::int64_t n = 1;
    std::int64_t inc = 1;
    bool reversed = false;
    std::int64_t gap = 0;  ///< of A, a window then

    [[nodiscard]] std::string text() const {
        return std::string{static_cast<char>(uplo), static_cast<char>(op), static_cast<char>(diag)} +
               " n=" + std::to_string(n) + " incx=" + std::to_string(inc) + (reversed ? " reversed" : "") +
               " gap=" + std::to_string(gap);
    }
    [[nodiscard]] bool inside(std::int64_t i, std::int64_t j) const {
        if (i == j) return diag == Diag::non_unit;
        return (i > j) == (uplo == Uplo::lower);
    }
};

/// Small blocks and few work-groups: several rows of blocks for each of them.
constexpr kernels::TrsvBlocking kSmall{
    .block = 16, .inner = 4, .vector = 2, .items = 16, .ahead = 2, .groups = 3};

class RegisterTrsv : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    /// A triangle that solves well, with NaN wherever it must not be read.
    template <class T>
    static Matrix<T> triangle(const Solve& s, unsigned seed) {
        Matrix<T> a(Layout::col_major, s.n, s.n, 0, seed);
        for (std::int64_t j = 0; j < s.n; ++j)
            for (std::int64_t i = 0; i < s.n; ++i)
                if (!s.inside(i, j))
                    a(i, j) = std::numeric_limits<T>::quiet_NaN();
                else if (i == j)
                    a(i, j) += std::copysign(T{2}, a(i, j));
                else
                    a(i, j) /= static_cast<T>(std::sqrt(static_cast<double>(s.n)));
        return a;
    }

    template <class T>
    static HostVector<T> solved(const Solve& s, const Matrix<T>& a, HostVector<T> x,
                                const std::optional<kernels::TrsvBlocking>& blocking) {
        VectorRun run(*machine_);
        Matrix<T> around(Layout::col_major, s.n + s.gap, s.n, 0, 5);
        for (std::int64_t j = 0; j < s.n; ++j)
            for (std::int64_t i = 0; i < s.n; ++i) around(i, j) = a(i, j);
        const RegisterId A = run.matrix(around.data, around.rows, around.cols);
        const RegisterId of_x = run.vector(x);
        trsv(run.builder, s.uplo, s.op, s.diag, s.gap > 0 ? run.builder.window(A, 0, 0, s.n, s.n) : A, of_x,
             {.x_reversed = s.reversed, .blocking = blocking});
        run.run();
        return x;
    }

    /// The largest |b - op(A) x| over |op(A)| |x| + |b|, element by element, in eps.
    template <class T>
    static double backward_error(const Solve& s, const Matrix<T>& a, const HostVector<T>& b,
                                 const HostVector<T>& x) {
        double worst = 0;
        const auto place = [&](std::int64_t i) { return s.reversed ? s.n - 1 - i : i; };
        for (std::int64_t i = 0; i < s.n; ++i) {
            long double residual = b[place(i)], scale = std::fabs(b[place(i)]);
            for (std::int64_t j = 0; j < s.n; ++j) {
                const bool across = s.op != Op::none;
                const bool unit = i == j && s.diag == Diag::unit;
                if (!unit && !s.inside(across ? j : i, across ? i : j)) continue;
                const long double element = unit ? 1 : across ? a(j, i) : a(i, j);
                residual -= element * x[place(j)];
                scale += std::fabs(element * x[place(j)]);
            }
            const auto error = static_cast<double>(std::fabs(residual) / scale);
            worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
        }
        return worst / std::numeric_limits<T>::epsilon();
    }

    template <class T>
    static void check(const Solve& s, const std::optional<kernels::TrsvBlocking>& blocking) {
        const Matrix<T> a = triangle<T>(s, 3);
        const HostVector<T> b(s.n, s.inc, 4);
        HostVector<T> x = solved(s, a, b, blocking);
        EXPECT_LE(backward_error(s, a, b, x), 16) << s.text();
        for (std::int64_t i = 0; i < s.n; ++i) x[i] = b[i];
        EXPECT_EQ(x.matrix.data, b.matrix.data) << s.text() << ": wrote between elements of x";
    }

    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> RegisterTrsv::machine_;

TEST_F(RegisterTrsv, SolvesWithEveryTriangle) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const Op op : {Op::none, Op::trans})
            for (const Diag diag : {Diag::non_unit, Diag::unit})
                for (const Solve& s : {Solve{uplo, op, diag, 1}, Solve{uplo, op, diag, 13, 2, true},
                                       Solve{uplo, op, diag, 16, 1}, Solve{uplo, op, diag, 19, 3, false, 2},
                                       Solve{uplo, op, diag, 64, 1, true},
                                       Solve{uplo, op, diag, 171, 2, true, 3}, Solve{uplo, op, diag, 203}}) {
                    check<double>(s, kSmall);
                    check<float>(s, kSmall);
                    if (HasFailure()) return;
                }
}

TEST_F(RegisterTrsv, SolvesWithTheDefaultBlocking) {
    for (const Op op : {Op::none, Op::conj_trans})
        for (const std::int64_t n : {40, 500}) {
            check<double>({Uplo::lower, op, Diag::non_unit, n}, {});
            check<float>({Uplo::upper, op, Diag::unit, n, 1, true, 1}, {});
        }
}

}  // namespace
}  // namespace hg
