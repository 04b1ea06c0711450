#pragma once

#include <functional>

#include <hg/kernels/gemv.hpp>

namespace hg::kernels {

/// The host implementation of gemv_kernel(). Sums are divided as the kernel's work-groups divide them.
std::function<void(const HostCall&)> gemv_on_host(const GemvParameters& parameters);

/// The host implementation of gemv_total().
std::function<void(const HostCall&)> gemv_total_on_host(const GemvTotalParameters& parameters);

}  // namespace hg::kernels
