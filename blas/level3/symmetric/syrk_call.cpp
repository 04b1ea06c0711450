#include "blas/level3/symmetric/syrk_call.hpp"

#include "blas/call/output_changes.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
bool SyrkCall<T>::does_nothing() const noexcept {
    return this->n == 0 || ((this->alpha == T{0} || this->k == 0) && this->beta == T{1});
}

template <class T>
RankKProblem SyrkCall<T>::problem() const noexcept {
    RankKProblem problem{.type = element_type_of<T>(),
                         .uplo = this->uplo,
                         .op = this->op,
                         .n = this->n,
                         .k = this->alpha == T{0} ? 0 : this->k,
                         .rank_2k = false,
                         .reads_c = reads_output()};
    problem.product = problem.k > 0;
    return problem;
}

template <class T>
void SyrkCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const SyrkArguments<T>& c = *this;
    kernels::call_cpu_blas(kernels::cpu_blas().routines<T>().syrk, c.flops() / 2, c.uplo, c.op, c.n, c.k,
                           c.alpha, c.A, c.lda, c.beta, c.C, c.ldc);
}

template <class T>
SyrkCall<T> SyrkCall<T>::on_diagonal(const HostTile& tile) const noexcept {
    SyrkCall c = *this;
    if (c.A != nullptr) c.A += tile.row * (c.op == Op::none ? 1 : c.lda);
    c.C += tile.row + tile.col * c.ldc;
    c.n = tile.rows;
    return c;
}

template <class T>
GemmCall<T> SyrkCall<T>::beside_diagonal(const HostTile& tile) const noexcept {
    const SyrkArguments<T>& c = *this;
    const auto rows_from = [&](std::int64_t first) {
        return c.A == nullptr ? nullptr : c.A + first * (c.op == Op::none ? 1 : c.lda);
    };
    return {{c.op, transposed(c.op), tile.rows, tile.cols, c.k, c.alpha, rows_from(tile.row), c.lda,
             rows_from(tile.col), c.lda, c.beta, c.C + tile.row + tile.col * c.ldc, c.ldc}};
}

template struct SyrkCall<float>;
template struct SyrkCall<double>;

}  // namespace hg
