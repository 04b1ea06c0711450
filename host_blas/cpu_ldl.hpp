#pragma once

#include <cstdint>

namespace hg {

/// Factors one triangle of an indefinite matrix by the CPU's LAPACK: sytrf, or hetrf if A is hermitian, for
/// float, double and std::complex of these. Sizes must fit into 32 bits; ipiv has n elements. Throws
/// std::bad_alloc before anything is touched.
template <class T>
void cpu_sytrf(bool hermitian, bool upper, std::int64_t n, T* a, std::int64_t lda, std::int64_t* ipiv);

}  // namespace hg
