#include "tools/workload/rule/gemm_error.hpp"

namespace hgctl {
namespace {

/// op(X) is rows x cols.
template <class T>
StoredMatrix<T> factor(const T* data, hg::Op op, std::int64_t rows, std::int64_t cols, std::int64_t ld) {
    return {data, rows, cols, ld, Part::all, op != hg::Op::none, op == hg::Op::conj_trans};
}

template <class T>
ProductRule<T> rule_of(const GemmCall<T>& call) {
    return {{{factor(call.a, call.op_a, call.m, call.k, call.lda),
              factor(call.b, call.op_b, call.k, call.n, call.ldb)}},
            call.alpha,
            call.beta};
}

template <class T>
StoredMatrix<T> c_of(const GemmCall<T>& call, const T* data) {
    return {data, call.m, call.n, call.ldc};
}

}  // namespace

template <class T>
double gemm_error(const GemmCall<T>& call, const std::vector<T>& c0) {
    return product_error(rule_of(call), c_of<T>(call, call.c), c_of(call, c0.data()));
}

template <class T>
double gemm_error_estimate(const GemmCall<T>& call, const T* c0, unsigned threads) {
    return product_error_estimate(rule_of(call), c_of<T>(call, call.c), c_of(call, c0), threads);
}

template <class T>
double gemm_error_estimate(const GemmCall<T>& call, const RandomElements<T>& c0, unsigned threads) {
    return product_error_estimate(rule_of(call), c_of<T>(call, call.c),
                                  SeededMatrix<T>{{c0}, call.m, call.n, call.ldc}, threads);
}

#define HGCTL_INSTANTIATE(T)                                                     \
    template double gemm_error(const GemmCall<T>&, const std::vector<T>&);       \
    template double gemm_error_estimate(const GemmCall<T>&, const T*, unsigned); \
    template double gemm_error_estimate(const GemmCall<T>&, const RandomElements<T>&, unsigned);
HGCTL_INSTANTIATE(float)
HGCTL_INSTANTIATE(double)
HGCTL_INSTANTIATE(std::complex<float>)
HGCTL_INSTANTIATE(std::complex<double>)
#undef HGCTL_INSTANTIATE

}  // namespace hgctl
