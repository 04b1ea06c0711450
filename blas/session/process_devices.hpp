#pragma once

#include <vector>

#include <hg/runtime/machine/device_listing.hpp>

namespace hg {

/// Returns the devices that HG_DEVICES selects for the process, as listed at the first call; they are not
/// started. Throws Error{invalid_argument} if there is none of them.
const std::vector<DeviceListing>& process_devices();

}  // namespace hg
