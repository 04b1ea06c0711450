#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>

/// x, or its conjugate if that is wanted and x is complex.
template <class T>
T conjugate_if(bool wanted, T x) {
    if constexpr (std::is_arithmetic_v<T>)
        return x;
    else
        return wanted ? std::conj(x) : x;
}

/// c := product + beta c
template <class T>
void update(T product, T beta, T& c) {
    c = beta != T{0} ? product + beta * c : product;
}

/// cuBLAS's numbers of operations.
constexpr int kNone = 0;
constexpr int kConjTrans = 2;

/// C := alpha op(A) op(B) + beta C by plain loops, column-major.
template <class T>
void plain_gemm(int op_a, int op_b, std::size_t m, std::size_t n, std::size_t k, T alpha, const T* a,
                std::size_t lda, const T* b, std::size_t ldb, T beta, T* c, std::size_t ldc) {
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < m; ++i) {
            T sum = 0;
            for (std::size_t p = 0; p < k; ++p)
                sum += conjugate_if(op_a == kConjTrans, op_a != kNone ? a[p + i * lda] : a[i + p * lda]) *
                       conjugate_if(op_b == kConjTrans, op_b != kNone ? b[j + p * ldb] : b[p + j * ldb]);
            update(alpha * sum, beta, c[i + j * ldc]);
        }
}

/// Element (i, j) of a symmetric or hermitian matrix with its lower triangle stored.
template <class T>
T symmetric(bool hermitian, const T* a, std::size_t lda, std::size_t i, std::size_t j) {
    if (hermitian && i == j) return std::real(a[i + i * lda]);
    return i >= j ? a[i + j * lda] : conjugate_if(hermitian, a[j + i * lda]);
}

/// C := alpha A B + beta C with A symmetric or hermitian.
template <class T>
void plain_symm(bool hermitian, std::size_t m, std::size_t n, T alpha, const T* a, std::size_t lda,
                const T* b, std::size_t ldb, T beta, T* c, std::size_t ldc) {
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < m; ++i) {
            T sum = 0;
            for (std::size_t p = 0; p < m; ++p) sum += symmetric(hermitian, a, lda, i, p) * b[p + j * ldb];
            update(alpha * sum, beta, c[i + j * ldc]);
        }
}

/// C := alpha (A B^T + B A^T) + beta C in the lower triangle; C := alpha A A^T + beta C if b is null. With
/// conjugates, and real numbers on the diagonal, if C is hermitian.
template <class T>
void plain_syr2k(bool hermitian, std::size_t n, std::size_t k, T alpha, const T* a, std::size_t lda,
                 const T* b, std::size_t ldb, T beta, T* c, std::size_t ldc) {
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = j; i < n; ++i) {
            T sum = 0;
            for (std::size_t p = 0; p < k; ++p) {
                const T right = conjugate_if(hermitian, a[j + p * lda]);
                sum += b == nullptr ? a[i + p * lda] * right
                                    : a[i + p * lda] * conjugate_if(hermitian, b[j + p * ldb]) +
                                          b[i + p * ldb] * right;
            }
            update(alpha * sum, beta, c[i + j * ldc]);
            if (hermitian && i == j) c[i + i * ldc] = std::real(c[i + i * ldc]);
        }
}

/// C := alpha L B with L m x m lower triangular; C may be B.
template <class T>
void plain_trmm(std::size_t m, std::size_t n, T alpha, const T* a, std::size_t lda, const T* b,
                std::size_t ldb, T* c, std::size_t ldc) {
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = m; i-- > 0;) {
            T sum = 0;
            for (std::size_t p = 0; p <= i; ++p) sum += a[i + p * lda] * b[p + j * ldb];
            c[i + j * ldc] = alpha * sum;
        }
}

/// B := L^-1 B with L m x m lower triangular.
template <class T>
void plain_trsm(std::size_t m, std::size_t n, T alpha, const T* a, std::size_t lda, T* b, std::size_t ldb) {
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < m; ++i) {
            T rest = alpha * b[i + j * ldb];
            for (std::size_t p = 0; p < i; ++p) rest -= a[i + p * lda] * b[p + j * ldb];
            b[i + j * ldb] = rest / a[i + i * lda];
        }
}

