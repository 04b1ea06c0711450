// What Fortran compilers make of `call hg_dgetrf(...)`: a trailing underscore, all arguments by reference,
// integers of 32 bits. Lengths of character arguments, which they append, are not looked at.
#include <algorithm>
#include <memory>

#include "blas/call/letters.hpp"
#include "interfaces/c/guard.hpp"
#include "lapack/common/check.hpp"
#include <hg/hg.h>

namespace {

using hg::interfaces::guarded;

/// Pivots of 64 bits for a call, and the caller's of 32. For arguments that have been checked.
class WidePivots {
  public:
    /// Without pivots if the caller has none.
    WidePivots(const int* ipiv, int count) : count_(ipiv == nullptr ? 0 : count) {
        if (ipiv != nullptr)
            wide_ = std::make_unique_for_overwrite<std::int64_t[]>(static_cast<std::size_t>(count_));
    }

    /// Null if the caller's is, so that it is found.
    [[nodiscard]] std::int64_t* data() noexcept { return wide_.get(); }
    void read(const int* ipiv) noexcept { std::copy_n(ipiv, count_, wide_.get()); }
    void write(int* ipiv) const noexcept {
        std::transform(wide_.get(), wide_.get() + count_, ipiv,
                       [](std::int64_t row) { return static_cast<int>(row); });
    }

  private:
    int count_;
    std::unique_ptr<std::int64_t[]> wide_;
};

/// Checks arguments, then calls a factorization with wide pivots. If it is done, gives the
/// pivots to the caller.
template <class Check, class Call>
int with_pivots(int* ipiv, int count, const Check& check, const Call& call) noexcept {
    return static_cast<int>(guarded(0, [&] {
        check();
        WidePivots pivots(ipiv, count);
        const std::int64_t info = call(pivots.data());
        if (info >= 0) pivots.write(ipiv);
        return info;
    }));
}

template <class T, class Getrf>
int getrf(Getrf routine, const int* m, const int* n, T* a, const int* lda, int* ipiv) noexcept {
    return with_pivots(
        ipiv, std::min(*m, *n), [=] { hg::check_getrf<T>(*m, *n, a, *lda, ipiv); },
        [=](std::int64_t* pivots) { return routine(*m, *n, a, *lda, pivots); });
}

template <class T, class Getrs>
int getrs(Getrs routine, const char* trans, const int* n, const int* nrhs, const T* a, const int* lda,
          const int* ipiv, T* b, const int* ldb) noexcept {
    return static_cast<int>(guarded(0, [&]() -> std::int64_t {
        hg::check_getrs<T>(hg::op_of(*trans), *n, *nrhs, a, *lda, b, *ldb);
        if (*n == 0 || *nrhs == 0) return 0;
        WidePivots pivots(ipiv, *n);
        pivots.read(ipiv);
        return routine(*trans, *n, *nrhs, a, *lda, pivots.data(), b, *ldb);
    }));
}

template <class T, class Gesv>
int gesv(Gesv routine, const int* n, const int* nrhs, T* a, const int* lda, int* ipiv, T* b,
         const int* ldb) noexcept {
    return with_pivots(
        ipiv, *n, [=] { hg::check_gesv<T>(*n, *nrhs, a, *lda, ipiv, b, *ldb); },
        [=](std::int64_t* pivots) { return routine(*n, *nrhs, a, *lda, pivots, b, *ldb); });
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
    *info = getrf<double>(hg_dgetrf, m, n, a, lda, ipiv);
}

void hg_sgetrf_(const int* m, const int* n, float* a, const int* lda, int* ipiv, int* info) {
    *info = getrf<float>(hg_sgetrf, m, n, a, lda, ipiv);
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
    *info = gesv<double>(hg_dgesv, n, nrhs, a, lda, ipiv, b, ldb);
}

void hg_sgesv_(const int* n, const int* nrhs, float* a, const int* lda, int* ipiv, float* b, const int* ldb,
               int* info) {
    *info = gesv<float>(hg_sgesv, n, nrhs, a, lda, ipiv, b, ldb);
}

void hg_dsgesv_(const int* n, const int* nrhs, double* a, const int* lda, int* ipiv, const double* b,
                const int* ldb, double* x, const int* ldx, double* /*work*/, float* /*swork*/, int* iter,
                int* info) {
    std::int64_t steps = 0;
    *info = with_pivots(
        ipiv, *n, [=, &steps] { hg::check_dsgesv(*n, *nrhs, a, *lda, ipiv, b, *ldb, x, *ldx, &steps); },
        [=, &steps](std::int64_t* pivots) {
            return hg_dsgesv(*n, *nrhs, a, *lda, pivots, b, *ldb, x, *ldx, &steps);
        });
    *iter = static_cast<int>(steps);
}

}  // extern "C"
