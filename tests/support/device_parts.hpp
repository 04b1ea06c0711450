#pragma once

#include <string>

#include "tests/support/test_devices.hpp"
#include <hg/runtime/machine/device_listing.hpp>

namespace hg::test {

/// The halves of the first OpenCL device with an even number of compute units, as in HG_DEVICES; empty if
/// there is none, or if the tests run on the host device.
inline std::string halves_of_a_device() {
    if (on_host()) return {};
    for (const DeviceListing& listing : list_devices())
        if (!listing.info.is_host && listing.info.compute_units % 2 == 0)
            return std::to_string(listing.position) + "/2";
    return {};
}

}  // namespace hg::test
