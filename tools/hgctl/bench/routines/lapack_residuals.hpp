#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "lapack/cholesky/potrf_call.hpp"
#include "lapack/inverse/potri_call.hpp"
#include "lapack/lu/getrf_call.hpp"
#include "lapack/qr/geqrf_call.hpp"
#include "lapack/refine/dsgesv_call.hpp"
#include "lapack/refine/dsposv_call.hpp"
#include "lapack/solve/gels_call.hpp"
#include "lapack/solve/gesv_call.hpp"
#include "lapack/solve/getrs_call.hpp"
#include "lapack/solve/posv_call.hpp"
#include "tools/hgctl/bench/routines/row_bench.hpp"
#include "tools/workload/rule/known_matrix.hpp"
#include "tools/workload/rule/reflectors.hpp"
#include "tools/workload/rule/residual.hpp"

namespace hgctl {

// residual_of(call, was): how far the result of a large factorization or solve is from what it must be, after HPL and from O(n^2)
// work; below kGoodResidual is good. `was` has the matrices before the call.

/// A matrix in other words: element(i, j) is its element.
template <class T, class Element>
struct DerivedMatrix {
    std::int64_t rows, cols;
    Element element;

    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const noexcept { return element(i, j); }
};
template <class T, class Element>
DerivedMatrix<T, Element> derived(const KnownMatrix<T>& A, const Element& element) {
    return {A.rows, A.cols, element};
}

/// The hermitian matrix, symmetric if it is real, of which one triangle of A counts.
template <class T>
auto hermitian_of(const KnownMatrix<T>& A, hg::Uplo uplo) {
    const bool upper = uplo == hg::Uplo::upper;
    return derived(A, [=](std::int64_t i, std::int64_t j) -> T {
        if (i == j) return std::real(A(i, i));
        return upper == (i < j) ? A(i, j) : conjugate_of(A(j, i));
    });
}

/// Of A X = B: of one random combination of all columns.
template <class T, class Matrix>
double system_residual(const Matrix& A, const StoredMatrix<T>& X, const KnownMatrix<T>& B) {
    const std::vector<Wide<T>> z = random_signs<T>(X.cols);
    return scaled_residual<T>(A, multiply<T>(X, z).values, multiply<T>(B, z).values);
}

/// Of a square A, that of a system that is solved with the factors. Else A z is to be P L U z, for a random z.
template <class T>
double residual_of(const hg::GetrfCall<T>& c, const KnownOperands<T>& was) {
    if (c.m == c.n) {
        std::vector<T> x(static_cast<std::size_t>(c.n));
        RandomElements<T>{2}.copy_to(x.data(), c.n);
        const std::vector<Wide<T>> b(x.begin(), x.end());
        solve_with_factors(c.A, c.n, c.lda, c.ipiv, x);
        return scaled_residual<T>(was.A, {x.begin(), x.end()}, b);
    }
    const std::int64_t k = c.order();
    const std::vector<Wide<T>> z = random_signs<T>(c.n);
    const StoredMatrix<T> upper{c.A, k, c.n, c.lda, Part::upper}, lower{c.A, c.m, k, c.lda, Part::unit_lower};
    std::vector<Wide<T>> product = multiply<T>(lower, multiply<T>(upper, z).values).values;
    for (std::int64_t i = k - 1; i >= 0; --i)
        std::swap(product[static_cast<std::size_t>(i)], product[static_cast<std::size_t>(c.ipiv[i] - 1)]);
    return scaled_residual<T>(was.A, z, product);
}

template <class T>
double residual_of(const hg::GetrsCall<T>& c, const KnownOperands<T>& was) {
    const KnownMatrix<T>& A = was.A;
    const auto op_of_a = derived(A, [&A, op = c.op](std::int64_t i, std::int64_t j) -> T {
        if (op == hg::Op::none) return A(i, j);
        return op == hg::Op::trans ? A(j, i) : conjugate_of(A(j, i));
    });
    return system_residual<T>(op_of_a, {c.B, c.n, c.nrhs, c.ldb}, was.B);
}

template <class T>
double residual_of(const hg::GesvCall<T>& c, const KnownOperands<T>& was) {
    return system_residual<T>(was.A, {c.B, c.n, c.nrhs, c.ldb}, was.B);
}
template <class T>
double residual_of(const hg::MixedGesvCall<T>& c, const KnownOperands<T>& was) {
    return system_residual<T>(was.A, {c.X, c.n, c.nrhs, c.ldx}, was.B);
}

/// A z is to be L L^H z, for a random z.
template <class T>
double residual_of(const hg::PotrfCall<T>& c, const KnownOperands<T>& was) {
    const StoredMatrix<T> factor{c.A, c.n, c.n, c.lda, triangle(c.uplo)};
    const StoredMatrix<T> lower = c.uplo == hg::Uplo::upper ? factor.adjoint() : factor;
    const std::vector<Wide<T>> z = random_signs<T>(c.n);
    return scaled_residual<T>(hermitian_of(was.A, c.uplo), z,
                              multiply<T>(lower, multiply<T>(lower.adjoint(), z).values).values);
}

template <class T>
double residual_of(const hg::PosvCall<T>& c, const KnownOperands<T>& was) {
    return system_residual<T>(hermitian_of(was.A, c.uplo), {c.B, c.n, c.nrhs, c.ldb}, was.B);
}
template <class T>
double residual_of(const hg::MixedPosvCall<T>& c, const KnownOperands<T>& was) {
    return system_residual<T>(hermitian_of(was.A, c.uplo), {c.X, c.n, c.nrhs, c.ldx}, was.B);
}

/// L (L^H X z) is to be z, for a random z and L the factor before the call.
template <class T>
double residual_of(const hg::PotriCall<T>& c, const KnownOperands<T>& was) {
    const KnownMatrix<T>& A = was.A;
    const bool upper = c.uplo == hg::Uplo::upper;
    const auto factor = [&](bool adjoint) {
        return derived(A, [&A, upper, adjoint](std::int64_t i, std::int64_t j) -> T {
            if (i != j && (i < j) != adjoint) return T{0};
            return upper == adjoint ? A(i, j) : conjugate_of(A(j, i));
        });
    };
    const StoredMatrix<T> inverse{c.A, c.n, c.n, c.lda, hermitian(c.uplo)};
    const std::vector<Wide<T>> z = random_signs<T>(c.n);
    return scaled_residual<T>(factor(false), multiply<T>(factor(true), multiply<T>(inverse, z).values).values,
                              z);
}

/// A z is to be Q R z, for a random z.
template <class T>
double residual_of(const hg::GeqrfCall<T>& c, const KnownOperands<T>& was) {
    const std::int64_t k = c.order();
    const std::vector<Wide<T>> z = random_signs<T>(c.n);
    std::vector<Wide<T>> product = multiply<T>(StoredMatrix<T>{c.A, k, c.n, c.lda, Part::upper}, z).values;
    product.resize(static_cast<std::size_t>(c.m));
    Reflectors<T>{c.A, c.m, k, c.lda, c.tau}.multiply(product.data());
    return backward_error<T>(was.A, z, product) / static_cast<double>(std::max(c.m, c.n));
}

/// Of one random combination of all columns.
template <class T>
double residual_of(const hg::GelsCall<T>& c, const KnownOperands<T>& was) {
    const SeededMatrix<T> A{{was.A.seed}, c.m, c.n, c.m}, B{{was.B.seed}, c.m, c.nrhs, c.ldb};
    const std::vector<Wide<T>> z = random_signs<T>(c.nrhs);
    const std::vector<Wide<T>> x = multiply<T>(StoredMatrix<T>{c.B, c.n, c.nrhs, c.ldb}, z).values;
    const std::vector<Wide<T>> b = multiply<T>(B, z).values;
    const Product<T> product = multiply<T>(A, x);
    const double error = c.m < c.n ? backward_error(product, x, b) : least_squares_error(A, product, x, b);
    return error / static_cast<double>(std::max(c.m, c.n));
}

}  // namespace hgctl
