#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// Nodes that a model can be asked for by the name of their devices: `generic`, the figures of
/// hg::DeviceModel, and what was measured on real ones (docs/measurements/README.md).
std::vector<std::string> device_model_names();

/// A node with `count` devices of a kind. Throws hg::Error{invalid_argument} if there is no such name.
hg::Target node_model(const std::string& device, std::size_t count);

/// Options that give figures of a target instead of those it has; rates in units of 1e9 per second.
struct TargetRates {
    std::optional<double> copy_rate, links_in, links_out, links_both;  ///< of the whole machine
    std::optional<double> link_in, link_out, link_both, kernel_rate;   ///< of each device
    std::optional<std::int64_t> compute_units;

    /// This must outlive the parsing.
    void add_options(Command& command);
    void apply(hg::Target& target) const;
    /// The devices of a program, with these figures.
    [[nodiscard]] hg::Target target_of(const hg::Program& program) const;
};

}  // namespace hgctl
