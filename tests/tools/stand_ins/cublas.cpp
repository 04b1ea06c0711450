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

template <class Int>
std::size_t size(Int value) {
    return static_cast<std::size_t>(value);
}

int begin(const void* /*handle*/) {
    return 0;
}

/// Of a handle whose settings are all made. Blocks of 4096 are the best.
int xt_begin(const void* handle) {
    const auto* settings = static_cast<const Handle*>(handle);
    if (settings->devices == 0 || settings->block == 0 || settings->pinning < 0) return kNotInitialised;
    if (settings->block != 4096) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return 0;
}

// From the left, lower, as it is, with its diagonal: what hgctl asks for unless it is told otherwise.

template <class T>
int symm(bool hermitian, int side, int uplo, std::size_t m, std::size_t n, const T* alpha, const T* a,
         std::size_t lda, const T* b, std::size_t ldb, const T* beta, T* c, std::size_t ldc) {
    if (side != 0 || uplo != 0) return kNotSupported;
    plain_symm(hermitian, m, n, *alpha, a, lda, b, ldb, *beta, c, ldc);
    return 0;
}
template <class T>
int syr2k(bool hermitian, int uplo, int op, std::size_t n, std::size_t k, T alpha, const T* a,
          std::size_t lda, const T* b, std::size_t ldb, T beta, T* c, std::size_t ldc) {
    if (uplo != 0 || op != kNone) return kNotSupported;
    plain_syr2k(hermitian, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    return 0;
}
template <class T>
int syrk(bool hermitian, int uplo, int op, std::size_t n, std::size_t k, T alpha, const T* a, std::size_t lda,
         T beta, T* c, std::size_t ldc) {
    return syr2k(hermitian, uplo, op, n, k, alpha, a, lda, static_cast<const T*>(nullptr), 0, beta, c, ldc);
}
template <class T>
int trmm(int side, int uplo, int op, int diag, std::size_t m, std::size_t n, const T* alpha, const T* a,
         std::size_t lda, const T* b, std::size_t ldb, T* c, std::size_t ldc) {
    if (side != 0 || uplo != 0 || op != kNone || diag != 0) return kNotSupported;
    plain_trmm(m, n, *alpha, a, lda, b, ldb, c, ldc);
    return 0;
}
template <class T>
int trsm(int side, int uplo, int op, int diag, std::size_t m, std::size_t n, const T* alpha, const T* a,
         std::size_t lda, T* b, std::size_t ldb) {
    if (side != 0 || uplo != 0 || op != kNone || diag != 0) return kNotSupported;
    plain_trsm(m, n, *alpha, a, lda, b, ldb);
    return 0;
}
}  // namespace

// Level 3 for elements T, with sizes of type Int. `begin(handle)` is what a call looks at first.
#define STAND_IN_LEVEL3(prefix, suffix, T, Int, begin)                                                      \
    int prefix##gemm##suffix(void* handle, int ta, int tb, Int m, Int n, Int k, const T* alpha, const T* a, \
                             Int lda, const T* b, Int ldb, const T* beta, T* c, Int ldc) {                  \
        if (const int status = begin(handle)) return status;                                                \
        plain_gemm(ta, tb, size(m), size(n), size(k), *alpha, a, size(lda), b, size(ldb), *beta, c,         \
                   size(ldc));                                                                              \
        return 0;                                                                                           \
    }                                                                                                       \
    int prefix##symm##suffix(void* handle, int side, int uplo, Int m, Int n, const T* alpha, const T* a,    \
                             Int lda, const T* b, Int ldb, const T* beta, T* c, Int ldc) {                  \
        if (const int status = begin(handle)) return status;                                                \
        return symm(false, side, uplo, size(m), size(n), alpha, a, size(lda), b, size(ldb), beta, c,        \
                    size(ldc));                                                                             \
    }                                                                                                       \
    int prefix##syrk##suffix(void* handle, int uplo, int op, Int n, Int k, const T* alpha, const T* a,      \
                             Int lda, const T* beta, T* c, Int ldc) {                                       \
        if (const int status = begin(handle)) return status;                                                \
        return syrk(false, uplo, op, size(n), size(k), *alpha, a, size(lda), *beta, c, size(ldc));          \
    }                                                                                                       \
    int prefix##syr2k##suffix(void* handle, int uplo, int op, Int n, Int k, const T* alpha, const T* a,     \
                              Int lda, const T* b, Int ldb, const T* beta, T* c, Int ldc) {                 \
        if (const int status = begin(handle)) return status;                                                \
        return syr2k(false, uplo, op, size(n), size(k), *alpha, a, size(lda), b, size(ldb), *beta, c,       \
                     size(ldc));                                                                            \
    }                                                                                                       \
    int prefix##trmm##suffix(void* handle, int side, int uplo, int op, int diag, Int m, Int n,              \
                             const T* alpha, const T* a, Int lda, const T* b, Int ldb, T* c, Int ldc) {     \
        if (const int status = begin(handle)) return status;                                                \
        return trmm(side, uplo, op, diag, size(m), size(n), alpha, a, size(lda), b, size(ldb), c,           \
                    size(ldc));                                                                             \
    }                                                                                                       \
    int prefix##trsm##suffix(void* handle, int side, int uplo, int op, int diag, Int m, Int n,              \
                             const T* alpha, const T* a, Int lda, T* b, Int ldb) {                          \
        if (const int status = begin(handle)) return status;                                                \
        return trsm(side, uplo, op, diag, size(m), size(n), alpha, a, size(lda), b, size(ldb));             \
    }

