// Stands in for cuSOLVER if there is none. A factorization with less workspace than it asked for fails.
#include "plain.hpp"

namespace {
constexpr int kInvalidValue = 3;
constexpr int kWorkspace = 100;

std::size_t size(int value) {
    return static_cast<std::size_t>(value);
}

template <class T>
int getrf(int m, int n, T* a, int lda, T* workspace, int* ipiv, int* info) {
    if (workspace == nullptr) return kInvalidValue;
    for (int i = 0; i < kWorkspace; ++i) workspace[i] = 0;
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
}  // namespace

extern "C" {
int cusolverDnCreate(void** handle) {
    *handle = new int;
    return 0;
}
int cusolverDnDestroy(void* handle) {
    delete static_cast<int*>(handle);
    return 0;
}
int cusolverDnDgetrf_bufferSize(void*, int, int, double*, int, int* elements) {
    *elements = kWorkspace;
    return 0;
}
int cusolverDnSgetrf_bufferSize(void*, int, int, float*, int, int* elements) {
    *elements = kWorkspace;
    return 0;
}
int cusolverDnDgetrf(void*, int m, int n, double* a, int lda, double* workspace, int* ipiv, int* info) {
    return getrf(m, n, a, lda, workspace, ipiv, info);
}
int cusolverDnSgetrf(void*, int m, int n, float* a, int lda, float* workspace, int* ipiv, int* info) {
    return getrf(m, n, a, lda, workspace, ipiv, info);
}
int cusolverDnDgetrs(void*, int transposed, int n, int nrhs, const double* a, int lda, const int* ipiv,
                     double* b, int ldb, int* info) {
    return getrs(transposed, n, nrhs, a, lda, ipiv, b, ldb, info);
}
int cusolverDnSgetrs(void*, int transposed, int n, int nrhs, const float* a, int lda, const int* ipiv,
                     float* b, int ldb, int* info) {
    return getrs(transposed, n, nrhs, a, lda, ipiv, b, ldb, info);
}
}
