#include "lapack/common/check.hpp"

#include <algorithm>

#include <hg/runtime/program/error.hpp>

namespace hg {

void check_pivoting(std::string_view routine, int number, Pivoting pivoting) {
    if (pivoting == Pivoting::partial || pivoting == Pivoting::tournament || pivoting == Pivoting::none)
        return;
    require_argument(false, routine, number, "options.pivoting", "must be partial, tournament or none");
}

void check_pivots(std::string_view routine, int number, const void* ipiv, std::int64_t count) {
    if (count > 0 && ipiv == nullptr) require_argument(false, routine, number, "ipiv", "must not be null");
}

template <class T>
void check_getrf(std::int64_t m, std::int64_t n, const T* A, std::int64_t lda, const void* ipiv,
                 Pivoting pivoting) {
    const char* routine = sizeof(T) == 8 ? "dgetrf" : "sgetrf";
    check_size(routine, 1, "m", m);
    check_size(routine, 2, "n", n);
    check_matrix(routine, Layout::col_major, {"A", 3, "lda", 4, A, lda, m, n}, sizeof(T));
    check_pivots(routine, 5, ipiv, pivoting == Pivoting::none ? 0 : std::min(m, n));
    check_pivoting(routine, 6, pivoting);
}

template <class T>
void check_getrs(Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda, const T* B,
                 std::int64_t ldb) {
    const char* routine = sizeof(T) == 8 ? "dgetrs" : "sgetrs";
    check_op(routine, 1, "op", op);
    check_size(routine, 2, "n", n);
    check_size(routine, 3, "nrhs", nrhs);
    check_matrix(routine, Layout::col_major, {"A", 4, "lda", 5, A, lda, n, n, nrhs > 0}, sizeof(T));
    check_matrix(routine, Layout::col_major, {"B", 7, "ldb", 8, B, ldb, n, nrhs}, sizeof(T));
}

template <class T>
void check_gesv(std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda, const void* ipiv, const T* B,
                std::int64_t ldb, Pivoting pivoting) {
    const char* routine = sizeof(T) == 8 ? "dgesv" : "sgesv";
    check_size(routine, 1, "n", n);
    check_size(routine, 2, "nrhs", nrhs);
    check_matrix(routine, Layout::col_major, {"A", 3, "lda", 4, A, lda, n, n}, sizeof(T));
    check_pivots(routine, 5, ipiv, pivoting == Pivoting::none ? 0 : n);
    check_matrix(routine, Layout::col_major, {"B", 6, "ldb", 7, B, ldb, n, nrhs}, sizeof(T));
    check_pivoting(routine, 8, pivoting);
}

void check_dsgesv(std::int64_t n, std::int64_t nrhs, const double* A, std::int64_t lda, const void* ipiv,
                  const double* B, std::int64_t ldb, const double* X, std::int64_t ldx,
                  const std::int64_t* iter) {
    const char* routine = "dsgesv";
    constexpr std::int64_t size = sizeof(double);
    check_size(routine, 1, "n", n);
    check_size(routine, 2, "nrhs", nrhs);
    check_matrix(routine, Layout::col_major, {"A", 3, "lda", 4, A, lda, n, n}, size);
    check_pivots(routine, 5, ipiv, n);
    check_matrix(routine, Layout::col_major, {"B", 6, "ldb", 7, B, ldb, n, nrhs}, size);
    check_matrix(routine, Layout::col_major, {"X", 8, "ldx", 9, X, ldx, n, nrhs}, size);
    if (iter == nullptr) require_argument(false, routine, 10, "iter", "must not be null");
}

template void check_getrf(std::int64_t, std::int64_t, const float*, std::int64_t, const void*, Pivoting);
template void check_getrf(std::int64_t, std::int64_t, const double*, std::int64_t, const void*, Pivoting);
template void check_getrs(Op, std::int64_t, std::int64_t, const float*, std::int64_t, const float*,
                          std::int64_t);
template void check_getrs(Op, std::int64_t, std::int64_t, const double*, std::int64_t, const double*,
                          std::int64_t);
template void check_gesv(std::int64_t, std::int64_t, const float*, std::int64_t, const void*, const float*,
                         std::int64_t, Pivoting);
template void check_gesv(std::int64_t, std::int64_t, const double*, std::int64_t, const void*, const double*,
                         std::int64_t, Pivoting);

}  // namespace hg
