#pragma once

#include <cstdint>

#include "host_blas/cpu_blas.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// The operation of the CPU's BLAS that makes a matrix its adjoint.
template <class T>
inline constexpr CpuOperation kAdjoint = is_complex(element_type_of<T>()) ? CpuOperation::conj_trans
                                                                          : CpuOperation::trans;

/// The host implementation of qr_panel().
template <class T>
void factor_qr_panel(const HostCall& call);

/// The host implementation of qr_triangles() for diagonal blocks of this order.
template <class T>
void make_qr_triangles(const HostCall& call, std::int64_t block);

}  // namespace hg::kernels
