// A library that counts calls of BLAS and passes them on to the next one of their name, as profilers do. At
// the end it says how many there were.
#include <dlfcn.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {

std::atomic<int> calls{0};

template <class F>
F* next(const char* name) {
    ++calls;
    void* const symbol = dlsym(RTLD_NEXT, name);
    if (symbol != nullptr) return reinterpret_cast<F*>(symbol);
    std::fprintf(stderr, "counter: there is no %s behind\n", name);
    std::abort();
}

[[gnu::destructor]] void tell() {
    if (calls > 0) std::fprintf(stderr, "counter: %d calls\n", calls.load());
}

}  // namespace

extern "C" {

void dgemm_(const char* trans_a, const char* trans_b, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc, std::size_t length_a, std::size_t length_b) {
    next<decltype(dgemm_)>("dgemm_")(trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, length_a,
                                     length_b);
}

void dgesv_(const int* n, const int* nrhs, double* a, const int* lda, int* ipiv, double* b, const int* ldb,
            int* info) {
    next<decltype(dgesv_)>("dgesv_")(n, nrhs, a, lda, ipiv, b, ldb, info);
}

void cblas_dgemm(int layout, int trans_a, int trans_b, int m, int n, int k, double alpha, const double* a,
                 int lda, const double* b, int ldb, double beta, double* c, int ldc) {
    next<decltype(cblas_dgemm)>("cblas_dgemm")(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta,
                                               c, ldc);
}
}