// What only complex elements have: their real numbers are of type Real.
#define STAND_IN_HERMITIAN(prefix, suffix, T, Real, Int, begin)                                           \
    int prefix##hemm##suffix(void* handle, int side, int uplo, Int m, Int n, const T* alpha, const T* a,  \
                             Int lda, const T* b, Int ldb, const T* beta, T* c, Int ldc) {                \
        if (const int status = begin(handle)) return status;                                              \
        return symm(true, side, uplo, size(m), size(n), alpha, a, size(lda), b, size(ldb), beta, c,       \
                    size(ldc));                                                                           \
    }                                                                                                     \
    int prefix##herk##suffix(void* handle, int uplo, int op, Int n, Int k, const Real* alpha, const T* a, \
                             Int lda, const Real* beta, T* c, Int ldc) {                                  \
        if (const int status = begin(handle)) return status;                                              \
        return syrk(true, uplo, op, size(n), size(k), T{*alpha}, a, size(lda), T{*beta}, c, size(ldc));   \
    }                                                                                                     \
    int prefix##her2k##suffix(void* handle, int uplo, int op, Int n, Int k, const T* alpha, const T* a,   \
                              Int lda, const T* b, Int ldb, const Real* beta, T* c, Int ldc) {            \
        if (const int status = begin(handle)) return status;                                              \
        return syr2k(true, uplo, op, size(n), size(k), *alpha, a, size(lda), b, size(ldb), T{*beta}, c,   \
                     size(ldc));                                                                          \
    }

extern "C" {
int cublasCreate_v2(void** handle) {
    return create(handle);
}
int cublasDestroy_v2(void* handle) {
    return destroy(handle);
}
STAND_IN_LEVEL3(cublasD, _v2, double, int, begin)
STAND_IN_LEVEL3(cublasS, _v2, float, int, begin)
STAND_IN_LEVEL3(cublasZ, _v2, std::complex<double>, int, begin)
STAND_IN_LEVEL3(cublasC, _v2, std::complex<float>, int, begin)
STAND_IN_HERMITIAN(cublasZ, _v2, std::complex<double>, double, int, begin)
STAND_IN_HERMITIAN(cublasC, _v2, std::complex<float>, float, int, begin)

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
STAND_IN_LEVEL3(cublasXtD, , double, std::size_t, xt_begin)
STAND_IN_LEVEL3(cublasXtS, , float, std::size_t, xt_begin)
STAND_IN_LEVEL3(cublasXtZ, , std::complex<double>, std::size_t, xt_begin)
STAND_IN_LEVEL3(cublasXtC, , std::complex<float>, std::size_t, xt_begin)
STAND_IN_HERMITIAN(cublasXtZ, , std::complex<double>, double, std::size_t, xt_begin)
STAND_IN_HERMITIAN(cublasXtC, , std::complex<float>, float, std::size_t, xt_begin)
}
