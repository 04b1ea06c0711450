#pragma once

// OpenCL through its C++ bindings, configured identically in every file that uses it. The machine needs
// OpenCL 1.2; the bindings of 2023 do not compile with 120 as the minimum version, so that this sets 110.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/opencl.hpp>