/// A = P L U with partial pivoting.
template <class T>
int plain_getrf(std::size_t m, std::size_t n, T* a, std::size_t lda, int* ipiv) {
    for (std::size_t k = 0; k < std::min(m, n); ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k; i < m; ++i)
            if (std::abs(a[i + k * lda]) > std::abs(a[pivot + k * lda])) pivot = i;
        ipiv[k] = static_cast<int>(pivot) + 1;
        if (a[pivot + k * lda] == T{0}) return static_cast<int>(k) + 1;
        for (std::size_t j = 0; j < n; ++j) std::swap(a[k + j * lda], a[pivot + j * lda]);
        for (std::size_t i = k + 1; i < m; ++i) {
            a[i + k * lda] /= a[k + k * lda];
            for (std::size_t j = k + 1; j < n; ++j) a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
        }
    }
    return 0;
}

/// Solves A X = B with the factors of plain_getrf().
template <class T>
void plain_getrs(std::size_t n, std::size_t nrhs, const T* a, std::size_t lda, const int* ipiv, T* b,
                 std::size_t ldb) {
    for (std::size_t j = 0; j < nrhs; ++j) {
        T* x = b + j * ldb;
        for (std::size_t i = 0; i < n; ++i) std::swap(x[i], x[static_cast<std::size_t>(ipiv[i]) - 1]);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t p = 0; p < i; ++p) x[i] -= a[i + p * lda] * x[p];
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t p = i + 1; p < n; ++p) x[i] -= a[i + p * lda] * x[p];
            x[i] /= a[i + i * lda];
        }
    }
}

/// A = L L^H in the lower triangle, or A = U^H U in the upper one, whose U^T is what L is for A^T.
template <class T>
int plain_potrf(bool upper, std::size_t n, T* a, std::size_t lda) {
    const auto x = [&](std::size_t i, std::size_t j) -> T& {
        return upper ? a[j + i * lda] : a[i + j * lda];
    };
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t p = 0; p < k; ++p)
            for (std::size_t i = k; i < n; ++i) x(i, k) -= x(i, p) * conjugate_if(true, x(k, p));
        const auto pivot = std::real(x(k, k));
        if (!(pivot > 0)) return static_cast<int>(k) + 1;
        x(k, k) = std::sqrt(pivot);
        for (std::size_t i = k + 1; i < n; ++i) x(i, k) /= x(k, k);
    }
    return 0;
}

/// A = Q R with Q = H_0 H_1 ..., H_k = I - tau[k] v v^H. The first k elements of v are 0, the next one is 1,
/// the others stand below R.
template <class T>
void plain_geqrf(std::size_t m, std::size_t n, T* a, std::size_t lda, T* tau) {
    for (std::size_t k = 0; k < std::min(m, n); ++k) {
        T* const v = a + k * lda;
        auto below = std::abs(T{0});
        for (std::size_t i = k + 1; i < m; ++i) below += std::abs(v[i]) * std::abs(v[i]);
        tau[k] = 0;
        if (below == 0 && v[k] == T{std::real(v[k])}) continue;
        const auto beta = -std::copysign(std::sqrt(std::abs(v[k]) * std::abs(v[k]) + below), std::real(v[k]));
        tau[k] = (beta - v[k]) / beta;
        for (std::size_t i = k + 1; i < m; ++i) v[i] /= v[k] - beta;
        v[k] = beta;
        for (std::size_t j = k + 1; j < n; ++j) {
            T* const x = a + j * lda;
            T product = x[k];
            for (std::size_t i = k + 1; i < m; ++i) product += conjugate_if(true, v[i]) * x[i];
            product *= conjugate_if(true, tau[k]);
            x[k] -= product;
            for (std::size_t i = k + 1; i < m; ++i) x[i] -= product * v[i];
        }
    }
}
