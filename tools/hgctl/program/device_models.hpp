#pragma once

#include <string>
#include <vector>

#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// Nodes that a model can be asked for by the name of their devices: `generic`, the figures of
/// hg::DeviceModel, and what was measured on real ones (docs/performance.md).
std::vector<std::string> device_model_names();

/// A node with `count` devices of a kind. Throws hg::Error{invalid_argument} if there is no such name.
hg::Target node_model(const std::string& device, std::size_t count);

}  // namespace hgctl
