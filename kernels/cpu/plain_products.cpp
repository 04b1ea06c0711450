#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>

#include "kernels/cpu/plain_arguments.hpp"
#include "kernels/cpu/plain_blas.hpp"
#include "kernels/cpu/plain_parts.hpp"
#include "kernels/cpu/plain_product.hpp"

namespace hg::kernels {
namespace {

template <class T>
T conjugate(T x) {
    return x;
}
template <class T>
std::complex<T> conjugate(const std::complex<T>& x) {
    return std::conj(x);
}

/// op(X).
template <class T>
struct Factor {
    Factor(const char* trans, const T* elements, Index leading_dimension)
        : stored(elements, leading_dimension, upper_case(trans) != 'N'),
          conjugated(upper_case(trans) == 'C') {}

    [[nodiscard]] T operator()(Index i, Index j) const noexcept {
        return conjugated ? conjugate(stored(i, j)) : stored(i, j);
    }

    Matrix<const T> stored;
    bool conjugated;
};

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
        add_product(*m, *n, *k, *alpha, Factor<T>(transa, a, *lda), Factor<T>(transb, b, *ldb), c, *ldc);
}

template <class T>
void symm(const char* side, const char* uplo, const int* m, const int* n, const T* alpha, const T* a,
          const int* lda, const T* b, const int* ldb, const T* beta, T* c, const int* ldc,
          std::size_t /*length*/, std::size_t /*length*/) {
    const bool left = upper_case(side) == 'L';
    const int order = left ? *m : *n;
    if (wrong_argument<T>("SYMM ", {{1, is_one_of(side, "LR")},
                                    {2, is_one_of(uplo, "LU")},
                                    {3, *m >= 0},
                                    {4, *n >= 0},
                                    {7, *lda >= std::max(1, order)},
                                    {9, *ldb >= std::max(1, *m)},
                                    {12, *ldc >= std::max(1, *m)}}) != 0)
        return;
    if (*beta != T{1}) scale(*m, *n, *beta, Matrix<T>(c, *ldc));
    if (*alpha == T{0}) return;
    const Symmetric<T> s{{a, *lda}, upper_case(uplo) == 'L'};
    const Matrix<const T> x(b, *ldb);
    if (left)
        add_product(*m, *n, order, *alpha, s, x, c, *ldc);
    else
        add_product(*m, *n, order, *alpha, x, s, c, *ldc);
}

/// The rows of column j that are in a triangle of order n.
struct Rows {
    Rows(bool lower, Index n, Index j) : begin(lower ? j : 0), end(lower ? n : j + 1) {}

    Index begin, end;
};

/// One triangle of C := beta C.
template <class T>
void scale_triangle(bool lower, Index n, T beta, const Matrix<T>& c) {
    for (Index j = 0; j < n; ++j) {
        const Rows rows(lower, n, j);
        scale(rows.end - rows.begin, Index{1}, beta, c.from(rows.begin, j));
    }
}

/// One triangle of C := C + alpha A B, by blocks of columns: the block on the diagonal is computed as a whole
/// and added in part.
template <class T>
void add_to_triangle(bool lower, Index n, Index k, T alpha, const Matrix<const T>& a,
                     const Matrix<const T>& b, const Matrix<T>& c) {
    constexpr Index kCols = 32;
    for (Index j = 0; j < n; j += kCols) {
        const Index cols = std::min(kCols, n - j);
        std::array<T, kCols * kCols> elements{};
        const Matrix<T> diagonal(elements.data(), kCols);
        add_product(cols, cols, k, alpha, a.from(j, 0), b.from(0, j), diagonal.data, kCols);
        for (Index q = 0; q < cols; ++q)
            for (Rows rows(lower, cols, q); rows.begin < rows.end; ++rows.begin)
                c(j + rows.begin, j + q) += diagonal(rows.begin, q);
        const Index first = lower ? j + cols : 0;
        const Index count = lower ? n - first : j;
        add_product(count, cols, k, alpha, a.from(first, 0), b.from(0, j), &c(first, j), c.col_step);
    }
}

template <class T>
void syrk(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,
          const int* lda, const T* beta, T* c, const int* ldc, std::size_t /*length*/,
          std::size_t /*length*/) {
    const bool transposed = upper_case(trans) != 'N';
    if (wrong_argument<T>("SYRK ", {{1, is_one_of(uplo, "LU")},
                                    {2, is_one_of(trans, "NTC")},
                                    {3, *n >= 0},
                                    {4, *k >= 0},
                                    {7, *lda >= std::max(1, transposed ? *k : *n)},
                                    {10, *ldc >= std::max(1, *n)}}) != 0)
        return;
    const bool lower = upper_case(uplo) == 'L';
    const Matrix<T> x(c, *ldc);
    if (*beta != T{1}) scale_triangle(lower, *n, *beta, x);
    if (*alpha == T{0}) return;
    add_to_triangle<T>(lower, *n, *k, *alpha, {a, *lda, transposed}, {a, *lda, !transposed}, x);
}

template <class T>
void syr2k(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,
           const int* lda, const T* b, const int* ldb, const T* beta, T* c, const int* ldc,
           std::size_t /*length*/, std::size_t /*length*/) {
    const bool transposed = upper_case(trans) != 'N';
    const int rows = transposed ? *k : *n;
    if (wrong_argument<T>("SYR2K", {{1, is_one_of(uplo, "LU")},
                                    {2, is_one_of(trans, "NTC")},
                                    {3, *n >= 0},
                                    {4, *k >= 0},
                                    {7, *lda >= std::max(1, rows)},
                                    {9, *ldb >= std::max(1, rows)},
                                    {12, *ldc >= std::max(1, *n)}}) != 0)
        return;
    const bool lower = upper_case(uplo) == 'L';
    const Matrix<T> x(c, *ldc);
    if (*beta != T{1}) scale_triangle(lower, *n, *beta, x);
    if (*alpha == T{0}) return;
    add_to_triangle<T>(lower, *n, *k, *alpha, {a, *lda, transposed}, {b, *ldb, !transposed}, x);
    add_to_triangle<T>(lower, *n, *k, *alpha, {b, *ldb, transposed}, {a, *lda, !transposed}, x);
}

}  // namespace

template <class T>
void set_plain_products(CpuRoutines<T>& routines) noexcept {
    routines.gemm = gemm<T>;
    routines.symm = symm<T>;
    routines.syrk = syrk<T>;
    routines.syr2k = syr2k<T>;
}

template void set_plain_products(CpuRoutines<double>&) noexcept;
template void set_plain_products(CpuRoutines<float>&) noexcept;

template <class T>
CpuComplexRoutines<T> plain_complex_routines() noexcept {
    return {.gemm = gemm<T>};
}

template CpuComplexRoutines<std::complex<double>> plain_complex_routines() noexcept;
template CpuComplexRoutines<std::complex<float>> plain_complex_routines() noexcept;

}  // namespace hg::kernels
