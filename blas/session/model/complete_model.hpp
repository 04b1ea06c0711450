#pragma once

#include <cstdint>
#include <string>

#include "runtime/machine/measure/model_file.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// The parts in which a machine's model is measured.
struct ModelParts {
    bool links = true;                ///< links, staging copies, latencies, costs of calls
    bool kernels = true;              ///< GEMM rates of the devices and of the CPU's BLAS
    std::int64_t transfer_bytes = 0;  ///< see MachineOptions::transfer_probe_bytes
};

/// Measures the rates of `parts` that `model` lacks: rates and latencies once for each kind of device, links
/// for each device. Returns true if anything was measured. Takes a second or two for each kind of GPU, and
/// one for the links of all. Throws what Machine::run() throws.
bool complete(MachineModel& model, Machine& machine, const kernels::Database& database,
              const ModelParts& parts = {});

/// Returns the file of a machine's model in a folder, with the rates of the kernels that this database
/// chooses. The machine and the database must outlive it.
ModelFile model_file(const std::string& folder, const Machine& machine, const kernels::Database& database);

/// Sets first guesses for unknown rates: those of tuned kernels for devices on which kernels were tuned.
void guess_rates(Target& target, const kernels::Database& database);

}  // namespace hg
