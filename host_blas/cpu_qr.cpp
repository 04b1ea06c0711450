#include "host_blas/cpu_qr.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <memory>

#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"
#include "host_blas/cpu_lapack_work.hpp"
#include "host_blas/element_arithmetic.hpp"

namespace hg {
namespace {

template <class T>
std::unique_ptr<T[]> elements(std::int64_t count) {
    return std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(count));
}

/// The number of multiplications of a matrix product.
template <class T>
double product(std::int64_t m, std::int64_t n, std::int64_t k) {
    return real_operations(element_type_of<T>()) * static_cast<double>(m) * static_cast<double>(n) *
           static_cast<double>(k);
}

/// LAPACK's letter for Q, or for Q^T (Q^H for complex elements).
template <class T>
char letter_of(bool transposed) {
    return !transposed ? 'N' : is_complex(element_type_of<T>()) ? 'C' : 'T';
}

/// LAPACK's ormqr with a single block of reflectors writes their ones into A, and restores the elements
/// later. LAPACK's blocks have at most this many columns.
constexpr std::int64_t kWidestBlock = 64;

}  // namespace

bool in_cpu_lapack() noexcept {
    return CpuLapackCall::in_lapack;
}

template <class T>
void cpu_geqrf(std::int64_t m, std::int64_t n, T* a, std::int64_t lda, T* tau) {
    with_work<T>(n, [&](T* work, std::int64_t lwork, int* info) {
        call_cpu_blas(cpu_blas().routines<T>().geqrf, product<T>(m, n, std::min(m, n)), m, n, a, lda, tau,
                      work, lwork, info);
    });
}

template <class T>
void cpu_ormqr(const CpuReflectors& q, std::int64_t m, std::int64_t n, std::int64_t k, const T* a,
               std::int64_t lda, const T* tau, T* c, std::int64_t ldc) {
    const std::int64_t order = q.right ? n : m;
    const bool own = k <= kWidestBlock;
    const auto reflectors = elements<T>(own ? order * k : 0);
    if (own)
        for (std::int64_t j = 0; j < k; ++j) std::copy_n(a + j * lda, order, reflectors.get() + j * order);
    const T* v = own ? reflectors.get() : a;
    const std::int64_t ldv = own ? std::max<std::int64_t>(1, order) : lda;
    with_work<T>(q.right ? m : n, [&](T* work, std::int64_t lwork, int* info) {
        call_cpu_blas(cpu_blas().routines<T>().ormqr, product<T>(m, n, k), q.right ? 'R' : 'L',
                      letter_of<T>(q.transposed), m, n, k, v, ldv, tau, c, ldc, work, lwork, info);
    });
}

template <class T>
void cpu_orgqr(std::int64_t m, std::int64_t n, std::int64_t k, T* a, std::int64_t lda, const T* tau) {
    with_work<T>(n, [&](T* work, std::int64_t lwork, int* info) {
        call_cpu_blas(cpu_blas().routines<T>().orgqr, product<T>(m, n, k), m, n, k, a, lda, tau, work, lwork,
                      info);
    });
}

template <class T>
std::int64_t cpu_gels(bool transposed, std::int64_t m, std::int64_t n, std::int64_t nrhs, T* a,
                      std::int64_t lda, T* b, std::int64_t ldb) {
    const std::int64_t order = std::min(m, n);
    return with_work<T>(order + std::max(order, nrhs), [&](T* work, std::int64_t lwork, int* info) {
        call_cpu_blas(cpu_blas().routines<T>().gels, product<T>(m, n, order + nrhs), letter_of<T>(transposed),
                      m, n, nrhs, a, lda, b, ldb, work, lwork, info);
    });
}

#define HG_INSTANTIATE(T)                                                                                \
    template void cpu_geqrf(std::int64_t, std::int64_t, T*, std::int64_t, T*);                           \
    template void cpu_ormqr(const CpuReflectors&, std::int64_t, std::int64_t, std::int64_t, const T*,    \
                            std::int64_t, const T*, T*, std::int64_t);                                   \
    template void cpu_orgqr(std::int64_t, std::int64_t, std::int64_t, T*, std::int64_t, const T*);       \
    template std::int64_t cpu_gels(bool, std::int64_t, std::int64_t, std::int64_t, T*, std::int64_t, T*, \
                                   std::int64_t);
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg
