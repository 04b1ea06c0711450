// Stands in for cuBLAS and cuBLASXt if there are none. A call before everything it needs is set fails.
#include <chrono>
#include <thread>

#include "plain.hpp"

namespace {
constexpr int kNotInitialised = 1;
constexpr int kInvalidValue = 7;
constexpr int kNotSupported = 15;

struct Handle {
    int devices = 0;
    int block = 0;
    int pinning = -1;
};

int create(void** handle) {
    *handle = new Handle;
    return 0;
}
int destroy(void* handle) {
    delete static_cast<Handle*>(handle);
    return 0;
}

std::size_t size(int value) {
    return static_cast<std::size_t>(value);
}

/// Of a handle whose settings are all made. Blocks of 4096 are the best.
int xt_begin(const void* handle) {
    const auto* settings = static_cast<const Handle*>(handle);
    if (settings->devices == 0 || settings->block == 0 || settings->pinning < 0) return kNotInitialised;
    if (settings->block != 4096) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return 0;
}

template <class T>
int xt_gemm(void* handle, int ta, int tb, std::size_t m, std::size_t n, std::size_t k, const T* alpha,
            const T* a, std::size_t lda, const T* b, std::size_t ldb, const T* beta, T* c, std::size_t ldc) {
    if (const int status = xt_begin(handle)) return status;
    plain_gemm(ta == 1, tb == 1, m, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);
    return 0;
}

template <class T>
int gemm(int ta, int tb, int m, int n, int k, const T* alpha, const T* a, int lda, const T* b, int ldb,
         const T* beta, T* c, int ldc) {
    plain_gemm(ta == 1, tb == 1, size(m), size(n), size(k), *alpha, a, size(lda), b, size(ldb), *beta, c,
               size(ldc));
    return 0;
}

// From the left, lower, as it is, with its diagonal: what hgctl asks for unless it is told otherwise.

template <class T>
int symm(int side, int uplo, std::size_t m, std::size_t n, const T* alpha, const T* a, std::size_t lda,
         const T* b, std::size_t ldb, const T* beta, T* c, std::size_t ldc) {
    if (side != 0 || uplo != 0) return kNotSupported;
    plain_symm(m, n, *alpha, a, lda, b, ldb, *beta, c, ldc);
    return 0;
}
template <class T>
int syr2k(int uplo, int op, std::size_t n, std::size_t k, const T* alpha, const T* a, std::size_t lda,
          const T* b, std::size_t ldb, const T* beta, T* c, std::size_t ldc) {
    if (uplo != 0 || op != 0) return kNotSupported;
    plain_syr2k(n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);
    return 0;
}
template <class T>
int syrk(int uplo, int op, std::size_t n, std::size_t k, const T* alpha, const T* a, std::size_t lda,
         const T* beta, T* c, std::size_t ldc) {
    return syr2k(uplo, op, n, k, alpha, a, lda, static_cast<const T*>(nullptr), 0, beta, c, ldc);
}
template <class T>
int trmm(int side, int uplo, int op, int diag, std::size_t m, std::size_t n, const T* alpha, const T* a,
         std::size_t lda, const T* b, std::size_t ldb, T* c, std::size_t ldc) {
    if (side != 0 || uplo != 0 || op != 0 || diag != 0) return kNotSupported;
    plain_trmm(m, n, *alpha, a, lda, b, ldb, c, ldc);
    return 0;
}
template <class T>
int trsm(int side, int uplo, int op, int diag, std::size_t m, std::size_t n, const T* alpha, const T* a,
         std::size_t lda, T* b, std::size_t ldb) {
    if (side != 0 || uplo != 0 || op != 0 || diag != 0) return kNotSupported;
    plain_trsm(m, n, *alpha, a, lda, b, ldb);
    return 0;
}
template <class T>
int xt_trsm(const void* handle, int side, int uplo, int op, int diag, std::size_t m, std::size_t n,
            const T* alpha, const T* a, std::size_t lda, T* b, std::size_t ldb) {
    if (const int status = xt_begin(handle)) return status;
    return trsm(side, uplo, op, diag, m, n, alpha, a, lda, b, ldb);
}
}  // namespace

