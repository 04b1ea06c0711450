#pragma once

#include <string>
#include <string_view>

#include "tools/report/json.hpp"

namespace hgctl {

/// Vega and what draws figures with it. Empty if hgctl was built without Vega.
std::string_view page_script() noexcept;

/// A figure that plots.js draws: `kind` is one of its kinds, `data` an object as it asks for. A page without
/// the script has `instead` in its place.
std::string figure(const std::string& kind, const Json& data, const std::string& instead,
                   bool has_script = !page_script().empty());

/// Figures beside each other, below each other where the page is narrow.
std::string figures(const std::string& content);

/// The end of a page: the script, if there are figures in `body`.
std::string page_end(std::string_view body);

}  // namespace hgctl
