#include "blas/level3/symmetric/syr2k_call.hpp"

#include "blas/call/output_changes.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
bool Syr2kCall<T>::does_nothing() const noexcept {
    return this->n == 0 || ((this->alpha == T{0} || this->k == 0) && this->beta == T{1});
}

template <class T>
RankKProblem Syr2kCall<T>::problem() const noexcept {
    RankKProblem problem{.type = element_type_of<T>(),
                         .uplo = this->uplo,
                         .op = this->op,
                         .n = this->n,
                         .k = this->alpha == T{0} ? 0 : this->k,
                         .rank_2k = true,
                         .reads_c = reads_output()};
    problem.product = problem.k > 0;
    return problem;
}

template <class T>
void Syr2kCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const Syr2kArguments<T>& c = *this;
    kernels::call_cpu_blas(kernels::cpu_blas().routines<T>().syr2k, c.flops() / 2, c.uplo, c.op, c.n, c.k,
                           c.alpha, c.A, c.lda, c.B, c.ldb, c.beta, c.C, c.ldc);
}

template <class T>
Syr2kCall<T> Syr2kCall<T>::on_diagonal(const HostTile& tile) const noexcept {
    Syr2kCall c = *this;
    if (c.A != nullptr) c.A += tile.row * (c.op == Op::none ? 1 : c.lda);
    if (c.B != nullptr) c.B += tile.row * (c.op == Op::none ? 1 : c.ldb);
    c.C += tile.row + tile.col * c.ldc;
    c.n = tile.rows;
    return c;
}

template <class T>
GemmCall<T> Syr2kCall<T>::beside_diagonal(const HostTile& tile, bool second) const noexcept {
    const Syr2kArguments<T>& c = *this;
    const T* X = second ? c.B : c.A;
    const T* Y = second ? c.A : c.B;
    const std::int64_t ldx = second ? c.ldb : c.lda;
    const std::int64_t ldy = second ? c.lda : c.ldb;
    if (X != nullptr) X += tile.row * (c.op == Op::none ? 1 : ldx);
    if (Y != nullptr) Y += tile.col * (c.op == Op::none ? 1 : ldy);
    return {{c.op, transposed(c.op), tile.rows, tile.cols, c.k, c.alpha, X, ldx, Y, ldy,
             second ? T{1} : c.beta, c.C + tile.row + tile.col * c.ldc, c.ldc}};
}

template struct Syr2kCall<float>;
template struct Syr2kCall<double>;

}  // namespace hg
