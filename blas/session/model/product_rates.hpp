#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// The GEMM kernel whose rate stands for a device's; empty if the device has no memory for any product.
std::string probed_kernel(const DeviceModel& device, ElementType type, const kernels::Database& database);

/// The rate in flop/s that this kernel sustains on one device of a machine, data resident. A GPU runs it back
/// to back for half a second, of which the second half counts: by then power and temperature have set the
/// clock. Other devices take a twentieth of a second, the best of three. The product is square, of order 4096
/// on a GPU and 512 elsewhere, less if the device has less memory.
/// Throws what Machine::run throws.
double measure_gemm_rate(Machine& machine, DeviceIndex device, ElementType type,
                         const kernels::Database& database);

/// The rate in flop/s of the CPU's BLAS for square products of order 512, about where a device begins to pay:
/// the best of three, some hundredths of a second.
template <class T>
double measure_host_rate();

/// What HostRates::thin_of() the precision of T holds, measured with a matrix of so many bytes: 256 MiB are
/// more than caches hold. The best of two runs for each number of columns, about a second in all on two
/// cores.
template <class T>
std::vector<OrderRate> measure_thin_products(std::int64_t bytes);

}  // namespace hg
