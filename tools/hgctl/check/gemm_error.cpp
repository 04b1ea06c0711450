#include "tools/hgctl/check/gemm_error.hpp"

namespace hgctl {
namespace {

/// op(X) is rows x cols.
template <class T>
StoredMatrix<T> factor(const T* data, hg::Op op, std::int64_t rows, std::int64_t cols, std::int64_t ld) {
    return {data, rows, cols, ld, Part::all, op != hg::Op::none};
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
                                  SeededMatrix<T>{c0, call.m, call.n, call.ldc}, threads);
}

template double gemm_error(const GemmCall<float>&, const std::vector<float>&);
template double gemm_error(const GemmCall<double>&, const std::vector<double>&);
template double gemm_error_estimate(const GemmCall<float>&, const float*, unsigned);
template double gemm_error_estimate(const GemmCall<double>&, const double*, unsigned);
template double gemm_error_estimate(const GemmCall<float>&, const RandomElements<float>&, unsigned);
template double gemm_error_estimate(const GemmCall<double>&, const RandomElements<double>&, unsigned);

}  // namespace hgctl
