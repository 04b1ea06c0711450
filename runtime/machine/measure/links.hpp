#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// The transfer rates between host memory and a machine's devices.
struct TransferRates {
    std::vector<LinkRates> alone;  ///< each device while the others are idle
    LinkRates together;            ///< all devices at once, from and to pinned memory
    LinkRates staged;      ///< all at once, from and to pageable memory: links and staging copies together
    double host_copy = 0;  ///< this and the next two as in MachineModel
    double host_read = 0;
    int staging_threads = 0;
};

/// Measures them with programs of only LDs, of only STs, and of both; each result is the best of a few runs.
/// Staging is measured with the machine's number of threads and with more, up to three quarters of the cores,
/// unless MachineOptions chose the number. The machine goes on with the number that was fastest.
///
/// Takes about two seconds for eight GPUs, mostly for page-locked memory: up to 256 MiB for each GPU, 64 MiB
/// for other devices. `zero` is an instruction that sets a register of f32 to 0. `bytes` is as in
/// MachineOptions::transfer_probe_bytes. Throws the errors of Machine::run and Machine::allocate_pinned.
TransferRates measure_links(Machine& machine, const InstructionPtr& zero, std::int64_t bytes = 0);

/// The costs of commands and calls on a device apart from transfers of bytes and computation.
struct Latencies {
    double transfer = 0;  ///< the seconds of an LD in a sequence of LDs
    double launch = 0;    ///< the seconds of an EXEC in a sequence of EXECs
    CallCost call;
};

/// Measures them with programs of tiny commands, and with two that load a tile, modify it and store it. Takes
/// some hundredths of a second. `zero` sets a register of f32 to 0, and `scale` multiplies one by a scalar.
/// `bytes` is as in MachineOptions::transfer_probe_bytes. Throws the errors of Machine::run.
Latencies measure_latencies(Machine& machine, DeviceIndex device, const InstructionPtr& zero,
                            const InstructionPtr& scale, std::int64_t bytes = 0);

}  // namespace hg
