#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "blas/cost/gemm_equivalent.hpp"
#include "blas/cost/memory_bound.hpp"
#include <hg/runtime/machine/machine_model.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Which calls the CPU's BLAS does: all that no device does faster by a quarter, by rooflines of both sides.
///
///     CPU:     max(flops / rate of its BLAS, bytes / rate of its memory)
///     device:  cost of a call + first bytes / rate
///              + max(flops / kernel rate, bytes in / link in, bytes out / link out, bytes / link both, bytes
///                / streamed rate)
///
/// (see CallCost), with the flops of real numbers that complex elements take, and the bytes that a call of
/// the routine moves (see MovedElements). The rate of the CPU's memory is the one that HostRates::thin_of()
/// has for a product of as many flops for each byte, HostRates::memory if that is not known, and at most that
/// of one core for triangles. A routine that consists of several calls on a device takes as many times what
/// one of them takes, with its share of the bytes and flops. Only one device is considered: so the choice,
/// and the bits of a result, do not depend on the number of devices.
class HostChoice {
  public:
    /// The host does no calls.
    HostChoice() = default;
    /// Decides by what is known of the machine, and by first guesses for the rest.
    /// `devices` are the machine's.
    HostChoice(const MachineModel& model, const std::vector<DeviceModel>& devices);
    /// The host does products of fewer flops than a product of square matrices of this order.
    explicit HostChoice(std::int64_t order);

    /// For a call that costs as much as a product.
    [[nodiscard]] bool runs_on_cpu(ElementType type, const GemmEquivalent& product) const noexcept;
    /// For C := alpha op(A) op(B) + beta C, C m x n, k the depth; a device does it in this number of calls.
    [[nodiscard]] bool runs_on_cpu(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k,
                                   bool reads_c, std::int64_t calls = 1) const noexcept {
        return runs_on_cpu(type, GemmEquivalent{m, n, k, reads_c, calls});
    }
    /// For calls of levels 1 and 2, which a host's memory bounds, not its arithmetic. False only if the host
    /// does no calls.
    [[nodiscard]] bool vectors_run_on_cpu() const noexcept { return by_model_ || most_flops_ > 0; }
    /// True if a device does such a call sooner, from and to pinned memory, by what was measured of its link
    /// and of the host's memory: by 5 % at least, if the CPU reads half as fast again as it copies. A link
    /// that passes on what would lie in pageable memory is never sooner: to copy that takes longer than to
    /// read it.
    [[nodiscard]] bool streams_faster(const Traffic& traffic) const noexcept;
    /// The seconds by which a device does such a call faster than the CPU. Infinite if the choice depends
    /// on an order alone.
    [[nodiscard]] double gain(ElementType type, const GemmEquivalent& product) const noexcept;
    [[nodiscard]] double gain(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k, bool reads_c,
                              std::int64_t calls = 1) const noexcept {
        return gain(type, GemmEquivalent{m, n, k, reads_c, calls});
    }
    /// The seconds that the CPU's BLAS takes for such a call, with a model of the machine.
    [[nodiscard]] double host_seconds(ElementType type, const GemmEquivalent& product) const noexcept;
    /// Those that the fastest device takes; infinite if none computes in this type.
    [[nodiscard]] double device_seconds(ElementType type, const GemmEquivalent& product) const noexcept;
    /// A kind of device, as the formula needs it.
    struct Alternative {
        CallCost call;
        double rate_f64 = 0;
        double rate_f32 = 0;
        LinkRates link{};  ///< 0: not known

        [[nodiscard]] double seconds(ElementType type, double flops, const Traffic& bytes) const noexcept;
        friend bool operator==(const Alternative&, const Alternative&) = default;
    };
    /// What the choice depends on, for reports. None if it depends on an order alone.
    [[nodiscard]] const std::vector<Alternative>& alternatives() const noexcept { return alternatives_; }
    [[nodiscard]] const HostRates& host_rates() const noexcept { return host_; }

    /// The largest order of a square product that the host does, for reports. No value if it does all.
    [[nodiscard]] std::optional<std::int64_t> largest_order(ElementType type) const noexcept;

  private:
    /// Bytes/s of the CPU's memory in a call of so many flops for each byte.
    [[nodiscard]] double memory_rate(ElementType type, const GemmEquivalent& product,
                                     double flops_of_byte) const noexcept;

    bool by_model_ = false;
    double most_flops_ = 0;             ///< without a model
    HostRates known_host_;              ///< what was measured
    HostRates host_;                    ///< the same, with guesses for the rest
    std::vector<DeviceRates> streams_;  ///< of devices whose links were measured
    std::vector<Alternative> alternatives_;
};

}  // namespace hg
