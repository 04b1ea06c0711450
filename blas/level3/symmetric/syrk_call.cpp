#include "blas/level3/symmetric/syrk_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/generated/cpu_calls.hpp"

namespace hg {

template <class T, Symmetry kSymmetry>
bool SyrkCall<T, kSymmetry>::does_nothing() const noexcept {
    return this->n == 0 || ((this->alpha == Coefficient{0} || this->k == 0) && this->beta == Coefficient{1});
}

template <class T, Symmetry kSymmetry>
RankKProblem SyrkCall<T, kSymmetry>::problem() const noexcept {
    RankKProblem problem{.type = element_type_of<T>(),
                         .uplo = this->uplo,
                         .op = this->op,
                         .n = this->n,
                         .k = this->alpha == Coefficient{0} ? 0 : this->k,
                         .rank_2k = false,
                         .hermitian = kSymmetry == Symmetry::hermitian,
                         .reads_c = reads_output()};
    problem.product = problem.k > 0;
    return problem;
}

template <class T, Symmetry kSymmetry>
void SyrkCall<T, kSymmetry>::on_cpu() const noexcept {
    OutputChanges::note();
    call_cpu<T>(*this);
}

template <class T, Symmetry kSymmetry>
SyrkCall<T, kSymmetry> SyrkCall<T, kSymmetry>::on_diagonal(const HostTile& tile) const noexcept {
    SyrkCall c = *this;
    if (c.A != nullptr) c.A += tile.row * (c.op == Op::none ? 1 : c.lda);
    c.C += tile.row + tile.col * c.ldc;
    c.n = tile.rows;
    return c;
}

template <class T, Symmetry kSymmetry>
GemmCall<T> SyrkCall<T, kSymmetry>::beside_diagonal(const HostTile& tile) const noexcept {
    const SyrkArguments<T, kSymmetry>& c = *this;
    const auto rows_from = [&](std::int64_t first) {
        return c.A == nullptr ? nullptr : c.A + first * (c.op == Op::none ? 1 : c.lda);
    };
    return {{c.op, opposite(c.op, kSymmetry), tile.rows, tile.cols, c.k, T{c.alpha}, rows_from(tile.row),
             c.lda, rows_from(tile.col), c.lda, T{c.beta}, c.C + tile.row + tile.col * c.ldc, c.ldc}};
}

template struct SyrkCall<float>;
template struct SyrkCall<double>;
template struct SyrkCall<std::complex<float>>;
template struct SyrkCall<std::complex<double>>;
template struct SyrkCall<std::complex<float>, Symmetry::hermitian>;
template struct SyrkCall<std::complex<double>, Symmetry::hermitian>;

}  // namespace hg
