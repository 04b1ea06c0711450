// Systems measured in any unit: powers of two change no bit of a solver's result but exponents.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/sanitized.hpp"
#include "support/solver_samples.hpp"
#include "support/true_residual.hpp"
#include <hg/sparse/solvers.hpp>

namespace hg {
namespace {

using namespace test;

template <Element T>
T times_power(T x, int exponent) {
    if constexpr (RealElement<T>)
        return std::ldexp(x, exponent);
    else
        return {std::ldexp(x.real(), exponent), std::ldexp(x.imag(), exponent)};
}

template <Element T>
std::vector<T> times_power(std::span<const T> x, int exponent) {
    std::vector<T> made;
    for (const T element : x) made.push_back(times_power(element, exponent));
    return made;
}

template <Element T>
SparseMatrix<T> times_power(const SparseMatrix<T>& A, int exponent) {
    const std::vector<std::int32_t> start(A.row_start().begin(), A.row_start().end());
    const std::vector<T> value = times_power(A.values(), exponent);
    return SparseMatrix<T>::from_csr(A.rows(), A.cols(), start, A.columns(), value);
}

template <class T>
class SolveScaled : public testing::Test {
  protected:
    static constexpr bool kIsSingle = std::is_same_v<RealOf<T>, float>;
    static constexpr int kMost = std::numeric_limits<RealOf<T>>::max_exponent;  ///< 2^kMost is infinite
    static constexpr double kTolerance = kIsSingle ? 1e-5 : 1e-10;

    const SparseMatrix<T> A_ = definite_matrix<T>();
    const std::vector<T> b_ = some_vector<T>(A_.rows());

    SolveReport solve(decltype(&solve_cg<T>) method, const SparseMatrix<T>& A, const std::vector<T>& b,
                      std::vector<T>& x, SolverOptions options = {}) {
        options.tolerance = kTolerance;
        x.resize(b.size());
        SolveReport report = method(A, b, x, options, &solving_session(2));
        if (!b.empty()) expect_truth(report, options, A, b, x, "scaled");
        return report;
    }
};
using ScaledTypes = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(SolveScaled, ScaledTypes);

TYPED_TEST(SolveScaled, PowersOfTwoChangeNoBits) {
    using T = TypeParam;
    // Elements of b are below 4, those of A below 8.
    const int most = this->kMost - 3;
    const std::pair<int, int> scales[] = {{0, -most / 2},       {0, -most * 4 / 5},   {0, most / 2},
                                          {0, most - 5},        {most * 4 / 5, 0},    {-most * 4 / 5, 0},
                                          {most - 1, most - 1}, {-most / 2, most / 3}};
    for (const auto& [name, method] : kSolvers<TypeParam>)
        for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::jacobi}) {
            const SolverOptions options{.preconditioner = preconditioner, .restart = 12};
            std::vector<T> plain, scaled;
            const SolveReport report = this->solve(method, this->A_, this->b_, plain, options);
            EXPECT_EQ(report.reason, StopReason::converged) << name;
            for (std::size_t i = 0; i < std::size(scales); i += kIsSanitized ? 3 : 1) {
                const auto [of_A, of_b] = scales[i];
                const std::string what =
                    std::string(name) + ", A 2^" + std::to_string(of_A) + ", b 2^" + std::to_string(of_b);
                const SolveReport of_scaled =
                    this->solve(method, times_power(this->A_, of_A),
                                times_power(std::span<const T>(this->b_), of_b), scaled, options);
                EXPECT_EQ(of_scaled.reason, StopReason::converged) << what;
                EXPECT_EQ(of_scaled.history, report.history) << what;
                EXPECT_EQ(of_scaled.residual, report.residual) << what;
                EXPECT_EQ(scaled, times_power(std::span<const T>(plain), of_b - of_A)) << what;
            }
        }
}

TYPED_TEST(SolveScaled, SubnormalNumbersAreNumbers) {
    using T = TypeParam;
    using Part = RealOf<T>;
    // x is normal, A and b are not.
    const std::vector<T> diagonal(20, T(std::numeric_limits<Part>::denorm_min() * 8));
    std::vector<T> b(20, T(std::numeric_limits<Part>::denorm_min() * 24)), x;
    b[4] = T(std::numeric_limits<Part>::denorm_min());
    for (const auto& [name, method] : kSolvers<TypeParam>) {
        EXPECT_EQ(this->solve(method, diagonal_matrix(diagonal), b, x).reason, StopReason::converged) << name;
        EXPECT_NEAR(std::real(x[0]), 3, 1e-4) << name;
        EXPECT_NEAR(std::real(x[4]), 0.125, 1e-4) << name;
    }
}

TYPED_TEST(SolveScaled, AFirstGuessMayBeFarAway) {
    using T = TypeParam;
    for (const auto& [name, method] : kSolvers<TypeParam>)
        for (const int exponent : {this->kMost - 2, 2 - this->kMost}) {
            std::vector<T> x(this->b_.size(), times_power(T(1), exponent));
            const SolverOptions options{.most_iterations = 10000, .restart = 12, .starts_from_x = true};
            EXPECT_EQ(this->solve(method, this->A_, this->b_, x, options).reason, StopReason::converged)
                << name << ", x0 2^" << exponent;
        }
}

TYPED_TEST(SolveScaled, AnXBeyondItsTypeIsToldOf) {
    using T = TypeParam;
    const int far = this->kMost * 2 / 3;
    for (const auto& [name, method] : kSolvers<TypeParam>) {
        std::vector<T> x;
        const std::vector<T> large = times_power(std::span<const T>(this->b_), far),
                             small = times_power(std::span<const T>(this->b_), -far);
        SolveReport report = this->solve(method, times_power(this->A_, -far), large, x);
        EXPECT_EQ(report.reason, StopReason::breakdown) << name;
        EXPECT_FALSE(std::isfinite(report.residual)) << name;
        report = this->solve(method, times_power(this->A_, far), small, x);
        EXPECT_EQ(report.reason, StopReason::stagnated) << name;
        EXPECT_EQ(report.residual, 1) << name;
        EXPECT_EQ(x, std::vector<T>(x.size())) << name;
    }
}

}  // namespace
}  // namespace hg
