// What Fortran compilers make of `call hg_dgetrf(...)`: a trailing underscore, all arguments by reference,
// integers of 32 bits. Lengths of character arguments, which they append, are not looked at.
#include <algorithm>
#include <vector>

#include "lapack/compat/guard.hpp"
#include "lapack/compat/hg.h"

namespace {

using hg::compat::guarded;

/// Pivots of 64 bits for a call, and the caller's of 32.
class WidePivots {
  public:
    WidePivots(const int* ipiv, int count)
        : narrow_(ipiv), wide_(static_cast<std::size_t>(ipiv == nullptr ? 0 : std::max(0, count))) {}

    /// Null where the caller's is, so that it is found.
    [[nodiscard]] std::int64_t* data() noexcept { return narrow_ == nullptr ? nullptr : wide_.data(); }
    void read() { std::copy_n(narrow_, wide_.size(), wide_.begin()); }
    void write(int* ipiv) const {
        std::transform(wide_.begin(), wide_.end(), ipiv,
                       [](std::int64_t row) { return static_cast<int>(row); });
    }

  private:
    const int* narrow_;
    std::vector<std::int64_t> wide_;
};

/// Calls a factorization with wide pivots, and gives them to the caller where it is done.
template <class Call>
int with_pivots(int* ipiv, int count, const Call& call) noexcept {
    return static_cast<int>(guarded(0, [&] {
        WidePivots pivots(ipiv, count);
        const std::int64_t info = call(pivots.data());
        if (info >= 0) pivots.write(ipiv);
        return info;
    }));
}

template <class T, class Getrs>
int getrs(Getrs routine, const char* trans, const int* n, const int* nrhs, const T* a, const int* lda,
          const int* ipiv, T* b, const int* ldb) noexcept {
    return static_cast<int>(guarded(0, [&] {
        WidePivots pivots(ipiv, *n);
        pivots.read();
        return routine(*trans, *n, *nrhs, a, *lda, pivots.data(), b, *ldb);
    }));
}

}  // namespace

extern "C" {

void hg_dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
               const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
               const double* beta, double* c, const int* ldc, int* info) {
    *info =
        static_cast<int>(hg_dgemm(*transa, *transb, *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc));
}

void hg_sgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k,
               const float* alpha, const float* a, const int* lda, const float* b, const int* ldb,
               const float* beta, float* c, const int* ldc, int* info) {
    *info =
        static_cast<int>(hg_sgemm(*transa, *transb, *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc));
}

void hg_dtrsm_(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
               const int* n, const double* alpha, const double* a, const int* lda, double* b, const int* ldb,
               int* info) {
    *info = static_cast<int>(hg_dtrsm(*side, *uplo, *transa, *diag, *m, *n, *alpha, a, *lda, b, *ldb));
}

void hg_strsm_(const char* side, const char* uplo, const char* transa, const char* diag, const int* m,
               const int* n, const float* alpha, const float* a, const int* lda, float* b, const int* ldb,
               int* info) {
    *info = static_cast<int>(hg_strsm(*side, *uplo, *transa, *diag, *m, *n, *alpha, a, *lda, b, *ldb));
}

void hg_dgetrf_(const int* m, const int* n, double* a, const int* lda, int* ipiv, int* info) {
    *info = with_pivots(ipiv, std::min(*m, *n),
                        [=](std::int64_t* pivots) { return hg_dgetrf(*m, *n, a, *lda, pivots); });
}

void hg_sgetrf_(const int* m, const int* n, float* a, const int* lda, int* ipiv, int* info) {
    *info = with_pivots(ipiv, std::min(*m, *n),
                        [=](std::int64_t* pivots) { return hg_sgetrf(*m, *n, a, *lda, pivots); });
}

void hg_dgetrs_(const char* trans, const int* n, const int* nrhs, const double* a, const int* lda,
                const int* ipiv, double* b, const int* ldb, int* info) {
    *info = getrs<double>(hg_dgetrs, trans, n, nrhs, a, lda, ipiv, b, ldb);
}

void hg_sgetrs_(const char* trans, const int* n, const int* nrhs, const float* a, const int* lda,
                const int* ipiv, float* b, const int* ldb, int* info) {
    *info = getrs<float>(hg_sgetrs, trans, n, nrhs, a, lda, ipiv, b, ldb);
}

void hg_dgesv_(const int* n, const int* nrhs, double* a, const int* lda, int* ipiv, double* b, const int* ldb,
               int* info) {
    *info = with_pivots(ipiv, *n,
                        [=](std::int64_t* pivots) { return hg_dgesv(*n, *nrhs, a, *lda, pivots, b, *ldb); });
}

void hg_sgesv_(const int* n, const int* nrhs, float* a, const int* lda, int* ipiv, float* b, const int* ldb,
               int* info) {
    *info = with_pivots(ipiv, *n,
                        [=](std::int64_t* pivots) { return hg_sgesv(*n, *nrhs, a, *lda, pivots, b, *ldb); });
}

void hg_dsgesv_(const int* n, const int* nrhs, double* a, const int* lda, int* ipiv, const double* b,
                const int* ldb, double* x, const int* ldx, double* /*work*/, float* /*swork*/, int* iter,
                int* info) {
    std::int64_t steps = 0;
    *info = with_pivots(ipiv, *n, [=, &steps](std::int64_t* pivots) {
        return hg_dsgesv(*n, *nrhs, a, *lda, pivots, b, *ldb, x, *ldx, &steps);
    });
    *iter = static_cast<int>(steps);
}

}  // extern "C"
