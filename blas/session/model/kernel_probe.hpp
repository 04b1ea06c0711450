#pragma once

#include <string>

#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The GEMM kernel whose rate stands for a device's; empty if the device has no memory for any product.
std::string probed_kernel(const DeviceModel& device, ElementType type, const kernels::Database& database);

/// The rate in flop/s that this kernel sustains on one device of a machine, data resident. A GPU runs it back
/// to back for half a second, of which the second half counts: by then power and temperature have set the
/// clock. Other devices take a twentieth of a second, the best of three. The product is square, of order 4096
/// on a GPU and 512 elsewhere, less if the device has less memory. `target` is the machine's own.
/// Throws what Machine::run throws.
double measure_gemm_rate(Machine& machine, const Target& target, DeviceIndex device, ElementType type,
                         const kernels::Database& database);

}  // namespace hg
