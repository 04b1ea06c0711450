#pragma once

#include <string_view>

namespace hg {

/// Returns true for the name of a function, a type or another word of OpenCL C, which cannot name a kernel.
bool is_opencl_word(std::string_view name);

}  // namespace hg
