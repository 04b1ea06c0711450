#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/runtime/program/target.hpp>

namespace hg {

/// Transfer rates between pinned host memory and devices, in bytes/s. 0: unknown.
struct LinkRates {
    double in = 0;    ///< host to device only
    double out = 0;   ///< device to host only
    double both = 0;  ///< sum of both directions, used concurrently

    friend bool operator==(const LinkRates&, const LinkRates&) = default;
};

/// Cost of a call on one device in addition to its arithmetic, after Hockney:
///
///     seconds + bytes / rate        for the first kFirstBytes in and out of pageable memory
///     + bytes / streamed            for the bytes after them
///
/// The first bytes are transferred in and out without overlap, as in a small call. The later ones overlap.
struct CallCost {
    static constexpr double kFirstBytes = 8 << 20;  ///< bytes in and out that do not overlap

    double seconds = 0;   ///< 0: unknown
    double rate = 0;      ///< bytes/s
    double streamed = 0;  ///< bytes/s

    friend bool operator==(const CallCost&, const CallCost&) = default;
};

/// A bandwidth for matrices of `order` x `order` floats.
struct OrderRate {
    std::int64_t order = 0;  ///< rows and columns
    double rate = 0;         ///< bytes/s

    friend bool operator==(const OrderRate&, const OrderRate&) = default;
};

/// Bandwidths of a device's memory, measured by `hgctl probe memory`.
struct MemoryRates {
    double rate = 0;               ///< bytes/s, read and written, of a copy in large vectors; 0: unknown
    std::vector<OrderRate> sread;  ///< reading matrices of floats, in ascending order
    std::vector<OrderRate> smset;  ///< setting them
    std::string command;           ///< the command that measured them

    friend bool operator==(const MemoryRates&, const MemoryRates&) = default;
};

/// Rates measured on one device.
struct DeviceRates {
    LinkRates link;             ///< measured while the other devices are idle
    double rate_f64 = 0;        ///< flop/s of the best known GEMM kernel, sustained; 0: unknown
    double rate_f32 = 0;        ///< the same for f32
    double link_latency = 0;    ///< seconds per transfer in a series of transfers; 0: unknown
    double launch_latency = 0;  ///< seconds per kernel in a series of kernels
    CallCost call;              ///< cost of a call on this device alone
    MemoryRates memory{};       ///< bandwidths of its own memory

    /// Returns rate_f32 or rate_f64, depending on the precision of the type.
    [[nodiscard]] double rate(ElementType type) const noexcept {
        return by_precision(type, rate_f32, rate_f64);
    }
    /// The same, as a reference that you can assign to.
    [[nodiscard]] double& rate(ElementType type) noexcept { return by_precision(type, rate_f32, rate_f64); }

    friend bool operator==(const DeviceRates&, const DeviceRates&) = default;
};

/// Rates measured on the CPU. 0: unknown.
struct HostRates {
    double f64 = 0;     ///< flop/s of its BLAS
    double f32 = 0;     ///< the same for f32
    double memory = 0;  ///< bytes/s, read and written, of a copy in large vectors by all cores
    /// Bytes/s at which the CPU BLAS reads a large double-precision matrix A that it multiplies by `order`
    /// columns; ascending. With few columns the time is that of reading A, with many that of the flops.
    std::vector<OrderRate> thin{};
    std::vector<OrderRate> thin_f32{};  ///< the same for single precision

    /// Returns f32 or f64, depending on the precision of the type.
    [[nodiscard]] double of(ElementType type) const noexcept { return by_precision(type, f32, f64); }
    /// Returns thin or thin_f32, depending on the precision of the type.
    [[nodiscard]] const std::vector<OrderRate>& thin_of(ElementType type) const noexcept {
        return by_precision(type, thin_f32, thin);
    }

    friend bool operator==(const HostRates&, const HostRates&) = default;
};

/// Rates measured on a machine. 0: unknown.
struct MachineModel {
    std::vector<DeviceRates> devices;  ///< by position in the machine
    LinkRates links;                   ///< sum over all devices, used concurrently
    LinkRates staged;                  ///< the same to and from pageable memory
    double host_copy = 0;     ///< bytes/s of staging copies, sum over all devices, while one is in flight
    double host_read = 0;     ///< bytes/s at which all cores together read memory, to compare with host_copy
    int staging_threads = 0;  ///< the number of threads with which those copies are fastest
    HostRates host;           ///< the CPU's BLAS

    friend bool operator==(const MachineModel&, const MachineModel&) = default;
};

/// Copies the known rates into `target`, the machine's own numbers. Unknown rates leave `target` unchanged.
/// If links, kernels, latencies and host copies of all devices are known, `target` counts as measured.
void set_rates(Target& target, const MachineModel& model);

}  // namespace hg
