// Stands in for cuSOLVER if there is none. A factorization with less workspace than it asked for fails.
#include "plain.hpp"

namespace {
constexpr int kInvalidValue = 3;
// Elements of workspace.
constexpr int kWorkspace = 100;
constexpr int kCholeskyWorkspace = 200;
constexpr int kQrWorkspace = 300;

std::size_t size(int value) {
    return static_cast<std::size_t>(value);
}

template <class T>
int getrf(int m, int n, T* a, int lda, T* workspace, int* ipiv, int* info) {
    if (workspace == nullptr) return kInvalidValue;
    std::fill_n(workspace, kWorkspace, T{0});
    *info = plain_getrf(size(m), size(n), a, size(lda), ipiv);
    return 0;
}

template <class T>
int getrs(int transposed, int n, int nrhs, const T* a, int lda, const int* ipiv, T* b, int ldb, int* info) {
    if (transposed != 0) return kInvalidValue;
    plain_getrs(size(n), size(nrhs), a, size(lda), ipiv, b, size(ldb));
    *info = 0;
    return 0;
}

template <class T>
int potrf(int uplo, int n, T* a, int lda, T* workspace, int elements, int* info) {
    constexpr int kUpper = 1;
    if (workspace == nullptr || elements < kCholeskyWorkspace || uplo < 0 || uplo > kUpper)
        return kInvalidValue;
    std::fill_n(workspace, elements, T{0});
    *info = plain_potrf(uplo == kUpper, size(n), a, size(lda));
    return 0;
}

template <class T>
int geqrf(int m, int n, T* a, int lda, T* tau, T* workspace, int elements, int* info) {
    if (workspace == nullptr || elements < kQrWorkspace) return kInvalidValue;
    std::fill_n(workspace, elements, T{0});
    plain_geqrf(size(m), size(n), a, size(lda), tau);
    *info = 0;
    return 0;
}
}  // namespace

#define STAND_IN_FACTORIZATIONS(letter, T)                                                                  \
    int cusolverDn##letter##getrf_bufferSize(void*, int, int, T*, int, int* elements) {                     \
        *elements = kWorkspace;                                                                             \
        return 0;                                                                                           \
    }                                                                                                       \
    int cusolverDn##letter##getrf(void*, int m, int n, T* a, int lda, T* workspace, int* ipiv, int* info) { \
        return getrf(m, n, a, lda, workspace, ipiv, info);                                                  \
    }                                                                                                       \
    int cusolverDn##letter##getrs(void*, int op, int n, int nrhs, const T* a, int lda, const int* ipiv,     \
                                  T* b, int ldb, int* info) {                                               \
        return getrs(op, n, nrhs, a, lda, ipiv, b, ldb, info);                                              \
    }                                                                                                       \
    int cusolverDn##letter##potrf_bufferSize(void*, int, int, T*, int, int* elements) {                     \
        *elements = kCholeskyWorkspace;                                                                     \
        return 0;                                                                                           \
    }                                                                                                       \
    int cusolverDn##letter##potrf(void*, int uplo, int n, T* a, int lda, T* workspace, int elements,        \
                                  int* info) {                                                              \
        return potrf(uplo, n, a, lda, workspace, elements, info);                                           \
    }                                                                                                       \
    int cusolverDn##letter##geqrf_bufferSize(void*, int, int, T*, int, int* elements) {                     \
        *elements = kQrWorkspace;                                                                           \
        return 0;                                                                                           \
    }                                                                                                       \
    int cusolverDn##letter##geqrf(void*, int m, int n, T* a, int lda, T* tau, T* workspace, int elements,   \
                                  int* info) {                                                              \
        return geqrf(m, n, a, lda, tau, workspace, elements, info);                                         \
    }

extern "C" {
int cusolverDnCreate(void** handle) {
    *handle = new int;
    return 0;
}
int cusolverDnDestroy(void* handle) {
    delete static_cast<int*>(handle);
    return 0;
}
STAND_IN_FACTORIZATIONS(D, double)
STAND_IN_FACTORIZATIONS(S, float)
STAND_IN_FACTORIZATIONS(Z, std::complex<double>)
STAND_IN_FACTORIZATIONS(C, std::complex<float>)
}
