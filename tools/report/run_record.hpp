#pragma once

#include <string>
#include <vector>

#include "tools/report/json.hpp"

namespace hgctl {

/// The command line of this process as a shell reads it, behind the HG_ variables that are set:
/// "HG_DEVICES=host hgctl bench dgemm --n 64".
std::string command_text();

/// How a report was made, as its members: `hg`, what version_text() tells, in which a commit that is not
/// known is null; `date`, UTC in ISO 8601; `host`, this machine's name; `command`, command_text().
Json made_by_json();

/// For each device the version of its driver with the platform: "580.159.04 (NVIDIA CUDA)". Empty where no
/// device of this machine has the name.
std::vector<std::string> drivers_of(const std::vector<std::string>& devices);

/// Equal neighbours counted: "2 x NVIDIA H200, host".
std::string counted_text(const std::vector<std::string>& names);

/// A list for pages: how the report was made, as in made_by_json(), and on which devices.
std::string record_html(const std::vector<std::string>& devices, const std::vector<std::string>& drivers);

}  // namespace hgctl
