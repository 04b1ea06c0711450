#pragma once

#include <complex>
#include <cstdint>

#include <hg/lapack/lu_options.hpp>

namespace hg {

/// An LU factorization in host memory. Its sizes fit into 32 bits, as the CPU's LAPACK has them.
template <class T>
struct HostGetrf {
    std::int64_t m, n;
    T* A;
    std::int64_t lda;
    std::int64_t* ipiv;  ///< may be null with Pivoting::none
    Pivoting pivoting;
};

/// The factorization by the CPU's LAPACK in the calling thread and its own. A tournament of one block is
/// partial pivoting; without pivoting it is recursive. The diagonal of U shows which pivot was zero. Throws
/// std::bad_alloc before anything is touched.
template <class T>
void host_getrf(const HostGetrf<T>& factorization);

extern template void host_getrf(const HostGetrf<float>&);
extern template void host_getrf(const HostGetrf<double>&);
extern template void host_getrf(const HostGetrf<std::complex<float>>&);
extern template void host_getrf(const HostGetrf<std::complex<double>>&);

}  // namespace hg
