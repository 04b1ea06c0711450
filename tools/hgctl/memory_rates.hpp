#pragma once

#include "tools/hgctl/device_selection.hpp"
#include <hg/blas/machine_model.hpp>

namespace hgctl {

/// What `hgctl probe memory` has measured of the device and kept in the cache folder; all is 0 if it has not.
hg::MemoryRates memory_rates(const OneDevice& device);

}  // namespace hgctl
