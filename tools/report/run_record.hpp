#pragma once

#include <string>
#include <vector>

namespace hgctl {

/// For each device the version of its driver with the platform: "580.159.04 (NVIDIA CUDA)". Empty where no
/// device of this machine has the name.
std::vector<std::string> drivers_of(const std::vector<std::string>& devices);

/// Equal neighbours counted: "2 x NVIDIA H200, host".
std::string counted_text(const std::vector<std::string>& names);

/// A list for pages: how the report was made, as in made_by_json(), and on which devices.
std::string record_html(const std::vector<std::string>& devices, const std::vector<std::string>& drivers);

}  // namespace hgctl
