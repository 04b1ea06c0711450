#pragma once

#include "kernels/cpu/cpu_blas.hpp"

namespace hg::kernels {

// hg's own plain routines, by what they have in common. Each sets its members.

/// Level 1.
template <class T>
void set_plain_vectors(CpuRoutines<T>& routines) noexcept;
template <class T>
void set_plain_vectors(CpuComplexRoutines<T>& routines) noexcept;

/// Level 2.
template <class T>
void set_plain_matrix_vector(CpuRoutines<T>& routines) noexcept;
template <class T>
void set_plain_matrix_vector(CpuComplexRoutines<T>& routines) noexcept;

/// gemm, symm, syrk and syr2k.
template <class T>
void set_plain_products(CpuLevel3Routines<T>& routines) noexcept;

/// hemm, herk and her2k.
template <class T>
void set_plain_hermitian_products(CpuComplexRoutines<T>& routines) noexcept;

/// trmm and trsm.
template <class T>
void set_plain_triangles(CpuLevel3Routines<T>& routines) noexcept;

/// getrf, getrs and gesv.
template <class T>
void set_plain_lu(CpuFactorRoutines<T>& routines) noexcept;

/// potrf, potrs, posv and potri.
template <class T>
void set_plain_cholesky(CpuFactorRoutines<T>& routines) noexcept;

/// geqrf, ormqr, orgqr and gels; of complex elements unmqr and ungqr.
template <class T>
void set_plain_qr(CpuQrRoutines<T>& routines) noexcept;

}  // namespace hg::kernels
