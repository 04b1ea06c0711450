#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/ldl/ldl_factors.hpp"
#include "lapack/ldl/ldl_call.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/system_error.hpp"

namespace hgctl {

/// A = X D X^T or X D X^H from the factors of an indefinite matrix, as LAPACK stores them: X D and X.
template <class T>
class LdlFactors {
  public:
    LdlFactors(bool hermitian, hg::Uplo uplo, const Factor<T>& A, const std::int64_t* ipiv)
        : n_(A.rows()), hermitian_(hermitian), x_(size()), xd_(size()) {
        complete_ = hg::kernels::find_ldl_steps(uplo == hg::Uplo::upper, n_, ipiv, steps_) == n_;
        for (std::size_t s = 0; s < steps_.size(); ++s) {
            const hg::kernels::LdlStep& step = steps_[s];
            const std::int64_t k = step.column, next = k + step.order - 1;
            for (std::int64_t j = k; j <= next; ++j) set_column(uplo, A, s, j);
            multiply(k, diagonal(A(k, k)), k, &xd_);
            if (step.order == 1) continue;
            const T below = uplo == hg::Uplo::lower ? A(next, k) : mirrored(A(k, next));
            multiply(next, diagonal(A(next, next)), next, &xd_);
            multiply(next, below, k, &xd_);
            multiply(k, mirrored(below), next, &xd_);
        }
    }

    /// False if the pivots are those of no factorization.
    [[nodiscard]] bool are_complete() const { return complete_; }
    [[nodiscard]] Factor<T> X() const { return matrix(x_); }
    [[nodiscard]] Factor<T> XD() const { return matrix(xd_); }
    [[nodiscard]] Factor<T> X_mirrored() const { return hermitian_ ? X().adjoint() : X().transpose(); }
    /// The formula of A.
    [[nodiscard]] ProductRule<T> product() const { return {.products = {{XD(), X_mirrored()}}}; }
    /// The first block of order 1, counted from 1, that is zero, in the order of the factorization; 0 if
    /// there is none.
    [[nodiscard]] std::int64_t first_zero(const Factor<T>& A) const {
        for (const hg::kernels::LdlStep& step : steps_)
            if (step.order == 1 && diagonal(A(step.column, step.column)) == T{0}) return step.column + 1;
        return 0;
    }

  private:
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(n_ * n_); }
    [[nodiscard]] StoredMatrix<T> matrix(const std::vector<T>& x) const {
        return {x.data(), n_, n_, std::max<std::int64_t>(1, n_)};
    }
    [[nodiscard]] T mirrored(T x) const {
        if constexpr (kIsComplex<T>)
            if (hermitian_) return std::conj(x);
        return x;
    }
    [[nodiscard]] T diagonal(T x) const { return hermitian_ ? T{std::real(x)} : x; }

    /// Column j of X: that of the triangle with its ones, after the interchanges of its step and of those
    /// before.
    void set_column(hg::Uplo uplo, const Factor<T>& A, std::size_t s, std::int64_t j) {
        const hg::kernels::LdlStep& own = steps_[s];
        T* const x = x_.data() + j * n_;
        const bool upper = uplo == hg::Uplo::upper;
        for (std::int64_t i = upper ? 0 : own.column + own.order; i < (upper ? own.column : n_); ++i)
            x[i] = A(i, j);
        x[j] = 1;
        for (std::size_t before = s + 1; before-- > 0;)
            std::swap(x[steps_[before].row], x[steps_[before].with]);
    }
    void multiply(std::int64_t from, T factor, std::int64_t to, std::vector<T>* xd) const {
        for (std::int64_t i = 0; i < n_; ++i)
            (*xd)[static_cast<std::size_t>(i + to * n_)] +=
                x_[static_cast<std::size_t>(i + from * n_)] * factor;
    }

    std::int64_t n_;
    bool hermitian_;
    std::vector<hg::kernels::LdlStep> steps_{};
    bool complete_ = false;
    std::vector<T> x_, xd_;
};

template <class Call, class T = typename Call::Element>
LdlFactors<T> ldl_factors(const Call& c, const Factor<T>& A) {
    return {kIsHermitian<Call>, c.uplo, A.as(triangle(c.uplo)), c.ipiv};
}

/// True if a row and column of a symmetric matrix is zero: then it has no factorization without a zero in D.
template <class T>
bool has_zero_row(const Factor<T>& A) {
    for (std::int64_t j = 0; j < A.cols(); ++j) {
        std::int64_t i = 0;
        while (i < A.rows() && A(i, j) == T{0}) ++i;
        if (i == A.rows()) return true;
    }
    return false;
}

/// A = X D X^T: |A - X D X^T| <= 3 eps sqrt(n + 2) |X D| |X| in Frobenius norms; info is the first zero of D
template <class Call, class T = typename Call::Element>
Verdict ldl_verdict(const Call& c, const Operands<T>& was, const Operands<T>& now, std::int64_t info) {
    const LdlFactors<T> factors = ldl_factors(c, now("A"));
    if (!factors.are_complete()) return {0, "ipiv holds no interchanges of a factorization"};
    Verdict verdict{product_error<T>(factors.product(), was("A"), was("A"))};
    verdict.fault = info_fault(info, factors.first_zero(now("A").as(triangle(c.uplo))));
    if (info == 0 && has_zero_row(was("A"))) verdict.fault = "info is 0 for a singular matrix";
    return verdict;
}

template <class T, hg::Symmetry kSymmetry>
Verdict verdict_of(const hg::SytrfCall<T, kSymmetry>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    return ldl_verdict(c, was, now, info);
}

template <class T, hg::Symmetry kSymmetry>
double estimate_of(const hg::SytrfCall<T, kSymmetry>& c, const Operands<T>& was, const Operands<T>& now) {
    const LdlFactors<T> factors = ldl_factors(c, now("A"));
    return factors_error_estimate<T>(was("A"), factors.XD(), factors.X_mirrored());
}

/// A X = B by the factors of A, which take A's place; B stays as it is if D has a zero
template <class T, hg::Symmetry kSymmetry>
Verdict verdict_of(const hg::SysvCall<T, kSymmetry>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    Verdict verdict = ldl_verdict(c, was, now, info);
    if (info == 0) verdict.error = std::max(verdict.error, system_error(was("A"), now("B"), was("B")));
    if (info != 0 && verdict.fault.empty()) verdict.fault = change_fault(was("B"), now("B"), "B");
    return verdict;
}

template <class T, hg::Symmetry kSymmetry>
double estimate_of(const hg::SysvCall<T, kSymmetry>& /*call*/, const Operands<T>& was,
                   const Operands<T>& now) {
    return system_error_estimate(was("A"), now("B"), was("B"));
}

/// A X = B by the factors of A
template <class T, hg::Symmetry kSymmetry>
Verdict verdict_of(const hg::SytrsCall<T, kSymmetry>& c, const Operands<T>& was, const Operands<T>& now,
                   std::int64_t info) {
    if (c.nrhs == 0) return {0, info_fault(info, 0)};
    const LdlFactors<T> factors = ldl_factors(c, was("A"));
    return {factored_system_error<T>(factors.XD(), factors.X_mirrored(), now("B"), was("B")),
            info_fault(info, 0)};
}

template <class T, hg::Symmetry kSymmetry>
double estimate_of(const hg::SytrsCall<T, kSymmetry>& c, const Operands<T>& was, const Operands<T>& now) {
    const LdlFactors<T> factors = ldl_factors(c, was("A"));
    return factored_system_error_estimate<T>(factors.XD(), factors.X_mirrored(), now("B"), was("B"));
}

}  // namespace hgctl
