#pragma once

#include <cstdint>

#include <hg/runtime/program/instruction.hpp>

/// The numbers that measurements of memory work on: whole ones, whose sums are known.
namespace hg {

inline constexpr std::int64_t kPatternPeriod = 7;
inline constexpr int kSecondShift = 3;       ///< of B; that of A is 0
inline constexpr int kPatternGroups = 1024;  ///< work-groups, at most

/// Element e of the pattern: 1 + (e + shift) mod 7.
constexpr std::int64_t pattern_value(std::int64_t e, int shift) noexcept {
    return 1 + (e + shift) % kPatternPeriod;
}
/// The sum of its first n elements, shift 0.
constexpr std::int64_t pattern_sum(std::int64_t n) noexcept {
    const std::int64_t rest = n % kPatternPeriod;
    return n / kPatternPeriod * (kPatternPeriod * (kPatternPeriod + 1) / 2) + rest * (rest + 1) / 2;
}

/// C := the pattern. Operand C of f32 or f64; scalar shift (i32). Throws Error{invalid_argument} for other
/// types.
InstructionPtr memory_pattern(ElementType type);
/// Counts the elements of C that are not p + q (pattern of A) + r (pattern of B), by work-groups. Operands C
/// and counts (i32, kPatternGroups x 1); scalars p, q, r. Throws as memory_pattern().
InstructionPtr memory_faults(ElementType type);

}  // namespace hg
