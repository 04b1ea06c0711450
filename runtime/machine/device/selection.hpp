#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/machine/opencl/platforms/opencl_platforms.hpp"
#include <hg/runtime/machine/device_listing.hpp>

namespace hg {

/// A device that a machine is to have.
struct SelectedDevice {
    OpenClChoice choice;      ///< without a device if it is the host device
    int position = 0;         ///< in list_devices()
    std::int64_t number = 0;  ///< among the selected devices on the same one
    [[nodiscard]] bool is_host() const noexcept { return choice.info.is_host; }
    [[nodiscard]] DeviceListing listing() const { return {position, choice.info}; }
};

/// Returns the devices that a list as in HG_DEVICES selects among the OpenCL devices `found`; the best ones
/// if it is empty. A device or part occurs once, except for the host device and for entries NxDEVICE. Several
/// devices on one share its memory equally. Throws Error{invalid_argument}.
std::vector<SelectedDevice> select_devices(const std::vector<OpenClChoice>& found, const std::string& wanted);

}  // namespace hg
