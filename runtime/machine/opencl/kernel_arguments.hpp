#pragma once

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hg {

/// Compares a kernel's arguments with what the calling convention makes of an instruction's operands and scalars: their
/// number, and as far as the driver tells their types. Most drivers tell types if the build options have
/// -cl-kernel-arg-info. Throws Error{build_failed} with the number and the name of the first wrong one.
void require_arguments(const cl::Kernel& kernel, const Instruction& instruction);

}  // namespace hg
