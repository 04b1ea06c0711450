#include "kernels/cpu/reference.hpp"

#include <cmath>

namespace hg::kernels {

template <class T>
void reference_gemm(bool transpose_a, bool transpose_b, std::int64_t m, std::int64_t n, std::int64_t k,
                    T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
                    std::int64_t ldc, bool overwrite) {
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            T sum = 0;
            for (std::int64_t p = 0; p < k; ++p) {
                const T a_ip = transpose_a ? a[p + i * lda] : a[i + p * lda];
                const T b_pj = transpose_b ? b[j + p * ldb] : b[p + j * ldb];
                sum = std::fma(a_ip, b_pj, sum);
            }
            T& element = c[i + j * ldc];
            element = overwrite ? alpha * sum : std::fma(beta, element, alpha * sum);
        }
}

template void reference_gemm<float>(bool, bool, std::int64_t, std::int64_t, std::int64_t, float, const float*,
                                    std::int64_t, const float*, std::int64_t, float, float*, std::int64_t,
                                    bool);
template void reference_gemm<double>(bool, bool, std::int64_t, std::int64_t, std::int64_t, double,
                                     const double*, std::int64_t, const double*, std::int64_t, double,
                                     double*, std::int64_t, bool);

}  // namespace hg::kernels
