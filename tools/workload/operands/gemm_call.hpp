#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hgctl {

/// The arguments of one gemm, as hg::gemm takes them.
template <class T>
struct GemmCall {
    hg::Layout layout = hg::Layout::col_major;
    hg::Op op_a = hg::Op::none;
    hg::Op op_b = hg::Op::none;
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    T alpha = 1;
    const T* a = nullptr;
    std::int64_t lda = 1;
    const T* b = nullptr;
    std::int64_t ldb = 1;
    T beta = 0;
    T* c = nullptr;
    std::int64_t ldc = 1;
};

/// The same call on column-major matrices: a row-major matrix is the transpose of a column-major one, so
/// C^T := alpha op(B)^T op(A)^T + beta C^T.
template <class T>
GemmCall<T> col_major(const GemmCall<T>& call);

/// Runs a call. With block > 0, matrices are cut into blocks of that size instead of the library's choice.
template <class T>
void run(hg::Session& session, const GemmCall<T>& call, std::int64_t block = 0);

extern template GemmCall<float> col_major(const GemmCall<float>&);
extern template GemmCall<double> col_major(const GemmCall<double>&);
extern template GemmCall<std::complex<float>> col_major(const GemmCall<std::complex<float>>&);
extern template GemmCall<std::complex<double>> col_major(const GemmCall<std::complex<double>>&);
extern template void run(hg::Session&, const GemmCall<float>&, std::int64_t);
extern template void run(hg::Session&, const GemmCall<double>&, std::int64_t);
extern template void run(hg::Session&, const GemmCall<std::complex<float>>&, std::int64_t);
extern template void run(hg::Session&, const GemmCall<std::complex<double>>&, std::int64_t);

}  // namespace hgctl
