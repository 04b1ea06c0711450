#pragma once

#include <span>
#include <string_view>

namespace hgctl {

/// A node with one device of a kind, as the text of a machine file.
struct ShippedMachine {
    std::string_view name;  ///< "h200"
    std::string_view text;
};

/// The machines that hgctl knows by name: `generic`, the defaults of hg::DeviceModel; nodes that were
/// measured; and nodes with their makers' figures, which are marked as unmeasured.
std::span<const ShippedMachine> shipped_machines();

}  // namespace hgctl
