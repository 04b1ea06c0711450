#pragma once

#include <cstdint>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// The host implementation of qr_panel().
template <class T>
void factor_qr_panel(const HostCall& call);

/// The host implementation of qr_triangles() for diagonal blocks of this order.
template <class T>
void make_qr_triangles(const HostCall& call, std::int64_t block);

extern template void factor_qr_panel<double>(const HostCall&);
extern template void factor_qr_panel<float>(const HostCall&);
extern template void make_qr_triangles<double>(const HostCall&, std::int64_t);
extern template void make_qr_triangles<float>(const HostCall&, std::int64_t);

}  // namespace hg::kernels
