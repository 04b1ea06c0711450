#include "blas/level3/symmetric/symm_call.hpp"

#include <utility>

#include "blas/call/output_changes.hpp"
#include "blas/generated/cpu_calls.hpp"

namespace hg {

template <class T, Symmetry kSymmetry>
bool SymmCall<T, kSymmetry>::does_nothing() const noexcept {
    return this->m == 0 || this->n == 0 || (this->alpha == T{0} && this->beta == T{1});
}

template <class T, Symmetry kSymmetry>
GemmProblem SymmCall<T, kSymmetry>::problem() const noexcept {
    GemmProblem problem{.type = element_type_of<T>(),
                        .m = this->m,
                        .n = this->n,
                        .k = this->gemm_equivalent().k,
                        .reads_c = reads_output()};
    problem.product = problem.k > 0;
    problem.hermitian = kSymmetry == Symmetry::hermitian;
    (this->side == Side::left ? problem.symmetric_a : problem.symmetric_b) = this->uplo;
    return problem;
}

template <class T, Symmetry kSymmetry>
void SymmCall<T, kSymmetry>::on_cpu() const noexcept {
    OutputChanges::note();
    call_cpu<T>(*this);
}

template <class T, Symmetry kSymmetry>
SymmCall<T, kSymmetry> SymmCall<T, kSymmetry>::on_diagonal(const HostTile& tile) const noexcept {
    SymmCall c = *this;
    const std::int64_t begin = c.side == Side::left ? tile.row : tile.col;
    if (c.A != nullptr) c.A += begin * (c.lda + 1);
    if (c.B != nullptr) c.B += tile.row + tile.col * c.ldb;
    c.C += tile.row + tile.col * c.ldc;
    c.m = tile.rows;
    c.n = tile.cols;
    return c;
}

template <class T, Symmetry kSymmetry>
GemmCall<T> SymmCall<T, kSymmetry>::beside_diagonal(const HostTile& tile, std::int64_t begin,
                                                    std::int64_t end) const noexcept {
    const SymmArguments<T, kSymmetry>& c = *this;
    const bool left = c.side == Side::left;
    const std::int64_t own = left ? tile.row : tile.col;
    // A's rows of the tile and columns [begin, end), or the transpose of that part, whichever is stored.
    const bool own_rows_stored = (own > begin) == (c.uplo == Uplo::lower);
    const T* const symmetric =
        c.A == nullptr ? nullptr : c.A + (own_rows_stored ? own + begin * c.lda : begin + own * c.lda);
    const T* const general =
        c.B == nullptr ? nullptr : c.B + (left ? begin + tile.col * c.ldb : tile.row + begin * c.ldb);
    T* const result = c.C + tile.row + tile.col * c.ldc;
    const Op op = own_rows_stored == left ? Op::none : opposite(Op::none, kSymmetry);
    GemmCall<T> product{{op, Op::none, tile.rows, tile.cols, end - begin, c.alpha, symmetric, c.lda, general,
                         c.ldb, T{1}, result, c.ldc}};
    if (left) return product;
    std::swap(product.op_a, product.op_b);
    std::swap(product.A, product.B);
    std::swap(product.lda, product.ldb);
    return product;
}

template struct SymmCall<float>;
template struct SymmCall<double>;
template struct SymmCall<std::complex<float>>;
template struct SymmCall<std::complex<double>>;
template struct SymmCall<std::complex<float>, Symmetry::hermitian>;
template struct SymmCall<std::complex<double>, Symmetry::hermitian>;

}  // namespace hg
