#pragma once

#include <functional>

#include <hg/kernels/spmv.hpp>

namespace hg::kernels {

/// The host implementation of spmv_kernel(): those of csr_rows, sell and ell add in the order of the kernel's work-items.
std::function<void(const HostCall&)> spmv_on_host(const SpmvParameters& parameters);

/// The host implementation of spmv_rest().
std::function<void(const HostCall&)> spmv_rest_on_host(const SpmvParameters& parameters);

}  // namespace hg::kernels
