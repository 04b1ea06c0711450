#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// What the ways between host memory and a machine's devices carry.
struct TransferRates {
    std::vector<LinkRates> alone;  ///< each device, the others idle
    LinkRates together;            ///< all devices at once, from and to pinned memory
    LinkRates staged;      ///< likewise from and to pageable memory: links and staging copies together
    double host_copy = 0;  ///< as in MachineModel
};

/// Measures them with programs of LD alone, of ST alone, and of both; the best of a few runs each. Takes
/// about a second for eight GPUs, most of it for page-locked memory: as much as 256 MiB a GPU, 64 MiB
/// elsewhere. `zero` is an instruction that sets a register of f32 to 0. `bytes` as
/// MachineOptions::transfer_probe_bytes. Throws what Machine::run and Machine::allocate_pinned throw.
TransferRates measure_links(Machine& machine, const InstructionPtr& zero, std::int64_t bytes = 0);

/// What commands and calls cost on a device besides the bytes they move and the flops they do.
struct Latencies {
    double transfer = 0;  ///< seconds an LD costs in a row of LDs
    double launch = 0;    ///< seconds an EXEC costs in a row of EXECs
    CallCost call;
};

/// Measures them with programs of tiny commands, and with two that load a tile, touch it and store it. Some
/// hundredths of a second. `zero` sets a register of f32 to 0, `scale` multiplies one by a scalar. `bytes` as
/// MachineOptions::transfer_probe_bytes. Throws what Machine::run throws.
Latencies measure_latencies(Machine& machine, DeviceIndex device, const InstructionPtr& zero,
                            const InstructionPtr& scale, std::int64_t bytes = 0);

}  // namespace hg
