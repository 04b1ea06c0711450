#pragma once

#include <cstdint>

#include <hg/runtime/program/instruction.hpp>

/// The data on which memory measurements work: integers with known sums.
namespace hg {

inline constexpr std::int64_t kPatternPeriod = 7;
inline constexpr int kSecondShift = 3;       ///< the shift of B; that of A is 0
inline constexpr int kPatternGroups = 1024;  ///< the most work-groups

/// Returns element e of the pattern: 1 + (e + shift) mod 7.
constexpr std::int64_t pattern_value(std::int64_t e, int shift) noexcept {
    return 1 + (e + shift) % kPatternPeriod;
}
/// Returns the sum of its first n elements for shift 0.
constexpr std::int64_t pattern_sum(std::int64_t n) noexcept {
    const std::int64_t rest = n % kPatternPeriod;
    return n / kPatternPeriod * (kPatternPeriod * (kPatternPeriod + 1) / 2) + rest * (rest + 1) / 2;
}

/// Sets C to the pattern. Operand C has type f32 or f64; the scalar is shift (i32). Throws
/// Error{invalid_argument} for other types.
InstructionPtr memory_pattern(ElementType type);
/// Counts, for each work-group, the elements of C that differ from p + q (pattern of A) + r (pattern of B).
/// The operands are C and counts (i32, kPatternGroups x 1), the scalars p, q and r. Throws like
/// memory_pattern().
InstructionPtr memory_faults(ElementType type);

}  // namespace hg
