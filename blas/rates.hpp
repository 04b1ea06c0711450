#pragma once

#include <string>

#include "kernels/database.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/program/target.hpp"

namespace hg {

/// The rate in flop/s that the best known GEMM instruction of `type` reaches on one device of a machine, data
/// resident: the best of a few runs, a tenth of a second or so in all. Throws what Machine::run throws.
double measure_gemm_rate(Machine& machine, const Target& target, DeviceIndex device, ElementType type,
                         const kernels::Database& database);

/// Sets the rates of all devices of `target`, the machine's own, to measured ones: one measurement for each
/// kind of device (name, driver and instruction), so that equal devices have equal rates. Figures are kept in
/// a file of `cache_folder` and taken from there; a damaged file is ignored. An empty folder keeps nothing.
void set_measured_rates(Target& target, Machine& machine, const kernels::Database& database,
                        const std::string& cache_folder);

}  // namespace hg