extern "C" {
int cublasCreate_v2(void** handle) {
    return create(handle);
}
int cublasDestroy_v2(void* handle) {
    return destroy(handle);
}
int cublasDgemm_v2(void*, int ta, int tb, int m, int n, int k, const double* alpha, const double* a, int lda,
                   const double* b, int ldb, const double* beta, double* c, int ldc) {
    return gemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasSgemm_v2(void*, int ta, int tb, int m, int n, int k, const float* alpha, const float* a, int lda,
                   const float* b, int ldb, const float* beta, float* c, int ldc) {
    return gemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

int cublasDtrsm_v2(void*, int side, int uplo, int op, int diag, int m, int n, const double* alpha,
                   const double* a, int lda, double* b, int ldb) {
    return trsm(side, uplo, op, diag, size(m), size(n), alpha, a, size(lda), b, size(ldb));
}
int cublasStrsm_v2(void*, int side, int uplo, int op, int diag, int m, int n, const float* alpha,
                   const float* a, int lda, float* b, int ldb) {
    return trsm(side, uplo, op, diag, size(m), size(n), alpha, a, size(lda), b, size(ldb));
}

int cublasDsymm_v2(void*, int side, int uplo, int m, int n, const double* alpha, const double* a, int lda,
                   const double* b, int ldb, const double* beta, double* c, int ldc) {
    return symm(side, uplo, size(m), size(n), alpha, a, size(lda), b, size(ldb), beta, c, size(ldc));
}
int cublasDsyrk_v2(void*, int uplo, int op, int n, int k, const double* alpha, const double* a, int lda,
                   const double* beta, double* c, int ldc) {
    return syrk(uplo, op, size(n), size(k), alpha, a, size(lda), beta, c, size(ldc));
}
int cublasDsyr2k_v2(void*, int uplo, int op, int n, int k, const double* alpha, const double* a, int lda,
                    const double* b, int ldb, const double* beta, double* c, int ldc) {
    return syr2k(uplo, op, size(n), size(k), alpha, a, size(lda), b, size(ldb), beta, c, size(ldc));
}
int cublasDtrmm_v2(void*, int side, int uplo, int op, int diag, int m, int n, const double* alpha,
                   const double* a, int lda, const double* b, int ldb, double* c, int ldc) {
    return trmm(side, uplo, op, diag, size(m), size(n), alpha, a, size(lda), b, size(ldb), c, size(ldc));
}
int cublasSsymm_v2(void*, int side, int uplo, int m, int n, const float* alpha, const float* a, int lda,
                   const float* b, int ldb, const float* beta, float* c, int ldc) {
    return symm(side, uplo, size(m), size(n), alpha, a, size(lda), b, size(ldb), beta, c, size(ldc));
}
int cublasSsyrk_v2(void*, int uplo, int op, int n, int k, const float* alpha, const float* a, int lda,
                   const float* beta, float* c, int ldc) {
    return syrk(uplo, op, size(n), size(k), alpha, a, size(lda), beta, c, size(ldc));
}
int cublasSsyr2k_v2(void*, int uplo, int op, int n, int k, const float* alpha, const float* a, int lda,
                    const float* b, int ldb, const float* beta, float* c, int ldc) {
    return syr2k(uplo, op, size(n), size(k), alpha, a, size(lda), b, size(ldb), beta, c, size(ldc));
}
int cublasStrmm_v2(void*, int side, int uplo, int op, int diag, int m, int n, const float* alpha,
                   const float* a, int lda, const float* b, int ldb, float* c, int ldc) {
    return trmm(side, uplo, op, diag, size(m), size(n), alpha, a, size(lda), b, size(ldb), c, size(ldc));
}

int cublasXtCreate(void** handle) {
    return create(handle);
}
int cublasXtDestroy(void* handle) {
    return destroy(handle);
}
int cublasXtDeviceSelect(void* handle, int count, int* devices) {
    for (int d = 0; d < count; ++d)
        if (devices[d] != d) return kInvalidValue;
    static_cast<Handle*>(handle)->devices = count;
    return 0;
}
int cublasXtSetBlockDim(void* handle, int block) {
    static_cast<Handle*>(handle)->block = block;
    return 0;
}
int cublasXtSetPinningMemMode(void* handle, int mode) {
    static_cast<Handle*>(handle)->pinning = mode;
    return 0;
}
int cublasXtDgemm(void* handle, int ta, int tb, std::size_t m, std::size_t n, std::size_t k,
                  const double* alpha, const double* a, std::size_t lda, const double* b, std::size_t ldb,
                  const double* beta, double* c, std::size_t ldc) {
    return xt_gemm(handle, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasXtSgemm(void* handle, int ta, int tb, std::size_t m, std::size_t n, std::size_t k,
                  const float* alpha, const float* a, std::size_t lda, const float* b, std::size_t ldb,
                  const float* beta, float* c, std::size_t ldc) {
    return xt_gemm(handle, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasXtDtrsm(void* handle, int side, int uplo, int op, int diag, std::size_t m, std::size_t n,
                  const double* alpha, const double* a, std::size_t lda, double* b, std::size_t ldb) {
    return xt_trsm(handle, side, uplo, op, diag, m, n, alpha, a, lda, b, ldb);
}
int cublasXtStrsm(void* handle, int side, int uplo, int op, int diag, std::size_t m, std::size_t n,
                  const float* alpha, const float* a, std::size_t lda, float* b, std::size_t ldb) {
    return xt_trsm(handle, side, uplo, op, diag, m, n, alpha, a, lda, b, ldb);
}
int cublasXtDsymm(void* handle, int side, int uplo, std::size_t m, std::size_t n, const double* alpha,
                  const double* a, std::size_t lda, const double* b, std::size_t ldb, const double* beta,
                  double* c, std::size_t ldc) {
    if (const int status = xt_begin(handle)) return status;
    return symm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasXtDsyrk(void* handle, int uplo, int op, std::size_t n, std::size_t k, const double* alpha,
                  const double* a, std::size_t lda, const double* beta, double* c, std::size_t ldc) {
    if (const int status = xt_begin(handle)) return status;
    return syrk(uplo, op, n, k, alpha, a, lda, beta, c, ldc);
}
int cublasXtDsyr2k(void* handle, int uplo, int op, std::size_t n, std::size_t k, const double* alpha,
                   const double* a, std::size_t lda, const double* b, std::size_t ldb, const double* beta,
                   double* c, std::size_t ldc) {
    if (const int status = xt_begin(handle)) return status;
    return syr2k(uplo, op, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasXtDtrmm(void* handle, int side, int uplo, int op, int diag, std::size_t m, std::size_t n,
                  const double* alpha, const double* a, std::size_t lda, const double* b, std::size_t ldb,
                  double* c, std::size_t ldc) {
    if (const int status = xt_begin(handle)) return status;
    return trmm(side, uplo, op, diag, m, n, alpha, a, lda, b, ldb, c, ldc);
}
int cublasXtSsymm(void* handle, int side, int uplo, std::size_t m, std::size_t n, const float* alpha,
                  const float* a, std::size_t lda, const float* b, std::size_t ldb, const float* beta,
                  float* c, std::size_t ldc) {
    if (const int status = xt_begin(handle)) return status;
    return symm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasXtSsyrk(void* handle, int uplo, int op, std::size_t n, std::size_t k, const float* alpha,
                  const float* a, std::size_t lda, const float* beta, float* c, std::size_t ldc) {
    if (const int status = xt_begin(handle)) return status;
    return syrk(uplo, op, n, k, alpha, a, lda, beta, c, ldc);
}
int cublasXtSsyr2k(void* handle, int uplo, int op, std::size_t n, std::size_t k, const float* alpha,
                   const float* a, std::size_t lda, const float* b, std::size_t ldb, const float* beta,
                   float* c, std::size_t ldc) {
    if (const int status = xt_begin(handle)) return status;
    return syr2k(uplo, op, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
int cublasXtStrmm(void* handle, int side, int uplo, int op, int diag, std::size_t m, std::size_t n,
                  const float* alpha, const float* a, std::size_t lda, const float* b, std::size_t ldb,
                  float* c, std::size_t ldc) {
    if (const int status = xt_begin(handle)) return status;
    return trmm(side, uplo, op, diag, m, n, alpha, a, lda, b, ldb, c, ldc);
}
}
