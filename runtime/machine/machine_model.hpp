#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/runtime/program/target.hpp>

namespace hg {

/// The rates of links between host memory and devices, from and to pinned memory, in bytes/s. 0: not known.
struct LinkRates {
    double in = 0;    ///< host to device alone
    double out = 0;   ///< device to host alone
    double both = 0;  ///< both directions at once, together

    friend bool operator==(const LinkRates&, const LinkRates&) = default;
};

/// What a call costs on one device besides its arithmetic, after Hockney:
///
///     seconds + bytes / rate        for the first kFirstBytes in and out of pageable memory
///     + bytes / streamed            for the bytes after them
///
/// The first bytes go in and out one after the other, as in a small call. The later ones overlap.
struct CallCost {
    static constexpr double kFirstBytes = 8 << 20;  ///< bytes in and out that do not overlap

    double seconds = 0;   ///< 0: not known
    double rate = 0;      ///< bytes/s
    double streamed = 0;  ///< bytes/s

    friend bool operator==(const CallCost&, const CallCost&) = default;
};

/// A bandwidth for matrices of order x order floats.
struct OrderRate {
    std::int64_t order = 0;  ///< rows and columns
    double rate = 0;         ///< bytes/s

    friend bool operator==(const OrderRate&, const OrderRate&) = default;
};

/// What a device's memory carries, measured by `hgctl probe memory`.
struct MemoryRates {
    double rate = 0;               ///< bytes/s, read and written, of a copy in large vectors; 0: not known
    std::vector<OrderRate> sread;  ///< reading matrices of floats, by ascending order
    std::vector<OrderRate> smset;  ///< setting them
    std::string command;           ///< that measured it

    friend bool operator==(const MemoryRates&, const MemoryRates&) = default;
};

/// What was measured on one device.
struct DeviceRates {
    LinkRates link;             ///< the other devices idle
    double rate_f64 = 0;        ///< flop/s of the best known GEMM kernel, sustained; 0: not known
    double rate_f32 = 0;        ///< likewise
    double link_latency = 0;    ///< seconds per transfer in a row of transfers; 0: not known
    double launch_latency = 0;  ///< seconds per kernel in a row of kernels
    CallCost call;              ///< of a call on this device alone
    MemoryRates memory{};       ///< of its own memory

    /// rate_f32 or rate_f64, by the precision of the type.
    [[nodiscard]] double rate(ElementType type) const noexcept {
        return by_precision(type, rate_f32, rate_f64);
    }
    /// The same, to be set.
    [[nodiscard]] double& rate(ElementType type) noexcept { return by_precision(type, rate_f32, rate_f64); }

    friend bool operator==(const DeviceRates&, const DeviceRates&) = default;
};

/// What was measured of the CPU. 0: not known.
struct HostRates {
    double f64 = 0;     ///< flop/s of its own BLAS
    double f32 = 0;     ///< likewise
    double memory = 0;  ///< bytes/s, read and written, of a copy by all cores in large vectors
    /// Bytes/s of a large matrix A in double precision that its BLAS multiplies by so many columns (`order`),
    /// ascending. Few columns take as long as to read A, many as long as the flops.
    std::vector<OrderRate> thin{};
    std::vector<OrderRate> thin_f32{};  ///< likewise in single precision

    /// The one for the precision of the type.
    [[nodiscard]] double of(ElementType type) const noexcept { return by_precision(type, f32, f64); }
    /// thin or thin_f32, likewise.
    [[nodiscard]] const std::vector<OrderRate>& thin_of(ElementType type) const noexcept {
        return by_precision(type, thin_f32, thin);
    }

    friend bool operator==(const HostRates&, const HostRates&) = default;
};

/// What was measured on a machine. A value of 0 is not known.
struct MachineModel {
    std::vector<DeviceRates> devices;  ///< by position in the machine
    LinkRates links;                   ///< all devices at once, together
    LinkRates staged;                  ///< likewise from and to pageable memory
    double host_copy = 0;  ///< bytes/s of staging copies, all devices together, while one is under way
    HostRates host;        ///< the CPU's BLAS

    friend bool operator==(const MachineModel&, const MachineModel&) = default;
};

/// Puts what is known into `target`, the machine's own numbers. What is not known stays as it is in `target`.
void set_rates(Target& target, const MachineModel& model);

}  // namespace hg
