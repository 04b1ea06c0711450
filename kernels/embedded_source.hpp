#pragma once

#include <string_view>

namespace hg::kernels {

/// The text of kernels/source/<name>, built into the library; empty where there is no such file.
std::string_view embedded_source(std::string_view name) noexcept;

}  // namespace hg::kernels
