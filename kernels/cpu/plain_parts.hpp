#pragma once

#include "kernels/cpu/cpu_blas.hpp"

namespace hg::kernels {

// hg's own plain routines, by what they have in common. Each sets its members.

/// Level 1.
template <class T>
void set_plain_vectors(CpuRoutines<T>& routines) noexcept;

/// Level 2.
template <class T>
void set_plain_matrix_vector(CpuRoutines<T>& routines) noexcept;

/// Level 3 without triangular matrices.
template <class T>
void set_plain_products(CpuRoutines<T>& routines) noexcept;

/// trmm and trsm.
template <class T>
void set_plain_triangles(CpuRoutines<T>& routines) noexcept;

/// getrf, getrs and gesv.
template <class T>
void set_plain_lu(CpuRoutines<T>& routines) noexcept;

/// potrf, potrs, posv and potri.
template <class T>
void set_plain_cholesky(CpuRoutines<T>& routines) noexcept;

/// geqrf, ormqr, orgqr and gels; of complex elements unmqr and ungqr.
template <class T>
void set_plain_qr(CpuRoutines<T>& routines) noexcept;

}  // namespace hg::kernels
