#include "kernels/cpu/plain_blas.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "kernels/lu/lu_host.hpp"

namespace hg::kernels {
namespace {

using Index = std::ptrdiff_t;

/// A column-major matrix, or its transpose.
template <class T>
struct Matrix {
    Matrix(T* elements, Index leading_dimension, bool transposed = false)
        : data(elements),
          row_step(transposed ? leading_dimension : 1),
          col_step(transposed ? 1 : leading_dimension) {}

    [[nodiscard]] T& operator()(Index i, Index j) const noexcept { return data[i * row_step + j * col_step]; }

    T* data;
    Index row_step, col_step;
};

/// A letter of BLAS in upper case.
char upper_case(const char* letter) {
    return *letter >= 'a' && *letter <= 'z' ? static_cast<char>(*letter - 'a' + 'A') : *letter;
}

bool is_one_of(const char* letter, std::string_view letters) {
    return letters.find(upper_case(letter)) != std::string_view::npos;
}

/// An argument by its number, and whether it is right.
struct Argument {
    int number;
    bool right;
};

/// The number of the first wrong argument, told to the process's xerbla_; 0 if all are right.
template <class T>
int wrong_argument(std::string_view name, std::initializer_list<Argument> arguments) {
    const auto* wrong = std::find_if(arguments.begin(), arguments.end(), [](Argument a) { return !a.right; });
    if (wrong == arguments.end()) return 0;
    using Xerbla = void(const char*, const int*, std::size_t);
    const std::string routine = (std::is_same_v<T, double> ? "D" : "S") + std::string(name);
    if (void* xerbla = dlsym(RTLD_DEFAULT, "xerbla_"))
        reinterpret_cast<Xerbla*>(xerbla)(routine.c_str(), &wrong->number, routine.size());
    return wrong->number;
}

template <class T>
void scale(Index m, Index n, T factor, const Matrix<T>& x) {
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < m; ++i) x(i, j) = factor == T{0} ? T{0} : factor * x(i, j);
}

constexpr Index kRows = 128;  ///< of a block of A, which stays in the first cache
constexpr Index kDepth = 32;

/// c := c + block b for one column of each.
template <class T>
void add_columns(Index m, Index k, const std::array<T, kRows * kDepth>& block, const std::array<T, kDepth>& b,
                 T* c) {
    Index p = 0;
    for (; p + 4 <= k; p += 4) {
        const T* a = block.data() + p * kRows;
        for (Index i = 0; i < m; ++i)
            c[i] +=
                (a[i] * b[static_cast<std::size_t>(p)] + a[i + kRows] * b[static_cast<std::size_t>(p + 1)]) +
                (a[i + 2 * kRows] * b[static_cast<std::size_t>(p + 2)] +
                 a[i + 3 * kRows] * b[static_cast<std::size_t>(p + 3)]);
    }
    for (; p < k; ++p)
        for (Index i = 0; i < m; ++i)
            c[i] += block[static_cast<std::size_t>(p * kRows + i)] * b[static_cast<std::size_t>(p)];
}

/// C := C + alpha A B, by blocks of A.
template <class T>
void add_product(Index m, Index n, Index k, T alpha, const Matrix<const T>& a, const Matrix<const T>& b, T* c,
                 Index ldc) {
    std::array<T, kRows * kDepth> block{};
    std::array<T, kDepth> column{};
    for (Index i = 0; i < m; i += kRows)
        for (Index p = 0; p < k; p += kDepth) {
            const Index rows = std::min(kRows, m - i);
            const Index depth = std::min(kDepth, k - p);
            for (Index q = 0; q < depth; ++q)
                for (Index r = 0; r < rows; ++r)
                    block[static_cast<std::size_t>(q * kRows + r)] = a(i + r, p + q);
            for (Index j = 0; j < n; ++j) {
                for (Index q = 0; q < depth; ++q) column[static_cast<std::size_t>(q)] = alpha * b(p + q, j);
                add_columns(rows, depth, block, column, c + i + j * ldc);
            }
        }
}

template <class T>
void gemm(const char* transa, const char* transb, const int* m, const int* n, const int* k, const T* alpha,
          const T* a, const int* lda, const T* b, const int* ldb, const T* beta, T* c, const int* ldc,
          std::size_t /*length*/, std::size_t /*length*/) {
    const bool trans_a = upper_case(transa) != 'N';
    const bool trans_b = upper_case(transb) != 'N';
    if (wrong_argument<T>("GEMM ", {{1, is_one_of(transa, "NTC")},
                                    {2, is_one_of(transb, "NTC")},
                                    {3, *m >= 0},
                                    {4, *n >= 0},
                                    {5, *k >= 0},
                                    {8, *lda >= std::max(1, trans_a ? *k : *m)},
                                    {10, *ldb >= std::max(1, trans_b ? *n : *k)},
                                    {13, *ldc >= std::max(1, *m)}}) != 0)
        return;
    if (*beta != T{1}) scale(*m, *n, *beta, Matrix<T>(c, *ldc));
    if (*alpha != T{0})
        add_product(*m, *n, *k, *alpha, Matrix<const T>(a, *lda, trans_a), Matrix<const T>(b, *ldb, trans_b),
                    c, *ldc);
}

/// B := T^-1 B with T of order m, column by column of B.
template <class T>
void solve_from_left(Index m, Index n, const Matrix<const T>& t, bool lower, bool unit, const Matrix<T>& b) {
    for (Index j = 0; j < n; ++j)
        for (Index step = 0; step < m; ++step) {
            const Index p = lower ? step : m - 1 - step;
            if (b(p, j) == T{0}) continue;
            if (!unit) b(p, j) /= t(p, p);
            for (Index i = lower ? p + 1 : 0; i < (lower ? m : p); ++i) b(i, j) -= b(p, j) * t(i, p);
        }
}

/// B := B T^-1 with T of order n, by columns of B.
template <class T>
void solve_from_right(Index m, Index n, const Matrix<const T>& t, bool lower, bool unit, const Matrix<T>& b) {
    for (Index step = 0; step < n; ++step) {
        const Index j = lower ? n - 1 - step : step;
        for (Index p = lower ? j + 1 : 0; p < (lower ? n : j); ++p)
            for (Index i = 0; i < m; ++i) b(i, j) -= b(i, p) * t(p, j);
        if (unit) continue;
        for (Index i = 0; i < m; ++i) b(i, j) /= t(j, j);
    }
}

template <class T>
void trsm(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
          const int* n, const T* alpha, const T* a, const int* lda, T* b, const int* ldb,
          std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/) {
    const bool left = upper_case(side) == 'L';
    const bool transposed = upper_case(transa) != 'N';
    const bool unit = upper_case(diag) == 'U';
    if (wrong_argument<T>("TRSM ", {{1, is_one_of(side, "LR")},
                                    {2, is_one_of(uplo, "LU")},
                                    {3, is_one_of(transa, "NTC")},
                                    {4, is_one_of(diag, "NU")},
                                    {5, *m >= 0},
                                    {6, *n >= 0},
                                    {9, *lda >= std::max(1, left ? *m : *n)},
                                    {11, *ldb >= std::max(1, *m)}}) != 0)
        return;
    const Matrix<T> x(b, *ldb);
    if (*alpha != T{1}) scale(*m, *n, *alpha, x);
    if (*alpha == T{0}) return;
    const bool lower = (upper_case(uplo) == 'L') != transposed;
    const Matrix<const T> t(a, *lda, transposed);
    if (left)
        solve_from_left(*m, *n, t, lower, unit, x);
    else
        solve_from_right(*m, *n, t, lower, unit, x);
}

/// Interchanges rows of an m x n matrix, as getrf counts them, in ascending order or in descending.
template <class T>
void interchange(Index n, T* a, Index lda, const int* ipiv, Index count, bool ascending) {
    for (Index step = 0; step < count; ++step) {
        const Index i = ascending ? step : count - 1 - step;
        const Index other = ipiv[i] - 1;
        if (other == i) continue;
        for (Index j = 0; j < n; ++j) std::swap(a[i + j * lda], a[other + j * lda]);
    }
}

template <class T>
void getrf(const int* m, const int* n, T* a, const int* lda, int* ipiv, int* info) {
    *info = -wrong_argument<T>("GETRF", {{1, *m >= 0}, {2, *n >= 0}, {4, *lda >= std::max(1, *m)}});
    if (*info != 0) return;
    const int order = std::min(*m, *n);
    const Index ld = *lda;
    static_assert(sizeof(int) == sizeof(std::int32_t));
    factor_panel<T>(*m, order, a, ld, ipiv);
    for (int i = order - 1; i >= 0; --i) {
        ++ipiv[i];
        if (a[i * (ld + 1)] == T{0}) *info = i + 1;
    }
    if (order == *n || order == 0) return;
    T* rest = a + order * ld;
    interchange<T>(*n - order, rest, ld, ipiv, order, true);
    solve_lower_unit_on_host(order, *n - order, a, ld, rest, ld);
}

template <class T>
void getrs(const char* trans, const int* n, const int* nrhs, const T* a, const int* lda, const int* ipiv,
           T* b, const int* ldb, int* info, std::size_t /*length*/) {
    *info = -wrong_argument<T>("GETRS", {{1, is_one_of(trans, "NTC")},
                                         {2, *n >= 0},
                                         {3, *nrhs >= 0},
                                         {5, *lda >= std::max(1, *n)},
                                         {8, *ldb >= std::max(1, *n)}});
    if (*info != 0 || *n == 0 || *nrhs == 0) return;
    const bool transposed = upper_case(trans) != 'N';
    const CpuTriangle l{.transposed = transposed, .unit = true};
    const CpuTriangle u{.upper = true, .transposed = transposed};
    if (!transposed) interchange<T>(*nrhs, b, *ldb, ipiv, *n, true);
    for (const CpuTriangle& triangle : {transposed ? u : l, transposed ? l : u})
        cpu_trsm<T>(triangle, *n, *nrhs, T{1}, a, *lda, b, *ldb);
    if (transposed) interchange<T>(*nrhs, b, *ldb, ipiv, *n, false);
}

template <class T>
void gesv(const int* n, const int* nrhs, T* a, const int* lda, int* ipiv, T* b, const int* ldb, int* info) {
    *info = -wrong_argument<T>(
        "GESV ", {{1, *n >= 0}, {2, *nrhs >= 0}, {4, *lda >= std::max(1, *n)}, {7, *ldb >= std::max(1, *n)}});
    if (*info != 0) return;
    getrf<T>(n, n, a, lda, ipiv, info);
    if (*info == 0) getrs<T>("N", n, nrhs, a, lda, ipiv, b, ldb, info, 1);
}

}  // namespace

template <class T>
CpuRoutines<T> plain_routines() noexcept {
    return {.gemm = gemm<T>, .trsm = trsm<T>, .getrf = getrf<T>, .getrs = getrs<T>, .gesv = gesv<T>};
}

template CpuRoutines<double> plain_routines() noexcept;
template CpuRoutines<float> plain_routines() noexcept;

}  // namespace hg::kernels
