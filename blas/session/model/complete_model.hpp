#pragma once

#include <cstdint>
#include <string>

#include "runtime/machine/measure/model_file.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// The parts a machine's model is measured in.
struct ModelParts {
    bool links = true;                ///< links, staging copies, latencies, costs of calls
    bool kernels = true;              ///< GEMM rates of the devices and of the CPU's BLAS
    std::int64_t transfer_bytes = 0;  ///< as MachineOptions::transfer_probe_bytes
};

/// Measures whatever of `parts` is not known in `model`: rates and latencies once for each kind of device,
/// links for each device. True if anything was measured. Takes a second or two for each kind of GPU, and
/// one for the links of all. Throws what Machine::run throws.
bool complete(MachineModel& model, Machine& machine, const kernels::Database& database,
              const ModelParts& parts = {});

/// The file of a machine's model in a folder, with the rates of the kernels that this database chooses.
/// Machine and database must outlive it.
ModelFile model_file(const std::string& folder, const Machine& machine, const kernels::Database& database);

/// First guesses for what is not known: a device that kernels were tuned on has their rates.
void guess_rates(Target& target, const kernels::Database& database);

}  // namespace hg
