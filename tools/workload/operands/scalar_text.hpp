#pragma once

#include <string_view>

#include <hg/runtime/program/scalar_value.hpp>

namespace hgctl {

/// The number that stands in an option: "0.5", or "(2,-1)" for 2 - i. Throws hg::Error{invalid_argument} that
/// begins with `option` if it is no finite decimal number, nor two of them.
hg::ScalarValue scalar_value(std::string_view option, std::string_view text);

}  // namespace hgctl
