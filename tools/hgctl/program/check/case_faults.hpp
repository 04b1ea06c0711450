#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/program/check/guarded_operand.hpp"
#include "tools/hgctl/program/check/kernel_case.hpp"

namespace hgctl {

/// The operands of a case, with their guard zones.
using Operands = std::vector<GuardedOperand>;

/// Two runs of a case on one device. What surrounds the operands, and what those declared write hold before,
/// is NaN in the first run and numbers in the second: a kernel that adds to NaN leaves no trace, and one that
/// reads numbers instead of its operands computes numbers.
struct TwoRuns {
    Operands first_after;
    Operands second_before, second_after;
};

/// Returns a sentence for each operand of which a kernel has changed elements that it must not: those outside
/// of it, and all if it is declared read.
std::vector<std::string> wrong_writes(const KernelCase& which, const TwoRuns& runs);

/// Returns a sentence for each operand that differs after the two runs.
std::vector<std::string> unsteady_results(const KernelCase& which, const TwoRuns& runs);

/// Returns a sentence for each operand declared write of which the kernel has left elements unwritten.
std::vector<std::string> missing_writes(const KernelCase& which, const TwoRuns& runs);

/// How far a result is from another one.
struct Difference {
    double error = 0;  ///< the largest difference as a multiple of the tolerance; infinite for NaN
    std::string text;  ///< the element where it is: "Y(3,4) is 2.5, not 0.1"; empty if all is equal
};

/// Compares one operand, inside its guard zones. `tolerance` is relative to the largest element; without one,
/// it is 16 roundings for each element of the longest row or column of the operands. Integers must be equal.
Difference difference(const KernelCase& which, std::size_t operand, const GuardedOperand& result,
                      const GuardedOperand& reference, std::optional<double> tolerance);

}  // namespace hgctl
