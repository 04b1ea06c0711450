#pragma once

#include <cstdint>
#include <vector>

#include <hg/blas/machine_model.hpp>

namespace hg {

/// Rates of the CPU's BLAS for square products of order 512, about where a device begins to pay: the best of
/// three, some hundredths of a second in all.
HostRates measure_host_rates();

/// What HostRates::thin_of() the precision of T holds, measured with a matrix of so many bytes: 256 MiB are more
/// than caches hold. The best of two runs for each number of columns, about a second in all on two cores.
template <class T>
std::vector<OrderRate> measure_thin_products(std::int64_t bytes);

}  // namespace hg
