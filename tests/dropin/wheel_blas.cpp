// Products as the BLAS inside a wheel of NumPy names them. Each says that it was called.
#include <cstdint>
#include <cstdio>

namespace {

void multiply(std::int64_t m, std::int64_t n, std::int64_t k, double alpha, const double* a, std::int64_t lda,
              const double* b, std::int64_t ldb, double beta, double* c, std::int64_t ldc) {
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            double sum = 0;
            for (std::int64_t p = 0; p < k; ++p) sum += a[i + p * lda] * b[p + j * ldb];
            c[i + j * ldc] = alpha * sum + beta * c[i + j * ldc];
        }
}

}  // namespace

extern "C" {

void scipy_dgemm_64_(const char*, const char*, const std::int64_t* m, const std::int64_t* n,
                     const std::int64_t* k, const double* alpha, const double* a, const std::int64_t* lda,
                     const double* b, const std::int64_t* ldb, const double* beta, double* c,
                     const std::int64_t* ldc) {
    std::puts("the wheel's scipy_dgemm_64_");
    multiply(*m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc);
}

void scipy_cblas_dgemm64_(int, int, int, std::int64_t m, std::int64_t n, std::int64_t k, double alpha,
                          const double* a, std::int64_t lda, const double* b, std::int64_t ldb, double beta,
                          double* c, std::int64_t ldc) {
    std::puts("the wheel's scipy_cblas_dgemm64_");
    multiply(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
}
