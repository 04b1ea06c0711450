#include "blas/level3/symmetric/syr2k_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/generated/cpu_calls.hpp"

namespace hg {

template <class T, Symmetry kSymmetry>
bool Syr2kCall<T, kSymmetry>::does_nothing() const noexcept {
    return this->n == 0 || ((this->alpha == T{0} || this->k == 0) && this->beta == Coefficient{1});
}

template <class T, Symmetry kSymmetry>
RankKProblem Syr2kCall<T, kSymmetry>::problem() const noexcept {
    RankKProblem problem{.type = element_type_of<T>(),
                         .uplo = this->uplo,
                         .op = this->op,
                         .n = this->n,
                         .k = this->alpha == T{0} ? 0 : this->k,
                         .rank_2k = true,
                         .hermitian = kSymmetry == Symmetry::hermitian,
                         .reads_c = reads_output()};
    problem.product = problem.k > 0;
    return problem;
}

template <class T, Symmetry kSymmetry>
void Syr2kCall<T, kSymmetry>::on_cpu() const noexcept {
    OutputChanges::note();
    call_cpu<T>(*this);
}

template <class T, Symmetry kSymmetry>
Syr2kCall<T, kSymmetry> Syr2kCall<T, kSymmetry>::on_diagonal(const HostTile& tile) const noexcept {
    Syr2kCall c = *this;
    if (c.A != nullptr) c.A += tile.row * (c.op == Op::none ? 1 : c.lda);
    if (c.B != nullptr) c.B += tile.row * (c.op == Op::none ? 1 : c.ldb);
    c.C += tile.row + tile.col * c.ldc;
    c.n = tile.rows;
    return c;
}

template <class T, Symmetry kSymmetry>
GemmCall<T> Syr2kCall<T, kSymmetry>::beside_diagonal(const HostTile& tile, bool second) const noexcept {
    const Syr2kArguments<T, kSymmetry>& c = *this;
    const T* X = second ? c.B : c.A;
    const T* Y = second ? c.A : c.B;
    const std::int64_t ldx = second ? c.ldb : c.lda;
    const std::int64_t ldy = second ? c.lda : c.ldb;
    if (X != nullptr) X += tile.row * (c.op == Op::none ? 1 : ldx);
    if (Y != nullptr) Y += tile.col * (c.op == Op::none ? 1 : ldy);
    return {{c.op, opposite(c.op, kSymmetry), tile.rows, tile.cols, c.k,
             second ? conjugated_by(kSymmetry, c.alpha) : c.alpha, X, ldx, Y, ldy, second ? T{1} : T{c.beta},
             c.C + tile.row + tile.col * c.ldc, c.ldc}};
}

template struct Syr2kCall<float>;
template struct Syr2kCall<double>;
template struct Syr2kCall<std::complex<float>>;
template struct Syr2kCall<std::complex<double>>;
template struct Syr2kCall<std::complex<float>, Symmetry::hermitian>;
template struct Syr2kCall<std::complex<double>, Symmetry::hermitian>;

}  // namespace hg
