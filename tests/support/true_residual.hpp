#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <hg/sparse/solver_options.hpp>
#include <hg/sparse/sparse_matrix.hpp>

/// What solvers say of their solutions, beside long double arithmetic, whose range is beyond squares of
/// double precision.
namespace hg::test {

/// |b - A x| / |b|, and what rounding in long double may make of it.
struct TrueResidual {
    long double value = 0, rounding = 0;
};

template <Element T>
TrueResidual true_residual(const SparseMatrix<T>& A, const std::vector<T>& b, const std::vector<T>& x) {
    using Long = std::complex<long double>;
    const auto number = [](T element) {
        return Long(static_cast<long double>(std::real(element)),
                    static_cast<long double>(std::imag(element)));
    };
    long double square = 0, of_b = 0, of_terms = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        Long r = number(b[i]);
        long double terms = std::abs(r);
        for (auto k = static_cast<std::size_t>(A.row_start()[i]);
             k < static_cast<std::size_t>(A.row_start()[i + 1]); ++k) {
            const Long term = number(A.values()[k]) * number(x[static_cast<std::size_t>(A.columns()[k])]);
            r -= term;
            terms += std::abs(term);
        }
        square += std::norm(r);
        of_terms += terms * terms;
        of_b += std::norm(number(b[i]));
    }
    constexpr long double kRoundings = 16 * std::numeric_limits<long double>::epsilon();
    return {std::sqrt(square / of_b), kRoundings * std::sqrt(of_terms / of_b)};
}

/// Expects that a report tells the truth: it has converged if the true residual is within a tenth of the
/// tolerance, and not otherwise.
template <Element T>
void expect_truth(const SolveReport& report, const SolverOptions& options, const SparseMatrix<T>& A,
                  const std::vector<T>& b, const std::vector<T>& x, const std::string& what) {
    const TrueResidual residual = true_residual(A, b, x);
    const std::string told = what + ": " + std::string(name(report.reason)) + " after " +
                             std::to_string(report.iterations) + ", residual " +
                             std::to_string(std::log10(residual.value)) + " (log10), not " +
                             std::to_string(std::log10(report.residual));
    EXPECT_EQ(std::ssize(report.history), report.iterations + 1) << told;
    EXPECT_LE(report.iterations, options.most_iterations) << told;
    if (!std::isfinite(residual.value)) {
        EXPECT_EQ(report.reason, StopReason::breakdown) << told;
        return;
    }
    EXPECT_LE(std::abs(residual.value - report.residual), 1e-6L * residual.value + residual.rounding) << told;
    if (report.reason == StopReason::converged) {
        EXPECT_LE(residual.value, 1.1L * options.tolerance + residual.rounding) << told;
    } else {
        EXPECT_GT(residual.value + residual.rounding, options.tolerance) << told;
    }
}

}  // namespace hg::test
