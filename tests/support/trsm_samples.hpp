#pragma once

#include <cblas.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/gemm_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/types.hpp>

/// Triangular solves, an oracle for them and their bounds.
namespace hg::test {

struct TrsmCase {
    Side side = Side::left;
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
};

/// All 16; conj_trans stands in for trans in every second one, which is the same for real types.
inline std::vector<TrsmCase> all_trsm_cases() {
    std::vector<TrsmCase> cases;
    for (Side side : {Side::left, Side::right})
        for (Uplo uplo : {Uplo::lower, Uplo::upper})
            for (Op op : {Op::none, side == Side::left ? Op::trans : Op::conj_trans})
                for (Diag diag : {Diag::non_unit, Diag::unit}) cases.push_back({side, uplo, op, diag});
    return cases;
}

/// One TRSM call with its matrices.
template <class T>
struct TrsmSample : TrsmCase {
    Layout layout = Layout::col_major;
    std::int64_t m = 0, n = 0;
    T alpha = T{1};
    std::int64_t gap = 0;
    unsigned seed = 1;

    [[nodiscard]] std::int64_t order() const { return side == Side::left ? m : n; }

    /// A well-conditioned triangle; NaN in the other one, and on a diagonal of ones.
    [[nodiscard]] Matrix<T> make_a() const {
        const std::int64_t k = order();
        Matrix<T> a(layout, k, k, gap, seed);
        const T scale = T{1} / static_cast<T>(k);
        for (std::int64_t j = 0; j < k; ++j)
            for (std::int64_t i = 0; i < k; ++i)
                if (i == j)
                    a(i, j) = diag == Diag::unit ? std::numeric_limits<T>::quiet_NaN() : T{1} + a(i, j) / 2;
                else if ((i > j) == (uplo == Uplo::lower))
                    a(i, j) *= scale;
                else
                    a(i, j) = std::numeric_limits<T>::quiet_NaN();
        return a;
    }
    [[nodiscard]] Matrix<T> make_b() const { return Matrix<T>(layout, m, n, gap, seed + 1); }

    [[nodiscard]] std::string text() const {
        return std::string(sizeof(T) == 8 ? "dtrsm " : "strsm ") + static_cast<char>(layout) +
               static_cast<char>(side) + static_cast<char>(uplo) + static_cast<char>(op) +
               static_cast<char>(diag) + " m=" + std::to_string(m) + " n=" + std::to_string(n) +
               " alpha=" + std::to_string(alpha) + " gap=" + std::to_string(gap);
    }
};

/// op(A) of a sample, whole, with zeros and ones where they belong.
template <class T>
Matrix<T> op_of(const TrsmSample<T>& s, const Matrix<T>& a) {
    const std::int64_t k = s.order();
    Matrix<T> full(Layout::col_major, k, k, 0, 1);
    for (std::int64_t j = 0; j < k; ++j)
        for (std::int64_t i = 0; i < k; ++i) {
            const std::int64_t row = s.op == Op::none ? i : j;
            const std::int64_t col = s.op == Op::none ? j : i;
            if (row == col)
                full(i, j) = s.diag == Diag::unit ? T{1} : a(row, col);
            else
                full(i, j) = (row > col) == (s.uplo == Uplo::lower) ? a(row, col) : T{0};
        }
    return full;
}

/// The solution by the CPU's BLAS.
template <class T>
Matrix<T> solved_by_blas(const TrsmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b) {
    Matrix<T> x = b;
    const auto call = [&](auto trsm) {
        trsm(s.layout == Layout::col_major ? CblasColMajor : CblasRowMajor,
             s.side == Side::left ? CblasLeft : CblasRight, s.uplo == Uplo::lower ? CblasLower : CblasUpper,
             s.op == Op::none ? CblasNoTrans : CblasTrans, s.diag == Diag::unit ? CblasUnit : CblasNonUnit,
             static_cast<int>(s.m), static_cast<int>(s.n), s.alpha, a.data.data(), static_cast<int>(a.ld),
             x.data.data(), static_cast<int>(x.ld));
    };
    if constexpr (sizeof(T) == sizeof(double))
        call(cblas_dtrsm);
    else
        call(cblas_strsm);
    return x;
}

/// The largest |alpha B - op(A) X| / (|op(A)| |X|) of a column of X (a row for Side::right), in the largest
/// norm, in units of eps.
template <class T>
double backward_error(const TrsmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b, const Matrix<T>& x) {
    const Matrix<T> full = op_of(s, a);
    const std::int64_t k = s.order();
    const bool left = s.side == Side::left;
    long double norm = 0;
    for (std::int64_t i = 0; i < k; ++i) {
        long double sum = 0;
        for (std::int64_t p = 0; p < k; ++p) sum += std::fabs(left ? full(i, p) : full(p, i));
        norm = std::max(norm, sum);
    }
    double worst = 0;
    for (std::int64_t line = 0; line < (left ? s.n : s.m); ++line) {
        long double residual = 0, largest = 0;
        for (std::int64_t i = 0; i < k; ++i) {
            long double sum = static_cast<long double>(s.alpha) * (left ? b(i, line) : b(line, i));
            for (std::int64_t p = 0; p < k; ++p)
                sum -= static_cast<long double>(left ? full(i, p) : full(p, i)) *
                       (left ? x(p, line) : x(line, p));
            residual = std::max(residual, std::isnan(sum) ? HUGE_VALL : std::fabs(sum));
            largest = std::max(largest, static_cast<long double>(std::fabs(left ? x(i, line) : x(line, i))));
        }
        const auto error = static_cast<double>(residual / (norm * largest));
        if (residual > 0) worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
    }
    return worst / std::numeric_limits<T>::epsilon();
}

/// Whether X solves with a backward error of at most 10 times that of the CPU's BLAS (and of 10 eps where
/// that one is luckier), and its gaps are as they were.
template <class T>
testing::AssertionResult trsm_is_right(const TrsmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b,
                                       const Matrix<T>& x) {
    const double error = backward_error(s, a, b, x);
    const double bound = 10 * std::max(1.0, backward_error(s, a, b, solved_by_blas(s, a, b)));
    if (!(error <= bound))
        return testing::AssertionFailure()
               << s.text() << ": backward error " << error << " eps above its bound " << bound;
    if (!x.gaps_untouched()) return testing::AssertionFailure() << s.text() << ": wrote between rows and ldb";
    return testing::AssertionSuccess();
}

}  // namespace hg::test
