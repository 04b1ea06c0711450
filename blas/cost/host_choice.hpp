#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "blas/cost/gemm_equivalent.hpp"
#include "blas/cost/memory_bound.hpp"
#include <hg/runtime/machine/machine_model.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Chooses the calls that run on the CPU BLAS: all for which no device is faster by a quarter, according to
/// the rooflines of both sides.
///
///     CPU:     max(flops / rate of its BLAS, bytes / rate of its memory)
///     device:  cost of a call + first bytes / rate
///              + max(flops / kernel rate, bytes in / link in, bytes out / link out, bytes / link both, bytes
///                / streamed rate)
///
/// (see CallCost), with the real flops of complex elements, and the bytes that a call of the routine moves
/// (see MovedElements). The rate of the CPU's memory is that of HostRates::thin_of() for a product with as
/// many flops per byte, or HostRates::memory if that is unknown; for triangles it is at most that of one
/// core. If a routine consists of several calls on a device, its time is the sum of theirs, each with its
/// share of the bytes and flops. Only one device is considered, so the choice and the bits of a result do not
/// depend on the number of devices.
class HostChoice {
  public:
    /// No calls run on the host.
    HostChoice() = default;
    /// Decides by the known rates of the machine, and by first guesses for the rest. `devices` are the
    /// machine's devices.
    HostChoice(const MachineModel& model, const std::vector<DeviceModel>& devices);
    /// Products with fewer flops than a product of square matrices of this order run on the host.
    explicit HostChoice(std::int64_t order);

    /// For a call that costs as much as a product.
    [[nodiscard]] bool runs_on_cpu(ElementType type, const GemmEquivalent& product) const noexcept;
    /// For C := alpha op(A) op(B) + beta C, where C is m x n and k is the inner dimension; `calls` is the
    /// number of calls in which a device computes it.
    [[nodiscard]] bool runs_on_cpu(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k,
                                   bool reads_c, std::int64_t calls = 1) const noexcept {
        return runs_on_cpu(type, GemmEquivalent{m, n, k, reads_c, calls});
    }
    /// For calls of levels 1 and 2, which are limited by host memory, not by arithmetic. False only if no
    /// calls run on the host.
    [[nodiscard]] bool vectors_run_on_cpu() const noexcept { return by_model_ || most_flops_ > 0; }
    /// Returns true if a device is faster for such a call with pinned memory, according to the measured rates
    /// of its link and of host memory: by at least 5 %, assuming that the CPU reads 1.5 times as fast as it
    /// copies. With pageable memory no link is faster, because copying the operands takes longer than reading
    /// them.
    [[nodiscard]] bool streams_faster(const Traffic& traffic) const noexcept;
    /// Returns the seconds by which a device is faster than the CPU for such a call. Infinite if the choice
    /// depends only on an order.
    [[nodiscard]] double gain(ElementType type, const GemmEquivalent& product) const noexcept;
    [[nodiscard]] double gain(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k, bool reads_c,
                              std::int64_t calls = 1) const noexcept {
        return gain(type, GemmEquivalent{m, n, k, reads_c, calls});
    }
    /// Returns the seconds that the CPU BLAS takes for such a call, according to the model of the machine.
    [[nodiscard]] double host_seconds(ElementType type, const GemmEquivalent& product) const noexcept;
    /// Returns the seconds that the fastest device takes; infinite if none supports the type.
    [[nodiscard]] double device_seconds(ElementType type, const GemmEquivalent& product) const noexcept;
    /// The figures of a kind of device for the formula.
    struct Alternative {
        CallCost call;
        double rate_f64 = 0;
        double rate_f32 = 0;
        LinkRates link{};  ///< 0: unknown

        [[nodiscard]] double seconds(ElementType type, double flops, const Traffic& bytes) const noexcept;
        friend bool operator==(const Alternative&, const Alternative&) = default;
    };
    /// Returns the figures on which the choice depends, for reports. Empty if it depends only on an order.
    [[nodiscard]] const std::vector<Alternative>& alternatives() const noexcept { return alternatives_; }
    [[nodiscard]] const HostRates& host_rates() const noexcept { return host_; }

    /// Returns the largest order of a square product that runs on the host, for reports. No value if all do.
    [[nodiscard]] std::optional<std::int64_t> largest_order(ElementType type) const noexcept;

  private:
    /// Bytes/s of the CPU's memory in a call with the given number of flops per byte.
    [[nodiscard]] double memory_rate(ElementType type, const GemmEquivalent& product,
                                     double flops_of_byte) const noexcept;

    bool by_model_ = false;
    double most_flops_ = 0;             ///< limit if there is no model
    HostRates known_host_;              ///< measured rates
    HostRates host_;                    ///< the same, with guesses for the rest
    std::vector<DeviceRates> streams_;  ///< devices whose links were measured
    std::vector<Alternative> alternatives_;
};

}  // namespace hg
