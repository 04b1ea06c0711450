#include "blas/level3/product/gemm_call.hpp"

#include "blas/call/output_changes.hpp"
#include "blas/generated/cpu_calls.hpp"

namespace hg {

template <class T>
bool GemmCall<T>::does_nothing() const noexcept {
    const bool product = this->alpha != T{0} && this->k > 0;
    return this->m == 0 || this->n == 0 || (!product && this->beta == T{1});
}

template <class T>
GemmProblem GemmCall<T>::problem() const noexcept {
    GemmProblem problem{.type = element_type_of<T>(),
                        .op_a = this->op_a,
                        .op_b = this->op_b,
                        .m = this->m,
                        .n = this->n,
                        .k = this->gemm_equivalent().k};
    problem.product = problem.k > 0;
    problem.reads_c = reads_output();
    return problem;
}

template <class T>
void GemmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    GemmArguments<T> c = *this;
    // OpenBLAS's kernels for small matrices read A and B even if alpha is 0, but not if k is 0.
    c.k = this->gemm_equivalent().k;
    call_cpu<T>(c);
}

template <class T>
GemmCall<T> GemmCall<T>::part(const HostTile& tile) const noexcept {
    GemmCall c = *this;
    if (c.A != nullptr) c.A += tile.row * (c.op_a == Op::none ? 1 : c.lda);
    if (c.B != nullptr) c.B += tile.col * (c.op_b == Op::none ? c.ldb : 1);
    c.C += tile.row + tile.col * c.ldc;
    c.m = tile.rows;
    c.n = tile.cols;
    return c;
}

template struct GemmCall<float>;
template struct GemmCall<double>;
template struct GemmCall<std::complex<float>>;
template struct GemmCall<std::complex<double>>;

}  // namespace hg
