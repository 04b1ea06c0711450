#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/machine_model.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>

namespace hg {

/// The parts a machine's model is measured in.
struct ModelParts {
    bool links = true;                ///< links, staging copies, latencies, costs of calls
    bool kernels = true;              ///< GEMM rates of the devices and of the CPU's BLAS
    std::int64_t transfer_bytes = 0;  ///< as MachineOptions::transfer_probe_bytes
};

/// What tells devices of one kind: name, driver and compute units, in printable ASCII. Devices of one kind
/// have equal rates; only their links may differ.
std::string kind_of(const DeviceInfo& info);

/// Measures whatever of `parts` is not known in `model`: rates and latencies once for each kind of device,
/// links for each device. True if anything was measured. Takes a second or two for each kind of GPU, and
/// one for the links of all. Throws what Machine::run throws.
bool complete(MachineModel& model, Machine& machine, const kernels::Database& database,
              const ModelParts& parts = {});

/// First guesses for what is not known: a device that kernels were tuned on has their rates.
void guess_rates(Target& target, const kernels::Database& database);

}  // namespace hg
