#include "host_blas/cpu_ldl.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <vector>

#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"
#include "host_blas/cpu_lapack_work.hpp"
#include "host_blas/element_arithmetic.hpp"

namespace hg {

template <class T>
void cpu_sytrf(bool hermitian, bool upper, std::int64_t n, T* a, std::int64_t lda, std::int64_t* ipiv) {
    const auto& lapack = cpu_blas().routines<T>();
    auto* factor = lapack.sytrf;
    if constexpr (is_complex(element_type_of<T>()))
        if (hermitian) factor = lapack.hetrf;
    const auto order = static_cast<double>(n);
    std::vector<int> pivots(static_cast<std::size_t>(n));
    with_work<T>(1, [&](T* work, std::int64_t lwork, int* info) {
        call_cpu_blas(factor, real_operations(element_type_of<T>()) * order * order * order / 6,
                      upper ? 'U' : 'L', n, a, lda, pivots.data(), work, lwork, info);
    });
    std::ranges::copy(pivots, ipiv);
}

#define HG_INSTANTIATE(T) template void cpu_sytrf(bool, bool, std::int64_t, T*, std::int64_t, std::int64_t*);
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg
