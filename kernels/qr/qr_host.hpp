#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// The host implementations of qr_panel() and qr_triangles().
template <class T>
void factor_qr_panel(const HostCall& call);
template <class T>
void make_qr_triangles(const HostCall& call);

extern template void factor_qr_panel<double>(const HostCall&);
extern template void factor_qr_panel<float>(const HostCall&);
extern template void make_qr_triangles<double>(const HostCall&);
extern template void make_qr_triangles<float>(const HostCall&);

}  // namespace hg::kernels
