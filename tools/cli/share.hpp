#pragma once

#include <optional>
#include <string>

namespace hgctl {

/// Reads a percentage from 0 to 100 as a share: "5%" and "5" are 0.05. Nothing if the text is empty.
/// Throws hg::Error{invalid_argument} naming `option`.
std::optional<double> parse_share(const std::string& text, const std::string& option);

}  // namespace hgctl
