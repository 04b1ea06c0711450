#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "kernels/cpu/plain_arguments.hpp"
#include "kernels/cpu/plain_blas.hpp"
#include "kernels/cpu/plain_parts.hpp"
#include "kernels/cpu/plain_product.hpp"

namespace hg::kernels {
namespace {

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
        add_product(*m, *n, *k, *alpha, Factor<T>(a, *lda, transa), Factor<T>(b, *ldb, transb), c, *ldc);
}

/// symm and hemm.
template <class T, Kind kind>
void symm(const char* side, const char* uplo, const int* m, const int* n, const T* alpha, const T* a,
          const int* lda, const T* b, const int* ldb, const T* beta, T* c, const int* ldc,
          std::size_t /*length*/, std::size_t /*length*/) {
    const bool left = upper_case(side) == 'L';
    const int order = left ? *m : *n;
    if (wrong_argument<T>(kind == Kind::hermitian ? "HEMM " : "SYMM ", {{1, is_one_of(side, "LR")},
                                                                        {2, is_one_of(uplo, "LU")},
                                                                        {3, *m >= 0},
                                                                        {4, *n >= 0},
                                                                        {7, *lda >= std::max(1, order)},
                                                                        {9, *ldb >= std::max(1, *m)},
                                                                        {12, *ldc >= std::max(1, *m)}}) != 0)
        return;
    if (*beta != T{1}) scale(*m, *n, *beta, Matrix<T>(c, *ldc));
    if (*alpha == T{0}) return;
    const Symmetric<T> s{{a, *lda}, upper_case(uplo) == 'L', kind == Kind::hermitian};
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

/// C of an update: one triangle of a symmetric or hermitian matrix.
template <class T, Kind kind>
struct UpdatedTriangle {
    /// C := beta C, without the imaginary parts on a hermitian matrix's diagonal.
    template <class Number>
    void scale_by(Number beta) const {
        make_diagonal_real();
        for (Index j = 0; beta != Number{1} && j < n; ++j) {
            const Rows rows(lower, n, j);
            scale(rows.end - rows.begin, Index{1}, beta, c.from(rows.begin, j));
        }
    }

    /// C := C + alpha A B, by blocks of columns: the block on the diagonal is computed as a whole and added in
    /// part.
    void add(Index k, T alpha, const Factor<T>& a, const Factor<T>& b) const {
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
        make_diagonal_real();
    }

    void make_diagonal_real() const {
        for (Index j = 0; kind == Kind::hermitian && j < n; ++j) c(j, j) = std::real(c(j, j));
    }

    bool lower;
    Index n;
    Matrix<T> c;
};

/// The letters for op(A) in updates: a complex matrix's update is by its transpose, or by its conjugate transpose.
template <class T, Kind kind>
constexpr std::string_view operations() {
    if (kind == Kind::hermitian) return "NC";
    return is_complex(element_type_of<T>()) ? "NT" : "NTC";
}

/// syrk and herk, whose scalars are real.
template <class T, Kind kind, class Scalar>
void syrk(const char* uplo, const char* trans, const int* n, const int* k, const Scalar* alpha, const T* a,
          const int* lda, const Scalar* beta, T* c, const int* ldc, std::size_t /*length*/,
          std::size_t /*length*/) {
    const bool transposed = upper_case(trans) != 'N';
    if (wrong_argument<T>(kind == Kind::hermitian ? "HERK " : "SYRK ",
                          {{1, is_one_of(uplo, "LU")},
                           {2, is_one_of(trans, operations<T, kind>())},
                           {3, *n >= 0},
                           {4, *k >= 0},
                           {7, *lda >= std::max(1, transposed ? *k : *n)},
                           {10, *ldc >= std::max(1, *n)}}) != 0)
        return;
    if (*n == 0 || ((*alpha == Scalar{0} || *k == 0) && *beta == Scalar{1})) return;
    const UpdatedTriangle<T, kind> x{upper_case(uplo) == 'L', *n, {c, *ldc}};
    x.scale_by(*beta);
    if (*alpha == Scalar{0}) return;
    constexpr bool kConjugates = kind == Kind::hermitian;
    x.add(*k, *alpha, {a, *lda, transposed, kConjugates && transposed},
          {a, *lda, !transposed, kConjugates && !transposed});
}

/// syr2k and her2k, whose beta is real.
template <class T, Kind kind, class Scalar>
void syr2k(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,
           const int* lda, const T* b, const int* ldb, const Scalar* beta, T* c, const int* ldc,
           std::size_t /*length*/, std::size_t /*length*/) {
    const bool transposed = upper_case(trans) != 'N';
    const int rows = transposed ? *k : *n;
    if (wrong_argument<T>(kind == Kind::hermitian ? "HER2K" : "SYR2K",
                          {{1, is_one_of(uplo, "LU")},
                           {2, is_one_of(trans, operations<T, kind>())},
                           {3, *n >= 0},
                           {4, *k >= 0},
                           {7, *lda >= std::max(1, rows)},
                           {9, *ldb >= std::max(1, rows)},
                           {12, *ldc >= std::max(1, *n)}}) != 0)
        return;
    if (*n == 0 || ((*alpha == T{0} || *k == 0) && *beta == Scalar{1})) return;
    const UpdatedTriangle<T, kind> x{upper_case(uplo) == 'L', *n, {c, *ldc}};
    x.scale_by(*beta);
    if (*alpha == T{0}) return;
    constexpr bool kConjugates = kind == Kind::hermitian;
    const auto add = [&](T factor, const T* first, Index ld_first, const T* second, Index ld_second) {
        x.add(*k, factor, {first, ld_first, transposed, kConjugates && transposed},
              {second, ld_second, !transposed, kConjugates && !transposed});
    };
    add(*alpha, a, *lda, b, *ldb);
    add(conjugated_if(kConjugates, *alpha), b, *ldb, a, *lda);
}

template <class T>
void gemmt(const char* uplo, const char* transa, const char* transb, const int* n, const int* k,
           const T* alpha, const T* a, const int* lda, const T* b, const int* ldb, const T* beta, T* c,
           const int* ldc, std::size_t /*length*/, std::size_t /*length*/, std::size_t /*length*/) {
    const bool trans_a = upper_case(transa) != 'N';
    const bool trans_b = upper_case(transb) != 'N';
    if (wrong_argument<T>("GEMMTR", {{1, is_one_of(uplo, "LU")},
                                     {2, is_one_of(transa, "NTC")},
                                     {3, is_one_of(transb, "NTC")},
                                     {4, *n >= 0},
                                     {5, *k >= 0},
                                     {8, *lda >= std::max(1, trans_a ? *k : *n)},
                                     {10, *ldb >= std::max(1, trans_b ? *n : *k)},
                                     {13, *ldc >= std::max(1, *n)}}) != 0)
        return;
    const UpdatedTriangle<T, Kind::symmetric> x{upper_case(uplo) == 'L', *n, {c, *ldc}};
    x.scale_by(*beta);
    if (*alpha != T{0}) x.add(*k, *alpha, Factor<T>(a, *lda, transa), Factor<T>(b, *ldb, transb));
}

}  // namespace

template <class T>
void set_plain_products(CpuRoutines<T>& routines) noexcept {
    routines.gemm = gemm<T>;
    routines.gemmt = gemmt<T>;
    routines.symm = symm<T, Kind::symmetric>;
    routines.syrk = syrk<T, Kind::symmetric, T>;
    routines.syr2k = syr2k<T, Kind::symmetric, T>;
    if constexpr (!std::is_floating_point_v<T>) {
        routines.hemm = symm<T, Kind::hermitian>;
        routines.herk = syrk<T, Kind::hermitian, PartOf<T>>;
        routines.her2k = syr2k<T, Kind::hermitian, PartOf<T>>;
    }
}

template void set_plain_products(CpuRoutines<double>&) noexcept;
template void set_plain_products(CpuRoutines<float>&) noexcept;
template void set_plain_products(CpuRoutines<std::complex<double>>&) noexcept;
template void set_plain_products(CpuRoutines<std::complex<float>>&) noexcept;

}  // namespace hg::kernels
