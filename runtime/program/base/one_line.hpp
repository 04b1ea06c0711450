#pragma once

#include <string>

#include <hg/runtime/program/error.hpp>

namespace hg {

/// Returns an error in one line: its message, OpenCL's name of the error, and the compiler's first error.
std::string one_line(const Error& error);

}  // namespace hg
