#pragma once

#include <functional>

#include <hg/kernels/vector.hpp>

namespace hg::kernels {

/// The host implementation of vector_kernel(): sums are added in the order of the kernel's work-items.
std::function<void(const HostCall&)> vector_on_host(const VectorParameters& parameters);

/// The host implementation of vector_total().
std::function<void(const HostCall&)> vector_total_on_host(VectorOperation operation, ElementType type,
                                                          int items);

}  // namespace hg::kernels
