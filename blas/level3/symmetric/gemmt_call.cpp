#include "blas/level3/symmetric/gemmt_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/generated/cpu_calls.hpp"

namespace hg {

template <class T>
bool GemmtCall<T>::does_nothing() const noexcept {
    return this->n == 0 || ((this->alpha == T{0} || this->k == 0) && this->beta == T{1});
}

template <class T>
RankKProblem GemmtCall<T>::problem() const noexcept {
    RankKProblem problem{.type = element_type_of<T>(),
                         .uplo = this->uplo,
                         .op = this->op_a,
                         .op_b = this->op_b,
                         .n = this->n,
                         .k = this->alpha == T{0} ? 0 : this->k,
                         .reads_c = reads_output()};
    problem.product = problem.k > 0;
    return problem;
}

template <class T>
void GemmtCall<T>::on_cpu() const noexcept {
    // Few libraries have gemmt. The substitute computes the diagonal blocks separately, and the rest by gemm.
    constexpr std::int64_t kLargest = 64;
    if (this->n <= kLargest) {
        OutputChanges::note();
        return call_cpu<T>(*this);
    }
    const std::int64_t half = this->n / 2, other = this->n - half;
    const bool lower = this->uplo == Uplo::lower;
    const TilePart triangle = lower ? TilePart::lower : TilePart::upper;
    for (const HostTile& tile :
         {HostTile{.rows = half, .cols = half, .part = triangle},
          HostTile{.row = half, .col = half, .rows = other, .cols = other, .part = triangle},
          lower ? HostTile{.row = half, .rows = other, .cols = half}
                : HostTile{.col = half, .rows = half, .cols = other}})
        this->remaining_work(tile, [](const auto& next) { next.on_cpu(); });
}

template <class T>
GemmCall<T> GemmtCall<T>::part(const HostTile& tile) const noexcept {
    const GemmCall<T> whole{{this->op_a, this->op_b, this->n, this->n, this->k, this->alpha, this->A,
                             this->lda, this->B, this->ldb, this->beta, this->C, this->ldc}};
    return whole.part(tile);
}

template struct GemmtCall<float>;
template struct GemmtCall<double>;
template struct GemmtCall<std::complex<float>>;
template struct GemmtCall<std::complex<double>>;

}  // namespace hg
