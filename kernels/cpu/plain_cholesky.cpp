#include <algorithm>
#include <complex>
#include <cstddef>

#include "kernels/cholesky/cholesky_host.hpp"
#include "kernels/cpu/plain_arguments.hpp"
#include "kernels/cpu/plain_parts.hpp"

namespace hg::kernels {
namespace {

template <class T>
void potrf(const char* uplo, const int* n, T* a, const int* lda, int* info, std::size_t /*length*/) {
    *info =
        -wrong_argument<T>("POTRF", {{1, is_one_of(uplo, "LU")}, {2, *n >= 0}, {4, *lda >= std::max(1, *n)}});
    if (*info != 0) return;
    const bool upper = upper_case(uplo) == 'U';
    *info = static_cast<int>(factor_cholesky<T>(*n, a, upper ? *lda : 1, upper ? 1 : *lda));
}

template <class T>
void potrs(const char* uplo, const int* n, const int* nrhs, const T* a, const int* lda, T* b, const int* ldb,
           int* info, std::size_t /*length*/) {
    *info = -wrong_argument<T>("POTRS", {{1, is_one_of(uplo, "LU")},
                                         {2, *n >= 0},
                                         {3, *nrhs >= 0},
                                         {5, *lda >= std::max(1, *n)},
                                         {7, *ldb >= std::max(1, *n)}});
    if (*info != 0 || *n == 0 || *nrhs == 0) return;
    const bool upper = upper_case(uplo) == 'U';
    for (const bool transposed : {upper, !upper})
        cpu_trsm<T>({.upper = upper, .transposed = transposed, .conjugated = true}, *n, *nrhs, T{1}, a, *lda,
                    b, *ldb);
}

template <class T>
void posv(const char* uplo, const int* n, const int* nrhs, T* a, const int* lda, T* b, const int* ldb,
          int* info, std::size_t /*length*/) {
    *info = -wrong_argument<T>("POSV ", {{1, is_one_of(uplo, "LU")},
                                         {2, *n >= 0},
                                         {3, *nrhs >= 0},
                                         {5, *lda >= std::max(1, *n)},
                                         {7, *ldb >= std::max(1, *n)}});
    if (*info != 0) return;
    potrf<T>(uplo, n, a, lda, info, 1);
    if (*info == 0) potrs<T>(uplo, n, nrhs, a, lda, b, ldb, info, 1);
}

template <class T>
void potri(const char* uplo, const int* n, T* a, const int* lda, int* info, std::size_t /*length*/) {
    *info =
        -wrong_argument<T>("POTRI", {{1, is_one_of(uplo, "LU")}, {2, *n >= 0}, {4, *lda >= std::max(1, *n)}});
    const std::ptrdiff_t step = *lda;
    for (int i = 0; *info == 0 && i < *n; ++i)
        if (a[i * (step + 1)] == T{0}) *info = i + 1;
    if (*info != 0) return;
    const bool upper = upper_case(uplo) == 'U';
    invert_cholesky<T>(*n, a, upper ? step : 1, upper ? 1 : step);
}

}  // namespace

template <class T>
void set_plain_cholesky(CpuRoutines<T>& routines) noexcept {
    routines.potrf = potrf<T>;
    routines.potrs = potrs<T>;
    routines.posv = posv<T>;
    routines.potri = potri<T>;
}

template void set_plain_cholesky(CpuRoutines<double>&) noexcept;
template void set_plain_cholesky(CpuRoutines<float>&) noexcept;
template void set_plain_cholesky(CpuRoutines<std::complex<double>>&) noexcept;
template void set_plain_cholesky(CpuRoutines<std::complex<float>>&) noexcept;

}  // namespace hg::kernels
