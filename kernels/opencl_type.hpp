#pragma once

#include <string>

#include "runtime/program/base/instruction_parts.hpp"

/// Build options of sources.
namespace hg::kernels {

/// The build option that makes a source's SMALLEST the least normal number of a type, or of its parts.
inline std::string smallest_option(ElementType type) {
    return std::string(" -DSMALLEST=") + (needs_f64(type) ? "2.2250738585072014e-308" : "1.17549435e-38f");
}

}  // namespace hg::kernels
