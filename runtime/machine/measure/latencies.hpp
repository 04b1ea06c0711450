#pragma once

#include <cstdint>

#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

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
