#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// Returns the GEMM kernel that is measured for a device's rate; empty if the device has too little memory.
std::string probed_kernel(const DeviceModel& device, ElementType type, const kernels::Database& database);

/// Returns the rate in flop/s that this kernel sustains on one device of a machine, with resident data. A GPU
/// runs it back to back for half a second, and the second half counts, because power and temperature have
/// determined the clock by then. On other devices it is the best of three runs of a twentieth of a second.
/// The product is square, of order 4096 on a GPU and 512 elsewhere, or less if the device has less memory.
/// Throws what Machine::run() throws.
double measure_gemm_rate(Machine& machine, DeviceIndex device, ElementType type,
                         const kernels::Database& database);

/// Returns the rate in flop/s of the CPU BLAS for square products of order 512, which is about where devices
/// become worthwhile: the best of three runs, which take some hundredths of a second.
template <class T>
double measure_host_rate();

/// Returns the rates of HostRates::thin_of() for the precision of T, measured with a matrix of the given
/// number of bytes; 256 MiB exceed all caches. The best of two runs for each number of columns; about a
/// second in all on two cores.
template <class T>
std::vector<OrderRate> measure_thin_products(std::int64_t bytes);

}  // namespace hg
