#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/machine/opencl/platforms/opencl_platforms.hpp"

namespace hg {

/// Returns true if `way` is written like a way to divide a device: "2", "4+4", "numa".
bool is_way_to_divide(std::string_view way) noexcept;

/// Divides an OpenCL device into sub-devices.
///
/// | way | parts |
/// |---|---|
/// | "2" | so many parts with equally many compute units |
/// | "4+2" | parts with so many compute units each |
/// | "numa", "l4", "l3", "l2", "l1" | one for each NUMA node or each cache of that level |
///
/// The parts share the device's memory in proportion to their compute units. Throws Error{invalid_argument}
/// with what the device can do if it does not divide in this way.
std::vector<OpenClChoice> parts_of(const OpenClChoice& whole, const std::string& way);

}  // namespace hg
