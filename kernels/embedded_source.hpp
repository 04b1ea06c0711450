#pragma once

#include <string_view>
#include <vector>

namespace hg::kernels {

/// The text of kernels/<room>/<name>, built into the library; empty if there is no such file.
std::string_view embedded_source(std::string_view name) noexcept;

/// The texts of kernels/database/*.json, built into the library, in the order of their names.
std::vector<std::string_view> embedded_tuned_kernels();

}  // namespace hg::kernels
