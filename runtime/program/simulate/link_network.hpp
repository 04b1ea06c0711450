#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/program/simulate/fair_share.hpp"
#include "runtime/program/simulate/host_delays.hpp"
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The transfers in flight between the host and its devices, and their rates. They share each link direction,
/// each link, all links in, all links out, all links, and the host's staging copies max-min fairly. Resources
/// that are too large to be filled cost nothing.
class LinkNetwork {
  public:
    LinkNetwork(const Program& program, const Target& target);

    /// Starts a transfer. `staged`: the host copies its bytes as well.
    void start(CommandId command, bool staged);

    [[nodiscard]] bool idle() const noexcept { return transfers_.empty(); }
    /// Returns the numbers of directions, 0 to 2 a device, in which this device and the others have transfers
    /// in flight.
    [[nodiscard]] Directions directions_in_use(DeviceIndex device) const;
    /// Returns the share of its bytes that a transfer has moved: 1 if it is not in flight.
    [[nodiscard]] double share_moved(CommandId command) const;
    /// Returns the seconds until the next transfer has moved all its bytes, if no other starts.
    [[nodiscard]] double next_end();
    /// Advances time, at most by next_end(). Appends the commands whose bytes have all been moved.
    void advance(double seconds, std::vector<CommandId>& ended);

  private:
    struct Transfer {
        CommandId command{};
        double bytes = 0;
        double left = 0;
        Flow flow{};
    };

    [[nodiscard]] double bytes_on_link(CommandId id) const;
    void add_resources(const Target& target);
    void add_resource(double capacity, double largest_use, std::span<Flow> in, std::span<Flow> out);
    void share();

    const Program& program_;
    const Target& target_;
    std::vector<double> capacities_;
    std::vector<Flow> flow_in_;  ///< by device: the resources of a transfer that is not staged
    std::vector<Flow> flow_out_;
    std::optional<std::uint32_t> staging_;  ///< resource of the copies; empty if there are none
    FairShare fair_share_{std::span<const double>()};
    std::vector<Transfer> transfers_;
    std::vector<Flow*> flows_;
    bool shared_ = true;  ///< rates are up to date with the transfers in flight
};

}  // namespace hg
