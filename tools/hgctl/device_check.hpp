#pragma once

#include <string>
#include <vector>

#include <hg/runtime/machine/device_listing.hpp>

namespace hgctl {

/// What a device makes of small calls in one element type.
struct DeviceCheck {
    std::string device;               ///< as in HG_DEVICES: "0", "0/2.1"
    std::string type;                 ///< "f64"
    std::vector<std::string> runs{};  ///< routines whose calls it did alone and rightly
    std::vector<std::string> fails{};
    std::string reason{};  ///< why the first of `fails` did not run; empty if all did
};

/// Makes small calls in all element types on each of the devices that has a driver, a call of a routine for
/// each kind of kernel. It compiles the kernels that the cache folder lacks.
std::vector<DeviceCheck> check_devices(const std::vector<hg::DeviceListing>& devices);

}  // namespace hgctl
