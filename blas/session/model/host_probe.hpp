#pragma once

#include <hg/blas/machine_model.hpp>

namespace hg {

/// Rates of the CPU's BLAS for square products of order 512, about where a device begins to pay: the best of
/// three, some hundredths of a second in all.
HostRates measure_host_rates();

}  // namespace hg
