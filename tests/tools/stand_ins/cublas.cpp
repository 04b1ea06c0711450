// Stands in for cuBLAS and cuBLASXt where there are none. A call before everything it needs is set fails.
#include <chrono>
#include <thread>

#include "gemm.hpp"

namespace {
constexpr int kNotInitialised = 1;
constexpr int kInvalidValue = 7;

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

template <class T>
int xt_gemm(void* handle, int ta, int tb, std::size_t m, std::size_t n, std::size_t k, const T* alpha,
            const T* a, std::size_t lda, const T* b, std::size_t ldb, const T* beta, T* c, std::size_t ldc) {
    const auto* settings = static_cast<const Handle*>(handle);
    if (settings->devices == 0 || settings->block == 0 || settings->pinning < 0) return kNotInitialised;
    // Blocks of 4096 are the best.
    if (settings->block != 4096) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    plain_gemm(ta == 1, tb == 1, m, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);
    return 0;
}

template <class T>
int gemm(int ta, int tb, int m, int n, int k, const T* alpha, const T* a, int lda, const T* b, int ldb,
         const T* beta, T* c, int ldc) {
    const auto size = [](int value) { return static_cast<std::size_t>(value); };
    plain_gemm(ta == 1, tb == 1, size(m), size(n), size(k), *alpha, a, size(lda), b, size(ldb), *beta, c,
               size(ldc));
    return 0;
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
}
