#pragma once

#include <vector>

#include "tools/hgctl/program/check/guarded_operand.hpp"
#include "tools/hgctl/program/check/kernel_case.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hgctl {

/// Runs a case once on a device of a machine, with each operand as a window of a register that has its guard
/// zones. Returns the contents of all these registers after the run. Throws what Machine::run() throws.
std::vector<GuardedOperand> guarded_run(hg::Machine& machine, std::size_t device, const KernelCase& which,
                                        const std::vector<GuardedOperand>& operands);

}  // namespace hgctl
