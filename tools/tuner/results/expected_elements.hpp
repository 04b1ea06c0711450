#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/tuner/problem/kernel_example.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hgctl {

/// What an element of an operand must be after the launches.
struct ExpectedElement {
    std::size_t operand = 0;  ///< position among the example's registers
    std::int64_t row = 0;
    std::int64_t col = 0;
    double value = 0;
};

/// A few elements of each operand that the launches write and that is not temporary, by the host implementations.
/// Operands are filled as programs fill them. None if an instruction has no host implementation.
std::vector<ExpectedElement> expected_elements(const std::vector<hg::InstructionPtr>& instructions,
                                               const hg::kernels::KernelExample& example);

}  // namespace hgctl
