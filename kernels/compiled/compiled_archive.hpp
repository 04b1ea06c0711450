#pragma once

#include <string_view>

namespace hg::kernels {

/// The kernels of kernels/compiled/*.tar.xz, built into the library.
std::string_view compiled_archive() noexcept;

}  // namespace hg::kernels
